"""The verbs of a table that keeps just the track: plus and minus, barrels, cards and rounds by hand."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.actions import checks, foresee
from companion.games.heaven_and_ale.actions.foresee import ScoringAction
from companion.games.heaven_and_ale.actions.nouns import ScoringSpot
from companion.games.heaven_and_ale.state import Abbey, phases, rewards, rounds
from companion.kernel.action import Action, Noun
from companion.kernel.state import Told
from companion.words import Text, message

require, refuse = box.RULES.require, box.RULES.refuse

DUCATS = "ducats"
NO_CARD, ALL_BACK = "no card", "everybody is back"
STEPS = tuple(str(n) for n in range(1, 13))

Counted = Annotated[str, Noun[Abbey]("Of what?", lambda abbey, draft: (*box.MARKERS, DUCATS))]
Steps = Annotated[str, Noun[Abbey]("How many?", lambda abbey, draft: STEPS)]
Goal = Annotated[str, Noun[Abbey]("Which barrel?", lambda abbey, draft: box.GOALS)]


@dataclass(frozen=True)
class ByHand(ScoringAction):
    """An action that tells the phone of a table that keeps just the track."""

    during = (phases.TRACK,)


@dataclass(frozen=True)
class Step(ByHand):
    """An action that says how far a marker goes, or how many ducats."""

    what: Counted
    steps: Steps
    at_once = True


@dataclass(frozen=True)
class Plus(Step):
    """Move a marker forward, or take ducats."""

    title = "Plus"
    icon = "plus"

    def check(self, abbey: Abbey) -> None:
        board, what = abbey.boards[self.by], self.what
        if what == box.BREWMASTER:
            words = "The brewmaster stands on {last}, the last space."
            require(board.brewmaster < box.LAST, "track-only", words, last=box.LAST)
        if what in box.COLOURS:
            most, now = box.SCORING.ducats_most, board.ducats
            require(now + len(STEPS) <= most, "track-only", "The purse holds {most} at most.", most=most)
        if what == DUCATS:
            left = box.SCORING.ducats_most - board.ducats
            require(left, "track-only", "The purse holds {most} at most.", most=box.SCORING.ducats_most)
            words = "{left} more fit into the purse, not {steps}."
            require(int(self.steps) <= left, "track-only", words, left=left, steps=self.steps)

    def apply(self, abbey: Abbey) -> Abbey:
        n = int(self.steps)
        if self.what == DUCATS:
            return abbey.earn(self.by, n, "track-only")
        if self.what == box.BREWMASTER:
            return abbey.brew(self.by, n, "track-only")
        return abbey.forward(self.by, self.what, n, "track-only")


@dataclass(frozen=True)
class Minus(Step):
    """Move a marker back, or pay ducats."""

    title = "Minus"
    icon = "undo"

    def check(self, abbey: Abbey) -> None:
        room = self._room(abbey, self.what)
        if self.what == DUCATS:
            require(room, "track-only", "There is no ducat to pay with.")
            words, has = "You have {ducats}, not {steps}.", box.ducats(room)
            require(int(self.steps) <= room, "track-only", words, ducats=has, steps=self.steps)
        else:
            what, first = self.what, box.place(abbey.lowest)
            words = "{What} stands on {first}, where the track begins."
            require(room, "track-only", words, what=what, first=first)
            why = message(
                "{What} can go back {room:# step|# steps} at most, to {first}.",
                what=what,
                room=room,
                first=first,
            )
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
        to = board.at(self.what) - n
        words = "Brewmaster −{n} → {place}." if self.what == box.BREWMASTER else "{What} −{n} → {place}."
        sentence = message(words, what=self.what, n=n, place=box.place(to))
        line = Told(sentence, (box.owned(self.by, self.what),), "track-only")
        return abbey.mend(self.by, [line], **board.moved(self.what, to))


@dataclass(frozen=True)
class Barrel(ByHand):
    """Take a barrel, the large one if it is still there; or put one of yours back."""

    goal: Goal
    title = "Barrel"
    cost = "take it, or put it back"
    icon = "barrel"
    at_once = True

    def check(self, abbey: Abbey) -> None:
        board, goal = abbey.boards[self.by], self.goal
        if goal in board.barrels:
            return
        require(
            abbey.barrel(goal), "barrel-space", "Both barrels “{goal}” are taken.", goal=box.GOAL[goal].words
        )
        if goal in box.ON_TRACK:
            now, of, words = board.reached(goal), box.GOAL[goal].of, "“{goal}” is not reached: {now} of {of}."
            require(now >= of, "barrel-goals", words, goal=box.GOAL[goal].words, now=now, of=of)

    def apply(self, abbey: Abbey) -> Abbey:
        barrels, goal = dict(abbey.boards[self.by].barrels), self.goal
        if goal in barrels:
            words = message(
                "Put the {size} barrel “{goal}” back.", size=barrels.pop(goal), goal=box.GOAL[goal].words
            )
        else:
            barrels[goal] = abbey.barrel(goal)
            words = message("Take the {size} barrel “{goal}”.", size=barrels[goal], goal=box.GOAL[goal].words)
        line = Told(words, (box.owned(self.by, goal, "barrel "),), "track-only")
        return abbey.mend(self.by, [line], barrels=barrels)


def _completes(abbey: Abbey, draft: Any) -> bool:
    """True if the disc completes a pair, and a card is left to be placed beside it."""
    board = abbey.boards[draft.by]
    return bool(box.PARTNER[draft.spot] in board.discs and board.hand)


def _choice_of_marker(abbey: Abbey, draft: Any) -> int:
    """Return 1 if the card leaves a choice of markers that the phone knows of, else 0."""
    discs = bool(draft.card) and draft.card[0] == box.CARD_OF["discs"]
    return int(discs and len(abbey.boards[draft.by].furthest_behind()) > 1)


CardBeside = Annotated[
    tuple[str, ...],
    Noun[Abbey](
        "A pair is complete. Which card beside it?",
        lambda abbey, draft: (*box.CARDS, NO_CARD),
        count=lambda abbey, draft: int(_completes(abbey, draft)),
    ),
]
Behind = Annotated[
    tuple[str, ...],
    Noun[Abbey]("Which marker moves?", lambda abbey, draft: box.COLOURS, count=_choice_of_marker),
]


@dataclass(frozen=True)
class LayDisc(ByHand):
    """Put a disc on a scoring spot; where it completes a pair, a card beside it."""

    spot: ScoringSpot
    card: CardBeside
    marker: Behind
    title = "Lay a disc"
    cost = "and a card beside a pair"
    icon = "lightning"
    at_once = True

    def check(self, abbey: Abbey) -> None:
        board = abbey.boards[self.by]
        (_, lying, most), *_ = abbey.counted()
        require(lying < most, "track-only", "All {most} discs of the box lie on scoring spots.", most=most)
        bare = set(box.PARTNER) - board.discs
        require(bare, "disc-space", "A disc lies on each of your scoring spots already.")
        spot = self.spot
        require(spot not in board.discs, "disc-space", "A disc lies on the {spot} spot already.", spot=spot)
        card = self.card[0] if self.card else NO_CARD
        if card != NO_CARD:
            checks.held(board, card)
        for marker in self.marker:
            behind = board.furthest_behind()
            why = message("{Marker} is not furthest behind; {behind} are.", marker=marker, behind=behind)
            require(marker in behind, "card-discs", why)

    def apply(self, abbey: Abbey) -> Abbey:
        board, spot = abbey.boards[self.by], self.spot
        words = message(
            "Put a disc on {seat's} {spot} spot. Say what it activates with Plus.", seat=self.by, spot=spot
        )
        line = Told(words, (box.owned(self.by, spot, "disc "),), "track-only")
        after = abbey.mend(self.by, [line], discs=board.discs | {spot})
        if box.PARTNER[spot] not in board.discs:
            return after
        pair = message("The pair {pair} is complete", pair=sorted((spot, box.PARTNER[spot])))
        if not self.card or self.card[0] == NO_CARD:
            why = "it stays bare" if board.hand else "no card is left"
            return after.tell(message("{pair}; {why}.", pair=pair, why=why), rule="pair")
        card = self.card[0]
        after = after.tell(message("{pair}.", pair=pair), rule="pair")
        if card == box.CARD_OF["colour"]:
            words = message("Move the marker with Plus: {card}", card=box.CARDS[card].words)
            return rewards.place_card(after, self.by, card).tell(words, rule="track-only")
        return rewards.card(after, self.by, card, self.marker[0] if self.marker else "")


@dataclass(frozen=True)
class FirstPlayer(ByHand):
    """Your figure takes the first player space."""

    title = "I go first"
    icon = "flag"
    at_once = True

    def check(self, abbey: Abbey) -> None:
        require(abbey.boards[self.by].slot != box.FIRST, "track-only", "Your figure stands there already.")

    def apply(self, abbey: Abbey) -> Abbey:
        return _goes_first(abbey, self.by)


def _goes_first(abbey: Abbey, first: str) -> Abbey:
    """A figure takes the first player space; nobody else stands there then."""
    if abbey.boards[first].slot == box.FIRST:
        return abbey
    boards = {
        seat: board.but(slot=box.FIRST if seat == first else "") for seat, board in abbey.boards.items()
    }
    about = [box.owned(seat, "figure") for seat in boards]
    return abbey.but(boards=boards).tell(
        message("{first} has the first player space.", first=first), *about, rule="track-only"
    )


@dataclass(frozen=True)
class EndRound(ByHand):
    """All are back: on to the next round, or after the last to the last sale and the score."""

    first: Annotated[
        str, Noun[Abbey]("Who stands on the first player space?", lambda abbey, draft: abbey.playing)
    ]
    back: Annotated[
        tuple[str, ...],
        Noun[Abbey](
            "This was the last round. Is everybody back, with every reward taken?",
            lambda abbey, draft: (ALL_BACK,),
            count=lambda abbey, draft: int(abbey.last_round),
            consent=True,
        ),
    ]
    title = "End the round"
    icon = "hourglass"

    @classmethod
    def face(cls, abbey: Abbey, by: str) -> tuple[str, str]:
        return ("End the game", "with the last sale") if abbey.last_round else (cls.title, "")

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        scores = foresee.scores(before, after, self.by)
        if before.round == after.round:
            return tuple(scores)
        return (message("Round {was} → {now}", was=before.round, now=after.round), *scores)

    def apply(self, abbey: Abbey) -> Abbey:
        return rounds.end_track(_goes_first(abbey, self.first))


@dataclass(frozen=True)
class SellAll(Action[Abbey]):
    """Put every unplaced card back into the box: after the last round none is worth anything more."""

    title = "Sell every card"
    icon = "coin"
    during = (phases.SALE,)

    @classmethod
    def face(cls, abbey: Abbey, by: str) -> tuple[Text, Text]:
        brings = box.ducats(box.SALE * len(abbey.boards[by].hand))
        return cls.title, message("brings {ducats}", ducats=brings)

    def apply(self, abbey: Abbey) -> Abbey:
        after = abbey
        for card in abbey.boards[self.by].hand:
            after = rewards.sell(after, self.by, card)
        return rounds.sold(after, self.by)


KINDS: tuple[type[Action[Abbey]], ...] = (Plus, Minus, LayDisc, Barrel, FirstPlayer, EndRound, SellAll)
