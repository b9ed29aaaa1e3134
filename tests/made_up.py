"""A deck of made-up cards, drawn and read back, and what tests look for on its pages."""

from itertools import pairwise
from math import hypot, sqrt

import pytest

from companion.kernel.view import Cell
from printables.draw.pen import BLEED
from printables.layout import cards
from printables.layout.backs import Back
from printables.layout.boards import PaperBoard
from printables.layout.book import Section, bound
from printables.layout.cards import CardFace
from printables.layout.grid import MARK
from printables.layout.paper import INKS, PAPERS, Order
from tests.paper import Page, pages

RULES = "Moves up to two spaces any way, through anything. Spend 1 ⚡ to place a chip beside an ally. "

EACH_PAPER, EACH_INK = (
    [pytest.param(name, marks=pytest.mark.slow if n else []) for n, name in enumerate(names)]
    for names in (PAPERS, INKS)
)
"""The first of each in the quick tests, all of them in the whole."""


def some_faces(count: int, words: int = 1) -> list[CardFace]:
    return [
        CardFace(
            f"Card {n}",
            "Ally",
            ("gold", "crimson", "teal", "violet")[n % 4],
            icon="wing",
            letter="U",
            cost=(("coin", str(n % 4)),),
            figures=(("sword", "Attack", str(n % 9)), ("shield", "Defeat", "12")),
            text=RULES * words,
            lore="Light that fell." * (n % 2),
            source="House set",
        )
        for n in range(count)
    ]


def deck(order: Order, faces: list[CardFace], title: str = "Cards") -> list[Page]:
    backs = [Back("War in Heaven", face.tone, "crown") for face in faces]
    return pages(
        bound(order, "War in Heaven", [Section(title, cards.pieces(order, faces, backs), repr(faces))])
    )


CUT = (63 + 2 * BLEED, 88 + 2 * BLEED)


def card_forms(page: Page) -> list:
    """What cards of 63 × 88 mm are drawn on, bleed and all."""
    return page.largest(*CUT)


def cut_marks(page: Page) -> list:
    """Marks of 0.15 mm that are not the ruler's."""
    fine = [line for line in page.lines if abs(line[4] - MARK) < 0.02]
    ruler = next(line for line in fine if hypot(line[2] - line[0], line[3] - line[1]) > 99)
    across = 1 if ruler[1] == ruler[3] else 0
    return [line for line in fine if ruler[across] not in (line[across], line[across + 2])]


def inside(line: list, cell: Cell, made: PaperBoard) -> bool:
    """Whether a seam runs through a space: some point of it is nearer to the middle than any edge."""
    cx, cy = made.point(cell.at)
    reach = made.unit * sqrt(3) / 2 * 0.97
    for (x1, y1), (x2, y2) in pairwise(line):
        for n in range(21):
            x, y = x1 + (x2 - x1) * n / 20, y1 + (y2 - y1) * n / 20
            if hypot(x - cx, y - cy) < reach:
                return True
    return False
