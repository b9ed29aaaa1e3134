"""A filled score sheet: the pad with a cell for everybody, and below it how each score came about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.kernel.score import Filled
from companion.words import message
from printables.draw.fit import fit
from printables.draw.fonts import BOLD, TEXT
from printables.draw.pen import Pen
from printables.layout import pads, parts
from printables.layout.pads import Pad, PadRow
from printables.layout.paper import Order, Page
from printables.layout.parts import Columns, Part

EDGE, GAP = 12.0, 8.0


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
    wide, (across, down) = order.size[0], pads.size(pad)
    shape = Columns(2, (wide - 2 * EDGE - GAP) / 2, GAP, EDGE)

    def head(pen: Pen) -> None:
        with pen.at((wide - across) / 2, EDGE):
            pads.draw(pen, pad)

    return parts.spread(order, [*_lines(account, shape.w, pad.title)], shape, EDGE + down + 6.0, head)


def _lines(account: Sequence[tuple[str, Sequence[str]]], room: float, what: str) -> Iterator[Part]:
    about = message("The score sheet “{what}”", what=what)
    for heading, steps in account:
        yield parts.words(fit(heading, room, 60.0, about, BOLD, 10.5, 10.5), before=3.5, head=True)
        for step in steps:
            yield parts.words(fit(step, room, 60.0, about, TEXT, 9.0, 9.0), before=0.5)
