"""The verbs of a table that keeps just the track: plus and minus, barrels, cards and rounds by hand."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.actions.nouns import CardName
from companion.games.heaven_and_ale.state import Abbey, final, phases, rewards, rounds
from companion.games.heaven_and_ale.state.board import HAND
from companion.kernel.action import Action, Noun
from companion.kernel.state import Told, counted

require, refuse = box.RULES.require, box.RULES.refuse

DUCATS = "ducats"
STEPS = tuple(str(n) for n in range(1, 13))

Counted = Annotated[str, Noun[Abbey]("Of what?", lambda abbey, draft: (*box.MARKERS, DUCATS))]
Steps = Annotated[str, Noun[Abbey]("How many?", lambda abbey, draft: STEPS)]
Goal = Annotated[str, Noun[Abbey]("Which barrel?", lambda abbey, draft: box.GOALS)]


@dataclass(frozen=True)
class ByHand(Action[Abbey]):
    """What a table that keeps just the track tells its phone; nothing of the game itself."""

    during = (phases.TRACK,)


@dataclass(frozen=True)
class Plus(ByHand):
    """Move a marker forward, or take ducats."""

    what: Counted
    steps: Steps
    title = "Plus"
    icon = "plus"

    def check(self, abbey: Abbey) -> None:
        board, what = abbey.boards[self.by], self.what
        if what == box.BREWMASTER:
            require(
                board.brewmaster < box.LAST,
                "track-only",
                f"The brewmaster stands on {box.LAST}, the last space.",
            )
        if what in box.COLOURS:
            most, now = box.SCORING.ducats_most, board.ducats
            require(now + len(STEPS) <= most, "track-only", f"The purse holds {most} at most.")
        if what == DUCATS:
            left = box.SCORING.ducats_most - board.ducats
            require(left, "track-only", f"The purse holds {box.SCORING.ducats_most} at most.")
            require(
                int(self.steps) <= left, "track-only", f"{left} more fit into the purse, not {self.steps}."
            )

    def apply(self, abbey: Abbey) -> Abbey:
        n = int(self.steps)
        if self.what == DUCATS:
            return abbey.earn(self.by, n, "track-only")
        if self.what == box.BREWMASTER:
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
            require(int(self.steps) <= room, "track-only", f"You have {box.ducats(room)}, not {self.steps}.")
        else:
            what, first = self.what.capitalize(), box.place_words(abbey.lowest)
            require(room, "track-only", f"{what} stands on {first}, where the track begins.")
            why = f"{what} can go back {counted(room, 'step')} at most, to {first}."
            require(int(self.steps) <= room, "track-only", why)

    def _room(self, abbey: Abbey, what: str) -> int:
        board = abbey.boards[self.by]
        if what == DUCATS:
            return board.ducats
        return board.at(what) - abbey.lowest

    def apply(self, abbey: Abbey) -> Abbey:
        n, board = int(self.steps), abbey.boards[self.by]
        if self.what == DUCATS:
            return abbey.pay(self.by, n, "track-only")
        about = (f"{self.by} {self.what}",)
        if self.what == box.BREWMASTER:
            to = board.brewmaster - n
            told = Told(f"Brewmaster −{n} → {box.place_words(to)}.", about, "track-only")
            return abbey.mend(self.by, [told], brewmaster=to)
        i = box.COLOURS.index(self.what)
        to = board.markers[i] - n
        told = Told(f"{self.what.capitalize()} −{n} → {box.place_words(to)}.", about, "track-only")
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
        require(abbey.barrel(goal), "barrel-space", f"Both barrels “{box.GOAL[goal].words}” are taken.")
        if goal in box.ON_TRACK:
            now, of = board.reached(goal), box.GOAL[goal].of
            require(now >= of, "barrel-goals", f"“{box.GOAL[goal].words}” is not reached: {now} of {of}.")

    def apply(self, abbey: Abbey) -> Abbey:
        barrels, goal = dict(abbey.boards[self.by].barrels), self.goal
        if goal in barrels:
            words = f"Put the {barrels.pop(goal)} barrel “{box.GOAL[goal].words}” back."
        else:
            barrels[goal] = abbey.barrel(goal)
            words = f"Take the {barrels[goal]} barrel “{box.GOAL[goal].words}”."
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
        if box.CARDS[self.card].kind in ("colour", "discs"):
            return rewards.place_card(abbey, self.by, self.card).tell(
                f"Move the marker with Plus: {box.CARDS[self.card].words}", rule="track-only"
            )
        return rewards.card(abbey, self.by, self.card)


@dataclass(frozen=True)
class FirstPlayer(ByHand):
    """Your figure takes the first player space."""

    title = "I go first"
    icon = "flag"

    def check(self, abbey: Abbey) -> None:
        require(abbey.boards[self.by].slot != box.FIRST, "track-only", "Your figure stands there already.")

    def apply(self, abbey: Abbey) -> Abbey:
        boards = {
            seat: board.but(slot=box.FIRST if seat == self.by else "") for seat, board in abbey.boards.items()
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
            return rounds.next_round(abbey)
        told = f"Round {abbey.round} was the last."
        return final.count_up(abbey.tell(told, "Round", rule="game-end"))


KINDS: tuple[type[Action[Abbey]], ...] = (Plus, Minus, Barrel, LayCard, FirstPlayer, EndRound)
