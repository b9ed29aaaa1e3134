"""The sheet to resume from: what lies where on a running table, and the code that opens it again."""

from collections.abc import Sequence
from functools import partial

from companion.kernel.values import Thing, in_words
from companion.words import message
from printables.draw import qr
from printables.draw.fit import fit
from printables.draw.fonts import LORE, TEXT, TITLE
from printables.draw.pen import Pen
from printables.layout import parts, scenes
from printables.layout.paper import Order, Page
from printables.layout.parts import Part
from printables.layout.scenes import Scene
from printables.sources.running import RunningTable

COLUMNS, HEAD, MARGIN = 3, 56.0, 12.0
"""Of the sheet to resume from: how many, where they begin on its first page, and the paper about them."""
TALL = 105.0
"""How tall the board is on it, at most."""
SIZES = (9.5, 8.5, 7.5, 6.5)
"""Its letters are as large as fits one page, or small and go on to a second."""
PLAIN = str.maketrans("{}*", "()·")
"""What would stand for icons and bold letters in fitted text is not meant so in a name."""


def pages(order: Order, table: RunningTable, made: Scene | None = None) -> list[Page]:
    """Return the pages to resume from: where to put everything, the board, and the code that opens the table
    again."""
    wide, high = order.size
    each, lines = (wide - 2 * MARGIN) / COLUMNS, _laid(table)
    top = HEAD + (made.size(wide - 2 * MARGIN, TALL)[1] + 4.0 if made else 0.0)
    rooms = [high - MARGIN - top] * COLUMNS + [high - 2 * MARGIN]
    for size in SIZES:
        columns = parts.flowed([_line(*line, each - 4, size) for line in lines], rooms)
        if len(columns) <= COLUMNS:
            break
    sheets = [columns[n : n + COLUMNS] for n in range(0, len(columns), COLUMNS)]
    return [
        Page(partial(_resume, table=table, order=order, columns=some, made=made, top=MARGIN if n else top))
        for n, some in enumerate(sheets)
    ]


def _line(thing: str, how: str, w: float, size: float) -> Part:
    """A thing and where it is, or a heading."""
    words = f"*{thing.translate(PLAIN)}* {how.translate(PLAIN)}"
    face, most = (TEXT, size) if how else (TITLE, size * 1.2)
    return parts.words(fit(words, w, 200, "The sheet to resume from", face, most, 5), 0.4, head=not how)


def _resume(
    pen: Pen,
    table: RunningTable,
    order: Order,
    columns: Sequence[Sequence[Part]],
    made: Scene | None,
    top: float,
) -> None:
    wide, _ = order.size
    pen.about = "The sheet to resume from"
    if top > MARGIN:
        _opening(pen, table, wide)
    if top > MARGIN and made:
        across, _ = made.size(wide - 2 * MARGIN, TALL)
        with pen.at((wide - across) / 2, HEAD):
            scenes.draw(pen, made, wide - 2 * MARGIN, TALL)
    each = (wide - 2 * MARGIN) / COLUMNS
    for n, column in enumerate(columns):
        parts.column(pen, column, MARGIN + n * each, top, each)


def _opening(pen: Pen, table: RunningTable, wide: float) -> None:
    paint = pen.ink.paint("ink")
    qr.draw(pen, table.address, wide - 10 - 42, 8, 42)
    pen.text(12, 20, table.game, TITLE, 24, room=wide - 75)
    pen.text(12, 30, str(message("Table {code}", code=table.code)), TITLE, 18, paint.line, room=wide - 75)
    pen.text(12, 37, table.moment, LORE, 11, room=wide - 75)
    words = OVER if table.over else GO_ON
    pen.block(fit(words, wide - 75, 10, pen.about, most=9), 12, 41)
    pen.line(12, 52, wide - 12, 52, 0.3, paint.line)


def _laid(table: RunningTable) -> list[tuple[str, str]]:
    """Return the things on the table, and under the name of each seat those before it; without empty ones."""
    before: dict[str, list[tuple[str, str]]] = {seat: [] for seat in ("", *table.seats)}
    for thing, how in table.state:
        seat, name = (
            (thing.of, thing.what) if isinstance(thing, Thing) and thing.of in before else ("", thing)
        )
        if how not in EMPTY:
            before[seat].append((str(message("{Name}", name=name)), str(in_words(how))))
    found = before.pop("")
    for seat, lines in before.items():
        found += [(seat, ""), *lines] if lines else []
    return found


GO_ON = "Lay everything out as below; what is not named is empty. Open the table with the code, and go on."
OVER = "The game is over: this is how it ended. The code opens the table, to look at it again."
EMPTY = ("", "empty", "none", ())
