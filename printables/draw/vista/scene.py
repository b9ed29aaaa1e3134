"""The scene of a vista: what it is made of, and where in its field everything stands."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from random import Random
from zlib import crc32

from reportlab.lib.units import mm

from companion.svg.skylines.strokes import LONG, Segment
from printables.draw.ink import RGB
from printables.draw.pen import Pen, Point
from printables.draw.svg_path import operators

HORIZON, FULL = 11.0, 36.0
"""So far over its field's lower edge the horizon lies, in millimetres, where the field is FULL high."""
ABOUT = 0.075
"""So much of its size is kept free about a picture, as its outline is."""
NEARER = 2.6
"""So much lower each layer begins than the one behind it."""


@dataclass(frozen=True)
class Scenery:
    """The place and time of a scene."""

    sky: tuple[RGB, RGB]
    """Its colours, above and at the horizon."""
    land: RGB
    """The colour of what is near."""
    ink: RGB
    """The colour of what stands in front."""
    light: str = "sun"
    """``sun``, ``moon``, ``rays`` or ``dusk``: what is seen of where the light comes from."""
    right: bool = False
    """Whether it comes from the right."""
    layers: tuple[str, ...] = ("mountains", "hills")
    """Skylines from far to near; the last is the ground."""


@dataclass(frozen=True)
class Vista:
    """A thing in its place."""

    name: str
    """What it is called: each name has another piece of its place behind it."""
    picture: str
    place: Scenery
    beside: tuple[str, ...] = ()
    """Pictures that stand behind it, paler; three at most."""


@dataclass(frozen=True)
class Scene:
    """A vista in a field of a size, in millimetres."""

    vista: Vista
    w: float
    h: float
    foot: float
    """So far over the lower edge the picture stands."""
    head: float = 0.0
    """So much at the top is covered: the picture and the light keep clear of it."""
    aside: float = 0.0
    """So much at the left is covered too, or at the right if it is negative."""
    edge: float = 0.0
    """So much at either side may be cut off: the picture keeps clear of it."""

    @property
    def seen(self) -> float:
        """Return the height of what is not covered."""
        return self.h - self.head

    @property
    def place(self) -> Scenery:
        """Return the place of the scene."""
        return self.vista.place

    @cached_property
    def scale(self) -> float:
        """Return the scale of skylines here."""
        return max(0.45, min(1.35, self.seen / FULL, self.w / FULL))

    @cached_property
    def horizon(self) -> float:
        """Return the distance of the horizon from the top."""
        return self.h - HORIZON * self.scale

    @cached_property
    def picture(self) -> tuple[float, float, float]:
        """Return the place of the picture: left, top and size."""
        size = min(self.seen - self.foot - 1.2, self.w * 0.64)
        if self.aside:
            size = min(size, (self.w - 2 * self.edge - abs(self.aside)) / (1 + ABOUT))
        left, about = (self.w - size + self.aside) / 2, ABOUT * size
        left = max(self.edge + about, min(left, self.w - self.edge - about - size))
        return left, self.h - self.foot - size, size

    @cached_property
    def light(self) -> tuple[float, float, float]:
        """The middle of the sun or the moon, and half its width."""
        if self.place.light == "dusk":
            size = self.picture[2]
            return (self.w + self.aside) / 2, self.horizon - size * 0.34, size * 0.52
        across = 0.76 if self.place.right else 0.24
        return (
            self.w * across + self.aside / 2,
            self.head + self.seen * 0.28,
            min(0.2 * min(self.seen, self.w), 7.5),
        )

    def base(self, n: int) -> float:
        """Return the distance of a layer's foot from the top."""
        return self.horizon + n * NEARER * self.scale

    def dice(self, what: str) -> Random:
        """Return a random generator for one purpose, the same at every printing."""
        return Random(crc32(f"{self.vista.name} {what}".encode()))

    def companions(self) -> list[tuple[str, float, float, float]]:
        """The paler pictures: name, left, top and size; the first on the side that the light falls on."""
        size = min(self.seen * 0.42, self.w * 0.27)
        far, near = self.w * 0.015, self.w * 0.985 - size
        if self.place.right:
            far, near = near, far
        low = self.base(len(self.place.layers) - 2) - size
        spots = ((near, low), (far, low + size * 0.06), (near, self.horizon - size * 1.9))
        return [(name, x, y, size) for name, (x, y) in zip(self.vista.beside, spots, strict=False)]

    def stars(self) -> list[Point]:
        """Return the places of stars at night."""
        dice = self.dice("stars")
        return [(dice.uniform(1, self.w - 1), dice.uniform(1, self.horizon * 0.7)) for _ in range(26)]

    def laid(self, pen: Pen, n: int) -> AbstractContextManager[Pen]:
        """A strip is laid along the base of a layer, a piece of it by the name; turned round where the light
        comes from the right.
        """
        s = self.scale
        x = -self.dice(f"layer {n}").uniform(0, max(0.0, LONG - self.w / s)) * s
        if self.place.right:
            s, x = -s, self.w - x
        return pen.state(f"{s:.5g} 0 0 {abs(s):.5g} {x * mm:.3f} {-self.base(n) * mm:.3f} cm")


def sparkle(x: float, y: float, r: float) -> list[Point]:
    """A star of four points."""
    reach = [(r if n % 2 == 0 else r * 0.28, pi * n / 4) for n in range(8)]
    return [(x + far * cos(turn), y + far * sin(turn)) for far, turn in reach]


def millimetres(shape: Sequence[Segment]) -> list[str]:
    """A path in millimetres as drawing operators."""
    return list(operators((way, tuple(n * mm for n in numbers)) for way, numbers in shape))
