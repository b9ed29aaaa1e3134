"""The model of absent players: the state of the phone that plays for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from companion.storage.session import Session, Waits
from companion.web.view_model.far import Far
from companion.web.view_model.phone import Phone
from companion.words import Text, message


@dataclass(frozen=True)
class Absent:
    """The seats that the phone plays, and what it waits for."""

    session: Session
    phone: Phone
    on: bool
    """False if this house lets no phone play for somebody absent."""

    @cached_property
    def far(self) -> Far:
        """Return what is to be done for players who are not in the room."""
        return Far(self.session, self.phone)

    @property
    def due(self) -> str:
        """Return the seat that the phone plays and the table waits for; empty if it waits for people."""
        return self.session.due

    @property
    def hands(self) -> bool:
        """True if the hands at this phone have yet to do what the phone said."""
        return self.on and bool(self.session.n) and self.phone.may and self.session.hands_first

    def played_by(self, seat: str) -> Text:
        """Return who plays a seat: a person by name, or the phone for them."""
        name = next((chair.player for chair in self.session.chairs if chair.seat == seat), "")
        return message("{player} · the phone", player=name) if seat in self.session.absent else name

    @property
    def waits(self) -> Waits:
        """Return what the phone that plays it waits for."""
        return self.session.waits

    @property
    def asks_table(self) -> str:
        """Return the address of the question that the phone leaves to the table; empty if there is none."""
        waits = self.waits
        if not (waits.verb and self.phone.may):
            return ""
        return f"{self.phone.do}/{addressed(waits.verb, {'by': waits.seat, **waits.given})}"


def addressed(verb: str, answers: Mapping[str, str | list[str]]) -> str:
    """Return the end of the address of an action with its answers so far."""
    return f"{verb}?{urlencode(answers, doseq=True)}"
