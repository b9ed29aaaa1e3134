"""The story of a sitting on one sheet: who won, its course as a curve, what decided it, who did what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from companion.story.curve import Curve
from companion.words import message
from companion.words.speaking import said
from printables.draw.fit import Fitted, clipped, fit
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE, legible
from printables.draw.ink import seat_look
from printables.draw.pen import Pen
from printables.layout.paper import Order, Page
from printables.sources.printable import Printable
from printables.sources.running import plain

MARGIN, ROW, PART = 14.0, 6.4, 11.0
WORDS, LEAST = 20.0, 50.0
"""The words below the curve take so much; it is never lower than the other."""
HEAD, GAP = 12.0, 1.5
"""What was learned takes so much for its heading, and so much after each sentence."""


@dataclass(frozen=True)
class StorySheet:
    """The words on the sheet of a story."""

    title: str
    why: str
    about: str
    players: Mapping[str, str]
    """Seat to player."""
    parts: tuple[tuple[str, str, str], ...]
    """A seat, how much it did, and what it did most."""
    numbers: tuple[tuple[str, Mapping[str, int] | int], ...]
    curve: Curve | None
    decided: str
    caption: str
    learned: tuple[str, ...] = ()
    """What the rules refused, each in a sentence."""

    @property
    def printable(self) -> Printable:
        """It as something to print."""
        return Printable("story", "The story", "how a sitting went", partial(_pages, sheet=self), self)

    def name(self, seat: str) -> str:
        """Return the player of a seat, in letters that can be printed."""
        return legible(self.players.get(seat, "")) or seat

    def tone(self, seat: str) -> tuple[str, str]:
        """A seat's tone and mark."""
        n = list(self.players).index(seat) if seat in self.players else 0
        return seat_look(n)


def _pages(order: Order, sheet: StorySheet) -> list[Page]:
    return [Page(partial(_draw, sheet=sheet, wide=order.size[0], tall=order.size[1]))]


def _draw(pen: Pen, sheet: StorySheet, wide: float, tall: float) -> None:
    pen.about = "The story of a sitting"
    room = wide - 2 * MARGIN
    pen.text(MARGIN, 18, legible(sheet.about), LORE, 11, pen.ink.quiet, room=room)
    y = 22.0
    for words, face, most, size in ((sheet.title, TITLE, 26.0, 26.0), (sheet.why, TEXT, 16.0, 11.5)):
        block = fit(plain(legible(words)), room, most, pen.about, face, size)
        pen.block(block, MARGIN, y)
        y += block.tall + 2.5
    if sheet.curve:
        below = WORDS + PART * len(sheet.parts) + (4 + 5 + ROW * len(sheet.numbers) if sheet.numbers else 0)
        y = _curve(pen, sheet, sheet.curve, y + 2, room, tall - MARGIN - below - y - 2) + 3
    for seat, amounts, did in sheet.parts:
        y = _part(pen, sheet, seat, amounts, did, y, room)
    learned = [fit(plain(legible(words)), room, 14, pen.about, TEXT, 10) for words in sheet.learned]
    while (foot := tall - MARGIN - _tall(learned)) < y and learned:
        learned.pop()
    if sheet.numbers:
        y = _numbers(pen, sheet, y + 4, room, foot)
    if learned:
        _learned(pen, learned, y + 8)


def _curve(pen: Pen, sheet: StorySheet, curve: Curve, top: float, room: float, high: float) -> float:
    """The curve, its caption and what decided it; where they end. It is flatter where there is no more than
    so much height for it."""
    scale = room / curve.wide
    flat = min(scale, max(high, LEAST) / curve.high)

    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * scale, top + y * flat

    left, right = at(curve.left, 0)[0], at(curve.right, 0)[0]
    pen.line(left, at(0, curve.level)[1], right, at(0, curve.level)[1], 0.15, pen.ink.quiet)
    if curve.decided:
        x = at(*curve.decided)[0]
        pen.line(x, at(0, curve.top)[1], x, at(0, curve.foot)[1], 0.2, pen.ink.quiet, (1.0, 1.0))
        pen.circle(x, at(*curve.decided)[1], 1.3, None, pen.ink.paint("ink").line, 0.4)
    for line in curve.lines:
        tone, mark = sheet.tone(line.seat)
        colour = pen.ink.paint("ink" if curve.mirrored else tone).line
        dash = tuple(float(part) * scale for part in line.dash.split())
        pen.shape([at(*point) for point in line.points], None, colour, 0.55, close=False, dash=dash)
        if not curve.mirrored:
            pen.icon(mark, right + 1.5, at(0, line.end_y)[1] - 2.2, 4.4, colour, word="")
            pen.text(right + 7, at(0, line.end_y)[1] + 1.6, line.end, BOLD, 11, colour)
    for seat, y in zip(curve.mirrored or (), (curve.top + 6, curve.foot - 2), strict=False):
        tone, mark = sheet.tone(seat)
        pen.icon(mark, left + 1, at(0, y)[1] - 3.6, 4.4, pen.ink.paint(tone).line, word="")
        pen.text(
            left + 7, at(0, y)[1], str(message("{name} ahead", name=sheet.name(seat))), TEXT, 9, pen.ink.quiet
        )
    y = top + curve.high * flat
    pen.text(MARGIN, y, sheet.caption, LORE, 9, pen.ink.quiet, room=room)
    if sheet.decided:
        block = fit(
            legible(said(message("*Decided:* {what}", what=sheet.decided))), room, 14, pen.about, TEXT, 10.5
        )
        pen.block(block, MARGIN, y + 3)
        y += block.tall + 3
    return y


def _part(pen: Pen, sheet: StorySheet, seat: str, amounts: str, did: str, y: float, room: float) -> float:
    """A line about a seat; where it ends."""
    tone, mark = sheet.tone(seat)
    paint = pen.ink.paint(tone)
    pen.circle(MARGIN + 3, y + 4.4, 3, paint.field, paint.line, 0.25)
    pen.icon(mark, MARGIN + 1.1, y + 2.5, 3.8, paint.on, word="")
    who = sheet.name(seat) if sheet.name(seat) == seat else f"{sheet.name(seat)} · {seat}"
    pen.text(MARGIN + 8, y + 3.8, clipped(who, BOLD, room * 0.5), BOLD, 11, room=room * 0.5)
    pen.text(MARGIN + room, y + 3.8, amounts, TEXT, 10, align="right", room=room * 0.42)
    pen.text(MARGIN + 8, y + 8, did, LORE, 9, pen.ink.quiet, room=room - 8)
    return y + PART


def _tall(learned: Sequence[Fitted]) -> float:
    """Return how much of the sheet the learned rules take."""
    return HEAD + sum(block.tall + GAP for block in learned) if learned else 0.0


def _learned(pen: Pen, learned: Sequence[Fitted], y: float) -> None:
    """Draw the rules that refused a move."""
    pen.text(MARGIN, y, "Learned today", BOLD, 11)
    y += 2
    for block in learned:
        pen.block(block, MARGIN, y)
        y += block.tall + GAP


def _numbers(pen: Pen, sheet: StorySheet, y: float, room: float, foot: float) -> float:
    """The game's own figures, a column for each seat, as many as there is room for; where they end."""
    first = room * 0.34
    each = (room - first) / len(sheet.players)
    for n, seat in enumerate(sheet.players):
        tone, mark = sheet.tone(seat)
        pen.icon(mark, MARGIN + first + (n + 0.5) * each - 2.2, y, 4.4, pen.ink.paint(tone).line, word="")
    some = sheet.numbers[: max(0, int((foot - y - 5.0) / ROW))]
    return rows(pen, some, list(sheet.players), (MARGIN, y + 5.0, room, ROW), first)


def rows(
    pen: Pen,
    numbers: Sequence[tuple[str, Mapping[str, int] | int]],
    seats: Sequence[str],
    box: tuple[float, float, float, float],
    first: float,
    size: float = 10.0,
) -> float:
    """Draw figures in rows under a line each: the name, so wide, then a column for each seat, or one for all;
    return where they end. The box is left, top, width, and the height of each.
    """
    x, y, room, tall = box
    for name, value in numbers:
        base = y + 0.75 * tall
        pen.line(x, y, x + room, y, 0.12, pen.ink.quiet)
        pen.text(x, base, name, TEXT, size, pen.ink.quiet, room=first - 2)
        values = [value.get(seat, "") for seat in seats] if isinstance(value, Mapping) else [value]
        across = (room - first) / len(values)
        for n, number in enumerate(values):
            pen.text(x + first + (n + 0.5) * across, base, str(number), BOLD, size * 1.1, align="centre")
        y += tall
    return y
