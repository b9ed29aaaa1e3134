"""A printable: something a game prints, by its key, and what is cut out or printed for it."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import chain
from typing import Any

from printables.art.field import ArtField, read
from printables.layout.paper import Cutout, Order, Page
from printables.layout.sheet import Section


@dataclass(frozen=True)
class Printable:
    """Something to print: what it is called, what it is for, and how it is made."""

    key: str
    """As on the command line and in addresses."""
    title: str
    words: str
    parts: Callable[[Order], Sequence[Cutout | Page]]
    """What is cut out, or whole pages."""
    data: Any
    """What it is made from."""
    cards: str = ""
    """The name of the set of cards it is from."""
    sigils: bool = False
    """True where it is for a photograph alone: a whole kit has it only with sigils."""
    extra: bool = False
    """True where it is printed only when asked for."""
    art: Callable[[Order], Iterable[ArtField]] = lambda order: ()
    """The fields that art fills."""

    def section(self, order: Order, copies: int = 1) -> Section:
        """Its parts, so many times, with what they are made from; the last two are remembered, since the page
        that shows every sheet asks for them again with each.
        """
        return self._remembered(order, copies)

    @cached_property
    def _remembered(self) -> Callable[[Order, int], Section]:
        return lru_cache(2)(self._section)

    def _section(self, order: Order, copies: int) -> Section:
        data = json.dumps(self.data, default=_plain, sort_keys=True)
        return Section(self.title, [*self.parts(order)] * copies, data, self.cards)


def read_art(printables: Iterable[Printable], order: Order, megapixels: int | None = None) -> None:
    """Read the art of some printables, all in one process; where there is a limit of megapixels, it is of
    strangers. What is read is remembered, and drawn from there.
    """
    read(chain.from_iterable(one.art(order) for one in printables), order.inks, megapixels)


def _plain(value: Any) -> Any:
    """A dataclass as a table, one level at a time: what is in it comes here by itself; a file is its hash."""
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.compare}
    return str(value)
