"""Sigils in a photograph: found by OpenCV, and measured on the board by those in its border."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, sqrt
from typing import Any

import cv2
import numpy

from printables.draw import sigil
from printables.eye.sighting import Point, Unreadable

LEAST_SHARE = 0.008
"""A sigil's outline is at least this share of the longer side of a photograph."""
NEEDED = 4
"""So many sigils of a border must be seen,"""
SPREAD = 0.25
"""and they must span at least this share of the board."""
SLACK = 3.0
"""A sigil of the border may lie so far from its place, in millimetres, on curled paper or behind a lens."""
WRONG_SIDE = 0.3
"""A sigil may measure this share too much or too little; what differs more is no sigil of ours."""
DARK, PALE = 45, 215
"""A photograph is on the whole between these greys, of 255."""
Matrix = Any
"""An array of numbers, as OpenCV takes and gives it."""


@dataclass(frozen=True)
class Found:
    """A sigil in a photograph: its number, and its corners in pixels, from its own upper left clockwise."""

    number: int
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Measured:
    """A sigil on the board: its middle and the way its upper edge goes, in millimetres."""

    found: Found
    at: Point
    right: Point


def find(grey: Matrix) -> list[Found]:
    """Every sigil in a photograph."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return []
    return [
        Found(int(number), tuple((float(x), float(y)) for x, y in square[0]))
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


def seen_most(found: Sequence[Found], boards: Mapping[str, Mapping[int, Point]]) -> str:
    """The board of whose border most is seen."""
    numbers = {one.number for one in found}
    return max(boards, key=lambda key: len(numbers & set(boards[key])))


def measured(grey: Matrix, found: Sequence[Found], border: Mapping[int, Point]) -> list[Measured]:
    """What lies on a board, by the sigils of its border; Unreadable says why it cannot be measured."""
    seen = [one for one in found if one.number in border]
    seen = [one for one in seen if sum(other.number == one.number for other in seen) == 1]
    if len(seen) < NEEDED:
        raise Unreadable(f"{_border_words(len(seen), len(border))} {_why(grey, found)}")
    onto = _onto(seen, border)
    points = [border[one.number] for one in seen]
    if _area(points) < SPREAD * _area(list(border.values())):
        raise Unreadable(
            "The marks that are seen lie all on one side: show the whole board, with its border."
        )
    return [one for one in (_on_board(one, onto) for one in found if one.number not in border) if one]


def _onto(seen: Sequence[Found], border: Mapping[int, Point]) -> Matrix:
    """What takes a point of the photograph to the board, by all corners of the border's sigils."""
    half = sigil.SIDE / 2
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    pixels = [corner for one in seen for corner in one.corners]
    points = [(x + dx, y + dy) for x, y in (border[one.number] for one in seen) for dx, dy in square]
    onto, _ = cv2.findHomography(numpy.array(pixels), numpy.array(points), cv2.RANSAC, SLACK)
    if onto is None:
        raise Unreadable("The border of the board cannot be measured; hold the phone more from above.")
    return onto


def _on_board(one: Found, onto: Matrix) -> Measured | None:
    """A sigil on the board; None where it is no square of the size that ours have."""
    shape = numpy.array([one.corners], numpy.float64)
    corners = [(float(x), float(y)) for x, y in cv2.perspectiveTransform(shape, onto)[0]]
    sides = [dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    if not all(abs(side / sigil.SIDE - 1) < WRONG_SIDE for side in sides):
        return None
    (x1, y1), (x2, y2) = corners[0], corners[1]
    at = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    return Measured(one, at, ((x2 - x1) / sides[0], (y2 - y1) / sides[0]))


def _area(points: Sequence[Point]) -> float:
    hull = cv2.convexHull(numpy.array(points, numpy.float32))
    return float(cv2.contourArea(hull))


def _border_words(seen: int, of: int) -> str:
    if not seen:
        return f"None of the {of} marks in the board's border is seen."
    return f"Only {seen} of the {of} marks in the board's border {'is' if seen == 1 else 'are'} seen."


def _why(grey: Matrix, found: Sequence[Found]) -> str:
    """What is wrong with a photograph of which too little is read."""
    light = float(grey.mean())
    if light < DARK:
        return "It is too dark: more light."
    if light > PALE:
        return "It is too bright: less light, or no flash."
    if found:
        sides = [sqrt(_area(one.corners)) for one in found]
        if sum(sides) / len(sides) < max(grey.shape) * 0.009:
            return "The board is too far away: let it fill the picture."
        return "Show the whole board, with its border."
    return (
        "Hold the phone still and nearer, with the whole board in the picture; it needs a board with sigils."
    )
