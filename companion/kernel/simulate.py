"""Random legal play: for tests, for speed, and to learn whether a game is fair."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from companion.kernel.action import (
    Action,
    AnyNoun,
    Kind,
    S,
    Words,
    _with,
    draft,
    nouns,
    play,
    refusal,
)
from companion.kernel.game import Game

LONGEST = 10_000
"""A game with more moves than this is taken for endless."""


class DeadEnd(AssertionError):
    """A moment without anything legal to do, or an allowed answer that cannot be completed."""


def wander(kinds: tuple[Kind[S], ...], state: S, rng: random.Random) -> Action[S]:
    """One legal action, a verb at random and then each answer at random."""
    if not state.to_act:
        raise DeadEnd("nobody is to act, and the game is not over")
    by = state.to_act[0] if len(state.to_act) == 1 else rng.choice(state.to_act)
    for kind in _shuffled(list(kinds), rng):
        made = draft(kind, by, {})
        if refusal(state, made) is None:
            for field, noun in nouns(kind).items():
                made = _answered(state, made, field, noun, rng)
            return made
    raise DeadEnd(f"{by} can do nothing")


def _answered(state: S, made: Action[S], field: str, noun: AnyNoun, rng: random.Random) -> Action[S]:
    if isinstance(noun, Words):
        raise TypeError(f"{made.verb} takes words; it is not played at random")
    offered = tuple(noun.options(state, made))
    if noun.count is None:
        for name in _shuffled(list(offered), rng):
            trial = _with(made, field, name)
            if refusal(state, trial) is None:
                return trial
        raise DeadEnd(f"{made} has no answer to {field}")
    chosen: tuple[str, ...] = ()
    trial = made
    for _ in range(noun.count(state, made)):
        for name in _shuffled([name for name in offered if name not in chosen], rng):
            trial = _with(made, field, tuple(n for n in offered if n in chosen or n == name))
            if refusal(state, trial) is None:
                chosen = (*chosen, name)
                break
        else:
            raise DeadEnd(f"{made} has no answer to {field} after {chosen}")
    return trial if chosen else _with(made, field, ())


def _shuffled(names: list[Any], rng: random.Random) -> Iterator[Any]:
    """The list in random order, one at a time, as the first is mostly enough."""
    while names:
        at = int(rng.random() * len(names))
        names[at], names[-1] = names[-1], names[at]
        yield names.pop()


def moves(
    game: Game[S], state: S, rng: random.Random, choose: Callable[..., Action[S]] = wander
) -> Iterator[tuple[Action[S], S]]:
    """A random game from this moment to its end: each action and the moment after it."""
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    for _ in range(LONGEST):
        if state.over is not None:
            return
        action = choose(kinds, state, rng)
        state = play(state, action)
        yield action, state
    raise DeadEnd(f"not over after {LONGEST} moves")
