"""A printable: something a game prints, by its key, and how its pages are made."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

from printables.layout.book import Section
from printables.layout.paper import Order, Page


@dataclass(frozen=True)
class Printable:
    """Something to print: what it is called, what it is for, and how its pages are made."""

    key: str
    """As on the command line and in addresses."""
    title: str
    words: str
    pages: Callable[[Order], list[Page]]
    data: Any
    """What it is made from."""
    cards: str = ""
    """The name of the set of cards it is from."""
    singly: bool = False
    """True where a print shop can have it one a page."""

    def section(self, order: Order) -> Section:
        """Its pages, with the hash of its data."""
        data = json.dumps(self.data, default=_plain, sort_keys=True)
        return Section(self.title, self.pages(order), data, self.cards)


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)
