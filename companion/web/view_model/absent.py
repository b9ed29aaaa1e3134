"""What the phone does for those who are absent."""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from companion.storage.session import (
    Waits,
    said_by_phone,
)

if TYPE_CHECKING:
    from companion.web.view_model import TablePage


@dataclass(frozen=True)
class Absent:
    """The seats that the phone plays, and what it waits for."""

    page: "TablePage"

    @property
    def due(self) -> str:
        """The seat that the phone plays and the table waits for; empty where it waits for people."""
        return self.page.session.due

    def played_by(self, seat: str) -> str:
        """Who plays a seat: a person by name, or the phone for them."""
        name = self.page.players.get(seat, "")
        return f"{name} · the phone" if seat in self.page.session.absent else name

    @property
    def waits(self) -> Waits:
        """What the phone that plays it waits for."""
        return self.page.session.waits

    @property
    def asks_table(self) -> str:
        """The address of the question that the phone leaves to the table; empty where there is none."""
        waits = self.waits
        if not (waits.verb and self.page.may):
            return ""
        names = [
            (field, name)
            for field, answer in waits.given.items()
            for name in ([answer] if isinstance(answer, str) else answer)
        ]
        return f"{self.page.do}/{waits.verb}?{urlencode([('by', waits.seat), *names])}"

    @property
    def said_last(self) -> bool:
        """True where the phone said the last entry for somebody absent."""
        return bool(self.page.said.last and said_by_phone(self.page.said.last.entry))
