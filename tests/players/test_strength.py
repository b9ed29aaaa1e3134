"""How well those play who think: matches, and many legal games."""

from collections import Counter
from collections.abc import Sequence

import pytest

from companion.kernel.shelf import shelf
from companion.players.games import Task, play
from companion.players.match import match, share
from tests.players.test_players import steps_of

GAMES = list(shelf())


@pytest.mark.slow
def test_dice_are_thrown_and_not_chosen():
    faces = Counter()
    for seed in range(6):
        for step in steps_of("high-heavens", "greedy", seed, most=60, runes="yes"):
            if step.action.verb == "attack":
                faces.update(step.action.die)
    assert len(faces) > 3 and max(faces.values()) < sum(faces.values()) / 2, faces


def wins(tasks: Sequence[Task], least: float) -> bool:
    """Whether the first player wins so many of these games; what would change nothing is not played."""
    won = 0.0
    for left, task in zip(range(len(tasks), 0, -1), tasks, strict=True):
        if won >= least or won + left < least:
            break
        won += share([play(task)]).won
    return won >= least


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_who_looks_ahead_beats_who_does_not(key):
    assert wins(match(Task(key, 0, 7, ()), "greedy", "random", 10), 9)


@pytest.mark.soak
def test_who_thinks_beats_who_looks_one_ahead():
    assert wins(match(Task("war-in-heaven", 0, 7, ()), "careful:40", "greedy", 6), 4)
