"""A board on several sheets: where it is cut, straight or along the hexes, and how the sheets join."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from printables.boards import Board, draw
from printables.fonts import TITLE, Unprintable
from printables.paper import Order, Sheet
from printables.pen import Pen, Point, oblong

OVERLAP = 12.0
EVEN = 0.36
"""How far a seam may lie from where sheets would be equal, as a share of a sheet."""
EDGE, FOOT = 6.0, 12.0
"""Paper around a tile that no printer reaches, and room for ruler and label."""


@dataclass(frozen=True)
class Tiling:
    """How a board is cut: where its seams are, and how large the paper's window is."""

    across: tuple[float, ...]
    down: tuple[float, ...]
    """Seams, in millimetres from the board's left and top edge."""
    zigzag: bool
    landscape: bool

    @property
    def count(self) -> int:
        """How many sheets."""
        return (len(self.across) + 1) * (len(self.down) + 1)


def spans(board: Board, axis: int) -> list[tuple[float, float]]:
    """From where to where each space reaches along an axis."""
    found = []
    for cell in board.picture.cells:
        values = [board.point(point)[axis] for point in cell.outline]
        found.append((min(values), max(values)))
    return found


def seams(
    length: float, room: float, spans: Sequence[tuple[float, float]], zigzag: bool
) -> tuple[float, ...]:
    """The fewest seams that leave every sheet within its room, cutting as few spaces as can be, evenly.

    Straight, a sheet reaches half the overlap over its seams. Along the hexes it reaches to the far edge of
    every space whose middle is on its side, and half the overlap more.
    """
    half = OVERLAP / 2
    if length <= room:
        return ()
    middles = [((a + b) / 2, a, b) for a, b in spans]

    def reach(low: float, high: float) -> tuple[float, float]:
        if not zigzag:
            return max(0.0, low - half), min(length, high + half)
        mine = [(a, b) for middle, a, b in middles if low <= middle < high]
        if not mine:
            return low, high
        start = 0.0 if low <= 0 else min(a for a, _ in mine) - half
        end = length if high >= length else max(b for _, b in mine) + half
        return start, end

    for pieces in range(2, 12):
        step = 1.0
        places = [n * step for n in range(1, int(length / step))]
        best: dict[float, tuple[float, tuple[float, ...]]] = {0.0: (0.0, ())}
        for n in range(1, pieces):
            ideal = length * n / pieces
            found: dict[float, tuple[float, tuple[float, ...]]] = {}
            near = [place for place in places if abs(place - ideal) < length / pieces * EVEN]
            for place in near:
                cost = abs(place - ideal) * 0.005
                cost += 0 if zigzag else sum(a + 0.01 < place < b - 0.01 for a, b in spans)
                for before, (paid, path) in best.items():
                    fine = before < place and _fits(reach(before, place), room)
                    if fine and (place not in found or paid + cost < found[place][0]):
                        found[place] = paid + cost, (*path, place)
            best = found
        ends = [kept for before, kept in best.items() if _fits(reach(before, length), room)]
        if ends:
            return min(ends)[1]
    raise Unprintable("The board is too large for this paper.")


def _fits(span: tuple[float, float], room: float) -> bool:
    return span[1] - span[0] <= room + 1e-6


def tiling(order: Order, board: Board) -> Tiling:
    """The turn of the paper that takes fewest sheets."""
    found = []
    zigzag = order.seam == "zigzag"
    for landscape in (False, True):
        wide, high = order.size[::-1] if landscape else order.size
        room = wide - 2 * EDGE, high - EDGE - FOOT
        cuts = [seams(board.size[axis], room[axis], spans(board, axis), zigzag) for axis in (0, 1)]
        found.append(Tiling(cuts[0], cuts[1], zigzag, landscape))
    return min(found, key=lambda made: (made.count, made.landscape))


def _window(board: Board, made: Tiling, column: int, row: int) -> tuple[float, float, float, float]:
    """What one sheet shows of the board: left, top, right, bottom."""
    found: list[tuple[float, float]] = []
    half = OVERLAP / 2
    for axis, n, cuts in ((0, column, made.across), (1, row, made.down)):
        ends = (0.0, *cuts, board.size[axis])
        low, high = ends[n], ends[n + 1]
        start, end = max(0.0, low - half), min(board.size[axis], high + half)
        if made.zigzag:
            mine = [(a, b) for a, b in spans(board, axis) if low <= (a + b) / 2 < high]
            if low > 0:
                start = min([start + half, *(a for a, _ in mine)]) - half
            if high < board.size[axis]:
                end = max([end - half, *(b for _, b in mine)]) + half
        found.append((start, end))
    return found[0][0], found[1][0], found[0][1], found[1][1]


def sheets(order: Order, board: Board) -> list[Sheet]:
    """The board's sheets, each named by its column and row; or the board shrunk to one."""
    made = tiling(order, board)
    if order.seam == "fit" or made.count == 1:
        return [_whole(order, board)]
    columns, rows = len(made.across) + 1, len(made.down) + 1
    return [
        Sheet(
            partial(_tile, board=board, made=made, order=order, column=column, row=row),
            landscape=made.landscape,
            note=f"sheet {_name(column, row)} of {columns} × {rows}",
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _name(column: int, row: int) -> str:
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"


def _whole(order: Order, board: Board) -> Sheet:
    w, h = board.size
    found = []
    for landscape in (False, True):
        wide, high = order.size[::-1] if landscape else order.size
        found.append((min((wide - 2 * EDGE) / w, (high - EDGE - FOOT) / h, 1.0), not landscape))
    scale, upright = max(found)
    page = order.size if upright else order.size[::-1]

    def one(pen: Pen) -> None:
        left = (page[0] - w * scale) / 2
        with pen.at(left, EDGE + (page[1] - EDGE - FOOT - h * scale) / 2, scale=scale):
            pen.use(_form(pen, board))

    note = "" if scale == 1.0 else f"shrunk to {scale * 100:.1f} %"
    return Sheet(one, landscape=not upright, note=note)


def _form(pen: Pen, board: Board) -> str:
    return pen.form(("board", id(board.picture), board.title), *board.size, partial(draw, board=board), 0.2)


def _tile(pen: Pen, board: Board, made: Tiling, order: Order, column: int, row: int) -> None:
    page = order.size[::-1] if made.landscape else order.size
    left, top, right, bottom = _window(board, made, column, row)
    x = (page[0] - (right - left)) / 2
    y = EDGE + (page[1] - EDGE - FOOT - (bottom - top)) / 2
    form = _form(pen, board)
    with pen.at(x - left, y - top):
        with pen.within(oblong(left, top, right - left, bottom - top)):
            pen.use(form)
            for line in _joins(board, made, column, row):
                white = (1.0, 1.0, 1.0)
                pen.shape(line, None, white, 0.6, close=False)
                pen.shape(line, None, pen.ink.text, 0.2, close=False, dash=(2, 1.4))
            for at in _targets(board, made):
                _target(pen, *at)
        _corners(pen, left, top, right, bottom)
    _map(pen, board, made, column, row, page)


def _corners(pen: Pen, left: float, top: float, right: float, bottom: float) -> None:
    ends = []
    for x, sx in ((left, -1), (right, 1)):
        for y, sy in ((top, -1), (bottom, 1)):
            ends += [(x + sx * 0.5, y, x + sx * 3.5, y), (x, y + sy * 0.5, x, y + sy * 3.5)]
    pen.lines(ends, 0.15)


def _joins(board: Board, made: Tiling, column: int, row: int) -> Iterator[list[Point]]:
    """The lines along which this sheet is cut or covered: towards the sheets after it, and before."""
    w, h = board.size
    for axis, n, cuts in ((0, column, made.across), (1, row, made.down)):
        for at in (cuts[n - 1] if n else None, cuts[n] if n < len(cuts) else None):
            if at is None:
                continue
            if made.zigzag:
                yield zigzag(board, axis, at)
            else:
                yield [(at, 0.0), (at, h)] if axis == 0 else [(0.0, at), (w, at)]


def zigzag(board: Board, axis: int, at: float) -> list[Point]:
    """The line between spaces whose middles are on either side of a seam, from edge to edge of the board.

    It is the chain of edges that two spaces on different sides share; where the board has no spaces it
    goes straight.
    """
    side: dict[tuple[Point, Point], set[bool]] = {}
    place: dict[Point, Point] = {}
    for cell in board.picture.cells:
        points = [board.point(point) for point in cell.outline]
        over = (min(p[axis] for p in points) + max(p[axis] for p in points)) / 2 >= at
        keys = [(round(x, 1), round(y, 1)) for x, y in points]
        place.update(zip(keys, points, strict=True))
        for a, b in zip(keys, [*keys[1:], keys[0]], strict=True):
            side.setdefault((min(a, b), max(a, b)), set()).add(over)
    edges = [edge for edge, sides in side.items() if len(sides) == 2]
    ways: dict[Point, list[Point]] = {}
    for a, b in edges:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    chains = []
    left = set(ways)
    while left:
        ends = [p for p in left if len(ways[p]) == 1] or list(left)
        here = min(ends, key=lambda p: p[1 - axis])
        chain = [here]
        left.discard(here)
        while onward := [p for p in ways[chain[-1]] if p in left]:
            chain.append(onward[0])
            left.discard(onward[0])
        if chain[0][1 - axis] > chain[-1][1 - axis]:
            chain.reverse()
        chains.append(chain)
    chains.sort(key=lambda chain: chain[0][1 - axis])
    points = [place[p] for chain in chains for p in chain]
    far = board.size[1 - axis]
    if not points:
        return [(at, 0.0), (at, far)] if axis == 0 else [(0.0, at), (far, at)]
    first, last = points[0], points[-1]
    if axis == 0:
        return [(first[0], 0.0), *points, (last[0], far)]
    return [(0.0, first[1]), *points, (far, last[1])]


def _targets(board: Board, made: Tiling) -> Iterator[Point]:
    """Two a seam, at the same points of the board on both sheets: on the border, clear of the spaces."""
    w, h = board.size
    for axis, cuts in ((0, made.across), (1, made.down)):
        for at in cuts:
            line = (
                zigzag(board, axis, at)
                if made.zigzag
                else [(at, 0.0), (at, h)]
                if axis == 0
                else [(0.0, at), (w, at)]
            )
            for x, y in (line[0], line[-1]):
                yield (x, 5.5 if y < h / 2 else h - 5.5) if axis == 0 else (5.5 if x < w / 2 else w - 5.5, y)


def _target(pen: Pen, x: float, y: float) -> None:
    pen.circle(x, y, 1.8, (1.0, 1.0, 1.0), pen.ink.text, 0.15)
    pen.circle(x, y, 0.9, None, pen.ink.text, 0.15)
    pen.lines([(x - 2.6, y, x + 2.6, y), (x, y - 2.6, x, y + 2.6)], 0.15)


def _map(pen: Pen, board: Board, made: Tiling, column: int, row: int, page: Point) -> None:
    """A small picture of how the sheets lie, this one filled; in the strip below, between ruler and label."""
    w, h = board.size
    scale = 8.0 / max(w, h)
    left, top = 127.0, page[1] - 11.6
    xs, ys = (0.0, *made.across, w), (0.0, *made.down, h)
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
