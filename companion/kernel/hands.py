"""Hidden hands as they lie on a real table, which the table itself does not keep."""

import random
from typing import Protocol, Self, TypeVar

from companion.kernel.action import Action
from companion.kernel.state import State

T = TypeVar("T", bound=State)


class Hands(Protocol[T]):
    """Who holds what in one sitting that is played by itself, kept in step with what the game tells."""

    def allow(self, state: T, action: Action[T]) -> bool:
        """Whether the cards that a whole or half-made action plays are there."""

    def follow(self, action: Action[T], before: T, after: T) -> None:
        """Put away what an action played, and deal what it drew."""

    def seen(self, action: Action[T], before: T) -> None:
        """Hold what an action plays that a person made, whatever was dealt here: the table is right."""

    def guessed(self, seat: str, rng: random.Random) -> Self:
        """Other hands that could be, as far as this seat knows; they can be followed without these."""
