"""The parts of a round, and what is written and said in each."""

from dataclasses import dataclass
from functools import cached_property

from companion.boxes.definition.formula import Here
from companion.boxes.definition.schema import Box
from companion.boxes.definition.things import IN_ROUND, Things

ANY_TIME, IN_TURN, TOGETHER, ONE, ASIDE = "any time", "in turn", "together", "one", "aside"
NOBODYS_TURN = (ANY_TIME, TOGETHER, ONE)
"""The orders in which it is no seat's turn."""

ROUNDS = 60
"""So many rounds at most where a line has a cell for each."""
ENDLESS = 9_999


@dataclass(frozen=True)
class Rounds:
    """The rounds of a box: their parts, and who has something to do in each."""

    box: Box
    things: Things

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The phases of a round, one after the other; one without a name where there are none."""
        return tuple(key for key, phase in self.box.phases.items() if phase.order != ASIDE) or ("",)

    @cached_property
    def order(self) -> dict[str, str]:
        """Phase to the order in which the seats act in it."""
        return {"": self.box.turns.order, **{key: phase.order for key, phase in self.box.phases.items()}}

    def phase_name(self, phase: str) -> str:
        """Return the name of a phase."""
        return self.things.called(phase) if phase else ""

    @cached_property
    def lines_in(self) -> dict[str, tuple[str, ...]]:
        """Phase to the lines that are written in it."""
        return {
            phase: ()
            if self.order[phase] == ASIDE
            else tuple(key for key, line in self.things.written.items() if line.during in (None, phase))
            for phase in ("", *self.box.phases)
        }

    @cached_property
    def cells(self) -> dict[tuple[str, str], tuple[tuple[str, str, str], ...]]:
        """Phase and seat to its lines, each with its cell, and what a round's number stands after."""

        def cell(key: str, seat: str) -> tuple[str, str, str]:
            thing = self.things.thing(key, seat)
            return key, thing, f"{thing}{IN_ROUND}" * (key in self.things.by_round)

        return {
            (phase, seat): tuple(cell(key, seat) for key in keys)
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
        ones = {phase for phase in ("", *self.box.phases) if self.order[phase] == ONE}
        return frozenset(
            key
            for key in self.things.by_round
            if ones and (self.things.written[key].during or self.parts[0]) in ones
        )

    @cached_property
    def has_verbs(self) -> dict[str, bool]:
        """Phase to whether there is something to say in it besides lines."""
        during = [verb.during for verb in self.box.verbs.values()]
        return {
            phase: self.things.changes or any(phase in one or not one for one in during)
            for phase in ("", *self.box.phases)
        }

    @cached_property
    def go_on(self) -> bool:
        """True if there is something to do in every round."""
        return bool(self.things.by_round) or any(self.has_verbs[part] for part in self.parts)

    @cached_property
    def written_once(self) -> dict[str, frozenset[str]]:
        """Seat to its cells that do not go by rounds."""
        keys = [key for key in self.things.written if key not in self.things.by_round]
        return {seat: frozenset(self.things.thing(key, seat) for key in keys) for seat in self.things.seats}
