"""Values of what is tracked: where a piece lies, how many there are, what is in a pile; and each in words.

A value that is known by its name alone is that name: a space, a seat, ``used``. A whole number is a number,
and names are a tuple. Everything else is one of the classes below, or a frozen class of a game with
``__str__``. Values are compared; their words are made for readers, here and in ``put_back``, and nothing
reads them back.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.words import Text, joined, message

Value = Any
"""The value of a tracked thing: a name, names, a whole number, or a frozen value."""
UP, DOWN = "face up", "face down"
ThingName = str
"""The name of a thing or a space: it is compared, and a catalogue translates it as a whole."""
PLACED = {"on": "on {place}", "beside": "beside {place}", "with": "with {place}"}
"""Preposition to the words for a place; a game may have others."""


class Thing(str):
    """The name of a thing that belongs to a seat or a piece: ``Gold disc C4``, ``Health under Thor``."""

    __slots__ = ("key", "of", "what")
    of: str
    """The seat or the piece that it belongs to."""
    what: str
    """The name without its owner: ``disc C4``."""
    key: str
    """The name by which the game finds it: ``C4``; mostly the same."""

    def __new__(cls, name: str, of: str, what: str, key: str = "") -> "Thing":
        """Return the name with what it is made of."""
        thing = super().__new__(cls, name)
        thing.of, thing.what, thing.key = of, what, key or what
        return thing

    def __reduce__(self) -> tuple[type["Thing"], tuple[str, str, str, str]]:
        """Return what another process needs to make the same name."""
        return Thing, (str(self), self.of, self.what, self.key)


@dataclass(frozen=True, slots=True)
class Lies:
    """The place of a piece and its state there. The name of a place is enough if there is no more to say."""

    place: str
    """A space, or a place beside the board: ``its card``."""
    face: str = ""
    """``UP`` or ``DOWN``, for a piece with two faces."""
    marks: tuple[str, ...] = ()
    """Other states that show on it: ``stunned``."""
    where: str = ""
    """The preposition if it does not lie on the place: ``beside``, ``with``."""
    upon: str = ""
    """The piece below it in a stack."""
    holder: str = ""
    """The seat that holds it there."""

    @classmethod
    def at(cls, value: "Lies | str") -> "Lies":
        """Return where a piece lies, of a value or of the name of its place alone."""
        return value if isinstance(value, Lies) else lies(value)

    @property
    def how(self) -> tuple[Text, ...]:
        """Return its state there, in words."""
        upon = message("on {piece}", piece=self.upon) if self.upon else ""
        return tuple(words for words in (self.face, upon, self.held, *self.marks) if words)

    @property
    def held(self) -> Text:
        """Return who holds it, in words; empty if nobody does."""
        return message("held by {seat}", seat=self.holder) if self.holder else ""

    @property
    def there(self) -> Text:
        """Return the place in words, if it is clear that a piece lies on it."""
        return self.placed if self.where and self.where != "on" else self.place

    @property
    def placed(self) -> Text:
        """Return the place in words, as the end of a sentence: ``on C4``, ``beside the lane``."""
        words = PLACED.get(self.where or "on", "{where} {place}")
        return message(words, where=self.where, place=self.place)


lies = lru_cache(maxsize=8192)(Lies)
"""Make where a piece lies; the same object for the same place, so that two moments are compared fast."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number with its unit: ``3 health``. A number that needs no unit is a plain ``int``."""

    n: int
    of: str


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a figure: ``+1``."""

    n: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The cards of a pile or a list of things, as far as they are known."""

    names: tuple[str, ...]
    n: int | None = None
    """The number of cards, if some of them may not be known."""
    top: str = ""
    """The card on top."""

    def __len__(self) -> int:
        """Return how many cards there are."""
        return len(self.names) if self.n is None else self.n


def in_words(value: Value) -> Text:
    """Return how a thing is, in words; empty where it is not there."""
    if isinstance(value, str):
        return value
    match value:
        case None:
            return ""
        case tuple():
            return message("{values}", values=[*map(in_words, value)]) if value else "none"
        case Lies():
            return joined((value.placed if value.where == "on" else value.there, *value.how), ", ")
        case Count():
            return message("{n} {of}", n=value.n, of=value.of)
        case Change():
            return message("{n:+}", n=value.n)
        case Contents():
            return _contents(value)
    return str(value)


def _contents(pile: Contents) -> Text:
    counts = Counter(pile.names).items()
    names = joined([message("{n} {name}", n=n, name=name) if n > 1 else name for name, n in counts], " · ")
    if pile.n is None or not names:
        return names if pile.n is None else str(pile.n)
    words = "{n}: {names}, {top} on top" if pile.top else "{n}: {names}"
    return message(words, n=pile.n, names=names, top=pile.top)
