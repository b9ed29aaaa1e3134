"""Languages: a catalogue of translated templates, and names with the forms that a language gives them.

English is the language of the code and the key of every catalogue, so it needs none. A translated template is
written like an English one (`companion.words.message`), with these forms of a value:

==============================  ====================================================================
``{piece}``                     the name as the catalogue has it
``{piece:dat}``                 the form ``dat`` that the name's own entry gives; else the name as it is
``{round:small}``               so, too, where English has the name in small letters
``{side:m=der|f=die|p=die}``    a word by the gender of a name (``p`` is plural), or by the plural category
                                of a number (``one``, ``few``, ``many``, ``other``); the last for any other
``{n:# Karte|# Karten}``        by number, in the order of the language's plural categories
``{sides:or}``                  a list with the language's own last word; ``{sides:or dat}`` in that form
==============================  ====================================================================

The entry of a name is ``Engel | p | die=die Engel | den=den Engeln``: the name, its gender, its forms. A name
is found by its other first letter, too (``Pion | m | small=pion``), and one that is made of names by these:
an owner and a thing, ``man 3``, ``8 of Hearts``. An entry with values is
a pattern of names: ``{chip} under {god}``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from companion.words.day import Day
from companion.words.message import DECIMALS, Message, Value, Worded, compiled, renders

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
LISTS = {"and": "{first} and {last}", "or": "{first} or {last}"}
"""The sentences that say how a list ends, by its last word."""
TEXTS = 8_192
"""Limit of names that are remembered."""
Words = Callable[[Mapping[str, Value]], str]


class Translated(str):
    """Words in a language already: they are not looked up again, as if a German word were an English one."""

    __slots__ = ()


@dataclass(frozen=True)
class Name:
    """A name in a language: as it stands alone, its gender, and its other forms by key."""

    alone: str
    gender: str = ""
    forms: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, entry: str) -> "Name":
        """Return the name that an entry describes: ``Engel | p | den=den Engeln``."""
        alone, *more = (part.strip() for part in entry.split(" | "))
        forms = dict(part.split("=", 1) for part in more if "=" in part)
        return cls(alone, next((part for part in more if "=" not in part), ""), forms)


@dataclass(frozen=True)
class _Pattern:
    """A pattern of names with one value or two: what stands before, between and after them."""

    fields: tuple[str, ...]
    texts: tuple[str, ...]
    words: Words

    @classmethod
    def read(cls, name: str, words: Words) -> "_Pattern":
        """Return the pattern that a name with values is."""
        parts = [*Formatter().parse(name)]
        fields = tuple(field for _, field, _, _ in parts if field is not None)
        texts = tuple(text for text, _, _, _ in parts)
        return cls(fields, texts if len(texts) > len(fields) else (*texts, ""), words)

    def values(self, text: str) -> dict[str, str]:
        """Return the values that a text has where it is of this pattern; none where it is not."""
        before, *between, after = self.texts
        if not (text.startswith(before) and text.endswith(after)):
            return {}
        inner = text[len(before) : len(text) - len(after)]
        parts = inner.split(between[0], 1) if between else [inner]
        return (
            dict(zip(self.fields, parts, strict=True))
            if len(parts) == len(self.fields) and all(parts)
            else {}
        )


class Language:
    """A language with a catalogue: it puts messages and names into its words, sentence by sentence.

    A sentence that the catalogue lacks stays English, whole.
    """

    def __init__(
        self,
        code: str,
        sentences: Mapping[str, str],
        names: Mapping[str, Name],
        category: Callable[[float], str],
        categories: Iterable[str] = ("one", "other"),
        number: Callable[[float, int | None], str] = lambda number, decimals: str(number),
        direction: str = "ltr",
        day: Callable[[Day], str] = str,
    ) -> None:
        self.code = code
        self.direction = direction
        self.sentences = sentences
        self.names = names
        self.category = category
        self._order = [name for name in CATEGORIES if name in {*categories, "other"}]
        self._number = number
        self._day = day
        self._words: dict[str, Words] = {}
        self._said: dict[str, str] = {}
        """Names and fixed sentences as they were said last."""
        patterns = [name for name in names if "{" in name]
        self._patterns = [_Pattern.read(name, self._renders(names[name].alone)) for name in patterns]
        self._last = {word: self.sentences.get(list_, "") for word, list_ in LISTS.items()}

    def say(self, value: Any) -> Any:
        """Return a value in this language: a message or a name in words, anything else as it is."""
        if type(value) is str:  # as most values are, and most of them again and again
            text = self._said.get(value)
            return self._looked_up(value) if text is None else text
        if isinstance(value, (Message, Worded)):
            return self.text(value if isinstance(value, Message) else value.message)
        if isinstance(value, str):
            return value if isinstance(value, Translated) else self._named(value)
        if isinstance(value, float):
            return self._number(value, None)
        if isinstance(value, Day):
            return self._day(value)
        return self.listed(value) if type(value) in (tuple, list) else value

    def text(self, message: Message) -> str:
        """Return a message in this language; in English if its template is not translated."""
        words = self._words.get(message.template)
        if words is None:
            if message.template not in self.sentences and _says(message.template):
                return message.english
            words = self._compiled(message.template)
        return words(message.values)

    def form(self, value: Any, form: str) -> str:
        """Return a value in one of the forms that follow a colon in a template."""
        return self._form(form)(value)

    def listed(self, values: Iterable[Any], last: str = "and") -> str:
        """Return the list of values: ``Uriel, Baal und Michael``."""
        return self._listed([self._worded(value) for value in values], last)

    def _looked_up(self, text: str) -> str:
        """Return a name or a fixed sentence, and remember it."""
        if len(self._said) >= TEXTS:
            self._said.clear()
        words = self._said[text] = self._named(text)
        return words

    def _named(self, text: str, form: str = "") -> str:
        """Return a name or a fixed sentence; what is unknown stays English."""
        word = self._found(text, form)
        return text if word is None else word

    def _found(self, text: str, form: str = "") -> str | None:
        """Return a name or a fixed sentence, also of names that it is made of; None if it is unknown."""
        name = self.names.get(text)
        if name:
            return name.forms.get(form, name.alone)
        words = self.sentences.get(text)
        if words is not None:
            return words
        other = text[:1].swapcase() + text[1:]
        if other in self.names:
            upper = other[0].islower()
            return _capital(self._named(other, form)) if upper else self._named(other, form or "small")
        for between in (", ", " & "):
            parts = text.split(between)
            if len(parts) > 1 and None not in map(self._found, parts):
                return between.join(self._named(part, form) for part in parts)
        return self._made_of(text, form)

    def _made_of(self, text: str, form: str) -> str | None:
        """Return a name by its parts: ``Dukaten (Gold)``, ``Stein 3``, ``Herz 8``; None if none is known."""
        owner, thing = self._parted(text)
        if thing:
            words = self._named(thing, form)
            return f"{words if form == 'small' else _capital(words)} ({self._named(owner)})"
        what, _, n = text.rpartition(" ")
        if n.isdecimal() and self._found(what) is not None:
            return f"{self._named(what, form)} {n}"
        for pattern in self._patterns:
            values = pattern.values(text)
            if values and all(map(self._knows, values.values())):
                return pattern.words(values)
        return None

    def _knows(self, text: str) -> bool:
        """True for a number, for what is all capitals (a space), and for a name that is found."""
        return text.isdecimal() or text.isupper() or self._found(text) is not None

    def _parted(self, text: str) -> tuple[str, str]:
        """Return the owner and the thing that a name is made of; empty if it is not."""
        if hasattr(text, "what"):
            return text.of, text.what  # type: ignore[attr-defined]
        for between in ("'s ", "' ", ": ", " "):
            owner, _, thing = text.partition(between)
            if owner in self.names and thing and (thing.isupper() or self._found(thing) is not None):
                return owner, thing
        return "", ""

    def _listed(self, words: list[str], last: str) -> str:
        if len(words) < 2:
            return "".join(words)
        template = self._last[last]
        first = ", ".join(words[:-1])
        if not template:
            return f"{first} {last} {words[-1]}"
        return template.replace("{first}", first).replace("{last}", words[-1])

    def _renders(self, translation: str) -> Words:
        """Return the function that fills a translation; ValueError if it cannot be read."""
        parts = Formatter().parse(translation)
        return renders([(text, *self._value(field, form)) for text, field, form, _ in parts])

    def _compiled(self, template: str) -> Words:
        """Return the function that fills the translation of a template; the English one if it is broken."""
        try:
            words = self._renders(self.sentences.get(template, template))
        except ValueError:
            words = compiled(template)
        self._words[template] = words
        return words

    def _value(self, field: str | None, form: str | None) -> tuple[str | None, Callable[[Any], str]]:
        if field is None:
            return None, self._worded
        name = field.removesuffix("'s")
        if not name.isidentifier():
            raise ValueError(f"“{field}” in braces is not the name of a value.")
        words = self._form(form or ("gen" if name != field else ""))
        if name[0].isupper():
            return name[0].lower() + name[1:], lambda value: _capital(words(value))
        return name, words

    def _form(self, form: str) -> Callable[[Any], str]:
        if not form:
            return self._worded
        if form == "+":
            return lambda value: f"{value:+}" if isinstance(value, (int, float)) else self._worded(value)
        if form in DECIMALS:
            return lambda value: self._number(value, DECIMALS[form])
        if "|" in form:
            return self._choice(form)
        if not any(map(str.isalnum, form)):
            between = self.sentences.get(form, form)
            return lambda value: between.join(map(self._worded, _parts(value)))
        *last, key = form.split(" ") if form not in ("and", "or") else (form, "")
        return lambda value: self._listed(
            [self._worded(part, key) for part in _parts(value)], (last or ["and"])[0]
        )

    def _choice(self, form: str) -> Callable[[Any], str]:
        """Return what chooses a word: by gender or category (``m=der|f=die``), or by number (``# a|# b``)."""
        words = form.split("|")
        if all("=" in word for word in words):
            by_key = dict(word.split("=", 1) for word in words)
            return lambda value: _counted(by_key.get(self._key(value), words[-1].split("=", 1)[1]), value)
        order = self._order
        return lambda value: _counted(words[min(order.index(self._plural(value)), len(words) - 1)], value)

    def _key(self, value: Any) -> str:
        """Return the gender of a name, the plural category of a number, ``p`` for several."""
        parts = _parts(value)
        if isinstance(value, (int, float)):
            return self.category(value)
        if len(parts) != 1:
            return "p"
        name = self.names.get(parts[0]) if isinstance(parts[0], str) else None
        return name.gender if name else ""

    def _plural(self, value: Any) -> str:
        """Return the category of a number or of a list's length; of one name, that of its own number."""
        parts = _parts(value)
        if isinstance(value, (int, float)):
            return self.category(value)
        if len(parts) > 1:
            return self.category(len(parts))
        if self._key(value) != "p":
            return "one"
        return "few" if "few" in self._order else "other"

    def _worded(self, value: Any, form: str = "") -> str:
        if form and isinstance(value, str) and not isinstance(value, Worded):
            return self._named(value, form)
        text = self.say(value)
        return "" if text is None else str(text)


def _says(template: str) -> bool:
    """True if a template has words of its own, so that it needs a translation."""
    return any(any(map(str.isalpha, text)) for text, *_ in Formatter().parse(template))


def _parts(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def _counted(words: str, value: Any) -> str:
    return (
        words.replace("#", str(len(value) if isinstance(value, (tuple, list)) else value))
        if "#" in words
        else words
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
