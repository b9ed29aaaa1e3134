"""Outlines: what a piece is cut to. A cutter's knife follows them, and pictures of a piece end there.

Lengths are millimetres, y grows downwards.
"""

from dataclasses import dataclass

from printables.draw.pen import Point, oblong


@dataclass(frozen=True)
class Circle:
    """A round cut."""

    x: float
    y: float
    r: float

    def moved(self, x: float, y: float) -> "Circle":
        """The same elsewhere."""
        return Circle(self.x + x, self.y + y, self.r)


@dataclass(frozen=True)
class Polygon:
    """A straight cut from corner to corner, and back to the first."""

    points: tuple[Point, ...]

    def moved(self, x: float, y: float) -> "Polygon":
        """The same elsewhere."""
        return Polygon(tuple((px + x, py + y) for px, py in self.points))


Loop = Circle | Polygon
Outline = tuple[Loop, ...]
"""The outer edge, and then its holes."""


def rectangle(size: tuple[float, float]) -> Outline:
    """The edge of a card whose upper left corner is the origin."""
    return (Polygon(oblong(0, 0, *size)),)
