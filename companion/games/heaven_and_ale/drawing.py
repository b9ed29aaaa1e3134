"""The board as marks: the rondel as a frame, the garden in it, scoring spots and the track below.

One picture, so that on a phone every space is wide enough for a finger.
"""

from collections.abc import Iterable

from companion.games.heaven_and_ale.box import (
    BREWMASTER,
    GARDEN,
    HOME,
    INDEX,
    KIND,
    LAST,
    LOWEST,
    MARKERS,
    MONKS,
    PRICE,
    SPOTS,
    TILE,
    X,
)
from companion.games.heaven_and_ale.state import TRACK, Abbey
from companion.kernel.state import possessive
from companion.kernel.view import Cell, Picture, Piece, Point

INNER_W, INNER_H = GARDEN.size
SIDE, TOP = 1.6, 1.75
WIDTH, RING = INNER_W + 2 * SIDE, INNER_H + 2 * TOP
GAP = 0.25
SPOT_H = 1.6
TRACK_TOP = RING + 2 * GAP + SPOT_H
IN_ROW = 16
ROWS = 2
TRACK_H = 1.3
HEIGHT = TRACK_TOP + ROWS * TRACK_H

LETTER = {"wood": "W", "yeast": "Y", "hops": "H", "water": "A", "barley": "B", BREWMASTER: "M"}
ICON = {
    "wood": "wood",
    "yeast": "yeast",
    "hops": "hop",
    "water": "water",
    "barley": "barley",
    BREWMASTER: "crown",
}


def _box(space: str, left: float, top: float, width: float, height: float, kind: str, label: str) -> Cell:
    right, bottom = left + width, top + height
    outline: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Cell(space, outline, ((left + right) / 2, (top + bottom) / 2), kind, label, ICON_OF.get(kind, ""))


ICON_OF = {"monk": "monk", "barrels": "barrel", "home": "home"}


def _ring() -> Iterable[Cell]:
    """Twenty-eight cells clockwise: up the left side, along the top, down the right, back below."""
    across, down = WIDTH / 8, INNER_H / 6
    places = [(0.0, RING - TOP, across, TOP)]
    places += [(0.0, RING - TOP - (i + 1) * down, SIDE, down) for i in range(6)]
    places += [(i * across, 0.0, across, TOP) for i in range(8)]
    places += [(WIDTH - SIDE, TOP + i * down, SIDE, down) for i in range(6)]
    places += [(i * across, RING - TOP, across, TOP) for i in range(7, 0, -1)]
    for name, (left, top, width, height) in zip(["home", *INDEX], places, strict=True):
        kind = KIND.get(name, "home")
        yield _box(name, left, top, width, height, kind, _letters(name))


def _letters(name: str) -> str:
    if name in PRICE:
        return str(PRICE[name])
    if KIND.get(name) == "disc":
        return "A/B/C" if name.startswith("ABC") else name
    return ""


def _shifted(cell: Cell, dx: float, dy: float) -> Cell:
    outline = tuple((x + dx, y + dy) for x, y in cell.outline)
    return Cell(cell.space, outline, (cell.at[0] + dx, cell.at[1] + dy), cell.kind, cell.label)


def _spots() -> Iterable[Cell]:
    width = WIDTH / len(SPOTS)
    for i, spot in enumerate(SPOTS):
        yield _box(f"spot {spot}", i * width, RING + GAP, width, SPOT_H, "spot", _spot_letters(spot))


def _spot_letters(spot: str) -> str:
    return spot if spot == X else f"m{spot[-1]}" if spot in MONKS else spot[:2]


def _track() -> Iterable[Cell]:
    width = WIDTH / IN_ROW
    for i, at in enumerate(range(LOWEST, LAST + 1)):
        row, column = divmod(i, IN_ROW)
        label = str(at) if at > 0 else ""
        yield _box(
            f"track {at}",
            column * width,
            TRACK_TOP + row * TRACK_H,
            width,
            TRACK_H,
            "track" if at > 0 else "column",
            label,
        )


CELLS = (
    *_ring(),
    *(_shifted(cell, SIDE, TOP) for cell in GARDEN.cells()),
    *_spots(),
    *_track(),
)
AT = {cell.space: cell.at for cell in CELLS}


def picture(abbey: Abbey) -> Picture:
    """The main board with every figure; garden, spots and track of the player whose turn it is."""
    pieces = (*_tiles(abbey), *_discs(abbey), *_markers(abbey))
    if abbey.phase != TRACK:
        pieces = (*_piles(abbey), *_figures(abbey), *pieces)
    name = f"The main board around {possessive(abbey.turn)} garden, with scoring spots and production track"
    return Picture(name, WIDTH, HEIGHT, CELLS, pieces=pieces)


def _piles(abbey: Abbey) -> Iterable[Piece]:
    for space, n in abbey.piles.items():
        x, y = AT[space]
        yield Piece(space, (x + 0.4, y + 0.45), "", str(n), size=0.36)


def _figures(abbey: Abbey) -> Iterable[Piece]:
    crowd: dict[str, int] = {}
    names = ["home", *INDEX, "home"]
    for seat, board in abbey.boards.items():
        space = names[board.figure] if board.figure < HOME else "home"
        nth = crowd[space] = crowd.get(space, 0) + 1
        x, y = AT[space]
        dx, dy = ((-0.3, -0.35), (0.4, -0.35), (-0.3, 0.4), (0.4, 0.4))[nth - 1]
        yield Piece(f"{seat} figure", (x + dx, y + dy), seat, seat[0], size=0.42)


def _tiles(abbey: Abbey) -> Iterable[Piece]:
    board, seat = abbey.board, abbey.turn
    for spot, name in board.tiles.items():
        tile = TILE[name]
        letter = str(tile.number) if tile.colour else name[-1]
        yield Piece(f"{seat} {spot}", AT[spot], seat, letter, ICON.get(tile.colour, "monk"), size=0.62)
    for spot, kind in board.sheds.items():
        yield Piece(f"{seat} {spot}", AT[spot], seat, kind.split("-")[0], "tower", size=0.62)


def _discs(abbey: Abbey) -> Iterable[Piece]:
    for spot in abbey.board.discs:
        yield Piece(f"{abbey.turn} disc {spot}", AT[f"spot {spot}"], abbey.turn, "✓", size=0.45)


def _markers(abbey: Abbey) -> Iterable[Piece]:
    board, seat = abbey.board, abbey.turn
    crowd: dict[int, int] = {}
    for marker, at in zip(MARKERS, (*board.markers, board.brewmaster), strict=True):
        nth = crowd[at] = crowd.get(at, 0) + 1
        x, y = AT[f"track {at}"]
        dx, dy = ((0.0, 0.0), (0.22, 0.22), (-0.22, -0.22), (0.22, -0.22), (-0.22, 0.22), (0.0, 0.3))[nth - 1]
        yield Piece(f"{seat} {marker}", (x + dx, y + dy), seat, LETTER[marker], size=0.4)
