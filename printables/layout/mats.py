"""Mats: rows of zones that say what lies where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.words import message
from companion.words.speaking import said
from printables.draw.fit import fit, fits
from printables.draw.fonts import LORE, SLANT, TEXT, TITLE, width
from printables.draw.pen import WORDS, Pen
from printables.draw.signs import sign
from printables.layout import products
from printables.layout.backs import SIZE as CARD
from printables.layout.grid import holds
from printables.layout.paper import Cutout, Draw, Order, Page
from printables.layout.tracks import MarkerTrack, heading, strip


@dataclass(frozen=True)
class Zone:
    """A part of a mat. ``kind``: ``note``, ``card``, ``slot``, ``chips``, ``track``, ``table``."""

    title: str
    kind: str = "note"
    text: str = ""
    icon: str = ""
    cost: str = ""
    wide: float = 1.0
    count: int = 1
    size: float = 18.0
    """Of the places for chips."""
    track: MarkerTrack | None = None
    table: tuple[tuple[str, ...], ...] = ()
    """Headings, and then rows."""
    box: tuple[float, float] | None = None
    """How wide and tall it is in millimetres, where that does not follow from its row."""
    picture: str = ""


@dataclass(frozen=True)
class Mat:
    """The mat before a seat, in rows."""

    title: str
    rows: tuple[tuple[float, tuple[Zone, ...]], ...]
    """How tall, as a share of the rest or, over 10, in millimetres; and what is in it."""
    tone: str = "ink"
    icon: str = ""
    words: str = ""
    name: str = ""
    """What mats of this kind are called in the catalogue."""


SHEET = (263.0, 189.0)
"""How large a mat is, on A4, on Letter and on larger paper: what lies on it is as large everywhere."""


def pages(order: Order, mats: Iterable[Mat]) -> Sequence[Cutout | Page]:
    """One mat a sheet, lying across; several to cut apart, where the paper holds them; or each as one
    piece, its ground over the cut.
    """
    cut = [Cutout(SHEET, partial(draw, mat=mat), bleed=0.0, stock="paper", name=mat.title) for mat in mats]
    if order.singly:
        return [products.single(order, one) for one in cut]
    if holds(order, cut[0]) > 1:
        return cut
    return [Page(partial(_sheet, draw=one.front, order=order), landscape=True) for one in cut]


def _sheet(pen: Pen, draw: Draw, order: Order) -> None:
    wide, high = order.size[::-1]
    with pen.at((wide - SHEET[0]) / 2, max(8.0, (high - 5.0 - SHEET[1]) / 2)):
        draw(pen)


Placed = tuple[Zone, float, float, float, float]
"""A zone, and where it lies: left, top, width and height."""
HEAD, GUTTER = 11.0, 2.5


def placed(mat: Mat) -> Iterator[Placed]:
    """Every zone of a mat, and where it lies on it."""
    (w, h), y, gap = SHEET, HEAD + 3.5, GUTTER
    fixed = sum(share for share, _ in mat.rows if share > 10)
    shares = sum(share for share, _ in mat.rows if share <= 10)
    rest = h - y - 3.0 - gap * (len(mat.rows) - 1) - fixed
    for share, zones in mat.rows:
        tall = share if share > 10 else rest * share / shares
        yield from _row(zones, 4.0, y, w - 8.0, tall)
        y += tall + gap


def draw(pen: Pen, mat: Mat) -> None:
    """A mat, its upper left corner at the origin."""
    pen.about = message("The mat “{title}”", title=mat.title)
    (w, h), paint, start = SHEET, pen.ink.paint(mat.tone), 13.0 if mat.icon else 5.0
    if pen.ink.ground:
        pen.box(0, 0, w, h, pen.ink.ground)
    pen.box(0, 0, w, h, None, paint.line, 0.35)
    pen.box(1, 1, w - 2, h - 2, None, paint.line, 0.12)
    pen.box(1, 1, w - 2, HEAD, paint.field, None if paint.field else paint.line)
    with pen.no_smaller(WORDS):
        if mat.icon:
            pen.icon(mat.icon, 4.0, 3.2, 6.6, paint.on, word="")
        used = pen.text(start, 8.9, mat.title, TITLE, 17, paint.on, room=w * 0.55)
        pen.text(w - 5, 8.6, mat.words, LORE, 9.5, paint.on, "right", max(20.0, w - start - used - 12))
        for zone, x, y, wide, tall in placed(mat):
            pen.about = message("The mat “{title}”, “{zone}”", title=mat.title, zone=zone.title)
            with pen.at(x, y):
                ZONES[zone.kind](pen, zone, mat.tone, wide, tall)


def _row(zones: tuple[Zone, ...], x: float, y: float, w: float, h: float) -> Iterator[Placed]:
    gap, many = GUTTER, sum(zone.kind == "card" for zone in zones)
    slack = 3.0 if many < len(zones) else min(3.0, (w + 1) / many - CARD[0] - 1)
    fixed = [_width(zone, slack) for zone in zones]
    free = w - gap * (len(zones) - 1) - sum(fixed)
    shares = sum(zone.wide for zone, card in zip(zones, fixed, strict=True) if not card)
    if not shares:
        gap = min(8.0, (w - sum(fixed)) / max(1, len(zones) - 1))
        x += (w - sum(fixed) - gap * (len(zones) - 1)) / 2
    for zone, card in zip(zones, fixed, strict=True):
        wide = card or free * zone.wide / shares
        yield zone, x, y, wide, zone.box[1] if zone.box else h
        x += wide + gap


def _width(zone: Zone, slack: float) -> float:
    """Return the width of a zone that has one of its own; 0 where it takes a share of its row."""
    if zone.box:
        return zone.box[0]
    return CARD[0] + slack if zone.kind == "card" else 0.0


LARGE = 24.0
"""A picture where there is room for it."""


def _panel(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    """The edge of a zone, and its title; the sign of one that stands upright is larger, and lower."""
    pen.box(0, 0, w, h, None, pen.ink.paint(tone).line, 0.2, radius=1.5)
    heading(pen, tone, w, zone.title, "" if zone.kind == "slot" and h > w else zone.icon, zone.cost)


def _note(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    _panel(pen, zone, tone, w, h)
    if zone.text:
        fitted = fit(zone.text, w - 7, h - 11, pen.about, most=13.0, least=WORDS)
        pen.block(fitted, 3.0, 9.6)


def _slot(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    """Words, and a place for a chip beside or below them."""
    paint, below = pen.ink.paint(tone), h > w
    if paint.wash:
        pen.box(0.6, 0.6, w - 1.2, 8.0, paint.wash, radius=1.2)
    _panel(pen, zone, tone, w, h)
    room, tall = w - 5.0, h - 11.5
    if zone.count:
        place = min(zone.size, tall)
        if below:
            at, tall = (w / 2, h - 3.0 - place / 2), tall - place - 3.0
        else:
            at, room = (w - 2.5 - place / 2, 9.5 + (h - 10.5) / 2), room - place - 2.0
        pen.circle(*at, place / 2, None, paint.line, 0.2)
    top = 10.0
    if below and (zone.picture or zone.icon):
        part = LARGE if zone.picture and tall > LARGE + 16.0 else 13.0
        sign(pen, zone.picture, zone.icon, (w - part) / 2, top + 0.5, part, tone)
        top, tall = top + part + 2.0, tall - part - 2.0
    if zone.text:
        pen.block(fit(zone.text, room, tall, pen.about, most=11.0, least=WORDS), 2.5, top)


def _card(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint = pen.ink.paint(tone)
    tall = h if zone.box else min(CARD[1] + 3, h)
    edges = (0.0, 0.0, w, 0.0), (0.0, tall, w, tall), (0.0, 0.0, 0.0, tall), (w, 0.0, w, tall)
    pen.lines(edges, 0.25, paint.line, dash=(2, 1.5))  # in step with its neighbour's
    part = min(LARGE, tall / 2 - 3.0) if zone.picture else 14.0
    sign(pen, zone.picture, zone.icon, (w - part) / 2, tall / 2 - part, part, tone)
    pen.text(w / 2, tall / 2 + 6, zone.title, TITLE, 13, paint.line, "centre", w - 8)
    if zone.text:
        fitted = fit(zone.text, w - 12, tall / 2 - 12, pen.about, SLANT, most=9.5)
        pen.block(fitted, 6.0, tall / 2 + 9, pen.ink.quiet, "centre")


def _chips(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    _panel(pen, zone, tone, w, h)
    line, size, gap = pen.ink.paint(tone).line, zone.size, 2.0
    columns = max(1, int((w - 5 + gap) // (size + gap)))
    rows = -(-zone.count // columns)
    below = h - 9.0 - rows * (size + gap) + gap
    top = 9.0 if zone.text else 9.0 + max(0.0, below - 2) / 2
    for n in range(zone.count):
        row, column = divmod(n, columns)
        here = min(columns, zone.count - row * columns)
        left = (w - here * (size + gap) + gap) / 2
        x, y = left + column * (size + gap) + size / 2, top + row * (size + gap) + size / 2
        pen.circle(x, y, size / 2, None, line, 0.2)
        part = size * (0.6 if zone.picture else 0.4)
        sign(pen, zone.picture, zone.icon, x - part / 2, y - part / 2, part, tone)
    if zone.text:
        under = 9.5 + rows * (size + gap)
        if fitted := fits(zone.text, w - 5, h - under - 1, pen.about, TEXT, 11.0, WORDS):
            pen.block(fitted, 2.5, under, pen.ink.quiet)


def _track(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    track = zone.track or MarkerTrack(zone.title, ())
    strip(pen, replace(track, tone=tone if track.tone == "ink" else track.tone), w, h)


def _table(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint, ink = pen.ink.paint(tone), pen.ink
    _panel(pen, zone, tone, w, h)
    wide = [max(width(said(row[n]), TEXT) for row in zone.table) for n in range(len(zone.table[0]))]
    each = [part / sum(wide) * (w - 5.0) for part in wide]
    line = min(6.4, (h - 9.5) / len(zone.table))
    size = max(WORDS, min(9.5, line * 1.75))
    for r, row in enumerate(zone.table):
        x, y = 2.5, 8.6 + (r + 0.72) * line
        for cell, room in zip(row, each, strict=True):
            face = LORE if r == 0 else TEXT
            pen.text(x, y, cell, face, size, ink.quiet if r == 0 else ink.text, room=room - 1.2)
            x += room
        pen.line(2.5, y + line * 0.28, w - 2.5, y + line * 0.28, 0.1, paint.line)


ZONES = {"table": _table, "note": _note, "slot": _slot, "card": _card, "chips": _chips, "track": _track}
