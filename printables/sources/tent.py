"""The table tent: a sheet folded into a roof, with the table and its seats as QR codes for phones."""

from functools import partial

from companion.svg.seats import MARKS
from printables.draw import qr
from printables.draw.fonts import BOLD, LORE, TITLE
from printables.draw.ink import SEATS
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page
from printables.sources.running import RunningTable


def pages(order: Order, table: RunningTable) -> list[Page]:
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
