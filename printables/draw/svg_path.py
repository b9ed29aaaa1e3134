"""The paths of SVG, the ``d`` of a ``path``, as straight lines and Bézier curves in absolute points."""

from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from companion.svg.skylines.strokes import Segment

Point = tuple[float, float]


def segments(d: str, count: Callable[[int], None] = lambda more: None) -> tuple[Segment, ...]:
    """Return what a path draws, one after the other; ValueError: it is no path of SVG. Each is counted."""
    pen = _Segments(count)
    try:
        parse_path(d, pen)
    except (IndexError, TypeError, ValueError) as fault:
        raise ValueError(f"“{d[:40]}” is no path of SVG.") from fault
    return tuple(pen.found)


class _Segments(BasePen):  # type: ignore[misc]  # it ships no types
    """Notes what is drawn; the library makes cubic curves of all curves and arcs."""

    def __init__(self, count: Callable[[int], None]) -> None:
        super().__init__(None)
        self.found: list[Segment] = []
        self._count = count

    def _note(self, *segment: Any) -> None:
        self._count(1)
        self.found.append(segment)

    def _moveTo(self, point: Point) -> None:
        self._note("m", point)

    def _lineTo(self, point: Point) -> None:
        self._note("l", point)

    def _curveToOne(self, one: Point, other: Point, point: Point) -> None:
        self._note("c", (*one, *other, *point))

    def _closePath(self) -> None:
        self._note("h", ())


def operators(path: Iterable[Segment]) -> Iterator[str]:
    """Yield a path in the drawing operators of a page, on which y grows upwards; ValueError: a number of it
    is none.
    """
    for way, numbers in path:
        if way == "c":
            a, b, c, d, e, f = numbers
            operator = f"{a:.5g} {-b:.5g} {c:.5g} {-d:.5g} {e:.5g} {-f:.5g} c"
        elif way == "h":
            operator = "h"
        else:
            operator = f"{numbers[0]:.5g} {-numbers[1]:.5g} {way}"
        yield plain(operator) if "e" in operator or "n" in operator else operator


FAR = 1e9
"""A number on a page is smaller than this."""


def plain(text: str) -> str:
    """Return operators without powers of ten, which a page does not know; ValueError: a number is none."""
    return " ".join(_plain(word) if "e" in word or "n" in word else word for word in text.split(" "))


def _plain(word: str) -> str:
    try:
        number = float(word)
    except ValueError:
        return word
    if not (isfinite(number) and abs(number) < FAR):
        raise ValueError(f"“{word}” is no place on a page.")
    return f"{number:.6f}".rstrip("0").rstrip(".")
