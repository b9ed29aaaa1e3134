"""Foresight: what an answer comes to, in a few characters, before it is tapped.

Every verb is pure, so an answer that finishes an action is played, and the moment after it is compared with
the one before: by the verb's own words (``Action.foresee``), else by what the game tracks.
"""

from collections.abc import Iterator, Mapping, Sequence
from time import thread_time
from typing import Any

from companion.kernel.action import Action, Noun, answered, nouns, play, stumbled
from companion.kernel.asking import Ask, Option
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State, does
from companion.kernel.tracked import Tracked
from companion.kernel.values import Lies, Thing, Value, in_words

PARTS = 3
"""So many changes are named; more would not be read."""


def may_finish(ask: Ask[Any]) -> bool:
    """True if an answer can finish the action: all that is asked later may be left out."""
    fields = nouns(type(ask.draft))
    later = list(fields.values())[list(fields).index(ask.field) + 1 :]
    return (
        isinstance(ask.noun, Noun)
        and len(ask.chosen) + 1 >= ask.count
        and all(isinstance(noun, Noun) and noun.count is not None for noun in later)
    )


def finished(ask: Ask[Any], state: State, option: Option) -> Action[Any] | None:
    """Return the action that an answer finishes; None where something is still to be asked."""
    fields = nouns(type(ask.draft))
    chosen = (*ask.chosen, option.name)
    several = isinstance(ask.noun, Noun) and ask.noun.count
    made = answered(ask.draft, ask.field, chosen if several else option.name)
    for field in list(fields)[list(fields).index(ask.field) + 1 :]:
        noun = fields[field]
        if not isinstance(noun, Noun) or noun.count is None or noun.count(state, made):
            return None
        made = answered(made, field, ())
    return made


def foresights(
    tracked: Sequence[Tracked[Any]], state: State, actions: Sequence[Action[Any]], seconds: float
) -> Iterator[str]:
    """Yield what each of these actions comes to, in order, until so much of the processor's time is spent.

    The time begins once it is known how things stand before them: so a page that asks for the rest comes to
    an end, however long that takes.
    """
    was = [kind.now(state) for kind in tracked] if actions else []
    until = thread_time() + seconds
    for action in actions:
        if thread_time() > until:
            return
        yield foresight(tracked, state, action, was)


def foresight(
    tracked: Sequence[Tracked[Any]],
    state: State,
    action: Action[Any],
    was: Sequence[Mapping[str, Value]] = (),
    after: State | None = None,
) -> str:
    """Return what an action leads to, first what it throws away; empty if the rules or a fault forbid it.

    ``after`` is the moment after it, where it was played already.
    """
    try:
        after = after or play(state, action)
        words = action.foresee(state, after)
        if words is None:
            words = _changes(tracked, was or [kind.now(state) for kind in tracked], after, action)
        end = _end(after) if after.over and not state.over else ""
        return "; ".join(filter(None, (action.throws_away(state), end, words)))
    except Refusal:
        return ""
    except Exception as fault:
        stumbled(state, action.verb, fault)
        return ""


def _end(after: State) -> str:
    winners = after.over.winners if after.over else ()
    return does(winners, "win") if winners else "it is over, a draw"


def _changes(
    tracked: Sequence[Tracked[Any]], was: Sequence[Mapping[str, Value]], after: State, action: Action[Any]
) -> str:
    """The counters that are others then, one's own first, and the pieces that come, go or are moved."""
    own: list[str] = []
    others: list[str] = []
    pieces: list[str] = []
    for kind, before in zip(tracked, was, strict=True):
        now = kind.now(after)
        if now == before or kind.quiet:
            continue
        for name in dict.fromkeys((*before, *now)):
            old, new = before.get(name), now.get(name)
            if old == new:
                continue
            if isinstance(old, int) and isinstance(new, int):
                (own if _own(name, action.by, after) else others).append(
                    f"{_called(name, action.by)} {old} → {new}"
                )
            elif kind.piece and (new is None or Lies.at(new).place not in action.__dict__.values()):
                pieces.append(f"{name} goes" if new is None else f"{name} → {in_words(new)}")
    return " · ".join([*own, *pieces, *others][:PARTS])


def _own(name: str, by: str, state: State) -> bool:
    """True if a counter is of this seat, or of none."""
    return not isinstance(name, Thing) or name.of == by or name.of not in state.seats


def _called(name: str, by: str) -> str:
    """Return the name of a counter as the seat reads it that it belongs to: ``ducats``."""
    return name.what if isinstance(name, Thing) and name.of == by else name
