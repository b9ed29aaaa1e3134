"""A board on several sheets that join, or on one, large or shrunk."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import pairwise

from companion.words import message
from printables.draw.fonts import TITLE, Unprintable
from printables.draw.pen import Pen, Point, oblong
from printables.layout import products
from printables.layout.backs import ground
from printables.layout.board_words import letter
from printables.layout.boards import PaperBoard, draw
from printables.layout.grid import SIDE
from printables.layout.paper import Cutout, Order, Page
from printables.layout.products import inlaid
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


def _window(board: PaperBoard, layout: Tiling, column: int, row: int) -> tuple[float, float, float, float]:
    """Return the part of the board on one sheet: left, top, right, bottom."""
    result: list[tuple[float, float]] = []
    for axis, n, cuts in ((0, column, layout.across), (1, row, layout.down)):
        side = Axis(board.size[axis], 0.0, spans(board, axis), layout.zigzag)
        ends = (0.0, *cuts, board.size[axis])
        result.append(side.reach(ends[n], ends[n + 1]))
    return result[0][0], result[1][0], result[0][1], result[1][1]


def pages(order: Order, board: PaperBoard) -> list[Page]:
    """The board's sheets, each named by its column and row; or the board on one, large or shrunk."""
    if order.seam == "poster":
        return [_poster(order, board)]
    if order.seam == "fit" or (layout := tiling(order, board)).count == 1:
        return [_whole(order, board)]
    columns, rows = len(layout.across) + 1, len(layout.down) + 1
    return [
        Page(
            partial(_tile, board=board, layout=layout, order=order, column=column, row=row),
            landscape=layout.landscape,
            note=str(
                message("{name} of {columns} × {rows}", name=_name(column, row), columns=columns, rows=rows)
            ),
            cuts=bool(column) + bool(row),
        )
        for row in range(rows)
        for column in range(columns)
    ]


def alone(order: Order, board: PaperBoard) -> Cutout:
    """The board as one piece, its ground over the cut."""
    trim = products.board(order, board.size)
    return Cutout(trim, inlaid(partial(_alone, board=board), board.size, trim), name=board.title)


def _alone(pen: Pen, board: PaperBoard) -> None:
    if pen.ink.ground:
        ground(pen, *board.size, pen.ink.ground)
    pen.use(_form(pen, board))
    letter(pen, board, (0.0, 0.0, *board.size))


def _name(column: int, row: int) -> str:
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"


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


def _tile(pen: Pen, board: PaperBoard, layout: Tiling, order: Order, column: int, row: int) -> None:
    page = order.size[::-1] if layout.landscape else order.size
    left, top, right, bottom = _window(board, layout, column, row)
    x = (page[0] - (right - left)) / 2
    y = EDGE + (page[1] - EDGE - FOOT - (bottom - top)) / 2
    with pen.at(x - left, y - top):
        with ExitStack() as shown:
            for outline in (
                oblong(left, top, right - left, bottom - top),
                *_after(board, layout, column, row),
            ):
                shown.enter_context(pen.within(outline))
            with pen.tagged("Figure", board.title):
                pen.use(_form(pen, board))
            letter(pen, board, (left, top, right, bottom))
        edges = left - x, top - y, left - x + page[0], top - y + page[1]
        inside = edges[0] + SIDE, edges[1] + SIDE, edges[2] - SIDE, edges[3] - LABEL
        _ticks(pen, board, layout, (column, row), (left, top, right, bottom), inside)
    _map(pen, board, layout, column, row, page)


def _after(board: PaperBoard, layout: Tiling, column: int, row: int) -> Iterator[list[Point]]:
    """The parts of the board after the seams at which this sheet begins: there it is cut, and glued over the
    sheet before.
    """
    w, h = board.size
    if column:
        yield [*seam(board, layout, 0, layout.across[column - 1]), (w, h), (w, 0.0)]
    if row:
        yield [*seam(board, layout, 1, layout.down[row - 1]), (w, h), (0.0, h)]


def _ticks(
    pen: Pen,
    board: PaperBoard,
    layout: Tiling,
    at: tuple[int, int],
    window: tuple[float, float, float, float],
    inside: tuple[float, float, float, float],
) -> None:
    """Marks beyond the picture, as long as what a printer reaches: at the board's own edges, where this sheet
    is cut, and where the next one begins.
    """
    lines = []
    for axis, cuts in ((0, layout.across), (1, layout.down)):
        low, high = window[1 - axis], window[3 - axis]
        sides = {0.0, board.size[axis]} & {window[axis], window[axis + 2]}
        places = [(side, side, CORNER) for side in sides]
        for cut in cuts[max(0, at[axis] - 1) : at[axis] + 1]:
            line = seam(board, layout, axis, cut)
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


def _map(pen: Pen, board: PaperBoard, layout: Tiling, column: int, row: int, page: Point) -> None:
    """A small picture of how the sheets lie, this one filled; in the strip below, between ruler and label."""
    w, h = board.size
    scale = 8.0 / max(w, h)
    left, top = 127.0, page[1] - 11.6
    xs, ys = (0.0, *layout.across, w), (0.0, *layout.down, h)
    for c in range(len(xs) - 1):
        for r in range(len(ys) - 1):
            here = (c, r) == (column, row)
            pen.box(
                left + xs[c] * scale,
                top + ys[r] * scale,
                (xs[c + 1] - xs[c]) * scale,
                (ys[r + 1] - ys[r]) * scale,
                pen.ink.text if here else None,
                pen.ink.text,
                0.12,
            )
    pen.text(left - 1.5, top + 5.6, _name(column, row), TITLE, 12, align="right")
