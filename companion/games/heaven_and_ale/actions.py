"""The verbs of Heaven & Ale. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass

from companion.games.heaven_and_ale.board import HAND
from companion.games.heaven_and_ale.box import (
    BARRELS,
    CARDS,
    DISC,
    FIRST,
    FITS,
    GOAL,
    INDEX,
    OF_KIND,
    RULES,
    SALE,
    SLOT_WORDS,
)
from companion.games.heaven_and_ale.buying import Buy, BuyMonk, CloseShed, open_space
from companion.games.heaven_and_ale.nouns import (
    BarrelSpace,
    CardName,
    DiscSpace,
    Moved,
    Named,
    Rewarded,
    ScoringSpot,
    Slot,
    choices_of_marker,
)
from companion.games.heaven_and_ale.seen import (
    CLOSING,
    LAST_CALL,
    MORE,
    PAIR,
    START,
    TRACK,
    TURN,
    ducats,
    space_name,
)
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Action
from companion.kernel.state import counted, listed

require, refuse = RULES.require, RULES.refuse


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
            words = f"{counted(n, 'unplaced card')}: the last chance to sell."
            return after.but(phase=LAST_CALL).tell(words, rule="card-sold")
        return after.end_turn()


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
        if CARDS[card]["kind"] != "discs" or not choices_of_marker(abbey, self):
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
    cost = f"brings {ducats(SALE)}"
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
