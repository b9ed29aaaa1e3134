"""Judge what a seat says: the next question, or the whole action with the moment after it.

The store and the pages both ask here, so that an action is checked and played once for each tap.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from companion.kernel.action import Action, Given, Kind, Noun, S, nouns, play, stumbled
from companion.kernel.asking import Ask, ask, whole
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State

Alone = Mapping[str, list[str]]
"""Field to the answers that were no choice, as nothing else was possible."""


@dataclass(frozen=True)
class Whole(Generic[S]):
    """A whole action that the rules allow, played: nothing is kept of it yet."""

    action: Action[S]
    after: S
    """The moment after it, which tells what it did."""
    alone: Alone


def judge(kind: Kind[S], state: S, by: str, given: Given) -> "tuple[Ask[S], Alone] | Whole[S]":
    """Return the next question that is a choice, or the whole action, checked once and played once.

    Raises Refusal if the verb, or an answer given so far, is not allowed; a fault in the game's own code
    refuses too.
    """
    try:
        action = whole(kind, state, by, given) if given.keys() >= nouns(kind).keys() else None
        if action:
            return _played(action, state, {})
        next_, alone = settled(kind, state, by, given)
        return (next_, alone) if isinstance(next_, Ask) else _played(next_, state, alone)
    except Refusal:
        raise
    except Exception as fault:
        raise stumbled(state, kind.verb, fault) from fault


def _played(action: Action[S], state: S, alone: Alone) -> Whole[S]:
    return Whole(action, play(state, action), alone)


def settled(
    kind: Kind[S], state: S, by: str, given: Given
) -> tuple[Ask[S] | Action[S], dict[str, list[str]]]:
    """Return the next question that is a choice, or the finished action; and what has answered itself.

    Raises Refusal if the verb, or an answer given so far, is not allowed.
    """
    by_itself: dict[str, list[str]] = {}
    while True:
        next_ = ask(kind, state, by, {**given, **by_itself})
        only = next_.only if isinstance(next_, Ask) else None
        if only is None or not isinstance(next_, Ask):
            return next_, by_itself
        by_itself[next_.field] = [*next_.chosen, only.name]


def shown_first(game: Game[Any], state: State, said: Whole[Any]) -> bool:
    """True if an action is shown before it is said: the safe default.

    Only a verb that is ``at_once`` is said by the tap that finishes it, and only if it throws nothing
    away, asks no die, ends no game, and takes nothing off the board.
    """
    action, after = said.action, said.after
    kind = type(action)
    if not kind.at_once or action.throws_away(state):
        return True
    if any(
        isinstance(noun, Noun) and noun.chance and getattr(action, field)
        for field, noun in nouns(kind).items()
    ):
        return True
    return bool(after.over and not state.over) or any(True for _ in _taken_off(game, state, after))


def _taken_off(game: Game[Any], state: State, after: State) -> Iterator[str]:
    """Yield the pieces that had a place on the board and have none any more."""
    for kind in game.tracked:
        if kind.piece:
            now = kind.now(after)
            for thing, was in kind.now(state).items():
                if now.get(thing) != was and game.spaces(state, thing) and not game.spaces(after, thing):
                    yield thing
