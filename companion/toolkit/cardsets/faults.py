"""Faults of a set of cards: each with its card, its field and what would be right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import Deck, Field, SetForm
from companion.kernel.toml import Path


class Unreadable(Exception):
    """A file that is no set at all, and why."""


@dataclass(frozen=True)
class Fault:
    """A fault of a set: its place, and what would be right."""

    card: str
    field: str
    words: str
    deck: str = ""
    row: int = -1
    """The card's number in its deck, from 0, where it can be pointed at."""
    where: str = ""
    """``my.toml, line 12``, where the set is from a file."""

    def __str__(self) -> str:
        """``my.toml, line 12: Thor, Health is missing.``"""
        return f"{self.where}{': ' if self.where else ''}{self.what}"

    @property
    def what(self) -> str:
        """``Thor, Health is missing.``"""
        return f"{self.card}{', ' if self.field else ''}{self.field} {self.words}."


def faults(form: SetForm, cards: Any, where: Callable[[Path], str] = lambda path: "") -> list[Fault]:
    """All that is wrong with a set, with the titles of the fields and the places of the cards.

    ``where`` tells in which line of its file something of the set stands.
    """
    called: dict[str, list[tuple[Deck, int]]] = {}
    for deck in form.decks:
        rows = cards.get(deck.key) if isinstance(cards, Mapping) else None
        for n, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, Mapping):
                called.setdefault(deck.called(n + 1, row), []).append((deck, n))
    titles = {deck.key: f"{deck.title}s" for deck in form.decks} | {"name": "Name", "source": "Source"}
    found = []
    for card, key, words in form.faults(cards):
        for deck, n in called.get(card, ()):
            if field := next((field for field in deck.fields if field.key == key), None):
                found.append(Fault(card, field.title, words, deck.key, n, where((deck.key, n, key))))
                break
        else:
            place = where(next(((deck.key, n, key) for deck, n in called.get(card, ())), (key,)))
            found.append(Fault(card[:1].upper() + card[1:], titles.get(key, key), words, where=place))
    return found


def takes(field: Field) -> str:
    """Return in words what a field takes."""
    if field.choices:
        said = f"One of: {', '.join(field.choices)}."
    elif field.most is not None:
        said = f"A whole number from {field.least} to {field.most}."
    else:
        said = f"Text, at most {field.at_most} characters."
    return f"{said} May be left out." if field.optional else said
