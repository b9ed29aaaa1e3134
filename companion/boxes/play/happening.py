"""The rules that act by themselves at a moment, and those that would tell something hidden."""

from collections.abc import Callable, Collection

from companion.boxes.definition.formula import new_here
from companion.boxes.play.state import BoxState
from companion.boxes.play.statements import carried_out


def happen(state: BoxState, after: str, late: bool = False, barred: Collection[str] = ()) -> BoxState:
    """Return what rules make happen now, seat by seat, without those that are barred."""
    definition = state.definition
    for rule in definition.happens.get((after, late), ()):
        for seat in state.playing if rule.key not in barred else ():
            if rule.when(here := new_here((state, seat, state.round, None, state.numbers))):
                if state.over:
                    return state
                if seat in state.playing:
                    sentence = definition.box.rules[rule.key.replace("-", "_")].words
                    state = carried_out(state, rule.does, here, rule.key, sentence, fires=True)
    return state


def keep_secrets(state: BoxState, going: Callable[[Collection[str]], BoxState]) -> BoxState:
    """Return what ``going`` comes to without the rules that would tell what stays hidden.

    The open part of the end is seen without any rule that rests on hidden things: so nobody can tell from
    what happens, or does not happen, how they stand.
    """
    secretive = state.definition.secretive
    without = going(secretive)
    barred = {key for key, secrets in secretive.items() if without.over is None and closed(without, secrets)}
    return without if barred == secretive.keys() else going(barred)


def closed(state: BoxState, keys: Collection[str]) -> str:
    """Return a line or counter of these that is hidden from somebody now; empty if all are open."""
    return min((key for key in keys if _hidden_now(state, key)), default="")


def tells(state: BoxState, key: str) -> str:
    """Return what is hidden now and a verb would tell; found out once a moment."""
    keys = state.definition.telling.get(key, ())
    return state.once(f"tells {key}", state, lambda state: closed(state, keys)) if keys else ""


def _hidden_now(state: BoxState, key: str) -> bool:
    """True if something that stands on a line, or a counter, is hidden from somebody."""
    things, hidden = state.definition.things, state.definition.hidden[key]
    rounds = range(state.round, 0, -1) if key in things.by_round else (state.round,)
    return any(
        things.cell(key, seat, number) in state.numbers and hidden(state.here(seat).in_round(number))
        for number in rounds
        for seat in state.table
    )
