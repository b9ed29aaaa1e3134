"""Screentop: pictures for its editor, where one uploads them; it publishes no file to bring a game in with.

A deck is a sheet of fronts and a sheet of backs in the same order, its cards edge to edge, as its editor cuts
a picture into a grid; every other piece is a picture of its own, clear beyond its outline. ``pieces.json``
says how many columns and rows a sheet has, what lies where, how many there are and how large in millimetres.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from companion.extras.outlets.faces import Faced, faced, grid, shaped
from companion.kernel.game import Game
from printables.layout.paper import Order
from printables.outlets.file import File
from printables.outlets.pictures import png
from printables.outlets.pieces import Group, is_deck

INCH = 25.4
DPI = 300.0
MOST = 4096
"""Dots a side of a picture, at most: *house*, what the browsers of phones show."""
COLUMNS = 10
Entry = dict[str, Any]


def screentop(order: Order, _: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """Sheets of the decks, pictures of the other pieces, and a list of them."""
    entries: list[Entry] = []
    for group in groups:
        for file, entry in _deck(order, group) if is_deck(group) else _pieces(order, group):
            entries += [entry] if entry else []
            yield file
    yield File("pieces.json", json.dumps(entries, indent=1, ensure_ascii=False).encode())


def _deck(order: Order, group: Group) -> Iterator[tuple[File, Entry | None]]:
    w, h = group.pieces[0][0].size
    columns = min(COLUMNS, len(group.pieces))
    rows = -(-len(group.pieces) // columns)
    cards = list(faced(order, group, min(DPI, INCH * min(MOST // columns / w, MOST // rows / h))))
    fronts, backs = f"{group.key}/fronts.png", f"{group.key}/backs.png"
    entry = {"title": group.title, "fronts": fronts, "backs": backs, "columns": columns, "rows": rows}
    yield File(fronts, png(grid([card.front for card in cards], columns))), {**entry, **_measured(cards)}
    yield File(backs, png(grid([card.back or card.front for card in cards], columns))), None


def _measured(some: Sequence[Faced]) -> Entry:
    """Return the size of pieces, their names and how many there are of each."""
    pieces = [{"name": one.name, "count": one.count} for one in some]
    return {"millimetres": [round(side, 2) for side in some[0].size], "pieces": pieces}


def _pieces(order: Order, group: Group) -> Iterator[tuple[File, Entry | None]]:
    large = max(max(cutout.size) for cutout, _ in group.pieces)
    for one in faced(order, group, min(DPI, MOST / large * INCH)):
        front, back = (f"{group.key}/{one.key}{end}.png" for end in ("", "-back"))
        entry = {"title": group.title, "front": front, **_measured([one])}
        entry |= {"back": back} if one.back else {}
        yield File(front, png(shaped(one.front, one.cutout))), entry
        if one.back:
            yield File(back, png(shaped(one.back, one.cutout))), None
