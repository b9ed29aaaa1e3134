"""A box made ready to play: its formulas read, its names found, its rules at hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.boxes.formula import Here, Tracked, Value
from companion.boxes.schema import Ask, Box, Counter, Line, Piece
from companion.boxes.spaces import Spaces
from companion.boxes.state import ANY_TIME, ASIDE, GONE, HAND, NOBODYS_TURN, ONE, WRITER, BoxState
from companion.boxes.statements import Statement, carried_out
from companion.kernel.action import Kind, draft, refusal
from companion.kernel.schema import nearest
from companion.kernel.state import possessive

COLOURS = ("Gold", "Crimson", "Teal", "Violet", "Sky", "Copper", "White", "Rose")
"""The seats of a box that names none, in the colours that seats have."""
ROUNDS = 60
"""So many rounds at most where a line has a cell for each."""
ROWS = 20
"""So many rounds a printed pad has room for."""
ENDLESS = 9_999
TRIED = 200_000
"""So many parts at most are worked out to see whether a sentence can be finished: a tap is quick."""
IN_ROUND = " in round "
"""What stands between the name of a line and a round in the name of its cell."""


@dataclass(frozen=True)
class Need:
    """A rule with teeth: what must hold, and why not in words with numbers in them."""

    key: str
    holds: Value
    why: Callable[[Here], str]


@dataclass(frozen=True)
class Happening:
    """A rule that happens: when, and what."""

    key: str
    when: Value
    does: tuple[Statement, ...]
    after: str
    late: bool
    """True where it is looked at once the turn has passed on: it asks whether a seat is stuck."""


@dataclass
class Made:
    """Everything a moment, a verb and a view ask of a box. Filled in once by ``reading``."""

    key: str
    box: Box
    spaces: Spaces | None = None
    values: dict[str, Value] = field(default_factory=dict)
    """Line, counter and option to its number."""
    ends: dict[str, tuple[Value, Value, int]] = field(default_factory=dict)
    """Line to the least and the most that can be written, and the step."""
    worth: dict[str, Value] = field(default_factory=dict)
    starts: dict[str, Value] = field(default_factory=dict)
    needs: dict[str, tuple[Need, ...]] = field(default_factory=dict)
    """Line or verb to the rules that judge it."""
    costs: dict[str, int] = field(default_factory=dict)
    """Line or verb to how many parts its rules rest on."""
    happenings: tuple[Happening, ...] = ()
    rounds_of: Value | None = None
    points_of: Value | None = None
    ties: tuple[Value, ...] = ()
    next_by: Value | None = None
    """The seat for which this is most is the next in turn."""
    played_when: dict[str, Value] = field(default_factory=dict)
    """Phase to what must hold for it to be in a round."""
    asking: Mapping[str, Ask] = field(default_factory=dict)
    """The questions of the verb that is being read."""
    kinds: tuple[Kind[BoxState], ...] = ()
    """The box's own verbs; a game that builds on a box puts its own in their place."""
    shared: bool = False
    """True where what a seat has counts for others' points."""
    _pending: tuple[BoxState | None, tuple[str, ...]] = (None, ())
    """The moment that was last asked who has yet to act, and who that is."""

    def verb(self, named: str) -> Any:
        """The box's own verb of this name, to build on in Python."""
        return next(kind for kind in self.kinds if kind.verb == named)

    # -- names ---------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Every seat there can be."""
        return self.box.seats or COLOURS[: self.players[-1]]

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players."""
        least, _, most = self.box.players.partition("..")
        return tuple(range(int(least), int(most or least) + 1))

    @staticmethod
    def nearest(word: str, known: Iterable[str]) -> str:
        """What somebody may have meant."""
        names = [*known]
        return nearest(word, names) if names else "there is none."

    def called(self, key: str) -> str:
        """What a line, counter, phase, piece or verb is called."""
        box = self.box
        spec = box.lines.get(key) or box.counters.get(key) or box.phases.get(key) or box.pieces.get(key)
        return (spec and spec.name) or key.replace("_", " ").capitalize()

    @cached_property
    def _things(self) -> dict[tuple[str, str], str]:
        return {
            (key, seat): f"{possessive(seat)} {self.called(key)}"
            for key in (*self.box.lines, *self.box.counters)
            for seat in self.seats
        } | {(key, seat): self.called(key) for key in self.table_counters for seat in self.seats}

    @cached_property
    def table_counters(self) -> tuple[str, ...]:
        """The counters that all seats share."""
        return tuple(key for key, counter in self.box.counters.items() if counter.of == "table")

    @cached_property
    def seat_counters(self) -> tuple[str, ...]:
        """The counters that each seat has."""
        return tuple(key for key, counter in self.box.counters.items() if counter.of == "seat")

    def thing(self, key: str, seat: str) -> str:
        """The name of a counter, or of a cell that does not go by rounds."""
        return self._things[key, seat]

    def cell(self, key: str, seat: str, number: int) -> str:
        """The name of a cell of the pad."""
        name = self._things[key, seat]
        return f"{name}{IN_ROUND}{number}" if key in self.by_round else name

    def cell_value(self, key: str) -> Value:
        """What stands on a line for a seat, in a round; 0 where nothing does."""
        each_round = self.box.lines[key].each == "round"
        return Tracked(
            {seat: f"{self.thing(key, seat)}{IN_ROUND * each_round}" for seat in self.seats}, each_round
        )

    @cached_property
    def points_things(self) -> dict[str, str]:
        """Seat to what its points are called; nothing where none are counted."""
        return (
            {seat: f"{possessive(seat)} {self.box.score.name}" for seat in self.seats} if self.counts else {}
        )

    def follows(self, seat: str) -> tuple[str, ...]:
        """The points that may be others once a seat has something else."""
        return self._follows[seat]

    def follow(self, seat: str, things: Iterable[str]) -> tuple[str, ...]:
        """The points that may be others once a seat did something and these things changed."""
        seats = dict.fromkeys((seat, *(self._owners[thing] for thing in things if thing in self._owners)))
        return tuple(dict.fromkeys(points for one in seats for points in self.follows(one)))

    @cached_property
    def _owners(self) -> dict[str, str]:
        return {thing: seat for (_, seat), thing in self._things.items()}

    @cached_property
    def _follows(self) -> dict[str, tuple[str, ...]]:
        own = self.points_things
        everybody = tuple(own.values())
        return {seat: everybody if self.shared else (own[seat],) if own else () for seat in self.seats}

    # -- phases --------------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The phases of a round, one after the other; one without a name where there are none."""
        return tuple(key for key, phase in self.box.phases.items() if phase.order != ASIDE) or ("",)

    def order(self, phase: str) -> str:
        """In which order the seats act in a phase."""
        return self._orders.get(phase, self._orders[""])

    @cached_property
    def _orders(self) -> dict[str, str]:
        return {"": self.box.turns.order, **{key: phase.order for key, phase in self.box.phases.items()}}

    def phase_name(self, phase: str) -> str:
        """What a phase is called."""
        return self.called(phase) if phase else ""

    def phase_after(self, state: BoxState) -> str:
        """The next phase of the round; empty after the last."""
        here = state.here(state.first)
        for part in self.parts[self.parts.index(state.part) + 1 :]:
            if part not in self.played_when or self.played_when[part](here):
                return part
        return ""

    def rounds(self, state: BoxState) -> int:
        """How many rounds there are."""
        if self.rounds_of is None:
            return ENDLESS
        most = ROUNDS if self.by_round else ENDLESS
        return max(1, min(most, self.rounds_of(state.here(state.table[0]))))

    @cached_property
    def by_round(self) -> tuple[str, ...]:
        """The written lines that have a cell for each round."""
        return tuple(key for key, line in self.written.items() if line.each == "round")

    @cached_property
    def written(self) -> dict[str, Line]:
        """The lines that are written by hand."""
        return {key: line for key, line in self.box.lines.items() if line.points is not None}

    @cached_property
    def lines_in(self) -> dict[str, tuple[str, ...]]:
        """Phase to the lines that are written in it."""
        return {
            phase: ()
            if self.order(phase) == ASIDE
            else tuple(key for key, line in self.written.items() if line.during in (None, phase))
            for phase in ("", *self.box.phases)
        }

    @cached_property
    def _cells(self) -> dict[tuple[str, str], tuple[tuple[str, str, str], ...]]:
        """Phase and seat to its lines, each with its cell, and what a round's number stands after."""
        return {
            (phase, seat): tuple(
                (key, self.thing(key, seat), f"{self.thing(key, seat)}{IN_ROUND}" * (key in self.by_round))
                for key in keys
            )
            for phase, keys in self.lines_in.items()
            for seat in self.seats
        }

    def whole_round(self, here: Here) -> int:
        """1 where a seat has written all lines of a round."""
        for cell in self._own_cells[here.seat]:
            if f"{cell}{here.round}" not in here.numbers:
                return 0
        for key in self.by_one:
            if not any(self.cell(key, seat, here.round) in here.numbers for seat in here.state.table):
                return 0
        return 1

    @cached_property
    def _own_cells(self) -> dict[str, tuple[str, ...]]:
        """Seat to its cells of a round that it writes itself, each without the round's number."""
        keys = [key for key in self.by_round if key not in self.by_one]
        return {seat: tuple(f"{self.thing(key, seat)}{IN_ROUND}" for key in keys) for seat in self.seats}

    @cached_property
    def by_one(self) -> frozenset[str]:
        """The lines that one seat alone writes in a round."""
        ones = {phase for phase in ("", *self.box.phases) if self.order(phase) == ONE}
        return frozenset(
            key for key in self.by_round if ones and (self.written[key].during or self.parts[0]) in ones
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

    def pending(self, state: BoxState) -> tuple[str, ...]:
        """The seats that have yet to act in this phase, found once as long as it is the same moment's."""
        known, found = self._pending
        if known is not state:
            start, playing = state.table.index(state.first), state.playing
            if self.order(state.phase) == ONE and (state.alone or state.done):
                playing = tuple(seat for seat in playing if seat == state.alone)
            onward = state.table[start:] + state.table[:start]
            found = tuple([s for s in onward if s not in state.done and s in playing and self.able(state, s)])
            self._pending = state, found
        return found

    def able(self, state: BoxState, seat: str) -> bool:
        """Whether a seat has something to do in this phase."""
        return self._has_verbs[state.phase] or bool(self.open_lines(state, seat))

    def more(self, state: BoxState) -> bool:
        """Whether there is something to do in another round."""
        if self.by_round or any(self._has_verbs[part] for part in self.parts):
            return True
        return not all(self._once[seat] <= state.numbers.keys() for seat in state.playing)

    @cached_property
    def _once(self) -> dict[str, frozenset[str]]:
        """Seat to its cells that do not go by rounds."""
        keys = [key for key in self.written if key not in self.by_round]
        return {seat: frozenset(self.thing(key, seat) for key in keys) for seat in self.seats}

    # -- counters ------------------------------------------------------------------------------------------

    def within(self, state: BoxState, thing: str, counter: Counter, now: int, rule: str) -> int:
        """A number within a counter's ends; a refusal by the rule where it does not stop there."""
        least, most = counter.least, counter.most
        if counter.stops or rule in self._cited:
            return max(least, min(most, now))
        if not least <= now <= most:
            was = state.numbers[thing]
            why = f"{thing} is {was} and goes from {least} to {most}; this would make it {now}."
            state.rules.refuse(rule, why.replace("-", "−"))
        state.rules.require(True, rule, "")
        return now

    @cached_property
    def _cited(self) -> frozenset[str]:
        """The rules of the box as they are cited: what happens by one of them stops at the ends."""
        return frozenset(key.replace("_", "-") for key in self.box.rules)

    def refilled(self, state: BoxState, when: str, seats: Iterable[str]) -> BoxState:
        """The counters that are filled again, at their start."""
        for key, counter in self.box.counters.items():
            if counter.refill == when:
                for thing, seat in {self.thing(key, seat): seat for seat in seats}.items():
                    if state.numbers[thing] != (to := self.start(key, state, seat)):
                        state = state.put(thing, to).tell(f"{thing}: {to}.", thing, *self.follows(seat))
        return state

    def start(self, key: str, state: BoxState, seat: str) -> int:
        """Where a counter begins."""
        counter = self.box.counters[key]
        return max(counter.least, min(counter.most, self.starts[key](state.here(seat))))

    # -- pieces --------------------------------------------------------------------------------------------

    @cached_property
    def pieces(self) -> dict[str, tuple[str, str]]:
        """Piece to its kind and the seat it belongs to; empty for nobody's."""
        found = {}
        for key, piece in self.box.pieces.items():
            for seat in self.seats if piece.of == "seat" else ("",):
                for name in self._numbered(key, piece, seat):
                    found[name] = (key, seat)
        return found

    def _numbered(self, key: str, piece: Piece, seat: str) -> Iterator[str]:
        name = f"{possessive(seat)} {self.called(key).lower()}" if seat else self.called(key)
        yield from (f"{name} {n}" for n in range(1, piece.count + 1)) if piece.count > 1 else (name,)

    def owned(self, kind: str, whose: str) -> Iterator[str]:
        """The pieces of a kind that a seat has at the start, or the table."""
        spec = self.box.pieces[kind]
        return self._numbered(kind, spec, whose if spec.of == "seat" else "")

    def stock(self, kind: str, seat: str) -> tuple[str, ...]:
        """The pieces of a kind that a seat may take: its own, or nobody's."""
        return self._stock[kind, seat]

    @cached_property
    def _stock(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return {
            (kind, seat): tuple(
                n for n, (key, whose) in self.pieces.items() if key == kind and whose in ("", seat)
            )
            for kind in self.box.pieces
            for seat in self.seats
        }

    def set_up(self) -> dict[str, str]:
        """Piece to the space on which it stands at the start."""
        return {
            piece: place
            for key, spec in self.box.pieces.items()
            for whose, places in spec.at.items()
            for piece, place in zip(self.owned(key, whose), places.split(), strict=False)
        }

    def on_board(self, state: BoxState) -> dict[str, str]:
        """Space to the piece on it."""
        return {place: piece for piece, place in state.at.items() if place not in (HAND, GONE)}

    # -- rules ---------------------------------------------------------------------------------------------

    def trials(self, key: str) -> int:
        """How many answers are tried at most to see whether a sentence can be finished."""
        return max(24, min(2_000, TRIED // self.costs.get(key, 1)))

    def against(self, key: str, here: Here) -> Need | None:
        """The first rule that forbids this line."""
        for need in self.needs.get(key, ()):
            if not need.holds(here):
                return need
        return None

    def happen(self, state: BoxState, after: str, late: bool = False) -> BoxState:
        """What rules make happen now, seat by seat."""
        for rule in self._happen.get((after, late), ()):
            for seat in state.table:
                if state.over:
                    return state
                if seat in state.playing and rule.when(here := state.here(seat)):
                    told = self.box.rules[rule.key.replace("-", "_")].words
                    state = carried_out(state, rule.does, here, rule.key, told, fires=True)
        return state

    @cached_property
    def _happen(self) -> dict[tuple[str, bool], list[Happening]]:
        """What happens by itself, by when it is looked at."""
        found: dict[tuple[str, bool], list[Happening]] = {}
        for rule in self.happenings:
            found.setdefault((rule.after, rule.late), []).append(rule)
        return found

    def after(self, state: BoxState, by: str, then: str) -> BoxState:
        """The moment after somebody said something: what happens by itself, and whose turn it is."""
        state = self.happen(state, "anything")
        if state.over:
            return state
        order = self.order(state.phase)
        if order == ONE and not state.alone and then != "next":
            state = state.tell(f"{by} has this for {by} alone.", WRITER, alone=by)
        if then in self.box.phases:
            state = state.but(phase=then).tell(f"{by}: {self.called(then)}.", "Phase")
        elif order != ANY_TIME and (then == "next" or by not in state.playing):
            phase, state = state.phase, state.next(by)
            if not state.over and phase != state.phase:
                state = state.tell(f"{self.phase_name(state.phase)}.", "Phase")
        elif order not in NOBODYS_TURN and state.turn not in state.playing:
            state = state.next(state.turn)
        return self.happen(state, "anything", late=True)

    def stuck(self, here: Here) -> int:
        """1 where the seat whose turn it is can do nothing."""
        state: BoxState = here.state
        if state.turn != here.seat or state.over:
            return 0
        return int(all(refusal(state, draft(kind, here.seat, {})) for kind in self.kinds))

    # -- points --------------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> bool:
        """Whether points are counted at all."""
        return self.points_of is not None or bool(self.box.lines)

    def points(self, state: BoxState, seat: str) -> int:
        """A seat's points now, with those of its partners."""
        return sum(self._own(state, one) for one in state.partners(seat))

    def _own(self, state: BoxState, seat: str) -> int:
        here = state.here(seat)
        if self.points_of is not None:
            return self.points_of(here)
        return sum(value(here) for value in self.worth.values())

    def scores(self, state: BoxState) -> tuple[tuple[str, int], ...]:
        """Every seat with its points; nothing where none are counted."""
        return tuple((seat, self.points(state, seat)) for seat in state.table) if self.counts else ()

    def standing(self, state: BoxState, seat: str) -> tuple[int, ...]:
        """What is compared, the greatest first: points, then what decides between equals."""
        points = self.points(state, seat)
        here = state.here(seat)
        return (points if self.box.score.wins == "most" else -points, *(tie(here) for tie in self.ties))

    def winners(self, state: BoxState) -> tuple[str, ...]:
        """The seats with the best of it; all that play where no points are counted."""
        if not self.counts:
            return state.playing
        standing = {seat: self.standing(state, seat) for seat in state.playing}
        return tuple(seat for seat, one in standing.items() if one == max(standing.values()))
