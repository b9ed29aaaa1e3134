"""Hidden things: those hidden from some seats, and the hands at a real table, which the table does not
keep."""

import random
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from companion.kernel.action import Action
from companion.kernel.state import State, Told

T = TypeVar("T", bound=State)


@dataclass(frozen=True)
class Unseen:
    """The things that some seats do not see: those that are hidden, and those that would tell of them."""

    hidden: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.hidden)

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return self.hidden | self.telling

    def keeps(self, line: Told) -> bool:
        """True for what may not be told."""
        about = {*line.about}
        return bool(about & self.hidden) or (bool(about) and about <= self.names)


class Hands(Protocol[T]):
    """The hands of one sitting that is played by itself, kept in step with what the game tells."""

    def allow(self, state: T, action: Action[T]) -> bool:
        """True if the cards that a whole or half-made action plays are there."""

    def follow(self, action: Action[T], before: T, after: T) -> None:
        """Put away what an action played, and deal what it drew."""

    def seen(self, action: Action[T], before: T) -> None:
        """Hold what an action plays that a person made, whatever was dealt here: the table is right."""

    def guessed(self, seat: str, rng: random.Random) -> Self:
        """Other hands that could be, as far as this seat knows; they can be followed without these."""
