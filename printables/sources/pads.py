"""Score pads: the lines of ``paper.toml``, blank, or with what a table knows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.kernel.features import Figures
from companion.kernel.journal import Table
from companion.kernel.score import Filled
from companion.kernel.sheet import ScoreSheet
from companion.words import message
from printables.draw.fonts import legible
from printables.draw.ink import seat_look
from printables.layout import pads as layout
from printables.layout.grid import holds
from printables.layout.pads import Pad, PadRow
from printables.layout.paper import GAP, Cutout, Order
from printables.sources import score_sheet
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
    return [layout.piece(pad, order.turned)] * max(1, holds(order, *layout.size(pad), 0.0, GAP))


def score(source: Source, filled: Filled) -> Printable:
    """A filled score sheet, for a table or from final boards."""
    filled = _legible(filled)
    blank = pad(source) or Pad(source.game.name, _columns(source.seats), ())
    paper_pad = score_sheet.pad(blank, filled)
    make = partial(score_sheet.pages, pad=paper_pad, account=filled.account)
    return Printable("score", "Scores", "the score sheet, and how it came about", make, filled)


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
