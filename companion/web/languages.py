"""The language of a phone, and the words of what a page shows in it.

English is what the code says, so nothing is looked up for it. Every other language has its templates compiled
with its own sentences (`companion.web.sentences`), and puts each value into words where it is shown.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from flask import current_app, g, request
from flask import session as cookie

from companion.kernel.game import Game
from companion.kernel.languages import language_of
from companion.words.language import Language
from companion.words.message import Value
from companion.words.speaking import ENGLISH, speaking
from companion.work import machine
from companion.work.later_packs import LANGUAGES

KEPT = "language"
Made = TypeVar("Made")


def offered() -> dict[str, str]:
    """Return the languages that a phone can choose, by code, each by its own name."""
    return {ENGLISH: "English", **_complete()}


@cache
def _complete() -> dict[str, str]:
    """Return the languages in which the pages are complete, as the heads of their catalogues declare."""
    from companion.words.catalogue import complete

    return complete()


def code() -> str:
    """Return the language of the asking phone: as it chose, else as it says, among what is offered.

    English where a phone without a server has not fetched the others yet, and cannot.
    """
    if "language" not in g:
        among = {**_complete(), **current_app.config.get("LANGUAGES", {})}
        own = chosen()
        wanted = own if own in among or own == ENGLISH else _asked(tuple(among))
        g.language = wanted if wanted == ENGLISH or machine.here(LANGUAGES) else ENGLISH
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


def of(code: str, game: Game[Any] | None) -> Language | None:
    """Return a language with the catalogue of a game; None for English."""
    languages = current_app.config.get("LANGUAGES", {})
    return languages[code](game) if code in languages else language_of(game, code)


def said_of(game: Game[Any], value: Value) -> Any:
    """Return a value in the words of its game, for a page that is not about the game alone."""
    language = of(code(), game)
    return language.say(value) if language else value


def spoken(work: Callable[[], Made], game: Game[Any] | None = None) -> Callable[[], Made]:
    """Return work as it is done in the language of the asking phone, in whatever thread."""
    language = of(code(), game)

    def done() -> Made:
        with speaking(language):
            return work()

    return done
