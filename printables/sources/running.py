"""A running table on paper: the tent with its codes for phones, and the sheet to resume from, with where
everything is and the code that opens it again.
"""

from dataclasses import dataclass
from functools import partial
from math import ceil

from companion.kernel.values import Thing, Value, in_words
from companion.words import message
from printables.draw import qr
from printables.draw.fit import clipped, fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE, legible
from printables.draw.ink import seat_look
from printables.draw.pen import Pen
from printables.layout import parts, scenes
from printables.layout.paper import Order, Page
from printables.layout.parts import Columns, Part
from printables.layout.scenes import Scene


@dataclass(frozen=True)
class Door:
    """A seat: its name, who sits there, and the address that sits a phone down."""

    seat: str
    player: str
    address: str


@dataclass(frozen=True)
class RunningTable:
    """A running table."""

    game: str
    code: str
    address: str
    doors: tuple[Door, ...] = ()
    state: tuple[tuple[str, Value], ...] = ()
    """Where everything is, for the sheet to resume from."""
    moment: str = ""
    seats: tuple[str, ...] = ()
    over: bool = False
    """True where the game is over."""


# -- the tent ----------------------------------------------------------------------------------------------


ABREAST = 4
"""So many seats stand side by side; more in two rows."""


def tent(order: Order, table: RunningTable) -> list[Page]:
    """A sheet folded into a roof: the table on one slope, the seats on the other."""
    return [Page(partial(_tent, table=table, order=order))]


def _tent(pen: Pen, table: RunningTable, order: Order) -> None:
    wide, high = order.size
    pen.about = "The table tent"
    third = (high - 12.0) / 3
    paint = pen.ink.paint("ink")
    for n in (1, 2):
        pen.line(6, n * third, wide - 6, n * third, 0.25, dash=(3, 2))
    pen.text(8, third - 1.5, "fold", LORE, 7, pen.ink.quiet)
    pen.text(8, 2 * third - 1.5, "fold", LORE, 7, pen.ink.quiet)
    pen.text(8, 3 * third - 3.0, "glue under the other end", LORE, 7, pen.ink.quiet)
    with pen.at(wide, third, True):
        _front(pen, table, wide, third)
    with pen.at(0, third):
        _seats(pen, table, wide, third)
    pen.line(8, 2 * third + 4, wide - 8, 2 * third + 4, 0.1, paint.line)


def _front(pen: Pen, table: RunningTable, w: float, h: float) -> None:
    paint = pen.ink.paint("ink")
    side = h - 24.0
    pen.box(10, 8, w - 20, h - 16, paint.wash, paint.line, 0.3)
    pen.box(11.2, 9.2, w - 22.4, h - 18.4, None, paint.line, 0.12)
    qr.draw(pen, table.address, 16, 12, side)
    x = 16 + side + 8
    pen.text(x, 26, table.game, TITLE, 22, room=w - x - 16)
    pen.text(x, 47, table.code, TITLE, 52, paint.line, room=w - x - 16)
    pen.text(x, 56, "Point your phone here, or type the letters at", LORE, 10.5, room=w - x - 16)
    host = table.address.split("//")[-1].split("/")[0].lower()
    pen.text(x, 63, host, BOLD, 12, room=w - x - 16)


def _seats(pen: Pen, table: RunningTable, w: float, h: float) -> None:
    doors = table.doors
    if not doors:
        _front(pen, table, w, h)
        return
    rows = 1 if len(doors) <= ABREAST else 2
    across = ceil(len(doors) / rows)
    each, tall = (w - 16) / across, (h - 14) / rows
    head, gap = (10.0, 0.0) if rows == 1 else (7.0, 2.0)
    for n, door in enumerate(doors):
        y, x = 8 + n // across * tall, 8 + n % across * each
        _head(pen, n, door.seat, x, y, each, head)
        pen.box(x + 1, y, each - 2, tall - gap, None, pen.ink.paint(seat_look(n)[0]).line, 0.35)
        _code(pen, door, x, y + head + 2, each, tall - head - 2, rows == 1)


def _head(pen: Pen, number: int, seat: str, x: float, y: float, w: float, h: float) -> None:
    """A seat's name and mark in a band of its colour."""
    tone, mark = seat_look(number)
    paint = pen.ink.paint(tone)
    pen.box(x + 2, y + 1, w - 4, h, paint.field, None if paint.field else paint.line)
    pen.icon(mark, x + 4, y + 1 + 0.2 * h, 0.6 * h, paint.on, word="")
    pen.text(x + 2 + h, y + 1 + 0.72 * h, seat, TITLE, 1.4 * h, paint.on, room=w - h - 7)


def _code(pen: Pen, door: Door, x: float, y: float, w: float, h: float, below: bool) -> None:
    """A seat's code, with the player's name below it, or at its left where there is little room."""
    side = min(w - 6, h - 8) if below else h - 3
    player = legible(door.player)
    left = x + (w - side) / 2 if below else x + w - side - 3
    qr.draw(pen, door.address, left, y, side)
    player = clipped(player, LORE, w - 6 if below else w - side - 8)
    if below:
        pen.text(x + w / 2, y + side + 4.5, player, LORE, 10.5, pen.ink.text, "centre", w - 6)
    else:
        pen.text(x + 3, y + h / 2, player, LORE, 10.5, pen.ink.text, room=w - side - 8)


# -- the sheet to resume from ------------------------------------------------------------------------------


RESUMED = "The sheet to resume from"
COLUMNS, HEAD, MARGIN = 3, 56.0, 12.0
"""Of the sheet to resume from: how many, where they begin on its first page, and the paper about them."""
TALL = 105.0
"""How tall the board is on it, at most."""
SIZES = (9.5, 8.5, 7.5, 6.5)
"""Its letters are as large as fits one page, or small and go on to a second."""


def plain(words: str) -> str:
    """Return words without what would stand for icons and bold letters in fitted text."""
    return words.translate(str.maketrans("{}*", "()·"))


def resume(order: Order, table: RunningTable, scene: Scene | None = None) -> list[Page]:
    """Return the pages to resume from: where to put everything, the board, and the code that opens the table
    again."""
    wide = order.size[0]
    room = wide - 2 * MARGIN
    across, down = scene.size(room, TALL) if scene else (0.0, -4.0)
    shape, laid = Columns(COLUMNS, room / COLUMNS - 4, 4.0, MARGIN), _laid(table)

    def head(pen: Pen) -> None:
        pen.about = RESUMED
        _opening(pen, table, wide)
        if scene:
            with pen.at((wide - across) / 2, HEAD):
                scenes.draw(pen, scene, room, TALL)

    for size in SIZES:
        lines = [_line(*line, shape.w, size) for line in laid]
        pages = parts.spread(order, lines, shape, HEAD + down + 4.0, head)
        if len(pages) == 1:
            break
    return pages


def _line(thing: str, how: str, w: float, size: float) -> Part:
    """A thing and where it is, or a heading."""
    words = f"*{plain(thing)}* {plain(how)}"
    face, most = (TEXT, size) if how else (TITLE, size * 1.2)
    return parts.words(fit(words, w, 200, RESUMED, face, most, 5), 0.4, head=not how)


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
    home = before.pop("")
    for seat, lines in before.items():
        home += [(seat, ""), *lines] if lines else []
    return home


GO_ON = "Lay everything out as below; what is not named is empty. Open the table with the code, and go on."
OVER = "The game is over: this is how it ended. The code opens the table, to look at it again."
EMPTY = ("", "empty", "none", ())
