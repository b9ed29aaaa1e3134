"""The lane on paper, in millimetres: each row holds its building's card, and the figures of both sides."""

from collections.abc import Iterator

from companion.games.havoc_in_heaven.box import LANE, ROW_NAMES, ROWS, SIDES
from companion.kernel.view import Cell, Picture, Stroke

WIDTH, TALL = 180.0, 48.0
"""A row: a card of 63 by 44 lies in it, and figures stand beside it in two ranks. So the lane is as wide as
upright paper, and takes two sheets.
"""
CARD = (65.0, 45.5)
LEFT = 16.0
"""Where the place for the card begins; the number of the row is left of it."""
ABREAST, RANKS = 4, 2


def _row(row: int) -> Cell:
    low = (LANE.rows - row + 1) * TALL
    outline = ((0.0, low - TALL), (WIDTH, low - TALL), (WIDTH, low), (0.0, low))
    kind = "" if row == LANE.neutral else SIDES[row > LANE.neutral].lower()
    return Cell(ROW_NAMES[row - 1], outline, (8.0, low - TALL / 2), kind, str(row))


def _place(row: int) -> Stroke:
    """Return the outline of the card of a row's building."""
    top = (LANE.rows - row + 0.5) * TALL - CARD[1] / 2
    right, low = LEFT + CARD[0], top + CARD[1]
    return Stroke(((LEFT, top), (right, top), (right, low), (LEFT, low), (LEFT, top)))


def _figures(row: int) -> Iterator[Cell]:
    """Yield a cell for each figure that stands in a row, rank by rank."""
    across, down = (WIDTH - LEFT - CARD[0]) / ABREAST, TALL / RANKS
    for n in range(ABREAST * RANKS):
        x = LEFT + CARD[0] + (n % ABREAST + 0.5) * across
        y = (LANE.rows - row) * TALL + (n // ABREAST + 0.5) * down
        yield Cell(f"{ROW_NAMES[row - 1]}, place {n + 1}", ((x, y),), (x, y), quiet=True)


PLACES = tuple(_place(row) for row in ROWS if row != LANE.neutral)
ON_PAPER = Picture(
    "The lane, the Monsters\u2019 base at the top",
    WIDTH,
    LANE.rows * TALL,
    (*map(_row, reversed(ROWS)), *(cell for row in ROWS for cell in _figures(row))),
    PLACES,
)
