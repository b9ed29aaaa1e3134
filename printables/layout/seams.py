"""Seams by which a board is cut into sheets: straight, or along the hexes."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from printables.draw.fonts import Unprintable
from printables.draw.pen import Point
from printables.layout.boards import PaperBoard
from printables.layout.paper import Order

OVERLAP = 12.0
"""So far a sheet goes on under the next one, which is cut along the seam."""
EVEN = 0.36
"""How far a seam may lie from where sheets would be equal, as a share of a sheet."""
EDGE, FOOT = 6.0, 12.0
"""Paper around a tile that no printer reaches, and room for ruler and label."""


@dataclass(frozen=True)
class Tiling:
    """The cut of a board into sheets: its seams, and the size of the paper's window."""

    across: tuple[float, ...]
    down: tuple[float, ...]
    """Seams, in millimetres from the board's left and top edge."""
    zigzag: bool
    landscape: bool

    @property
    def count(self) -> int:
        """Return the number of sheets."""
        return (len(self.across) + 1) * (len(self.down) + 1)


def spans(board: PaperBoard, axis: int) -> list[tuple[float, float]]:
    """Return the span of each space along an axis, and of each ring or place beside the spaces."""
    outlines = [[board.point(point) for point in cell.outline] for cell in board.picture.cells]
    return [_span(outline, axis) for outline in (*outlines, *board.beside)]


def _span(outline: Sequence[Point], axis: int) -> tuple[float, float]:
    values = [point[axis] for point in outline]
    return min(values), max(values)


@dataclass(frozen=True)
class Axis:
    """A board along one axis: how long it is, how much of it a sheet can show, and where its spaces are."""

    length: float
    room: float
    spans: Sequence[tuple[float, float]]
    zigzag: bool

    @cached_property
    def _places(self) -> tuple[list[float], list[float], list[float]]:
        """The middles, the starts and the ends of the places that spaces have along the axis, in order."""
        result = sorted(((a + b) / 2, a, b) for a, b in set(self.spans))
        return [middle for middle, _, _ in result], [a for _, a, _ in result], [b for _, _, b in result]

    def reach(self, low: float, high: float) -> tuple[float, float]:
        """Return the reach of a sheet between two seams: from the first, and over the second by the overlap.
        Along the hexes it shows every space whose middle is on its side."""
        start, end = low, high
        if self.zigzag:
            middles, starts, ends = self._places
            first, last = bisect_left(middles, low), bisect_left(middles, high)
            start, end = min([low, *starts[first:last]]), max([high, *ends[first:last]])
        return max(0.0, start), self.length if high >= self.length else end + OVERLAP

    def fits(self, low: float, high: float) -> bool:
        """True if a sheet can show the part between two seams."""
        if high < self.length and high - low + OVERLAP > self.room + 1e-6:
            return False  # as it is for most seams that are tried, without looking at the spaces
        start, end = self.reach(low, high)
        return end - start <= self.room + 1e-6

    def cost(self, at: float, ideal: float) -> float:
        """Return the cost of a seam: every space it cuts, and a little for sheets that are unequal."""
        return (0 if self.zigzag else _cut(self.spans, at)) + abs(at - ideal) * 0.005


def _cut(spans: Iterable[tuple[float, float]], at: float) -> int:
    return sum(a + 0.01 < at < b - 0.01 for a, b in spans)


def seams(side: Axis) -> tuple[float, ...] | None:
    """The fewest seams that leave every sheet within its room, among those the cheapest; None if none do."""
    for pieces in range(1, 12):
        best: dict[float, tuple[float, tuple[float, ...]]] = {0.0: (0.0, ())}
        for n in range(1, pieces):
            best = _further(side, best, side.length * n / pieces, side.length / pieces * EVEN)
        ends = [cuts for last, cuts in best.items() if side.fits(last, side.length)]
        if ends:
            return min(ends)[1]
    return None


def _further(
    side: Axis, best: dict[float, tuple[float, tuple[float, ...]]], ideal: float, around: float
) -> dict[float, tuple[float, tuple[float, ...]]]:
    """The cheapest ways to one seam more, near where it would leave equal sheets, by where it lies: at whole
    millimetres, and between two spaces.
    """
    result: dict[float, tuple[float, tuple[float, ...]]] = {}
    low, high = ideal - around, ideal + around
    between = {edge for span in side.spans for edge in span if low < edge < high}
    cheapest = sorted((paid, path, last) for last, (paid, path) in best.items())
    for at in sorted(between.union(map(float, range(int(low) + 1, int(high) + 1)))):
        ways = ((paid, path) for paid, path, last in cheapest if last < at and side.fits(last, at))
        if way := next(ways, None):
            result[at] = way[0] + side.cost(at, ideal), (*way[1], at)
    return result


@lru_cache(64)
def tiling(order: Order, board: PaperBoard) -> Tiling:
    """The turn of the paper that takes fewest sheets; straight where a space is larger than the paper, and if
    the best way is asked for where that takes fewer sheets or cuts no space either.
    """
    tilings = {zigzag: _tiling(order, board, zigzag) for zigzag in ZIGZAG[order.seam]}
    along, straight = tilings.get(True), tilings.get(False)
    if order.seam == "best" and along and straight:
        if along.count <= straight.count and crossed(board, straight):
            return along
        return straight
    if cut := along or straight:
        return cut
    raise Unprintable("The board “{title}” is too large for this paper.", title=board.title)


ZIGZAG = {"best": (True, False), "zigzag": (True, False), "straight": (False,)}
"""Which seams are looked at, by what is asked for."""


def _tiling(order: Order, board: PaperBoard, zigzag: bool) -> Tiling | None:
    result = []
    for landscape in (False, True):
        wide, high = order.size[::-1] if landscape else order.size
        room = wide - 2 * EDGE, high - EDGE - FOOT
        sides = [Axis(board.size[axis], room[axis], spans(board, axis), zigzag) for axis in (0, 1)]
        across, down = (seams(side) for side in sides)
        if across is not None and down is not None:
            result.append(Tiling(across, down, zigzag, landscape))
    return min(result, key=lambda layout: (layout.count, layout.landscape)) if result else None


def crossed(board: PaperBoard, layout: Tiling) -> int:
    """Return how many spaces the straight seams cut."""
    both = enumerate((layout.across, layout.down))
    return sum(_cut(spans(board, axis), at) for axis, cuts in both for at in cuts)


def seam(board: PaperBoard, layout: Tiling, axis: int, at: float) -> list[Point]:
    """One seam from edge to edge of the board."""
    return zigzag(board, axis, at) if layout.zigzag else _straight(board, axis, at)


def _straight(board: PaperBoard, axis: int, at: float) -> list[Point]:
    far = board.size[1 - axis]
    return [(at, 0.0), (at, far)] if axis == 0 else [(0.0, at), (far, at)]


def zigzag(board: PaperBoard, axis: int, at: float) -> list[Point]:
    """The line between spaces whose middles are on either side of a seam, from edge to edge of the board.

    It is the chain of edges that two spaces on different sides share; where the board has no spaces it
    goes straight.
    """
    side: dict[tuple[Point, Point], set[bool]] = {}
    place: dict[Point, Point] = {}
    for cell in board.picture.cells:
        points = [board.point(point) for point in cell.outline]
        over = sum(_span(points, axis)) / 2 >= at
        keys = [(round(x, 1), round(y, 1)) for x, y in points]
        place.update(zip(keys, points, strict=True))
        for a, b in zip(keys, [*keys[1:], keys[0]], strict=True):
            side.setdefault((min(a, b), max(a, b)), set()).add(over)
    edges = [edge for edge, sides in side.items() if len(sides) == 2]
    points = [place[p] for chain in _chains(edges, axis) for p in chain]
    if not points:
        return _straight(board, axis, at)
    last = _onward(board, axis, at, points[-1], board.size[1 - axis])
    return [*_onward(board, axis, at, points[0], 0.0), *points, *last[::-1]]


def _chains(edges: Iterable[tuple[Point, Point]], axis: int) -> list[list[Point]]:
    """Return edges joined to chains, in their order along the seam."""
    ways: dict[Point, list[Point]] = {}
    for a, b in edges:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    chains: list[list[Point]] = []
    left = set(ways)
    while left:
        ends = [p for p in left if len(ways[p]) == 1] or list(left)
        chain = [min(ends, key=lambda p: p[1 - axis])]
        left.discard(chain[0])
        while onward := [p for p in ways[chain[-1]] if p in left]:
            chain.append(onward[0])
            left.discard(onward[0])
        chains.append(chain if chain[0][1 - axis] <= chain[-1][1 - axis] else chain[::-1])
    return sorted(chains, key=lambda chain: chain[0][1 - axis])


def _onward(board: PaperBoard, axis: int, at: float, end: Point, edge: float) -> list[Point]:
    """Return how a seam goes on from the last space to an edge of the board: straight, or between the rings
    and places there, on the sides of their middles."""
    level, along = end[axis], end[1 - axis]
    low, high = sorted((along, edge))
    there = [one for one in board.beside if low <= sum(_span(one, 1 - axis)) / 2 <= high]
    free = _between([_span(one, axis) for one in there], at, level)
    result = [(free, edge)]
    if free != level:
        reach = [point[1 - axis] for point in chain.from_iterable(there)]
        near = max(reach) if edge < along else min(reach)
        result += [(free, near), (level, near)]  # a turn clear of the spaces
    return [(y, x) if axis else (x, y) for x, y in result]


def _between(spans: Iterable[tuple[float, float]], at: float, level: float) -> float:
    """Return the place nearest to a level that parts the spans on the two sides of a seam."""
    before = max((b for a, b in spans if a + b < 2 * at), default=level)
    after = min((a for a, b in spans if a + b >= 2 * at), default=level)
    return min(max(level, before), after)
