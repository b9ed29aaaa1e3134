"""A box on the shelf: what a game declares."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from companion.kernel.action import Kind, S
from companion.kernel.misdeclared import Misdeclared
from companion.kernel.opening import TAKING_BACK, Choice, Opening, TableOption
from companion.kernel.rulebook import Rulebook
from companion.kernel.tracked import Tracked, things
from companion.kernel.values import Value, in_words
from companion.kernel.view import View
from companion.words import Text, message

F = TypeVar("F")

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
    seat_words: Mapping[str, Text]
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
    endings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The rules by which it can end, each with the numbers of winners that leaves."""
    features: tuple[object, ...] = ()
    """What it has besides: at most one feature of each type (``companion.kernel.features``)."""

    def __post_init__(self) -> None:
        """Misdeclared where names are taken or there are too many seats."""
        if max(self.players) > SEATS:
            raise Misdeclared(f"{self.name}: a table has at most {SEATS} seats, not {max(self.players)}.")
        if any(option.key == TAKING_BACK.key for option in self.options):
            raise Misdeclared(f"{self.name}: an option is called “{TAKING_BACK.key}”, as the table's own is.")
        verbs = [*TABLE_VERBS]
        for kind in self.kinds:
            if kind.verb in verbs:
                taken = "the table's own verb" if kind.verb in TABLE_VERBS else "another verb's name"
                raise Misdeclared(f"{self.name}: {kind.__name__} is called “{kind.verb}”, which is {taken}.")
            verbs.append(kind.verb)
        if len(self._features) != len(self.features):
            raise Misdeclared(f"{self.name} lists two features of one type; one of each is enough.")

    def __getitem__(self, kind: type[F]) -> F:
        """Return its feature of that type, or that feature's defaults; TypeError if it has neither."""
        feature = self.get(kind)
        return kind() if feature is None else feature

    def get(self, kind: type[F]) -> F | None:
        """Return the feature of that type that it lists; None if it lists none."""
        return self._features.get(kind)

    def having(self, *features: object) -> "Game[S]":
        """Return the same game with these features, in place of its own of their types."""
        types = {type(feature) for feature in features}
        rest = (feature for feature in self.features if type(feature) not in types)
        return replace(self, features=(*rest, *features))

    @cached_property
    def _features(self) -> dict[type, Any]:
        return {type(feature): feature for feature in self.features}

    @property
    def table_options(self) -> tuple[TableOption, ...]:
        """Everything that is settled before the first move: the game's own options, then the table's."""
        return (*self.options, TAKING_BACK)

    def things(self, state: S) -> dict[str, str]:
        """Return everything that is tracked, by name, with where or how it is in words."""
        return {name: str(in_words(value)) for name, value in self.values(state).items()}

    def values(self, state: S) -> dict[str, Value]:
        """Return everything that is tracked, by name, with where or how it is."""
        return things(self.tracked, state)

    def kind(self, verb: str) -> Kind[S] | None:
        """The verb of that name."""
        return self._by_verb.get(verb)

    @cached_property
    def _by_verb(self) -> dict[str, Kind[S]]:
        return {kind.verb: kind for kind in self.kinds}

    def choices(self, option: TableOption, players: int) -> tuple[Choice, ...]:
        """Return the choices of an option with so many players, without seats that stay empty."""
        seats = self.seats(players)
        empty = set(self.seats(max(self.players))).difference(seats)
        return tuple(choice for choice in option.choices if choice.name not in empty)

    def settled(self, answers: Mapping[str, str], players: int | None = None) -> dict[str, str]:
        """Every option with its value; ValueError, in words, for one unknown or not for so many players."""
        players = players or max(self.players)
        options_by_key = {option.key: option for option in self.table_options}
        for key, value in answers.items():
            if key not in options_by_key:
                raise ValueError(message("{game} has no option “{option}”.", game=self.name, option=key[:40]))
            names = [choice.name for choice in self.choices(options_by_key[key], players)]
            if value not in names:
                words = "“{title}” can be {names:, }; not “{value}”."
                raise ValueError(
                    message(words, title=options_by_key[key].title, names=names, value=value[:40])
                )
        return {key: answers.get(key, option.default) for key, option in options_by_key.items()}

    def seated(self, seats: Mapping[str, str]) -> dict[str, str]:
        """Names by seat, in table order; ValueError, in words, if they do not fit the game."""
        if len(seats) not in self.players:
            words = "{game} is for {players:, } players; not {n}."
            raise ValueError(message(words, game=self.name, players=[*map(str, self.players)], n=len(seats)))
        order = self.seats(len(seats))
        if set(order) != set(seats):
            words = "{game} seats {order:, }; not {seats}."
            raise ValueError(message(words, game=self.name, order=[*order], seats=", ".join(seats)[:80]))
        return {seat: seats[seat] for seat in order}
