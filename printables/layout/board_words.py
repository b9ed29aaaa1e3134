"""The words of a board: found on each sheet that shows them, and never shrunk below what can be read."""

from collections.abc import Iterator

from reportlab.lib.units import mm

from companion.kernel.view import Cell
from companion.words import message
from companion.words.language import Translated
from companion.words.speaking import said
from printables.draw.fonts import BOLD, LEAST, TEXT, TITLE, width
from printables.draw.pen import Pen
from printables.layout import board_tracks, supplies
from printables.layout.board_tracks import Label
from printables.layout.boards import EACH, PaperBoard, named


def letter(pen: Pen, board: PaperBoard, part: tuple[float, float, float, float], scale: float = 1.0) -> None:
    """The words in a part of the board: left, top, right, bottom. So a word is found on the sheet that shows
    it; on a board that is shrunk words are not shrunk below what can be read.
    """
    pen.about = message("The board “{title}”", title=board.title)
    for one in _labels(pen, board):
        if one.meets(*part):
            (x, y), size = one.at, max(LEAST, one.size * scale)
            pen.text(
                x * scale, y * scale, one.words, one.typeface, size, one.colour, one.align, one.room * scale
            )


def _labels(pen: Pen, board: PaperBoard) -> Iterator[Label]:
    """Every word on a board."""
    ink = pen.ink
    at = board.frame, board.frame + 1.2
    yield Label(at, board.title, TITLE, 13, ink.text, "left", board.size[0])
    for cell in board.picture.cells:
        if cell.label:
            yield from _label(pen, board, cell)
    for at, words in board.words:
        x, y = board.point(at)
        room = 2 * min(x - board.frame - board.band, board.size[0] - board.frame - x)
        yield Label((x, y), words, TITLE, 12, ink.text, "centre", room)
    for one in board.rings:
        yield from board_tracks.words(one, ink.text)
    for place, at in board.laid:
        wide = place.box[0] + supplies.APART / 2
        yield Label(supplies.named(place, at), place.name, TITLE, supplies.POINTS, ink.text, "centre", wide)
    for x, y, kind, _, _, icon in named(board):
        start = 7.2 + (4.4 if icon or kind in dict(board.pictures) else 0.0)
        words = str(message("{Kind}", kind=kind))
        yield Label((x + start, y + 0.2), words, TEXT, 7, ink.text, "left", EACH - start - 1)


def _label(pen: Pen, board: PaperBoard, cell: Cell) -> Iterator[Label]:
    """The lines of a space's label: above what it shows there, beside its picture on a long space."""
    tone, pattern, icon = board.look_of(cell)
    x, y = board.point(cell.at)
    wide, tall = board.extent(cell)
    left, long = board.point(min(cell.outline))[0], wide > 3 * tall
    face, words = BOLD if icon else TITLE, said(cell.label)
    letters = max(5.5, min(9.5, min(wide, tall) * 0.36))
    if long:
        x = left + min(tall * 0.19, 8.0) + 4.0
    room = 2 * min(x - left, left + wide - x) * 0.86
    lines, down = _lines(words, face, letters, room), _down(wide, tall, icon + pattern)
    if long or (len(words) == 1 and not words.isalnum()):
        letters, down = 20.0, 0.0
    if len(lines) > 1 or abs(x - left - wide / 2) > 1:
        down = (1 - len(lines)) * letters * 0.2
    colour = pen.ink.paint(tone).line if pattern else pen.ink.text
    for n, line in enumerate(lines):
        base = y + down + letters * (0.12 + n * 0.4)
        yield Label((x, base), line, face, letters, colour, "centre", room)


def _down(wide: float, tall: float, looks: str) -> float:
    """Return how far a label stands below the middle of a space: farther where that shows nothing else."""
    if looks:
        return tall * 0.2
    return 0.0 if min(wide, tall) < 14 else tall * 0.34


def _lines(words: str, typeface: str, points: float, room: float) -> list[Translated]:
    """Return words as the lines that they take in a room in millimetres."""
    lines: list[str] = []
    for part in words.split("\n"):
        first, *more = part.split(" ")
        lines.append(first)
        for word in more:
            longer = f"{lines[-1]} {word}"
            if width(longer, typeface) * points / mm > room:
                lines.append(word)
            else:
                lines[-1] = longer
    return [*map(Translated, lines)]
