"""Sets of cards as data: what a game's set must hold, so that owners can type in what their box says.

A set is a mapping as TOML gives it: ``name``, ``source`` (``house``, or where the figures are from), and for
each deck a list of cards, each a mapping of field to value.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import pydantic

from companion.kernel import schema
from companion.kernel.untrusted import USUAL, Limits, Unreadable, read_json
from companion.words import ForAuthor, Text, message

CardSet = Mapping[str, Any]
SetFault = tuple[str, str, Text]
"""A card, a field of it, and what is wrong there."""
CardFault = tuple[str, str, ForAuthor]
"""The same, as a game says it of its own cards."""
CARRIED = Limits(line=USUAL.size)
"""A set as JSON stands on one line."""
HOUSE = "house.toml"
"""The file of a game's own set, in its package."""


class AnyCard(schema.Schema, extra="allow"):
    """A card of any set: texts and whole numbers, and two numbers side by side as the focus of its art."""

    focus: str | list[int | float] = ""
    __pydantic_extra__: dict[str, str | int] = pydantic.Field(init=False)


class SetShape(schema.Schema, extra="allow"):
    """The shape of any set's file: words about itself, and decks of cards of texts and numbers."""

    game: schema.Text = ""
    name: schema.Text = ""
    source: schema.Text = ""
    __pydantic_extra__: dict[str, list[AnyCard]] = pydantic.Field(init=False)


def ensure_shape(data: Any, text: str, name: str) -> None:
    """SchemaError, with each line of the TOML, unless the data looks like a set."""
    schema.check(data, SetShape, text, name)


def house_set(package: str) -> CardSet:
    """A game's own set, from the TOML of its package; SchemaError where that does not look like a set."""
    text = schema.source(package, HOUSE)
    data = schema.parse(text, HOUSE)
    ensure_shape(data, text, HOUSE)
    return data


def carried(text: str) -> CardSet:
    """A set that was written as JSON; Unreadable where it does not look like a set."""
    data = read_json(text, CARRIED)
    try:
        SetShape.model_validate(data)
    except ValueError:
        raise Unreadable("this is not a set of cards.") from None
    return data  # type: ignore[no-any-return]


def blank(value: Any) -> bool:
    """True if nothing is said: nothing at all, or nothing but spaces."""
    return value is None or (isinstance(value, str) and not value.strip())


@dataclass(frozen=True)
class Picker:
    """The picker of a field: its text is picked in the editor instead of typed."""

    ready: tuple[tuple[str, Text], ...]
    """Whole texts, each with its meaning in words."""
    words: tuple[tuple[str, tuple[str, ...]], ...]
    """Groups of words that a text is put together from, in their order, each with its title."""
    says: Callable[[str], Text]
    """What a text means in words; empty where it is not understood."""
    reads: Callable[[Mapping[str, Any]], str] = lambda row: ""
    """The text of the field that a card's printed words say; empty where they are not understood."""


@dataclass(frozen=True)
class Field:
    """One field of a card. ``choices`` makes it a choice, ``most`` a whole number, else it is text."""

    key: str
    title: str
    help: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    at_most: int = 60
    """The longest text, in characters."""
    optional: bool = False
    picker: Picker | None = None
    known: Callable[[], Collection[str]] | None = None
    """The names it may be, looked up when it is judged: too many for a choice."""
    judged: Callable[[str], Text] = lambda value: ""
    """What else is wrong with a text, in words; empty if it is fine."""

    def fault(self, value: Any) -> Text:
        """Return in words what is wrong with a value and what would be right; empty if it is fine."""
        if blank(value):
            return "" if self.optional else "is missing"
        if self.choices:
            words = "is “{value}”; it can be {choices:, }"
            known = value in self.choices
            return "" if known else message(words, value=str(value)[:40], choices=[*self.choices])
        if self.most is not None:
            return self._number_fault(value, range(self.least, self.most + 1))
        if not isinstance(value, str) or not value.isprintable():
            return "must be a line of text"
        if len(value) > self.at_most:
            return message("has {n} characters; at most {at_most} fit", n=len(value), at_most=self.at_most)
        return self._unknown(value) or self.judged(value)

    def _number_fault(self, value: Any, numbers: range) -> Text:
        if type(value) is int and value in numbers:
            return ""
        text = isinstance(value, str) and value in map(str, numbers)
        wrong = message("the text “{value}”", value=value) if text else str(value)[:40]
        words = "is {value}; a whole number from {least} to {most} would be right"
        return message(words, value=wrong, least=self.least, most=self.most)

    def _unknown(self, value: str) -> Text:
        if self.known is None or value in self.known():
            return ""
        key = value.lower().replace(" ", "-")
        alike = [name for name in self.known() if name[:1] == key[:1] and abs(len(name) - len(key)) < 4]
        close = get_close_matches(key, alike, 1)  # of some 4,000, those worth the comparison
        would = message("did you mean “{name}”?", name=close[0]) if close else "another would be right"
        return message("is “{value}”, which is not there; {would}", value=value, would=would)


@dataclass(frozen=True)
class Deck:
    """A kind of card: its fields (the first is the name), and how many of it the set must hold."""

    key: str
    title: str
    fields: tuple[Field, ...]
    least: int = 1
    """0 where a set may leave the deck out."""
    most: int = 60
    by: str = ""
    """A field whose choices must each come ``each`` times, e.g. the side of a god; empty: free."""
    each: int = 0

    def field(self, key: str) -> Field | None:
        """Return the field of a key; None where there is none."""
        return next((field for field in self.fields if field.key == key), None)

    def called(self, n: int, row: Mapping[str, Any]) -> str:
        """Return the name of the ``n``-th card in a fault, or else its number."""
        name = row.get(self.fields[0].key)
        return f"{self.title} {n}" if blank(name) or not name else str(name)[:60]


def _row_faults(deck: Deck, n: int, row: Mapping[str, Any]) -> Iterator[SetFault]:
    """Yield what is wrong with the n-th card of a deck."""
    card, keys = deck.called(n, row), {field.key for field in deck.fields}
    for key in row:
        if key not in keys:
            yield card, str(key), "is not known here"
    for field in deck.fields:
        if fault := field.fault(row.get(field.key)):
            yield card, field.key, fault


@dataclass(frozen=True)
class SetForm:
    """The form of a game's set. ``more`` adds faults only the game knows, as (card, field, fault)."""

    decks: tuple[Deck, ...]
    house: CardSet
    more: Callable[[CardSet], Sequence[CardFault]] = lambda cards: []
    says: Callable[[str, Mapping[str, Any]], Text] = lambda deck, row: str(row.get("text") or "")
    """What a card of a deck says, in words."""
    left_to_hands: tuple[str, ...] = ()
    """Fields whose faults leave a card to the hands: a sitting that was begun with such a set goes on."""
    at_once: Callable[[CardSet, str], CardSet] = lambda cards, card: cards
    """The set with a card in play from the start that comes late in most games, or never; else as it is."""

    def faults(self, cards: Any) -> list[SetFault]:
        """All that is wrong with a set, as (card, field, what is wrong), in reading order; empty if fine."""
        if not isinstance(cards, Mapping):
            return [("the set", "", "is not a table of decks")]
        result: list[SetFault] = [
            ("the set", key, "is not known here") for key in cards if key not in self._keys
        ]
        about = (Field("name", "Name"), Field("source", "Source", at_most=200, optional=True))
        faults = ((field.key, field.fault(cards.get(field.key))) for field in about)
        result += [("the set", key, fault) for key, fault in faults if fault]
        for deck in self.decks:
            result += _deck_faults(deck, cards.get(deck.key))
        return result or list(self.more(cards))

    def deck(self, key: str) -> Deck | None:
        """Return the deck of a key; None where there is none."""
        return next((deck for deck in self.decks if deck.key == key), None)

    @property
    def _keys(self) -> set[str]:
        return {"name", "source", *(deck.key for deck in self.decks)}


def _deck_faults(deck: Deck, rows: Any) -> list[SetFault]:
    if rows is None and not deck.least:
        return []
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        return [("the set", deck.key, "is missing; a list of cards would be right")]
    result: list[SetFault] = []
    if not deck.least <= len(rows) <= deck.most:
        words = "holds {n} cards; {least} to {most} would be right"
        why = message(words, n=len(rows), least=deck.least, most=deck.most)
        result.append(("the set", deck.key, why))
    for n, row in enumerate(rows[: deck.most], 1):
        result += _row_faults(deck, n, row)
    return [*result, *_repeated(deck, rows)] or [*_uneven(deck, rows)]


def _repeated(deck: Deck, rows: Sequence[Mapping[str, Any]]) -> Iterator[SetFault]:
    first = deck.fields[0].key
    for name, n in Counter(str(row.get(first)) for row in rows).items():
        if n > 1:
            yield name[:60], first, message("stands {n} times", n=n)


def _uneven(deck: Deck, rows: Sequence[Mapping[str, Any]]) -> Iterator[SetFault]:
    """Yield the choices of the deck's ``by`` field that it does not hold ``each`` times."""
    by, counts = deck.field(deck.by), Counter(row.get(deck.by) for row in rows)
    for value in by.choices if by else ():
        if counts[value] != deck.each:
            words = "holds {n} of {value}; {each} would be right"
            yield "the set", deck.key, message(words, n=counts[value], value=value, each=deck.each)
