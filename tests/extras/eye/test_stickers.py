"""Stickers and frames: what an owner of a bought box lays round a board we know only by its spaces."""

from collections import Counter
from random import Random

import pytest

from companion.extras.eye.compare import compare, stands
from companion.extras.eye.sighting import FRAME, UnreadablePhoto
from companion.kernel.shelf import shelf
from printables.draw import sigil
from printables.layout.paper import Cutout, Order
from printables.layout.stickers import ARM, ROUND, WIDE, frame
from printables.sources import chips
from printables.sources.catalogue import catalogue, chosen
from printables.sources.source import Source
from tests.extras.eye.bought import Bought
from tests.extras.eye.camera import Conditions, photograph
from tests.extras.eye.scenes import laid, moment, read_in
from tests.extras.eye.test_photographs import MARKED, marked, ordinary

WAR = "war-in-heaven"


@pytest.mark.parametrize("key", MARKED)
def test_each_face_of_each_piece_has_a_sticker_and_each_board_four_corners(key):
    kit, things = catalogue(shelf()[key]), marked(key)
    made = [one for one in kit["stickers"].parts(Order()) if isinstance(one, Cutout)]
    rounds = Counter(one.name for one in made if one.stock == "paper")
    groups = [group for group in chips.groups(Source.of(shelf()[key])).values() if group.sigils]
    assert sum(rounds.values()) == sum(c.count * len(c.sigils) for group in groups for c in group.chips)
    assert len(rounds) == len(things.faces) == len({*rounds})
    assert sum(one.stock == "card" for one in made) == 4 * len(things.boards)
    assert {one.outline[0].r for one in made if one.stock == "paper"} == {ROUND / 2}
    numbers = [number for border in things.borders.values() for number in border]
    assert len(numbers) == len({*numbers}) and not {*numbers} & {*things.faces}
    assert kit["stickers"] not in chosen(kit, []) + chosen(kit, [], Order(sigils="yes"))


def test_a_frame_lies_beside_the_spaces_and_holds_its_sigils():
    board = marked(WAR).boards["board"]
    points = [board.point(at) for cell in board.picture.cells for at in cell.outline]
    (left, top), (right, low) = (
        tuple(edge(axis) for axis in zip(*points, strict=True)) for edge in (min, max)
    )
    assert [corner for corner, _ in frame(board)][::2] == [
        (left, top),
        (right, top),
        (left, low),
        (right, low),
    ]
    reach = sigil.SIDE / 2 + sigil.QUIET
    for (x, y), (dx, dy) in frame(board):
        out = (dx if x == right else -dx), (dy if y == low else -dy)
        assert min(abs(part) for part in out) == WIDE / 2 > reach and max(out) == WIDE / 2
        assert min(out) - reach > -ARM


@pytest.fixture(scope="module")
def bought():
    return Bought(WAR)


@pytest.mark.slow
def test_a_bought_box_is_read_by_its_stickers_and_its_frame(bought):
    for seed in range(2):
        rng = Random(seed)
        there = stands(marked(WAR), shelf()[WAR], moment(shelf()[WAR], rng, 40), "board")[0]
        photo = photograph(bought.scene(laid(bought, there, rng)), ordinary(Random(seed)), rng)
        reading = read_in(photo, marked(WAR))
        assert reading.border == FRAME + "board" and reading.board == "board"
        one = compare(marked(WAR), marked(WAR).placed(reading), there)
        assert len(one.agree) == len(there) and not one.differ


@pytest.mark.slow
def test_a_frame_whose_corners_are_mixed_up_is_refused(bought, monkeypatch):
    monkeypatch.setattr(bought, "corners", [bought.corners[n] for n in (3, 1, 2, 0)])
    photo = photograph(bought.scene([]), Conditions(pixels=(1920, 1440)), Random(1))
    with pytest.raises(UnreadablePhoto, match="frame lies askew"):
        read_in(photo, marked(WAR))
