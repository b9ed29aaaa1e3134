"""The input of every command: its game, files and pipes, numbers; and its messages of refusal."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from companion.kernel.game import Game

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What a command adds itself to."""
GAME = "a game on the shelf, the folder of one, or the TOML file of a box"
MOST = 1024 * 1024
"""The longest file unless told, in bytes: 1 MB."""


class Told(Exception):
    """Something is not as it should be; the sentence says what, the code is the command's."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def telling(*faults: type[Exception], code: int = 1) -> Iterator[None]:
    """Tell faults of these kinds in their own words, and end with this code."""
    try:
        yield
    except faults as no:
        raise Told(str(no), code) from None


def games(folder: str = "") -> "Mapping[str, Game[Any]]":
    """The shelf, with the games of a folder if one is given; Told where that holds none."""
    from companion.boxes.shelf import Shelf  # games are loaded only where a command needs them
    from companion.kernel.shelf import NoGame, games_in, shelf

    with telling(NoGame):
        shelf()
        return Shelf(more={game.key: game for game in (games_in(Path(folder)) if folder else ())})


def game(named: str) -> "Game[Any]":
    """The game of this key, or that this folder or file holds; Told where it is none of them."""
    from companion.boxes.shelf import found  # games are loaded only where a command needs them
    from companion.kernel import untrusted
    from companion.kernel.schema import SchemaError
    from companion.kernel.shelf import NoGame, installed

    if one := installed(named):
        return one
    here = games()
    if named not in here and not named.endswith(".toml") and not Path(named).is_dir():
        names = ", ".join(here) or "no games"
        raise Told(f"“{named[:40]}” is not on this shelf, and no folder; here are {names}.")
    try:
        with telling(NoGame, SchemaError):
            return found(named)
    except untrusted.Unreadable as no:
        raise Told(str(no.of(named)), 1) from None
    except OSError as error:
        raise Told(f"{named} cannot be read: {error.strerror}.") from None


def raw(file: str, most: int = MOST) -> bytes:
    """Return the bytes of a file, or of the pipe for ``-``; one byte more than ``most`` if it is longer."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(file, "rb") as there:
            return there.read(most + 1)
    except OSError as error:
        raise Told(f"{file} cannot be read: {error.strerror}.") from None


def text(file: str, most: int = MOST) -> str:
    """The same as text, whose reader has limits of its own; Told where it is too long, or none."""
    from companion.kernel import untrusted  # loaded only where a command needs it

    try:
        return untrusted.decoded(raw(file, most), untrusted.Limits(size=most, lines=most, line=most))
    except untrusted.Unreadable as no:
        raise Told(str(no.of(file)), 1) from None


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number from ``least`` to ``most``; the parser says what would be right."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}, please")
        return int(text)

    return read
