"""A kit as one problem: all its pieces laid on as few sheets as hold them, each sheet with its two faces.

Pieces of one size lie in one run, whatever deck or group they are of. What is left of runs shares sheets, row
by row. Sheets of card come before sheets of paper, and a sheet has a back of its own or stays blank behind.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

from printables.draw.pen import Pen, oblong
from printables.layout import cutters
from printables.layout.cutters import Box
from printables.layout.grid import (
    FOLD,
    Grid,
    Laid,
    check_offset,
    cuts,
    fold,
    grid,
    marks,
    placed,
)
from printables.layout.paper import GAP, Cutout, Order, Page
from printables.layout.sheet import Section, Sheet

STOCKS = ("card", "paper")
FULL = 2 / 3
"""What is left of a run and fills more than this of a sheet has one for itself."""


def sheets(order: Order, sections: Sequence[Section]) -> list[Sheet]:
    """The sheets of some sections, in the order in which they are printed."""
    if order.singly:
        return list(_singles(order, sections))
    runs: dict[tuple[object, ...], list[tuple[int, Cutout]]] = {}
    whole: list[Sheet] = []
    for n, section in enumerate(sections):
        for part in section.parts:
            if isinstance(part, Cutout):
                one = part if order.duplex != "none" else replace(part, back=None)
                if order.machine:
                    one = replace(one, bleed=min(one.bleed, cutters.BLEED), gap=cutters.GAP, marks=False)
                folded = order.duplex == "gutterfold" and one.back is not None
                key = one.stock, folded, one.size, one.bleed, one.gap, one.marks
                runs.setdefault(key, []).append((n, one))
            elif not order.turned:
                whole.append(Sheet((replace(part, side=""),), (n,)))
            elif part.side == "back":
                whole[-1] = replace(whole[-1], faces=(*whole[-1].faces, part))
            else:
                whole.append(Sheet((part,), (n,)))
    sheets = []
    for stock in STOCKS:
        for folded in (True, False):
            some = [run for key, run in runs.items() if key[:2] == (stock, folded)]
            sheets += [_sheet(order, laid, page, stock) for laid, page in _laid(order, some, folded)]
    return sheets + whole


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

Run = Sequence[tuple[int, Cutout]]
"""Pieces of one size, each with the number of its section."""
Placed = tuple[list[Laid], Grid]
"""Pieces on a sheet, and a grid of that sheet."""


def _laid(order: Order, runs: Sequence[Run], folded: bool) -> list[Placed]:
    """Full sheets of each run, then what is left of them, together where that saves sheets."""
    full: list[Placed] = []
    left: list[tuple[Run, Placed]] = []
    for run in runs:
        one = run[0][1]
        on = grid(order, *one.size, one.bleed, one.gap, folded)
        for start in range(0, len(run), on.holds):
            some = run[start : start + on.holds]
            alone = [Laid(cutout, *on.at(i), n) for i, (n, cutout) in enumerate(some)], on
            if len(some) < on.holds:
                left.append((some, alone))
            else:
                full.append(alone)
    return full + _shared(order, left, folded)


def _shared(order: Order, left: Sequence[tuple[Run, Placed]], folded: bool) -> list[Placed]:
    """Return the rest of the runs on the fewest sheets: row by row on shared sheets, or first those that
    nearly fill a sheet of their own."""
    plans: list[list[Placed]] = [[alone for _, alone in left]]
    for least in (FULL, 1.0):
        own = [alone for run, alone in left if len(run) > alone[1].holds * least]
        rest = [run for run, alone in left if len(run) <= alone[1].holds * least]
        for landscape in (False, True):
            rows = _rows(order, rest, landscape, folded)
            if rows is not None:
                plans.append(own + rows)
    return min(plans, key=len)


def _rows(order: Order, runs: Sequence[Run], landscape: bool, folded: bool) -> list[Placed] | None:
    """Runs row by row, the tallest first, each row on the first sheet with room for it, or what fits of it at
    the end of a taller row; None where a piece is too wide.
    """
    sheets: list[_Shared] = []
    for run in sorted(runs, key=lambda run: -run[0][1].size[1]):
        one = run[0][1]
        on = placed(order, *one.size, one.bleed, one.gap, landscape, folded)
        if not on.holds:
            return None
        left = list(run)
        while left:
            row = left[: on.columns]
            sheet = next((sheet for sheet in sheets if sheet.add(on, row)), None)
            if sheet is None and (filled := next(filter(None, (sheet.end(on, row) for sheet in sheets)), 0)):
                del left[:filled]
                continue
            if sheet is None:
                sheets.append(_Shared([], on))
                sheets[-1].add(on, row)
            del left[: on.columns]
    return [(sheet.laid, sheet.on) for sheet in sheets]


@dataclass
class _Row:
    """A row of a shared sheet: how far down and to the right its cuts go, and its bleed."""

    top: float
    bleed: float
    low: float
    right: float
    gap: float


@dataclass
class _Shared:
    """A sheet that is being filled row by row, from the top."""

    laid: list[Laid]
    on: Grid
    rows: list[_Row] = field(default_factory=list)

    def add(self, on: Grid, run: Run) -> bool:
        """Lay another row below the last, if there is room."""
        out = run[0][1].bleed
        top = on.strip + out
        if self.rows:
            top = self.rows[-1].low + max(GAP, on.gap, self.rows[-1].gap)
        if self.laid and top + on.h + out > on.page[1] - on.strip + 1e-6:
            return False
        self.rows.append(_Row(top, out, top + on.h, on.left - on.gap, on.gap))
        self._lay(on, run, self.rows[-1], on.left)
        return True

    def end(self, on: Grid, run: Run) -> int:
        """Lay what fits at the end of the first row that is at least as tall; how much that is."""
        out = run[0][1].bleed
        far = (on.page[0] / 2 - FOLD if on.folded else on.page[0] - on.side) - out + 1e-6
        for row in self.rows:
            start = row.right + max(GAP, on.gap, row.gap)
            many = int((far - start + on.gap) // (on.w + on.gap))
            inset = max(0.0, out - row.bleed)
            if many > 0 and on.h + 2 * inset <= row.low - row.top + 1e-6:
                self._lay(on, run[:many], row, start, inset)
                return min(many, len(run))
        return 0

    def _lay(self, on: Grid, run: Run, row: _Row, left: float, inset: float = 0.0) -> None:
        self.laid += [
            Laid(cutout, left + i * (on.w + on.gap), row.top + inset, n) for i, (n, cutout) in enumerate(run)
        ]
        row.right = left + len(run) * (on.w + on.gap) - on.gap
        row.gap = max(row.gap, on.gap)


# -- a sheet and its faces --------------------------------------------------------------------------------


def _sheet(order: Order, laid: list[Laid], on: Grid, stock: str) -> Sheet:
    backs = [one for one in laid if one.cutout.back]
    of = tuple(dict.fromkeys(one.of for one in laid))
    boxes = [one.box for one in laid if one.cutout.marks]
    bars: list[Box] = []
    if order.machine:
        bars = [bar for mark in order.machine.marked(on.page) for bar in mark]
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
        pen.oblongs([(x1, y1, x2 - x1, y2 - y1) for x1, y1, x2, y2 in bars], (0.0, 0.0, 0.0))
    boxes = [one.box for one in laid]
    for one in laid:
        with _room(pen, one.cutout, one.box, boxes), pen.at(one.x, one.y), pen.tagged("P"):
            one.cutout.front(pen)
    marks(pen, [one.box for one in laid if one.cutout.marks])


def _back(pen: Pen, laid: Sequence[Laid], on: Grid, order: Order) -> None:
    with pen.at(*order.offset_on(on.landscape)):
        _backs(pen, laid, on.page, order.duplex)


def _folded(pen: Pen, laid: Sequence[Laid], page: tuple[float, float]) -> None:
    _front(pen, laid)
    _backs(pen, laid, page, "gutterfold")
    top = min(one.box[1] - one.cutout.bleed for one in laid)
    fold(pen, page, top, max(one.box[3] + one.cutout.bleed for one in laid))


def _backs(pen: Pen, laid: Sequence[Laid], page: tuple[float, float], duplex: str) -> None:
    places = [one.behind(page, duplex) for one in laid]
    boxes = [
        (x, y, x + one.cutout.size[0], y + one.cutout.size[1])
        for one, (x, y, _) in zip(laid, places, strict=True)
    ]
    for one, (x, y, turned), box in zip(laid, places, boxes, strict=True):
        corner = (box[2], box[3]) if turned else (x, y)
        with _room(pen, one.cutout, box, boxes), pen.at(*corner, turned), pen.tagged("P"):
            assert one.cutout.back
            one.cutout.back(pen)
    marks(pen, [box for one, box in zip(laid, boxes, strict=True) if one.cutout.marks])


def _room(pen: Pen, cutout: Cutout, box: Box, boxes: Sequence[Box]) -> AbstractContextManager[Pen | None]:
    """Keep art on its own side of a cut while it is drawn, if pieces lie edge to edge."""
    if cutout.gap >= 2 * cutout.bleed:
        return nullcontext()
    left, top, right, bottom = box
    out = cutout.bleed
    beside = [other for other in boxes if other[1] < bottom and other[3] > top]
    along = [other for other in boxes if other[0] < right and other[2] > left]
    x1 = left - out * all(abs(other[2] - left) > 0.01 for other in beside)
    x2 = right + out * all(abs(other[0] - right) > 0.01 for other in beside)
    y1 = top - out * all(abs(other[3] - top) > 0.01 for other in along)
    y2 = bottom + out * all(abs(other[1] - bottom) > 0.01 for other in along)
    return pen.within(oblong(x1, y1, x2 - x1, y2 - y1))
