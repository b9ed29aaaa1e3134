"""The editor's form of a set of cards: the names of its inputs, what they say, and its buttons."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.kernel.cardset import Deck, Field, Picker, SetForm
from companion.toolkit.cardsets.proposals import with_proposals
from companion.toolkit.cardsets.values import ABOUT, room, tidy, value


def named(deck: Deck, row: int, field: Field) -> str:
    """The name of an input of the editor: ``gods-3-health``."""
    return f"{deck.key}-{row}-{field.key}"


def from_form(form: SetForm, form_values: Mapping[str, str]) -> dict[str, Any]:
    """The set that the editor's inputs say."""
    result: dict[str, Any] = {key: form_values.get(key, "") for key in ABOUT}
    for deck in form.decks:
        rows = {
            int(match[1]): True
            for name in form_values
            if (match := re.fullmatch(rf"{re.escape(deck.key)}-(\d{{1,3}})-\w+", name))
            and int(match[1]) < room(deck)
        }
        result[deck.key] = [
            {field.key: value(field, form_values.get(named(deck, row, field), "")) for field in deck.fields}
            for row in sorted(rows)
        ]
    return tidy(form, result)


def picked(what: str) -> tuple[str, int, str]:
    """The deck, card and field whose text is picked by a button of the editor: ``pick gods 3 effect``."""
    match = re.fullmatch(r"(?:pick|put|join) (\w+) (\d{1,3}) (\w+)(?: \d{1,3})?", what)
    return (match[1], int(match[2]), match[3]) if match else ("", -1, "")


def joined(text: str, words: Sequence[str]) -> str:
    """A text of the editor with one part more, put together from words; a new time begins a new sentence."""
    part = " ".join(word for word in words if word)
    if not part or not text:
        return text or part
    return f"{text.rstrip('. ')}. {part}" if ":" in part else f"{text.rstrip('; ')}; {part}"


def _text(form: SetForm, cards: Mapping[str, Any], what: str, words: Sequence[str]) -> dict[str, Any]:
    """The set with a text picked whole (``put gods 3 effect 7``) or grown (``join gods 3 effect``)."""
    key, n, name = picked(what)
    picker, rows = _picker(form, key, name), list(cards.get(key) or [])
    if picker is None or n >= len(rows):
        return dict(cards)
    number = what.rpartition(" ")[2]
    if what.startswith("join "):
        known = [word for word, (_, of) in zip(words, picker.words, strict=False) if word in ("", *of)]
        rows[n] = {**rows[n], name: joined(str(rows[n].get(name) or ""), known)}
    elif _has(picker.ready, number):
        rows[n] = {**rows[n], name: picker.ready[int(number)][0]}
    return {**cards, key: rows}


def _picker(form: SetForm, key: str, name: str) -> Picker | None:
    deck = form.deck(key)
    field = deck.field(name) if deck else None
    return field.picker if field else None


def _has(some: Sequence[object], number: str) -> bool:
    """True if a number that a button names is a place in a list."""
    return number.isdecimal() and int(number) < len(some)


def changed(form: SetForm, cards: Mapping[str, Any], what: str, words: Sequence[str] = ()) -> dict[str, Any]:
    """The set after a button of the editor.

    ``add gods``, ``drop gods 3``, ``read`` or ``read gods 3`` (take what is proposed), or one
    that picks a text.
    """
    do, _, rest = what.partition(" ")
    if do in ("put", "join"):
        return _text(form, cards, what, words)
    key, _, number = rest.partition(" ")
    if do == "read":
        which = [(key, int(number))] if number.isdecimal() else []
        return with_proposals(form, cards, *which)
    deck, rows = form.deck(key), list(cards.get(key) or [])
    if deck is None:
        return dict(cards)
    if do == "add" and len(rows) < room(deck):
        rows.append({})
    elif do == "drop" and _has(rows, number):
        del rows[int(number)]
    return {**cards, key: rows}
