"""What the readers of printed sentences share: effects that are drawn, and played beside the phone."""

import random
from collections.abc import Callable, Sequence
from typing import Any

PLAYS = 200
"""Plays of each clause, and of each card of the house."""


def effects(drawn: Callable[[random.Random], str], rng: random.Random, count: int) -> list[str]:
    """Return effects that are drawn for a clause, with single spaces."""
    return [" ".join(drawn(rng).split()) for _ in range(count)]


def halves(clauses: Sequence[Callable[[Any], str]], rng: random.Random) -> str:
    """Return an effect of two choices, each drawn from a clause."""
    return " | ".join(half(rng.choice) for half in rng.sample(clauses, 2))


def played(
    title: str, cards: Sequence[Any], play: Callable[[Any, random.Random], bool], rng: random.Random
) -> None:
    """Play cards at random moments, as ``play`` does where it can, until enough were played."""
    count = moments = 0
    while count < PLAYS and moments < 20 * PLAYS:
        moments += 1
        count += play(rng.choice(cards), rng)
    print(f"{title}: {count} plays at {moments} moments")
    assert count >= PLAYS
