"""Starts of an own game: a pad, points each round, counters, actions, a board, a file each.

Their words in other languages stand beside them, a catalogue a language.
"""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomlkit

from companion.boxes.form import titled
from companion.words.catalogue import language
from companion.words.language import Language
from companion.words.speaking import ENGLISH

KEYS = ("pad", "each-round", "counters", "actions", "board")
"""In the order in which they are offered."""
WORDS = ("name", "blurb", "goal", "turn", "title", "words", "ask", "why", "plural", "seats")
"""What players read of a start."""
BY_KEY = {"lines": "name", "counters": "name", "pieces": "name", "verbs": "title"}
"""The tables whose things are called like their keys, unless they say this."""


@cache
def source(key: str, code: str = ENGLISH) -> str:
    """The text of a start, its words in a language; KeyError where there is none."""
    if key not in KEYS:
        raise KeyError(key)
    folder = Path(str(files(__package__)))
    text, catalogue = (folder / f"{key}.toml").read_text("utf-8"), folder / f"{code}.po"
    if not catalogue.is_file():
        return text
    start = tomlkit.parse(text)
    for group, called in BY_KEY.items():
        for name, thing in start.get(group, {}).items():
            thing.setdefault(called, titled(name))
    _translate(start, language(code, (catalogue,)))
    return tomlkit.dumps(start)


def _translate(table: Any, words: Language) -> None:
    """Put what players read of a table, and of those in it, into the words of a language."""
    for key, value in table.items():
        if isinstance(value, dict):
            _translate(value, words)
        elif key in WORDS:
            table[key] = words.say(value) if isinstance(value, str) else [words.say(one) for one in value]


@cache
def labels() -> tuple[tuple[str, str, str, str], ...]:
    """Key, name, a few words and icon of each start."""
    read = ((key, tomllib.loads(source(key))) for key in KEYS)
    return tuple((key, label["name"], label["blurb"], label["icon"]) for key, label in read)
