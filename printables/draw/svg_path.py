"""The paths of SVG, the ``d`` of a ``path``, as straight lines and Bézier curves in absolute points."""

from collections.abc import Iterable, Iterator

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

Point = tuple[float, float]
Segment = tuple[str, tuple[float, ...]]
"""``m`` begins at a point, ``l`` goes straight to one, ``c`` along two handles to one, ``h`` closes."""


def segments(d: str) -> tuple[Segment, ...]:
    """What a path draws, one after the other; ValueError: it is no path of SVG."""
    pen = _Segments()
    try:
        parse_path(d, pen)
    except (IndexError, TypeError, ValueError) as fault:
        raise ValueError(f"“{d[:40]}” is no path of SVG.") from fault
    return tuple(pen.found)


class _Segments(BasePen):  # type: ignore[misc]  # it ships no types
    """Notes what is drawn; the library makes cubic curves of all curves and arcs."""

    def __init__(self) -> None:
        super().__init__(None)
        self.found: list[Segment] = []

    def _moveTo(self, point: Point) -> None:
        self.found.append(("m", point))

    def _lineTo(self, point: Point) -> None:
        self.found.append(("l", point))

    def _curveToOne(self, one: Point, other: Point, point: Point) -> None:
        self.found.append(("c", (*one, *other, *point)))

    def _closePath(self) -> None:
        self.found.append(("h", ()))


def operators(path: Iterable[Segment]) -> Iterator[str]:
    """A path in the drawing operators of a page, on which y grows upwards."""
    for way, numbers in path:
        if way == "c":
            a, b, c, d, e, f = numbers
            yield f"{a:.5g} {-b:.5g} {c:.5g} {-d:.5g} {e:.5g} {-f:.5g} c"
        elif way == "h":
            yield "h"
        else:
            yield f"{numbers[0]:.5g} {-numbers[1]:.5g} {way}"
