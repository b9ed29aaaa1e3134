"""A box on the shelf: what a game declares."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Generic

from companion.kernel.action import Kind, S
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.clocks import Clock
from companion.kernel.hands import Hands, Unseen
from companion.kernel.paper import Paper
from companion.kernel.pictures import Pictures
from companion.kernel.rulebook import Rulebook
from companion.kernel.sheet import Sheet
from companion.kernel.tracked import Tracked, things
from companion.kernel.view import Picture, View

SEATS = 8
"""So many seats a table has at most: each has a mark, a shape and a colour of its own."""
UNDO, REDO = "undo", "redo"
ASK_UNDO, AGREE_UNDO, DECLINE_UNDO = "ask-undo", "agree-undo", "decline-undo"
CARRY_ON = "carry-on"
TABLE_VERBS: Mapping[str, str] = {
    UNDO: "Undo",
    REDO: "Redo",
    ASK_UNDO: "Ask to undo",
    AGREE_UNDO: "Agree to undo",
    DECLINE_UNDO: "Decline to undo",
    CARRY_ON: "Carry on",
}
"""The verbs that every table has by itself, with their titles."""


@dataclass(frozen=True)
class Choice:
    """One way a table option can be set."""

    name: str
    words: str


@dataclass(frozen=True)
class TableOption:
    """Something settled before the first move: a variant, or one of our readings."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    default: str
    rule: str = ""
    """The key of the rule it switches."""
    chance: bool = False
    """True where "at random" is offered too; chance is settled before set-up and enters as an answer."""


TAKING_BACK = TableOption(
    "undo",
    "Taking back",
    (
        Choice("ask", "Ask whose sentence it is"),
        Choice("free", "Anybody may, without a question"),
    ),
    "ask",
    "undo",
)
"""The option that every table has by itself."""


@dataclass(frozen=True)
class Opening:
    """What a sitting starts from: who sits where (seat to player's name), and how the options are set."""

    seats: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    cards: CardSet | None = None
    """The table's own copy of the set it plays with; None for the house set, or a game without sets."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A box: set-up, verbs, rules, view, and what must always hold."""

    key: str
    """As in addresses and entry points: ``war-in-heaven``."""
    name: str
    blurb: str
    minutes: str
    seats: Callable[[int], tuple[str, ...]]
    """The seats for so many players, in table order."""
    players: tuple[int, ...]
    """The numbers of players it can be played with."""
    seat_words: Mapping[str, str]
    """Seat name to one line about it, for choosing who is who."""
    options: tuple[TableOption, ...]
    rules: Rulebook
    kinds: tuple[Kind[S], ...]
    """The verbs, in the order of the dock."""
    setup: Callable[[Opening], S]
    """The first moment; what it tells is the checklist for the hands."""
    view: Callable[[S], View]
    tracked: tuple[Tracked[S], ...]
    """Everything that is tracked, declared once. Two moments with equal things look the same on the table."""
    invariant: Callable[[S], None]
    """Raises Impossible, in words, if the box could not hold this moment."""
    spaces: Callable[[S, str], tuple[str, ...]] = lambda state, name: ()
    """The spaces of the board where a finger may point to give this answer."""
    starts: Callable[[S, str], Mapping[str, tuple[str, Mapping[str, str]]]] = lambda state, seat: {}
    """Piece of the board to what a tap on it begins for a seat: a verb, and its first answers."""
    label: Callable[[S, str], str] = lambda state, name: name
    """An answer in words, e.g. ``Militia 2 on A4``."""
    numbers: Callable[[Sequence[S]], list[tuple[str, Mapping[str, int] | int]]] = lambda states: []
    """Figures of a finished sitting, from every moment that stands: a name with one number, or one a seat."""
    reach: Callable[[S, str], Mapping[str, tuple[str, ...]]] = lambda state, thing: {}
    """How far a thing on the board gets: a word, e.g. ``moves`` or ``strikes``, to the spaces."""
    board_of: Callable[[S, str], Picture | None] = lambda state, seat: None
    """The board as a seat's own phone shows it, where a part of it is each seat's own; None where all see
    the same."""
    worth: Callable[[S, str], float] | None = None
    """How good a moment is for a seat that plays, the higher the better, well within ±1,000, which is a game
    won or lost; None where only the end tells."""
    points: Callable[[S], Mapping[str, int]] | None = None
    """Every seat's points if it ended at a moment, the more the better; None where no such are counted."""
    deal: Callable[[random.Random], Hands[S]] | None = None
    """Deals the hidden hands of a sitting that is played by itself; None where nothing is hidden."""
    phone_cannot: Callable[[Opening], str] = lambda opening: ""
    """Why the phone can play no seat of such a table, in a sentence; empty where it can."""
    hides: Callable[[S, Collection[str]], Unseen] | None = None
    """What seats do not see of a moment; None where everybody sees everything."""
    veil: Callable[[S, frozenset[str]], S] | None = None
    """A moment without these things."""
    clocks: Callable[[S, Sequence[tuple[float, S]], float], tuple[Clock, ...]] | None = None
    """Every clock as it stood at the last entry, given the first moment, the time of each entry with the
    moment after it, and when the table was opened; None if no clock runs."""
    sets: SetForm | None = None
    """What a set of cards of this game looks like, with the house set; None where nothing can be swapped."""
    measured: str = ""
    """What the lab found, of the house set if there is one: games, players, version, shares."""
    sheet: Sheet | None = None
    """What is counted at the end, with a table or without one; None where nothing is."""
    icon: str = ""
    """Its sign on the shelf; its initial stands there where it has none."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """What the drawn icons of its cards and board stand for, each in a word or a few, for whoever asks."""
    paper: Paper | None = None
    """What the printer cannot see in the rest: true sizes, chips, tracks, mats and pads."""
    pictures: Pictures | None = None
    """Which drawn picture each thing has, on the phone and on paper; None where nothing has any."""
    boards: Mapping[str, Picture] = field(default_factory=dict)
    """Boards that lie on the table and are shown otherwise on a phone, for paper alone."""
    on_boards: Callable[[S, str], Mapping[str, tuple[str, ...]] | None] = lambda state, key: None
    """What lies on the spaces of one of ``boards`` at a moment, by space: things or their kinds, and an empty
    name where the phone does not know what. None where the picture of the view tells it."""

    package: str = ""
    """The package it is written in: its ``played`` folder holds sittings that show how it goes."""
    played: Traversable | None = None
    """The folder of these sittings, of a game that has no package of its own."""
    endings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The rules by which it can end, each with the numbers of winners that leaves."""
    described: str = ""
    """The text of a game of somebody's own: no shelf holds it, so its sittings carry it."""

    def __post_init__(self) -> None:
        """ValueError, for the game's author, where names are taken or there are too many seats."""
        if max(self.players) > SEATS:
            raise ValueError(f"{self.name}: a table has at most {SEATS} seats, not {max(self.players)}.")
        if any(option.key == TAKING_BACK.key for option in self.options):
            raise ValueError(f"{self.name}: an option is called “{TAKING_BACK.key}”, as the table's own is.")
        verbs = [*TABLE_VERBS]
        for kind in self.kinds:
            if kind.verb in verbs:
                taken = "the table's own verb" if kind.verb in TABLE_VERBS else "another verb's name"
                raise ValueError(f"{self.name}: {kind.__name__} is called “{kind.verb}”, which is {taken}.")
            verbs.append(kind.verb)

    @property
    def table_options(self) -> tuple[TableOption, ...]:
        """Everything that is settled before the first move: the game's own options, then the table's."""
        return (*self.options, TAKING_BACK)

    def things(self, state: S) -> dict[str, str]:
        """Everything that is tracked, by name, with where or how it is in words."""
        return things(self.tracked, state)

    def picture(self, *names: str) -> str:
        """The drawn picture of a thing, by the first of its names that has one; empty where none has."""
        return self.pictures.of(*names) if self.pictures else ""

    def with_set(self, cards: CardSet | None) -> "Game[S]":
        """The same game, whose cards have the pictures that a table's own set chose for them."""
        if not (self.sets and cards and self.pictures):
            return self
        chosen = {name: picture for name, picture in self.sets.chosen(cards).items() if picture}
        both = {**self.pictures.pictures, **chosen}
        return replace(self, pictures=self.pictures.model_copy(update={"pictures": both}))

    def kind(self, verb: str) -> Kind[S] | None:
        """The verb of that name."""
        return self._by_verb.get(verb)

    @cached_property
    def _by_verb(self) -> dict[str, Kind[S]]:
        return {kind.verb: kind for kind in self.kinds}

    def choices(self, option: TableOption, players: int) -> tuple[Choice, ...]:
        """How an option can be set with so many players: a seat that stays empty is no choice."""
        seats = self.seats(players)
        empty = set(self.seats(max(self.players))).difference(seats)
        return tuple(choice for choice in option.choices if choice.name not in empty)

    def settled(self, given: Mapping[str, str], players: int | None = None) -> dict[str, str]:
        """Every option with its value; ValueError, in words, for one unknown or not for so many players."""
        players = players or max(self.players)
        known = {option.key: option for option in self.table_options}
        for key, value in given.items():
            if key not in known:
                raise ValueError(f"{self.name} has no option “{key[:40]}”.")
            names = [choice.name for choice in self.choices(known[key], players)]
            if value not in names:
                raise ValueError(f"“{known[key].title}” can be {', '.join(names)}; not “{value[:40]}”.")
        return {key: given.get(key, option.default) for key, option in known.items()}

    def seated(self, seats: Mapping[str, str]) -> dict[str, str]:
        """Names by seat, in table order; ValueError, in words, if they do not fit the game."""
        if len(seats) not in self.players:
            raise ValueError(
                f"{self.name} is for {', '.join(map(str, self.players))} players; not {len(seats)}."
            )
        order = self.seats(len(seats))
        if set(order) != set(seats):
            raise ValueError(f"{self.name} seats {', '.join(order)}; not {', '.join(seats)[:80]}.")
        return {seat: seats[seat] for seat in order}
