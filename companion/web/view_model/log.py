"""The end of the journal: what was said last at a table, and what can be taken back of it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from companion.kernel.game import AGREE_UNDO, ASK_UNDO, DECLINE_UNDO, UNDO
from companion.kernel.journal import LEFT_OUT, NAMED, Entry, Step, UndoRequest, came_of, sentence
from companion.kernel.state import Told
from companion.storage.session import ADVICE, LOOKED_BACK, SeatChange, Session, said_by_phone
from companion.storage.tap import ANSWER_WITHIN
from companion.web.view_model.phone import Phone
from companion.web.view_model.seats import A_WHILE, Seats
from companion.words import Message, Text, message


@dataclass(frozen=True)
class Log:
    """The end of the journal, as one phone reads it."""

    session: Session
    phone: Phone

    @property
    def last(self) -> Step[Any] | None:
        """Return the last entry."""
        return self.session.table.log[-1] if self.session.n else None

    @property
    def told(self) -> tuple[Told, ...]:
        """Return what the last entry told."""
        return self.last.told if self.last else ()

    @property
    def deeds(self) -> tuple[Told, ...]:
        """Return the same; of a turn of the phone, all that it told."""
        turn = self.session.phone_turn
        return tuple(line for step in turn for line in step.told) if turn else self.told

    @property
    def told_by(self) -> str:
        """Return the seat that said it."""
        return self.last.entry.seat if self.last else ""

    @property
    def teller(self) -> str:
        """Return who said it, by name; empty if what was told begins with that name."""
        name = Seats(self.session, self.phone).name(self.told_by) if self.told_by else ""
        return "" if any(str(told.text).startswith(f"{name} ") for told in self.deeds[:1]) else name

    @property
    def told_sentence(self) -> Text:
        """Return what it said."""
        return sentence(self.session.table.game, self.last.entry) if self.last else ""

    @property
    def by_phone(self) -> bool:
        """True if the phone said the last entry for somebody absent."""
        return bool(self.last and said_by_phone(self.last.entry))

    @property
    def missed(self) -> str:
        """Return the address that plays what was said since this phone spoke last; empty if that is one."""
        log, n = self.session.table.log, self.session.n
        if not self.phone.mine:
            return ""
        for one in range(n, max(n - A_WHILE, 0), -1):
            if log[one - 1].entry.seat in self.phone.mine:
                return f"{self.phone.url}/at/{one}?play" if one < n - 1 else ""
        return ""

    @property
    def undo(self) -> int:
        """Return the entry that undo takes back, with all the phone said after it for others; 0 for none."""
        return self.session.table.undoes(said_by_phone)

    def asks(self, entry: int) -> tuple[str, ...]:
        """Return the seats that are asked if this phone takes an entry back; none if it may."""
        return self.session.asks(self.phone.id, entry)

    @property
    def redo(self) -> int:
        """Return the undo that redo takes back; 0 for none."""
        return self.session.table.can_redo

    @property
    def just_taken_back(self) -> bool:
        """True if the last entry took something back that can be put back."""
        return 0 < self.redo == self.session.n

    @property
    def taken_back(self) -> Text:
        """Return the same in words for this phone, by name: ``Ada took back your “Battle”.``"""
        table, seats = self.session.table, Seats(self.session, self.phone)
        _, gone = table.undone[-1]
        entry = table.log[self.redo - 1].entry
        number = entry.answers.get("entry") if entry.verb == AGREE_UNDO else None
        by = table.log[int(str(number)) - 1].entry.seat if number else entry.seat
        sentences = [self._quoted(step.entry, by, seats) for step in gone[-NAMED:]]
        if len(gone) > NAMED:
            sentences = [message("{n:# sentence|# sentences} more", n=len(gone) - NAMED), *sentences]
        words = "You took back {sentences}." if by in self.phone.mine else "{who} took back {sentences}."
        return message(words, who=seats.name(by), sentences=sentences)

    def _quoted(self, entry: Entry, by: str, seats: Seats) -> Message:
        """Return a sentence that somebody took back, and whose it was, as a phone reads it."""
        words = "{seat's} “{sentence}”"
        if entry.seat == by:
            words = "“{sentence}”"
        elif entry.seat in self.phone.mine:
            words = "your “{sentence}”"
        said = sentence(self.session.table.game, entry)
        return message(words, seat=seats.name(entry.seat), sentence=said)

    @property
    def asked(self) -> UndoRequest | None:
        """Return what somebody asks to take back."""
        return self.session.table.asked

    @property
    def asked_here(self) -> str:
        """Return the seat of this phone that is asked to let another take back; empty if none is."""
        return next((seat for seat in self.phone.mine if self.asked and seat in self.asked.of), "")

    @cached_property
    def changes(self) -> dict[int, list[SeatChange]]:
        """Return entry to the seats that changed hands after it, and before the next."""
        result: dict[int, list[SeatChange]] = {}
        for change in self.session.changes:
            result.setdefault(change.after, []).append(change)
        return result

    @property
    def changed_hands(self) -> list[SeatChange]:
        """Return the seats that changed hands at this moment."""
        verbs = (ADVICE, LOOKED_BACK)
        return [one for one in self.changes.get(self.session.n, ()) if not one.told.startswith(verbs)]

    @property
    def answer_in(self) -> int:
        """Return the seconds before the phone that opened the table may answer for a seat that is asked."""
        return max(0, ceil(self.asked.at + ANSWER_WITHIN - time.time())) if self.asked else 0

    @property
    def asked_by_me(self) -> bool:
        """True if a seat of this phone asks to take something back."""
        return bool(self.asked and self.asked.seat in self.phone.mine)

    @property
    def lapsed_by(self) -> str:
        """Return who played on while a seat of this phone asked to take something back; empty if nobody did.

        It is told until that seat speaks again.
        """
        log = self.session.table.log
        if self.asked or not self.phone.mine:
            return ""
        own = next((n for n in range(len(log), 0, -1) if log[n - 1].entry.seat in self.phone.mine), 0)
        if not 0 < own < len(log) or log[own - 1].entry.verb != ASK_UNDO:
            return ""
        after = log[own].entry
        return "" if after.verb in (AGREE_UNDO, DECLINE_UNDO, UNDO) else after.seat

    @property
    def stopped_at(self) -> Text:
        """Return what was said at the entry that no longer replays."""
        stopped = self.session.table.stopped
        return sentence(self.session.table.game, stopped.entry) if stopped else ""

    @property
    def waits_behind(self) -> str:
        """Return in words what would become of the entries from there on, if the sitting went on."""
        return str(came_of(self.session.waiting))

    @property
    def left_out(self) -> Text:
        """Return the number of those that would be left out: ``3 entries``; empty for none."""
        n = self.session.waiting.count(LEFT_OUT)
        return message("{n:# entry|# entries}", n=n) if n else ""

    @property
    def ended(self) -> Text:
        """Return how the game ended, in a few words that name people; empty while it goes on."""
        over = self.session.table.state.over
        if not over:
            return ""
        if over.winners:
            return message("{people} won", people=self._named(over.winners))
        return "The table is put away" if over.rule == "end-table" else "A draw"

    @property
    def ended_here(self) -> Text:
        """Return the same to the people of this phone: ``You won``, ``Lucifer fell, Ada won``."""
        over, mine = self.session.table.state.over, self.phone.mine
        if not over or not over.winners:
            return self.ended
        if self.won:
            others = [seat for seat in over.winners if seat not in mine]
            return message("You and {people} won", people=self._named(others)) if others else "You won"
        if not over.fallen:
            return self.ended
        words = "{fallen} fell, {people} won"
        return message(words, fallen=over.fallen, people=self._named(over.winners))

    @property
    def won(self) -> bool:
        """True if a seat of this phone won, unless the phone plays against itself."""
        over, mine = self.session.table.state.over, self.phone.mine
        sides = {frozenset(self.session.table.state.partners(seat)) for seat in mine}
        return bool(over) and len(sides) == 1 and any(seat in over.winners for seat in mine)

    def _named(self, seats: Sequence[str]) -> list[str]:
        """Return people by name, each once."""
        return list(dict.fromkeys(map(Seats(self.session, self.phone).name, seats)))
