"""The opening of a sitting: the names at the seats, and the options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.kernel.cardset import CardSet
from companion.words import Text


@dataclass(frozen=True)
class Choice:
    """One way a table option can be set."""

    name: str
    words: Text


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


def yes_or_no(key: str, title: str, rule: str) -> TableOption:
    """Return an option that is off until somebody switches it on."""
    return TableOption(key, title, (Choice("no", "No"), Choice("yes", "Yes")), "no", rule)


def by_lot(key: str, title: str, rule: str, seats: Sequence[str]) -> TableOption:
    """Return an option that names a seat, which a lot can draw: who goes first."""
    return TableOption(key, title, tuple(Choice(seat, seat) for seat in seats), seats[0], rule, chance=True)


ASKED, FREE = Choice("ask", "Ask the player who moved"), Choice("free", "Anybody, at once")
TAKING_BACK = TableOption("undo", "Undo", (ASKED, FREE), "ask", "undo")
"""The option that every table has by itself."""


@dataclass(frozen=True)
class Opening:
    """The start of a sitting: the players (seat to name), the options, and the cards."""

    seats: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    cards: CardSet | None = None
    """The table's own copy of the set it plays with; None for the house set, or a game without sets."""
    lot: str = ""
    """The secret from which cards that the phones hold are dealt; empty where a game deals none."""
