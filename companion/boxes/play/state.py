"""A moment of any box. Its methods are movements of hands, and who acts now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.boxes.definition.formula import Here, new_here
from companion.boxes.definition.model import Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.rounds import ANY_TIME, ASIDE, IN_TURN, NOBODYS_TURN, ONE
from companion.boxes.play.memo import Once
from companion.kernel.state import State
from companion.words import Text, message

FIRST_PLAYER = "First player"
"""What the seat is called that begins a round, and its marker."""
WRITER = "At the pad"
"""What the seat is called that has a phase for itself."""
ENDS = ("out", "win", "lose", "end")
"""How a statement begins that can end the game."""
TABLE_S = "table"
"""Whose a piece is that is no seat's, where it is said who has which at the start."""
OF_CLOCKS = ("time_up", "start_clocks", "stop_clocks")
"""The keys that no verb and no rule can have, as they are those of clocks."""
NOWHERE = ("", "")
LEFT_OUT = 60
"""The most rounds one after the other in which nobody has anything to do; then the game ends."""


@dataclass(frozen=True)
class BoxState(State):
    """A moment of a box: what is written, the counters, the pieces, and whose turn it is."""

    definition: ClassVar[Definition]
    once: ClassVar[Once]
    """What is asked again and again of one moment of this game."""

    table: tuple[str, ...]
    """The seats of this sitting."""
    options: Mapping[str, int]
    numbers: Mapping[str, int]
    """Thing to its number: cells that are written, and counters."""
    at: dict[str, str]
    """Piece to where it is: a space, ``in hand`` or ``aside``."""
    cards: Mapping[str, str]
    """Card that lies face up to its pile, in the order in which they came there; the others are unseen."""
    known: Mapping[str, str]
    """The face-down pile of each card that was seen going into one."""
    lacks: frozenset[tuple[str, str]]
    """The face-down piles, each with a suit of which they have shown to have no other card."""
    turn: str
    first: str
    begins_next: str = ""
    """The seat that has taken the next round's beginning, where one has."""
    round: int = 1
    part: str = ""
    """The phase of the round; ``phase`` differs from it where one is in a phase aside."""
    done: tuple[str, ...] = ()
    """The seats that are done with this phase."""
    alone: str = ""
    """The seat that has this phase for itself."""
    out: tuple[str, ...] = ()
    """The seats that are out of the game."""
    veil: frozenset[str] = frozenset()
    """The things that are hidden from the viewer of this moment; nobody plays on from such a moment."""
    running: bool = False
    """True where the clocks run."""
    called: tuple[tuple[str, Any], ...] = ()
    """Timers whose end was said, each with the turn it was in."""
    last: tuple[str, str] = NOWHERE
    """Who has just sown, and the space on which the last stone fell: forgotten once the turn passes on."""

    moved: str = ""
    """The piece that was moved or has jumped in this turn."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.table

    @property
    def playing(self) -> tuple[str, ...]:
        if not (self.out or self.resigned):
            return self.table
        return tuple(seat for seat in self.table if seat not in self.out and seat not in self.resigned)

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over:
            return ()
        order = self.definition.rounds.order[self.phase]
        if order not in NOBODYS_TURN:
            return (self.turn,)
        return self.playing if order == ANY_TIME else self.pending

    @property
    def pending(self) -> tuple[str, ...]:
        """The seats that have yet to act in this phase, from the first player on."""
        return self.once("pending", self, BoxState._pending)

    def _pending(self) -> tuple[str, ...]:
        start, playing = self.table.index(self.first), self.playing
        if self.definition.rounds.order[self.phase] == ONE and (self.alone or self.done):
            playing = tuple(seat for seat in playing if seat == self.alone)
        onward = self.table[start:] + self.table[:start]
        return tuple([s for s in onward if s not in self.done and s in playing and self._able(s)])

    def _able(self, seat: str) -> bool:
        """True if a seat has something to do in this phase."""
        return self.definition.rounds.has_verbs[self.phase] or bool(self.open_lines(seat))

    def open_lines(self, seat: str) -> list[str]:
        """The lines of this phase that a seat has not written."""
        numbers, number = self.numbers, self.round
        return [
            key
            for key, name, by_round in self.definition.rounds.cells[self.phase, seat]
            if (f"{by_round}{number}" if by_round else name) not in numbers
        ]

    @property
    def phase_words(self) -> Text:
        if not self.phase:
            return "this game"
        return message("the phase {phase}", phase=self.definition.rounds.phase_name(self.phase))

    def partners(self, seat: str) -> tuple[str, ...]:
        match self.definition.box.turns.teams:
            case "all":
                return self.table
            case "pairs":
                half, n = len(self.table) // 2, self.table.index(seat)
                return (seat, self.table[(n + half) % len(self.table)])
        return (seat,)

    def here(self, seat: str, value: Any = None) -> Here:
        """Return the place of a seat's formulas now, with the sentence it is saying."""
        return new_here((self, seat, self.round, value, self.numbers))

    def pieces_on(self, space: str) -> list[str]:
        """The pieces on a space, the last that came the last: the top one of a stack."""
        return [piece for piece, place in self.at.items() if place == space]

    def piece_on(self, space: str) -> str:
        """The piece on a space, the top one of several; empty where none is."""
        return self.on_board.get(space, "")

    @property
    def on_board(self) -> dict[str, str]:
        """Space to the piece on it, the top one of several."""
        return self.once("on board", self.at, _by_space)

    # -- hands ---------------------------------------------------------------------------------------------

    def put(self, thing: str, number: int) -> "BoxState":
        """A cell or counter with another number."""
        return self.but(numbers={**self.numbers, thing: number})

    def place(self, piece: str, where: str, **changes: Any) -> "BoxState":
        """A piece somewhere else, on top of what lies there, with what changes by it."""
        at = self.at.copy()
        at.pop(piece, None)
        at[piece] = where
        return self.but(at=at, **changes)

    def leave(self, seat: str, rule: str) -> "BoxState":
        """A seat is out; the last one left has won."""
        left = self.but(out=(*self.out, seat)).tell(message("{seat} is out.", seat=seat), "Out", rule=rule)
        sides = {left.partners(one)[0] for one in left.playing}
        if len(self.table) > 1 and len(sides) <= 1:
            last, why = left.playing, "{seats} {seats:wins|win}: nobody else is left."
            return left.finish(last, rule, message(why, seats=last) if last else "Nobody is left.")
        return left

    def said(self) -> Iterator[Text]:
        """Yield the state of the game in a few words."""
        if self.over:
            yield "Game over"
        elif self.phase:
            yield self.definition.rounds.phase_name(self.phase)
        if not self.over and self.definition.rounds.order[self.phase] in (IN_TURN, ASIDE):
            yield message("{seat} to play", seat=self.turn)


def _by_space(at: Mapping[str, str]) -> dict[str, str]:
    return {place: piece for piece, place in at.items() if place != HAND and place != GONE}


def out(state: BoxState) -> dict[str, tuple[str, ...]]:
    """Return who is out, as one thing of the table."""
    return {"Out": tuple(state.out)} if state.out else {}
