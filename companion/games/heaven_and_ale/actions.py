"""The verbs of Heaven & Ale. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heaven_and_ale.board import HAND, Board
from companion.games.heaven_and_ale.box import (
    AROUND,
    BARRELS,
    CARDS,
    COLOURS,
    DISC,
    FIRST,
    FITS,
    GARDEN,
    GOAL,
    INDEX,
    KIND,
    MONK,
    MONKS,
    NUMBERS,
    OF_KIND,
    PRICE,
    RESOURCE,
    RULES,
    SHEDS,
    SLOT_WORDS,
    SLOTS,
    SPOTS,
    SUN,
    SUNNY_FACTOR,
    X,
    shed_for,
)
from companion.games.heaven_and_ale.seen import (
    CLOSING,
    LAST_CALL,
    MORE,
    NOTHING,
    PAIR,
    START,
    TRACK,
    TURN,
    ducats,
    space_name,
    start,
)
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Action, Noun
from companion.kernel.state import listed

require, refuse = RULES.require, RULES.refuse


def _once(abbey: Abbey, draft: Action[Abbey]) -> int:
    """A space is asked for only where the figure has not moved yet."""
    return int(abbey.phase == TURN)


Spot = Annotated[str, Noun[Abbey]("On which spot of your garden?", lambda abbey, draft: GARDEN.spaces)]
ResourceSpace = Annotated[
    tuple[str, ...],
    Noun[Abbey]("To which resource space?", lambda abbey, draft: OF_KIND[RESOURCE], count=_once),
]
MonkSpace = Annotated[
    tuple[str, ...], Noun[Abbey]("To which monk space?", lambda abbey, draft: OF_KIND[MONK], count=_once)
]
DiscSpace = Annotated[str, Noun[Abbey]("To which scoring space?", lambda abbey, draft: OF_KIND[DISC])]
BarrelSpace = Annotated[str, Noun[Abbey]("To which barrel space?", lambda abbey, draft: OF_KIND[BARRELS])]
Colour = Annotated[str, Noun[Abbey]("Which colour has the tile?", lambda abbey, draft: COLOURS)]
Number = Annotated[str, Noun[Abbey]("Which number?", lambda abbey, draft: NUMBERS)]
Monk = Annotated[str, Noun[Abbey]("Which monk?", lambda abbey, draft: MONKS)]
ScoringSpot = Annotated[str, Noun[Abbey]("On which scoring spot?", lambda abbey, draft: SPOTS)]
Named = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which number?",
        lambda abbey, draft: NUMBERS,
        count=lambda abbey, draft: int(draft.spot == X),
    ),
]
Slot = Annotated[str, Noun[Abbey]("On which space of the starting area?", lambda abbey, draft: SLOTS)]
Rewarded = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Which marker moves?",
        lambda abbey, draft: COLOURS,
        count=lambda abbey, draft: int(draft.slot == "marker"),
    ),
]
CardName = Annotated[str, Noun[Abbey]("Which card?", lambda abbey, draft: tuple(CARDS))]


def _moved(abbey: Abbey, draft: Action[Abbey]) -> int:
    """Whether a placed card leaves a choice of markers."""
    kind = CARDS[draft.card]["kind"]  # type: ignore[attr-defined]
    return int(kind == "colour" or (kind == "discs" and len(abbey.boards[draft.by].furthest_behind()) > 1))


Moved = Annotated[
    tuple[str, ...], Noun[Abbey]("Which marker moves?", lambda abbey, draft: COLOURS, count=_moved)
]


def _closing(abbey: Abbey, draft: "CloseShed") -> str:
    """The shed being dealt with; empty if there is none."""
    return draft.shed[0] if len(abbey.pending) > 1 else "".join(abbey.pending)


WhichShed = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Which shed first?",
        lambda abbey, draft: abbey.pending,
        count=lambda abbey, draft: int(len(abbey.pending) > 1),
    ),
]


def _to_activate(abbey: Abbey, draft: "CloseShed") -> int:
    shed = _closing(abbey, draft)
    return shed_for(abbey.board.around(shed)).tiles if shed else 0


Activated = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "Activate which tiles around it?",
        lambda abbey, draft: AROUND.get(_closing(abbey, draft), ()),
        count=_to_activate,
    ),
]


def open_space(abbey: Abbey, space: str) -> None:
    """A figure moves forward, onto a space that still holds something."""
    require(
        INDEX[space] > abbey.board.figure,
        "move",
        f"{start(space_name(space))} is not ahead of your figure.",
    )
    require(
        abbey.piles.get(space, 1),
        "space-action",
        f"Nothing is left on {space_name(space)}, so there is nothing to do.",
    )


def open_spot(board: Board, spot: str, price: int) -> None:
    """A tile goes on an empty spot one can pay for."""
    require(spot not in SHEDS, "empty-spot", f"{spot} is a shed spot.")
    if spot in board.tiles:
        refuse("empty-spot", f"{board.tiles[spot].capitalize()} lies on {spot}.")
    cost = price * SUNNY_FACTOR if spot in SUN else price
    if cost > board.ducats:
        refuse("price", f"In the sun it costs {cost}; you have {ducats(board.ducats)}.")


def room(board: Board) -> int:
    """What a price is multiplied with at least, where there is an empty spot at all."""
    factor = board.factor
    require(factor, "empty-spot", "Your garden is full.")
    return factor


@dataclass(frozen=True)
class Buy(Action[Abbey]):
    """Buy a resource tile and put it into your garden."""

    space: ResourceSpace
    colour: Colour
    number: Number
    spot: Spot
    title = "Buy a resource"
    cost = "its number, in the sun double"
    icon = "barley"
    during = (TURN, MORE)

    def check(self, abbey: Abbey) -> None:
        board, left = abbey.board, abbey.left
        factor = room(board)
        price = factor * abbey.cheapest("R1")
        if abbey.phase == TURN:
            require(abbey.ahead(RESOURCE), "resource-space", "No resource tile lies ahead of your figure.")
            if price > board.ducats:
                refuse("space-action", _too_dear("these spaces", board, price))
            open_space(abbey, self.space[0])
        else:
            _here(abbey, RESOURCE, board, price)
        colour = self.colour
        still = [int(n) for n in NUMBERS if left[f"{colour} {n}"]]
        require(still, "box", f"All {colour} tiles lie in gardens already.")
        if factor * still[0] > board.ducats:
            refuse(
                "price",
                f"A {colour} tile costs at least {factor * still[0]}; you have {ducats(board.ducats)}.",
            )
        number, tile = int(self.number), f"{colour} {self.number}"
        require(left[tile], "box", f"All tiles {tile} lie in gardens already.")
        if factor * number > board.ducats:
            where = "" if factor == 1 else "only the sunny side has room, so "
            refuse(
                "price", f"{where}it costs {factor * number}; you have {ducats(board.ducats)}.".capitalize()
            )
        open_spot(board, self.spot, number)

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.walk(self.by, self.space[0]) if self.space else abbey
        price = int(self.number) * (SUNNY_FACTOR if self.spot in SUN else 1)
        after = after.lay(self.by, f"{self.colour} {self.number}", self.spot, price)
        return after.bought(self.by, self.spot)


def _too_dear(where: str, board: Board, price: int) -> str:
    if price >= NOTHING:
        return "No resource tile is left in the box."
    return f"Nothing on {where} is affordable: you have {board.ducats}, the cheapest is {price}."


def _here(abbey: Abbey, kind: str, board: Board, price: int) -> None:
    """More can be bought of the space one stands on."""
    space, key = abbey.here, "resource-space" if kind == RESOURCE else "monk-space"
    require(KIND[space] == kind, key, f"Your figure stands on {space_name(space)}.")
    require(abbey.piles[space], key, f"Nothing is left on {space_name(space)}.")
    if price > board.ducats:
        refuse("price", _too_dear("this space", board, price))


@dataclass(frozen=True)
class BuyMonk(Action[Abbey]):
    """Buy a monk and put it into your garden."""

    space: MonkSpace
    monk: Monk
    spot: Spot
    title = "Buy a monk"
    cost = "the space's price, in the sun double"
    icon = "monk"
    during = (TURN, MORE)

    def check(self, abbey: Abbey) -> None:
        board = abbey.board
        factor = room(board)
        if abbey.phase == TURN:
            ahead = abbey.ahead(MONK)
            require(ahead, "monk-space", "No monk stands ahead of your figure.")
            cheapest = factor * PRICE[ahead[-1]]
            if cheapest > board.ducats:
                refuse("space-action", _too_dear("these spaces", board, cheapest))
            space = self.space[0]
            open_space(abbey, space)
            price = factor * PRICE[space]
            if price > board.ducats:
                refuse("space-action", _too_dear("this space", board, price))
        else:
            space = abbey.here
            _here(abbey, MONK, board, factor * PRICE.get(space, 0))
        require(abbey.left[self.monk], "box", f"All {self.monk} tiles lie in gardens already.")
        open_spot(board, self.spot, PRICE[space])

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.walk(self.by, self.space[0]) if self.space else abbey
        price = PRICE[after.here] * (SUNNY_FACTOR if self.spot in SUN else 1)
        return after.lay(self.by, self.monk, self.spot, price).bought(self.by, self.spot)


@dataclass(frozen=True)
class Score(Action[Abbey]):
    """Take a scoring disc, put it on your board and activate."""

    space: DiscSpace
    spot: ScoringSpot
    number: Named
    title = "Score with a disc"
    cost = "free"
    icon = "lightning"
    during = (TURN,)

    def check(self, abbey: Abbey) -> None:
        discs = abbey.board.discs
        ahead = abbey.ahead(DISC)
        require(ahead, "disc-space", "No scoring disc lies ahead of your figure.")
        require(
            any(_free(space, discs) for space in ahead),
            "space-action",
            "No disc ahead of your figure has an empty spot on your board.",
        )
        space = self.space
        open_space(abbey, space)
        require(
            _free(space, discs),
            "space-action",
            f"Your board has no empty spot for a disc of {space_name(space)}.",
        )
        spot = self.spot
        require(
            spot in FITS[space],
            SPOT_RULE[space],
            f"A disc of {space_name(space)} does not go on the {spot} spot.",
        )
        require(spot not in discs, "disc-space", f"A disc lies on the {spot} spot already.")

    def apply(self, abbey: Abbey) -> Abbey:
        number = int(self.number[0]) if self.number else 0
        return abbey.walk(self.by, self.space).put_disc(self.by, self.space, self.spot, number)


SPOT_RULE = {space: f"disc-{space.lower()}" if len(space) == 1 else "disc-any" for space in OF_KIND[DISC]}


def _free(space: str, discs: frozenset[str]) -> bool:
    return any(spot not in discs for spot in FITS[space])


@dataclass(frozen=True)
class TakeBarrels(Action[Abbey]):
    """Take a barrel for every goal you have reached."""

    space: BarrelSpace
    title = "Take barrels"
    cost = "free"
    icon = "barrel"
    during = (TURN,)

    def check(self, abbey: Abbey) -> None:
        require(
            INDEX[OF_KIND[BARRELS][-1]] > abbey.board.figure,
            "move",
            "Your figure has passed both barrel spaces.",
        )
        board = abbey.board
        reached = board.goals()
        require(reached, "barrel-goals", "You have reached none of the twelve goals.")
        if not abbey.claims(self.by):
            goals = listed([f"“{GOAL[goal]['words']}”" for goal in reached])
            refuse("barrel-space", f"No barrel is left for you: you have reached {goals}.")
        open_space(abbey, self.space)

    def apply(self, abbey: Abbey) -> Abbey:
        return abbey.walk(self.by, self.space).take_barrels(self.by).end_turn()


@dataclass(frozen=True)
class Enter(Action[Abbey]):
    """Enter the starting area, take its reward, and be out of this round."""

    slot: Slot
    marker: Rewarded
    title = "To the starting area"
    cost = "with its reward"
    icon = "home"
    during = (START, TURN)

    def check(self, abbey: Abbey) -> None:
        slot, free = self.slot, abbey.free_slots(self.by)
        if abbey.phase == START:
            require(slot in free, "start-rewards", f"Another figure stands on “{SLOT_WORDS[slot]}”.")
            return
        require(slot in free, "starting-area", f"Another figure stands on “{SLOT_WORDS[slot]}”.")
        require(
            slot == FIRST or not abbey.must_be_first(self.by),
            "forced-first",
            "All the others are back and the first player space is free: you must take it.",
        )

    def apply(self, abbey: Abbey) -> Abbey:
        colour = self.marker[0] if self.marker else ""
        if abbey.phase == START:
            after = abbey.stand(self.by, self.slot, colour, "start-rewards")
            return after.next_start()
        rule = "forced-first" if abbey.must_be_first(self.by) else "starting-area"
        after = abbey.stand(self.by, self.slot, colour, rule)
        if after.last_round and after.board.hand:
            n = len(after.board.hand)
            words = f"{n} unplaced card{'s' * (n > 1)}: the last chance to sell."
            return after.but(phase=LAST_CALL).tell(words, rule="card-sold")
        return after.end_turn()


@dataclass(frozen=True)
class CloseShed(Action[Abbey]):
    """Place the shed and activate tiles around it."""

    shed: WhichShed
    tiles: Activated
    title = "Close the shed"
    icon = "tower"
    during = (CLOSING,)

    def check(self, abbey: Abbey) -> None:
        shed = _closing(abbey, self)
        ring = AROUND[shed]
        kind = shed_for(abbey.board.around(shed))
        at = [ring.index(spot) for spot in self.tiles]
        if kind.lie == "opposite" and len(at) > 1:
            require(
                (at[0] - at[1]) % 6 == 3,
                "shed-activate",
                f"{self.tiles[-1]} is not opposite {self.tiles[0]}: {kind.name} activates two opposite ones.",
            )
        if kind.lie == "apart":
            for spot, i in zip(self.tiles[1:], at[1:], strict=True):
                require(
                    (i - at[0]) % 2 == 0,
                    "shed-activate",
                    f"With {self.tiles[0]} and {spot} no three tiles are left with none side by side.",
                )

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.close(self.by, _closing(abbey, self), self.tiles)
        return after if after.pending else after.go_on()


@dataclass(frozen=True)
class PlaceCard(Action[Abbey]):
    """Place a privilege card beside the pair just completed."""

    card: CardName
    marker: Moved
    title = "Place a card"
    cost = "free"
    icon = "crown"
    during = (PAIR,)

    def check(self, abbey: Abbey) -> None:
        board = abbey.board
        card = self.card
        where = board.cards[card]
        require(where == HAND, "pair", f"The {card} is {where}.")
        if CARDS[card]["kind"] != "discs" or not _moved(abbey, self):
            return
        marker = self.marker[0]
        behind = board.furthest_behind()
        require(
            marker in behind,
            "card-discs",
            f"{marker.capitalize()} is not furthest behind; {listed(behind)} are.",
        )

    def apply(self, abbey: Abbey) -> Abbey:
        return abbey.card(self.by, self.card, self.marker[0] if self.marker else "").end_turn()


@dataclass(frozen=True)
class NoCard(Action[Abbey]):
    """Place no card beside this pair, now or later."""

    title = "No card here"
    cost = "this pair stays bare"
    icon = "scroll"
    during = (PAIR,)

    def apply(self, abbey: Abbey) -> Abbey:
        return abbey.tell(f"{self.by} places no card; this pair stays bare.", rule="pair").end_turn()


@dataclass(frozen=True)
class Sell(Action[Abbey]):
    """Put an unplaced privilege card back into the box."""

    card: CardName
    title = "Sell a card"
    cost = "brings 3 ducats"
    icon = "coin"
    during = (TURN, MORE, CLOSING, PAIR, LAST_CALL, TRACK)

    def check(self, abbey: Abbey) -> None:
        board = abbey.boards[self.by]
        require(HAND in board.cards.values(), "card-sold", "None of your cards is left to sell.")
        where = board.cards[self.card]
        require(where == HAND, "card-sold", f"The {self.card} is {where}.")

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey.sell(self.by, self.card)
        if after.boards[self.by].hand:
            return after
        if after.phase == LAST_CALL:
            return after.end_turn()
        if after.phase == PAIR:
            return after.tell("No card is left for the pair.", rule="pair").end_turn()
        return after


@dataclass(frozen=True)
class EndTurn(Action[Abbey]):
    """Buy and sell no more."""

    title = "End turn"
    icon = "check"
    during = (MORE, LAST_CALL)

    def apply(self, abbey: Abbey) -> Abbey:
        return abbey.end_turn()


KINDS: tuple[type[Action[Abbey]], ...] = (
    Buy,
    BuyMonk,
    Score,
    TakeBarrels,
    Enter,
    CloseShed,
    PlaceCard,
    NoCard,
    Sell,
    EndTurn,
)
