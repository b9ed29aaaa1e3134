"""Score pads: a line for everything that counts, a column for everybody, blank or filled from a table."""

from dataclasses import dataclass
from functools import partial

from companion.words import message
from printables.draw.fit import clipped
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE
from printables.draw.pen import Pen
from printables.layout.paper import Cutout, reads

LINE, NAMES, COLUMN = 7.4, 62.0, 22.0
WIDEST = 186.0
"""A pad fits across A4 and letter paper, with the margins of a score sheet: many columns are narrower."""


@dataclass(frozen=True)
class PadRow:
    """A line: what is counted, how, and what stands in each column (empty: to be written)."""

    title: str
    hint: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()
    strong: bool = False
    key: str = ""
    """What a filled sheet calls it, where that is not its title."""


@dataclass(frozen=True)
class Pad:
    """A score sheet."""

    title: str
    columns: tuple[tuple[str, str], ...]
    """Name and tone; an empty name is to be written."""
    rows: tuple[PadRow, ...]
    words: str = ""


def size(pad: Pad) -> tuple[float, float]:
    """Return the size of a pad's sheet."""
    return min(WIDEST, NAMES + max(2, len(pad.columns)) * COLUMN), 28.0 + len(pad.rows) * LINE


def piece(pad: Pad, both: bool = False) -> Cutout:
    """Return one copy to cut out, on both sides where that is asked for."""
    face = reads(partial(draw, pad=pad), size(pad)[0])
    return Cutout(size(pad), face, face if both else None, bleed=0.0, stock="paper", name=pad.title)


BETWEEN = 3.0


def sheet(pen: Pen, pad: Pad, left: float, top: float, w: float, h: float) -> None:
    """Draw as many score sheets as fill a field of a page, each stretched to its share of it."""
    across, down = (
        max(1, int((room + BETWEEN) // (each + BETWEEN)))
        for room, each in zip((w, h), size(pad), strict=True)
    )
    wide, high = (w + BETWEEN) / across - BETWEEN, (h + BETWEEN) / down - BETWEEN
    for n in range(across * down):
        row, column = divmod(n, across)
        with pen.at(left + column * (wide + BETWEEN), top + row * (high + BETWEEN)):
            draw(pen, pad, (wide, high))


def draw(pen: Pen, pad: Pad, stretched: tuple[float, float] | None = None) -> None:
    """Draw one score sheet at the origin, at its size or stretched to another."""
    pen.about = message("The score pad “{title}”", title=pad.title)
    w, h = stretched or size(pad)
    line = (h - 28.0) / max(1, len(pad.rows))
    ink, paint = pen.ink, pen.ink.paint("ink")
    pen.box(0, 0, w, h, None, paint.line, 0.3)
    pen.box(0.9, 0.9, w - 1.8, h - 1.8, None, paint.line, 0.12)
    pen.text(4, 9, pad.title, TITLE, 15, room=w - 8)
    pen.text(4, 13.6, pad.words, LORE, 8, ink.quiet, room=w - 8)
    left, top = 60.0, 16.0
    each = (w - left - 2) / len(pad.columns)
    for n, (name, tone) in enumerate(pad.columns):
        x, look = left + n * each, ink.paint(tone)
        pen.box(x, top, each, 8.0, look.field, look.line, 0.15)
        name_line = clipped(name, BOLD, each - 2)
        pen.text(x + each / 2, top + 5.4, name_line, BOLD, 8.5, look.on, "centre", each - 2)
    for i, row in enumerate(pad.rows):
        _row(pen, row, 2.0, top + 8.0 + i * line, left, each, w - 2.0, line, len(pad.columns))


def _row(
    pen: Pen,
    row: PadRow,
    x: float,
    y: float,
    left: float,
    each: float,
    right: float,
    line: float,
    columns: int,
) -> None:
    ink, paint, grown = pen.ink, pen.ink.paint("ink"), min(1.4, line / LINE)
    if row.strong and paint.wash:
        pen.box(x, y, right - x, line, paint.wash)
    pen.line(x, y + line, right, y + line, 0.3 if row.strong else 0.12, paint.line)
    start, top = x + 2, y + (line - LINE * grown) / 2
    if row.icon:
        pen.icon(row.icon, start, top + 1.5 * grown, 4.4 * grown, paint.line, word="")
        start += 1.4 + 4.4 * grown
    low, room, face = 3.1 if row.hint else 4.9, left - start - 1, BOLD if row.strong else TEXT
    pen.text(start, top + low * grown, row.title, face, 8.5 * grown, ink.text, room=room)
    if row.hint:
        pen.text(start, top + 6.0 * grown, row.hint, LORE, 6.8 * grown, ink.quiet, room=room)
    for n in range(columns):
        cx = left + n * each
        pen.line(cx, y, cx, y + line, 0.12, paint.line)
        if n < len(row.values):
            pen.text(cx + each / 2, y + line - 2.0, row.values[n], TITLE, 12, ink.text, "centre", each - 2)
