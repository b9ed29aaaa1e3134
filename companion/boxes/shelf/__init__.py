"""The boxes of the house, a file each, and the whole shelf: the games that are installed, then the boxes.

A box is read when somebody first asks for it, so that a shelf of many costs nobody anything.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.kernel.game import Game
from companion.kernel.shelf import load, shelf
from companion.kernel.untrusted import decoded


@dataclass(frozen=True)
class Label:
    """The label of a box on the shelf, which is made without reading it."""

    key: str
    name: str
    blurb: str
    icon: str
    players: str
    minutes: str
    fits: str
    kinds: tuple[str, ...]
    """Which of ``KINDS`` it is."""

    def seats(self, players: int) -> bool:
        """True if so many can play it; 0 is any number."""
        least, _, most = self.players.partition("..")
        return not players or int(least) <= players <= int(most or least)


KINDS: Mapping[str, tuple[str, str]] = {
    "pad": ("lines", "Score pads"),
    "counters": ("counters", "Counters"),
    "board": ("board", "Boards"),
    "cards": ("deck", "Cards"),
}
"""What a box may be: the table of its text that makes it so, and what such boxes are called."""


class Shelf(Mapping[str, Game[Any]]):
    """Every game there is by key: those that are installed in the order of their names, then the boxes.

    ``ready`` is done to each once, when it is first looked up. ``more`` are games that go before all of them.
    """

    def __init__(
        self,
        ready: Callable[[Game[Any]], Game[Any]] = lambda game: game,
        more: Mapping[str, Game[Any]] = MappingProxyType({}),
    ) -> None:
        self._ready = ready
        self._more = dict(more)
        self._found = dict(more)

    def __getitem__(self, key: str) -> Game[Any]:
        if key not in self._found:
            self._found[key] = self._ready(shelf()[key] if key in shelf() else box(key))
        return self._found[key]

    def __contains__(self, key: object) -> bool:
        return key in self._more or key in shelf() or key in keys()

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._more, *shelf(), *keys()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def keys() -> tuple[str, ...]:
    """The boxes of the house by key, in the order of their keys."""
    names = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def box(key: str) -> Game[Any]:
    """The box of that key; KeyError where there is none."""
    if key not in keys():
        raise KeyError(key)
    from companion.boxes.game import game  # the language is loaded where a box is read, not for a shelf

    kept = files(__package__) / "worth" / f"{key}.toml"
    weights = tomllib.loads(kept.read_text("utf-8")) if kept.is_file() else None
    return game(source(key), key, f"{key}.toml", files(__package__) / "played" / key, weights)


def at(file: Path) -> Game[Any]:
    """The box that a file describes, with the sittings beside it, in ``played``, in a folder of its name.

    Unreadable where it is no text, SchemaError with every fault of it, OSError where there is none.
    """
    from companion.boxes.game import game

    text = decoded(file.read_bytes())
    return game(text, file.stem.lower(), file.name, file.parent / "played" / file.stem)


def found(named: str) -> Game[Any]:
    """The game of this key, or that this file or folder holds; NoGame for a folder without one."""
    whole = Shelf()
    if named in whole:
        return whole[named]
    return at(Path(named)) if named.endswith(".toml") else load(Path(named))


def source(key: str) -> str:
    """The text of a box, to begin one's own from."""
    return (files(__package__) / f"{key}.toml").read_text("utf-8")


@cache
def labels() -> tuple[Label, ...]:
    """Return the labels of all boxes."""
    return tuple(_label(key, tomllib.loads(source(key))) for key in keys())


def _label(key: str, fields: Mapping[str, Any]) -> Label:
    words = {
        name: str(fields.get(name, "")) for name in ("name", "blurb", "icon", "players", "minutes", "fits")
    }
    return Label(key, **words, kinds=tuple(kind for kind, (table, _) in KINDS.items() if fields.get(table)))
