"""The course of a sitting as a drawn curve: where its lines go, for the phone and for paper."""

from collections.abc import Callable, Sequence
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


def curve(course: Course) -> Curve:
    """The drawing of a course."""
    series = [(lead(moment.values, 0),) if course.mirrored else moment.values for moment in course.moments]
    low, most = min(0.0, *map(min, series)), max(0.0, *map(max, series))
    if course.mirrored:  # level lies in the middle
        most = max(most, -low)
        low = -most
    right = WIDE - (EDGE if course.mirrored else FIGURES)
    span, last = (most - low) or 1.0, course.moments[-1].n or 1

    def x(n: int) -> float:
        return round(EDGE + (right - EDGE) * n / last, 1)

    def y(value: float) -> float:
        return round(TOP + (HIGH - TOP - FOOT) * (most - value) / span, 1)

    seats = [side[0] for side in course.sides]
    ends = _apart([y(value) for value in series[-1]])
    lines = tuple(
        CurveLine(
            seats[k],
            tuple((x(moment.n), y(values[k])) for moment, values in zip(course.moments, series, strict=True)),
            DASHES[k % len(DASHES)],
            f"{series[-1][k]:g}" if course.points else "",
            ends[k],
        )
        for k in range(len(series[0]))
    )
    decided = None
    if it := course.decided:
        k = 0 if course.mirrored else it.side
        decided = next((at for at in lines[k].points if at[0] >= x(min(it.n, last))), lines[k].points[-1])
    return Curve(
        lines,
        y(0.0),
        f"{most:g}" if course.points and most else "",
        decided,
        _zones(course, x, right),
        (seats[0], seats[1]) if course.mirrored else None,
        right,
    )


def _zones(course: Course, x: Callable[[int], float], right: float) -> tuple[Zone, ...]:
    at = [x(moment.n) for moment in course.moments]
    edges = [EDGE, *((one + other) / 2 for one, other in pairwise(at)), right]
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
