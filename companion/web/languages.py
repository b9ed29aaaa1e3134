"""The language of a phone, and the words of what a page shows in it.

English is what the code says, so nothing is looked up for it. Every other language has its templates compiled
with its own sentences (`companion.web.sentences`), and puts each value into words where it is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import current_app, g, request
from flask import session as cookie

from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.words.language import Language

KEPT = "language"
ENGLISH = "en"
_speaking: ContextVar[Language | None] = ContextVar("speaking", default=None)
"""The language of the page that is being made; None for English."""


def offered() -> dict[str, str]:
    """Return the languages that a phone can choose, by code, each by its own name."""
    return {ENGLISH: "English", **_complete()}


@cache
def _complete() -> dict[str, str]:
    """Return the languages in which the pages are complete, as the heads of their catalogues declare."""
    from companion.words.catalogue import complete

    return complete()


def code() -> str:
    """Return the language of the asking phone: as it chose, else as it says, among what is offered."""
    if "language" not in g:
        among = {**_complete(), **current_app.config.get("LANGUAGES", {})}
        own = chosen()
        g.language = own if own in among or own == ENGLISH else _asked(tuple(among))
    return str(g.language)


def _asked(among: tuple[str, ...]) -> str:
    header = request.headers.get("Accept-Language", "")
    if not among or not header:
        return ENGLISH
    return _best(header, among)


@cache
def _best(header: str, among: tuple[str, ...]) -> str:
    from werkzeug.datastructures import LanguageAccept
    from werkzeug.http import parse_accept_header

    from companion.words.catalogue import best

    return best(parse_accept_header(header, LanguageAccept).values(), among)


def chosen() -> str:
    """Return the language that this phone chose; empty if it goes by what the phone says."""
    return str(cookie.get(KEPT, ""))


def keep(language: str) -> None:
    """Set the language of this phone; empty goes by what the phone says."""
    g.pop("language", None)
    if language in {**offered(), **current_app.config.get("LANGUAGES", {})}:
        cookie[KEPT] = language
    else:
        cookie.pop(KEPT, None)


def of(tongue: str, game: Game[Any] | None) -> Language:
    """Return a language with the catalogue of a game."""
    if tongue in current_app.config.get("LANGUAGES", {}):
        return current_app.config["LANGUAGES"][tongue](game)  # type: ignore[no-any-return]
    from companion.words.catalogue import language

    file = catalogue_of(game, tongue) if game else None
    return language(tongue, (file,) if file else ())


def catalogue_of(game: Game[Any], tongue: str) -> Path | None:
    """Return the file in which a game is translated: beside its rules, or beside the box."""
    package = game[Origin].package
    if package:
        return Path(str(files(package))) / f"{tongue}.po"
    if game[Origin].text:
        return None
    return Path(str(files("companion.boxes.shelf"))) / f"{game.key}.{tongue}.po"


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Make a page in this language."""
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


def tongue() -> Language | None:
    """Return the language of the page that is being made; None for English."""
    return _speaking.get()


def say(value: Any, form: str = "", capital: bool = False) -> Any:
    """Return what a page shows in its language: messages and names in words, anything else as it is."""
    language = _speaking.get()
    if language is None or hasattr(value, "__html__"):
        return value
    said = language.form(value, form) if form else language.say(value)
    return said[:1].upper() + said[1:] if capital else said
