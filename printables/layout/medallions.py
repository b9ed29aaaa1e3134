"""Medallions: the figures of a card, each with its icon and its word; seals in rows, or tabs down a side."""

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.words.speaking import said
from printables.draw.fonts import BOLD, LORE, TITLE, width
from printables.draw.pen import CARD_WORDS, Pen

SEAL, GREAT = 4.3, 5.1
"""How wide half a seal is, and that of a row with the figure that matters most."""
NAMED = 3.7
"""The room of the word under a seal."""
ROUND = 1.6
"""How round the corners are of what lies over a picture."""
TAB, APART, LARGE = 9.8, 0.7, 18.0
"""How high a tab is, how far it is from the next, and how large its figure is at most, in points."""


class Figure(NamedTuple):
    """A figure of a card."""

    icon: str
    word: str
    value: str
    main: bool = False
    """True for the one that matters most: it is the largest."""

    @property
    def sign(self) -> float:
        """Return the size of its icon."""
        return (4.2 if self.main else 3.4) if self.icon else 0.0

    @property
    def size(self) -> float:
        """Return the size in points of what it says."""
        return 10.0 if self.value.isalpha() else 21.0 if self.main else 14.0

    @property
    def wide(self) -> float:
        """Return the width of what it says, with its icon."""
        if self.value.isalpha():
            return width(said(self.value), LORE) * self.size / mm
        return width(said(self.value), TITLE) * self.size / mm + (self.sign + 0.4 if self.icon else 0.0)

    def need(self, least: float) -> float:
        """Return how wide its place is, with its word and at least so much for what it says."""
        return max(least, self.wide + 2.6, width(said(self.word), BOLD) * CARD_WORDS / mm)


class FigureRow(NamedTuple):
    """Figures side by side."""

    figures: Sequence[Figure]

    @property
    def r(self) -> float:
        """Return half the height of its seals."""
        return GREAT if any(figure.main for figure in self.figures) else SEAL

    @property
    def wide(self) -> list[float]:
        """Return how wide each needs to be."""
        return [figure.need(2 * SEAL) + 0.9 for figure in self.figures]

    @property
    def tall(self) -> float:
        """Return its height, with its words."""
        return 2 * self.r + NAMED


def rows(figures: Sequence[Figure], w: float) -> list[FigureRow]:
    """The figures in as few rows as have room for their words, as equal as can be."""
    result: list[FigureRow] = []
    for count in range(1, len(figures) + 1):
        per = -(-len(figures) // count)
        result = [FigureRow(figures[i : i + per]) for i in range(0, len(figures), per)]
        if all(sum(row.wide) <= w + 0.9 for row in result):
            break
    return result


def seals(pen: Pen, tone: str, row: FigureRow, x: float, y: float, w: float) -> list[float]:
    """Draw figures in round seals about a line, a word under each; return where each begins and ends."""
    ends: list[float] = []
    paint, paper = pen.ink.paint(tone), pen.ink.paper
    spare = max(0.0, w - sum(row.wide)) / len(row.figures)
    for figure, each in zip(row.figures, row.wide, strict=True):
        each = min(each + spare, w)
        middle, r = x + each / 2, GREAT if figure.main else SEAL
        x += each
        half = max(r, min(figure.wide / 2 + 1.6, each / 2))
        pen.box(middle - half, y - r, 2 * half, 2 * r, paper, paint.line, 0.3, r)
        pen.box(middle - half + 0.5, y - r + 0.5, 2 * half - 1, 2 * r - 1, None, paint.line, 0.1, r - 0.5)
        _value(pen, tone, figure, middle, y, 2 * half - 1.6)
        pen.text(middle, y + row.r + 2.9, figure.word, BOLD, CARD_WORDS, pen.ink.quiet, "centre", each)
        ends += [middle - half, middle + half]
    return ends


def _value(pen: Pen, tone: str, figure: Figure, x: float, y: float, room: float, most: float = 100.0) -> None:
    """Draw what a figure says, with its icon, about a point, in letters of so many points at most."""
    if figure.value.isalpha():
        pen.text(x, y + 1.2, figure.value, LORE, figure.size, pen.ink.text, "centre", room)
        return
    aside = figure.sign + 0.4 if figure.icon else 0.0
    size = pen.shrunk(figure.value, TITLE, min(figure.size, most), room - aside)
    start = x - (width(said(figure.value), TITLE) * size / mm + aside) / 2
    if figure.icon:
        pen.icon(figure.icon, start, y - figure.sign / 2, figure.sign, pen.ink.paint(tone).line, word="")
    pen.text(start + aside, y + size * 0.115, figure.value, TITLE, size, pen.ink.text)


class Tabs(NamedTuple):
    """Figures one under another over a picture: each in a tab, its word below."""

    figures: Sequence[Figure]

    @property
    def wide(self) -> float:
        """Return the width of a tab."""
        return max((figure.need(0.0) for figure in self.figures), default=0.0) + 1.8

    @property
    def tall(self) -> float:
        """Return how much of the picture they need."""
        return len(self.figures) * (TAB + APART) + APART if self.figures else 0.0

    def draw(self, pen: Pen, tone: str, x: float, y: float) -> None:
        """Draw them, their upper left corner at a point."""
        paint, paper, w = pen.ink.paint(tone), pen.ink.paper, self.wide
        for n, figure in enumerate(self.figures):
            top = y + APART + n * (TAB + APART)
            pen.box(x, top, w, TAB, paper, paint.line, 0.25, ROUND)
            _value(pen, tone, figure, x + w / 2, top + 3.4, w - 1.2, LARGE)
            pen.text(x + w / 2, top + TAB - 1.0, figure.word, BOLD, CARD_WORDS, pen.ink.quiet, "centre", w)
