"""The timers of a box: which run at a moment, how they stand after a journal, and what is said of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.boxes.definition.model import Definition
from companion.boxes.definition.rounds import ANY_TIME
from companion.boxes.definition.schema import Timer
from companion.boxes.play.state import BoxState
from companion.boxes.play.statements import carried_out
from companion.boxes.play.turns import after
from companion.kernel.action import Action, AnyNoun, Kind, Noun
from companion.kernel.clocks import Clock
from companion.words import message

CLOCKS = "clocks"
"""The rule by which clocks run and stand."""


def runs(definition: Definition, state: BoxState) -> Iterator[tuple[str, str, str]]:
    """The timers that run at a moment: the thing, its key and the seat."""
    if state.over or not state.running:
        return
    for key, timer in definition.box.timers.items():
        if timer.of == "table":
            yield definition.things.timer_thing(key, ""), key, state.turn
        else:
            yield from ((definition.things.timer_thing(key, seat), key, seat) for seat in state.to_act)


def turn_of(definition: Definition, state: BoxState, timer: Timer) -> Any:
    """Return a value that changes when a timer begins again; always the same for one that lasts a game."""
    if timer.each == "game":
        return ""
    order = definition.rounds.order[state.phase]
    alike = (state.round, state.part, state.phase, state.alone)
    return alike if order in (ANY_TIME, "together") else (*alike, state.turn, state.done)


def clocks(
    definition: Definition, start: BoxState, moments: Sequence[tuple[float, BoxState]], opened: float
) -> tuple[Clock, ...]:
    """Every clock as it stood at the last entry.

    The seat to act between two entries spent the time between them, and undo does not give it
    back. What was said before the table was ``opened``, as at a fork, took the time it took there.
    """
    spent: dict[str, float] = defaultdict(float)
    before, at = start, 0.0
    for now, then in moments:
        since = max(at, opened) if now >= opened else at
        for thing, _, _ in runs(definition, before) if now > since > 0 else ():
            spent[thing] += now - since
        for key, timer in definition.box.timers.items():
            if turn_of(definition, before, timer) != turn_of(definition, then, timer):
                spent.update(dict.fromkeys(definition.things.timer_things(key), 0.0))
        before, at = then, max(at, now)
    return tuple(_clocks(definition, before, spent, max(at, opened)))


def _clocks(definition: Definition, state: BoxState, spent: dict[str, float], at: float) -> Iterator[Clock]:
    running = {thing for thing, _, _ in runs(definition, state)}
    for key, timer in definition.box.timers.items():
        for seat in state.table if timer.of == "seat" else ("",):
            thing = definition.things.timer_thing(key, seat)
            if timer.each == "turn" and timer.of == "seat" and seat not in state.to_act:
                continue
            up = timer.seconds is None
            given = 0 if up else given_to(definition, state, key, seat)
            left = spent[thing] if up else given - spent[thing]
            rule = key.replace("_", "-")
            yield Clock(
                thing, definition.things.called(key), seat, round(left, 3), at, thing in running, up, rule
            )


def given_to(definition: Definition, state: BoxState, key: str, seat: str) -> int:
    """The seconds that a timer has in all: what is kept for a game's, what it begins with for a turn's."""
    thing = definition.things.timer_thing(key, seat)
    if thing in state.numbers:
        return state.numbers[thing]
    return max(0, definition.seconds[key](state.here(seat or state.turn)))


# -- what is said of them ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class StartClocks(Action[BoxState]):
    """Let the clocks run."""

    anytime = True
    icon = "play"
    at_once = True

    def check(self, state: BoxState) -> None:
        state.rules.require(state.over is None, "game-over", "It is over already.")
        state.rules.require(not state.running, CLOCKS, "The clocks run already.")

    def apply(self, state: BoxState) -> BoxState:
        return state.but(running=True).tell("The clocks run.", "Clocks", rule=CLOCKS)


@dataclass(frozen=True)
class StopClocks(Action[BoxState]):
    """Let the clocks stand for a while: somebody is at the door."""

    anytime = True
    icon = "hand"
    at_once = True

    def check(self, state: BoxState) -> None:
        state.rules.require(state.over is None, "game-over", "It is over already.")
        state.rules.require(state.running, CLOCKS, "The clocks stand already.")

    def apply(self, state: BoxState) -> BoxState:
        return state.but(running=False).tell("The clocks stand.", "Clocks", rule=CLOCKS)


def time_up(definition: Definition) -> Kind[BoxState]:
    """The verb that says that a timer is at its end.

    That it is follows from the times of the journal, and is judged where times are known
    (``companion.kernel.clocks.require_up``).
    """

    def ended(state: BoxState) -> dict[str, tuple[str, str]]:
        return {
            thing: (key, seat)
            for thing, key, seat in runs(definition, state)
            if definition.box.timers[key].seconds is not None
        }

    @dataclass(frozen=True)
    class TimeUp(Action[BoxState]):
        """Say that a clock is at its end."""

        clock: str
        its_nouns: ClassVar[dict[str, AnyNoun]] = {
            "clock": Noun("Whose time is up?", lambda state, draft: tuple(ended(state)), alone=True)
        }
        title = "Time is up"
        anytime = True
        icon = "hourglass"

        def check(self, state: BoxState) -> None:
            state.rules.require(state.over is None, "game-over", "It is over already.")
            state.rules.require(ended(state), CLOCKS, "No clock runs now.")
            key, _ = ended(state)[self.clock]
            turn = turn_of(definition, state, definition.box.timers[key])
            called = dict(state.called).get(self.clock, None) == turn
            why = message("That was said of {clock} already.", clock=self.clock)
            state.rules.require(not called, key.replace("_", "-"), why)

        def apply(self, state: BoxState) -> BoxState:
            key, seat = ended(state)[self.clock]
            timer, rule = definition.box.timers[key], key.replace("_", "-")
            called = {**dict(state.called), self.clock: turn_of(definition, state, timer)}
            words = message("{clock}: time is up.", clock=self.clock)
            state = state.but(called=tuple(called.items()))
            state = carried_out(state, definition.at_end[key], state.here(seat), rule, words, fires=False)
            if state.over or (timer.then == "stay" and seat in state.playing):
                return state
            return after(state, seat, "next" if seat in state.to_act else "stay")

    return TimeUp


def kinds(definition: Definition) -> Iterable[Kind[BoxState]]:
    """Return the verbs of the timers, which any seat may say."""
    if not definition.box.timers:
        return ()
    ends = any(timer.seconds is not None for timer in definition.box.timers.values())
    return (StartClocks, StopClocks, *((time_up(definition),) if ends else ()))
