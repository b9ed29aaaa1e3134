"""Faults of a set of cards: each with its card, its field and what would be right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import Deck, Field, SetForm
from companion.kernel.toml import Path
from companion.toolkit.cardsets.values import cards_of
from companion.words import Message, Text, joined, message


class UnreadableSet(Exception):
    """A file that is no set at all, and why."""


@dataclass(frozen=True)
class CardSetFault:
    """A fault of a set: its place, and what would be right."""

    card: str
    field: str
    words: Text
    deck: str = ""
    row: int = -1
    """The card's number in its deck, from 0, where it can be pointed at."""
    where: Text = ""
    """``my.toml, line 12``, where the set is from a file."""

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Text:
        """Return the fault with its place: ``my.toml, line 12: Thor, Health is missing.``"""
        return joined((self.where, self.what), ": ")

    @property
    def what(self) -> Message:
        """Return the fault: ``Thor, Health is missing.``"""
        return message("{what} {why}.", what=joined((self.card, self.field), ", "), why=self.words)


def faults(form: SetForm, cards: Any, where: Callable[[Path], Text] = lambda path: "") -> list[CardSetFault]:
    """All that is wrong with a set, with the titles of the fields and the places of the cards.

    ``where`` tells in which line of its file something of the set stands.
    """
    called: dict[str, list[tuple[Deck, int]]] = {}
    for deck in form.decks:
        for n, row in cards_of(cards, deck):
            called.setdefault(deck.called(n + 1, row), []).append((deck, n))
    titles = {deck.key: f"{deck.title}s" for deck in form.decks} | {"name": "Name", "source": "Source"}
    result = []
    for card, key, words in form.faults(cards):
        for deck, n in called.get(card, ()):
            if field := deck.field(key):
                result.append(CardSetFault(card, field.title, words, deck.key, n, where((deck.key, n, key))))
                break
        else:
            place = where(next(((deck.key, n, key) for deck, n in called.get(card, ())), (key,)))
            result.append(CardSetFault(card[:1].upper() + card[1:], titles.get(key, key), words, where=place))
    return result


def takes(field: Field) -> Message:
    """Return in words what a field takes."""
    if field.choices:
        words = message("One of: {choices:, }.", choices=field.choices)
    elif field.most is not None:
        words = message("A whole number from {least} to {most}.", least=field.least, most=field.most)
    else:
        words = message("Text, at most {most} characters.", most=field.at_most)
    return message("{takes} May be left out.", takes=words) if field.optional else words
