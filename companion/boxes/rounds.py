"""The parts of a round, and who has yet to act in each."""

from dataclasses import dataclass, field
from functools import cached_property

from companion.boxes.formula import Here, Value
from companion.boxes.once import Once
from companion.boxes.schema import Box
from companion.boxes.state import ANY_TIME, ASIDE, NOBODYS_TURN, ONE, BoxState
from companion.boxes.things import IN_ROUND, Things

ROUNDS = 60
"""So many rounds at most where a line has a cell for each."""
ENDLESS = 9_999


@dataclass
class Rounds:
    """The rounds of a box: their parts, and who has something to do in each."""

    box: Box
    things: Things
    once: Once
    rounds_of: Value | None = None
    played_when: dict[str, Value] = field(default_factory=dict)
    """Phase to what must hold for it to be in a round."""

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The phases of a round, one after the other; one without a name where there are none."""
        return tuple(key for key, phase in self.box.phases.items() if phase.order != ASIDE) or ("",)

    def order(self, phase: str) -> str:
        """Return the order in which the seats act in a phase."""
        return self._orders.get(phase, self._orders[""])

    @cached_property
    def _orders(self) -> dict[str, str]:
        return {"": self.box.turns.order, **{key: phase.order for key, phase in self.box.phases.items()}}

    def phase_name(self, phase: str) -> str:
        """Return the name of a phase."""
        return self.things.called(phase) if phase else ""

    def phase_after(self, state: BoxState) -> str:
        """The next phase of the round; empty after the last."""
        here = state.here(state.first)
        for part in self.parts[self.parts.index(state.part) + 1 :]:
            if part not in self.played_when or self.played_when[part](here):
                return part
        return ""

    def number(self, state: BoxState) -> int:
        """Return the number of rounds."""
        if self.rounds_of is None:
            return ENDLESS
        most = ROUNDS if self.things.by_round else ENDLESS
        return max(1, min(most, self.rounds_of(state.here(state.table[0]))))

    @cached_property
    def lines_in(self) -> dict[str, tuple[str, ...]]:
        """Phase to the lines that are written in it."""
        return {
            phase: ()
            if self.order(phase) == ASIDE
            else tuple(key for key, line in self.things.written.items() if line.during in (None, phase))
            for phase in ("", *self.box.phases)
        }

    @cached_property
    def _cells(self) -> dict[tuple[str, str], tuple[tuple[str, str, str], ...]]:
        """Phase and seat to its lines, each with its cell, and what a round's number stands after."""
        return {
            (phase, seat): tuple(
                (
                    key,
                    self.things.thing(key, seat),
                    f"{self.things.thing(key, seat)}{IN_ROUND}" * (key in self.things.by_round),
                )
                for key in keys
            )
            for phase, keys in self.lines_in.items()
            for seat in self.things.seats
        }

    def whole_round(self, here: Here) -> int:
        """1 where a seat has written all lines of a round."""
        for cell in self._own_cells[here.seat]:
            if f"{cell}{here.round}" not in here.numbers:
                return 0
        for key in self.by_one:
            if not any(self.things.cell(key, seat, here.round) in here.numbers for seat in here.state.table):
                return 0
        return 1

    @cached_property
    def _own_cells(self) -> dict[str, tuple[str, ...]]:
        """Seat to its cells of a round that it writes itself, each without the round's number."""
        keys = [key for key in self.things.by_round if key not in self.by_one]
        return {
            seat: tuple(f"{self.things.thing(key, seat)}{IN_ROUND}" for key in keys)
            for seat in self.things.seats
        }

    @cached_property
    def by_one(self) -> frozenset[str]:
        """The lines that one seat alone writes in a round."""
        ones = {phase for phase in ("", *self.box.phases) if self.order(phase) == ONE}
        return frozenset(
            key
            for key in self.things.by_round
            if ones and (self.things.written[key].during or self.parts[0]) in ones
        )

    def open_lines(self, state: BoxState, seat: str) -> list[str]:
        """The lines of this phase that a seat has not written."""
        numbers, number = state.numbers, state.round
        return [
            key
            for key, name, by_round in self._cells[state.phase, seat]
            if (f"{by_round}{number}" if by_round else name) not in numbers
        ]

    @cached_property
    def _has_verbs(self) -> dict[str, bool]:
        changes = any(counter.change for counter in self.box.counters.values())
        return {
            phase: changes or any(phase in verb.during or not verb.during for verb in self.box.verbs.values())
            for phase in ("", *self.box.phases)
        }

    def acting(self, state: BoxState) -> tuple[str, ...]:
        """The seats that the table waits for."""
        return self.once("acting", state, self._acting)

    def _acting(self, state: BoxState) -> tuple[str, ...]:
        order = self.order(state.phase)
        if state.over:
            return ()
        if order == ANY_TIME:
            return state.playing
        return (state.turn,) if order not in NOBODYS_TURN else self.pending(state)

    def pending(self, state: BoxState) -> tuple[str, ...]:
        """The seats that have yet to act in this phase."""
        return self.once("pending", state, self._pending)

    def _pending(self, state: BoxState) -> tuple[str, ...]:
        start, playing = state.table.index(state.first), state.playing
        if self.order(state.phase) == ONE and (state.alone or state.done):
            playing = tuple(seat for seat in playing if seat == state.alone)
        onward = state.table[start:] + state.table[:start]
        return tuple([s for s in onward if s not in state.done and s in playing and self.able(state, s)])

    def able(self, state: BoxState, seat: str) -> bool:
        """True if a seat has something to do in this phase."""
        return self._has_verbs[state.phase] or bool(self.open_lines(state, seat))

    def more(self, state: BoxState) -> bool:
        """True if there is something to do in another round."""
        if self.things.by_round or any(self._has_verbs[part] for part in self.parts):
            return True
        return not all(self._once[seat] <= state.numbers.keys() for seat in state.playing)

    @cached_property
    def _once(self) -> dict[str, frozenset[str]]:
        """Seat to its cells that do not go by rounds."""
        keys = [key for key in self.things.written if key not in self.things.by_round]
        return {seat: frozenset(self.things.thing(key, seat) for key in keys) for seat in self.things.seats}
