"""The editor's form of a set of cards: the names of its inputs, what they say, and its buttons."""

import re
from collections.abc import Mapping
from typing import Any

from companion.cardsets.values import ABOUT, room, tidy, value
from companion.kernel.cardset import Deck, Field, SetForm


def named(deck: Deck, row: int, field: Field) -> str:
    """The name of an input of the editor: ``gods-3-health``."""
    return f"{deck.key}-{row}-{field.key}"


def from_form(form: SetForm, given: Mapping[str, str]) -> dict[str, Any]:
    """The set that the editor's inputs say."""
    found: dict[str, Any] = {key: given.get(key, "") for key in ABOUT}
    for deck in form.decks:
        rows = {
            int(match[1]): True
            for name in given
            if (match := re.fullmatch(rf"{re.escape(deck.key)}-(\d{{1,3}})-\w+", name))
            and int(match[1]) < room(deck)
        }
        found[deck.key] = [
            {field.key: value(field, given.get(named(deck, row, field), "")) for field in deck.fields}
            for row in sorted(rows)
        ]
    return tidy(form, found)


def changed(form: SetForm, cards: Mapping[str, Any], what: str) -> dict[str, Any]:
    """The set after a button of the editor: ``add gods``, or ``drop gods 3``."""
    do, _, rest = what.partition(" ")
    key, _, number = rest.partition(" ")
    rows = list(cards.get(key) or [])
    deck = next((deck for deck in form.decks if deck.key == key), None)
    if deck is None:
        return dict(cards)
    if do == "add" and len(rows) < room(deck):
        rows.append({})
    elif do == "drop" and number.isdecimal() and int(number) < len(rows):
        del rows[int(number)]
    return {**cards, key: rows}
