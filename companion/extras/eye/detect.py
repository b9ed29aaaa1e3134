"""Sigils in a photograph: found by OpenCV, and measured on the board by those in its border."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import dist, sqrt
from typing import Any

import cv2
import numpy

from companion.extras.eye.border import Border, Matrix, Measure, Square
from companion.extras.eye.sighting import Point, Reference, UnreadablePhoto
from companion.words import Message, joined, message
from printables.draw import sigil

LEAST_SHARE = 0.008
"""A sigil's outline is at least this share of the longer side of a photograph."""
NEEDED = 4
"""The least number of a border's sigils that must be seen."""
SPREAD = 0.25
"""The least share of the board that they must span."""
WRONG_SIDE = 0.3
"""A sigil may measure this share too much or too little; what differs more is no sigil of ours."""
DARK, PALE = 45, 215
"""A photograph is on the whole between these greys, of 255."""


@dataclass(frozen=True)
class Measured:
    """A sigil on the board: its middle and the way its upper edge goes, in millimetres."""

    found: Square
    at: Point
    right: Point


def find(grey: Matrix) -> list[Square]:
    """Every sigil in a photograph."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return []
    return [
        Square(int(number), tuple((float(x), float(y)) for x, y in square[0]))
        for square, number in zip(corners, numbers.flatten(), strict=True)
    ]


def _detector() -> Any:
    """OpenCV's detector of ArUco markers with our dictionary; it mends one field, where three would do."""
    dictionary = cv2.aruco.Dictionary()
    fields = [numpy.array(sigil.rows(n), numpy.uint8) for n in range(len(sigil.CODES))]
    dictionary.bytesList = numpy.concatenate(
        [cv2.aruco.Dictionary.getByteListFromBits(one) for one in fields]
    )
    dictionary.markerSize, dictionary.maxCorrectionBits = sigil.FIELDS, 3
    how = cv2.aruco.DetectorParameters()
    how.minMarkerPerimeterRate = LEAST_SHARE
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(dictionary, how)


def seen_most(squares: Sequence[Square], borders: Mapping[str, Border]) -> str:
    """The border of which most is seen."""
    numbers = {one.number for one in squares}
    return max(borders, key=lambda key: len(numbers & set(borders[key])))


def measured(grey: Matrix, squares: Sequence[Square], border: Border) -> list[Measured]:
    """Return the pieces on a board, measured by the sigils of its border; UnreadablePhoto if it cannot."""
    times = Counter(one.number for one in squares)
    seen = [one for one in squares if one.number in border and times[one.number] == 1]
    if len(seen) < NEEDED:
        raise UnreadablePhoto(joined((_border_words(len(seen), len(border)), _why(grey, squares)), " "))
    if _spread([border[one.number] for one in seen]) < SPREAD * _spread(border.values()):
        raise UnreadablePhoto(
            "The marks that are seen lie all on one side: show the whole board, with its border."
        )
    measure = Measure.of(seen, border)
    return [*filter(None, (_on_board(one, measure) for one in squares if one.number not in border))]


def _on_board(one: Square, measure: Measure) -> Measured | None:
    """A sigil on the board; None where it is no square of the size that ours have."""
    corners = measure.lying(one)
    sides = [dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    if not all(abs(side / sigil.SIDE - 1) < WRONG_SIDE for side in sides):
        return None
    (x1, y1), (x2, y2) = corners[0], corners[1]
    at = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    return Measured(one, measure.drawn(at), ((x2 - x1) / sides[0], (y2 - y1) / sides[0]))


def _spread(places: Iterable[Reference]) -> float:
    return _area([(at.x, at.y) for at in places])


def _area(points: Sequence[Point]) -> float:
    hull = cv2.convexHull(numpy.array(points, numpy.float32))
    return float(cv2.contourArea(hull))


def _border_words(seen: int, of: int) -> Message:
    words = "Only {seen} of the {of} marks in the board's border {seen:is|are} seen."
    return message(
        words if seen else "None of the {of} marks in the board's border is seen.", seen=seen, of=of
    )


def _why(grey: Matrix, squares: Sequence[Square]) -> str:
    """Return what is wrong with a photograph of which too little is read."""
    light = float(grey.mean())
    if light < DARK:
        return "It is too dark: more light."
    if light > PALE:
        return "It is too bright: less light, or no flash."
    if squares:
        sides = [sqrt(_area(one.corners)) for one in squares]
        if sum(sides) / len(sides) < max(grey.shape) * 0.009:
            return "The board is too far away: let it fill the picture."
        return "Show the whole board, with its border."
    return (
        "Hold the phone still and nearer, with the whole board in the picture; it needs a board with sigils."
    )
