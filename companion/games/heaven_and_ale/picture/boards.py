"""The boards as marks: the rondel framing the garden of whose turn it is, and each player's own board.

In one picture of that size every space of both is wide enough for a finger on a phone.
"""

from collections.abc import Iterable

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, Board
from companion.kernel.values import Thing
from companion.kernel.view import Cell, Picture, Piece, Point
from companion.words import message

INNER_W, INNER_H = box.GARDEN.size
SIDE, TOP = 1.55, 1.72
WIDTH, HEIGHT = INNER_W + 2 * SIDE, INNER_H + 2 * TOP


def _box(space: str, left: float, top: float, width: float, height: float, kind: str, label: str) -> Cell:
    right, bottom = left + width, top + height
    outline: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Cell(space, outline, ((left + right) / 2, (top + bottom) / 2), kind, label)


def _shifted(cell: Cell, dx: float, dy: float, before: str = "") -> Cell:
    outline = tuple((x + dx, y + dy) for x, y in cell.outline)
    return Cell(before + cell.space, outline, (cell.at[0] + dx, cell.at[1] + dy), cell.kind, cell.label)


# -- the main board ----------------------------------------------------------------------------------------


def _ring() -> Iterable[Cell]:
    """Twenty-eight cells clockwise: up the left side, along the top, down the right, back below."""
    across, down = WIDTH / 8, INNER_H / 6
    places = [(0.0, HEIGHT - TOP, across, TOP)]
    places += [(0.0, HEIGHT - TOP - (i + 1) * down, SIDE, down) for i in range(6)]
    places += [(i * across, 0.0, across, TOP) for i in range(8)]
    places += [(WIDTH - SIDE, TOP + i * down, SIDE, down) for i in range(6)]
    places += [(i * across, HEIGHT - TOP, across, TOP) for i in range(7, 0, -1)]
    for name, (left, top, width, height) in zip(["home", *box.INDEX], places, strict=True):
        yield _box(name, left, top, width, height, "" if name in box.KIND else "home", "")


RING = tuple(_ring())
CELLS = (*(_shifted(cell, SIDE, TOP) for cell in box.GARDEN.cells()), *RING)
LAP = tuple(cell.at for cell in RING)
AT = {cell.space: cell.at for cell in CELLS}


def picture(abbey: Abbey, seat: str = "") -> Picture:
    """The main board with every figure, around a seat's garden, or that of the player whose turn it is."""
    seat = seat or abbey.turn
    if abbey.track:
        return _tracks(abbey)
    pieces = (*_signs(abbey), *_figures(abbey), *_tiles(seat, abbey.boards[seat], AT), *_corners(abbey, seat))
    garden = message("{seat's} garden", seat=seat)
    name = message("The main board around {seat's} garden", seat=seat)
    return Picture(
        name, WIDTH, HEIGHT, CELLS, pieces=pieces, lap=LAP, seat=seat, caption=garden, under="own-board"
    )


def _signs(abbey: Abbey) -> Iterable[Piece]:
    """Yield the sign of each space, with how many tiles lie there."""
    yield Piece("home", AT["home"], "", "", "home", tone="sign", shape="bare", size=0.75)
    for space, kind in box.KIND.items():
        x, y = AT[space]
        if kind == box.BARRELS:
            yield Piece(space, (x, y), "", "", "barrel", tone="sign", kind="barrel", shape="bare", size=0.95)
            continue
        n = str(abbey.piles[space])
        if len(there := abbey.lying.get(space, ())) == 1:
            tile = box.TILE[there[0]]
            yield Piece(space, (x, y), "", str(tile.number), tone=tile.colour, shape="tile", size=0.4)
            continue
        lying, tone = (x, y + 0.4), "pile"
        if kind == box.MONK:
            tone = "monk"
            yield _sign(space, str(box.PRICE[space]), "monk", 0.55)
        elif kind == box.DISC:
            letters, tone = box.SPACES[space].printed, "disc"
            yield _sign(space, letters, "", 0.42 if len(letters) > 1 else 0.62)
        else:
            lying = (x, y)
        yield Piece(space, lying, "", n if n != "0" else "–", tone=tone, shape="tile", size=0.4)


def _sign(space: str, text: str, icon: str, size: float) -> Piece:
    """Return the sign of a space above the pile there."""
    x, y = AT[space]
    at = (x, y - 0.4)
    return Piece(space, at, "", text, icon, shape="bare", size=size, space=space, tone="sign", kind=icon)


CROWD = ((-0.36, -0.42), (0.36, -0.42), (-0.36, 0.42), (0.36, 0.42))


def _figures(abbey: Abbey) -> Iterable[Piece]:
    crowd: dict[str, int] = {}
    names = ["home", *box.INDEX, "home"]
    for seat, board in abbey.boards.items():
        if seat in abbey.resigned:
            continue
        space = names[board.figure]
        nth = crowd[space] = crowd.get(space, 0) + 1
        x, y = AT[space]
        dx, dy = CROWD[nth - 1]
        yield Piece(f"{seat} figure", (x + dx, y + dy), seat, seat[0], size=0.42)


def _tiles(seat: str, board: Board, at: dict[str, Point]) -> Iterable[Piece]:
    for spot, name in board.tiles.items():
        tile = box.TILE[name]
        number = str(tile.number) if tile.colour else name[-1]
        icon = box.ICON[tile.colour]
        yield Piece(
            f"{seat} {spot}",
            at[spot],
            "",
            number,
            icon,
            shape="tile",
            size=0.78,
            tone=tile.colour or "monk",
            kind=name,
        )
    for spot, kind in board.sheds.items():
        shed = box.SHED[kind]
        like, n = str(message("from {least}", least=shed.least)), str(shed.tiles)
        yield Piece(f"{seat} {spot}", at[spot], "", n, "tower", "", "tile", 0.78, tone="shed", kind=like)


def _corners(abbey: Abbey, seat: str) -> Iterable[Piece]:
    """Yield the pieces beside the garden: the markers' places, ducats, and the score so far."""
    board = abbey.boards[seat]
    for i, (marker, at) in enumerate(zip(box.MARKERS, (*board.markers, board.brewmaster), strict=True)):
        x, y = SIDE + 0.95 + 1.6 * (i % 2), TOP + 0.6 + 0.95 * (i // 2)
        yield Piece(
            f"{seat} {marker}",
            (x, y),
            "",
            box.sign(at),
            box.ICON[marker],
            tone="sign",
            kind=marker,
            shape="bare",
            size=0.56,
        )
    right = WIDTH - SIDE - 1.3
    rows = (
        ("ducats", "coin", board.ducats),
        ("score", "flag", abbey.counted_up(board.end(seat)).total),
    )
    for i, (thing, icon, n) in enumerate(rows):
        y = TOP + 0.7 + 1.25 * i
        yield Piece(
            f"{seat} {thing}", (right, y), "", str(n), icon, "", "bare", 0.75, tone="sign", kind=thing
        )


# -- a player's own board ----------------------------------------------------------------------------------

GAP = 0.3
SPOT_H = 1.55
SPOTS_TOP = INNER_H + GAP
TRACK_TOP = SPOTS_TOP + SPOT_H + GAP
IN_ROW = 11
TRACK_H = 1.2
ROWS = -(-(box.LAST - box.LOWEST + 1) // IN_ROW)
OWN_H = TRACK_TOP + ROWS * TRACK_H


SPOT_SPACE = {spot: Thing(f"spot {spot}", "", spot) for spot in box.SPOTS}
"""The space of a scoring spot, which knows what is printed there."""


def _spots() -> Iterable[Cell]:
    width = INNER_W / len(box.SPOTS)
    for i, spot in enumerate(box.SPOTS):
        yield _box(SPOT_SPACE[spot], i * width, SPOTS_TOP, width, SPOT_H, "", "")


def _track() -> Iterable[Cell]:
    width = INNER_W / IN_ROW
    for i, at in enumerate(range(box.LOWEST, box.LAST + 1)):
        row, column = divmod(i + ROWS * IN_ROW - (box.LAST - box.LOWEST + 1), IN_ROW)
        label, kind = (str(at), "") if at > 0 else ("", "column")
        yield _box(f"track {at}", column * width, TRACK_TOP + row * TRACK_H, width, TRACK_H, kind, label)


OWN_CELLS = (*box.GARDEN.cells(), *_spots(), *_track())
OWN_AT = {cell.space: cell.at for cell in OWN_CELLS}


def board_picture(seat: str, board: Board) -> Picture:
    """A player's board: garden, scoring spots and track."""
    pieces = (*_tiles(seat, board, OWN_AT), *_discs(seat, board), *_markers(seat, board))
    name = message("{seat's} garden, scoring spots and production track", seat=seat)
    return Picture(name, INNER_W, OWN_H, OWN_CELLS, pieces=pieces, under="own-board")


ONE = ROWS * TRACK_H + GAP
TRACKS = {
    players: tuple(
        _shifted(cell, 0, i * ONE - TRACK_TOP, f"{i} ") for i in range(players) for cell in _track()
    )
    for players in box.ROUNDS
}


def _tracks(abbey: Abbey) -> Picture:
    """Every player's production track, one under the other, each with its sign in the first place."""
    cells = TRACKS[len(abbey.players)]
    pieces: list[Piece] = []
    for i, (seat, board) in enumerate(abbey.boards.items()):
        top = i * ONE
        pieces.append(
            Piece(f"{seat} figure", (INNER_W / IN_ROW / 2, top + TRACK_H / 2), seat, seat[0], size=0.48)
        )
        pieces += _markers(seat, board, top - TRACK_TOP)
    return Picture(
        "The production tracks", INNER_W, len(abbey.players) * ONE - GAP, cells, pieces=tuple(pieces)
    )


def _discs(seat: str, board: Board) -> Iterable[Piece]:
    for spot in box.SPOTS:
        x, y = OWN_AT[SPOT_SPACE[spot]]
        thing = box.owned(seat, spot, "disc ")
        icon = "" if spot == box.X else box.ICON["" if spot in box.MONKS else spot]
        letter = "×" if spot == box.X else spot[-1] if spot in box.MONKS else ""
        high = y - 0.3 if spot in board.discs else y
        yield Piece(thing, (x, high), "", letter, icon, tone="sign", kind=spot, shape="bare", size=0.5)
        if spot in board.discs:
            yield Piece(thing, (x, y + 0.35), seat, "✓", size=0.34, kind="scoring disc")


CROWDED = ((-0.28, -0.3), (0.28, -0.3), (-0.28, 0.3), (0.28, 0.3), (0.0, 0.0), (0.0, -0.4))


def _markers(seat: str, board: Board, dy: float = 0.0) -> Iterable[Piece]:
    places = (*board.markers, board.brewmaster)
    crowd: dict[int, int] = {}
    for marker, at in zip(box.MARKERS, places, strict=True):
        nth = crowd[at] = crowd.get(at, 0) + 1
        alone = places.count(at) == 1
        x, y = OWN_AT[f"track {at}"]
        dx, up = (0.0, 0.0) if alone else CROWDED[nth - 1]
        tone = marker if marker in box.COLOURS else "monk"
        size = 0.45 if alone else 0.29
        at_ = (x + dx, y + up + dy)
        thing, icon = f"{seat} {marker}", box.ICON[marker]
        yield Piece(thing, at_, "", "", icon, tone=tone, kind=marker, shape="tile", size=size)
