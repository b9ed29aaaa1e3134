"""A moment of any box. Its methods are movements of hands, and who acts after them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from companion.boxes.formula import Here, new_here
from companion.kernel.state import State, counted, does, listed

if TYPE_CHECKING:
    from companion.boxes.made import Made

ANY_TIME, IN_TURN, TOGETHER, ONE, ASIDE = "any time", "in turn", "together", "one", "aside"
NOBODYS_TURN = (ANY_TIME, TOGETHER, ONE)
"""The orders in which it is no seat's turn."""
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
HAND, GONE = "in hand", "aside"
"""Where a piece is that is not on the board: not there yet, or taken off."""
NOWHERE = ("", "")
LEFT_OUT = 60
"""The most rounds one after the other in which nobody has anything to do; then the game ends."""


@dataclass(frozen=True)
class BoxState(State):
    """A moment of a box: what is written, the counters, the pieces, and whose turn it is."""

    made: ClassVar["Made"]

    table: tuple[str, ...]
    """The seats of this sitting."""
    options: Mapping[str, int]
    numbers: Mapping[str, int]
    """Thing to its number: cells that are written, and counters."""
    at: Mapping[str, str]
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
    """The things that are hidden from whoever looks at this moment; nobody plays on from such a one."""
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
        return self.made.rounds.acting(self)

    @property
    def pending(self) -> tuple[str, ...]:
        """The seats that have yet to act in this phase, from the first player on."""
        return self.made.rounds.pending(self)

    @property
    def phase_words(self) -> str:
        return f"the phase {self.made.rounds.phase_name(self.phase)}" if self.phase else "this game"

    def partners(self, seat: str) -> tuple[str, ...]:
        match self.made.box.turns.teams:
            case "all":
                return self.table
            case "pairs":
                half, n = len(self.table) // 2, self.table.index(seat)
                return (seat, self.table[(n + half) % len(self.table)])
        return (seat,)

    def here(self, seat: str, said: Any = None) -> Here:
        """Return the place of a seat's formulas now, with the sentence it is saying."""
        return new_here((self, seat, self.round, said, self.numbers))

    def pieces_on(self, space: str) -> list[str]:
        """The pieces on a space, the last that came the last: the top one of a stack."""
        return [piece for piece, place in self.at.items() if place == space]

    def piece_on(self, space: str) -> str:
        """The piece on a space, the top one of several; empty where none is."""
        return self.made.places.on_board(self).get(space, "")

    # -- hands ---------------------------------------------------------------------------------------------

    def put(self, thing: str, number: int) -> "BoxState":
        """A cell or counter with another number."""
        return self.but(numbers={**self.numbers, thing: number})

    def place(self, piece: str, where: str) -> "BoxState":
        """A piece somewhere else, on top of what lies there."""
        at = dict(self.at)
        at.pop(piece, None)
        return self.but(at={**at, piece: where})

    def leave(self, seat: str, rule: str) -> "BoxState":
        """A seat is out; the last one left has won."""
        left = self.but(out=(*self.out, seat)).tell(f"{seat} is out.", "Out", rule=rule)
        sides = {left.partners(one)[0] for one in left.playing}
        if len(self.table) > 1 and len(sides) <= 1:
            last = left.playing
            return left.finish(
                last, rule, f"{does(last, 'win')}: nobody else is left." if last else "Nobody is left."
            )
        return left

    # -- whose turn it is ----------------------------------------------------------------------------------

    def next(self, by: str) -> "BoxState":
        """A seat is done: the next one's turn, the next phase, the next round, or the end."""
        here = self.made.gained(self.but(phase=self.part, done=(*self.done, by)), by)
        while not here.over:
            if pending := here.pending:
                return here._turn_of(pending)
            if here.round > self.round + LEFT_OUT:
                return here.ended("end")
            following = here.made.rounds.phase_after(here)
            if following:
                words, about = f"{here.made.rounds.phase_name(following)}.", ("Phase", *here._writer())
                here = here._open(following, here.round).tell(words, *about)
            else:
                here = here._next_round()
        return here

    def passed(self, by: str, how: str) -> "BoxState":
        """The turn passes: ``next``, once a seat is done; ``on``, and it comes round again to one that is
        not; ``over``, as the phase is over for all."""
        if how == "over":
            return self.but(done=tuple(seat for seat in self.table if seat != by)).next(by)
        if how == "on" and by in self.playing:
            here = self.made.gained(self.but(phase=self.part), by)
            return here._turn_of(here.pending, fresh=False)
        return self.next(by)

    def _turn_of(self, pending: tuple[str, ...], fresh: bool = True) -> "BoxState":
        order = self.made.rounds.order(self.phase)
        if order in NOBODYS_TURN:
            return self
        start = self.table.index(self.turn)
        clockwise = (*self.table[start + 1 :], *self.table[: start + 1])
        seat = pending[0] if fresh and not self.done else next(seat for seat in clockwise if seat in pending)
        if by := self.made.next_by:
            seat = max(pending, key=lambda one: by(self.here(one)))
        if seat == self.turn:
            return self.made.refilled(self, "turn", (seat,))
        return self.made.refilled(self.but(turn=seat), "turn", (seat,)).tell(f"{seat} is next.", "Turn")

    def _open(self, part: str, number: int) -> "BoxState":
        return self.but(part=part, phase=part, done=(), alone="", round=number)

    def _writer(self) -> tuple[str, ...]:
        return (WRITER,) if self.alone else ()

    def _next_round(self) -> "BoxState":
        here = self.made.happen(self, "round")
        if here.over:
            return here
        if here.round >= self.made.rounds.number(here) or not self.made.rounds.more(here):
            return here.ended("end")
        if here.begins_next or self.made.box.turns.first == "passes":
            start = here.table.index(here.begins_next or here.first) + (not here.begins_next)
            onward = (*here.table[start:], *here.table[:start])
            first = next((seat for seat in onward if seat in here.playing), here.first)
            here = here.but(first=first, begins_next="")
        here = self.made.refilled(here._open(self.made.rounds.parts[0], here.round + 1), "round", here.table)
        about = ["Round", FIRST_PLAYER, *(["Phase"] if here.phase else ()), *self._writer()]
        return here.tell(f"{here.made.box.turns.round} {here.round} begins.", *about)

    def ended(self, rule: str) -> "BoxState":
        """The game is over, and the points say who has won."""
        scores = self.made.scores(self)
        winners = self.made.winners(self)
        if not scores:
            drawn = len(winners) > 1 and self.made.box.turns.teams != "all"
            return self.finish(winners, rule, "The game is drawn." if drawn else f"{does(winners, 'win')}.")
        name = self.made.box.score.name
        points = dict(scores)[winners[0]] if winners else 0
        words = f"{points} {name[:1].lower()}{name[1:]}"
        if name == "Points":
            words = counted(points, "point")
        return self.finish(winners, rule, f"{does(winners, 'win')} with {words}.", scores)

    def said(self) -> Iterator[str]:
        """Yield the state of the game in a few words."""
        if self.over:
            yield "Game over"
        elif self.phase:
            yield self.made.rounds.phase_name(self.phase)
        if not self.over and self.made.rounds.order(self.phase) in (IN_TURN, ASIDE):
            yield f"{self.turn} to play"


def out_words(state: BoxState) -> dict[str, str]:
    """Return who is out, as one thing of the table."""
    return {"Out": listed(state.out)} if state.out else {}
