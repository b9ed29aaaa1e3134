"""What is settled before the first move: who sits where, and how the options are set."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.kernel.cardset import CardSet


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
    "Undo",
    (
        Choice("ask", "Ask the player who moved"),
        Choice("free", "Anybody, at once"),
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
