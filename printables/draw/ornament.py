"""Ornaments drawn by rule: star polygons, and the patterns that tell kinds apart without colour."""

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from reportlab.lib.units import mm

from printables.draw.ink import RGB
from printables.draw.pen import Pen, Point


def star(points: int, skip: int, x: float, y: float, r: float) -> list[Point]:
    """The corners of the star polygon {points/skip}, in the order its lines are drawn."""
    turns = [2 * pi * i * skip / points for i in range(points)]
    return [(x + r * sin(turn), y - r * cos(turn)) for turn in turns]


def pattern(
    pen: Pen, kind: str, x: float, y: float, w: float, h: float, colour: RGB, step: float = 1.6
) -> None:
    """Fill a box with a pattern; draw it ``within`` an outline."""
    thick = step * 0.12
    if kind == "plain":
        return
    if kind in STRAIGHT:
        ends = [end for way in STRAIGHT[kind] for end in WAYS[way](x, y, w, h, step)]
        pen.lines(ends, thick, colour)
    elif kind in ("waves", "chevrons"):
        pen.along(" ".join(_rows(kind, x, y, w, h, step)), colour, thick)
    else:
        rows, columns = range(int(h / (step / 2)) + 2), range(int(w / step) + 2)
        dots = [(x + (c + r % 2 / 2) * step, y + r * step / 2) for r in rows for c in columns]
        pen.say("1 J")
        pen.lines([(dx, dy, dx + 0.004, dy) for dx, dy in dots], step * 0.34, colour)
        pen.say("0 J")


def corners(pen: Pen, inset: float, w: float, h: float, reach: Iterable[float], colour: RGB) -> None:
    """Draw lines across the corners of a box that lies ``inset`` mm inside another, each ``reach`` mm from
    the corner.
    """
    for x, y in ((inset, inset), (w - inset, inset), (inset, h - inset), (w - inset, h - inset)):
        sx, sy = (1 if x < w / 2 else -1), (1 if y < h / 2 else -1)
        for n in reach:
            pen.line(x + sx * n, y, x, y + sy * n, 0.12, colour)


Ends = list[tuple[float, float, float, float]]


def _upright(x: float, y: float, w: float, h: float, step: float) -> Ends:
    return [(x + i * step, y, x + i * step, y + h) for i in range(1, int(w / step) + 1)]


def _level(x: float, y: float, w: float, h: float, step: float) -> Ends:
    return [(x, y + i * step, x + w, y + i * step) for i in range(1, int(h / step) + 1)]


def _rising(x: float, y: float, w: float, h: float, step: float) -> Ends:
    return [(x + i * step - h, y + h, x + i * step, y) for i in range(1, int((w + h) / step) + 1)]


def _falling(x: float, y: float, w: float, h: float, step: float) -> Ends:
    return [(x + i * step - h, y, x + i * step, y + h) for i in range(1, int((w + h) / step) + 1)]


def _joints(x: float, y: float, w: float, h: float, step: float) -> Ends:
    """The upright joints of bricks, between lines that lie level."""
    rows, columns = range(int(h / step) + 1), range(int(w / (2 * step)) + 2)
    places = [(x + (2 * c + r % 2) * step, y + r * step) for r in rows for c in columns]
    return [(left, top, left, top + step) for left, top in places]


def _crosses(x: float, y: float, w: float, h: float, step: float) -> Ends:
    rows, columns = range(int(h / step) + 2), range(int(w / (2 * step)) + 2)
    places = [(x + (2 * c + r % 2) * step, y + r * step) for r in rows for c in columns]
    arm = 0.45 * step
    return [
        end
        for at, down in places
        for end in ((at - arm, down, at + arm, down), (at, down - arm, at, down + arm))
    ]


WAYS: dict[str, Callable[[float, float, float, float, float], Ends]] = {
    "upright": _upright, "level": _level, "rising": _rising, "falling": _falling, "joints": _joints,
    "crosses": _crosses,
}  # fmt: skip
STRAIGHT = {
    "bars": ("upright",), "rows": ("level",), "grid": ("upright", "level"), "hatch": ("rising",),
    "slant": ("falling",), "net": ("rising", "falling"), "bricks": ("level", "joints"),
    "crosses": ("crosses",),
}  # fmt: skip
"""Patterns of straight lines, by the ways their lines go."""


def _rows(kind: str, x: float, y: float, w: float, h: float, step: float) -> list[str]:
    """Rows of waves or chevrons, each step drawn relative to the row's start."""
    half, parts = step / 2 * mm, []
    for row in range(int(h / step) + 2):
        top = -(y + row * step) * mm
        parts.append(f"{x * mm:.3f} {top:.3f} m")
        for i in range(int(w / step) + 2):
            at = (x + i * step) * mm
            if kind == "waves":
                parts.append(
                    f"{at + half * 0.7:.3f} {top + half:.3f} {at + half * 1.3:.3f} {top - half:.3f} "
                    f"{at + 2 * half:.3f} {top:.3f} c"
                )
            else:
                parts.append(f"{at + half:.3f} {top + half * 0.8:.3f} l {at + 2 * half:.3f} {top:.3f} l")
    return parts
