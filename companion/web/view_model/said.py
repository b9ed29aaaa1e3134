"""What was said last at a table, and what can be taken back of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.kernel.game import AGREE_UNDO
from companion.kernel.journal import NAMED, Step, UndoRequest, sentence
from companion.kernel.state import Told, counted, listed, possessive
from companion.storage.session import (
    said_by_phone,
)
from companion.svg.trail import Trail, trail

if TYPE_CHECKING:
    from companion.web.view_model import TablePage


A_WHILE = 60
"""So many entries are looked back to see since when the table waits, and what was missed."""


@dataclass(frozen=True)
class Said:
    """The end of the journal, as one phone reads it."""

    page: "TablePage"

    @property
    def last(self) -> Step[Any] | None:
        """The last entry."""
        return self.page.table.log[-1] if self.page.n else None

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last entry told."""
        return self.last.told if self.last else ()

    @property
    def told_by(self) -> str:
        """The seat that said it."""
        return self.last.entry.seat if self.last else ""

    @property
    def told_sentence(self) -> str:
        """What it said."""
        return sentence(self.page.game, self.last.entry) if self.last else ""

    @cached_property
    def trail(self) -> Trail:
        """What the last entry left on the board."""
        if not self.page.n:
            return Trail()
        about = {thing for told in self.told for thing in told.about}
        session = self.page.session
        before = self.page.picture_at(session.state_before, session.view_before)
        return trail(before, self.page.picture, about, self.told_by)

    @property
    def missed(self) -> str:
        """The address that plays what was said since this phone spoke last, where that is more than one."""
        for n in range(self.page.n, max(self.page.n - A_WHILE, 0), -1):
            if self.page.table.log[n - 1].entry.seat in self.page.mine:
                return f"{self.page.url}/at/{n}?play" if n < self.page.n - 1 else ""
        return ""

    @property
    def undo(self) -> int:
        """The entry that undo takes back, with all the phone said after it for others; 0 for none."""
        return self.page.table.undoes(said_by_phone)

    def asks(self, entry: int) -> tuple[str, ...]:
        """The seats that are asked where this phone takes an entry back; none where it may."""
        return self.page.session.asks(self.page.phone.id, entry)

    @property
    def just_taken_back(self) -> bool:
        """True where the last entry took something back that can be put back."""
        return 0 < self.redo == self.page.n

    @property
    def taken_back(self) -> str:
        """The same in words for this phone, by name: ``Ada took back your “Battle”.``"""
        _, gone = self.page.table.undone[-1]
        entry = self.page.table.log[self.redo - 1].entry
        asked = entry.answers.get("entry") if entry.verb == AGREE_UNDO else None
        by = self.page.table.log[int(str(asked)) - 1].entry.seat if asked else entry.seat
        said = [
            f"{self._whose(step.entry.seat, by)}“{sentence(self.page.game, step.entry)}”"
            for step in gone[-NAMED:]
        ]
        if len(gone) > NAMED:
            said = [f"{counted(len(gone) - NAMED, 'sentence')} more", *said]
        return f"{'You' if by in self.page.mine else self.page.name(by)} took back {listed(said)}."

    def _whose(self, seat: str, by: str) -> str:
        """Whose sentence it was, as a phone reads it of one who took it back."""
        if seat == by:
            return ""
        return "your " if seat in self.page.mine else f"{possessive(self.page.name(seat))} "

    @property
    def asked(self) -> UndoRequest | None:
        """What somebody asks to take back."""
        return self.page.table.asked

    @property
    def asked_here(self) -> str:
        """The seat of this phone that is asked to let another take back; empty where none is."""
        return next((seat for seat in self.page.mine if self.asked and seat in self.asked.of), "")

    @property
    def redo(self) -> int:
        """The undo that redo takes back; 0 for none."""
        return self.page.table.can_redo
