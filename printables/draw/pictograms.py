"""Four small pictures of how to print: measure, turn, cut, join."""

from collections.abc import Callable
from functools import partial

from printables.draw.fonts import LORE, TEXT
from printables.draw.pen import Pen, oblong

WIDE, HIGH = 40.0, 30.0
"""A picture is drawn in a box of this size, in millimetres."""
GRID = 14.0, 19.0
"""A card in the third picture."""


def strip(pen: Pen, x: float, y: float, w: float, duplex: str) -> None:
    """The pictures in a row of a width, the upper left corner at a point."""
    signs = ((_measure, "measure"), TURNS[duplex], (_cut, "cut"), (_join, "join"))
    gap = (w - len(signs) * WIDE) / (len(signs) - 1)
    for n, (draw, words) in enumerate(signs):
        with pen.at(x + n * (WIDE + gap), y):
            draw(pen)
            pen.text(WIDE / 2, HIGH + 6.5, words, LORE, 11, pen.ink.text, "centre", WIDE)


def _sheet(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    pen.box(x, y, w, h, pen.ink.ground, pen.ink.text, 0.2)


def _measure(pen: Pen) -> None:
    _sheet(pen, 4, 0, 32, HIGH)
    pen.lines([(8 + 2.4 * n, 22.5, 8 + 2.4 * n, 24) for n in range(11)] + [(8, 24, 32, 24)], 0.25)
    pen.lines([(8, 18, 32, 18), (8, 16.5, 8, 25.5), (32, 16.5, 32, 25.5)], 0.12)
    for tip, back in ((8.0, 9.6), (32.0, 30.4)):
        pen.shape([(tip, 18), (back, 17.3), (back, 18.7)], pen.ink.text)
    pen.text(20, 15.8, "100 mm", TEXT, 8, pen.ink.text, "centre")


def _turned(pen: Pen, across: bool) -> None:
    """A sheet whose back comes round one edge, with the edge it is turned over drawn thick."""
    x, y, w, h = (9.0, 2.0, 18.0, 26.0) if across else (12.0, 9.0, 15.0, 20.0)
    _sheet(pen, x, y, w, h)
    pen.text(x + w / 2, y + h / 2 + 2, "A", LORE, 20, pen.ink.paint("ink").line, "centre")
    if across:
        pen.line(x + w, y, x + w, y + h, 0.9)
        points = [(31.0, 8.0), (35.5, 10.0), (35.5, 20.0), (31.0, 22.0)]
        tip = [(29.0, 22.7), (31.6, 21.0), (31.4, 23.4)]
    else:
        pen.line(x, y, x + w, y, 0.9)
        points = [(15.0, 7.0), (16.5, 2.5), (22.5, 2.5), (24.0, 7.0)]
        tip = [(24.4, 8.6), (22.9, 6.4), (25.2, 6.0)]
    pen.shape(points, None, pen.ink.text, 0.3, close=False)
    pen.shape(tip, pen.ink.text)


def _folded(pen: Pen) -> None:
    _sheet(pen, 2, 3, 36, 24)
    pen.line(20, 1, 20, 29, 0.3, dash=(1.5, 1))
    for x, word in ((11.0, "A"), (29.0, "B")):
        pen.box(x - 5.5, 7.5, 11, 15, None, pen.ink.text, 0.15)
        pen.text(x, 17.3, word, LORE, 20, pen.ink.paint("ink").line, "centre")


def _plain(pen: Pen) -> None:
    _sheet(pen, 10, 2, 20, 26)
    pen.text(20, 17, "A", LORE, 20, pen.ink.paint("ink").line, "centre")


def _cut(pen: Pen) -> None:
    w, h = GRID
    with pen.within(oblong(0, 0, WIDE, HIGH)):
        for x in (4.0, 4 + w + 4):
            for y in (-2.5, -2.5 + h + 4):
                pen.box(x, y, w, h, pen.ink.ground, pen.ink.text, 0.15)
    left, top = 4 + w, -2.5 + h
    pen.lines([(x, top + 1, x, top + 3) for x in (left, left + 4)], 0.3)
    pen.lines([(left + 1, y, left + 3, y) for y in (top, top + 4)], 0.3)
    pen.line(0, top + 4, WIDE, top + 4, 0.2, dash=(1.2, 0.8))
    pen.line(left + 4, 0, left + 4, HIGH, 0.2, dash=(1.2, 0.8))


def _join(pen: Pen) -> None:
    """A sheet that is cut where its picture begins comes over the one before, edge to the ticks."""
    _sheet(pen, 1, 3, 20, 24)
    pen.lines([(17, 0.5, 17, 2.5), (17, 27.5, 17, 29.5)], 0.3)
    pen.line(17, 3, 17, 27, 0.12, dash=(0.8, 0.8))
    _sheet(pen, 25, 3, 14, 24)
    pen.line(25, 0.5, 25, 29.5, 0.3, dash=(1.2, 0.8))
    pen.line(30, 15, 20.5, 15, 0.3)
    pen.shape([(18.6, 15), (20.8, 14), (20.8, 16)], pen.ink.text)


TURNS: dict[str, tuple[Callable[[Pen], None], str]] = {
    "long": (partial(_turned, across=True), "turn over the long edge"),
    "short": (partial(_turned, across=False), "turn over the short edge"),
    "gutterfold": (_folded, "fold and glue"),
    "none": (_plain, "one side"),
}
