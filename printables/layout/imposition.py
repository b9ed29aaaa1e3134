"""A kit as one problem: all its pieces laid on as few sheets as hold them, each sheet with its two faces.

Pieces of one size lie in one run, whatever deck or group they are of. The rests of runs share sheets, block
by block. Sheets of card come before sheets of paper, and a sheet has a back of its own or stays blank behind.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import itemgetter

from printables.draw.ink import BLACK
from printables.draw.pen import Pen, oblong
from printables.layout import cutters
from printables.layout.cutters import Box
from printables.layout.grid import FOLD, Grid, Laid, check_offset, cuts, fold, grid, marks, placed
from printables.layout.paper import GAP, Cutout, Draw, Order, Page
from printables.layout.sheet import Section, Sheet

STOCKS = ("card", "paper")
FULL = 2 / 3
"""What is left of a run and fills more than this of a sheet has one for itself."""


def sheets(order: Order, sections: Sequence[Section]) -> list[Sheet]:
    """The sheets of some sections, in the order in which they are printed."""
    if order.singly:
        return list(_singles(order, sections))
    runs, sheets = _runs(order, sections), list[Sheet]()
    for stock in STOCKS:
        for folded in (True, False):
            some = [run for key, run in runs.items() if key[:2] == (stock, folded)]
            sheets += [_sheet(order, laid, page, stock) for laid, page in _laid(order, some, folded)]
    return sheets + _whole(order, sections)


def _whole(order: Order, sections: Sequence[Section]) -> list[Sheet]:
    """Return a sheet for each whole page, with its back where sheets are turned over."""
    result: list[Sheet] = []
    for n, section in enumerate(sections):
        for part in section.parts:
            if isinstance(part, Cutout):
                continue
            if order.turned and part.side == "back":
                result[-1] = replace(result[-1], faces=(*result[-1].faces, part))
            else:
                result.append(Sheet((part if order.turned else replace(part, side=""),), (n,)))
    return result


def backed(laid: Sequence[Sheet]) -> list[Sheet]:
    """Return the same sheets, those with one page that shares its sheet two by two: each takes the next one
    for its back. On paper that is not turned over, no page is asked."""
    sheets: list[Sheet] = []
    waiting: int | None = None
    for sheet in laid:
        if len(sheet.faces) == 1 and sheet.faces[0].shares:
            if waiting is None:
                waiting = len(sheets)
            else:
                sheets[waiting], waiting = _back_to_back(sheets[waiting], sheet), None
                continue
        sheets.append(sheet)
    return sheets


def _back_to_back(one: Sheet, other: Sheet) -> Sheet:
    faces = replace(one.faces[0], side="front"), replace(other.faces[0], side="back")
    return replace(one, faces=faces, of=tuple(dict.fromkeys((*one.of, *other.of))))


def _singles(order: Order, sections: Sequence[Section]) -> Iterator[Sheet]:
    """Each piece a page a side, front and back in turn, or back and front where a shop wants that."""
    first = -1 if order.at_shop.back_first else 1
    for n, section in enumerate(sections):
        for part in section.parts:
            if isinstance(part, Cutout):
                faces = [Page(part.front, "front", trim=part.size)]
                faces += [Page(part.back, "back", trim=part.size)] if part.back else []
                yield Sheet(tuple(faces[::first]), (n,), part.stock)


# -- which pieces lie together ----------------------------------------------------------------------------

Run = list[tuple[int, Cutout]]
"""Pieces of one size, each with the number of its section."""
Placed = tuple[list[Laid], Grid]
"""Pieces on a sheet, and a grid of that sheet."""


def _runs(order: Order, sections: Sequence[Section]) -> dict[tuple[object, ...], Run]:
    """Return the pieces that are cut alike, by their stock, whether they are folded, and their measures."""
    runs: dict[tuple[object, ...], Run] = {}
    for n, section in enumerate(sections):
        for one in section.parts:
            if isinstance(one, Cutout):
                if order.duplex == "none":
                    one = replace(one, back=None)
                if order.machine:
                    one = replace(one, bleed=min(one.bleed, cutters.BLEED), gap=cutters.GAP, marks=False)
                folded = order.duplex == "gutterfold" and one.back is not None
                key = one.stock, folded, one.size, one.bleed, one.gap, one.marks
                runs.setdefault(key, []).append((n, one))
    return runs


def _laid(order: Order, runs: Sequence[Run], folded: bool) -> list[Placed]:
    """Full sheets of each run, then what is left of them, together where that saves sheets."""
    full: list[Placed] = []
    left: list[tuple[Run, Placed]] = []
    for run in runs:
        one = run[0][1]
        on = grid(order, one, folded)
        for start in range(0, len(run), on.holds):
            some = run[start : start + on.holds]
            alone = [Laid(cutout, *on.at(i), n) for i, (n, cutout) in enumerate(some)], on
            if len(some) < on.holds:
                left.append((some, alone))
            else:
                full.append(alone)
    return full + _shared(order, left, folded)


def _shared(order: Order, left: Sequence[tuple[Run, Placed]], folded: bool) -> list[Placed]:
    """Return the rest of the runs on the fewest sheets: block by block on shared sheets, or first those that
    nearly fill a sheet of their own."""
    plans: list[list[Placed]] = [[alone for _, alone in left]]
    for least in (FULL, 1.0):
        own = [alone for run, alone in left if len(run) > alone[1].holds * least]
        rest = [run for run, alone in left if len(run) <= alone[1].holds * least]
        for landscape in (False, True):
            blocks = _blocks(order, rest, landscape, folded)
            if blocks is not None:
                plans.append(own + blocks)
    return min(plans, key=len)


def _blocks(order: Order, runs: Sequence[Run], landscape: bool, folded: bool) -> list[Placed] | None:
    """Runs block by block, the tallest first, each in the smallest room that holds a piece of it; None where
    one is too wide.
    """
    between = max([GAP, *(run[0][1].gap for run in runs)])
    sheets: list[_Shared] = []
    for run in sorted(runs, key=lambda run: -run[0][1].size[1]):
        one = run[0][1]
        on = placed(order, one, landscape, folded)
        if not on.holds:
            return None
        left = list(run)
        while left:
            rooms = [
                (room.size, n, room) for n, at in enumerate(sheets) for room in at.rooms if room.holds(on)
            ]
            if rooms:
                _, n, room = min(rooms, key=itemgetter(0, 1))
                del left[: sheets[n].lay(on, left, room, between)]
            else:
                sheets.append(_Shared(on, [_Room.of(on)]))
    return [sheet.placed for sheet in sheets]


@dataclass(frozen=True)
class _Room:
    """A free part of a shared sheet: cuts may go as far as its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, on: Grid) -> "_Room":
        """Return all of a sheet inside its margins, up to the fold."""
        right = on.page[0] / 2 - FOLD if on.folded else on.page[0] - on.side
        return cls(on.side, on.strip, right, on.page[1] - on.strip)

    @property
    def size(self) -> float:
        """Return its area."""
        return (self.right - self.left) * (self.bottom - self.top)

    def clear(self, on: Grid) -> "_Room":
        """Return the part in which the bleed of such pieces stays inside the margins."""
        page, out = _Room.of(on), on.bleed
        return _Room(
            max(self.left, page.left + out),
            max(self.top, page.top + out),
            min(self.right, page.right - out),
            min(self.bottom, page.bottom - out),
        )

    def holds(self, on: Grid) -> tuple[int, int] | None:
        """Return how many such pieces lie side by side in it, and how many below each other; None if none."""
        room = self.clear(on)
        columns = int((room.right - room.left + on.gap + 1e-6) // (on.w + on.gap))
        rows = int((room.bottom - room.top + on.gap + 1e-6) // (on.h + on.gap))
        return (columns, rows) if columns > 0 and rows > 0 else None


@dataclass
class _Shared:
    """A sheet that is being filled, block by block, and what is still free on it: beside a block, as tall as
    the block, and below it, as wide as the room was. So straight cuts part all of it.
    """

    on: Grid
    rooms: list[_Room]
    laid: list[Laid] = field(default_factory=list)

    def lay(self, on: Grid, run: Run, room: _Room, between: float) -> int:
        """Lay full rows of what fits in a room, or all of it in one; return how many pieces that is."""
        across, down = on.w + on.gap, on.h + on.gap
        columns, rows = room.holds(on) or (0, 0)
        columns = min(columns, len(run))
        rows = min(rows, len(run) // columns)
        x, y = room.clear(on).left, room.clear(on).top
        self.laid += [
            Laid(cutout, x + i % columns * across, y + i // columns * down, n)
            for i, (n, cutout) in enumerate(run[: columns * rows])
        ]
        right, low = x + columns * across - on.gap, y + rows * down - on.gap
        self.rooms.remove(room)
        self.rooms += [
            _Room(right + between, room.top, room.right, low),
            _Room(room.left, low + between, room.right, room.bottom),
        ]
        return columns * rows

    @property
    def placed(self) -> Placed:
        """Return its pieces, in the middle between its sides."""
        page = _Room.of(self.on)
        far = max(one.box[2] + one.cutout.bleed for one in self.laid)
        return [replace(one, x=one.x + (page.right - far) / 2) for one in self.laid], self.on


# -- a sheet and its faces --------------------------------------------------------------------------------


def _sheet(order: Order, laid: list[Laid], on: Grid, stock: str) -> Sheet:
    backs = [one for one in laid if one.cutout.back]
    of = tuple(dict.fromkeys(one.of for one in laid))
    boxes = [one.box for one in laid if one.cutout.marks]
    bars = [*chain(*order.machine.marked(on.page))] if order.machine else []
    draw = partial(_front, laid=laid, bars=bars)
    aside = order.machine.reach if order.machine else 0.0
    face = Page(draw, "", on.landscape, beside=on.beside, cuts=cuts(boxes), aside=aside)
    if not backs:
        return Sheet((face,), of, stock, tuple(laid))
    if order.duplex == "gutterfold":
        folded = partial(_folded, laid=laid, page=on.page)
        return Sheet((replace(face, draw=folded, side="folded"),), of, stock, tuple(laid))
    check_offset(order, backs, on)
    behind = replace(face, draw=partial(_back, laid=backs, on=on, order=order), side="back", cuts=0)
    return Sheet((replace(face, side="front"), behind), of, stock, tuple(laid))


def _front(pen: Pen, laid: Sequence[Laid], bars: Sequence[Box] = ()) -> None:
    """The fronts of some pieces, with the marks of a cutter as black bars."""
    if bars:
        pen.oblongs([(x1, y1, x2 - x1, y2 - y1) for x1, y1, x2, y2 in bars], BLACK)
    _faces(pen, [(one.cutout, one.cutout.front, one.box, False) for one in laid])


def _back(pen: Pen, laid: Sequence[Laid], on: Grid, order: Order) -> None:
    with pen.at(*order.offset_on(on.landscape)):
        _backs(pen, laid, on.page, order.duplex)


def _folded(pen: Pen, laid: Sequence[Laid], page: tuple[float, float]) -> None:
    _front(pen, laid)
    _backs(pen, laid, page, "gutterfold")
    top = min(one.box[1] - one.cutout.bleed for one in laid)
    fold(pen, page, top, max(one.box[3] + one.cutout.bleed for one in laid))


def _backs(pen: Pen, laid: Sequence[Laid], page: tuple[float, float], duplex: str) -> None:
    _faces(pen, [(one.cutout, back, *one.behind(page, duplex)) for one in laid if (back := one.cutout.back)])


def _faces(pen: Pen, faces: Sequence[tuple[Cutout, Draw, Box, bool]]) -> None:
    """Draw one face of each piece into its box, those that are turned upside down, and the marks."""
    boxes = [box for _, _, box, _ in faces]
    for cutout, draw, box, turned in faces:
        corner = box[2:] if turned else box[:2]
        with _room(pen, cutout, box, boxes), pen.at(*corner, turned), pen.tagged("P"):
            draw(pen)
    marks(pen, [box for cutout, _, box, _ in faces if cutout.marks])


def _room(pen: Pen, cutout: Cutout, box: Box, boxes: Sequence[Box]) -> AbstractContextManager[Pen | None]:
    """Keep art on its own side of a cut while it is drawn, if pieces lie edge to edge."""
    if cutout.gap >= 2 * cutout.bleed:
        return nullcontext()
    left, top, right, bottom = box
    beside = [other for other in boxes if other[1] < bottom and other[3] > top]
    along = [other for other in boxes if other[0] < right and other[2] > left]

    def out(edge: float, others: Sequence[Box], side: int) -> float:
        return cutout.bleed * all(abs(other[side] - edge) > 0.01 for other in others)

    x1, x2 = left - out(left, beside, 2), right + out(right, beside, 0)
    y1, y2 = top - out(top, along, 3), bottom + out(bottom, along, 1)
    return pen.within(oblong(x1, y1, x2 - x1, y2 - y1))
