"""Languages of a game: the file in which it is translated, and the language with its words."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.words.catalogue import language
from companion.words.language import Language
from companion.words.speaking import ENGLISH


def catalogue_of(game: Game[Any], code: str) -> Path | None:
    """Return the file in which a game is translated: beside its rules, or beside the box."""
    package = game[Origin].package
    if package:
        return _folder(package) / f"{code}.po"
    if game[Origin].text:
        return None
    return _folder("companion.boxes.shelf") / f"{game.key}.{code}.po"


@cache
def _folder(package: str) -> Path:
    """Return the folder of a package; every tap asks for it."""
    return Path(str(files(package)))


def language_of(game: Game[Any] | None, code: str) -> Language | None:
    """Return a language with the catalogue of a game; None for English."""
    if code == ENGLISH:
        return None
    file = catalogue_of(game, code) if game else None
    return language(code, (file,) if file else ())
