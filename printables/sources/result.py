"""A picture of a finished table to share: who won, by name, the numbers, and the board as it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.kernel.opening import Opening
from companion.kernel.view import Picture
from printables.draw.fit import clipped, fit
from printables.draw.fonts import BOLD, LEAST, LORE, TEXT, TITLE, legible, ready
from printables.draw.ink import Ink, seat_look
from printables.draw.pen import Pen
from printables.layout import scenes
from printables.layout.thumbs import png
from printables.sources.running import plain
from printables.sources.setup import scene
from printables.sources.source import Source
from printables.sources.story import rows

PIXELS = 1200, 630
"""What pages that show links ask for."""
WIDE, HIGH = 240.0, 125.95
"""Of the page; begun pixels are whole ones."""
MARGIN, BOARD = 8.0, 106.0
"""In millimetres, as is the width that the board may have."""
ROWS = 7
"""So many numbers are shown."""


@dataclass(frozen=True)
class Result:
    """The result of a table, in words."""

    title: str
    why: str
    about: str
    """The game, the table and the day."""
    players: Mapping[str, str]
    """Seat to player."""
    winners: Sequence[str]
    numbers: Sequence[tuple[str, Mapping[str, int] | int]]


def picture(game: Any, opening: Opening, result: Result, board: Picture | None) -> bytes:
    """The picture, as a PNG of 1200 by 630; Unprintable where the typefaces are not there."""
    ready()
    out = BytesIO()
    make: Any = Canvas
    canvas = make(out, pagesize=(WIDE * mm, HIGH * mm), initialFontName=TEXT, initialFontSize=LEAST)
    canvas.translate(0, HIGH * mm)
    pen = Pen(canvas, Ink("full"))
    pen.about = "The picture of the result"
    _draw(pen, Source.at(game, opening), result, board)
    canvas.showPage()
    canvas.save()
    return png(out.getvalue(), PIXELS[0], 128)


def _draw(pen: Pen, source: Source, result: Result, board: Picture | None) -> None:
    ink, paint = pen.ink, pen.ink.paint("ink")
    if ink.ground:
        pen.box(0, 0, WIDE, HIGH, ink.ground)
    for inset, thick in ((2.5, 0.5), (3.6, 0.18)):
        pen.box(inset, inset, WIDE - 2 * inset, HIGH - 2 * inset, line=paint.line, thick=thick)
    left = MARGIN
    if drawing := scene(source, board):
        room = HIGH - 2 * MARGIN
        across, down = drawing.size(BOARD, room)
        with pen.at(MARGIN + (BOARD - across) / 2, (HIGH - down) / 2):
            scenes.draw(pen, drawing, BOARD, room)
        left += BOARD + 8.0
    _words(pen, result, left, WIDE - left - MARGIN - 1.0)


def _words(pen: Pen, result: Result, x: float, room: float) -> None:
    seats, y = list(result.players), 17.0
    pen.text(x, y, result.about, LORE, 13, pen.ink.quiet, room=room)
    for n, seat in enumerate(result.winners):
        tone, mark = seat_look(seats.index(seat))
        paint = pen.ink.paint(tone)
        pen.circle(x + 5 + n * 12, y + 10, 5, paint.field, paint.line, 0.3)
        pen.icon(mark, x + 1.8 + n * 12, y + 6.8, 6.4, paint.on, word="")
    y += 20.0 if result.winners else 6.0
    title = fit(plain(legible(result.title)), room, 22, pen.about, TITLE, 36)
    pen.block(title, x, y)
    y += title.tall + 2.0
    words = fit(plain(legible(result.why)), room, 15, pen.about, TEXT, 14)
    pen.block(words, x, y)
    _numbers(pen, result, x, y + words.tall + 4.0, room)
    pen.text(x + room, HIGH - MARGIN, "Companion", LORE, 11, pen.ink.quiet, "right")


def _numbers(pen: Pen, result: Result, x: float, y: float, room: float) -> None:
    """The numbers, a column for each seat, and as many rows as have room."""
    some = result.numbers[:ROWS]
    if not some:
        return
    first = min(44.0, room * 0.38)
    each = (room - first) / len(result.players)
    for n, (seat, player) in enumerate(result.players.items()):
        middle = x + first + (n + 0.5) * each
        tone, mark = seat_look(n)
        line = pen.ink.paint(tone).line
        pen.icon(mark, middle - 2.5, y, 5, line, word="")
        name = clipped(legible(player) or seat, BOLD, (each - 2) * LEAST / 10)
        pen.text(middle, y + 9, name, BOLD, 10, line, "centre")
    tall = min(7.0, (HIGH - MARGIN - 8 - y - 11) / len(some))
    rows(pen, some, list(result.players), (x, y + 11, room, tall), first, 10.5)
