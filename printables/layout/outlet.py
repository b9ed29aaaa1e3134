"""Outlets that plug-ins add: where pieces go one by one, and what a cutting machine follows on sheets."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.hooks import each


@dataclass(frozen=True)
class Outlet:
    """An outlet: a place for pieces besides sheets of paper, or a way to cut sheets by a machine."""

    key: str
    """As on the command line and in addresses."""
    words: str
    files: Callable[..., Iterable[Any]]
    """Makes its files (``printables.outlets.file.File``): of an order, a game and groups of pieces; a way to
    cut, of a document and the name of the game.
    """
    about: tuple[str, str]
    """A title and a sentence for the page that prints."""
    screen: bool = False
    """True if it is a table on a screen: a picture ends at the cut."""
    many: str = ".zip"
    """How the name of a zip of its files ends."""


def outlets() -> dict[str, Outlet]:
    """Return the outlets of plug-ins by key."""
    return {one.key: one for one in each("companion_outlets")}


def cuts() -> dict[str, Outlet]:
    """Return the ways to cut by a machine, by key."""
    return {one.key: one for one in each("companion_cuts")}
