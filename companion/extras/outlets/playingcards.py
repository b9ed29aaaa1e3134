"""playingcards.io: a game file, which is a zip with ``widgets.json`` and its pictures under ``userassets``.

It publishes no description of the file; the fields are those that its own files have, as the importer of
Virtual Tabletop reads them (ArnoldSmith86/virtualtabletop, ``server/pcioimport.mjs``), which takes pictures
of up to 2 MiB. A table is 1,600 × 1,000 dots, the hands lie below 820.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from companion.extras.outlets.faces import Faced, faced, shaped
from companion.kernel.game import Game
from printables.layout.paper import Order
from printables.outlets.file import File
from printables.outlets.pictures import png
from printables.outlets.pieces import Group
from printables.sources.source import Source

Widget = dict[str, Any]
Step = tuple[float, float, float]
"""A part of the lower edge of what is placed: from the left, how low, and to the right."""
TABLE = (1560.0, 780.0)
"""So wide and high is what there is for pieces; hands lie below."""
EDGE, GAP, HEAD = 20.0, 12.0, 24.0
"""About the table, between things, and above a pile for its name."""
LARGEST = 1.8
"""Dots to a millimetre: a card is as large as those of its own decks."""
DPI = 150.0
COUNTER = (140.0, 44.0)
NAMED = 60
"""A pile that is narrower has no room for its name."""


def playingcards(order: Order, game: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """The game file: boards, decks and pieces, and what the table counts, all at one scale."""
    table = _Table()
    for group in groups:
        table.add(order, group)
    counters = Source.of(game).view.counters
    widgets: list[Widget] = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}]
    widgets += table.widgets([(str(counter.name).capitalize(), counter.value) for counter in counters])
    yield File("widgets.json", json.dumps(widgets, indent=1, ensure_ascii=False).encode())
    yield from table.files


@dataclass(frozen=True)
class _Thing:
    """A thing with a place of its own: a board, a pile to draw from, or a stack of one kind."""

    name: str
    size: tuple[float, float]
    """In millimetres."""
    image: str = ""
    """Of a board."""
    deck: str = ""
    types: tuple[tuple[str, int], ...] = ()
    """Of a pile or a stack: its kinds, and how many there are of each."""


@dataclass
class _Table:
    """The table in the making: pictures, decks with the size of their cards, and the things on it."""

    files: list[File] = field(default_factory=list)
    decks: list[tuple[Widget, tuple[float, float]]] = field(default_factory=list)
    things: list[_Thing] = field(default_factory=list)

    def add(self, order: Order, group: Group) -> None:
        """The pieces of a group: boards where they have one side, piles where backs hide what they are."""
        kinds = list(faced(order, group, DPI))
        if not any(cutout.outline or cutout.back for cutout, _ in group.pieces):
            for one in kinds:
                address = self._picture(f"{group.key}-{one.key}", one.front)
                self.things += [_Thing(one.name, one.size, address)] * one.count
            return
        loose: Widget = {}
        for n, some in enumerate(_by_back(kinds), 1):
            types, counts = self._types(group.key, n, some), tuple((one.key, one.count) for one in some)
            piled = len(some) > 1
            ident = f"deck:{group.key}:{n if piled else 0}"
            if piled:
                self._deck(ident, some[0].size, types, f"pile-{len(self.things)}")
            else:
                loose |= types
            self.things.append(_Thing(group.title, some[0].size, "", ident, counts))
        if loose:
            self._deck(f"deck:{group.key}:0", kinds[0].size, loose, None)

    def _types(self, key: str, n: int, some: Sequence[Faced]) -> Widget:
        """The pictures of kinds that have one back."""
        back = some[0].back
        behind = self._picture(f"{key}-back-{n}", shaped(back, some[0].cutout)) if back else ""
        result = {}
        for one in some:
            front = self._picture(f"{key}-{one.key}", shaped(one.front, one.cutout))
            result[one.key] = {"label": one.name, "face": front, "back": behind or front}
        return result

    def _deck(self, ident: str, size: tuple[float, float], types: Widget, pile: str | None) -> None:
        """A deck: what lies in a pile is gathered there again; pieces that lie loose have one together."""
        self.decks.append(({"id": ident, "type": "cardDeck", "cardTypes": types, "parent": pile}, size))

    def _picture(self, name: str, image: Image.Image) -> str:
        """Keep a picture; its address."""
        self.files.append(File(f"userassets/{name}.png", png(image)))
        return f"package://{self.files[-1].name}"

    # -- the table ----------------------------------------------------------------------------------------

    def widgets(self, counters: Sequence[tuple[str, int]]) -> Iterator[Widget]:
        """Everything in its place, as large as the table allows."""
        scale, places = self._laid(len(counters))
        for deck, size in self.decks:
            w, h = (round(side * scale) for side in size)
            yield {**deck, "x": 0, "y": 0, "z": 2, "cardWidth": w, "cardHeight": h, **_looks(w, h)}
        for n, (thing, (x, y)) in enumerate(zip(self.things, places, strict=True)):
            yield from _widgets(thing, n, x, y, scale)
        for n, (name, value) in enumerate(counters):
            yield {
                "id": f"counter-{n}",
                "type": "counter",
                "x": EDGE + n * (COUNTER[0] + GAP),
                "y": EDGE + HEAD,
                "z": 5,
                "counterValue": value,
                "label": name,
            }

    def _laid(self, counters: int) -> tuple[float, list[tuple[float, float]]]:
        """Dots to a millimetre, and where each thing lies."""
        top = EDGE + (HEAD + COUNTER[1] + GAP if counters else 0.0)
        scale = LARGEST
        while True:
            places, low = _packed([thing.size for thing in self.things], scale, top)
            if low <= EDGE + TABLE[1]:
                return scale, places
            scale *= 0.97


def _by_back(kinds: Iterable[Faced]) -> Iterable[list[Faced]]:
    """Return together what has the same back, and alone what has none."""
    backs: dict[bytes, list[Faced]] = {}
    for one in kinds:
        backs.setdefault(one.back.tobytes() if one.back else one.key.encode(), []).append(one)
    return backs.values()


def _packed(
    sizes: Sequence[tuple[float, float]], scale: float, top: float
) -> tuple[list[tuple[float, float]], float]:
    """Return the places of things of some sizes, and the lowest edge of all: infinite if one is too wide.

    The tallest is placed first, each as high and then as far left as it can be.
    """
    end = EDGE + TABLE[0] + GAP
    line, places = [(EDGE, top, end)], dict[int, tuple[float, float]]()
    for n in sorted(range(len(sizes)), key=lambda n: -sizes[n][1]):
        w, h = sizes[n][0] * scale + GAP, sizes[n][1] * scale + HEAD + GAP
        free = [
            (max(low for left, low, right in line if left < x + w and right > x), x)
            for x, _, _ in line
            if x + w <= end
        ]
        if not free:
            return [], float("inf")
        y, x = min(free)
        places[n] = x, y + HEAD
        line = _lowered(line, x, x + w, y + h)
    return [places[n] for n in range(len(sizes))], max(low for _, low, _ in line) - GAP


def _lowered(line: Sequence[Step], left: float, right: float, low: float) -> list[Step]:
    """Return the lower edge of what is placed after one thing more."""
    kept = [(start, y, min(end, left)) for start, y, end in line if start < left]
    kept += [(max(start, right), y, end) for start, y, end in line if end > right]
    return sorted([*kept, (left, low, right)])


def _looks(w: int, h: int) -> Widget:
    """Return how the cards of a deck are drawn: a picture on either side."""
    sides = {}
    for side, value in (("faceTemplate", "face"), ("backTemplate", "back")):
        picture = {"type": "image", "value": value, "valueType": "dynamic", "color": "transparent"}
        room = {"x": 0, "y": 0, "w": w, "h": h}
        sides[side] = {"includeBorder": False, "includeRadius": False, "objects": [picture | room]}
    return {**sides, "enlarge": True, "autoShuffle": False}


def _widgets(thing: _Thing, n: int, x: float, y: float, scale: float) -> Iterator[Widget]:
    """A board, a pile with what lies in it face down, or a stack that lies face up."""
    w, h = (round(side * scale) for side in thing.size)
    place, large = {"x": round(x), "y": round(y)}, {"width": w, "height": h}
    if thing.image:
        yield {"id": f"board-{n}", "type": "board", **place, "z": 1, **large, "boardImage": thing.image}
        return
    piled = len(thing.types) > 1
    if piled:
        label = thing.name if w >= NAMED else ""
        pile = {"id": f"pile-{n}", "type": "cardPile", **place, "z": 3, **large, "label": label}
        yield {**pile, "hasShuffleButton": True, "dragging": None}
    ones = [kind for kind, count in thing.types for _ in range(count)]
    for number, kind in enumerate(ones, 1):
        yield {
            "id": f"piece-{n}-{number}",
            "type": "card" if piled else "piece",
            "deck": thing.deck,
            "cardType": kind,
            "parent": f"pile-{n}" if piled else None,
            **place,
            "z": 100 + number,
            "faceup": not piled,
        }
