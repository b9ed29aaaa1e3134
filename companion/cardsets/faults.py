"""What is wrong with a set of cards: each fault with its card, its field and what would be right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import Field, SetForm


class Unreadable(Exception):
    """A file that is no set at all, and why."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a set: where, and what would be right."""

    card: str
    field: str
    words: str
    deck: str = ""
    row: int = -1
    """The card's number in its deck, from 0, where it can be pointed at."""

    def __str__(self) -> str:
        """``Thor, Health is missing.``"""
        return f"{self.card}{', ' if self.field else ''}{self.field} {self.words}."


def faults(form: SetForm, cards: Any) -> list[Fault]:
    """All that is wrong with a set, with the titles of the fields and the places of the cards."""
    return [_placed(form, cards, *fault) for fault in form.faults(cards)]


def _placed(form: SetForm, cards: Any, card: str, key: str, words: str) -> Fault:
    for deck in form.decks:
        rows = cards.get(deck.key) if isinstance(cards, Mapping) else None
        field = next((field for field in deck.fields if field.key == key), None)
        for n, row in enumerate(rows if isinstance(rows, list) else (), 1):
            if field and isinstance(row, Mapping) and card == deck.called(n, row):
                return Fault(card, field.title, words, deck.key, n - 1)
    titles = {deck.key: f"{deck.title}s" for deck in form.decks} | {"name": "Name", "source": "Source"}
    return Fault(card[:1].upper() + card[1:], titles.get(key, key), words)


def takes(field: Field) -> str:
    """What a field takes, in words."""
    if field.choices:
        said = f"One of: {', '.join(field.choices)}."
    elif field.most is not None:
        said = f"A whole number from {field.least} to {field.most}."
    else:
        said = f"Text, at most {field.at_most} characters."
    return f"{said} May be left out." if field.optional else said
