"""The ground of a board as SVG: cells, patterns and letters, the same at every moment and drawn once."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files

from markupsafe import escape

from companion.kernel.view import Cell, Picture, Piece, Point
from companion.svg import backdrop
from companion.svg.paths import n, named, path_of
from companion.svg.patterns import KINDS, PATTERNS
from companion.svg.seats import MARKS
from companion.svg.silhouettes import NONE, Silhouettes
from companion.words.speaking import said, tongue

ICONS: dict[str, str] = tomllib.loads((files("companion.svg") / "icons.toml").read_text("utf-8"))
"""Icon name to the one path that draws it."""
FINGER = 20.5 / 390
"""The radius of a piece's place for a finger, as a part of the board's width: 41 px across on a phone."""
TOUCH = 1.03
"""A space is touched a hair beyond its edge: two fingers never come so close."""
HALF_LETTER = 0.12
"""Half the width of a label, for each of its letters, in spaces."""


@dataclass(frozen=True)
class Ground:
    """The part of a board that stays the same from moment to moment."""

    cells: tuple[Cell, ...]
    id: str
    frame: str
    shapes: str
    """What marks use by name: it is the page's, so that no ground holds names."""
    markup: str
    laid: str
    """What was laid on it in play, drawn above it."""
    outline: dict[str, str]
    """Space to its shape where it lies."""
    space_at: dict[Point, str]
    pictures: Silhouettes
    finger: float
    """The radius of what a finger finds on a phone: 40 px across where the board is 390 px wide."""

    def under(self, piece: Piece) -> str | None:
        """The space a piece is on."""
        return piece.space or self.space_at.get(piece.at)


_grounds: dict[tuple[object, ...], Ground] = {}


def ground_of(picture: Picture, marks: Mapping[str, int], pictures: Silhouettes = NONE) -> Ground:
    """The ground of a picture, drawn once a language; a cell of a seat's name wears its colour."""
    key = (id(picture.cells), tongue(), *marks.items())
    cached = _grounds.get(key)
    if cached is None or cached.cells is not picture.cells or cached.pictures is not pictures:
        if len(_grounds) > 200:
            _grounds.clear()
        cached = _grounds[key] = _drawn(picture, marks, pictures)
    return cached


def _drawn(picture: Picture, marks: Mapping[str, int], pictures: Silhouettes) -> Ground:
    shapes: dict[str, str] = {}
    outline = {}
    for cell in picture.cells:
        name = shapes.setdefault(_shape(cell), f"h{len(shapes)}")
        outline[cell.space] = f'<use href="#{name}" x="{n(cell.at[0])}" y="{n(cell.at[1])}"/>'
    used = [f'<path id="{name}" d="{d}"/>' for d, name in shapes.items()]
    under = pictures.backdrop(picture.under)
    aside = backdrop.margin(picture) if under else backdrop.NARROW
    size = f"{n(picture.width + 2 * aside)} {n(picture.height + 2 * backdrop.NARROW)}"
    markup = backdrop.drawn(picture, under) if under else ""
    markup += _cells(_bare(picture), {seat.lower(): number for seat, number in marks.items()}, pictures)
    return Ground(
        picture.cells,
        f"g{named(markup)}",
        f"-{n(aside)} -{n(backdrop.NARROW)} {size}",
        "".join(used) + TONES,
        markup,
        _laid(picture, pictures),
        outline,
        {cell.at: cell.space for cell in picture.cells},
        pictures,
        (picture.width + 2 * aside) * FINGER,
    )


def _bare(picture: Picture) -> Picture:
    """The board without what was laid on it in play."""
    cells = [replace(one, kind="", icon="", tile="") if one.laid else one for one in picture.cells]
    return replace(picture, cells=tuple(cells))


def _laid(picture: Picture, pictures: Silhouettes) -> str:
    cells = [cell for cell in picture.cells if cell.laid]
    drawn = [f"{_cell(cell.kind, {}, path_of(cell.outline))}{_sign(cell, pictures)}" for cell in cells]
    names = [_label(cell, picture.width) for cell in cells if cell.label]
    return f'<g class="ground">{"".join(drawn)}{_names(names)}</g>' if cells else ""


def _names(labels: Iterable[str]) -> str:
    return f'<g class="names" aria-hidden="true">{"".join(labels)}</g>'


def _cells(picture: Picture, own: Mapping[str, int], pictures: Silhouettes) -> str:
    strokes = (f'<path class="stroke" d="{path_of(it.points, close=False)}"/>' for it in picture.strokes)
    names = (_label(cell, picture.width) for cell in picture.cells if cell.label)
    parts = (*_areas(picture, own), *strokes, *_signs(picture, own, pictures))
    return "".join((*parts, _names(names)))


def _areas(picture: Picture, own: Mapping[str, int]) -> Iterator[str]:
    """Yield the edge of all cells, then the cells of each kind, patterned where no icon tells the kind."""
    paths: dict[str, str] = {}
    for cell in picture.cells:
        if not cell.quiet:
            paths[cell.kind] = paths.get(cell.kind, "") + path_of(cell.outline)
    with_icons = {cell.kind for cell in picture.cells if cell.icon}
    kinds = [kind for kind in paths if kind and kind not in with_icons]
    yield f'<path class="edge" d="{"".join(paths.values())}"/>'
    for kind, path in paths.items():
        yield _cell(kind, own, path)
        if kind in kinds:
            yield f'<path fill="url(#t{kinds.index(kind) % len(KINDS)})" d="{path}"/>'


def _cell(kind: str, own: Mapping[str, int], path: str) -> str:
    return f'<path class="cell{_classes(kind, own)}" d="{path}"/>'


def _signs(picture: Picture, own: Mapping[str, int], pictures: Silhouettes) -> Iterator[str]:
    """Yield the sign of each cell that has one; the middle cell of a seat's goal has the seat's mark."""
    cells = [cell for cell in picture.cells if cell.icon]
    marked = set()
    for kind in {cell.kind for cell in cells} & own.keys():
        goal = [cell.at for cell in picture.cells if cell.kind == kind]
        marked.add(goal[len(goal) // 2])
    for cell in cells:
        yield _icon(cell, MARKS[own[cell.kind]]) if cell.at in marked else _sign(cell, pictures)


def _classes(kind: str, own: Mapping[str, int]) -> str:
    """Return the classes by which the stylesheet tells cells of a kind."""
    if kind in own:
        return f" own seat-{own[kind]}"
    return f" special k-{escape(kind)}" if kind else ""


def _label(cell: Cell, width: float) -> str:
    """A cell's small letters, under its icon where it has one; a long name stays on the board."""
    words, low = said(cell.label), 0.7 if cell.icon else 0.14
    half = len(words) * HALF_LETTER
    x = min(max(cell.at[0], half), width - half)
    return f'<text x="{n(x)}" y="{n(cell.at[1] + low)}">{escape(words)}</text>'


def _sign(cell: Cell, pictures: Silhouettes) -> str:
    """A cell's picture in its middle, or its icon where its kind has none."""
    if silhouette := pictures.of(cell.tile, cell.kind):
        x, y = n(cell.at[0] - 0.56), n(cell.at[1] - 0.74)
        return (
            f'<use class="pic k-{escape(cell.kind)}" href="{silhouette.href}"'
            f' x="{x}" y="{y}" width="1.12" height="1.12"/>'
        )
    return _icon(cell, cell.icon)


def _icon(cell: Cell, icon: str) -> str:
    place = f"translate({n(cell.at[0] - 0.5)} {n(cell.at[1] - 0.66)})scale(.042)"
    return f'<path class="sign k-{escape(cell.kind)}" transform="{place}" d="{ICONS[icon]}"/>'


def _shape(cell: Cell) -> str:
    """The outline about its centre, a hair larger."""
    cx, cy = cell.at
    return path_of(((x - cx) * TOUCH, (y - cy) * TOUCH) for x, y in cell.outline)


def _pattern(number: int) -> str:
    size = 'width=".32" height=".32" patternUnits="userSpaceOnUse"'
    return f'<pattern id="t{number}" {size}><g class="tone">{PATTERNS[KINDS[number]]}</g></pattern>'


TONES = "".join(map(_pattern, range(len(KINDS))))
"""The patterns as grounds use them by name."""
