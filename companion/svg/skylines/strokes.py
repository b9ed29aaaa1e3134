"""Strokes: what skylines are put together from, as paths in millimetres, y growing downwards."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from companion.kernel.view import Point

LONG, DEEP = 150.0, 40.0
"""How long a strip is, and how far its ground reaches below the horizon."""
ROUND = 0.5522847498
"""The handles of a curve that is a quarter of a circle, in radii."""
Segment = tuple[str, tuple[float, ...]]
"""``m`` begins at a point, ``l`` goes straight to one, ``c`` along two handles to one, ``h`` closes."""
Shape = tuple[Segment, ...]


class Strip(NamedTuple):
    """A skyline: a silhouette along the horizon."""

    body: Shape
    lit: Shape = ()
    """What of it lies in the light."""


def polygon(points: Iterable[Point]) -> Shape:
    """Straight lines from point to point, closed."""
    (first, *rest) = points
    return (("m", first), *(("l", point) for point in rest), ("h", ()))


def curved(*points: Point) -> Shape:
    """Curves from the first point on, each by two handles and its end; closed."""
    first, *rest = points
    parts = [("c", (*rest[n], *rest[n + 1], *rest[n + 2])) for n in range(0, len(rest), 3)]
    return (("m", first), *parts, ("h", ()))


def oval(x: float, y: float, r: float, tall: float = 0.0) -> Shape:
    """A circle, or an ellipse of another height."""
    s = tall or r
    k, j = r * ROUND, s * ROUND
    return (
        ("m", (x + r, y)),
        ("c", (x + r, y + j, x + k, y + s, x, y + s)),
        ("c", (x - k, y + s, x - r, y + j, x - r, y)),
        ("c", (x - r, y - j, x - k, y - s, x, y - s)),
        ("c", (x + k, y - s, x + r, y - j, x + r, y)),
        ("h", ()),
    )


def block(x: float, y: float, w: float, h: float) -> Shape:
    """A rectangle by its upper left corner."""
    return polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))


def arch(x: float, y: float, w: float, h: float) -> Shape:
    """An opening with a round head, by its foot's left end; it runs the other way, so that it is a hole."""
    r, k = w / 2, w / 2 * (1 - ROUND)
    top = y - h
    return (
        ("m", (x, y)),
        ("l", (x + w, y)),
        ("l", (x + w, top + r)),
        ("c", (x + w, top + k, x + w - k, top, x + r, top)),
        ("c", (x + k, top, x, top + k, x, top + r)),
        ("h", ()),
    )


def ground(top: float = 0.0) -> Shape:
    """All that lies under a level line."""
    return block(0, top, LONG, DEEP - top)


def profile(points: Iterable[Point]) -> Shape:
    """Return the area under a line from the left to the right."""
    return polygon(((0, DEEP), *points, (LONG, DEEP)))


def along(dice: Random, least: float, most: float, start: float = 0.0) -> Iterable[float]:
    """Places from the left to the right, so far from one another."""
    at = start + dice.uniform(0, least)
    while at < LONG:
        yield at
        at += dice.uniform(least, most)


def joined(parts: Iterable[Shape]) -> Shape:
    """Shapes as one."""
    return tuple(segment for part in parts for segment in part)
