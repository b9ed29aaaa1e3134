"""The spaces of a board that is drawn as text: squares, hexes, or points that lines join."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from math import cos, dist, pi, sin

from companion.boxes.definition.schema import Board
from companion.kernel.view import Cell, Point, Stroke
from companion.toolkit.hexes import Hexes

MOST = 400
"""So many spaces a board has at most."""
WORD = re.compile(r"[A-Za-z0-9_'-]{1,12}(:([a-z][a-z0-9-]{0,19})?)?")
"""A space of a drawing: its name, and its kind."""
SPOT, PIT = 0.36, 0.43
"""The radius of a point, where two of them are one apart; and of one that no line leads to."""
SHORT = 4
"""A space whose name has more letters has no room for it: its place tells it."""
PLAIN = "plain"
"""The kind of the spaces that say none."""


class NoBoard(ValueError):
    """A drawing that is none: what is wrong with it."""


@dataclass(frozen=True)
class Spaces:
    """Spaces by name: where each is, what it is joined to, and the lines of them; none without a board."""

    cells: tuple[Cell, ...] = ()
    size: Point = (0, 0)
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: tuple[tuple[str, ...], ...] = ()
    strokes: tuple[Stroke, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cells)

    @cached_property
    def at(self) -> dict[str, Point]:
        """Space to its middle."""
        return {cell.space: cell.at for cell in self.cells}

    @cached_property
    def between(self) -> dict[tuple[str, str], str]:
        """Two spaces two steps apart in a straight line, to the one in the middle."""
        at, there = self.at, {_near(*spot): space for space, spot in self.at.items()}
        across = {
            (one, there.get(_near(2 * at[mid][0] - at[one][0], 2 * at[mid][1] - at[one][1]), "")): mid
            for mid, beside in self.beside.items()
            for one in beside
        }
        return {(one, other): mid for (one, other), mid in across.items() if other in self.beside[mid]}

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Space to its kind."""
        return {cell.space: cell.kind or PLAIN for cell in self.cells}


def _near(x: float, y: float) -> Point:
    """Return a point that is the same for all that are no further apart than figures are exact."""
    return round(x, 3), round(y, 3)


def drawn(board: Board) -> Spaces:
    """The spaces of a board; NoBoard says what is wrong with its drawing."""
    names, rows = set(_names(board)), tuple(tuple(line.split()) for line in board.ways)
    if unknown := next((name for name in chain(*rows) if name not in names), ""):
        raise NoBoard(f"the line with “{unknown[:12]}” goes through a space that is not in the drawing.")
    return _hexes(board, rows) if board.shape == "hexes" else _grid(board, rows)


def _names(board: Board) -> list[str]:
    """The names in a drawing; NoBoard where there are too many, or one is none or stands twice."""
    words = [word for word in board.drawing.split() if word != "."]
    if not 1 <= len(words) <= MOST:
        raise NoBoard(f"a board has 1 to {MOST} spaces, not {len(words)}.")
    if odd := next((word for word in words if not WORD.fullmatch(word)), ""):
        raise NoBoard(f"“{odd[:40]}” is no space; one is like A1, or A1:gate with its kind.")
    names = [word.partition(":")[0] for word in words]
    if twice := Counter(names) - Counter({*names}):
        raise NoBoard(f"{next(iter(twice))} stands twice in the drawing.")
    return names


def _hexes(board: Board, rows: tuple[tuple[str, ...], ...]) -> Spaces:
    starts = [[match.start() for match in re.finditer(r"\S+", line)] for line in board.drawing.splitlines()]
    gaps = [b - a for line in starts for a, b in pairwise(line)]
    drawing = re.sub(r"(?<!\S)\.(?!\S)", " ", board.drawing)
    try:
        hexes = Hexes.drawn(drawing, half=max(1, min(gaps, default=4) // 2))
    except ValueError as no:
        raise NoBoard(
            f"{no}; names in a row are as far apart as the widest, and every other row begins "
            "half of that further in."
        ) from None
    return Spaces(hexes.cells(), hexes.size, _joined(hexes.beside, rows), rows)


def _grid(board: Board, rows: tuple[tuple[str, ...], ...]) -> Spaces:
    lines = [*filter(None, map(str.split, board.drawing.splitlines()))]
    words = {
        (x + 0.5, y + 0.5): word.partition(":")
        for y, line in enumerate(lines)
        for x, word in enumerate(line)
        if word != "."
    }
    at = {name: middle for middle, (name, _, _) in words.items()}
    points, radius = board.shape == "points", SPOT if rows else PIT
    cells = []
    for middle, (name, _, kind) in words.items():
        corners = _round(*middle, radius) if points else _square(*middle)
        cells.append(Cell(name, corners, middle, kind, name if len(name) <= SHORT else ""))
    size = (float(max(map(len, lines))), float(len(lines)))
    beside = dict.fromkeys(at, ()) if points else _touching(at)
    return Spaces(tuple(cells), size, _joined(beside, rows), rows, _strokes(at, rows))


def _touching(at: Mapping[str, Point]) -> dict[str, tuple[str, ...]]:
    """Square to those that touch it along its sides, clockwise from above."""
    named = {middle: name for name, middle in at.items()}
    return {
        name: tuple(named[spot] for spot in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if spot in named)
        for name, (x, y) in at.items()
    }


def _strokes(at: Mapping[str, Point], rows: tuple[tuple[str, ...], ...]) -> tuple[Stroke, ...]:
    """The lines that join two points, from edge to edge, each once."""
    steps = dict.fromkeys(chain.from_iterable(map(pairwise, rows)))
    return tuple(_between(at[one], at[other]) for one, other in steps)


def _joined(
    beside: Mapping[str, tuple[str, ...]], rows: tuple[tuple[str, ...], ...]
) -> dict[str, tuple[str, ...]]:
    """Return the neighbours of each space, including those that the lines join."""
    more = {name: list(others) for name, others in beside.items()}
    for row in rows:
        for one, other in pairwise(row):
            more[one].append(other)
            more[other].append(one)
    return {name: tuple(dict.fromkeys(others)) for name, others in more.items()}


def _square(x: float, y: float) -> tuple[Point, ...]:
    return ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))


def _round(x: float, y: float, radius: float) -> tuple[Point, ...]:
    turns = [2 * pi * n / 24 for n in range(24)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _between(one: Point, other: Point) -> Stroke:
    """The line that joins two points, from edge to edge."""
    part = SPOT / dist(one, other)
    (x, y), (x1, y1) = one, other
    dx, dy = (x1 - x) * part, (y1 - y) * part
    return Stroke(((x + dx, y + dy), (x1 - dx, y1 - dy)), "way")
