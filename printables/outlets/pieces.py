"""Pieces that go through an outlet one by one: how many there are of each, and every side that is drawn."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from unicodedata import normalize

from printables.layout.book import Book
from printables.layout.imposition import sheets
from printables.layout.paper import Cutout, Draw, Order
from printables.layout.products import called
from printables.layout.sheet import Section
from printables.sources.catalogue import pieces_alone
from printables.sources.printable import Printable


@dataclass(frozen=True)
class PieceSide:
    """A side that is drawn: ``cutout`` is the piece, its front this side."""

    key: str
    """As a part of a file's name: ``03-odin``; ``back`` where several pieces have it behind them."""
    cutout: Cutout
    count: int


@dataclass(frozen=True)
class Group:
    """The pieces of a printable."""

    key: str
    title: str
    pieces: tuple[tuple[Cutout, int], ...]
    """Each kind of piece, and how many there are of it."""
    folder: str
    """Where its files go: its key, and what a shop calls what it is cut to."""
    section: Section
    """All of them, each as often as there are of it."""

    @cached_property
    def sides(self) -> tuple[PieceSide, ...]:
        """Every side once, fronts before backs."""
        long = len(str(len(self.pieces)))
        fronts, backs = list[PieceSide](), dict[Draw, list[PieceSide]]()
        for n, (cutout, count) in enumerate(self.pieces, 1):
            key = f"{n:0{long}}-{plain(cutout.name or self.title)}"
            fronts.append(PieceSide(key, cutout, count))
            if behind := cutout.back:
                back = PieceSide(f"{key}-back", replace(cutout, front=behind, back=None), count)
                backs.setdefault(behind, []).append(back)
        shared = [some for some in backs.values() if len(some) > 1]
        for n, some in enumerate(shared, 1):
            key, count = "back" if len(shared) == 1 else f"back-{n}", sum(side.count for side in some)
            some[:] = [replace(some[0], key=key, count=count)]
        return *fronts, *chain.from_iterable(backs.values())

    def drawn(self, order: Order, number: int | None = None) -> bytes:
        """A document with a page for every side, in their order; or for one of them."""
        faces = [replace(side.cutout, back=None) for side in self.sides]
        some = Section(self.title, faces if number is None else faces[number : number + 1], "")
        return Book(order, self.title, [some], sheets(order, [some])).drawn()


HAND = 130.0
"""Two-sided cards up to so many millimetres are a deck; larger ones lie on the table."""


def is_deck(group: Group) -> bool:
    """True if pieces are cards to shuffle and hold."""
    kinds = [cutout for cutout, _ in group.pieces]
    small = all(cutout.back and not cutout.outline and max(cutout.size) <= HAND for cutout in kinds)
    return small and len({cutout.size for cutout in kinds}) == 1 and sum(n for _, n in group.pieces) > 1


def once(order: Order, title: str, some: Sequence[Group]) -> Book:
    """A document with every side of some groups once."""
    sections = [
        Section(one.title, [replace(side.cutout, back=None) for side in one.sides], one.section.data)
        for one in some
    ]
    return Book(order, title, sections, sheets(order, sections))


def groups(order: Order, printables: Sequence[Printable], copies: int = 1) -> list[Group]:
    """The pieces of some printables; Unprintable where none of them is cut out of card."""
    return [_group(order, one, one.section(order, copies)) for one in pieces_alone(order, printables)]


def _group(order: Order, one: Printable, section: Section) -> Group:
    counts = Counter(part for part in section.parts if isinstance(part, Cutout))
    names = {called(order, cutout.size) for cutout in counts}
    folder = "-".join(filter(None, (one.key, names.pop() if len(names) == 1 else "")))
    return Group(one.key, one.title, tuple(counts.items()), folder, section)


def plain(name: str) -> str:
    """A name as a part of a file's name: small Latin letters, digits and hyphens."""
    ascii_ = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_).strip("-")[:40].strip("-") or "piece"
