"""A club's month on paper: who played and won how often, and what was played."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from printables.draw.fit import clipped
from printables.draw.fonts import BOLD, LORE, TEXT, TITLE, legible
from printables.draw.pen import Pen
from printables.layout.book import bound
from printables.layout.paper import Order, Page
from printables.layout.sheet import Section

MARGIN, ROW, HEAD = 16.0, 7.2, 34.0
ROWS = 30
"""So many lines are on a page."""


@dataclass(frozen=True)
class PlayerRow:
    """The month of a player."""

    name: str
    played: int
    won: float
    streak: int
    favourite: str


@dataclass(frozen=True)
class Month:
    """The sheet of a month."""

    title: str
    words: str
    people: tuple[PlayerRow, ...]
    games: tuple[tuple[str, int, int | None, str], ...]
    """A game, how often it was played, its best score, and whose that is."""

    def printed(self) -> bytes:
        """The sheet as a PDF; Unprintable where the typefaces are not there."""
        lines = [
            ("", "played", "won", "in a row", "mostly as"),
            *(
                (one.name, str(one.played), f"{one.won:g}", str(one.streak), one.favourite)
                for one in self.people
            ),
            ("", "", "", "", ""),
            ("", "played", "", "best", "by"),
            *((name, str(n), "", "" if best is None else str(best), by) for name, n, best, by in self.games),
        ]
        parts = [lines[at : at + ROWS] for at in range(0, len(lines), ROWS)]
        pages = [Page(partial(_draw, month=self, lines=part)) for part in parts]
        return bound(Order(), self.title, [Section("The month", pages, repr(self))])


def _draw(pen: Pen, month: Month, lines: Sequence[tuple[str, ...]]) -> None:
    pen.about = "The month’s sheet"
    wide = 210.0 - 2 * MARGIN
    pen.text(MARGIN, 20, month.title, TITLE, 26, room=wide)
    pen.text(MARGIN, 27, month.words, LORE, 12, pen.ink.quiet, room=wide)
    columns = (0.0, 0.42, 0.53, 0.64, 0.76)
    for n, line in enumerate(lines):
        y = HEAD + n * ROW
        head = not line[0]
        pen.line(MARGIN, y + ROW, MARGIN + wide, y + ROW, 0.3 if head and line[1] else 0.12, pen.ink.quiet)
        for at, (share, words) in enumerate(zip(columns, line, strict=True)):
            ends = [*columns[1:], 1.0]
            room = (ends[at] - share) * wide - 2
            face = LORE if head else BOLD if at in (0, 2) else TEXT
            text = clipped(legible(words), face, room) if words else ""
            pen.text(MARGIN + share * wide, y + 5.2, text, face, 11, room=room)
