"""Counters: their limits in a state, their start, and when they are filled again."""

from collections.abc import Iterable

from companion.boxes.definition.things import in_figures
from companion.boxes.play.state import BoxState
from companion.words import message


def ends_of(state: BoxState, key: str, seat: str) -> tuple[int, int]:
    """Return the least and most of a counter now; one that is beyond an end that moved may stay there."""
    definition = state.definition
    least, most = definition.things.bounds[key]
    if moving := definition.moving.get(key):
        here = state.here(seat)
        low, high = moving
        now = state.numbers.get(definition.things.thing(key, seat), 0)
        least = max(least, min(now, low(here))) if low else least
        most = min(most, max(now, high(here))) if high else most
    return least, most


def within(state: BoxState, thing: str, key: str, now: int, rule: str) -> int:
    """A number within a counter's ends; a refusal by the rule where it does not stop there."""
    definition = state.definition
    least, most = ends_of(state, key, definition.things.owners.get(thing, state.turn))
    if definition.box.counters[key].stops or rule in definition.cited:
        return max(least, min(most, now))
    if not least <= now <= most:
        why = "{thing} is {was} and goes from {least} to {most}; this would make it {now}."
        numbers = {"was": state.numbers[thing], "least": least, "most": most, "now": now}
        figures = {name: in_figures(number) for name, number in numbers.items()}
        state.rules.refuse(rule, why, thing=thing, **figures)
    return now


def start(state: BoxState, key: str, seat: str) -> int:
    """Return the start of a counter."""
    least, most = ends_of(state, key, seat)
    return max(least, min(most, state.definition.starts[key](state.here(seat))))


def refilled(state: BoxState, when: str, seats: Iterable[str]) -> BoxState:
    """The counters that are filled again, at their start."""
    things = state.definition.things
    for key in state.definition.refilled.get(when, ()):
        for thing, seat in {things.thing(key, seat): seat for seat in seats}.items():
            if state.numbers[thing] != (to := start(state, key, seat)):
                told = message("{thing}: {to}.", thing=thing, to=to)
                aside = thing in things.unshown or bool(state.definition.box.counters[key].face)
                state = state.put(thing, to).tell(told, thing, *things.follows(seat), aside=aside)
    return state
