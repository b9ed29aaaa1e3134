"""The picture of the Heavens: hexes, bases, gods with their stacks, and chips that lie about."""

from dataclasses import replace
from functools import lru_cache

from companion.games.high_heavens.box import BASE_HEALTH, BASES, CHIP_NAMES, COLOURS, TOTAL, WORDS, Box, Stack
from companion.games.high_heavens.state import Heavens
from companion.kernel.view import Cell, Chips, Picture, Piece, Point, Stroke

ICON = {
    "disable": "lock",
    "poison": "skull",
    "armor": "shield",
    "attack": "sword",
    "health": "heart",
    "column": "column",
    "trap": "trap",
    "black": "trap",
}
LETTER = {
    "disable": "D",
    "poison": "P",
    "armor": "A",
    "attack": "X",
    "health": "H",
    "column": "C",
    "trap": "T",
    "black": "D/T",
}
ASIDE = 0.24
"""How far a god stands to the left of its hex's centre, to leave room for its stack."""


def chips(stack: Stack) -> tuple[Chips, ...]:
    """A stack as it stands on the table, from the top down."""
    return tuple(
        Chips(kind, WORDS[kind], LETTER[kind], ICON[kind], n) for kind, n in stack._asdict().items() if n
    )


def bank(heavens: Heavens) -> tuple[Chips, ...]:
    """The chips that are left for both sides."""
    return tuple(
        Chips(colour, CHIP_NAMES[colour], LETTER[colour], ICON[colour], heavens.bank[colour], TOTAL[colour])
        for colour in COLOURS
    )


@lru_cache(maxsize=256)
def _cells(box: Box, bases: tuple[str, ...], four: bool) -> tuple[Cell, ...]:
    """Return the hexes with the home bases; for four players, with the names of the zones beside them."""
    result = []
    for cell in box.board.cells():
        kind = "base" if cell.space in bases else "" if cell.kind == "base" else cell.kind
        result.append(replace(cell, kind=kind, icon="tower" if kind == "base" else ""))
    return (*result, *_signs(*box.board.size)) if four else tuple(result)


def picture(heavens: Heavens) -> Picture:
    """The board with gods, chips and home bases; with the board on the table, no board at all."""
    board = heavens.box.board
    width, height = board.size
    if not heavens.tracked:
        return _lined_up(heavens)
    pieces = [_base(heavens, side, board.centre(space)) for side, space in heavens.bases.items()]
    pieces += [_heap(heavens, place) for place in heavens.heaps()]
    pieces += [_figure(heavens, god, board.centre(space)) for space, god in heavens.on.items()]
    cells = _cells(heavens.box, tuple(heavens.bases.values()), heavens.four)
    strokes = _zones(heavens.box) if heavens.four else ()
    name = "The Heavens, the Greek end at the top"
    return Picture(name, width, height, cells, strokes, tuple(pieces), has_ends=True)


def _signs(width: float, height: float) -> tuple[Cell, ...]:
    """The names of the zones of four players, in the corners beside the hexes."""
    words = (
        ("Zone 1", 0.12, 0.05),
        ("Zone 2", 0.88, 0.05),
        ("Zone 3", 0.14, 0.95),
        ("between the lines", 0.14, 0.976),
    )
    return tuple(Cell("", ((0, 0),), (x * width, y * height), "", said, quiet=True) for said, x, y in words)


@lru_cache(maxsize=64)
def _zones(box: Box) -> tuple[Stroke, ...]:
    """The lines between the zones of four players: the edges that hexes of two zones share."""
    edges: dict[frozenset[Point], tuple[int, tuple[Point, Point]]] = {}
    result = []
    for cell in box.board.cells():
        points, zone = cell.outline, box.zone[cell.space]
        for edge in zip(points, (*points[1:], points[0]), strict=True):
            ends = frozenset((round(x, 3), round(y, 3)) for x, y in edge)
            if ends in edges and edges[ends][0] != zone:
                result.append(Stroke(edge, "zone"))
            edges[ends] = zone, edge
    return tuple(result)


WIDE, ROW, ABREAST = 13.2, 1.9, 7
HALVES = tuple(
    Cell(side, ((0, y), (WIDE, y), (WIDE, y + tall), (0, y + tall)), (0.9, y + 0.35), side.lower(), label)
    for side, label, y, tall in (
        ("Greek", "Greek", 0.0, 2 * ROW + 0.5),
        ("between", "", 2 * ROW + 0.5, ROW),
        ("Norse", "Norse", 3 * ROW + 0.5, 2 * ROW + 0.5),
    )
)


def _lined_up(heavens: Heavens) -> Picture:
    """With the board on the table: each side's base and gods in rows, and what lies between them."""
    pieces = []
    for side, top in (("Greek", 0.5), ("Norse", 3 * ROW + 1)):
        row = [_base(heavens, side, (1, top + ROW / 2))]
        here = [god for god in heavens.box.own[side] if god in heavens.at]
        for n, god in enumerate(here, 1):
            centre = (1 + 1.85 * (n % ABREAST), top + ROW / 2 + ROW * (n // ABREAST))
            row.append(_figure(heavens, god, centre))
        pieces += row
    heaps = heavens.heaps()
    step = (WIDE - 2) / max(len(heaps) - 1, 5)
    for n, place in enumerate(heaps):
        stack = chips(heavens.stack(place))
        pieces.append(Piece(place, (1 + step * n, 2.5 * ROW + 0.5), "", "", size=0.5, stack=stack))
    return Picture("Who is in the Heavens", WIDE, 5 * ROW + 1, HALVES, pieces=tuple(pieces))


def _base(heavens: Heavens, side: str, at: Point) -> Piece:
    left = heavens.health[side]
    return Piece(
        BASES[side],
        at,
        heavens.first_of(side),
        BASES[side][0],
        caption=str(left),
        size=0.56,
        dial=(left, BASE_HEALTH),
    )


def _heap(heavens: Heavens, place: str) -> Piece:
    x, y = heavens.box.board.centre(place)
    stack = chips(heavens.stack(place))
    if place in heavens.on:
        return Piece(place, (x, y + 0.5), "", "", size=0.42, stack=stack, space=place)
    return Piece(place, (x, y), "", "", size=0.6, stack=stack)


def _figure(heavens: Heavens, god: str, centre: Point) -> Piece:
    card, stack, space = heavens.box.gods[god], heavens.stack(god), heavens.at[god]
    lies, (x, y) = not stack.health, centre
    at = (x, y - 0.24 * (space in heavens.chips)) if lies else (x - ASIDE, y)
    return Piece(
        god,
        at,
        heavens.first_of(card.side),
        card.letter,
        "trap" if stack.trap else "lock" if stack.disable else "",
        "" if lies else str(stack.health),
        size=0.58,
        stack=chips(stack),
        lies=lies,
        space=space if heavens.tracked else "",
    )
