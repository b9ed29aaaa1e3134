"""Sheets of paper: sizes, how many cards fit, where their backs go, cut marks, ruler and label.

Lengths are millimetres, y grows downwards from the top edge of the sheet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from printables.draw.fonts import BOLD, TEXT, Unprintable
from printables.draw.pen import Pen

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
DUPLEX = {
    "long": "duplex, turned over the long edge",
    "short": "duplex, turned over the short edge",
    "gutterfold": "one side, fronts and backs folded together",
    "none": "fronts only",
}
INKS = {"full": "colour", "saver": "ink saver: lines instead of fields", "bw": "black and white"}
CHOICES = {
    "paper": {"a4": "A4", "letter": "US Letter", "a3": "A3"},
    "duplex": DUPLEX,
    "ink": INKS,
    "seam": {
        "straight": "straight seams, for a guillotine",
        "zigzag": "seams along the hexes, for a knife",
        "fit": "shrunk to one sheet, not at true size",
    },
    "punch": {"25": "25 mm", "25.4": "1 inch (25.4 mm)"},
    "shape": {"round": "round", "square": "square"},
    "shop": {"no": "sheets for a home printer", "rgb": "one card a page", "cmyk": "one card a page, CMYK"},
}
BLEED = 1.0
"""Art goes this far over the cut."""
GAP = 4.0
"""Between two cuts: two bleeds, and white paper that holds the marks."""
SIDE, STRIP = 5.0, 11.0
"""Margins: left and right, and the strips above and below, the lower of which holds ruler and label."""
FOLD = 2.5
"""From the bleed to the fold, where fronts and backs are folded together."""
MARK = 0.15
"""How thick a cut mark is."""
FAR = 20.0
"""The largest back offset a printer can be thought to need."""
Draw = Callable[[Pen], None]


@dataclass(frozen=True)
class Order:
    """How somebody wants it printed."""

    paper: str = "a4"
    duplex: str = "long"
    ink: str = "full"
    seam: str = "straight"
    punch: str = "25"
    shape: str = "round"
    shop: str = "no"
    offset: tuple[float, float] = (0.0, 0.0)
    """How far backs are moved, right and down, to meet their fronts on this printer."""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Order":
        """An order from what was typed or tapped; Unprintable names an option and what it can be."""
        made: dict[str, Any] = {}
        for field in fields(cls):
            value = given.get(field.name, "").strip().lower()
            if not value:
                continue
            if field.name == "offset":
                made["offset"] = _offset(value)
            elif value in CHOICES[field.name]:
                made[field.name] = value
            else:
                can = ", ".join(CHOICES[field.name])
                raise Unprintable(f"{field.name.capitalize()} can be {can}; not “{value[:40]}”.")
        return cls(**made)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet, upright."""
        return PAPERS[self.paper]


def _offset(value: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in value.replace(" ", "").split(","))
    except ValueError:
        raise Unprintable(
            f"Offset takes two numbers in millimetres, such as 0.5,-1; not “{value[:40]}”."
        ) from None
    if not (abs(x) <= FAR and abs(y) <= FAR):
        raise Unprintable(f"Offset {x:g},{y:g} would push the backs off the sheet; up to {FAR:g} mm is fine.")
    return x, y


@dataclass(frozen=True)
class Page:
    """One side of one sheet, still to be drawn."""

    draw: Draw
    side: str = ""
    """``front`` or ``back``, where there are two."""
    landscape: bool = False
    note: str = ""
    """What the label says besides, e.g. the sheet's place in a tiled board."""
    trim: tuple[float, float] | None = None
    """For a print shop: the card this page is, instead of a sheet."""


@dataclass(frozen=True)
class Grid:
    """Where the pieces of one size lie on a sheet, whether or not there are enough to fill it."""

    page: tuple[float, float]
    landscape: bool
    columns: int
    rows: int
    w: float
    h: float
    left: float
    top: float
    bleed: float = BLEED
    gap: float = GAP
    fold: bool = False

    @property
    def holds(self) -> int:
        """How many pieces a sheet holds."""
        return self.columns * self.rows

    def at(self, i: int) -> tuple[float, float]:
        """The upper left corner of the cut of piece ``i``."""
        row, column = divmod(i, self.columns)
        return self.left + column * (self.w + self.gap), self.top + row * (self.h + self.gap)

    def behind(self, i: int, duplex: str) -> tuple[float, float, bool]:
        """Where the back of piece ``i`` goes, and whether it stands on its head there."""
        x, y = self.at(i)
        wide, high = self.page
        if duplex == "gutterfold" or (duplex == "long") != self.landscape:
            return wide - x - self.w, y, False
        return x, high - y - self.h, True


def grid(order: Order, w: float, h: float, bleed: float = BLEED, gap: float = GAP) -> Grid:
    """The turn of the paper that holds most pieces of this size, centred so that backs meet fronts."""
    found = [_grid(order, w, h, bleed, gap, landscape) for landscape in (False, True)]
    best = max(found, key=lambda grid: (grid.holds, not grid.landscape))
    if not best.holds:
        raise Unprintable(f"A piece of {w:g} × {h:g} mm does not fit on {CHOICES['paper'][order.paper]}.")
    return best


def _grid(order: Order, w: float, h: float, bleed: float, gap: float, landscape: bool) -> Grid:
    page = order.size[::-1] if landscape else order.size
    fold = order.duplex == "gutterfold"
    room = page[0] - 2 * SIDE if not fold else page[0] / 2 - SIDE - FOLD
    columns = max(0, int((room - 2 * bleed + gap + 1e-9) // (w + gap)))
    rows = max(0, int((page[1] - 2 * STRIP - 2 * bleed + gap + 1e-9) // (h + gap)))
    wide, high = columns * (w + gap) - gap, rows * (h + gap) - gap
    left = (page[0] - wide) / 2 if not fold else SIDE + (room - wide) / 2
    return Grid(page, landscape, columns, rows, w, h, left, (page[1] - high) / 2, bleed, gap, fold)


def check_offset(order: Order, on: Grid) -> None:
    """Refuse an offset that would push backs over the edge of the paper."""
    for n, (by, room) in enumerate(zip(order.offset, (on.left, on.top), strict=True)):
        if abs(by) > room - on.bleed:
            way = ("right or left", "down or up")[n]
            raise Unprintable(
                f"Offset {by:g} mm {way} would push the backs off the sheet; "
                f"up to {room - on.bleed:.1f} mm is fine."
            )


def marks(pen: Pen, on: Grid, folded: bool = False) -> None:
    """Cut marks at every corner of every place, outside the bleed, so that each cut leaves the next."""
    x0 = on.page[0] - on.left - on.columns * (on.w + on.gap) + on.gap if folded else on.left
    xs = [x0 + column * (on.w + on.gap) for column in range(on.columns)]
    ys = [on.top + row * (on.h + on.gap) for row in range(on.rows)]
    across = list(_ticks(xs, on.w, on))
    down = list(_ticks(ys, on.h, on))
    lines = [(a, y + dy, b, y + dy) for y in ys for dy in (0, on.h) for a, b in across]
    lines += [(x + dx, a, x + dx, b) for x in xs for dx in (0, on.w) for a, b in down]
    pen.lines(lines, MARK)


def _ticks(starts: list[float], size: float, on: Grid) -> Iterator[tuple[float, float]]:
    """Where marks lie along one axis: before the first piece, between two, and after the last."""
    clear, long = 0.3, 2.0 if on.fold else 3.0
    yield starts[0] - on.bleed - clear - long, starts[0] - on.bleed - clear
    for start in starts[:-1]:
        yield start + size + on.bleed + clear, start + size + on.gap - on.bleed - clear
    yield starts[-1] + size + on.bleed + clear, starts[-1] + size + on.bleed + clear + long


def imposed(
    order: Order,
    size: tuple[float, float],
    fronts: Sequence[Draw],
    backs: Sequence[Draw] | None,
    bleed: float = BLEED,
    gap: float = GAP,
    cut: bool = True,
) -> list[Page]:
    """Sheets of pieces of one size; each is drawn with its cut's upper left corner as the origin."""
    w, h = size
    if order.shop != "no":
        return list(_singles(size, fronts, backs))
    if order.duplex == "none":
        backs = None
    if backs is None and order.duplex == "gutterfold":
        order = replace(order, duplex="none")
    on = grid(order, w, h, bleed, gap)
    if backs and not on.fold:
        check_offset(order, on)
    pages: list[Page] = []
    for start in range(0, len(fronts), on.holds):
        some = fronts[start : start + on.holds]
        behind = backs[start : start + on.holds] if backs else []
        if on.fold:
            pages.append(Page(_side(on, some, behind, order, cut), "folded", on.landscape))
            continue
        pages.append(Page(_side(on, some, [], order, cut), "front" if backs else "", on.landscape))
        if backs:
            pages.append(Page(_side(on, [], behind, order, cut), "back", on.landscape))
    return pages


def _singles(
    size: tuple[float, float], fronts: Sequence[Draw], backs: Sequence[Draw] | None
) -> Iterator[Page]:
    """One page a side, front and back in turn."""
    for i, front in enumerate(fronts):
        yield Page(front, "front", trim=size)
        if backs:
            yield Page(backs[i], "back", trim=size)


def _side(
    on: Grid,
    fronts: Sequence[Draw],
    backs: Sequence[Draw],
    order: Order,
    cut: bool,
) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        for i, front in enumerate(fronts):
            with pen.at(*on.at(i)):
                front(pen)
        dx, dy = order.offset if backs and not on.fold else (0.0, 0.0)
        if cut and (fronts or not backs):
            marks(pen, on)
        with pen.at(dx, dy):
            for i, back in enumerate(backs):
                x, y, turned = on.behind(i, order.duplex)
                with pen.at(x + on.w, y + on.h, True) if turned else pen.at(x, y):
                    back(pen)
            if cut and backs:
                marks(pen, on, folded=on.fold)
        if on.fold:
            _fold(pen, on)

    return draw


def _fold(pen: Pen, on: Grid) -> None:
    middle, high = on.page[0] / 2, on.page[1]
    for top, bottom in ((4.0, on.top - on.bleed - 1), (high - on.top + on.bleed + 1, high - 9)):
        if bottom > top:
            pen.line(middle, top, middle, bottom, MARK * 2, dash=(1, 1))
    pen.text(middle + 1.5, 7.0, "fold here, glue, then cut", TEXT, 6)


def furniture(pen: Pen, page: Page, size: tuple[float, float], label: str) -> None:
    """The 100 mm ruler and the label, in the strip below."""
    left, y = 8.0, size[1] - 5.2
    ticks = [(left + x, y, left + x, y - (2.2 if x % 50 == 0 else 1.4)) for x in range(0, 101, 10)]
    pen.lines([(left, y, left + 100, y), *ticks], MARK)
    pen.text(left + 101.2, y, "100 mm", BOLD, 5.5)
    words = f"{label} · {page.note}" if page.note else label
    room = size[0] - 8.0 - (left + 112)
    pen.text(size[0] - 8.0, y, words, TEXT, pen.shrunk(words, TEXT, 6, room), align="right")
