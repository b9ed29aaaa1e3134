"""The seats of a table: who sits there, who the table waits for, and who asks to sit down."""

import time
from dataclasses import dataclass
from functools import cached_property

from companion.kernel.features import Pointing
from companion.storage.session import SeatRequest, Session
from companion.web.view_model.phone import Phone
from companion.words import Message, Text, message

NOBODY_HERE = "No player's phone has been at this table for ten minutes."
A_WHILE = 60
"""Entries that are looked back at to see since when the table waits, and what was missed. House."""


@dataclass(frozen=True)
class Seats:
    """The seats of a table as one phone sees them."""

    session: Session
    phone: Phone

    @cached_property
    def players(self) -> dict[str, str]:
        """Return seat to player."""
        return {chair.seat: chair.player for chair in self.session.chairs}

    def name(self, seat: str) -> str:
        """Return the person who plays a seat; the seat itself if nobody said a name."""
        return self.players.get(seat) or seat

    @property
    def waited_for(self) -> Message:
        """Return who is to play, by name."""
        return message("{who}", who=list(dict.fromkeys(map(self.name, self.waiting))))

    def mark(self, seat: str) -> int:
        """Return the seat's number, for its mark and colour."""
        return self.session.marks.get(seat, 0)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the seats the table waits for."""
        return tuple(self.session.table.state.to_act)

    @property
    def my_turn(self) -> bool:
        """True if the table waits for this phone."""
        return any(seat in self.waiting for seat in self.phone.mine)

    @property
    def at_stake(self) -> tuple[str, ...]:
        """Return the things that this phone's answer is about, in the middle of another's turn."""
        return tuple(self.session.table.state.at_stake) if self.my_turn else ()

    @property
    def stake_words(self) -> Text:
        """Return the same in words."""
        table = self.session.table
        labels = [table.game[Pointing].label(table.state, name) for name in self.at_stake]
        return message("{things}", things=labels)

    @cached_property
    def call(self) -> str:
        """Return why this phone is called, and since which entry: ``turn.17``, ``answer.18``, ``asked.19``.

        Empty if nobody waits for it, or if it plays all seats and calls nobody else.
        """
        request = self.session.table.asked
        if self.phone.plans:
            return ""
        if request and any(seat in request.of for seat in self.phone.mine):
            return f"asked.{request.n}"
        if not self.my_turn or len(self.phone.mine) == len(self.players):
            return ""
        return f"{'answer' if self.at_stake else 'turn'}.{self._waited_since}"

    @property
    def _waited_since(self) -> int:
        """Return the entry since which the table waits for this phone; 0 if that is longer than a while."""
        table = self.session.table
        for n in range(table.n, max(table.n - A_WHILE, 0), -1):
            before = table.log[n - 2].state if n > 1 else table.start
            if not any(seat in self.phone.mine for seat in before.to_act):
                return n
        return 0

    @property
    def free(self) -> tuple[str, ...]:
        """Return the seats nobody holds."""
        return tuple(chair.seat for chair in self.session.chairs if not chair.phones)

    @property
    def requests(self) -> tuple[SeatRequest, ...]:
        """Return who asks to sit down, for those who may answer, at once or if nobody else does."""
        return self.session.requests if self.phone.may else ()

    def answers_from(self, request: SeatRequest) -> float:
        """Return the time from which this phone may answer a request if nobody does before; 0 if it may
        now."""
        if self.session.decides(self.phone.id, request, self.phone.away) <= time.time():
            return 0.0
        return self.session.decides(self.phone.id, request)

    @property
    def all_gone(self) -> bool:
        """True if the link of a seat seats at once, as no phone that sits here was seen for long."""
        return self.phone.away.all_gone <= time.time()

    nobody_here = NOBODY_HERE

    def advice(self, seat: str) -> Text:
        """Return what somebody does now who asked for a seat."""
        now, gone = time.time(), self.phone.away.gone
        if seat not in gone:
            words = "Somebody at the table lets you in. The link or QR code of {seat} seats you at once."
            return message(words, seat=seat)
        if self.all_gone:
            words = "{nobody} Open the link of {seat} or scan its QR code: it seats you at once."
            return message(words, nobody=NOBODY_HERE, seat=seat)
        if gone[seat] > now and self.session.held(seat):
            return (
                "The player who sits here lets you in. If that phone is lost, anybody at the table can, once "
                "it has been away for a minute."
            )
        if any(until > now for until in gone.values()):
            return "Anybody at the table can let you in now."
        later = time.strftime("%H:%M", time.localtime(self.phone.away.all_gone + 59))
        words = (
            "Nobody is at the table now. Ask a player to open it and let you in; "
            "from {time} on the link or QR code of {seat} seats you at once."
        )
        return message(words, time=later, seat=seat)
