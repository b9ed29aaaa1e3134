"""The drawn icons on paper: the phone's own paths, as lines and curves."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from math import acos, cos, hypot, pi, sin, sqrt, tan

Curve = tuple[float, ...]
"""Two numbers go to a point in a straight line, six along a Bézier curve."""

ICONS: dict[str, str] = tomllib.loads((files("companion.svg") / "icons.toml").read_text("utf-8"))
GRID, STROKE = 24.0, 1.75
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}

WORDS = {
    "sword": "attack", "shield": "defence", "heart": "health", "lightning": "action", "boot": "move",
    "coin": "cost", "crown": "commander", "skull": "fallen", "wing": "ally", "star": "star",
}  # fmt: skip
"""What an icon is called in the text one can search."""

SIGNS = {
    "⚔": "sword", "\U0001f5e1": "sword", "\U0001f6e1": "shield", "⛨": "shield", "♥": "heart", "❤": "heart",
    "⚡": "lightning", "☠": "skull", "\U0001f480": "skull", "★": "star", "✶": "star", "☆": "star",
    "\U0001f451": "crown", "\U0001f525": "flame", "\U0001f45f": "boot", "✋": "hand", "☾": "moon",
    "◈": "diamond", "\U0001f531": "trident", "\U0001f3b2": "die",
}  # fmt: skip
"""Characters hardly any typeface has, and the icon we draw instead."""
_SIGN = re.compile(f"[{''.join(SIGNS)}]")


def curly(text: str) -> str:
    """Text with the apostrophes of books."""
    return text.replace("'", "\u2019")


def spelled(text: str) -> str:
    """Text with rare symbols written as icons in braces, ``{sword}``, without emoji selectors, and with the
    apostrophes of books.
    """
    text = curly(text)
    if text.isascii():
        return text
    return _SIGN.sub(lambda sign: f"{{{SIGNS[sign.group()]}}}", text.replace("\ufe0f", ""))


@cache
def path(name: str) -> tuple[tuple[tuple[Curve, ...], bool], ...]:
    """An icon's strokes: each a start and its curves, and whether it is closed."""
    return tuple(_strokes(ICONS[name]))


def _strokes(d: str) -> Iterator[tuple[tuple[Curve, ...], bool]]:
    x = y = 0.0
    held: tuple[float, float] | None = None
    curves: list[Curve] = []
    for way, numbers in _commands(d):
        to, rel = way.lower(), way.islower()
        dx, dy = (x, y) if rel else (0.0, 0.0)
        if to == "z":
            yield tuple(curves), True
            x, y = curves[0]
            curves = []
            continue
        if to == "m":
            if curves:
                yield tuple(curves), False
            x, y = numbers[0] + dx, numbers[1] + dy
            curves = [(x, y)]
            continue
        if not curves:
            curves = [(x, y)]
        start, control = (x, y), None
        if to == "h":
            x = numbers[0] + dx
            curves.append((x, y))
        elif to == "v":
            y = numbers[0] + dy
            curves.append((x, y))
        elif to == "a":
            x, y = numbers[5] + dx, numbers[6] + dy
            curves += _arc(start, numbers, (x, y))
        else:
            points = [(numbers[i] + dx, numbers[i + 1] + dy) for i in range(0, len(numbers), 2)]
            if to == "s":
                points.insert(0, (2 * x - held[0], 2 * y - held[1]) if held else start)
            if to == "q":
                (qx, qy), end = points
                points = [
                    (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)),
                    (end[0] + 2 / 3 * (qx - end[0]), end[1] + 2 / 3 * (qy - end[1])),
                    end,
                ]
            if to in "cs":
                control = points[1]
            x, y = points[-1]
            curves.append(tuple(value for point in points for value in point))
        held = control
    if curves:
        yield tuple(curves), False


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(d)
    way, numbers = "", list[float]()
    for token in [*tokens, "end"]:
        if token[0].isalpha():
            if way and (not numbers and _TAKES[way.lower()] == 0):
                yield way, []
            way = token
            continue
        numbers.append(float(token))
        if len(numbers) == _TAKES[way.lower()]:
            yield way, numbers
            way = {"m": "l", "M": "L"}.get(way, way)
            numbers = []


def _arc(start: tuple[float, float], numbers: list[float], end: tuple[float, float]) -> list[Curve]:
    """An SVG arc (radii equal or not, unturned) as Bézier curves."""
    rx, ry, _, large, sweep = numbers[:5]
    (x1, y1), (x2, y2) = start, end
    px, py = (x1 - x2) / 2, (y1 - y2) / 2
    if (grow := (px / rx) ** 2 + (py / ry) ** 2) > 1:
        rx, ry = rx * sqrt(grow), ry * sqrt(grow)
    below = (rx * py) ** 2 + (ry * px) ** 2
    factor = sqrt(max(0.0, (rx * ry) ** 2 - below) / below) if below else 0.0
    factor = -factor if bool(large) == bool(sweep) else factor
    ax, ay = factor * rx * py / ry, -factor * ry * px / rx
    cx, cy = ax + (x1 + x2) / 2, ay + (y1 + y2) / 2
    first, last = _angle((px - ax) / rx, (py - ay) / ry), _angle((-px - ax) / rx, (-py - ay) / ry)
    turn = last - first
    if sweep and turn < 0:
        turn += 2 * pi
    if not sweep and turn > 0:
        turn -= 2 * pi
    pieces = max(1, int(abs(turn) / (pi / 2) + 0.999))
    step = turn / pieces
    k = 4 / 3 * tan(step / 4)
    found: list[Curve] = []
    for i in range(pieces):
        a, b = first + i * step, first + (i + 1) * step
        found.append((
            cx + rx * (cos(a) - k * sin(a)), cy + ry * (sin(a) + k * cos(a)),
            cx + rx * (cos(b) + k * sin(b)), cy + ry * (sin(b) - k * cos(b)),
            cx + rx * cos(b), cy + ry * sin(b),
        ))  # fmt: skip
    return found


def _angle(x: float, y: float) -> float:
    angle = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return angle if y >= 0 else -angle
