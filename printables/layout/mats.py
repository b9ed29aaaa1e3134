"""Mats, tracks and boards of fields: rows of zones that say what lies where."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from printables.draw.fit import fit, fits
from printables.draw.fonts import BOLD, LORE, SLANT, TEXT, TITLE, width
from printables.draw.pen import Pen
from printables.layout.cards import SIZE as CARD
from printables.layout.paper import Cutout, Order, Page


@dataclass(frozen=True)
class Track:
    """Numbered spaces for a marker."""

    title: str
    spaces: tuple[str, ...]
    start: str = ""
    """Where the marker begins: drawn with a double ring."""
    notes: tuple[tuple[str, str], ...] = ()
    """Small words under a space."""
    icon: str = ""
    tone: str = "ink"
    words: str = ""


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
    track: Track | None = None
    table: tuple[tuple[str, ...], ...] = ()
    """Headings, and then rows."""


@dataclass(frozen=True)
class Mat:
    """What lies before a seat, in rows."""

    title: str
    rows: tuple[tuple[float, tuple[Zone, ...]], ...]
    """How tall, as a share of the rest or, over 10, in millimetres; and what is in it."""
    tone: str = "ink"
    icon: str = ""
    words: str = ""
    name: str = ""
    """What mats of this kind are called in the catalogue."""


def pages(order: Order, mats: Iterable[Mat]) -> list[Page]:
    """One mat a sheet, lying across."""
    return [Page(partial(_sheet, mat=mat, order=order), landscape=True) for mat in mats]


def _sheet(pen: Pen, mat: Mat, order: Order) -> None:
    wide, high = order.size[::-1]
    with pen.at(8.0, 8.0):
        draw(pen, mat, wide - 16.0, high - 8.0 - 13.0)


def draw(pen: Pen, mat: Mat, w: float, h: float) -> None:
    """A mat in a box."""
    pen.about = f"The mat “{mat.title}”"
    paint, head = pen.ink.paint(mat.tone), 11.0
    if pen.ink.ground:
        pen.box(0, 0, w, h, pen.ink.ground)
    pen.box(0, 0, w, h, None, paint.line, 0.35)
    pen.box(1, 1, w - 2, h - 2, None, paint.line, 0.12)
    pen.box(1, 1, w - 2, head, paint.field, None if paint.field else paint.line)
    start = 5.0
    if mat.icon:
        pen.icon(mat.icon, 4.0, 3.2, 6.6, paint.on, word="")
        start = 13.0
    used = pen.text(start, 8.9, mat.title, TITLE, 17, paint.on, room=w * 0.55)
    pen.text(w - 5, 8.6, mat.words, LORE, 9.5, paint.on, "right", max(20.0, w - start - used - 12))
    y, gap = head + 3.5, 2.5
    fixed = sum(share for share, _ in mat.rows if share > 10)
    shares = sum(share for share, _ in mat.rows if share <= 10)
    rest = h - y - 3.0 - gap * (len(mat.rows) - 1) - fixed
    for share, zones in mat.rows:
        tall = share if share > 10 else rest * share / shares
        _row(pen, mat, zones, 4.0, y, w - 8.0, tall)
        y += tall + gap


def _row(pen: Pen, mat: Mat, zones: tuple[Zone, ...], x: float, y: float, w: float, h: float) -> None:
    gap, many = 2.5, sum(zone.kind == "card" for zone in zones)
    slack = 3.0 if many < len(zones) else min(3.0, (w + 1) / many - CARD[0] - 1)
    cards = [CARD[0] + slack if zone.kind == "card" else 0.0 for zone in zones]
    free = w - gap * (len(zones) - 1) - sum(cards)
    shares = sum(zone.wide for zone, card in zip(zones, cards, strict=True) if not card)
    if not shares:
        gap = (w - sum(cards)) / max(1, len(zones) - 1) if len(zones) > 1 else 0
        gap = min(gap, 8.0)
        x += (w - sum(cards) - gap * (len(zones) - 1)) / 2
    for zone, card in zip(zones, cards, strict=True):
        wide = card or free * zone.wide / shares
        pen.about = f"The mat “{mat.title}”, “{zone.title}”"
        with pen.at(x, y):
            ZONES[zone.kind](pen, zone, mat.tone, wide, h)
        x += wide + gap


def _heading(pen: Pen, zone: Zone, tone: str, w: float, y: float = 6.0) -> None:
    paint = pen.ink.paint(tone)
    start = 2.5
    if zone.icon:
        pen.icon(zone.icon, start, y - 4.2, 5.2, paint.line, word="")
        start += 6.6
    end = w - 2.5
    if zone.cost:
        end -= pen.text(end, y, zone.cost, LORE, 8.5, pen.ink.quiet, "right") + 2
    pen.text(start, y, zone.title, TITLE, 12, pen.ink.text, room=end - start)


def _note(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint = pen.ink.paint(tone)
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    _heading(pen, zone, tone, w)
    if zone.text:
        fitted = fit(zone.text, w - 7, h - 11, pen.about, most=13.0, least=5.5)
        pen.block(fitted, 3.0, 9.6)


def _slot(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint, place = pen.ink.paint(tone), min(zone.size, h - 4.0)
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    if paint.wash:
        pen.box(0.6, 0.6, w - 1.2, 8.0, paint.wash, radius=1.2)
    _heading(pen, zone, tone, w)
    room = w - 5.0
    if zone.count:
        room -= place + 2.0
        pen.circle(w - 2.5 - place / 2, 9.5 + (h - 10.5) / 2, min(place, h - 11.5) / 2, None, paint.line, 0.2)
    if zone.text:
        pen.block(fit(zone.text, room, h - 11.5, pen.about, most=9.5, least=5.0), 2.5, 10.0)


def _card(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint = pen.ink.paint(tone)
    tall = min(CARD[1] + 3, h)
    pen.shape([(0, 0), (w, 0), (w, tall), (0, tall)], None, paint.line, 0.25, dash=(2, 1.5))
    if zone.icon:
        pen.icon(zone.icon, w / 2 - 7, tall / 2 - 14, 14, paint.line, word="")
    pen.text(w / 2, tall / 2 + 6, zone.title, TITLE, 13, paint.line, "centre", w - 8)
    if zone.text:
        fitted = fit(zone.text, w - 12, tall / 2 - 12, pen.about, SLANT, most=9.5)
        pen.block(fitted, 6.0, tall / 2 + 9, pen.ink.quiet, "centre")


def _chips(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint = pen.ink.paint(tone)
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    _heading(pen, zone, tone, w)
    size, gap = zone.size, 2.0
    columns = max(1, int((w - 5 + gap) // (size + gap)))
    rows = -(-zone.count // columns)
    below = h - 9.0 - rows * (size + gap) + gap
    top = 9.0 if zone.text else 9.0 + max(0.0, below - 2) / 2
    for n in range(zone.count):
        row, column = divmod(n, columns)
        here = min(columns, zone.count - row * columns)
        left = (w - here * (size + gap) + gap) / 2
        x, y = left + column * (size + gap) + size / 2, top + row * (size + gap) + size / 2
        pen.circle(x, y, size / 2, None, paint.line, 0.2)
        if zone.icon:
            pen.icon(zone.icon, x - size * 0.2, y - size * 0.2, size * 0.4, paint.line, word="")
    if zone.text:
        under = 9.5 + rows * (size + gap)
        if fitted := fits(zone.text, w - 5, h - under - 1, pen.about, TEXT, 11.0, 5.5):
            pen.block(fitted, 2.5, under, pen.ink.quiet)


def _track(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    track = zone.track or Track(zone.title, ())
    strip(pen, replace(track, tone=tone if track.tone == "ink" else track.tone), w, h)


def _table(pen: Pen, zone: Zone, tone: str, w: float, h: float) -> None:
    paint, ink = pen.ink.paint(tone), pen.ink
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    _heading(pen, zone, tone, w)
    wide = [max(width(row[n], TEXT) for row in zone.table) for n in range(len(zone.table[0]))]
    each = [part / sum(wide) * (w - 5.0) for part in wide]
    line = min(6.4, (h - 9.5) / len(zone.table))
    size = max(5.0, min(9.5, line * 1.75))
    for r, row in enumerate(zone.table):
        x, y = 2.5, 8.6 + (r + 0.72) * line
        for cell, room in zip(row, each, strict=True):
            face = LORE if r == 0 else TEXT
            pen.text(x, y, cell, face, size, ink.quiet if r == 0 else ink.text, room=room - 1.2)
            x += room
        pen.line(2.5, y + line * 0.28, w - 2.5, y + line * 0.28, 0.1, paint.line)


ZONES = {"table": _table, "note": _note, "slot": _slot, "card": _card, "chips": _chips, "track": _track}


# -- tracks -----------------------------------------------------------------------------------------------


def strip(pen: Pen, track: Track, w: float, h: float) -> None:
    """A track in a box: its spaces in as many rows as make them largest."""
    pen.about = f"The track “{track.title}”"
    paint = pen.ink.paint(track.tone)
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    zone = Zone(track.title, icon=track.icon)
    _heading(pen, zone, track.tone, w)
    if track.words:
        pen.text(w - 2.5, 6.0, track.words, LORE, 8, pen.ink.quiet, "right", w * 0.55)
    top, n = 8.6, len(track.spaces)
    notes = dict(track.notes)
    under = 3.4 if notes else 0.0
    rows = max(range(1, min(n, 8) + 1), key=lambda r: min((w - 5) / -(-n // r), (h - top - 1.5) / r - under))
    columns = -(-n // rows)
    size = min((w - 5) / columns, (h - top - 1.5) / rows - under, 22.0)
    left, tall = (w - columns * size) / 2, min((h - top - 1.5) / rows, size + under + 4.0)
    top += (h - top - 1.5 - rows * tall) / 2
    for i, name in enumerate(track.spaces):
        row, column = divmod(i, columns)
        cx, cy = left + (column + 0.5) * size, top + row * tall + (tall - under) / 2
        r = size * 0.45
        first = name == track.start
        pen.circle(
            cx,
            cy,
            r,
            paint.wash if first or (name.isdigit() and int(name) % 5 == 0) else None,
            paint.line,
            0.2,
        )
        if first:
            pen.circle(cx, cy, r * 0.86, None, paint.line, 0.2)
        letters = max(5.0, min(18.0, size * 1.15))
        pen.text(cx, cy + letters * 0.118, name, TITLE, letters, pen.ink.text, "centre", r * 1.5)
        if name in notes:
            pen.text(cx, cy + r + 2.6, notes[name], BOLD, 5.4, pen.ink.quiet, "centre", size - 0.6)


def tracks(some: Iterable[Track]) -> list[Cutout]:
    """Tracks cut out one by one."""
    some = list(some)
    long = max((len(track.spaces) for track in some), default=0)
    w, h = 186.0, 58.0 if long > 14 else 36.0
    return [Cutout((w, h), partial(strip, track=track, w=w, h=h), bleed=0.0) for track in some]
