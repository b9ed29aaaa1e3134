"""Photographs are read: of moments of real games, as people take them and as they should not."""

from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import cache
from random import Random

import cv2
import pytest

from companion.extras.eye.compare import compare, stands
from companion.extras.eye.places import Marked
from companion.extras.eye.sighting import UnreadablePhoto
from companion.kernel.shelf import shelf
from tests.extras.eye.camera import Conditions, Kit, photograph
from tests.extras.eye.scenes import covered, laid, moment, seen_in

MARKED = [key for key, game in shelf().items() if Marked.of(game)]
"""The games whose boards and pieces bear sigils."""
MOST = 150
"""So many entries are played at most."""
SIZES = ((1920, 1440), (2560, 1920), (3264, 2448), (4000, 3000))
cv2.setNumThreads(1)


@cache
def marked(key: str) -> Marked:
    result = Marked.of(shelf()[key])
    assert result
    return result


def board(key: str) -> str:
    """The board of a game that is photographed: its first."""
    return next(iter(marked(key).boards))


@cache
def kit(key: str, ink: str = "full") -> Kit:
    return Kit(key, board(key), ink)


def ordinary(rng: Random) -> Conditions:
    """As people take them: tilted, unevenly lit, a little unsharp, now and then with a shadow or a lamp."""
    size = rng.choice(SIZES)
    sharp = size[0] / 4000
    return Conditions(
        pixels=size,
        tilt=rng.uniform(0, 45),
        around=rng.uniform(0, 360),
        fill=rng.uniform(0.8, 0.97),
        blur=rng.uniform(0.6, 1.4) * sharp,
        motion=round(rng.uniform(0, 4) * sharp),
        noise=rng.uniform(2, 7),
        glare=rng.choice((0, 0, 0.3, 0.6)),
        shadow=rng.choice((0, 0, 0.3, 0.5)),
        light=rng.uniform(0, 0.3),
        bend=rng.uniform(-0.06, 0.04),
        jpeg=rng.choice((60, 75, 85, 90)),
        curl=rng.choice((0, 0, 2, 4)),
    )


def bad(rng: Random) -> Conditions:
    """As they should not be: hardly sharp, shaken, grainy, dark on one side, from the side."""
    size = rng.choice(SIZES)
    sharp = size[0] / 4000
    return Conditions(
        pixels=size,
        tilt=rng.uniform(20, 60),
        around=rng.uniform(0, 360),
        fill=rng.uniform(0.5, 1.1),
        blur=rng.uniform(1.5, 3.0) * sharp,
        motion=round(rng.uniform(4, 12) * sharp),
        noise=rng.uniform(6, 16),
        glare=rng.choice((0.5, 0.9)),
        shadow=rng.choice((0.5, 0.75)),
        light=rng.uniform(0.3, 0.8),
        bend=rng.uniform(-0.1, 0.08),
        jpeg=rng.choice((30, 50, 60)),
        curl=rng.choice((0, 4, 8)),
    )


@dataclass(frozen=True)
class Score:
    """What came of photographs, in pieces."""

    could: int = 0
    """So many could be seen,"""
    read: int = 0
    """were read where they lie,"""
    wrong: int = 0
    """were read where they do not lie,"""
    ghosts: int = 0
    """were read and are nowhere on the board,"""
    missing: int = 0
    """So many were not read, those that lie under others among them,"""
    named: int = 0
    """and were named as not seen or in doubt."""
    refused: int = 0
    """So many photographs were refused, in words."""

    def __add__(self, other: "Score") -> "Score":
        return Score(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def photographed(key: str, seed: int, how: Conditions) -> Score:
    """What comes of one photograph of a moment of a game."""
    rng = Random(seed)
    state = moment(shelf()[key], rng, rng.randint(10, MOST))
    there = stands(marked(key), shelf()[key], state, board(key))[0]
    photo = photograph(kit(key).scene(laid(kit(key), there, rng)), how, rng)
    try:
        seen = seen_in(photo, marked(key))
    except UnreadablePhoto:
        return Score(len(there), missing=len(there), named=len(there), refused=1)
    one = compare(marked(key), seen, there)
    could = len(there) - len(one.hidden) - covered(kit(key), there)
    agree = Counter((p.thing, p.space) for p in one.agree)
    missing = Counter((s.thing, s.space) for s in there if s.space not in one.hidden or not s.ground) - agree
    unseen, doubtful = Counter((s.thing, s.space) for s in one.unseen), {p.thing for p in one.doubtful}
    named = sum(n for (thing, _), n in (missing - unseen).items() if thing in doubtful) + unseen.total()
    ghosts = sum(not difference.phone for _, difference in one.differ)
    return Score(could, len(one.agree), len(one.differ) - ghosts, ghosts, missing.total(), named)


def over(key: str, kind: Callable[[Random], Conditions], first: int, photos: int) -> Score:
    """What comes of so many photographs of a kind."""
    result = sum((photographed(key, n, kind(Random(first + n))) for n in range(photos)), Score())
    print(f"{key}, {photos} {kind.__name__} photographs: {result}")
    return result


@pytest.mark.slow
@pytest.mark.parametrize("key", MARKED)
def test_ordinary_photographs_are_read(key):
    total = over(key, ordinary, 100, 3)
    assert total.wrong == total.ghosts == 0 and total.read >= total.could - 1


@pytest.mark.soak
@pytest.mark.parametrize("key", ["war-in-heaven", "heroball", "high-heavens"])
def test_two_hundred_ordinary_photographs_are_read_but_for_one_piece_in_two_hundred(key):
    total = over(key, ordinary, 100, 200)
    assert total.wrong == total.ghosts == 0 and total.read >= 0.995 * total.could


@pytest.mark.soak
@pytest.mark.parametrize("key", ["war-in-heaven", "heroball", "high-heavens"])
def test_two_hundred_bad_photographs_show_nothing_that_is_not_there_and_name_what_is_missing(key):
    total = over(key, bad, 500, 200)
    assert total.wrong == total.ghosts == 0 and total.named == total.missing


def test_the_discs_of_heaven_and_ale_are_on_their_spots():
    game = shelf()["heaven-and-ale"]
    state = moment(game, Random(5), 150)
    boards = stands(marked(game.key), game, state, "own-board")
    discs = [{one.space for one in there if one.thing == "Scoring disc"} for there in boards]
    assert discs == [{f"spot {spot}" for spot in board.discs} for board in state.boards.values()] and any(
        discs
    )
