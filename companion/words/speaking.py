"""The language in which something is being made, a page or a sheet of paper, and what is said in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from companion.words.language import Language, Translated

ENGLISH = "en"
_speaking: ContextVar[Language | None] = ContextVar("speaking", default=None)
"""The language of what is being made; None for English."""


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Make something in this language."""
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


def tongue() -> Language | None:
    """Return the language of what is being made; None for English."""
    return _speaking.get()


def say(value: Any, form: str = "", capital: bool = False) -> Any:
    """Return what is shown in its language: messages and names in words, anything else as it is."""
    language = _speaking.get()
    kind = type(value)
    if language is None or (kind is int and not form) or (kind is not str and hasattr(value, "__html__")):
        return value
    text = language.form(value, form) if form else language.say(value)
    return text[:1].upper() + text[1:] if capital else text


def said(text: object) -> str:
    """Return a text in the language of what is being made."""
    language = _speaking.get()
    return str(text) if language is None else Translated(language.say(text))
