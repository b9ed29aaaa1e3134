"""The view of a game: counters, cards and one picture of the board, as frozen marks.

Two pens draw the same picture: SVG for the phone, PDF for paper. Lengths are in board units, 1 being the
side of a hex, y growing downwards.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from companion.words import Text

Point = tuple[float, float]
SEATS = 8
"""So many seats differ in mark, shape and colour."""
T = TypeVar("T")


def hashed_once(cls: type[T]) -> type[T]:
    """Let each mark of a frozen class remember its hash: what is drawn of it is looked up by it.

    Change such a mark with ``dataclasses.replace``: ``changed`` would take the hash along.
    """
    plain = cls.__hash__

    def hash_once(self: T) -> int:
        digest = self.__dict__.get("_hash")
        if digest is None:
            digest = self.__dict__["_hash"] = plain(self)
        return digest

    cls.__hash__ = hash_once  # type: ignore[assignment]
    return cls


@hashed_once
@dataclass(frozen=True)
class Cell:
    """A space of the board: its outline, and its kind for pattern and colour."""

    space: str
    outline: tuple[Point, ...]
    at: Point
    """Its centre."""
    kind: str = ""
    label: str = ""
    """Small letters in its corner."""
    icon: str = ""
    """Drawn in the middle, its name under it."""
    quiet: bool = False
    """True for a place within another space, which is not drawn but can be lit."""
    tile: str = ""
    """What lies on it, where its kind does not say: its picture is drawn there."""
    laid: bool = False
    """True for what was laid on its space in play: the ground beneath stays as it was."""


class Chips(NamedTuple):
    """Chips of one kind: how many there are, of how many where that is said."""

    kind: str
    """Names the colour: ``chip-health`` in the stylesheet for ``health``."""
    name: str
    letter: str
    icon: str
    n: int
    of: int | None = None


@hashed_once
@dataclass(frozen=True)
class Piece:
    """A thing on the board. Without a seat it is what its stack shows: chips lying on the board."""

    thing: str
    at: Point
    seat: str
    letter: str
    """One or two letters: a piece is never told by colour alone."""
    icon: str = ""
    caption: Text = ""
    """Small figures under the letter, e.g. attack/defeat."""
    shape: str = ""
    """``ball``, ``tile`` (a hexagon) and ``bare`` (a sign with nothing under it) are nobody's; ``tower`` is a
    building; else it is a piece of its seat."""
    size: float = 0.62
    """Radius."""
    stack: tuple[Chips, ...] = ()
    """The chips under it, from the top down."""
    lies: bool = False
    """True where it lies on its side."""
    space: str = ""
    """The space it is on, where it does not lie at its centre."""
    dial: tuple[int, int] | None = None
    """A value and its most, shown as a dial round the piece."""
    tone: str = ""
    """The name of the colour of a tile or sign."""
    kind: str = ""
    """What it is one of, where its thing's name does not say: ``wood``, or the hero of a seat."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that its picture is known by, the first one first."""
        return self.thing, self.kind


@dataclass(frozen=True)
class Stroke:
    """A decorating line."""

    points: tuple[Point, ...]
    kind: str = ""


class Counter(NamedTuple):
    """A number on the table. ``thing`` is the name under which the log knows it."""

    thing: str
    name: Text
    value: int
    of: int | None = None
    seat: str = ""
    pips: bool = False
    """True where it is better shown as filled and empty dots (``value`` of ``of``)."""
    dial: bool = False
    """True where it is better shown as a dial (``value`` of ``of``)."""
    hidden: bool = False
    """True if the viewer may not see its number."""
    lines: tuple[Text, ...] = ()
    """The lines that it is the sum of, in words; none for a number that is tracked."""
    face: int = 0
    """The face of the dice that it counts: better shown as so many dice."""


@dataclass(frozen=True)
class Plate:
    """A seat's sign in a free corner beside the board: a number writ large, and rows of dots under it."""

    at: Point
    """The corner it stands in."""
    number: Counter
    dots: tuple[tuple[str, Counter], ...]
    """Icon and counter, one row each."""
    right: bool = False
    """True where it stands in a right-hand corner."""
    low: bool = False
    """True where it stands in a lower corner, and its rows go up."""
    on: bool = False
    """True for the seat whose turn it is."""


@hashed_once
@dataclass(frozen=True)
class Picture:
    """The whole board. ``name`` says in words what it shows."""

    name: Text
    width: float
    height: float
    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...] = ()
    pieces: tuple[Piece, ...] = ()
    ways: tuple[Stroke, ...] = ()
    """Lines that come and go, each ending in a point: what flies, and where to."""
    plates: tuple[Plate, ...] = ()
    lap: tuple[Point, ...] = ()
    """The places of a track in the order in which figures pass them, once round."""
    seat: str = ""
    """The seat whose own part of the table lies in it, where each has one."""
    caption: Text = ""
    """What that part is, to be read above it: ``Gold's garden``."""
    has_ends: bool = False
    """True where seats sit at opposite ends, so that a phone may see it turned to its own."""
    turned: bool = False
    """True where it is seen from its other end."""
    under: str = "board"
    """Which of the game's backdrops lies under it on the phone, by its key in ``pictures.toml``."""

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the names of its spaces and of the things on it."""
        return frozenset([*(cell.space for cell in self.cells), *(piece.thing for piece in self.pieces)])


class Card(NamedTuple):
    """A card or token of a seat: where it is, its figures, and its text in our words."""

    thing: str
    name: Text
    kind: str
    where: Text
    """Where it is, in words: ``on A4``, ``ready``, ``face down``."""
    up: bool = True
    """False where it lies face down, used up or fallen: shown dimmed, and said in ``where``."""
    figures: tuple[tuple[str, int], ...] = ()
    """Icon name and number, e.g. ``("sword", 3)``."""
    text: Text = ""
    letter: str = ""
    stack: tuple[Chips, ...] = ()
    """The chips under it, from the top down."""
    source: str = ""
    """Where its figures are from, e.g. ``house``; empty where they are the printed rules'."""
    wide: bool = False
    """True where it has much to say: it is shown with its text, across the page."""
    loose: bool = False
    """True where it lies in the deck or in a hand: no table knows which."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that its picture is known by, the first one first."""
        return self.thing, str(self.name), self.kind


@hashed_once
@dataclass(frozen=True)
class Panel:
    """The things in front of one seat."""

    seat: str
    counters: tuple[Counter, ...]
    cards: tuple[Card, ...]
    picture: Picture | None = None
    """A board of its own, where the seat has one."""
    shared: tuple[str, ...] = ()
    """The seats that have it together, where one side is played by several."""


@dataclass(frozen=True)
class Shelf:
    """Cards that lie in front of no seat, or of both: a shop."""

    name: Text
    cards: tuple[Card, ...]
    up: Text = "open"
    """What those that lie face up are, e.g. ``affordable now``."""


@dataclass(frozen=True)
class Blank:
    """A place of the score pad that its seat can fill now: a verb of which one answer is missing."""

    seat: str
    verb: str
    given: tuple[tuple[str, str], ...]
    """The answers that are settled, each with its field."""
    field: str
    title: Text
    least: int
    most: int
    answers: tuple[str, ...] = ()
    """What can be answered, where that is less than every number from ``least`` to ``most``."""


@dataclass(frozen=True)
class PadLine:
    """A line of the score pad that all seats write on: a cell for each, in the order of the panels."""

    name: Text
    cells: tuple[str, ...]
    """What stands there; empty where it is still to be written."""
    hint: Text = ""
    """How it is counted, in a few words."""
    strong: bool = False
    """True for a sum."""
    blanks: tuple[tuple[Blank, ...], ...] = ()
    """What can be filled now in each of the cells."""
    things: tuple[str, ...] = ()
    """What is tracked in each cell, where a page can say how it came about."""


@dataclass(frozen=True)
class View:
    """One moment, as everybody at the table sees it (nothing is hidden: hands hold the secrets)."""

    phase: Text
    """What is going on, in two or three words."""
    counters: tuple[Counter, ...]
    panels: tuple[Panel, ...]
    picture: Picture | None = None
    """The board; None where the game has none."""
    bank: tuple[Chips, ...] = ()
    """What is left of the chips that all seats share."""
    shelves: tuple[Shelf, ...] = ()
    """What else there is to look at, folded away under the seats."""
    notes: tuple[Text, ...] = ()
    """What one should know before it is too late, each in a sentence."""
    pad: tuple[PadLine, ...] = ()
    """The score pad, where the game is one."""
    deals: str = ""
    """The seat that deals this round on a pad where everybody writes; empty where nobody does in turn."""

    @property
    def cards(self) -> list[Card]:
        """Return the cards in front of the seats."""
        return [card for panel in self.panels for card in panel.cards]

    @property
    def all_counters(self) -> list[Counter]:
        """Return the counters of the table, and those of the seats."""
        return [*self.counters, *(counter for panel in self.panels for counter in panel.counters)]
