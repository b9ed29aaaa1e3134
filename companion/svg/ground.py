"""The ground of a board as SVG: cells, patterns and letters, the same at every moment and drawn once."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import cos, pi, sin
from zlib import crc32

from markupsafe import escape

from companion.kernel.view import Cell, Picture, Piece, Point

ICONS: dict[str, str] = tomllib.loads((files("companion.svg") / "icons.toml").read_text("utf-8"))
"""Icon name to the one path that draws it."""
MARKS = ("star", "trident", "diamond", "moon")
"""The icon of each seat, by its number."""
MARGIN = 0.13
TOUCH = 1.02
"""A space is touched a hair beyond its edge: two fingers never come so close."""


@lru_cache(10_000)
def n(value: float) -> str:
    """A number as short as two decimals allow."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return {"0": "0", "-0": "0"}.get(short) or short.replace("-0.", "-.").removeprefix("0")


def path_of(points: Iterable[Point], close: bool = True) -> str:
    """A line in short steps from its first point, closed or open."""
    first, *rest = [(round(x, 2), round(y, 2)) for x, y in points]
    steps, (x, y) = [f"M{n(first[0])} {n(first[1])}"], first
    for there in rest:
        steps.append(f"l{n(there[0] - x)} {n(there[1] - y)}")
        x, y = there
    return "".join(steps) + ("z" if close else "")


@dataclass(frozen=True)
class Ground:
    """What stays the same from moment to moment."""

    cells: tuple[Cell, ...]
    id: str
    frame: str
    uses: str
    shapes: str
    """What marks use by name, under its own id: the same for all grounds of a board, so none holds names."""
    markup: str
    outline: dict[str, str]
    """Space to its shape where it lies."""
    space_at: dict[Point, str]

    def under(self, piece: Piece) -> str | None:
        """The space a piece is on."""
        return piece.space or self.space_at.get(piece.at)


_grounds: dict[int, Ground] = {}


def ground_of(picture: Picture, seats: Iterable[str]) -> Ground:
    """The ground of a picture, drawn once; a cell whose kind is one of ``seats`` wears its colour."""
    kept = _grounds.get(id(picture.cells))
    if kept is None or kept.cells is not picture.cells:
        if len(_grounds) > 200:
            _grounds.clear()
        kept = _grounds[id(picture.cells)] = _drawn(picture, [name.lower() for name in seats])
    return kept


def _burst(points: int, outer: float, inner: float) -> str:
    turn = pi / points
    corners = ((outer, inner)[i % 2] for i in range(2 * points))
    return path_of((radius * sin(i * turn), -radius * cos(i * turn)) for i, radius in enumerate(corners))


PIECES = (
    '<circle class="q" r="1"/><circle class="ring" r=".87"/>',
    f'<path class="q" d="{_burst(16, 1.08, 0.9)}"/>',
    '<path class="q" d="M0-1.15Q.9-.9 1.15 0 .9.9 0 1.15-.9.9-1.15 0-.9-.9 0-1.15z"/>'
    '<path class="ring" d="M0-.96Q.75-.75.96 0 .75.75 0 .96-.75.75-.96 0-.75-.75 0-.96z"/>',
    '<path class="q" d="M-1-1Q0-.8 1-1 .8 0 1 1 0 .8-1 1-.8 0-1-1z"/>',
)
"""A piece of each seat, of radius 1: a disc with a ring, a spiked disc, a framed lozenge, a cushion."""


def _drawn(picture: Picture, seats: list[str]) -> Ground:
    shapes: dict[str, str] = {}
    outline = {}
    for cell in picture.cells:
        name = shapes.setdefault(_shape(cell), f"h{len(shapes)}")
        outline[cell.space] = f'<use href="#{name}" x="{n(cell.at[0])}" y="{n(cell.at[1])}"/>'
    used = [f'<path id="{name}" d="{d}"/>' for d, name in shapes.items()]
    used += [f'<g id="q{number}">{shape}</g>' for number, shape in enumerate(PIECES)]
    used += [_pattern(number) for number in range(len(PATTERNS))]
    shared = f"<defs>{''.join(used)}</defs>"
    size = f"{n(picture.width + 2 * MARGIN)} {n(picture.height + 2 * MARGIN)}"
    markup = _cells(picture, seats)
    return Ground(
        picture.cells,
        f"g{crc32(markup.encode()):x}",
        f"-{n(MARGIN)} -{n(MARGIN)} {size}",
        f"s{crc32(shared.encode()):x}",
        shared,
        markup,
        outline,
        {cell.at: cell.space for cell in picture.cells},
    )


def _cells(picture: Picture, seats: list[str]) -> str:
    paths: dict[str, str] = {}
    for cell in (cell for cell in picture.cells if not cell.quiet):
        paths[cell.kind] = paths.get(cell.kind, "") + path_of(cell.outline)
    drawn = {cell.kind for cell in picture.cells if cell.icon}
    kinds = [kind for kind in paths if kind and kind not in drawn]
    tones = {kind: number % len(PATTERNS) for number, kind in enumerate(kinds)}
    parts = [f'<path class="edge" d="{"".join(paths.values())}"/>']
    for kind, path in paths.items():
        own = (
            f" own seat-{seats.index(kind)}"
            if kind in seats
            else f" special k-{escape(kind)}"
            if kind
            else ""
        )
        parts.append(f'<path class="cell{own}" d="{path}"/>')
        if kind and kind not in drawn:
            parts.append(f'<path fill="url(#t{tones[kind]})" d="{path}"/>')
    parts += [
        f'<path class="stroke" d="{path_of(stroke.points, close=False)}"/>' for stroke in picture.strokes
    ]
    parts += [_sign(cell) for cell in picture.cells if cell.icon]
    low = {True: 0.7, False: 0.14}
    names = (
        f'<text x="{n(cell.at[0])}" y="{n(cell.at[1] + low[bool(cell.icon)])}">{escape(cell.label)}</text>'
        for cell in picture.cells
        if cell.label
    )
    return "".join((*parts, '<g class="names" aria-hidden="true">', *names, "</g>"))


def _sign(cell: Cell) -> str:
    """A cell's icon in its middle."""
    place = f"translate({n(cell.at[0] - 0.5)} {n(cell.at[1] - 0.66)})scale(.042)"
    return f'<path class="sign k-{escape(cell.kind)}" transform="{place}" d="{ICONS[cell.icon]}"/>'


def _shape(cell: Cell) -> str:
    """The outline about its centre, a hair larger."""
    cx, cy = cell.at
    return path_of(((x - cx) * TOUCH, (y - cy) * TOUCH) for x, y in cell.outline)


PATTERNS = (
    '<circle cx=".08" cy=".08" r=".035"/><circle cx=".24" cy=".24" r=".035"/>',
    '<path d="M.06 0v.32M.13 0v.32"/>',
    '<path d="M0 .32L.32 0M-.08.08L.08-.08M.24.4L.4.24"/>',
    '<path d="M0 .16h.32M.16 0v.32"/>',
    '<path d="M0 .16q.08-.12.16 0t.16 0"/>',
    '<path d="M.08.22l.08-.12.08.12"/>',
)
"""Dots, bars, hatching, a grid, waves, chevrons: the kinds of a board take them in order."""


def _pattern(number: int) -> str:
    size = 'width=".32" height=".32" patternUnits="userSpaceOnUse"'
    return f'<pattern id="t{number}" {size}><g class="tone">{PATTERNS[number]}</g></pattern>'
