"""Features: what a game may bring besides its core.

A game lists them, and code that needs one asks the game for its type: ``game[Figures]`` is the listed one,
or the defaults of that type; ``game.get(Clocks)`` is the listed one or None. More features live with the data
they describe: ``cardset.SetForm`` (cards of one's own) and ``sheet.ScoreSheet`` (a final score) here,
paper in ``companion.toolkit.paper``, pictures in ``companion.svg.spec``.
"""

import random
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Generic

from companion.kernel.action import Action, S
from companion.kernel.clocks import Clock
from companion.kernel.hands import Hands, Unseen
from companion.kernel.opening import Opening
from companion.kernel.view import Picture
from companion.words import Text


@dataclass(frozen=True)
class Pointing(Generic[S]):
    """The ways from a board to answers and back: where a finger points, and what a tap on a piece begins."""

    spaces: Callable[[S, str], tuple[str, ...]] = lambda state, name: ()
    """Return the spaces of the board where a finger may point to give this answer."""
    starts: Callable[[S, str], Mapping[str, tuple[str, Mapping[str, str]]]] = lambda state, seat: {}
    """Return, by piece of the board, what a tap on it begins for a seat: a verb, and its first answers."""
    label: Callable[[S, str], Text] = lambda state, name: name
    """Return an answer in words, e.g. ``Militia 2 on A4``."""
    reach: Callable[[S, str], Mapping[str, tuple[str, ...]]] = lambda state, thing: {}
    """Return the spaces that a thing on the board reaches, by a word, e.g. ``moves`` or ``strikes``."""
    board_of: Callable[[S, str], Picture | None] = lambda state, seat: None
    """Return the board for a seat's own phone if seats have parts of their own; None if all see the same."""


@dataclass(frozen=True)
class Planning(Generic[S]):
    """The way from another's turn to one's own, so that a choice can be prepared."""

    turn: Callable[[S, str], S | None] = lambda state, seat: None
    """Return the moment as if this seat's next turn began now; None if the others just end their turns."""


@dataclass(frozen=True)
class Figures(Generic[S]):
    """Numbers that are counted of a sitting."""

    numbers: Callable[[Sequence[S]], list[tuple[str, Mapping[str, int] | int]]] = lambda states: []
    """Return the figures of a finished sitting, from its moments: a name with one number, or one a seat."""
    lines: Callable[[S], list[tuple[str, Mapping[str, int]]]] = lambda state: []
    """Return the lines that add up to the points of a finished game: a name, and one number a seat."""
    points: Callable[[S], Mapping[str, int]] | None = None
    """Return every seat's points if the game ended now, the more the better; None if none are counted."""


@dataclass(frozen=True)
class ComputerPlay(Generic[S]):
    """The judgement and the hidden hands that computer players need."""

    worth: Callable[[S, str], float] | None = None
    """Return the value of a moment for a seat, the higher the better. ±1,000 is a game won or lost, so values
    lie well within. None if only the end of a game tells."""
    same: Callable[[S], Hashable] | None = None
    """Return what all moments share that go on alike. Given where two sides play, no chance has a say and
    nothing is hidden, so that players can search the answers to a move."""
    deal: Callable[[random.Random, S], Hands[S]] | None = None
    """Deal the hidden hands for computer players, given the first moment; None if nothing is hidden."""
    thought: Callable[[S], S] = lambda state: state
    """Return a moment as somebody thinks of it: without the hands it keeps, as ``deal``'s follow them."""
    cannot: Callable[[Opening], str] = lambda opening: ""
    """Return the reason, in a sentence, if a computer can play no seat of such a table; else nothing."""


@dataclass(frozen=True)
class Secrets(Generic[S]):
    """Things that some seats may not see."""

    unseen: Callable[[S, Collection[str]], Unseen]
    """Return the things of a moment that these seats do not see."""
    without: Callable[[S, frozenset[str]], S]
    """Return a moment without these things."""
    at: Callable[[Opening], bool] = lambda opening: True
    """True if anything is hidden at a table that opens so."""
    deals: bool = False
    """True where such a table is dealt from the lot of its opening, which is secret as long as it plays."""


@dataclass(frozen=True)
class CardPlay(Generic[S]):
    """The way to tell which card of its set an action carries out."""

    verbs: tuple[str, ...]
    """The verbs that carry out what a card says."""
    card: Callable[[S, Action[S]], str]
    """Return the name of the card that such an action carries out at this moment."""
    purse: Callable[[S], int]
    """Return what the seat whose turn it is has left to spend in it."""
    used: Callable[[S, Action[S]], tuple[str, ...]] = lambda state, action: ()
    """Return the cards that an action uses at this moment without naming them."""


@dataclass(frozen=True)
class Clocks(Generic[S]):
    """Clocks that run while the game is played."""

    read: Callable[[S, Sequence[tuple[float, S]], float], tuple[Clock, ...]]
    """Return every clock as it stood at the last entry. Given are the first moment, the time of each entry
    with the moment after it, and the time at which the table was opened (seconds since 1970)."""


@dataclass(frozen=True)
class Look:
    """The sign of a game on the shelf, and the meaning of its drawn icons."""

    icon: str = ""
    """A drawn icon; if empty, the game's initial stands there."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Icon of its cards and board to its meaning, in a word or a few."""


@dataclass(frozen=True)
class Measured:
    """The lab's findings, of the house set if there is one: games, players, version, shares."""

    words: str = ""


@dataclass(frozen=True)
class Origin:
    """The place where a game is written, and its sample sittings."""

    package: str = ""
    """The Python package of the game; its ``played`` folder holds the sittings."""
    played: Traversable | None = None
    """The folder of the sittings, for a game without a package."""
    text: str = ""
    """The text of somebody's own game. No shelf holds it, so each sitting carries it."""
