"""A box made ready to play: its formulas read, its names found, its rules at hand."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.boxes.cards import Cards
from companion.boxes.formula import Here, Value
from companion.boxes.judging import Judging, Need
from companion.boxes.once import Once
from companion.boxes.places import Places
from companion.boxes.rounds import Rounds
from companion.boxes.schema import Ask, Box
from companion.boxes.state import ANY_TIME, NOBODYS_TURN, NOWHERE, ONE, WRITER, BoxState
from companion.boxes.statements import Statement, carried_out
from companion.boxes.things import Things
from companion.kernel.action import Action, Kind, draft, refusal
from companion.kernel.rulebook import Rule
from companion.kernel.state import counted

ROWS = 20
"""So many rounds a printed pad has room for."""
POINTS = "="
"""What the points are called among the lines, as no line is."""
MOST_SECONDS = 36_000
"""Ten hours are the most that a clock has."""
PASSES = ("next", "on", "over")
"""What a ``then`` says where the turn passes."""
UNSEARCHED = "unsearched"
"""What is found where a search stops at its budget."""
Found = tuple[str, Rule] | str
"""What a search has found: why an action cannot be finished, with the rule; empty if it can."""


class Allowed(NamedTuple):
    """An action that was found to be allowed, and how far it leads; the next question begins with it."""

    action: Action[BoxState]
    state: BoxState
    """The moment it was said at."""
    reached: BoxState
    """The moment after what its answers let happen."""


def begun(action: Action[BoxState]) -> tuple[object, ...]:
    """Return what an action that was begun is known by: its verb, its seat and the answers so far."""
    return (action.verb, *action.__dict__.items())


@dataclass(frozen=True)
class Happening:
    """A rule that happens: when, and what."""

    key: str
    when: Value
    does: tuple[Statement, ...]
    after: str
    late: bool
    """True where it is looked at once the turn has passed on: it asks whether a seat is stuck."""
    secrets: frozenset[str] = frozenset()
    """The hidden lines and counters that it rests on."""


@dataclass
class Made:
    """Everything a moment, a verb and a view ask of a box. Filled in once by ``reading``."""

    key: str
    box: Box
    once: Once = field(default_factory=Once)
    things: Things = field(init=False)
    rounds: Rounds = field(init=False)
    places: Places = field(init=False)
    cards: Cards = field(init=False)
    values: dict[str, Value] = field(default_factory=dict)
    """Line, counter and option to its number."""
    ends: dict[str, tuple[Value, Value, int]] = field(default_factory=dict)
    """Line to the least and the most that can be written, and the step."""
    worth: dict[str, Value] = field(default_factory=dict)
    starts: dict[str, Value] = field(default_factory=dict)
    moving: dict[str, tuple[Value | None, Value | None]] = field(default_factory=dict)
    """Counter to its least and its most, where these are formulas."""
    needs: dict[str, tuple[Need, ...]] = field(default_factory=dict)
    """Line or verb to the rules that judge it."""
    judging: dict[str, Judging] = field(default_factory=dict)
    """Verb to what of it is judged when."""
    costs: dict[str, int] = field(default_factory=dict)
    """Line or verb to the steps of work of its rules."""
    hidden: dict[str, Value] = field(default_factory=dict)
    """True, by line and counter, if a seat alone sees its own."""
    rests: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names in the formula of each line, and of the points."""
    telling: dict[str, frozenset[str]] = field(default_factory=dict)
    """Verb to what is hidden and it would tell: so it waits until that is open."""
    seconds: dict[str, Value] = field(default_factory=dict)
    """The seconds that a timer begins with."""
    gains: dict[str, Value] = field(default_factory=dict)
    """The seconds that a turn adds to a timer."""
    at_end: dict[str, tuple[Statement, ...]] = field(default_factory=dict)
    """The statements at the end of a timer."""
    happenings: tuple[Happening, ...] = ()
    points_of: Value | None = None
    ties: tuple[Value, ...] = ()
    next_by: Value | None = None
    """The seat for which this is most is the next in turn."""
    asking: Mapping[str, Ask] = field(default_factory=dict)
    """The questions of the verb that is being read."""
    kinds: tuple[Kind[BoxState], ...] = ()
    """The box's own verbs; a game that builds on a box puts its own in their place."""
    allowed: Allowed | None = None
    """What was last found to be allowed: read and set as a whole, as several threads ask."""

    def __post_init__(self) -> None:
        self.things = Things(self.box)
        self.rounds = Rounds(self.box, self.things, self.once)
        self.places = Places(self.box, self.things, self.once)
        self.cards = Cards(self.box, self.things)

    def verb(self, named: str) -> Any:
        """The box's own verb of this name, to build on in Python."""
        return next(kind for kind in self.kinds if kind.verb == named)

    # -- counters ------------------------------------------------------------------------------------------

    def ends_of(self, key: str, state: BoxState, seat: str) -> tuple[int, int]:
        """Return the least and most of a counter now; one that is beyond an end that moved may stay there."""
        least, most = self.things.bounds[key]
        if moving := self.moving.get(key):
            here = state.here(seat)
            low, high = moving
            now = state.numbers.get(self.things.thing(key, seat), 0)
            least = max(least, min(now, low(here))) if low else least
            most = min(most, max(now, high(here))) if high else most
        return least, most

    def within(self, state: BoxState, thing: str, key: str, now: int, rule: str) -> int:
        """A number within a counter's ends; a refusal by the rule where it does not stop there."""
        counter = self.box.counters[key]
        least, most = self.ends_of(key, state, self.things.owners.get(thing, state.turn))
        if counter.stops or rule in self._cited:
            return max(least, min(most, now))
        if not least <= now <= most:
            was = state.numbers[thing]
            why = f"{thing} is {was} and goes from {least} to {most}; this would make it {now}."
            state.rules.refuse(rule, why.replace("-", "−"))
        return now

    @cached_property
    def _cited(self) -> frozenset[str]:
        """The rules of the box as they are cited: what happens by one of them stops at the ends."""
        return frozenset(key.replace("_", "-") for key in self.box.rules)

    def refilled(self, state: BoxState, when: str, seats: Iterable[str]) -> BoxState:
        """The counters that are filled again, at their start."""
        for key, counter in self.box.counters.items():
            if counter.refill == when:
                for thing, seat in {self.things.thing(key, seat): seat for seat in seats}.items():
                    if state.numbers[thing] != (to := self.start(key, state, seat)):
                        state = state.put(thing, to).tell(
                            f"{thing}: {to}.", thing, *self.things.follows(seat)
                        )
        return state

    def start(self, key: str, state: BoxState, seat: str) -> int:
        """Return the start of a counter."""
        least, most = self.ends_of(key, state, seat)
        return max(least, min(most, self.starts[key](state.here(seat))))

    @cached_property
    def marked(self) -> bool:
        """True if a verb or a rule takes the beginning of the next round, for which a marker lies there."""
        box = self.box
        does = (
            text
            for group in (box.verbs, box.rules, box.timers)
            for one in group.values()
            for text in one.does
        )
        return any(text.split()[0] == "begin" for text in does)

    # -- timers --------------------------------------------------------------------------------------------

    @cached_property
    def budgets(self) -> dict[str, tuple[str, str]]:
        """The clocks of a game that have an end, whose seconds are kept, each with its timer and seat."""
        return {
            self.things.timer_thing(key, seat): (key, seat)
            for key, timer in self.box.timers.items()
            if timer.each == "game" and timer.seconds is not None
            for seat in (self.things.seats if timer.of == "seat" else ("",))
        }

    def gained(self, state: BoxState, by: str) -> BoxState:
        """The moment with the seconds that a seat has for the turn it has ended, while the clocks run; they
        stand then where a timer waits."""
        for key, value in self.gains.items() if state.running else ():
            if thing := self.things.timer_thing(key, by):
                gains = min(value(state.here(by)), MOST_SECONDS - state.numbers[thing])
                if gains > 0:
                    words = f"{thing}: {counted(gains, 'second')} more."
                    state = state.put(thing, state.numbers[thing] + gains).tell(words, thing)
        if state.running and any(timer.waits for timer in self.box.timers.values()):
            state = state.but(running=False).tell("The clocks stand.", "Clocks")
        return state

    # -- rules ---------------------------------------------------------------------------------------------

    def searched(self, state: BoxState) -> dict[Any, Found]:
        """Return what the searches of a moment have found so far, by what was begun."""
        return self.once("searched", state, lambda state: {})

    def unsearched(self, state: BoxState, action: Action[BoxState]) -> bool:
        """True if the search for how an action can be finished stopped at its budget, so it is offered."""
        return self.searched(state).get(begun(action)) == UNSEARCHED

    def against(self, key: str, here: Here) -> Need | None:
        """The first rule that forbids this line."""
        for need in self.needs.get(key, ()):
            if not need.holds(here):
                return need
        return None

    def happen(
        self, state: BoxState, after: str, late: bool = False, barred: Collection[str] = ()
    ) -> BoxState:
        """Return what rules make happen now, seat by seat, without those that are barred."""
        for rule in self._happen.get((after, late), ()):
            for seat in state.table if rule.key not in barred else ():
                if state.over:
                    return state
                if seat in state.playing and rule.when(here := state.here(seat)):
                    told = self.box.rules[rule.key.replace("-", "_")].words
                    state = carried_out(state, rule.does, here, rule.key, told, fires=True)
        return state

    @cached_property
    def _happen(self) -> dict[tuple[str, bool], list[Happening]]:
        """Return the happenings by the time at which they are looked at."""
        found: dict[tuple[str, bool], list[Happening]] = {}
        for rule in self.happenings:
            found.setdefault((rule.after, rule.late), []).append(rule)
        return found

    def keep_secrets(self, going: Callable[[Collection[str]], BoxState]) -> BoxState:
        """Return what ``going`` comes to without the rules that would tell what stays hidden.

        What is open in the end is seen without any rule that rests on hidden things: so nobody can tell from
        what happens, or does not happen, how they stand.
        """
        if not self._secretive:
            return going(())
        without = going(self._secretive)
        barred = {
            key
            for key, secrets in self._secretive.items()
            if without.over is None and self.closed(secrets, without)
        }
        return without if barred == self._secretive.keys() else going(barred)

    @cached_property
    def _secretive(self) -> dict[str, frozenset[str]]:
        """The rules that happen after anything and rest on something hidden."""
        return {rule.key: rule.secrets for rule in self.happenings if rule.secrets and rule.after != "round"}

    @cached_property
    def secret_counters(self) -> frozenset[str]:
        """Return the names of all hidden counters, of every seat."""
        keys = self.hidden.keys() & self.box.counters.keys()
        return frozenset(self.things.thing(key, seat) for key in keys for seat in self.things.seats)

    def closed(self, keys: Collection[str], state: BoxState) -> str:
        """Return a line or counter of these that is hidden from somebody now; empty if all are open."""
        return min((key for key in keys if self._hidden_now(state, key)), default="")

    def tells(self, key: str, state: BoxState) -> str:
        """Return what is hidden now and a verb would tell; found out once a moment."""
        keys = self.telling.get(key, ())
        return self.once(f"tells {key}", state, lambda state: self.closed(keys, state)) if keys else ""

    def _hidden_now(self, state: BoxState, key: str) -> bool:
        """True if something that stands on a line, or a counter, is hidden from somebody."""
        rounds = range(state.round, 0, -1) if key in self.things.by_round else (state.round,)
        return any(
            self.things.cell(key, seat, number) in state.numbers
            and self.hidden[key](state.here(seat).in_round(number))
            for number in rounds
            for seat in state.table
        )

    def after(self, state: BoxState, by: str, then: str) -> BoxState:
        """Return the moment after somebody said something: what happens by itself, and whose turn it is."""
        return self.keep_secrets(lambda barred: self._after(state, by, then, barred))

    def _after(self, state: BoxState, by: str, then: str, barred: Collection[str]) -> BoxState:
        state = self.happen(state, "anything", barred=barred)
        if state.last[0]:
            state = state.but(last=NOWHERE)
        if state.moved and then != "again":
            state = state.but(moved="")
        if state.over:
            return state
        order = self.rounds.order(state.phase)
        if order == ONE and not state.alone and then not in PASSES:
            state = state.tell(f"{by} has this for {by} alone.", WRITER, alone=by)
        if then in self.box.phases:
            state = state.but(phase=then).tell(f"{by}: {self.things.called(then)}.", "Phase")
        elif order != ANY_TIME and (then in PASSES or by not in state.playing):
            phase, told, state = state.phase, len(state.told), state.passed(by, then)
            said = any("Phase" in line.about for line in state.told[told:])
            if not (state.over or said or phase == state.phase):
                state = state.tell(f"{self.rounds.phase_name(state.phase)}.", "Phase")
        elif order not in NOBODYS_TURN and state.turn not in state.playing:
            state = state.next(state.turn)
        return self.happen(state, "anything", late=True, barred=barred)

    def stuck(self, here: Here) -> int:
        """1 where the seat whose turn it is can do nothing."""
        state: BoxState = here.state
        if state.turn != here.seat or state.over:
            return 0
        return int(all(refusal(state, draft(kind, here.seat, {})) for kind in self.kinds))

    def can(self, state: BoxState, seat: str, key: str) -> bool:
        """True if a seat could say a verb of the box now."""

        def found(state: BoxState) -> bool:
            kind = next(one for one in self.kinds if one.verb == key.replace("_", "-"))
            return state.over is None and refusal(state, draft(kind, seat, {})) is None

        return self.once(f"can {key} {seat}", state, found)

    # -- points --------------------------------------------------------------------------------------------

    def points(self, state: BoxState, seat: str) -> int:
        """A seat's points now, with those of its partners."""
        if self.points_of is None:
            return 0
        return sum([self.points_of(state.here(one)) for one in state.partners(seat)])

    def scores(self, state: BoxState) -> tuple[tuple[str, int], ...]:
        """Every seat with its points; nothing where none are counted."""
        return tuple((seat, self.points(state, seat)) for seat in state.table) if self.things.counts else ()

    def standing(self, state: BoxState, seat: str) -> tuple[int, ...]:
        """Return the numbers to compare, the greatest first: points, then what decides between equals."""
        points = self.points(state, seat)
        here = state.here(seat)
        return (points if self.box.score.wins == "most" else -points, *(tie(here) for tie in self.ties))

    def winners(self, state: BoxState) -> tuple[str, ...]:
        """The seats with the best of it; all that play where no points are counted."""
        if not self.things.counts:
            return state.playing
        standing = {seat: self.standing(state, seat) for seat in state.playing}
        return tuple(seat for seat, one in standing.items() if one == max(standing.values()))
