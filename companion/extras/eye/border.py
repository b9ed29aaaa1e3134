"""A board in a photograph, measured by the sigils about it: those of its own border, or of a frame."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy

from companion.extras.eye.sighting import Point, Reference, UnreadablePhoto
from printables.draw import sigil

SLACK = 3.0
"""A sigil of the border may lie so far from its place, in millimetres, on curled paper or behind a lens."""
ASKEW = 1.5
"""And those of a frame so far on the whole, as hands lay it."""
SCALES = numpy.geomspace(0.3, 3.0, 24)
"""So large, of ours, may a board be that a frame lies round: where it is looked for."""
STEPS = 8
Matrix = Any
"""An array of numbers, as OpenCV takes and gives it."""
Border = Mapping[int, Reference]
"""By number where the sigils lie that a board is measured by."""


@dataclass(frozen=True)
class Square:
    """A sigil in a photograph: its number, and its corners in pixels, from its own upper left clockwise."""

    number: int
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Measure:
    """The measure of a photograph: how it shows a board."""

    onto: Matrix
    """Takes a point of the photograph to the board as we draw it, in millimetres."""
    scale: Point
    """A millimetre of the table is so many there, across and down: one on a board of ours."""

    @classmethod
    def of(cls, seen: Sequence[Square], border: Border) -> "Measure":
        """Return the measure by the corners of a border's sigils; UnreadablePhoto if they do not fit."""
        framed = any(at.beside_x for at in border.values())
        scale = _scale(seen, border) if framed else (1.0, 1.0)
        pixels, points = _pixels(seen), _corners(seen, border, scale)
        onto, _ = cv2.findHomography(pixels, points, cv2.RANSAC, SLACK * min(scale))
        if onto is None:
            raise UnreadablePhoto(
                "The border of the board cannot be measured; hold the phone more from above."
            )
        if framed:
            off = (_through(pixels, onto) - points) / scale
            if numpy.sqrt((off**2).sum(1).mean()) > ASKEW:
                raise UnreadablePhoto(
                    "The frame lies askew: the inner corners belong on those of the spaces."
                )
        return cls(onto, scale)

    def lying(self, one: Square) -> list[Point]:
        """Return the corners of a sigil, in millimetres of the table."""
        points = _through(numpy.array(one.corners, numpy.float64), self.onto) / self.scale
        return [(float(x), float(y)) for x, y in points]

    def drawn(self, at: Point) -> Point:
        """A point of the table on the board as we draw it."""
        return at[0] * self.scale[0], at[1] * self.scale[1]


def _through(points: Matrix, matrix: Matrix) -> Matrix:
    return cv2.perspectiveTransform(points[None], matrix)[0]


def _pixels(seen: Sequence[Square]) -> Matrix:
    return numpy.array([corner for one in seen for corner in one.corners], numpy.float64)


def _corners(seen: Sequence[Square], border: Border, scale: Point) -> Matrix:
    """Return the corners of a border's sigils on the board."""
    half = sigil.SIDE / 2
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    places = [border[one.number] for one in seen]
    points = [
        (at.x + (at.beside_x + dx) * scale[0], at.y + (at.beside_y + dy) * scale[1])
        for at in places
        for dx, dy in square
    ]
    return numpy.array(points, numpy.float64)


def _scale(seen: Sequence[Square], border: Border) -> Point:
    """Return the size of a millimetre of the table on the board as we draw it, so that a frame is seen as it
    is: first about, then across and down by Gauss and Newton."""

    pixels = _pixels(seen)

    def off(scale: Matrix) -> Matrix:
        points = _corners(seen, border, (scale[0], scale[1]))
        matrix, _ = cv2.findHomography(points, pixels)
        return numpy.full(pixels.size, 1e6) if matrix is None else (_through(points, matrix) - pixels).ravel()

    scale = min((numpy.array([one, one]) for one in SCALES), key=lambda one: float((off(one) ** 2).sum()))
    for _ in range(STEPS):
        here = off(scale)
        steps = numpy.diag(scale * 1e-3)
        slope = numpy.stack([(off(scale + step) - here) / 1e-3 for step in steps], axis=1)
        more = numpy.linalg.lstsq(slope, -here, rcond=None)[0]
        scale = scale * numpy.exp(numpy.clip(more, -0.1, 0.1))
    return float(scale[0]), float(scale[1])
