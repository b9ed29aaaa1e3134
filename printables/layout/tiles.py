"""A board on several sheets that join, or on one, large or shrunk."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from companion.words import message
from printables.draw.fonts import TITLE, Unprintable
from printables.draw.pen import Pen, Point, oblong
from printables.layout import products
from printables.layout.board_words import letter
from printables.layout.boards import PaperBoard, draw
from printables.layout.grid import SIDE
from printables.layout.paper import Cutout, Order, Page
from printables.layout.seams import EDGE, FOOT, Axis, Tiling, seam, spans, tiling

POSTERS = {
    "letter": ((279.4, 431.8), (431.8, 558.8), (558.8, 863.6)),
    "": ((297.0, 420.0), (420.0, 594.0), (594.0, 841.0)),
}
"""Sheets of a copy shop: tabloid, ANSI C and D for who prints on Letter, else A3, A2 and A1."""
CORNER, LONG, CLEAR, SHORT = 3.5, 5.0, 0.5, 0.9
"""How far a mark reaches beyond the picture at a corner of the board, and at a seam; how far from the picture
it begins; and how long it is at least, in millimetres."""
LABEL = 8.0
"""So much above the lower edge ruler and label begin."""


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres."""


@dataclass(frozen=True)
class BoardTile:
    """A sheet of a board that is cut into several."""

    board: PaperBoard
    layout: Tiling
    column: int
    row: int

    @property
    def name(self) -> str:
        """Return its name, such as ``B3``."""
        return f"{'ABCDEFGHIJKL'[self.column]}{self.row + 1}"

    @property
    def axes(self) -> tuple[tuple[int, int, tuple[float, ...]], ...]:
        """Return each axis, where the sheet is along it, and the seams across it."""
        return (0, self.column, self.layout.across), (1, self.row, self.layout.down)

    @cached_property
    def window(self) -> Box:
        """The part of the board on it."""
        board, reaches = self.board, list[Point]()
        for axis, n, cuts in self.axes:
            side = Axis(board.size[axis], 0.0, spans(board, axis), self.layout.zigzag)
            ends = (0.0, *cuts, board.size[axis])
            reaches.append(side.reach(ends[n], ends[n + 1]))
        (left, right), (top, bottom) = reaches
        return left, top, right, bottom

    def after(self) -> Iterator[list[Point]]:
        """The parts of the board after the seams at which it begins: there it is cut, and glued over the
        sheet before.
        """
        w, h = self.board.size
        for axis, n, cuts in self.axes:
            if n:
                yield [*seam(self.board, self.layout, axis, cuts[n - 1]), (w, h), ((w, 0.0), (0.0, h))[axis]]


def pages(order: Order, board: PaperBoard) -> list[Page]:
    """The board's sheets, each named by its column and row; or the board on one, large or shrunk."""
    if order.seam == "poster":
        return [_poster(order, board)]
    if order.seam == "fit" or (layout := tiling(order, board)).count == 1:
        return [_whole(order, board)]
    columns, rows = len(layout.across) + 1, len(layout.down) + 1
    return [
        Page(
            partial(_tile, tile=tile, order=order),
            landscape=layout.landscape,
            note=str(message("{name} of {columns} × {rows}", name=tile.name, columns=columns, rows=rows)),
            cuts=bool(tile.column) + bool(tile.row),
        )
        for tile in (
            BoardTile(board, layout, column, row) for row in range(rows) for column in range(columns)
        )
    ]


def alone(order: Order, board: PaperBoard) -> Cutout:
    """The board as one piece, its ground over the cut."""
    return products.single(order, Cutout(board.size, partial(_alone, board=board), name=board.title))


def _alone(pen: Pen, board: PaperBoard) -> None:
    pen.use(_form(pen, board))
    letter(pen, board, (0.0, 0.0, *board.size))


def _whole(order: Order, board: PaperBoard) -> Page:
    scale, upright = max(_shrunk(board, size) for size in (order.size, order.size[::-1]))
    page = order.size if upright else order.size[::-1]
    note = "" if scale == 1.0 else str(message("shrunk to {n} %", n=f"{scale * 100:.1f}"))
    return Page(partial(_one, board=board, page=page, scale=scale), landscape=not upright, note=note)


def _shrunk(board: PaperBoard, page: Point) -> tuple[float, bool]:
    """Return the largest scale of a board on a page, at most 1, and True if the page is upright."""
    w, h = board.size
    wide, high = page
    return min((wide - 2 * EDGE) / w, (high - EDGE - FOOT) / h, 1.0), wide <= high


def _poster(order: Order, board: PaperBoard) -> Page:
    """The board on the smallest large sheet that holds it."""
    for size in POSTERS.get(order.paper, POSTERS[""]):
        for page in (size, size[::-1]):
            if _shrunk(board, page)[0] == 1.0:
                return Page(partial(_one, board=board, page=page, scale=1.0), size=page)
    raise Unprintable("The board “{title}” is too large for a poster.", title=board.title)


def _one(pen: Pen, board: PaperBoard, page: Point, scale: float) -> None:
    w, h = board.size
    left, top = (page[0] - w * scale) / 2, EDGE + (page[1] - EDGE - FOOT - h * scale) / 2
    with pen.at(left, top, scale=scale), pen.tagged("Figure", board.title):
        pen.use(_form(pen, board))
    with pen.at(left, top):
        letter(pen, board, (0.0, 0.0, w, h), scale)


def _form(pen: Pen, board: PaperBoard) -> str:
    return pen.form(
        ("board", id(board.picture), board.title, board.sigils), *board.size, partial(draw, board=board), 0.2
    )


def _tile(pen: Pen, tile: BoardTile, order: Order) -> None:
    board, (left, top, right, bottom) = tile.board, tile.window
    page = order.size[::-1] if tile.layout.landscape else order.size
    x = (page[0] - (right - left)) / 2
    y = EDGE + (page[1] - EDGE - FOOT - (bottom - top)) / 2
    with pen.at(x - left, y - top):
        with ExitStack() as shown:
            for outline in (oblong(left, top, right - left, bottom - top), *tile.after()):
                shown.enter_context(pen.within(outline))
            with pen.tagged("Figure", board.title):
                pen.use(_form(pen, board))
            letter(pen, board, tile.window)
        edges = left - x, top - y, left - x + page[0], top - y + page[1]
        _ticks(pen, tile, (edges[0] + SIDE, edges[1] + SIDE, edges[2] - SIDE, edges[3] - LABEL))
    _map(pen, tile, page)


def _ticks(pen: Pen, tile: BoardTile, inside: Box) -> None:
    """Marks beyond the picture, as long as what a printer reaches: at the board's own edges, where this sheet
    is cut, and where the next one begins.
    """
    lines, window, board = [], tile.window, tile.board
    for axis, n, cuts in tile.axes:
        low, high = window[1 - axis], window[3 - axis]
        sides = {0.0, board.size[axis]} & {window[axis], window[axis + 2]}
        places = [(side, side, CORNER) for side in sides]
        for cut in cuts[max(0, n - 1) : n + 1]:
            line = seam(board, tile.layout, axis, cut)
            places.append((_level(line, axis, low), _level(line, axis, high), LONG))
        for first, last, long in places:
            marks = (
                (first, max(low - long, inside[1 - axis]), low - CLEAR),
                (last, high + CLEAR, min(high + long, inside[3 - axis])),
            )
            for place, start, end in marks:
                if end - start >= SHORT:
                    lines.append((place, start, place, end) if axis == 0 else (start, place, end, place))
    pen.lines(sorted(lines), 0.15)


def _level(line: Sequence[Point], axis: int, far: float) -> float:
    """Return the place of a seam so far along the other axis."""
    for one, other in pairwise(line):
        a, b = one[1 - axis], other[1 - axis]
        if min(a, b) <= far <= max(a, b):
            part = (far - a) / (b - a) if a != b else 0.0
            return one[axis] + (other[axis] - one[axis]) * part
    return line[-1][axis]


def _map(pen: Pen, tile: BoardTile, page: Point) -> None:
    """A small picture of how the sheets lie, this one filled; in the strip below, between ruler and label."""
    size, (left, top) = tile.board.size, (127.0, page[1] - 11.6)
    scale = 8.0 / max(size)
    xs, ys = ([at * scale for at in (0.0, *cuts, size[axis])] for axis, _, cuts in tile.axes)
    for c, (x, right) in enumerate(pairwise(xs)):
        for r, (y, low) in enumerate(pairwise(ys)):
            fill = pen.ink.text if (c, r) == (tile.column, tile.row) else None
            pen.box(left + x, top + y, right - x, low - y, fill, pen.ink.text, 0.12)
    pen.text(left - 1.5, top + 5.6, tile.name, TITLE, 12, align="right")
