"""The phone's pen: a game's Picture as SVG markup, and the drawn icons as one sprite.

A board is three layers. The ground (cells, patterns, letters) is the same at every moment and is drawn once;
the glow (spaces that answer the question, as links) and the pieces are drawn anew. Colours are the
stylesheet's: here stand only shapes and class names.
"""

import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import cos, hypot, pi, sin
from typing import Literal
from urllib.parse import quote
from zlib import crc32

from markupsafe import Markup, escape

from companion.kernel.view import Cell, Chips, Picture, Piece, Plate, Point, Stroke

ICONS: dict[str, str] = tomllib.loads((files("companion") / "icons.toml").read_text("utf-8"))
"""Icon name to the one path that draws it."""
MARKS = ("star", "trident", "diamond", "moon")
"""The icon of each seat, by its number."""
MARGIN = 0.13
TOUCH = 1.02
"""A space is touched a hair beyond its edge: two fingers never come so close."""
Seat = Callable[[str], int]
Group = Callable[[str, str, str], str]
"""Takes a name, the start of an element and its content, and says what is sent of it."""
NOTHING: Mapping[str, str] = {}
REACH: Mapping[str, Collection[str]] = {}


def sprite() -> str:
    """Every icon as a symbol; ``static/icons.svg`` is this text."""
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{d}"/></symbol>\n' for name, d in ICONS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def board(
    picture: Picture,
    seat: Seat,
    *,
    seats: Iterable[str] = (),
    glow: Mapping[str, str] = NOTHING,
    dim: Mapping[str, str] = NOTHING,
    prices: Mapping[str, str] = NOTHING,
    starts: Mapping[str, str] = NOTHING,
    touched: Collection[str] = (),
    reach: Mapping[str, Collection[str]] = REACH,
    why: str = "",
    icons: str = "",
    part: bool = False,
    group: Group | Literal[False] = False,
    name: str = "board",
    like: str = "",
) -> Markup:
    """A picture as one SVG element; ``name`` tells it from others on the same page, and ``like`` names one of
    them with the same ground.

    ``seat`` numbers a seat; a cell whose kind is the name of one of ``seats`` wears its colour. ``glow`` maps
    spaces to the address that answers with them, ``prices`` to what that costs, ``dim`` spaces to what
    forbids them; ``reach`` maps a word to the spaces it holds for. Where nothing is asked, ``starts`` maps
    pieces to the address of what a tap on them begins, and ``why`` starts the address that tells of the
    others, where their spaces do not glow. ``icons`` is the sprite's address. A ``part`` of a page leaves the
    ground out, as the phone has it: its id is its content, and htmx skips it. With a ``group`` so it may be
    with every few marks.
    """
    ground = _ground(picture, seats)
    taken = {ground.under(piece): piece.thing for piece in picture.pieces} if glow else {}
    why = escape(why)
    starts = NOTHING if glow or dim else starts
    links = glow or dim or why or starts
    parts = [
        f'<svg class="board" role="{"group" if links else "img"}" aria-labelledby="{name}-name"',
        "" if name == "board" else f' id="{name}"',
        f' viewBox="{ground.frame}">',
        f'<title id="{name}-name">{escape(picture.name)}</title>',
        _under(ground, part, group or _whole, name, like),
    ]
    for word, spaces in reach.items():
        shapes = "".join(ground.outline[space] for space in spaces if space in ground.outline)
        parts.append(f'<g class="reach {escape(word)}">{shapes}</g>')
    if dim:
        parts += [
            '<g aria-hidden="true">',
            *(_forbidden(space, ground) for space in dim if space not in glow),
        ]
        parts.append("</g>")
    for space, href in glow.items():
        if space in ground.outline:
            cost = prices.get(space, "")
            on = taken.get(space, "")
            label = ", ".join(part for part in (space, on if on != space else "", cost) if part)
            parts.append(_answer(label, escape(href), ground.outline[space]))
    taps: dict[str, str] = {}
    for piece in picture.pieces:
        if piece.thing in taps:
            continue
        if piece.thing in starts:
            taps[piece.thing] = _tapped(piece, ground, "start", escape(starts[piece.thing]))
        elif why and ground.under(piece) not in glow:
            taps[piece.thing] = _tapped(piece, ground, "why", f"{why}{quote(piece.thing)}")
    parts += _grouped(list(taps.values()), group, name)
    parts += _grouped([_plate_said(plate, why) for plate in picture.plates], group, name, 1)
    parts.append('<g aria-hidden="true">')
    parts += _grouped([_plate(plate, seat(plate.number.seat)) for plate in picture.plates], group, name, 1)
    parts += [_way(way) for way in picture.ways]
    pieces = [
        _piece(piece, seat(piece.seat) if piece.seat else 0, piece.thing in touched, icons)
        for piece in picture.pieces
    ]
    parts += _grouped(pieces, group, name)
    at = {cell.space: cell.at for cell in picture.cells} if prices else {}
    parts += [_price(at[space], prices[space]) for space in glow if prices.get(space) and space in at]
    parts.append("</g></svg>")
    return Markup("".join(parts))


@lru_cache(10_000)
def n(value: float) -> str:
    """A number as short as two decimals allow."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return {"0": "0", "-0": "0"}.get(short) or short.replace("-0.", "-.").removeprefix("0")


def _whole(name: str, start: str, content: str) -> str:
    return f"{start}{content}</g>"


FEW = 6
"""So many marks are sent again where one of them is new."""


def _grouped(marks: list[str], group: Group | Literal[False], board: str, few: int = FEW) -> list[str]:
    """Marks by the few, each few named by its board and content; as they are where nobody groups them."""
    if not group:
        return marks
    some = ["".join(marks[first : first + few]) for first in range(0, len(marks), few)]
    named = [(f"m{crc32((board + one).encode()):x}", one) for one in some]
    return [group(name, f'<g id="{name}" hx-morph-skip>', one) for name, one in named]


# -- the ground -------------------------------------------------------------------------------------------


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


def _ground(picture: Picture, seats: Iterable[str]) -> Ground:
    kept = _grounds.get(id(picture.cells))
    if kept is None or kept.cells is not picture.cells:
        if len(_grounds) > 200:
            _grounds.clear()
        kept = _grounds[id(picture.cells)] = _drawn(picture, [name.lower() for name in seats])
    return kept


def _under(ground: Ground, part: bool, group: Group, name: str, like: str) -> str:
    """The ground; before it, on the page's own board, the shapes that all its marks use."""
    if like:
        return f'<use href="#{ground.id}-{like}"/>'
    own = ground.id if name == "board" else f"{ground.id}-{name}"
    drawn = group(own, f'<g id="{own}" class="ground" hx-morph-skip>', "" if part else ground.markup)
    if name != "board":
        return drawn
    return group(ground.uses, f'<g id="{ground.uses}" hx-morph-skip>', "" if part else ground.shapes) + drawn


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
        paths[cell.kind] = paths.get(cell.kind, "") + _path(cell.outline)
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
    parts += [f'<path class="stroke" d="{_path(stroke.points, close=False)}"/>' for stroke in picture.strokes]
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


def _path(points: Iterable[Point], close: bool = True) -> str:
    first, *rest = [(round(x, 2), round(y, 2)) for x, y in points]
    steps, (x, y) = [f"M{n(first[0])} {n(first[1])}"], first
    for there in rest:
        steps.append(f"l{n(there[0] - x)} {n(there[1] - y)}")
        x, y = there
    return "".join(steps) + ("z" if close else "")


def _shape(cell: Cell) -> str:
    """The outline about its centre, a hair larger."""
    cx, cy = cell.at
    return _path(((x - cx) * TOUCH, (y - cy) * TOUCH) for x, y in cell.outline)


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


# -- what changes -----------------------------------------------------------------------------------------


def _burst(points: int, outer: float, inner: float) -> str:
    turn = pi / points
    corners = ((outer, inner)[i % 2] for i in range(2 * points))
    return _path((radius * sin(i * turn), -radius * cos(i * turn)) for i, radius in enumerate(corners))


PIECES = (
    '<circle class="q" r="1"/><circle class="ring" r=".87"/>',
    f'<path class="q" d="{_burst(16, 1.08, 0.9)}"/>',
    '<path class="q" d="M0-1.15Q.9-.9 1.15 0 .9.9 0 1.15-.9.9-1.15 0-.9-.9 0-1.15z"/>'
    '<path class="ring" d="M0-.96Q.75-.75.96 0 .75.75 0 .96-.75.75-.96 0-.75-.75 0-.96z"/>',
    '<path class="q" d="M-1-1Q0-.8 1-1 .8 0 1 1 0 .8-1 1-.8 0-1-1z"/>',
)
"""A piece of each seat, of radius 1: a disc with a ring, a spiked disc, a framed lozenge, a cushion."""
TOWER = "M-.85 1V-.5L-1.05-.7V-1.1h.5v.25h.35v-.25h.4v.25h.35v-.25h.5v.4L.85-.5V1z"


def _answer(name: str, href: str, outline: str) -> str:
    return f'<a class="glow" href="{href}" hx-get="{href}" aria-label="{escape(name)}">{outline}</a>'


def _price(at: Point, price: str) -> str:
    width = 0.3 * len(price) + 0.3
    return (
        f'<g class="price" transform="translate({n(at[0])} {n(at[1] + 0.5)})">'
        f'<rect x="{n(-width / 2)}" y="-.3" width="{n(width)}" height=".6" rx=".3"/>'
        f'<text y=".19">{escape(price)}</text></g>'
    )


def _way(way: Stroke) -> str:
    """A line that stops short of its end, in a point."""
    (x0, y0), (x1, y1) = way.points[0], way.points[-1]
    far = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / far, (y1 - y0) / far
    tip, back = (x1 - dx * 0.35, y1 - dy * 0.35), (x1 - dx * 0.9, y1 - dy * 0.9)
    wings = [(back[0] + dy * side, back[1] - dx * side) for side in (0.34, -0.34)]
    line = _path((way.points[0], back), close=False)
    return f'<path class="way" d="{line}"/><path class="way point" d="{_path((wings[0], tip, wings[1]))}"/>'


DOT, ROW = 0.58, 0.95


def _plate(plate: Plate, number: int) -> str:
    """A seat's mark, its number and name in one line; then each counter as dots."""
    x, y = plate.at
    way, up = (-1 if plate.right else 1), (-1 if plate.low else 1)
    anchor = ' text-anchor="end"' if plate.right else ""
    head = y + 0.75 * up + 0.45
    shown = plate.number
    parts = [
        f'<path class="sign" transform="translate({n(x - (1.08 if plate.right else 0))} {n(head - 0.92)})'
        f'scale(.045)" d="{ICONS[MARKS[number]]}"/>',
        f'<text class="big" x="{n(x + 1.3 * way)}" y="{n(head)}"{anchor}>{shown.value}</text>',
        f'<text x="{n(x + (1.55 + 0.85 * len(str(shown.value))) * way)}" y="{n(head)}"{anchor}>'
        f"{escape(shown.name)}</text>",
    ]
    for row, (icon, counter) in enumerate(plate.dots, 1):
        middle = y + (0.75 + row * ROW + 0.12) * up
        corner = f"{n(x - (0.84 if plate.right else 0))} {n(middle - 0.42)}"
        parts.append(f'<path class="sign" transform="translate({corner})scale(.035)" d="{ICONS[icon]}"/>')
        for dot in range(counter.of or 0):
            cx = x + (1.25 + dot * DOT) * way
            full = "" if dot < counter.value else ' class="o"'
            parts.append(f'<circle cx="{n(cx)}" cy="{n(middle)}" r=".2"{full}/>')
    return f'<g class="plate seat-{number}{" on" if plate.on else ""}">{"".join(parts)}</g>'


def _plate_said(plate: Plate, why: str) -> str:
    """A plate's place for fingers, ears and keys."""
    shown, (x, y) = plate.number, plate.at
    rows = [f"{counter.name}: {counter.value} of {counter.of}" for _, counter in plate.dots]
    label = escape(", ".join([shown.seat, f"{shown.name}: {shown.value}", *rows]))
    wide, high = 4.4, 1.2 + ROW * len(rows)
    area = (
        f'<rect x="{n(x - wide if plate.right else x)}" y="{n(y - high if plate.low else y)}"'
        f' width="{n(wide)}" height="{n(high)}"/>'
    )
    if why:
        return f'<a class="why" href="{why}{quote(shown.thing)}" aria-label="{label}">{area}</a>'
    return f'<g class="why" role="img" aria-label="{label}">{area}</g>'


def _forbidden(space: str, ground: Ground) -> str:
    """A shortcut for a finger, to where the reason stands; ears and keys find the reason in its list."""
    outline = ground.outline.get(space, "")
    return f'<a class="dim" href="#no-{quote(space)}" tabindex="-1">{outline}</a>' if outline else ""


def _tapped(piece: Piece, ground: Ground, kind: str, href: str) -> str:
    """A piece's whole space, or itself where it lies on none, as a link."""
    space = ground.under(piece) or ""
    name = f"{piece.thing} on {space}" if space not in ("", piece.thing) else piece.thing
    area = ground.outline.get(space) or (
        f'<circle cx="{n(piece.at[0])}" cy="{n(piece.at[1])}" r="{n(1.4 * piece.size)}"/>'
    )
    fetch = f' hx-get="{href}"' if kind == "start" else ""
    return f'<a class="{kind}" href="{href}"{fetch} aria-label="{escape(name)}">{area}</a>'


HEX = "M0-1.1L.95-.55V.55L0 1.1-.95.55V-.55z"


def _thing(piece: Piece, touched: bool, icons: str) -> str:
    """What is nobody's piece: a tile in its own colour, or a bare sign with a number."""
    tile, both = piece.shape == "tile", piece.icon and piece.letter
    x, y, text = (-0.45, -0.9, 'y=".82"') if tile else (-1.2, -0.5, 'x=".5" y=".36"')
    if not both:
        x, y, text = -0.5, -0.5, 'y=".36"'
    icon = (
        f'<use href="{icons}#{piece.icon}" x="{n(x)}" y="{n(y)}" width="1" height="1"/>' if piece.icon else ""
    )
    letter = f"<text {text}>{escape(piece.letter)}</text>" if piece.letter else ""
    return (
        f'<g class="piece {escape(piece.shape)} tone-{escape(piece.tone)}{" touched" if touched else ""}"'
        f' transform="translate({n(piece.at[0])} {n(piece.at[1])})scale({n(piece.size)})">'
        f'{f"""<path class="q" d="{HEX}"/>""" if tile else ""}{icon}{letter}</g>'
    )


@lru_cache(16_384)
def _piece(piece: Piece, number: int, touched: bool, icons: str) -> str:
    if piece.tone:
        return _thing(piece, touched, icons)
    place = f"translate({n(piece.at[0])} {n(piece.at[1])})scale({n(piece.size)})"
    mark = " touched" if touched else ""
    if piece.shape == "ball":
        return (
            f'<g class="piece ball{mark}" transform="{place}"><circle class="q" r="1"/>'
            f'<path class="sign" transform="translate(-1.2 -1.2)scale(.1)" d="{ICONS["ball"]}"/></g>'
        )
    side = -1 if piece.stack and piece.seat else 1
    icon = (
        f'<circle class="badge" cx="{n(side * 0.72)}" cy="-.72" r=".4"/>'
        f'<use href="{icons}#{piece.icon}" x="{n(side * 0.72 - 0.28)}" y="-1" width=".56" height=".56"/>'
        if piece.icon
        else ""
    )
    two = bool(piece.stack or piece.dial)
    low = ".78" if two else ".73"
    caption = f'<text class="cap" y="{low}">{escape(piece.caption)}</text>' if piece.caption else ""
    letter = f'<text y="{".04" if two else ".17"}">{escape(piece.letter)}</text>'
    if not piece.seat:
        body = _heap(piece.stack)
    elif piece.lies:
        body = f'<g transform="scale(1 .72)rotate(90)"><use href="#q{number}"/>{letter}</g>{caption}'
    else:
        shape = f'<path class="q" d="{TOWER}"/>' if piece.shape == "tower" else f'<use href="#q{number}"/>'
        body = f"{_dial(piece)}{shape}{icon}{letter}{caption}{_stacked(piece.stack)}"
    kinds = f"seat-{number}" if piece.seat else "heap"
    kinds += "".join(
        f" {kind}" for kind, on in (("lying", piece.lies), ("stood", two), ("touched", touched)) if on
    )
    return f'<g class="piece {kinds}" transform="{place}">{body}</g>'


TALL = 2.5
THICK = 0.24


def _stacked(stack: tuple[Chips, ...]) -> str:
    """A stack seen from its side, standing at the right of its piece."""
    total = sum(chips.n for chips in stack)
    if not total:
        return ""
    thick, y, found = min(THICK, TALL / total), 1.06, []
    for chips in reversed(stack):
        for _ in range(chips.n):
            y -= thick
            size = f'x=".98" y="{n(y)}" width=".62" height="{n(thick)}"'
            found.append(f'<rect class="chip-{chips.kind}" {size}/>')
    return f'<g class="stack">{"".join(found)}</g>'


def _heap(stack: tuple[Chips, ...]) -> str:
    """Chips lying on the board: a coin for each kind, with its letter and how many there are."""
    left = -0.62 * (len(stack) - 1)
    return "".join(
        f'<g class="coin chip-{chips.kind}" transform="translate({n(left + 1.24 * i)})">'
        f'<circle r=".62"/><text y=".24">{escape(chips.letter)}{chips.n}</text></g>'
        for i, chips in enumerate(stack)
    )


def _dial(piece: Piece) -> str:
    """A ring round the piece, or a bar under a building, as full as its value."""
    if piece.dial is None:
        return ""
    if piece.shape == "tower":
        value, of = piece.dial
        return f'<path class="dial-of" d="M-1 1.2h2"/><path class="dial" d="M-1 1.2h{n(2 * value / of)}"/>'
    return f'<circle class="dial-of" r="1.2"/>{arc(*piece.dial, 1.2)}'


def arc(value: int, of: int, radius: float) -> Markup:
    """The part of a ring that a value of a most fills, clockwise from the top."""
    turn = 2 * pi * min(max(value / of, 0), 0.995)  # a full turn would begin where it ends
    x, y = radius * sin(turn), -radius * cos(turn)
    wide = int(turn > pi)
    d = f"M0 {n(-radius)}A{n(radius)} {n(radius)} 0 {wide} 1 {n(x)} {n(y)}"
    return Markup(f'<path class="dial" d="{d}"/>')


GLOBALS = {"board": board, "arc": arc}


if __name__ == "__main__":
    sys.stdout.write(sprite())
