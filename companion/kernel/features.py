"""Features: what a game may bring besides its core.

A game lists them, and code that needs one asks the game for its type: ``game[Figures]`` is the listed one,
or the defaults of that type; ``game.get(Clocks)`` is the listed one or None. Four more features live with the
data they describe: ``cardset.SetForm`` (cards of one's own), ``sheet.Sheet`` (a final score), ``paper.Paper``
and ``pictures.Pictures``.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Generic

from companion.kernel.action import S
from companion.kernel.clocks import Clock
from companion.kernel.hands import Hands, Unseen
from companion.kernel.opening import Opening
from companion.kernel.view import Picture


@dataclass(frozen=True)
class Pointing(Generic[S]):
    """How answers meet the board: where a finger points, and what a tap on a piece begins."""

    spaces: Callable[[S, str], tuple[str, ...]] = lambda state, name: ()
    """The spaces of the board where a finger may point to give this answer."""
    starts: Callable[[S, str], Mapping[str, tuple[str, Mapping[str, str]]]] = lambda state, seat: {}
    """Piece of the board to what a tap on it begins for a seat: a verb, and its first answers."""
    label: Callable[[S, str], str] = lambda state, name: name
    """An answer in words, e.g. ``Militia 2 on A4``."""
    reach: Callable[[S, str], Mapping[str, tuple[str, ...]]] = lambda state, thing: {}
    """How far a thing on the board gets: a word, e.g. ``moves`` or ``strikes``, to the spaces."""
    board_of: Callable[[S, str], Picture | None] = lambda state, seat: None
    """The board as a seat's own phone shows it, where a part of it is each seat's own; None where all see
    the same."""


@dataclass(frozen=True)
class Figures(Generic[S]):
    """What is counted of a sitting."""

    numbers: Callable[[Sequence[S]], list[tuple[str, Mapping[str, int] | int]]] = lambda states: []
    """Figures of a finished sitting, from every moment that stands: a name with one number, or one a seat."""
    points: Callable[[S], Mapping[str, int]] | None = None
    """Every seat's points if it ended at a moment, the more the better; None if no such are counted."""


@dataclass(frozen=True)
class ComputerPlay(Generic[S]):
    """What computer players need to play with sense."""

    worth: Callable[[S, str], float] | None = None
    """How good a moment is for a seat that plays, the higher the better, well within ±1,000, which is a game
    won or lost; None if only the end tells."""
    deal: Callable[[random.Random], Hands[S]] | None = None
    """Deals the hidden hands of a sitting that is played by itself; None if nothing is hidden."""
    cannot: Callable[[Opening], str] = lambda opening: ""
    """Why the computer can play no seat of such a table, in a sentence; empty if it can."""


@dataclass(frozen=True)
class Secrets(Generic[S]):
    """What the phones of some seats may not show."""

    unseen: Callable[[S, Collection[str]], Unseen]
    """What these seats do not see of a moment."""
    without: Callable[[S, frozenset[str]], S]
    """A moment without these things."""


@dataclass(frozen=True)
class Clocks(Generic[S]):
    """Clocks that run while the game is played."""

    read: Callable[[S, Sequence[tuple[float, S]], float], tuple[Clock, ...]]
    """Every clock as it stood at the last entry, given the first moment, the time of each entry with the
    moment after it, and when the table was opened."""


@dataclass(frozen=True)
class Look:
    """Its sign on the shelf, and what its drawn icons mean."""

    icon: str = ""
    """Its sign; its initial stands there if it has none."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """What the drawn icons of its cards and board stand for, each in a word or a few."""


@dataclass(frozen=True)
class PaperBoards(Generic[S]):
    """Boards that lie on the table and are shown otherwise on a phone, for paper alone."""

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    lying: Callable[[S, str], Mapping[str, tuple[str, ...]] | None] = lambda state, key: None
    """What lies on the spaces of one of them at a moment, by space: things or their kinds, and an empty name
    if the phone does not know what. None if the picture of the view tells it."""


@dataclass(frozen=True)
class Measured:
    """What the lab found, of the house set if there is one: games, players, version, shares."""

    words: str = ""


@dataclass(frozen=True)
class Origin:
    """Where a game is written, and where the sittings lie that show how it goes."""

    package: str = ""
    """The package it is written in; its ``played`` folder holds the sittings."""
    played: Traversable | None = None
    """The folder of the sittings of a game that has no package of its own."""
    text: str = ""
    """The text of a game of somebody's own: no shelf holds it, so its sittings carry it."""
