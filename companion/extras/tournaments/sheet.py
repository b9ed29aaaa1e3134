"""A tournament on paper: its bracket or cross table, how everybody stands, and the rounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from companion.extras.tournaments.drawing import Drawing, halves
from companion.extras.tournaments.tournament import KNOCKOUT, SWISS, Pairing, Tournament
from companion.words import message
from printables.draw.fit import clipped
from printables.draw.fonts import BOLD, LEAST, LORE, TEXT, TITLE, legible
from printables.draw.pen import Pen
from printables.layout.book import bound
from printables.layout.paper import Order, Page
from printables.layout.sheet import Section

MARGIN, ROW, HEAD = 16.0, 7.2, 36.0
WIDE, HIGH = 210.0 - 2 * MARGIN, 279.0 - MARGIN - HEAD - 4
"""The room on a page of A4 or letter paper, in millimetres."""
LARGEST = 0.36
"""So many millimetres a unit of the drawing is at most."""
ROWS = 30
SAID = {"one": "1 : 0", "other": "0 : 1", "draw": "½ : ½", "bye": "bye", "void": "left", "": "…… : ……"}


@dataclass(frozen=True)
class TournamentSheet:
    """The printed sheet of a tournament."""

    tournament: Tournament
    words: str
    drawing: Drawing

    def printed(self) -> bytes:
        """The sheets as a PDF; Unprintable where the typefaces are not there, or a name cannot be set."""
        title = self.tournament.title
        lines = [*self._standing(), *self._rounds()]
        parts = [lines[at : at + ROWS] for at in range(0, len(lines), ROWS)]
        pages = [Page(partial(_drawn, sheet=self))]
        pages += [Page(partial(_listed, sheet=self, lines=part)) for part in parts]
        return bound(Order(), title, [Section(title, pages, repr(self))])

    def _standing(self) -> Iterator[tuple[str, ...]]:
        t = self.tournament
        if t.form == KNOCKOUT:
            yield ("", "won", "lost", "", "", "")
            for one in t.standings:
                yield (f"{one.place}. {one.name}", str(one.won), str(one.lost), "", "", "")
            return
        yield ("", "points", "won", "drawn", "Buchholz" if t.form == SWISS else "", "S-B")
        for one in t.standings:
            buchholz = halves(one.buchholz) if t.form == SWISS else ""
            left = ", left" if one.n in t.away else ""
            name, berger = f"{one.place}. {one.name}{left}", str(message("{n}", n=one.berger / 4))
            yield (name, halves(one.points), str(one.won), str(one.drawn), buchholz, berger)

    def _rounds(self) -> Iterator[tuple[str, ...]]:
        for n in range(1, self.tournament.drawn + 1):
            yield ("",) * 6
            yield ("", str(message("Round {n}", n=n)), "", "", "", "")
            yield from map(self._pairing, self.tournament.of(n))

    def _pairing(self, one: Pairing) -> tuple[str, ...]:
        other = self.tournament.name(one.other) if one.other else ""
        return (self.tournament.name(one.one), SAID[one.result], other, "", "", "")


def _head(pen: Pen, sheet: TournamentSheet) -> None:
    pen.about = "The tournament’s sheet"
    title = clipped(legible(sheet.tournament.title), TITLE, WIDE)
    pen.text(MARGIN, 20, title, TITLE, 26, room=WIDE)
    pen.text(MARGIN, 27, sheet.words, LORE, 12, pen.ink.quiet, room=WIDE)


def _drawn(pen: Pen, sheet: TournamentSheet) -> None:
    """The bracket or cross table, as large as the page lets it be."""
    _head(pen, sheet)
    drawing = sheet.drawing
    unit = min(LARGEST, WIDE / drawing.wide, HIGH / drawing.high)
    size = max(LEAST, 13 * unit / 0.3528)
    with pen.at(MARGIN, HEAD):
        for x, y, w, h in drawing.fields:
            pen.box(x * unit, y * unit, w * unit, h * unit, fill=pen.ink.paint("ink").wash)
        for x, y, x1, y1 in drawing.lines:
            pen.line(x * unit, y * unit, x1 * unit, y1 * unit, 0.2, pen.ink.quiet)
        for word in drawing.words:
            face = BOLD if word.strong else TEXT
            room, align = word.room * unit, "centre" if word.middle else "left"
            text = clipped(legible(word.text), face, room)
            pen.text(word.x * unit, word.y * unit, text, face, size, align=align, room=room)


def _listed(pen: Pen, sheet: TournamentSheet, lines: Sequence[tuple[str, ...]]) -> None:
    _head(pen, sheet)
    columns = (0.0, 0.42, 0.56, 0.66, 0.76, 0.9)
    for n, line in enumerate(lines):
        y = HEAD - 2 + n * ROW
        head = not line[0]
        if any(line):
            pen.line(MARGIN, y + ROW, MARGIN + WIDE, y + ROW, 0.3 if head else 0.12, pen.ink.quiet)
        for at, (share, words) in enumerate(zip(columns, line, strict=True)):
            ends = [*columns[1:], 1.0] if not line[2] or line[3] else [0.42, 0.56, *[1.0] * 4]
            room = (ends[at] - share) * WIDE - 2
            face = LORE if head else BOLD if at == 1 else TEXT
            text = clipped(legible(words), face, room) if words else ""
            pen.text(MARGIN + share * WIDE, y + 5.2, text, face, 11, room=room)
