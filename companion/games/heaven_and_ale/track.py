"""The verbs of a table that keeps just the track: plus and minus, barrels, cards and rounds by hand."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heaven_and_ale.board import HAND
from companion.games.heaven_and_ale.box import (
    BREWMASTER,
    CARDS,
    COLOURS,
    FIRST,
    GOAL,
    GOALS,
    LAST,
    LOWEST,
    MARKERS,
    ON_TRACK,
    RULES,
    SCORING,
)
from companion.games.heaven_and_ale.nouns import CardName
from companion.games.heaven_and_ale.seen import TRACK, ducats
from companion.games.heaven_and_ale.sheet import place
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.action import Action, Noun
from companion.kernel.state import Told

require, refuse = RULES.require, RULES.refuse

DUCATS = "ducats"
STEPS = tuple(str(n) for n in range(1, 13))

Counted = Annotated[str, Noun[Abbey]("Of what?", lambda abbey, draft: (*MARKERS, DUCATS))]
Steps = Annotated[str, Noun[Abbey]("How many?", lambda abbey, draft: STEPS)]
Goal = Annotated[str, Noun[Abbey]("Which barrel?", lambda abbey, draft: GOALS)]


@dataclass(frozen=True)
class ByHand(Action[Abbey]):
    """What a table that keeps just the track tells its phone; nothing of the game itself."""

    during = (TRACK,)


@dataclass(frozen=True)
class Plus(ByHand):
    """Move a marker forward, or take ducats."""

    what: Counted
    steps: Steps
    title = "Plus"
    icon = "plus"

    def check(self, abbey: Abbey) -> None:
        board, what = abbey.boards[self.by], self.what
        if what == BREWMASTER:
            require(
                board.brewmaster < LAST, "track-only", f"The brewmaster stands on {LAST}, the last space."
            )
        if what in COLOURS:
            most, now = SCORING["ducats_most"], board.ducats
            require(now + len(STEPS) <= most, "track-only", f"The purse holds {most} at most.")
        if what == DUCATS:
            left = SCORING["ducats_most"] - board.ducats
            require(left, "track-only", f"The purse holds {SCORING['ducats_most']} at most.")
            require(
                int(self.steps) <= left, "track-only", f"{left} more fit into the purse, not {self.steps}."
            )

    def apply(self, abbey: Abbey) -> Abbey:
        n = int(self.steps)
        if self.what == DUCATS:
            return abbey.earn(self.by, n, "track-only")
        if self.what == BREWMASTER:
            return abbey.brew(self.by, n, "track-only")
        return abbey.forward(self.by, self.what, n, "track-only")


@dataclass(frozen=True)
class Minus(ByHand):
    """Move a marker back, or pay ducats."""

    what: Counted
    steps: Steps
    title = "Minus"
    icon = "undo"

    def check(self, abbey: Abbey) -> None:
        room = self._room(abbey, self.what)
        if self.what == DUCATS:
            require(room, "track-only", "There is no ducat to pay with.")
            require(int(self.steps) <= room, "track-only", f"You have {ducats(room)}, not {self.steps}.")
        else:
            why = f"{self.what.capitalize()} can go back {room}, to {place(LOWEST)}."
            require(room, "track-only", why)
            require(int(self.steps) <= room, "track-only", why)

    def _room(self, abbey: Abbey, what: str) -> int:
        board = abbey.boards[self.by]
        if what == DUCATS:
            return board.ducats
        at = board.brewmaster if what == BREWMASTER else board.markers[COLOURS.index(what)]
        return at - LOWEST

    def apply(self, abbey: Abbey) -> Abbey:
        n, board = int(self.steps), abbey.boards[self.by]
        if self.what == DUCATS:
            return abbey.pay(self.by, n, "track-only")
        about = (f"{self.by} {self.what}",)
        if self.what == BREWMASTER:
            to = board.brewmaster - n
            told = Told(f"Brewmaster −{n} → {place(to)}.", about, "track-only")
            return abbey.mend(self.by, [told], brewmaster=to)
        i = COLOURS.index(self.what)
        to = board.markers[i] - n
        told = Told(f"{self.what.capitalize()} −{n} → {place(to)}.", about, "track-only")
        return abbey.mend(self.by, [told], markers=(*board.markers[:i], to, *board.markers[i + 1 :]))


@dataclass(frozen=True)
class Barrel(ByHand):
    """Take a barrel, the large one if it is still there; or put one of yours back."""

    goal: Goal
    title = "Barrel"
    cost = "take it, or put it back"
    icon = "barrel"

    def check(self, abbey: Abbey) -> None:
        board, goal = abbey.boards[self.by], self.goal
        if goal in board.barrels:
            return
        require(abbey.barrel(goal), "barrel-space", f"Both barrels “{goal}” are taken.")
        if goal in ON_TRACK:
            now, of = board.reached(goal), GOAL[goal]["of"]
            require(now >= of, "barrel-goals", f"“{GOAL[goal]['words']}” is not reached: {now} of {of}.")

    def apply(self, abbey: Abbey) -> Abbey:
        barrels, goal = dict(abbey.boards[self.by].barrels), self.goal
        if goal in barrels:
            words = f"Put the {barrels.pop(goal)} barrel “{goal}” back."
        else:
            barrels[goal] = abbey.barrel(goal)
            words = f"Take the {barrels[goal]} barrel “{goal}”."
        told = Told(words, (f"{self.by} barrel {goal}",), "track-only")
        return abbey.mend(self.by, [told], barrels=barrels)


@dataclass(frozen=True)
class LayCard(ByHand):
    """Place a privilege card; ducats and brewmaster come by themselves, markers by Plus."""

    card: CardName
    title = "Place a card"
    icon = "crown"

    def check(self, abbey: Abbey) -> None:
        cards = abbey.boards[self.by].cards
        require(HAND in cards.values(), "pair", "None of your cards is left.")
        require(cards[self.card] == HAND, "pair", f"The {self.card} is {cards[self.card]}.")

    def apply(self, abbey: Abbey) -> Abbey:
        if CARDS[self.card]["kind"] in ("colour", "discs"):
            return abbey.placed(self.by, self.card).tell(
                f"Move the marker with Plus: {CARDS[self.card]['words']}", rule="track-only"
            )
        return abbey.card(self.by, self.card)


@dataclass(frozen=True)
class FirstPlayer(ByHand):
    """Your figure takes the first player space."""

    title = "I go first"
    icon = "flag"

    def check(self, abbey: Abbey) -> None:
        require(abbey.boards[self.by].slot != FIRST, "track-only", "Your figure stands there already.")

    def apply(self, abbey: Abbey) -> Abbey:
        boards = {
            seat: board.but(slot=FIRST if seat == self.by else "") for seat, board in abbey.boards.items()
        }
        return abbey.but(boards=boards).tell(
            f"{self.by} has the first player space.",
            *[f"{seat} figure" for seat in boards],
            rule="track-only",
        )


@dataclass(frozen=True)
class EndRound(ByHand):
    """All are back: on to the next round, or to the score after the last."""

    title = "End the round"
    icon = "hourglass"

    def apply(self, abbey: Abbey) -> Abbey:
        if not abbey.last_round:
            return abbey.next_round()
        told = f"Round {abbey.round} was the last."
        return abbey.tell(told, "Round", rule="game-end").count_up()


KINDS: tuple[type[Action[Abbey]], ...] = (Plus, Minus, Barrel, LayCard, FirstPlayer, EndRound)
