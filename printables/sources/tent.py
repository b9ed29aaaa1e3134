"""The table tent: a sheet folded into a roof, with the table and its seats as QR codes for phones."""

from functools import partial
from math import ceil

from companion.svg.seats import MARKS
from printables.draw import qr
from printables.draw.fit import clipped
from printables.draw.fonts import BOLD, LORE, TITLE, legible
from printables.draw.ink import SEATS
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page
from printables.sources.running import Door, RunningTable

ABREAST = 4
"""So many seats stand side by side; more in two rows."""


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
    rows = 1 if len(doors) <= ABREAST else 2
    across = ceil(len(doors) / rows)
    each, tall = (w - 16) / across, (h - 14) / rows
    head, gap = (10.0, 0.0) if rows == 1 else (7.0, 2.0)
    for n, door in enumerate(doors):
        y, x = 8 + n // across * tall, 8 + n % across * each
        _head(pen, n, door.seat, x, y, each, head)
        pen.box(x + 1, y, each - 2, tall - gap, None, pen.ink.paint(SEATS[n % len(SEATS)]).line, 0.35)
        _code(pen, door, x, y + head + 2, each, tall - head - 2, rows == 1)


def _head(pen: Pen, number: int, seat: str, x: float, y: float, w: float, h: float) -> None:
    """A seat's name and mark in a band of its colour."""
    paint = pen.ink.paint(SEATS[number % len(SEATS)])
    pen.box(x + 2, y + 1, w - 4, h, paint.field, None if paint.field else paint.line)
    pen.icon(MARKS[number % len(MARKS)], x + 4, y + 1 + 0.2 * h, 0.6 * h, paint.on, word="")
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
