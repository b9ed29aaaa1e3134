"""The values of a set's fields: read from text, put in the order of the form, empty ones left out."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.kernel.cardset import CardSet, Deck, Field, SetForm, blank

ABOUT = ("name", "source")
"""What a set says about itself."""


def room(deck: Deck) -> int:
    """The most cards of a deck that are read and shown, so that there is one too many to take out."""
    return 2 * deck.most


def empty(form: SetForm) -> dict[str, Any]:
    """Return a set to fill in: as many cards as it must hold, with nothing on them but their side.

    A thing that a set holds once, such as a board, is the house's.
    """
    return {
        deck.key: form.house.get(deck.key, []) if deck.most == 1 else _blank_rows(deck)
        for deck in form.decks
        if deck.least
    }


def _blank_rows(deck: Deck) -> list[dict[str, Any]]:
    by = deck.field(deck.by)
    if by is None:
        return [{} for _ in range(deck.least)]
    return [{by.key: choice} for choice in by.choices for _ in range(deck.each)]


def cards_of(cards: Any, deck: Deck) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the cards of a deck by number, from 0, of a set in which anything may be wrong."""
    rows = cards.get(deck.key) if isinstance(cards, Mapping) else None
    for n, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, Mapping):
            yield n, row


def tidy(form: SetForm, cards: CardSet) -> dict[str, Any]:
    """The same set in the order of its form, without what is empty, each text on one line.

    Unknown values stay, for the faults.
    """
    result: dict[str, Any] = {key: _line(cards[key]) for key in ABOUT if not blank(cards.get(key))}
    for deck in form.decks:
        rows = cards.get(deck.key)
        if rows or deck.least:
            result[deck.key] = _tidied(deck, rows)
    keys = {*ABOUT, *(deck.key for deck in form.decks)}
    return result | {key: value for key, value in cards.items() if key not in keys}


def _tidied(deck: Deck, rows: Any) -> Any:
    """Return the cards of a deck in order; what is no list of cards stays as it is."""
    if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows):
        return [_tidy(deck, row) for row in rows]
    return rows


def _tidy(deck: Deck, row: Mapping[str, Any]) -> dict[str, Any]:
    order = [field.key for field in deck.fields if field.key in row]
    return {
        key: _line(row[key]) for key in (*order, *(k for k in row if k not in order)) if not blank(row[key])
    }


def _line(value: Any) -> Any:
    """A text without line ends, and with one plain space between its words; so is a list of numbers."""
    if isinstance(value, list):
        value = " ".join(map(str, value))
    return " ".join(value.split()) if isinstance(value, str) else value


def value(field: Field, text: str) -> Any:
    """Return the value of a cell or an input: a whole number if the field counts, else text on one line."""
    text = _line(text)
    if field.most is not None and (whole := re.fullmatch(r"(-?\d{1,9})(\.0+)?", text)):
        return int(whole[1])
    return text
