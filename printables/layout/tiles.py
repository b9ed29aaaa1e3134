"""A board on several sheets: where it is cut, straight or along the hexes, and how the sheets join."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from printables.draw.fonts import TITLE, Unprintable
from printables.draw.pen import Pen, Point, oblong
from printables.layout.boards import Board, draw, letter
from printables.layout.paper import Order, Page

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


@dataclass(frozen=True)
class Side:
    """A board along one axis: how long it is, how much of it a sheet can show, and where its spaces are."""

    length: float
    room: float
    spans: Sequence[tuple[float, float]]
    zigzag: bool

    def reach(self, low: float, high: float) -> tuple[float, float]:
        """From where to where a sheet between two seams reaches: half the overlap over each, and along
        the hexes also over every space whose middle is on its side.
        """
        start, end = low, high
        if self.zigzag:
            mine = [(a, b) for a, b in self.spans if low <= (a + b) / 2 < high]
            start, end = min([low, *(a for a, _ in mine)]), max([high, *(b for _, b in mine)])
        first, last = low <= 0, high >= self.length
        return 0.0 if first else start - OVERLAP / 2, self.length if last else end + OVERLAP / 2

    def fits(self, low: float, high: float) -> bool:
        """Whether a sheet can show what lies between two seams."""
        start, end = self.reach(low, high)
        return end - start <= self.room + 1e-6

    def cost(self, at: float, ideal: float) -> float:
        """What a seam costs: every space it cuts, and a little for sheets that are unequal."""
        cut = 0 if self.zigzag else sum(a + 0.01 < at < b - 0.01 for a, b in self.spans)
        return cut + abs(at - ideal) * 0.005


def seams(side: Side) -> tuple[float, ...] | None:
    """The fewest seams that leave every sheet within its room, among those the cheapest; None if none do."""
    for pieces in range(1, 12):
        best: dict[float, tuple[float, tuple[float, ...]]] = {0.0: (0.0, ())}
        for n in range(1, pieces):
            best = _further(side, best, side.length * n / pieces, side.length / pieces * EVEN)
        ends = [kept for last, kept in best.items() if side.fits(last, side.length)]
        if ends:
            return min(ends)[1]
    return None


def _further(
    side: Side, best: dict[float, tuple[float, tuple[float, ...]]], ideal: float, around: float
) -> dict[float, tuple[float, tuple[float, ...]]]:
    """The cheapest ways to one seam more, near where it would leave equal sheets, by where it lies: at whole
    millimetres, and between two spaces.
    """
    found: dict[float, tuple[float, tuple[float, ...]]] = {}
    low, high = ideal - around, ideal + around
    between = {edge for span in side.spans for edge in span if low < edge < high}
    for at in sorted(between.union(map(float, range(int(low) + 1, int(high) + 1)))):
        cost = side.cost(at, ideal)
        ways = [
            (paid + cost, (*path, at))
            for last, (paid, path) in best.items()
            if last < at and side.fits(last, at)
        ]
        if ways:
            found[at] = min(ways)
    return found


@lru_cache(64)
def tiling(order: Order, board: Board) -> Tiling:
    """The turn of the paper that takes fewest sheets; straight where a space is larger than the paper."""
    for zigzag in (True, False) if order.seam == "zigzag" else (False,):
        found = []
        for landscape in (False, True):
            wide, high = order.size[::-1] if landscape else order.size
            room = wide - 2 * EDGE, high - EDGE - FOOT
            sides = [Side(board.size[axis], room[axis], spans(board, axis), zigzag) for axis in (0, 1)]
            across, down = (seams(side) for side in sides)
            if across is not None and down is not None:
                found.append(Tiling(across, down, zigzag, landscape))
        if found:
            return min(found, key=lambda made: (made.count, made.landscape))
    raise Unprintable(f"The board “{board.title}” is too large for this paper.")


def _window(board: Board, made: Tiling, column: int, row: int) -> tuple[float, float, float, float]:
    """What one sheet shows of the board: left, top, right, bottom."""
    found: list[tuple[float, float]] = []
    for axis, n, cuts in ((0, column, made.across), (1, row, made.down)):
        side = Side(board.size[axis], 0.0, spans(board, axis), made.zigzag)
        ends = (0.0, *cuts, board.size[axis])
        found.append(side.reach(ends[n], ends[n + 1]))
    return found[0][0], found[1][0], found[0][1], found[1][1]


def pages(order: Order, board: Board) -> list[Page]:
    """The board's sheets, each named by its column and row; or the board shrunk to one."""
    if order.seam == "fit" or (made := tiling(order, board)).count == 1:
        return [_whole(order, board)]
    columns, rows = len(made.across) + 1, len(made.down) + 1
    return [
        Page(
            partial(_tile, board=board, made=made, order=order, column=column, row=row),
            landscape=made.landscape,
            note=f"sheet {_name(column, row)} of {columns} × {rows}",
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _name(column: int, row: int) -> str:
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"


def _whole(order: Order, board: Board) -> Page:
    w, h = board.size
    found = []
    for landscape in (False, True):
        wide, high = order.size[::-1] if landscape else order.size
        found.append((min((wide - 2 * EDGE) / w, (high - EDGE - FOOT) / h, 1.0), not landscape))
    scale, upright = max(found)
    page = order.size if upright else order.size[::-1]

    def one(pen: Pen) -> None:
        left, top = (page[0] - w * scale) / 2, EDGE + (page[1] - EDGE - FOOT - h * scale) / 2
        with pen.at(left, top, scale=scale):
            pen.use(_form(pen, board))
        with pen.at(left, top):
            letter(pen, board, (0.0, 0.0, w, h), scale)

    note = "" if scale == 1.0 else f"shrunk to {scale * 100:.1f} %"
    return Page(one, landscape=not upright, note=note)


def _form(pen: Pen, board: Board) -> str:
    return pen.form(("board", id(board.picture), board.title), *board.size, partial(draw, board=board), 0.2)


def _tile(pen: Pen, board: Board, made: Tiling, order: Order, column: int, row: int) -> None:
    page = order.size[::-1] if made.landscape else order.size
    left, top, right, bottom = _window(board, made, column, row)
    x = (page[0] - (right - left)) / 2
    y = EDGE + (page[1] - EDGE - FOOT - (bottom - top)) / 2
    with pen.at(x - left, y - top):
        with pen.within(oblong(left, top, right - left, bottom - top)):
            pen.use(_form(pen, board))
            letter(pen, board, (left, top, right, bottom))
            for line in _joins(board, made, column, row):
                pen.shape(line, None, (1.0, 1.0, 1.0), 0.6, close=False)
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
    for axis, n, cuts in ((0, column, made.across), (1, row, made.down)):
        for at in cuts[max(0, n - 1) : n + 1]:
            yield _seam(board, made, axis, at)


def _seam(board: Board, made: Tiling, axis: int, at: float) -> list[Point]:
    """One seam from edge to edge of the board."""
    w, h = board.size
    if made.zigzag:
        return zigzag(board, axis, at)
    return [(at, 0.0), (at, h)] if axis == 0 else [(0.0, at), (w, at)]


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
            line = _seam(board, made, axis, at)
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
