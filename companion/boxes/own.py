"""Games of somebody's own: a text made into a game that is known by what it says, and its faults by line."""

import base64
import hashlib
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.kernel import toml
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.schema import SchemaError
from companion.kernel.toml import Path
from companion.kernel.untrusted import Unreadable, measured
from companion.words import message

OWN = "own-"
"""How the keys of such games begin."""
FILE = "your game"
"""What the text is called in faults."""
KEPT = 256 * 1024
"""So many letters of text at most are kept as games that are ready."""


@dataclass(frozen=True)
class BoxFault:
    """A fault of a text: its line, or 0 for the whole text, and what would be right."""

    line: int
    words: str


class Faulty(ValueError):
    """A text that is no game: every fault of it."""

    def __init__(self, faults: tuple[BoxFault, ...]) -> None:
        self.faults = faults
        lines = [message("Line {line}: {words}", line=one.line, words=one.words) for one in faults[:3]]
        super().__init__(message("{lines: }", lines=lines))


def key_of(text: str) -> str:
    """The key of the game that a text describes: the same for the same text, everywhere."""
    digest = hashlib.sha256(text.encode()).digest()
    return OWN + base64.b32encode(digest[:15]).decode().lower()


def is_own(key: str) -> bool:
    """True if this is a key of such a game."""
    return re.fullmatch(rf"{OWN}[a-z2-7]{{24}}", key) is not None


class Described:
    """Makes games of texts; ``ready`` is done to each. Those of the last texts are kept."""

    def __init__(self, ready: Callable[[Game[Any]], Game[Any]] = lambda game: game) -> None:
        self._ready = ready
        self._made: OrderedDict[str, tuple[int, Game[Any]]] = OrderedDict()
        self._size = 0
        self._turn = threading.Lock()

    def __call__(self, text: str) -> Game[Any]:
        """The game that a text describes; Faulty with every fault of it."""
        key = key_of(tidy(text))
        with self._turn:
            if known := self._made.get(key):
                self._made.move_to_end(key)
                return known[1]
        game = self._ready(_made(tidy(text), key))
        with self._turn:
            if key not in self._made:
                self._made[key] = (len(text), game)
                self._size += len(text)
            while self._size > KEPT:
                self._size -= self._made.popitem(last=False)[1][0]
        return game


def tidy(text: str) -> str:
    """A text as it is kept: with plain line ends, and one at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").rstrip() + "\n"


def _made(text: str, key: str) -> Game[Any]:
    from companion.boxes.game import game  # the language is loaded where a box is read
    from companion.boxes.reading import LIMITS

    try:
        return game(measured(text, LIMITS), key, FILE).having(Origin(text=text))
    except SchemaError as no:
        raise Faulty(tuple(BoxFault(one.line, str(one.words)) for one in no.faults)) from None
    except Unreadable as no:
        raise Faulty((BoxFault(no.line, no.why),)) from None


def where(text: str, faults: tuple[BoxFault, ...]) -> dict[Path, str]:
    """The keys of a text, and of the tables about them, whose lines have faults, with their words."""
    result: dict[Path, str] = {}
    by_line = {fault.line: fault.words for fault in reversed(faults)}
    for path, line in toml.lines(text).items():
        if line in by_line:
            result.setdefault(path, by_line[line])
    return result
