"""What stands on the table: a tent with the seats as QR codes, a sheet to resume from, a calibration."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.lib.units import mm

from companion.svg.seats import MARKS
from printables.draw import qr
from printables.draw.fit import Fitted, fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE
from printables.draw.ink import SEATS
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page


@dataclass(frozen=True)
class Door:
    """A seat: its name, who sits there, and the address that sits a phone down."""

    seat: str
    player: str
    address: str


@dataclass(frozen=True)
class Room:
    """A running table."""

    game: str
    code: str
    address: str
    doors: tuple[Door, ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    """Where everything is, for the sheet to resume from."""
    moment: str = ""
    seats: tuple[str, ...] = ()
    """What begins with a seat's name lies before that seat."""


def tent(order: Order, room: Room) -> list[Page]:
    """A sheet folded into a roof: the table on one slope, the seats on the other."""
    return [Page(partial(_tent, room=room, order=order))]


def _tent(pen: Pen, room: Room, order: Order) -> None:
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
        _front(pen, room, wide, third)
    with pen.at(0, third):
        _seats(pen, room, wide, third)
    pen.line(8, 2 * third + 4, wide - 8, 2 * third + 4, 0.1, paint.line)


def _front(pen: Pen, room: Room, w: float, h: float) -> None:
    paint = pen.ink.paint("ink")
    side = h - 24.0
    pen.box(10, 8, w - 20, h - 16, paint.wash, paint.line, 0.3)
    pen.box(11.2, 9.2, w - 22.4, h - 18.4, None, paint.line, 0.12)
    qr.draw(pen, room.address, 16, 12, side)
    x = 16 + side + 8
    pen.text(x, 26, room.game, TITLE, 22, room=w - x - 16)
    pen.text(x, 47, room.code, TITLE, 52, paint.line, room=w - x - 16)
    pen.text(x, 56, "Point your phone here, or type the letters at", LORE, 10.5, room=w - x - 16)
    host = room.address.split("//")[-1].split("/")[0].lower()
    pen.text(x, 63, host, BOLD, 12, room=w - x - 16)


def _seats(pen: Pen, room: Room, w: float, h: float) -> None:
    doors = room.doors
    if not doors:
        _front(pen, room, w, h)
        return
    each = (w - 16) / len(doors)
    side = min(each - 6, h - 34)
    for n, door in enumerate(doors):
        paint = pen.ink.paint(SEATS[n % len(SEATS)])
        x = 8 + n * each
        pen.box(x + 1, 8, each - 2, h - 14, None, paint.line, 0.35)
        pen.box(x + 2, 9, each - 4, 10, paint.field, None if paint.field else paint.line)
        pen.icon(MARKS[n % len(MARKS)], x + 4, 11, 6, paint.on, word="")
        pen.text(x + 12, 16.2, door.seat, TITLE, 14, paint.on, room=each - 17)
        qr.draw(pen, door.address, x + (each - side) / 2, 20, side)
        pen.text(x + each / 2, 20 + side + 4.5, door.player, LORE, 10.5, pen.ink.text, "centre", each - 6)


COLUMNS, HEAD, MARGIN = 3, 56.0, 12.0
"""Of the sheet to resume from: how many, where they begin on its first page, and the paper about them."""
SIZES = (9.5, 8.5, 7.5, 6.5)
"""Its letters are as large as fits one page, or small and go on to a second."""
PLAIN = str.maketrans("{}*", "()·")
"""What would stand for icons and bold letters in fitted text is not meant so in a name."""


def resume(order: Order, room: Room) -> list[Page]:
    """What to put where to go on another evening, and the code that opens the table again."""
    wide, high = order.size
    each, lines = (wide - 2 * MARGIN) / COLUMNS, _laid(room)
    for size in SIZES:
        columns = _columns(lines, each - 4, high - MARGIN, size)
        if len(columns) <= COLUMNS:
            break
    parts = [columns[n : n + COLUMNS] for n in range(0, len(columns), COLUMNS)]
    return [
        Page(partial(_resume, room=room, order=order, columns=part, first=not n))
        for n, part in enumerate(parts)
    ]


def _columns(lines: Sequence[tuple[str, str]], w: float, low: float, size: float) -> list[list[Fitted]]:
    """The lines of the sheet, one column after the other; a heading is not the last of its column."""
    columns: list[list[Fitted]] = [[]]
    y = HEAD
    for thing, how in lines:
        words = f"*{thing.translate(PLAIN)}* {how.translate(PLAIN)}"
        set_ = fit(
            words, w, 200, "The sheet to resume from", TEXT if how else TITLE, size * (1 if how else 1.2), 5
        )
        if y + set_.tall + (0 if how else 3 * size / mm) > low:
            columns.append([])
            y = HEAD if len(columns) <= COLUMNS else MARGIN
        columns[-1].append(set_)
        y += set_.tall + 0.4
    return columns


def _resume(pen: Pen, room: Room, order: Order, columns: Sequence[Sequence[Fitted]], first: bool) -> None:
    wide, _ = order.size
    pen.about = "The sheet to resume from"
    if first:
        _opening(pen, room, wide)
    for n, column in enumerate(columns):
        y = HEAD if first else MARGIN
        for block in column:
            pen.block(block, MARGIN + n * (wide - 2 * MARGIN) / COLUMNS, y)
            y += block.tall + 0.4


def _opening(pen: Pen, room: Room, wide: float) -> None:
    paint = pen.ink.paint("ink")
    qr.draw(pen, room.address, wide - 10 - 42, 8, 42)
    pen.text(12, 20, room.game, TITLE, 24, room=wide - 75)
    pen.text(12, 30, f"Table {room.code}", TITLE, 18, paint.line, room=wide - 75)
    pen.text(12, 37, room.moment, LORE, 11, room=wide - 75)
    words = (
        "Lay everything out as below; what is not named is empty. Open the table with the code, and go on."
    )
    pen.block(fit(words, wide - 75, 10, pen.about, most=9), 12, 41)
    pen.line(12, 52, wide - 12, 52, 0.3, paint.line)


def _laid(room: Room) -> list[tuple[str, str]]:
    """What lies on the table, and under the name of each seat what lies before it; not what is empty."""
    before: dict[str, list[tuple[str, str]]] = {seat: [] for seat in ("", *room.seats)}
    for thing, how in room.state:
        seat = next((seat for seat in room.seats if thing.startswith(f"{seat} ")), "")
        if how not in EMPTY:
            name = thing.removeprefix(f"{seat} ") if seat else thing
            before[seat].append((name[:1].upper() + name[1:], how))
    found = before.pop("")
    for seat, lines in before.items():
        found += [(seat, ""), *lines] if lines else []
    return found


EMPTY = ("", "empty", "none")


def calibration(order: Order) -> list[Page]:
    """Crosses on the front and a scale on the back: hold it against the light and read off the offset."""
    return [
        Page(partial(_calibration_front, order=order), "front"),
        Page(partial(_calibration_back, order=order), "back"),
    ]


HOW = (
    "Print this sheet at 100 % on both sides and measure the bar below: it is 100 mm long. Hold the sheet "
    "against the light with this side towards you, and read on the rulers where the circled cross of the "
    "back stands: to the right and down is plus. Your offset is {}, added to the offset it was printed with. "
    "Print this sheet again with it: the crosses then meet. The print page of a browser remembers it."
)
READ = {"short": "minus the first number, then the second"}
LONG = "the first number, then minus the second"
"""Backs turned over the long edge are seen mirrored left to right, over the short edge upside down."""


def _calibration_front(pen: Pen, order: Order) -> None:
    pen.about = "The calibration sheet"
    pen.text(15, 20, "Do fronts and backs meet?", TITLE, 20)
    how = HOW.format(READ.get(order.duplex, LONG))
    pen.block(fit(how, 150, 30, pen.about, most=9.5), 15, 25)
    for cx, cy in _crosses():
        for n in range(-5, 6):
            long = 4.0 if n in (-5, 0, 5) else 2.4
            pen.lines([(cx + n, cy - long, cx + n, cy + long), (cx - long, cy + n, cx + long, cy + n)], 0.1)
        for n in (-5, 5):
            pen.text(cx + n, cy - 6.8, f"{n:+d}", TEXT, 5, align="centre")
            pen.text(cx - 5.0, cy + n + 0.6, f"{n:+d}", TEXT, 5, align="right")


def _calibration_back(pen: Pen, order: Order) -> None:
    wide, high = order.size
    dx, dy = order.offset
    pen.about = "The calibration sheet"
    with pen.at(dx, dy):
        for cx, cy in _crosses():
            x, y = (cx, high - cy) if order.duplex == "short" else (wide - cx, cy)
            pen.lines([(x - 12, y, x + 12, y), (x, y - 12, x, y + 12)], 0.15)
            pen.circle(x, y, 1.2, None, pen.ink.text, 0.15)
    pen.text(15, 20, f"The back. Offset now: {dx:g}, {dy:g} mm.", TITLE, 12)


def _crosses() -> Sequence[tuple[float, float]]:
    return [(x, y) for x in (40.0, 105.0, 170.0) for y in (90.0, 160.0, 230.0)]
