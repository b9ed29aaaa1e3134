"""Messages: an English template with named values, put into words when somebody reads it.

A translation would need other templates and nothing else.

A template is written as for ``str.format``. What follows the colon is the form of a value:

=========================  =================================================================================
``{piece}``                a name, a number or another message; several are listed: Uriel, Baal and Michael
``{sides:or}``             the list with another last word: Uriel, Baal or Michael
``{parts: · }``            the list with this between its parts (no letters)
``{n:# card|# cards}``     the first for 1, else the second, with the number for ``#``; of a list, its length
``{names:wins|win}``       the first for one name, the second for several and for one like Angels
``{side's} turn``          the possessive: Angels' turn, Gold's turn
``{Marker} is on {space}`` the value ``marker``, with a capital letter
``{n:+}``                  the number with its sign
``{share:.1f}``            the number with so many decimals
``{round:small}``          a name inside of a sentence: in English with small letters
=========================  =================================================================================

Double a brace that players should see. A value that is missing is shown as ``{piece}``, and a template that
cannot be read is shown as it is: a slip of a game costs a word, never the page.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

from companion.words.day import Day
from companion.words.english import listed, plural, possessive

Value: TypeAlias = "str | int | float | Day | Message | Sequence[Value] | None"
Form = Callable[[Value], str]

DECIMALS = {".0f": 0, ".1f": 1, ".2f": 2}
"""The forms of a number with so many decimals."""
TEMPLATES = 8_192
"""Limit of compiled templates in memory."""


class Message:
    """A sentence or a part of one that players read: a template and its values. It is never changed."""

    __slots__ = ("_english", "template", "values")
    template: str
    values: Mapping[str, Value]
    _english: str
    """The message in English, once somebody asked for it: to show it, or to compare it."""

    def __str__(self) -> str:
        words = _words(Worded, self.english)  # faster than ``__new__`` of its own
        words.message = self
        return words

    @property
    def english(self) -> str:
        """Return the message in English."""
        try:
            return self._english
        except AttributeError:
            self._english = self._in_english()
            return self._english

    def _in_english(self) -> str:
        try:
            return compiled(self.template)(self.values)
        except ValueError:
            return self.template

    def __repr__(self) -> str:
        return f"message({self.template!r}, {self.values!r})"

    # Two messages are equal if they read the same, and to the text that they read. So is what they contain.

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Message):
            return self is other or self.english == other.english
        return self.english == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.english)

    def __contains__(self, words: str) -> bool:
        return words in self.english


class Worded(str):
    """A message in English words that knows the message, so that a page can still say it in its language."""

    __slots__ = ("message",)
    message: Message

    def __str__(self) -> str:
        """Return itself: what is asked for its words twice still knows the message."""
        return self

    def __reduce__(self) -> tuple[type[str], tuple[Message]]:
        """Return what another process needs to make the same words."""
        return str, (self.message,)


_words = str.__new__


Text: TypeAlias = Message | str
"""What players read: a message, or words without values."""
ForAuthor: TypeAlias = str
"""What the author of a game, a box or a set of cards reads of what is wrong with it: English, no message."""


def message(template: str, /, **values: Value) -> Message:
    """Return the message of a template and its values."""
    new = Message()  # four times as fast as with an ``__init__``, and play makes thousands
    new.template = template
    new.values = values
    return new


def filled(text: Message | str, values: Mapping[str, Value]) -> Message | str:
    """Return the message of a template, if there are values for it; else the text as it is."""
    return message(text, **values) if values and isinstance(text, str) and text else text


def joined(parts: Iterable[Message | str], by: str = "; ") -> Message | str:
    """Return those parts that say something as one text, with this between them."""
    texts = [part for part in parts if part]  # a message is not put into words to see that it says something
    return message(f"{{parts:{by}}}", parts=texts) if len(texts) > 1 else texts[0] if texts else ""


def renders(parts: Sequence[tuple[str, str | None, Form]]) -> Callable[[Mapping[str, Value]], str]:
    """Return the function that puts values into the parts of a template: words, a value's name, its form."""

    def rendered(values: Mapping[str, Value]) -> str:
        words = ""
        for text, name, form in parts:
            words += text
            if name is not None:
                words += form(values[name]) if name in values else f"{{{name}}}"
        return words

    return rendered


@lru_cache(TEMPLATES)
def compiled(template: str) -> Callable[[Mapping[str, Value]], str]:
    """Return the function that puts values into a template; ValueError if it cannot be read."""
    return renders([(text, *_value(field, form)) for text, field, form, _ in Formatter().parse(template)])


def fields(template: str) -> set[str]:
    """Return the names of the values that a template asks for; ValueError if it cannot be read."""
    names = (_value(field, form)[0] for _, field, form, _ in Formatter().parse(template))
    return {name for name in names if name is not None}


def worded(value: Value) -> str:
    """Return a value in words: a list with ``and``, anything else as it reads."""
    if isinstance(value, str):
        return value
    if isinstance(value, (tuple, list)):
        return listed(_names(value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


FORMS: Mapping[str, Form] = {
    "": worded,
    "and": lambda value: listed(_names(value), "and"),
    "or": lambda value: listed(_names(value), "or"),
    "small": lambda value: worded(value).lower(),
}
"""The forms of a value that have a name."""


def _value(field: str | None, form: str | None) -> tuple[str | None, Form]:
    """Return the name of a value that a field asks for, and how it is put into words; None at the end."""
    if field is None:
        return None, worded
    name = field.removesuffix("'s")
    if not name.isidentifier():
        raise ValueError(f"“{field}” in braces is not the name of a value.")
    words = _form(form or "") if name == field else lambda value: possessive(worded(value))
    if name[0].isupper():
        return name[0].lower() + name[1:], lambda value: _capital(words(value))
    return name, words


def _form(form: str) -> Form:
    """Return how a value is put into words by what follows the colon; ValueError if it is unknown."""
    if form in FORMS:
        return FORMS[form]
    if form == "+" or form in DECIMALS:
        return lambda value: f"{value:{form}}" if isinstance(value, (int, float)) else worded(value)
    if "|" in form:
        one, _, many = form.partition("|")
        return lambda value: (many if _many(value) else one).replace("#", str(_count(value)))
    if any(map(str.isalnum, form)):
        raise ValueError(
            f"“{form}” is no form of a value; “and”, “or”, “+”, “small”, “one|many” and signs are."
        )
    return lambda value: form.join(_names(value))


def _names(value: Value) -> list[str]:
    return [worded(part) for part in value] if isinstance(value, (tuple, list)) else [worded(value)]


def _many(value: Value) -> bool:
    """True if a value takes the plural."""
    return value != 1 if isinstance(value, (int, float)) else plural(_names(value))


def _count(value: Value) -> Value:
    return len(value) if isinstance(value, (tuple, list)) else value


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
