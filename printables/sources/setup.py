"""The set-up sheet: the board as it is laid out for these players, and what the hands do, step by step."""

from collections.abc import Iterator, Sequence
from functools import partial

from reportlab.lib.units import mm

from companion.kernel.view import Picture
from printables.draw.fit import Fitted, fit, fits
from printables.draw.fonts import LORE, TEXT, TITLE
from printables.draw.ink import SEATS
from printables.draw.pen import Pen
from printables.layout import scenes
from printables.layout.paper import Order, Page
from printables.layout.scenes import Scene
from printables.sources import boards
from printables.sources.printable import Printable
from printables.sources.source import Source

MARGIN, HEAD, FOOT = 12.0, 34.0, 14.0
SIZES = (12.0, 11.0, 10.0, 9.0)
"""The letters of the steps are as large as leaves the board half of the sheet."""


def printables(source: Source) -> Iterator[Printable]:
    """The sheet, where the game says how it is set up."""
    steps = tuple((said.text, getattr(said, "icon", "")) for said in source.state.told)
    if steps:
        made = scene(source, source.view.picture)
        words = f"for {len(source.seats)} players: the board, and what the hands do"
        make = partial(pages, source=source, steps=steps, made=made)
        yield Printable("set-up", "Set-up", words, make, (steps, made))


def scene(source: Source, picture: Picture | None) -> Scene | None:
    """A picture of a game with what stands on it; None where there is none."""
    if picture is None or not any(not cell.quiet for cell in picture.cells):
        return None
    board = boards.look(source, "board", picture)
    shown = tuple((piece.thing, source.game.picture(*piece.names)) for piece in picture.pieces)
    return Scene(board, picture.pieces, tuple(zip(source.seats, SEATS, strict=False)), pictures=shown)


def pages(order: Order, source: Source, steps: Sequence[tuple[str, str]], made: Scene | None) -> list[Page]:
    """One page."""
    return [Page(partial(_page, source=source, order=order, steps=steps, made=made))]


def _page(
    pen: Pen, source: Source, order: Order, steps: Sequence[tuple[str, str]], made: Scene | None
) -> None:
    wide, high = order.size
    w = wide - 2 * MARGIN
    pen.about = f"The set-up sheet of {source.game.name}"
    paint = pen.ink.paint("ink")
    pen.text(MARGIN, 20, source.game.name, TITLE, 24, room=w)
    seats = ", ".join(source.seats)
    pen.text(MARGIN, 28, f"Set-up for {len(source.seats)} players: {seats}", LORE, 11.5, paint.line, room=w)
    pen.line(MARGIN, 31, wide - MARGIN, 31, 0.3, paint.line)
    lines, tall = _fitted(pen, steps, w, (high - HEAD - FOOT) * (0.45 if made else 1.0))
    room = high - HEAD - FOOT - tall
    y = HEAD
    if made:
        across, down = made.size(w, room - 6.0)
        with pen.at(MARGIN + (w - across) / 2, y + (room - 6.0 - down) / 2):
            scenes.draw(pen, made, w, room - 6.0)
        y += room
    half = -(-len(lines) // 2)
    for x, column in ((MARGIN, lines[:half]), (MARGIN + w / 2 + 3.0, lines[half:])):
        at = y
        for n, words in column:
            pen.text(x + 6.0, at + words.rise / mm, str(n), TITLE, words.size * 1.25, paint.line, "right")
            pen.block(words, x + 8.5, at)
            at += words.tall + 2.0


def _fitted(
    pen: Pen, steps: Sequence[tuple[str, str]], w: float, room: float
) -> tuple[list[tuple[int, Fitted]], float]:
    """The steps, numbered, in two columns, at the largest size that fits, and how tall the longer one is."""
    each = w / 2 - 3.0 - 8.5
    for size in SIZES:
        found = [fits(words, each, 80.0, pen.about, TEXT, size, size) for words, _ in steps]
        lines = [(n, words) for n, words in enumerate(found, 1) if words]
        half = -(-len(lines) // 2)
        tall = max(sum(words.tall + 2.0 for _, words in part) for part in (lines[:half], lines[half:]))
        if len(lines) == len(steps) and tall <= room:
            return lines, tall
    found_ = [(n, fit(words, each, 80.0, pen.about, most=SIZES[-1])) for n, (words, _) in enumerate(steps, 1)]
    return found_, room
