"""A filled score sheet: the pad with a cell for everybody, and below it how each score came about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.kernel.score import Filled
from companion.words import message
from printables.draw.fit import Fitted, fit
from printables.draw.fonts import BOLD, TEXT
from printables.draw.pen import Pen
from printables.layout import pads
from printables.layout.pads import Pad, PadRow
from printables.layout.paper import Order, Page

EDGE, FOOT, GAP = 12.0, 12.0, 8.0
COLUMNS = 2
Entry = tuple[Fitted, float]
"""Words of the account, and how much room they take."""


def pad(blank: Pad, filled: Filled) -> Pad:
    """The pad with the lines of a filled sheet; what the blank one says of a line, it says here too."""
    said = {row.key or row.title: row for row in blank.rows}
    tones = [tone for _, tone in blank.columns]
    rows = tuple(
        replace(said.get(key, PadRow(key, icon=filled.icons.get(key, ""))), values=cells)
        for key, cells in filled.lines.items()
    )
    columns = tuple(zip(filled.names, tones, strict=False))
    return Pad(blank.title, columns, rows, filled.words)


def pages(order: Order, pad: Pad, account: Sequence[tuple[str, Sequence[str]]]) -> list[Page]:
    """The pad, and below it the account in two columns; the rest of a long one on further pages."""
    wide, high = order.size
    room = (wide - 2 * EDGE - GAP * (COLUMNS - 1)) / COLUMNS
    top = EDGE + pads.size(pad)[1] + 6.0
    columns: list[list[Entry]] = [[]]
    used = top
    for line in _lines(account, room, pad.title):
        if used + line[1] > high - FOOT:
            columns.append([])
            used = top if len(columns) <= COLUMNS else EDGE
        columns[-1].append(line)
        used += line[1]
    parts = [columns[n : n + COLUMNS] for n in range(0, len(columns), COLUMNS)]
    tops = [top, *(EDGE for _ in parts[1:])]
    return [
        Page(partial(_page, pad=None if n else pad, columns=part, top=tops[n], room=room, wide=wide))
        for n, part in enumerate(parts)
    ]


def _lines(account: Sequence[tuple[str, Sequence[str]]], room: float, what: str) -> Iterator[Entry]:
    for heading, steps in account:
        for words, face, size, after in [
            (heading, BOLD, 10.5, 1.0),
            *((step, TEXT, 9.0, 0.5) for step in steps),
        ]:
            made = fit(words, room, 60.0, message("The score sheet “{what}”", what=what), face, size, size)
            yield made, made.tall + after + (2.5 if words is heading else 0.0)


def _page(
    pen: Pen, pad: Pad | None, columns: Sequence[Sequence[Entry]], top: float, room: float, wide: float
) -> None:
    if pad:
        with pen.at((wide - pads.size(pad)[0]) / 2, EDGE):
            pads.draw(pen, pad)
    for n, column in enumerate(columns):
        x, y = EDGE + n * (room + GAP), top
        for words, high in column:
            pen.block(words, x, y + high - words.tall)
            y += high
