"""The model of players who are not in the room: what those at the table have yet to do for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.kernel.journal import Step
from companion.kernel.state import Told
from companion.storage.session import Session
from companion.web.view_model.phone import Phone


@dataclass(frozen=True)
class Far:
    """The tasks of hands at the table for somebody far away, as one phone sees them."""

    session: Session
    phone: Phone

    @property
    def here(self) -> bool:
        """True for a phone that is at the table: not one of somebody far away alone."""
        mine = self.phone.mine
        return not mine or any(seat not in self.session.remote for seat in mine)

    @cached_property
    def task(self) -> Sequence[Step[Any]]:
        """Return the entries whose task is done first; none where nothing is to be done from here."""
        return self.session.task if self.here else ()

    @property
    def may(self) -> bool:
        """True if this phone may say that it is done."""
        return self.phone.may and self.here

    @property
    def seat(self) -> str:
        """Return the seat that it is for."""
        return self.task[0].entry.seat

    @property
    def n(self) -> int:
        """Return the last entry that is done with it."""
        return self.task[-1].entry.n

    @property
    def told(self) -> list[Told]:
        """Return what to do, line by line."""
        return [line for step in self.task for line in step.told]

    @property
    def later(self) -> int:
        """Return how many sentences wait behind it."""
        return len(self.session.tasks) - len(self.task)

    @property
    def is_news(self) -> bool:
        """True if it is also what was told last."""
        return bool(self.task) and self.n == self.session.n
