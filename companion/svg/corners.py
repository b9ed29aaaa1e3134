"""Places of the pictures in the corners of a board: each as large as its corner allows."""

from collections.abc import Iterator, Sequence
from math import dist, hypot
from typing import NamedTuple

from companion.kernel.view import Point

LEAST, MOST, STEP = 14.0, 90.0, 2.0
"""A corner picture is at least and at most so large, and is tried so much smaller each time; millimetres."""
AIR = 2.5
"""It is so far from every space."""
EVERY = 6.0
"""A space is looked at in points at most so far apart."""


class Inset(NamedTuple):
    """The distance that a picture keeps from the edges of the board."""

    side: float
    head: float
    foot: float

    def middle(self, size: Point, wide: float, left: bool, top: bool) -> Point:
        """Return the middle of a picture so wide in a corner of a board of a size."""
        (w, h), half = size, wide / 2
        x = self.side + half if left else w - self.side - half
        return x, self.head + half if top else h - self.foot - half


class Corner(NamedTuple):
    """A picture in its corner."""

    name: str
    x: float
    y: float
    """Its middle."""
    size: float
    at_head: bool


def in_corners(
    names: Sequence[str], size: Point, inset: Inset, taken: Sequence[Point], mm: float = 1.0
) -> Iterator[Corner]:
    """The pictures that find room beside the points that are taken, of those at the upper left, upper right,
    lower left and lower right; a corner may have none. One millimetre on paper is ``mm`` of the lengths.
    """
    w, h = size
    for n, name in enumerate(names):
        if not name:
            continue
        left, top = n % 2 == 0, n < 2
        corner = (0.0 if left else w, 0.0 if top else h)
        near = [point for point in taken if dist(corner, point) < 2 * MOST * mm]
        wide = MOST * mm
        while wide >= LEAST * mm:
            middle = inset.middle(size, wide, left, top)
            if all(dist(middle, point) > wide * 0.5 + AIR * mm for point in near):
                yield Corner(name, *middle, wide, top)
                break
            wide -= STEP * mm


def along(outline: Sequence[Point], mm: float = 1.0) -> list[Point]:
    """The corners of a space, and points between them."""
    result: list[Point] = []
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        steps = max(1, int(hypot(x2 - x1, y2 - y1) / (EVERY * mm)))
        result += [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps)]
    return result
