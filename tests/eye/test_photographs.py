"""Photographs are read: of moments of real games, as people take them and as they should not."""

from functools import cache
from random import Random

import cv2
import pytest

from companion.kernel.shelf import shelf
from printables.eye.compare import compare, stands
from printables.eye.places import Marked
from printables.eye.sighting import Unreadable
from tests.eye.camera import Conditions, Kit, photograph
from tests.eye.scenes import laid, moment, seen_in

BOARDS = {
    "war-in-heaven": ("board", 60),
    "heroball": ("board", 60),
    "high-heavens": ("board", 150),
    "havoc-in-heaven": ("lane", 80),
    "heaven-and-ale": ("own-board", 60),
}
"""The board of each game that is photographed, and so many entries are played at most."""
SIZES = ((1920, 1440), (2560, 1920), (3264, 2448), (4000, 3000))
cv2.setNumThreads(1)


@cache
def kit(key: str, ink: str = "full") -> Kit:
    return Kit(key, BOARDS[key][0], ink)


@cache
def marked(key: str) -> Marked:
    found = Marked.of(shelf()[key])
    assert found
    return found


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


def photographed(key: str, seed: int, how: Conditions) -> tuple[int, int, int, int]:
    """Of one photograph: how many could be seen, were read in their place, in a wrong one, and not at all."""
    rng, (board, most) = Random(seed), BOARDS[key]
    state = moment(shelf()[key], rng, rng.randint(10, most))
    there = stands(marked(key), shelf()[key], state, board)[0]
    photo = photograph(kit(key).scene(laid(kit(key), there, rng)), how, rng)
    try:
        seen = seen_in(photo, marked(key))
    except Unreadable:
        return len(there), 0, 0, len(there)
    one = compare(marked(key), seen, there)
    could = len(there) - len(one.hidden)
    return could, len(one.agree), len(one.differ), could - len(one.agree)


@pytest.mark.slow
@pytest.mark.parametrize("key", BOARDS)
def test_ordinary_photographs_are_read(key):
    could = read = wrong = 0
    for seed in range(3):
        there, agree, differ, _ = photographed(key, seed, ordinary(Random(100 + seed)))
        could, read, wrong = could + there, read + agree, wrong + differ
    assert not wrong and read >= could - 1


@pytest.mark.soak
@pytest.mark.parametrize("key", ["war-in-heaven", "heroball", "high-heavens"])
def test_two_hundred_ordinary_photographs_are_read_but_for_one_piece_in_two_hundred(key):
    could = read = wrong = 0
    for seed in range(200):
        there, agree, differ, _ = photographed(key, seed, ordinary(Random(100 + seed)))
        could, read, wrong = could + there, read + agree, wrong + differ
    print(f"{key}: {read} of {could} pieces read, {wrong} on a wrong space")
    assert not wrong and read >= 0.995 * could


@pytest.mark.soak
@pytest.mark.parametrize("key", ["war-in-heaven", "heroball", "high-heavens"])
def test_two_hundred_bad_photographs_show_nothing_that_is_not_there(key):
    could = read = wrong = 0
    for seed in range(200):
        there, agree, differ, _ = photographed(key, seed, bad(Random(500 + seed)))
        could, read, wrong = could + there, read + agree, wrong + differ
    print(f"{key}: {read} of {could} pieces read, {wrong} on a wrong space")
    assert not wrong


def test_the_discs_of_heaven_and_ale_are_on_their_spots():
    game = shelf()["heaven-and-ale"]
    state = moment(game, Random(5), 150)
    boards = stands(marked(game.key), game, state, "own-board")
    discs = [{one.space for one in there if one.thing == "Scoring disc"} for there in boards]
    assert discs == [{f"spot {spot}" for spot in board.discs} for board in state.boards.values()] and any(
        discs
    )
