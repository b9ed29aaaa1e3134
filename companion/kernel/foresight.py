"""Foresight: what an answer comes to, in a few characters, before it is tapped.

Every verb is pure, so an answer that finishes an action is played, and the moment after it is compared with
the one before: by the verb's own words (``Action.foresee``), else by the account of what the game tracks.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.kernel.action import Action, Noun, answered, nouns, play, stumbled
from companion.kernel.asking import Ask, Option
from companion.kernel.consequences import MOST, SEPARATOR, length, parts
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State
from companion.kernel.tracked import Tracked, account
from companion.kernel.values import Value
from companion.words import Text, joined, message

Parts = Callable[[int], Iterable[Text]]
"""What an action leads to, in words that fit in so many characters as far as they can."""
thread_time = getattr(time, "thread_time", time.perf_counter)
"""The clock of this thread; a machine without threads has no clock for one."""


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
    action = answered(ask.draft, ask.field, chosen if several else option.name)
    for field in list(fields)[list(fields).index(ask.field) + 1 :]:
        noun = fields[field]
        if not isinstance(noun, Noun) or noun.needed(state, action):
            return None
        action = answered(action, field, ())
    return action


def foresights(
    tracked: Sequence[Tracked[Any]], state: State, actions: Sequence[Action[Any]], seconds: float
) -> Iterator[Text]:
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
) -> Text:
    """Return what an action leads to, first what it throws away; empty if the rules or a fault forbid it.

    ``after`` is the moment after it, where it was played already.
    """
    try:
        after = after or play(state, action)
        end = _end(after) if after.over and not state.over else ""
        lost, by = action.throws_away(state), action.throws_away_by(state)
        return _fitting((lost, by if lost else ""), end, _parts(tracked, state, action, was, after))
    except Refusal:
        return ""
    except Exception as fault:
        stumbled(state, action.verb, fault)
        return ""


def _end(after: State) -> Text:
    winners = after.over.winners if after.over else ()
    return message("{winners} {winners:wins|win}", winners=winners) if winners else "it is a draw"


def _parts(
    tracked: Sequence[Tracked[Any]],
    state: State,
    action: Action[Any],
    was: Sequence[Mapping[str, Value]],
    after: State,
) -> Parts:
    """Return the function that says what an action leads to in so many characters."""
    words = action.foresee(state, after)
    if words is not None:
        return lambda room: words
    named = [
        name for each in action.__dict__.values() for name in ((each,) if isinstance(each, str) else each)
    ]
    before = was or [kind.now(state) for kind in tracked]
    consequences = account(tracked, before, after, action.by, named, action.foresee_also(state, after))
    return lambda room: parts(consequences, action.by, room)


def _fitting(thrown_away: Sequence[Text], end: Text, found: Parts) -> Text:
    """Return what one reads: what is thrown away, the end, and as many parts as there is room for.

    ``thrown_away`` says it at length and in short; where even that is too long, it is not said.
    """
    sentence: Text = ""
    for thrown in dict.fromkeys((*thrown_away, "")):
        lead = joined((thrown, end))
        room = MOST - (length(lead) + 2 if lead else 0)
        sentence = joined((lead, _as_many(found(room), room)))
        if not thrown or length(sentence) <= MOST:
            break
    return sentence


def _as_many(found: Iterable[Text], room: int) -> Text:
    """Return the first part, and the next as long as there is room."""
    fitting, taken = list[Text](), 0
    for part in found:
        if fitting:
            taken = (taken or length(fitting[0])) + len(SEPARATOR) + length(part)
            if taken > room:
                break
        fitting.append(part)
    return joined(fitting, SEPARATOR)
