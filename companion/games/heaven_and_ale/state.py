"""A moment of Heaven & Ale, and the movements of hands that lead to the next."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.games.heaven_and_ale.board import LARGE, PLACED, SMALL, SOLD, Board
from companion.games.heaven_and_ale.box import (
    AREA,
    BESIDE_SHED,
    BREWMASTER,
    CARDS,
    COLOURS,
    DISC,
    FIRST,
    GARDEN,
    HOME,
    INDEX,
    KIND,
    LAST,
    MONK,
    MONKS,
    OF_KIND,
    PARTNER,
    PRICE,
    RESOURCE,
    ROUNDS,
    RULES,
    SALE,
    SECOND,
    SHADE,
    SLOT_WORDS,
    SLOTS,
    TILE,
    TILES,
    X,
    shed_for,
)
from companion.games.heaven_and_ale.scoring import End, score, winners
from companion.games.heaven_and_ale.sheet import ducat_words, exchange_words, place
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State, Told, listed, possessive

START, TURN, MORE, CLOSING, PAIR, LAST_CALL, TRACK = (
    "start",
    "turn",
    "more",
    "closing",
    "pair",
    "last call",
    "track",
)
PHASES = {
    START: "the choice of starting spaces",
    TURN: "a turn",
    MORE: "a purchase",
    CLOSING: "the closing of a shed",
    PAIR: "the completing of a pair",
    LAST_CALL: "the last sale",
    TRACK: "a table that keeps just the track",
}


NOTHING = 99
"""The price of a tile where none is left."""


def ducats(n: int) -> str:
    """``1 ducat``, ``2 ducats``."""
    return f"{n} ducat{'s' * (n != 1)}"


@dataclass(frozen=True, kw_only=True)
class Abbey(State):
    """Every board, what lies on the spaces, and whose turn it is."""

    rules: ClassVar[Rulebook] = RULES

    players: tuple[str, ...]
    """The seats, clockwise."""
    boards: Mapping[str, Board]
    may_stop: bool = False
    """True where the exchange of the final score may be ended early."""
    round: int = 1
    turn: str = ""
    piles: Mapping[str, int] = field(default_factory=dict)
    """Space of the main board to how many tiles, monks or discs lie on it."""
    left: Mapping[str, int] = field(default_factory=dict)
    """Tile to how many like it lie in nobody's garden."""
    pending: tuple[str, ...] = ()
    """Shed spots just enclosed, whose tiles must still be chosen."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        return self.players if self.phase == TRACK else (self.turn,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def rounds(self) -> int:
        """How many rounds the game lasts."""
        return ROUNDS[len(self.players)]

    @property
    def board(self) -> Board:
        """The board of the player whose turn it is."""
        return self.boards[self.turn]

    @property
    def here(self) -> str:
        """The space the figure of the player whose turn it is stands on; empty in the starting area."""
        at = self.board.figure
        return _NAMES[at - 1] if 0 < at < HOME else ""

    @property
    def last_round(self) -> bool:
        """Whether this is the last round."""
        return self.round == self.rounds

    def ahead(self, kind: str) -> list[str]:
        """The spaces of a kind ahead of the figure that hold something (a barrel space always does)."""
        at, piles = self.board.figure, self.piles
        return [space for space in OF_KIND[kind] if INDEX[space] > at and piles.get(space, 1)]

    def free_slots(self, seat: str) -> list[str]:
        """The spaces of the starting area where no other figure stands."""
        taken = {
            board.slot
            for other, board in self.boards.items()
            if other != seat and (board.figure == HOME or board.figure == 0)
        }
        return [slot for slot in SLOTS if slot not in taken]

    def must_be_first(self, seat: str) -> bool:
        """Whether all the others are back and the first player space is free."""
        return FIRST in self.free_slots(seat) and all(
            board.figure == HOME for other, board in self.boards.items() if other != seat
        )

    def barrel(self, goal: str) -> str:
        """The size of the uppermost barrel of a goal; empty if both are gone."""
        taken = {board.barrels.get(goal) for board in self.boards.values()}
        return LARGE if LARGE not in taken else "" if SMALL in taken else SMALL

    def claims(self, seat: str) -> list[str]:
        """The goals whose barrel a seat could take now."""
        board = self.boards[seat]
        return [goal for goal in board.goals() if goal not in board.barrels and self.barrel(goal)]

    def can_go_on_buying(self) -> bool:
        """Whether another tile of this space can be paid for, if need be by selling cards."""
        space, board = self.here, self.board
        if not self.piles.get(space, 0) or not board.factor:
            return False
        purse = board.ducats + SALE * len(board.hand)
        return purse >= board.factor * self.cheapest(space)

    def cheapest(self, space: str) -> int:
        """The least that a tile of a space can cost in the shade."""
        if KIND[space] == MONK:
            return PRICE[space]
        for number, names in _OF_NUMBER.items():
            for name in names:
                if self.left[name]:
                    return number
        return NOTHING

    # -- movements of hands -------------------------------------------------------------------------------

    def mend(self, seat: str, told: Iterable[Told] = (), **changes: Any) -> Self:
        """Change some things of a player's, and tell."""
        boards = {**self.boards, seat: self.boards[seat].but(**changes)}
        return self.but(boards=boards, told=(*self.told, *told))

    def pay(self, seat: str, price: int, rule: str = "") -> Self:
        """Put ducats back into the reserve."""
        left = self.boards[seat].ducats - price
        return self.mend(
            seat, [Told(f"Pay {ducats(price)}: {left} left.", (f"{seat} ducats",), rule)], ducats=left
        )

    def earn(self, seat: str, n: int, rule: str) -> Self:
        """Take ducats from the reserve."""
        if not n:
            return self
        total = self.boards[seat].ducats + n
        return self.mend(
            seat, [Told(f"Take {ducats(n)}: {total} now.", (f"{seat} ducats",), rule)], ducats=total
        )

    def brew(self, seat: str, steps: int, rule: str) -> Self:
        """Move the brewmaster, never past the last space."""
        if not steps:
            return self
        at = self.boards[seat].brewmaster
        to = min(LAST, at + steps)
        about = (f"{seat} {BREWMASTER}",)
        told = [Told(f"Brewmaster +{to - at} → {place(to)}.", about, rule)] if to > at else []
        if to - at < steps:
            told.append(Told(f"The brewmaster stays on {LAST}.", about, "brewmaster-end"))
        return self.mend(seat, told, brewmaster=to)

    def forward(self, seat: str, colour: str, steps: int, rule: str) -> Self:
        """Move a resource marker; steps beyond the last space give a ducat each."""
        if not steps:
            return self
        board, i = self.boards[seat], COLOURS.index(colour)
        at = board.markers[i]
        to = min(LAST, at + steps)
        over = steps - (to - at)
        about = (f"{seat} {colour}",)
        told = [Told(f"{colour.capitalize()} +{to - at} → {place(to)}.", about, rule)] if to > at else []
        if over:
            words = f"{colour.capitalize()} is on {LAST}: {ducats(over)} instead."
            told.append(Told(words, (*about, f"{seat} ducats"), "track-end"))
        markers = (*board.markers[:i], to, *board.markers[i + 1 :])
        return self.mend(seat, told, markers=markers, ducats=board.ducats + over)

    def walk(self, seat: str, space: str) -> Self:
        """Move a figure clockwise to a space."""
        words = f"Move {possessive(seat)} figure to {space_name(space)}."
        return self.mend(seat, [Told(words, (f"{seat} figure",))], figure=INDEX[space], slot="")

    def lay(self, seat: str, tile: str, spot: str, price: int) -> Self:
        """Buy a tile of the space the figure stands on, and put it into the garden."""
        space, board = self.here, self.boards[seat]
        after = self.but(
            piles={**self.piles, space: self.piles[space] - 1}, left={**self.left, tile: self.left[tile] - 1}
        ).pay(seat, price, "price")
        side = "shade" if spot in SHADE else "sun"
        words = f"Put {tile} on {spot}, in the {side}."
        return after.mend(seat, [Told(words, (f"{seat} {spot}", space))], tiles={**board.tiles, spot: tile})

    def activate(self, seat: str, spots: Sequence[str], rule: str) -> Self:
        """Activate tiles, named twice if twice: ducats from the shade, steps in the sun, monks brew."""
        tiles = self.boards[seat].tiles
        if not spots:
            return self.tell("There is nothing to activate.", rule=rule)
        steps: Counter[str] = Counter()
        for spot in spots:
            tile = TILE[tiles[spot]]
            if not tile.colour:
                steps[BREWMASTER] += 1
            else:
                steps["ducats" if spot in SHADE else tile.colour] += tile.number
        times = Counter(spots)
        named = [f"{tiles[spot]} on {spot}{_times(n)}" for spot, n in times.items()]
        after = self.tell(f"Activate {listed(named)}.", *[f"{seat} {spot}" for spot in times], rule=rule)
        for colour in COLOURS:
            after = after.forward(seat, colour, steps[colour], "activate-sun")
        after = after.brew(seat, steps[BREWMASTER], "activate-monk")
        return after.earn(seat, steps["ducats"], "activate-shade")

    # -- what comes of it ---------------------------------------------------------------------------------

    def bought(self, seat: str, spot: str) -> Self:
        """Close what the new tile encloses, then go on."""
        board = self.boards[seat]
        closed = [shed for shed in BESIDE_SHED[spot] if board.closes(shed)]
        after = self.but(phase=CLOSING, pending=tuple(closed))
        for shed in closed:
            if not shed_for(board.around(shed)).tiles:
                after = after.close(seat, shed, ())
        if len(closed) > 1 and len(after.pending) > 1:
            after = after.tell(f"{listed(closed)} are enclosed: one after the other.", rule="two-sheds")
        return after if after.pending else after.go_on()

    def close(self, seat: str, shed: str, spots: Sequence[str]) -> Self:
        """Brewmaster, shed, activation, in that order."""
        board = self.boards[seat]
        total = board.around(shed)
        kind = shed_for(total)
        after = self.tell(f"{shed} is enclosed: the sum around it is {total}.", f"{seat} {shed}", rule="shed")
        after = after.brew(seat, kind.brewmaster, "shed")
        words = f"Put a {kind.name} shed on {shed}."
        after = after.mend(
            seat, [Told(words, (f"{seat} {shed}",), "shed")], sheds={**board.sheds, shed: kind.name}
        )
        if spots:
            after = after.activate(seat, spots, "shed-activate")
        return after.but(pending=tuple(other for other in self.pending if other != shed))

    def go_on(self) -> Self:
        """After a purchase: stay while more can be bought here."""
        return self.but(phase=MORE) if self.can_go_on_buying() else self.end_turn()

    def put_disc(self, seat: str, space: str, spot: str, number: int) -> Self:
        """Take a disc, put it on a scoring spot, and activate what it says."""
        board = self.boards[seat]
        words = f"Take a disc from {space_name(space)} and put it on {possessive(seat)} {spot} spot."
        after = self.but(piles={**self.piles, space: self.piles[space] - 1})
        after = after.mend(
            seat, [Told(words, (f"{seat} disc {spot}", space), "disc-space")], discs=board.discs | {spot}
        )
        if spot == X:
            after = after.activate(seat, board.of_number(number), "disc-a")
        elif spot in MONKS:
            beside = [
                other
                for at, tile in board.tiles.items()
                if tile == spot
                for other in GARDEN.beside[at]
                if other in board.tiles
            ]
            after = after.activate(seat, beside, "disc-b")
        else:
            after = after.activate(seat, board.of_colour(spot), "disc-c")
        if PARTNER[spot] not in board.discs:
            return after.end_turn()
        pair = listed(sorted((spot, PARTNER[spot])))
        if not board.hand:
            return after.tell(f"The pair {pair} is complete; no card is left.", rule="pair").end_turn()
        return after.but(phase=PAIR).tell(f"The pair {pair} is complete: a card may be placed.", rule="pair")

    def placed(self, seat: str, card: str) -> Self:
        """Put a privilege card beside a pair."""
        told = Told(f"Put the {card} beside the pair.", (f"{seat} {card}",), "pair")
        return self.mend(seat, [told], cards={**self.boards[seat].cards, card: PLACED})

    def card(self, seat: str, card: str, colour: str = "") -> Self:
        """Place a privilege card, and take what it gives."""
        board = self.boards[seat]
        facts = CARDS[card]
        after = self.placed(seat, card)
        match facts["kind"]:
            case "colour":
                after = after.forward(seat, colour, len(board.of_colour(colour)), "card-colour")
            case "discs":
                after = after.forward(
                    seat, colour or board.furthest_behind()[0], len(board.discs), "card-discs"
                )
            case "ducats":
                after = after.earn(seat, facts["ducats"], "card-ducats")
            case "brewmaster":
                after = after.brew(seat, facts["steps"], "card-brewmaster")
        return after

    def sell(self, seat: str, card: str) -> Self:
        """Return an unplaced card to the box."""
        told = Told(f"Put the {card} back into the box.", (f"{seat} {card}",), "card-sold")
        cards = {**self.boards[seat].cards, card: SOLD}
        return self.mend(seat, [told], cards=cards).earn(seat, SALE, "card-sold")

    def take_barrels(self, seat: str) -> Self:
        """Take the uppermost barrel of every goal reached."""
        after = self
        for goal in self.claims(seat):
            size = self.barrel(goal)
            barrels = {**after.boards[seat].barrels, goal: size}
            about = (f"{seat} barrel {goal}", f"barrel {goal}")
            after = after.mend(
                seat, [Told(f"Take the {size} barrel “{goal}”.", about, "barrel-space")], barrels=barrels
            )
        return after

    def stand(self, seat: str, slot: str, colour: str, rule: str) -> Self:
        """Put a figure on a space of the starting area and take its reward."""
        back = 0 if self.phase == START else HOME
        words = f"Put {possessive(seat)} figure on “{SLOT_WORDS[slot]}”."
        after = self.mend(seat, [Told(words, (f"{seat} figure",), rule)], figure=back, slot=slot)
        match slot:
            case "brewmaster":
                return after.brew(seat, AREA["brewmaster"], rule)
            case "marker":
                return after.forward(seat, colour, AREA["marker"], rule)
            case "ducats":
                return after.earn(seat, AREA["ducats"], rule)
        return after

    # -- the sequence of play -----------------------------------------------------------------------------

    def after(self, seat: str, step: int = 1) -> str:
        """The next seat clockwise, or with ``step`` -1 counter-clockwise."""
        return self.players[(self.players.index(seat) + step) % len(self.players)]

    def next_start(self) -> Self:
        """The next figure counter-clockwise, or the first turn once all have a starting space."""
        seat = self.after(self.turn, -1)
        return self.but(turn=seat) if not self.boards[seat].slot else self.begin_turn(seat)

    def begin_turn(self, seat: str) -> Self:
        """A player's turn."""
        return self.but(phase=TURN, turn=seat).tell(f"{possessive(seat)} turn.", "Turn")

    def end_turn(self) -> Self:
        """The next player clockwise who is not back yet, or the end of the round."""
        seat = self.turn
        for _ in self.players:
            seat = self.after(seat)
            if self.boards[seat].figure != HOME:
                return self.begin_turn(seat)
        return self.end_round()

    def end_round(self) -> Self:
        """Fill the board up for the next round, or count the score after the last."""
        if self.last_round:
            told = f"Round {self.round} was the last, and all are back."
            return self.tell(told, "Round", rule="game-end").count_up()
        after = self.next_round()
        first = next((seat for seat, board in self.boards.items() if board.slot == FIRST), self.turn)
        boards = {seat: board.but(figure=0) for seat, board in after.boards.items()}
        return after.but(boards=boards).begin_turn(first)

    def next_round(self) -> Self:
        """Lay out tiles, monks and discs."""
        after = self.but(round=self.round + 1)
        piles = dict(self.piles)
        for space in piles:
            piles[space] = max(piles[space], 1) if KIND[space] == DISC else piles[space] + 1
        after = after.but(piles=piles).tell(f"Round {after.round} of {self.rounds}.", "Round")
        after = after.tell(
            "Put a monk from the next pile on each monk space and a tile on each resource space;"
            " fill each scoring space up to one disc.",
            rule="round-end",
        )
        second = SECOND[len(self.players)]
        if not after.last_round or not second:
            return after
        words = f"The last round: put a second disc on {listed([space_name(space) for space in second])}."
        return after.but(piles={**piles, **dict.fromkeys(second, 2)}).tell(words, *second, rule="last-round")

    def ends(self) -> list[End]:
        """What the final score looks at, seat by seat."""
        return [board.end(seat) for seat, board in self.boards.items()]

    def count_up(self) -> Self:
        """Tell every score line by line, and who wins."""
        after, scores = self, []
        for end in self.ends():
            found = score(end)
            if self.may_stop and found.stopping:
                found = found.stopping
            scores.append(found)
            steps = [
                Told(exchange_words(unit), (f"{end.name} {unit.moved[0]}",), "exchange")
                for unit in found.exchange
            ]
            steps += [
                Told(ducat_words(unit), (f"{end.name} ducats",), "ducat-steps") for unit in found.bought
            ]
            lines = [
                Told(
                    f"{end.name}: {line.label.lower()} {line.count} × {line.each} = {line.points}.",
                    (),
                    line.rule,
                )
                for line in found.lines
                if line.points or line.rule == "production"
            ]
            words = f"{end.name}: {found.rate} back for 1 forward, {found.value} points a level."
            after = after.but(
                told=(*after.told, Told(words, (f"{end.name} {BREWMASTER}",), "rate"), *steps, *lines)
            )
        best = winners(scores)
        totals = tuple((each.end.name, each.total) for each in scores)
        top = max(total for _, total in totals)
        why = f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'} with {top} points."
        return after.finish(tuple(best), "most-points", why, totals)


def space_name(space: str) -> str:
    """A space in words: ``resource space 3``."""
    match KIND[space]:
        case kind if kind == RESOURCE:
            return f"resource space {space.removeprefix('R')}"
        case kind if kind == MONK:
            return f"the monk space at {PRICE[space]}"
        case kind if kind == DISC:
            return f"scoring space {'A/B/C ' + space[3:] if space.startswith('ABC') else space}"
    return space.lower()


def start(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]


def _times(n: int) -> str:
    return "" if n == 1 else " twice" if n == 2 else f" {n} times"


_NAMES = tuple(INDEX)
_OF_NUMBER: dict[int, list[str]] = {
    n: [name for name, tile in TILE.items() if tile.number == n] for n in TILES["numbers"]
}
