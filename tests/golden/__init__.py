"""Golden pictures: each game's board and three sheets of its kit as texts that show what moved.

``make golden`` writes them again. Look at the change with ``git diff``, and at the board or the page itself,
before you commit it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.kernel import transcript
from companion.kernel.game import Game
from companion.kernel.sittings import sittings
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.turned import turned
from printables.layout.paper import Order
from printables.sources.catalogue import book, catalogue, chosen
from tests.paper import Page, pages
from tests.paper import Path as Painted

HERE = Path(__file__).parent
LONG = 40
"""So many characters of the outline of an icon are shown; the rest is a digest."""
FOOT = 9.0
"""The last millimetres of a sheet hold its label, which changes with every word of the rules."""


def texts(game: Game[Any]) -> dict[str, str]:
    """Return the golden pictures of a game by file name."""
    return boards(game) | sheets(game)


def saved() -> dict[str, str]:
    """Return the golden pictures as they were saved."""
    return {file.name: file.read_text("utf-8") for file in HERE.iterdir() if file.suffix in (".svg", ".txt")}


# -- boards ------------------------------------------------------------------------------------------------


def boards(game: Game[Any]) -> dict[str, str]:
    """Return the board in the middle of the game's first sitting; turned as well where it has plates."""
    table = transcript.read(next(iter(sittings(game).values())), {game.key: game})
    state = table.log[len(table.log) // 2].state
    picture = game.view(state).picture
    assert picture
    seats = {seat: n for n, seat in enumerate(state.seats)}
    seen = {"board": picture} | ({"turned": turned(picture)} if picture.plates else {})
    return {
        f"{game.key}-{name}.svg": _elements(str(board(one, seats, Overlay(), Embedding())))
        for name, one in seen.items()
    }


def _elements(markup: str) -> str:
    """Return markup with one element a line and a digest for all but the start of long outlines."""
    short = re.sub(rf'(?<= d=")([^"]{{{LONG}}})([^"]+)', lambda d: f"{d[1]}…{_digest(d[2])}", markup)
    return short.replace("><", ">\n<") + "\n"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


# -- sheets ------------------------------------------------------------------------------------------------


def sheets(game: Game[Any]) -> dict[str, str]:
    """Return three fronts of a kit that is cut edge to edge: cards, a board, and most kinds on one sheet."""
    whole = book(game, chosen(catalogue(game), []), Order(cut="butt"))
    pieces = [sheet for sheet in whole.sheets if sheet.laid]
    large = next(sheet for sheet in whole.sheets[1:] if not sheet.laid)
    shared = max(pieces, key=lambda sheet: len(sheet.of))
    printed = pages(replace(whole, sheets=[pieces[0], large, shared]).drawn())[::2]
    names = [f"{game.key}-{name}.txt" for name in ("cards", "large", "shared")]
    return {name: "\n".join(_lines(page)) + "\n" for name, page in zip(names, printed, strict=True)}


def _lines(page: Page) -> Iterator[str]:
    """Yield what a page shows, in millimetres: its forms, what it clips to, its own paths, its words."""
    yield f"page {_mm(page.wide, page.high)}"
    for form in page.forms:
        if form.depth == 0:
            yield f"form {_mm(form.left, form.top, form.right, form.bottom)} {page.digest(form.name)}"
    yield from (f"clip {_mm(*path.box)}" for path in page.clips)
    yield from (f"path {_mm(*path.box)} {_look(path)}" for path in page.own_paths)
    letters = [letter for letter in page.letters if letter.base < page.high - FOOT]
    for (base, size), line in groupby(letters, lambda letter: (_mm(letter.base), f"{letter.size:.1f}")):
        first, *_ = run = list(line)
        yield f"words {_mm(first.left, run[-1].right)} {base} {size} {''.join(one.letter for one in run)}"


def _mm(*lengths: float) -> str:
    """Return lengths to a hundredth of a millimetre, without a minus before nought."""
    return " ".join(f"{round(length, 2) + 0.0:.2f}" for length in lengths)


def _look(path: Painted) -> str:
    """Return how a path is painted, and with which colour and line."""
    fill = "fill " + " ".join(f"{part:.3f}" for part in path.colour[1]) if path.filled else ""
    return f"{len(path.points)} {fill}{' line ' + _mm(path.thick) if path.stroked else ''}".strip()
