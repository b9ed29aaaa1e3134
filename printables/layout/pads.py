"""Score pads: a line for everything that counts, a column for everybody, blank or filled from a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from printables.draw.fit import clipped
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE
from printables.draw.pen import Pen
from printables.layout.paper import Cutout

LINE, NAMES, COLUMN = 7.4, 62.0, 22.0
WIDEST = 186.0
"""A pad fits across A4 and letter paper, with the margins of a score sheet: many columns are narrower."""


@dataclass(frozen=True)
class Row:
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
    rows: tuple[Row, ...]
    words: str = ""


def size(pad: Pad) -> tuple[float, float]:
    """Return the size of a pad's sheet."""
    return min(WIDEST, NAMES + max(2, len(pad.columns)) * COLUMN), 28.0 + len(pad.rows) * LINE


def piece(pad: Pad, both: bool = False) -> Cutout:
    """Return one copy to cut out, on both sides where that is asked for."""
    face = partial(draw, pad=pad)
    return Cutout(size(pad), face, face if both else None, bleed=0.0, stock="paper", name=pad.title)


def draw(pen: Pen, pad: Pad) -> None:
    """One score sheet at the origin."""
    pen.about = f"The score pad “{pad.title}”"
    w, h = size(pad)
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
        said = clipped(name, BOLD, each - 2)
        pen.text(x + each / 2, top + 5.4, said, BOLD, 8.5, look.on, "centre", each - 2)
    for i, row in enumerate(pad.rows):
        _row(pen, row, 2.0, top + 8.0 + i * LINE, left, each, w - 2.0, len(pad.columns))


def _row(
    pen: Pen,
    row: Row,
    x: float,
    y: float,
    left: float,
    each: float,
    right: float,
    columns: Sequence[int] | int,
) -> None:
    ink, paint = pen.ink, pen.ink.paint("ink")
    if row.strong and paint.wash:
        pen.box(x, y, right - x, LINE, paint.wash)
    pen.line(x, y + LINE, right, y + LINE, 0.3 if row.strong else 0.12, paint.line)
    start = x + 2
    if row.icon:
        pen.icon(row.icon, start, y + 1.5, 4.4, paint.line, word="")
        start += 5.8
    low = 3.6 if row.hint else 4.9
    pen.text(start, y + low, row.title, BOLD if row.strong else TEXT, 8.5, ink.text, room=left - start - 1)
    if row.hint:
        pen.text(start, y + 6.5, row.hint, LORE, 6.8, ink.quiet, room=left - start - 1)
    count = columns if isinstance(columns, int) else len(columns)
    for n in range(count):
        cx = left + n * each
        pen.line(cx, y, cx, y + LINE, 0.12, paint.line)
        if n < len(row.values):
            pen.text(cx + each / 2, y + 5.4, row.values[n], TITLE, 12, ink.text, "centre", each - 2)
