"""Score pads: the lines of ``paper.toml``, blank, or filled, with how each score came about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.kernel.features import Figures
from companion.kernel.journal import Table
from companion.kernel.score import Filled
from companion.kernel.sheet import ScoreSheet
from companion.words import message
from printables.draw.fit import fit
from printables.draw.fonts import BOLD, TEXT, legible
from printables.draw.ink import seat_look
from printables.draw.pen import Pen
from printables.layout import pads as layout
from printables.layout import parts
from printables.layout.grid import holds
from printables.layout.pads import Pad, PadRow
from printables.layout.paper import Cutout, Order, Page
from printables.layout.parts import Columns, Part
from printables.sources.printable import Printable
from printables.sources.source import Source


def printables(source: Source, table: Table[Any] | None = None) -> Iterator[Printable]:
    """The blank pad, and for a running table its score."""
    if blank := pad(source):
        make = partial(_blank, pad=blank)
        yield Printable("pad", "Score pad", "blank score sheets", make, blank)
    if table and source.game.get(ScoreSheet):
        yield score(source, source.game[ScoreSheet].table(table.state, table.opening.seats))
    elif table and (filled := pad(source, *_scores(table))):
        sheet = [layout.piece(filled)]
        yield Printable("score", "Scores", "this table's score sheet", lambda _: sheet, filled)


def _blank(order: Order, pad: Pad) -> list[Cutout]:
    """As many as a sheet holds, on both sides where it is turned over."""
    piece = layout.piece(pad, order.turned)
    return [piece] * max(1, holds(order, piece))


def score(source: Source, filled: Filled) -> Printable:
    """A filled score sheet, for a table or from final boards."""
    filled = _legible(filled)
    blank = pad(source) or Pad(source.game.name, _columns(source.seats), ())
    make = partial(_pages, pad=written(blank, filled), account=filled.account)
    return Printable("score", "Scores", "the score sheet, and how it came about", make, filled)


def written(blank: Pad, filled: Filled) -> Pad:
    """The pad with the lines of a filled sheet; what the blank one says of a line, it says here too."""
    said = {row.key or row.title: row for row in blank.rows}
    tones = [tone for _, tone in blank.columns]
    rows = tuple(
        replace(said.get(key, PadRow(key, icon=filled.icons.get(key, ""))), values=cells)
        for key, cells in filled.lines.items()
    )
    return Pad(blank.title, tuple(zip(filled.names, tones, strict=False)), rows, filled.words)


EDGE, BETWEEN = 12.0, 8.0
"""The paper about a filled sheet, and between the two columns of its account."""


def _pages(order: Order, pad: Pad, account: Sequence[tuple[str, Sequence[str]]]) -> list[Page]:
    """The pad, and below it how each score came about; the rest of a long account on further pages."""
    wide, (across, down) = order.size[0], layout.size(pad)
    shape = Columns(2, (wide - 2 * EDGE - BETWEEN) / 2, BETWEEN, EDGE)

    def head(pen: Pen) -> None:
        with pen.at((wide - across) / 2, EDGE):
            layout.draw(pen, pad)

    return parts.spread(order, [*_lines(account, shape.w, pad.title)], shape, EDGE + down + 6.0, head)


def _lines(account: Sequence[tuple[str, Sequence[str]]], room: float, what: str) -> Iterator[Part]:
    about = message("The score sheet “{what}”", what=what)
    for heading, steps in account:
        yield parts.words(fit(heading, room, 60.0, about, BOLD, 10.5, 10.5), before=3.5, head=True)
        for step in steps:
            yield parts.words(fit(step, room, 60.0, about, TEXT, 9.0, 9.0), before=0.5)


def _legible(filled: Filled) -> Filled:
    """The same with names that can be printed."""
    names = {name: legible(name) or str(message("Player {n}", n=n)) for n, name in enumerate(filled.names, 1)}

    def put(words: str) -> str:
        for name, printed in names.items():
            words = words.replace(name, printed) if name != printed else words
        return words

    account = tuple((put(heading), tuple(map(put, steps))) for heading, steps in filled.account)
    return replace(filled, names=tuple(names.values()), account=account)


def pad(source: Source, names: Sequence[str] = (), values: Mapping[str, Sequence[str]] = {}) -> Pad | None:
    """The score pad: the game's rows, blank, or with the values of a table by row."""
    spec = source.paper.pad
    if spec is None:
        return None
    rows = tuple(
        PadRow(
            row.title, row.hint, row.icon, tuple(values.get(row.key or row.title, ())), row.strong, row.key
        )
        for row in spec.rows
    )
    return Pad(spec.title or source.game.name, _columns(names or source.seats), rows, spec.words)


def _columns(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A column for everybody, in the seats' tones."""
    return tuple((name, seat_look(n)[0]) for n, name in enumerate(names))


def _scores(table: Table[Any]) -> tuple[list[str], dict[str, list[str]]]:
    """The players of a sitting, and for the lines of its score sheet what it knows of each of them."""
    seats = list(table.opening.seats)
    moments = [table.start, *(step.state for step in table.standing)]
    values = {
        name: [str(figures.get(seat, "")) for seat in seats]
        for name, figures in table.game[Figures].numbers(moments)
        if isinstance(figures, Mapping)
    }
    if table.state.over and table.state.over.scores:
        points = dict(table.state.over.scores)
        values.setdefault("Points", [str(points.get(seat, "")) for seat in seats])
    return [legible(table.opening.seats[seat]) or seat for seat in seats], values
