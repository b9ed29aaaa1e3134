"""The course of a sitting as a drawn curve: where its lines go, for the phone and for paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.story.course import Course, Moment, lead

WIDE, HIGH = 360.0, 220.0
"""Of the drawing, in its own units; on a phone a unit is a pixel."""
EDGE, FIGURES, TOP, FOOT = 6.0, 46.0, 20.0, 18.0
"""What is left free about the curve: at its right edge the figures of its lines stand."""
APART = 17.0
"""How far the figures at the ends of two lines keep from each other."""
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "1 4", "12 5", "6 2 1 2 1 2")
"""A line is told from the others without its colour, too."""
Point = tuple[float, float]


@dataclass(frozen=True)
class CurveLine:
    """The line of a side: the seat whose mark and colour it has, and the figure at its end."""

    seat: str
    points: tuple[Point, ...]
    dash: str
    end: str
    end_y: float

    @property
    def path(self) -> str:
        """The same as the path of an SVG."""
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Zone:
    """A strip of the drawing that belongs to a moment."""

    moment: Moment
    x: float
    wide: float


@dataclass(frozen=True)
class Curve:
    """The drawing. Of two sides with one lead between them there is one line: above is the first side's."""

    lines: tuple[CurveLine, ...]
    level: float
    """Where nothing, or level, is."""
    most: str
    """The figure at the upper edge; empty where figures say nothing."""
    decided: Point | None
    """The moment that decided it."""
    zones: tuple[Zone, ...]
    mirrored: tuple[str, str] | None
    """The seats of the two sides that share the line: the upper and the lower."""
    right: float
    """Where the curve ends."""
    left: float = EDGE
    top: float = TOP
    foot: float = HIGH - FOOT
    wide: float = WIDE
    high: float = HIGH

    @property
    def field(self) -> str:
        """Return the area between the line and the level as the path of an SVG."""
        (line,) = self.lines[:1]
        ends = f"L{line.points[-1][0]:g} {self.level:g}L{line.points[0][0]:g} {self.level:g}Z"
        return line.path + ends


@dataclass(frozen=True)
class _Axes:
    """The place of entries and figures in the drawing."""

    last: int
    low: float
    most: float
    right: float

    def x(self, n: int) -> float:
        return round(EDGE + (self.right - EDGE) * n / self.last, 1)

    def y(self, value: float) -> float:
        return round(TOP + (HIGH - TOP - FOOT) * (self.most - value) / ((self.most - self.low) or 1.0), 1)


def curve(course: Course) -> Curve:
    """The drawing of a course."""
    values = [moment.values for moment in course.moments]
    if course.mirrored:
        values = [(lead(each, 0),) for each in values]
    axes = _axes(course, values)
    seats, xs = [side[0] for side in course.sides], [axes.x(moment.n) for moment in course.moments]
    ends = _apart([*map(axes.y, values[-1])])
    lines = tuple(
        CurveLine(
            seats[k],
            tuple(zip(xs, map(axes.y, series), strict=True)),
            DASHES[k % len(DASHES)],
            _figure(course, series[-1]),
            ends[k],
        )
        for k, series in enumerate(zip(*values, strict=True))
    )
    return Curve(
        lines,
        axes.y(0.0),
        _figure(course, axes.most) if axes.most else "",
        _decided_at(course, lines, axes),
        _zones(course, xs, axes.right),
        (seats[0], seats[1]) if course.mirrored else None,
        axes.right,
    )


def _figure(course: Course, n: float) -> str:
    return f"{n:g}" if course.points else ""


def _axes(course: Course, values: Sequence[Sequence[float]]) -> _Axes:
    low, most = min(0.0, *map(min, values)), max(0.0, *map(max, values))
    last = course.moments[-1].n or 1
    if course.mirrored:  # level lies in the middle
        most = max(most, -low)
        return _Axes(last, -most, most, WIDE - EDGE)
    return _Axes(last, low, most, WIDE - FIGURES)


def _decided_at(course: Course, lines: Sequence[CurveLine], axes: _Axes) -> Point | None:
    """Return the place on its line where the side that won came ahead."""
    decided = course.decided
    if decided is None:
        return None
    points = lines[0 if course.mirrored else decided.side].points
    return next((at for at in points if at[0] >= axes.x(min(decided.n, axes.last))), points[-1])


def _zones(course: Course, xs: Sequence[float], right: float) -> tuple[Zone, ...]:
    edges = [EDGE, *((one + other) / 2 for one, other in pairwise(xs)), right]
    return tuple(
        Zone(moment, round(left, 1), round(right - left, 1))
        for moment, (left, right) in zip(course.moments, pairwise(edges), strict=True)
    )


def _apart(wanted: Sequence[float]) -> list[float]:
    """The same heights, moved as little as need be so that no two lie closer than they may."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    heights, above = [0.0] * len(wanted), -APART
    for n in order:
        heights[n] = above = max(wanted[n], above + APART)
    over = max(0.0, above - (HIGH - FOOT))
    below = HIGH
    for n in reversed(order):
        heights[n] = below = min(heights[n] - (over if n == order[-1] else 0.0), below - APART)
    return [round(each, 1) for each in heights]
