"""What a piece is cut to is what is drawn: the knife's path against the lines of the printed page."""

import pytest

from printables.layout.chips import Form
from printables.layout.outline import Circle, Loop
from printables.layout.paper import Cutout

HUNDREDTH = 0.01
"""Millimetres."""


def test_a_piece_without_an_outline_of_its_own_is_cut_to_its_edges() -> None:
    """A card's cut is its size, corner by corner."""
    card = Cutout((63.0, 88.0), lambda _: None)
    assert [edge.points for edge in card.cut] == [((0, 0), (63, 0), (63, 88), (0, 88))]  # type: ignore[union-attr]


@pytest.mark.parametrize("shape", ["round", "square", "hex", "hex-flat", "corner"])
def test_an_outline_fills_the_paper_of_its_piece(shape: str) -> None:
    """Every outline touches all four edges of the box that the imposition keeps free for it, and no more."""
    form = Form(shape)
    xs, ys = zip(*_points(form.cut(30.0)[0]), strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=HUNDREDTH)
    assert (max(xs), max(ys)) == pytest.approx(form.box(30.0), abs=HUNDREDTH)


def _points(loop: Loop) -> list[tuple[float, float]]:
    if isinstance(loop, Circle):
        return [(loop.x + dx * loop.r, loop.y + dy * loop.r) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return list(loop.points)
