"""Fragments of a page: parts that are made once, cached by their content, and sent once to each phone.

A part is a macro that depends on nothing but what it is given. Its name is a hash of its content, so a phone
that says by name what it has (``X-Has``) is sent only that name again, and htmx leaves the part where it is,
or moves it there. Parts may lie within parts; only a group of a board's marks holds no other name, as htmx
makes an element anew that holds one it knows, and not as SVG. Quotes of rules come and go with the dock:
those the page does not show stay in it, hidden.
"""

import re
import threading
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from flask import request
from markupsafe import Markup

from companion.kernel.view import Card
from companion.svg.paths import named
from companion.web.languages import tongue

HAS = "X-Has"
HIDDEN_QUOTES = 24
"""So many quotes that the page does not show stay in it at most."""
_TAG = re.compile(r"<(\w+)")
_QUOTE = re.compile(r"r[\w-]{11}")
Macro = Callable[..., Markup]


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it was made, once for all phones."""

    name: str
    tag: str
    whole: Markup
    pieces: "tuple[Part | str, ...]"
    """What follows the start of its first tag: the parts within it, and what is between them."""

    @property
    def _start(self) -> str:
        return f'<{self.tag} id="{self.name}" hx-morph-skip'

    @property
    def bare(self) -> Markup:
        """Without names, for where it stands once more on the same page, or nobody says what he has."""
        inner = (piece if isinstance(piece, str) else piece.bare for piece in self.pieces)
        return Markup(f"<{self.tag}{''.join(inner)}")

    def sent(self, had: Collection[str]) -> Markup:
        """Return the markup for a phone that already has these parts."""
        if self.name in had:
            return Markup(f"{self._start}></{self.tag}>")
        if not had or len(self.pieces) == 1:
            return self.whole
        inner = (piece if isinstance(piece, str) else piece.sent(had) for piece in self.pieces)
        return Markup(self._start + "".join(inner))


class Sending:
    """One answer to one phone: the parts it has already, and the quotes that stand on the page."""

    def __init__(self) -> None:
        headers = request.headers
        self.had = frozenset(headers.get(HAS, "").split())
        self.named = bool(self.had) or "HX-Request" not in headers
        """False for a fragment to somebody who does not say what he has: names are of no use to him."""
        self._quotes: set[str] = set()

    def part(self, macro: Macro, *given: object) -> Markup:
        """A part of the page, as far as the phone needs it."""
        made = _made(macro, *given)
        return made.sent(self.had) if self.named else made.bare

    def group(self, name: str, start: str, content: str) -> str:
        """Marks of the board under one name."""
        return start + ("" if name in self.had else content) + "</g>"

    def quote(self, macro: Macro, *given: object) -> Markup:
        """A rule's quote: a part that may stand in many places of a page, or in none for a while."""
        made = _made(macro, *given)
        if made.name in self._quotes or not self.named:
            return made.bare
        self._quotes.add(made.name)
        return made.sent(self.had)

    def hidden_quotes(self) -> Markup:
        """The quotes the phone has that the page does not show."""
        unseen = sorted(name for name in self.had - self._quotes if _QUOTE.fullmatch(name))[:HIDDEN_QUOTES]
        return Markup("".join(f'<p id="{name}" hx-morph-skip></p>' for name in unseen))


def part(macro: Macro, *given: object) -> Markup:
    """A part within a part."""
    return _within(_made(macro, *given))


def group(name: str, start: str, content: str) -> str:
    """Marks of a board that is a part."""
    return _within(Part(name, "g", Markup(f"{start}{content}</g>"), (f"{start[2:]}{content}</g>",)))


def alike(cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Cards in their order, those of one kind together: they change together, or not at all."""
    return [tuple(run) for _, run in groupby(cards, key=lambda card: card.kind)]


_making = threading.local()


def _made(macro: Macro, *given: object) -> Part:
    return _kept(macro, tongue(), *given)


@lru_cache(maxsize=4096)
def _kept(macro: Macro, language: object, *given: object) -> Part:
    around: list[Part] = getattr(_making, "parts", [])
    inner: list[Part] = []
    _making.parts = inner
    try:
        bare = str(macro(*given)).lstrip()
    finally:
        _making.parts = around
    tag = _TAG.match(bare)[1]  # type: ignore[index]
    place = "".join(word for word in given if isinstance(word, str))  # the same card may lie in two places
    name = f"{'r' if tag == 'p' else 'p'}{named(place + bare)}"
    rest = bare[len(tag) + 1 :]
    return Part(name, tag, Markup(f'<{tag} id="{name}" hx-morph-skip{rest}'), _cut(rest, inner))


def _cut(text: str, inner: list[Part]) -> "tuple[Part | str, ...]":
    """A text in pieces: the parts within it, and what is between them."""
    pieces: list[Part | str] = []
    at = 0
    for one in inner:
        there = text.index(one.whole, at)
        pieces += [text[at:there], one]
        at = there + len(one.whole)
    return (*pieces, text[at:])


def _within(made: Part) -> Markup:
    _making.parts.append(made)
    return made.whole


GLOBALS = {"sending": Sending, "part": part, "group": group, "alike": alike}
