"""What rule tests ask of moments, whatever the game."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from companion.kernel.action import Action, play
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State

S = TypeVar("S", bound=State)


def after(state: S, *actions: Action[S], holds: Callable[[S], Any] = lambda state: None) -> S:
    """Return the moment after some actions, with all that they told; ``holds`` looks at each moment."""
    told = ()
    for action in actions:
        state = play(state, action)
        holds(state)
        told += state.told
    return state.but(told=told)


def texts(state: State) -> list[str]:
    """Return what was told, line by line."""
    return [line.text for line in state.told]


def cited(state: State) -> set[str]:
    """Return the rules that what was told cites."""
    return {line.rule for line in state.told}


def refused(state: S, action: Action[S]) -> tuple[str, str]:
    """Return the rule that forbids an action, and why."""
    with pytest.raises(Refusal) as caught:
        play(state, action)
    return caught.value.rule.key, caught.value.why
