"""The grid of things of one size on a sheet, the places of their backs, the marks to cut them by, and the
ruler."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from printables.draw.fonts import BOLD, TEXT, Unprintable
from printables.draw.ink import WHITE
from printables.draw.pen import Pen
from printables.layout.cutters import Box, Cutter
from printables.layout.paper import CHOICES, GAP, Cutout, Order, Page

SIDE, STRIP = 4.5, 10.5
"""Margins: left and right, and the strips above and below, the lower of which holds ruler and label."""
FOLD = 1.0
"""From the bleed to the fold, where fronts and backs are folded together."""
MARK, CLEAR, LONG = 0.15, 1.0, 2.0
"""How thick a cut mark is, how far from the corner of a cut it begins, and how long it is."""
HALO = 0.6
"""White about a mark, that it is seen on dark art."""


@dataclass(frozen=True)
class Grid:
    """The places of pieces of one size on a sheet, even if there are too few to fill it."""

    page: tuple[float, float]
    landscape: bool
    columns: int
    rows: int
    w: float
    h: float
    left: float
    top: float
    gap: float = GAP
    beside: bool = False
    """True where ruler and label stand along the left edge."""
    folded: bool = False
    """True where it is the left half of a sheet that is folded."""
    side: float = SIDE
    strip: float = STRIP
    """The margins that hold the bleed."""
    bleed: float = 0.0
    kept: tuple[Box, ...] = ()
    """What is kept free for the marks of a cutter: a piece whose bleed meets it is left out."""

    @cached_property
    def places(self) -> list[tuple[float, float]]:
        """The upper left corner of the cut of each piece."""
        across = [self.left + n * (self.w + self.gap) for n in range(self.columns)]
        down = [self.top + n * (self.h + self.gap) for n in range(self.rows)]
        return [(x, y) for y in down for x in across if not self._kept(x, y)]

    def _kept(self, x: float, y: float) -> bool:
        out = self.bleed
        return any(
            x - out < right and x + self.w + out > left and y - out < bottom and y + self.h + out > top
            for left, top, right, bottom in self.kept
        )

    @property
    def holds(self) -> int:
        """Return how many pieces a sheet holds."""
        return len(self.places)

    def at(self, i: int) -> tuple[float, float]:
        """The upper left corner of the cut of piece ``i``."""
        return self.places[i]


def grid(order: Order, one: Cutout, folded: bool = False) -> Grid:
    """The turn of the paper that holds most of such pieces, centred; ruler and label stand along the left
    edge only where that makes room for more. Unprintable where it holds none.
    """
    best = _best(order, one, folded)
    if not best.holds:
        raise Unprintable(
            "A piece of {w} × {h} mm does not fit on {paper} with the room that {machine} needs."
            if order.machine
            else "A piece of {w} × {h} mm does not fit on {paper}.",
            w=best.w,
            h=best.h,
            paper=CHOICES["paper"][order.paper],
            machine=order.machine.words if order.machine else "",
        )
    return best


def holds(order: Order, one: Cutout) -> int:
    """Return how many of such pieces a sheet holds, or 0 if they are too large for it."""
    return _best(order, one, folded=False).holds


def _best(order: Order, one: Cutout, folded: bool) -> Grid:
    both = (False, True)
    if order.machine:
        result = list(_between_marks(order.machine, order.size, one))
    else:
        result = [placed(order, one, landscape, folded, beside) for beside in both for landscape in both]
    return max(result, key=lambda grid: (grid.holds, not grid.beside, not grid.landscape))


def _between_marks(cutter: Cutter, size: tuple[float, float], one: Cutout) -> Iterator[Grid]:
    """Grids for a machine, either turn of the paper: cuts lie where it cuts, and no piece meets a mark; with
    a column or a row less there may be room for more.
    """
    (w, h), bleed, gap = one.size, one.bleed, one.gap
    for page in (size, size[::-1]):
        x1, y1, x2, y2 = cutter.inside(page)
        columns, rows = (
            int((room + gap + 1e-9) // (each + gap)) for room, each in ((x2 - x1, w), (y2 - y1, h))
        )
        for c in (columns, columns - 1):
            for r in (rows, rows - 1):
                left, top = (page[0] - c * (w + gap) + gap) / 2, (page[1] - r * (h + gap) + gap) / 2
                boxes = tuple(cutter.kept(page))
                yield Grid(
                    page, page != size, max(0, c), max(0, r), w, h, left, top, gap, bleed=bleed, kept=boxes
                )


def placed(order: Order, one: Cutout, landscape: bool, folded: bool, beside: bool = False) -> Grid:
    """The grid for one turn of the paper; it may hold nothing. Of a folded sheet it is the left half."""
    (w, h), bleed, gap = one.size, one.bleed, one.gap
    page = order.size[::-1] if landscape else order.size
    side, strip = (STRIP, SIDE) if beside else (SIDE, STRIP)
    if order.machine:
        x, y, _, _ = order.machine.inside(page)
        side, strip = max(x - bleed, order.machine.reach), max(y - bleed, order.machine.reach)
    room = page[0] / 2 - side - FOLD if folded else page[0] - 2 * side
    columns = max(0, int((room - 2 * bleed + gap + 1e-9) // (w + gap)))
    rows = max(0, int((page[1] - 2 * strip - 2 * bleed + gap + 1e-9) // (h + gap)))
    wide, high = columns * (w + gap) - gap, rows * (h + gap) - gap
    left = side + (room - wide) / 2
    top = (page[1] - high) / 2
    return Grid(page, landscape, columns, rows, w, h, left, top, gap, beside, folded, side, strip, bleed)


@dataclass(frozen=True)
class Laid:
    """A piece on a sheet: where the upper left corner of its cut lies on the front, and whose it is."""

    cutout: Cutout
    x: float
    y: float
    of: int
    """The number of its section."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Its cut on the front: left, top, right, bottom."""
        return self.x, self.y, self.x + self.cutout.size[0], self.y + self.cutout.size[1]

    def behind(self, page: tuple[float, float], duplex: str) -> tuple[Box, bool]:
        """Return the box of its back on a page of this size, and True if it is upside down there."""
        (left, top, right, bottom), (w, h) = self.box, self.cutout.size
        if duplex == "gutterfold" or (duplex == "long") == (page[0] <= page[1]):
            return (page[0] - right, top, page[0] - right + w, bottom), False
        return (left, page[1] - bottom, right, page[1] - bottom + h), True


def check_offset(order: Order, laid: Sequence[Laid], on: Grid) -> None:
    """Refuse an offset that would push backs over the edge of the paper."""
    ways = ("right or left", "down or up")
    for axis, way, by in zip((1, 0) if on.landscape else (0, 1), ways, order.offset, strict=True):
        ends = [(one.box[axis] - one.cutout.bleed, one.box[axis + 2] + one.cutout.bleed) for one in laid]
        room = min(min(low, on.page[axis] - high) for low, high in ends)
        if abs(by) > room:
            raise Unprintable(
                "Offset {by} mm {way} would push the backs off the sheet; up to {room} mm is fine.",
                by=by,
                way=way,
                room=f"{room:.1f}",
            )


def marks(pen: Pen, boxes: Sequence[Box]) -> None:
    """Cut marks at the corners of every box, but none over another box; each cut leaves the next its own."""
    positions = set()
    for left, top, right, bottom in boxes:
        for x, out in ((left, -1), (right, 1)):
            near, far = sorted((x + out * CLEAR, x + out * (CLEAR + LONG)))
            positions |= {_line(near, y, far, y) for y in (top, bottom)}
        for y, out in ((top, -1), (bottom, 1)):
            near, far = sorted((y + out * CLEAR, y + out * (CLEAR + LONG)))
            positions |= {_line(x, near, x, far) for x in (left, right)}
    lines = [line for line in sorted(positions) if not _covered(line, boxes)]
    pen.lines(lines, HALO, WHITE)
    pen.lines(lines, MARK)


def _line(x1: float, y1: float, x2: float, y2: float) -> Box:
    return round(x1, 4), round(y1, 4), round(x2, 4), round(y2, 4)


def _covered(line: Box, boxes: Iterable[Box]) -> bool:
    """True if a mark lies over one of the boxes or on its edge."""
    x, y = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    near = 0.01
    return any(
        left - near < x < right + near and top - near < y < bottom + near
        for left, top, right, bottom in boxes
    )


def cuts(boxes: Iterable[Box]) -> int:
    """Return how many straight cuts free some boxes: all across the sheet first, then each strip."""
    rows: dict[tuple[float, float], set[float]] = {}
    for left, top, right, bottom in boxes:
        rows.setdefault((round(top, 2), round(bottom, 2)), set()).update((round(left, 2), round(right, 2)))
    down = {tuple(sorted(row)) for row in rows.values()}
    alike = [row for row in down if not any(set(row) < set(other) for other in down)]
    return len({y for row in rows for y in row}) + sum(map(len, alike))


def furniture(pen: Pen, page: Page, size: tuple[float, float], label: Callable[[float], str]) -> None:
    """The 100 mm ruler and the label: in the strip below, or along the left edge, read from the right.
    ``label`` says it for so many millimetres of room.
    """
    if page.beside:
        with pen.quarter(0.0, size[1]):
            _furniture(pen, EDGE, 8.0, size[1], label)
    else:
        _furniture(pen, max(EDGE, page.aside), size[1] - 5.2, size[0], label)


EDGE = 8.0
"""The ruler begins and the label ends so far from the edges."""


def _furniture(pen: Pen, left: float, y: float, long: float, label: Callable[[float], str]) -> None:
    ticks = [(left + x, y, left + x, y - (2.2 if x % 50 == 0 else 1.4)) for x in range(0, 101, 10)]
    pen.lines([(left, y, left + 100, y), *ticks], MARK)
    pen.text(left + 101.2, y, "100 mm", BOLD, 5.5)
    room = long - left - (left + 112)
    words = label(room)
    pen.text(long - left, y, words, TEXT, pen.shrunk(words, TEXT, 6, room), align="right")


def fold(pen: Pen, page: tuple[float, float], top: float, bottom: float) -> None:
    """The line to fold along, above and below what lies between."""
    middle, high = page[0] / 2, page[1]
    for start, end in ((4.0, top - 1), (bottom + 1, high - 9)):
        if end > start:
            pen.line(middle, start, middle, end, MARK * 2, dash=(1, 1))
    pen.text(middle + 1.5, 7.0, "fold here, glue, then cut", TEXT, 6)
