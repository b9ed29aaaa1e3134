"""A tap: what a phone sent, who may say it, and what its idempotency key stands for."""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from companion.kernel.action import Given, Kind, written
from companion.kernel.clocks import TIME_UP, require_up
from companion.kernel.game import AGREE_UNDO, ASK_UNDO, DECLINE_UNDO, UNDO
from companion.kernel.journal import MOST_ENTRIES, OPENER, Entry, Table, int_or_zero
from companion.kernel.judge import Proposal, Whole, judge, propose, shown_first
from companion.kernel.rulebook import Refusal
from companion.storage.session import Session
from companion.storage.verdict import SEAT, Asked, Refused, Shown
from companion.words import message

ANSWER_WITHIN = 60.0
"""Seconds that a seat has for its answer before the phone that opened the table may answer for it."""
UNSEEN = "More was said here before your tap came, so nothing is taken back yet."
_FULL = (
    "This sitting has {n} entries, and that is all one journal holds. Nothing was kept; open a new "
    "table, and set it by hand to how this one stands."
)
FULL = str(message(_FULL, n=MOST_ENTRIES))
Keeps = Literal["allowed", "harmless", "nothing"]
"""What of a phone's sentences is kept: all that is allowed; only what is whole and harmless; or nothing. What
is not kept is asked on, or shown."""


class StaleUndo(Refusal):
    """An undo by somebody who has not seen what was said last; said again, it counts."""


class Stale(Refusal):
    """A move that was thought out for a moment that has passed."""


class _NotSeated(Exception):
    """A phone that speaks for a seat it does not hold, or no longer."""


@dataclass(frozen=True)
class Tap:
    """A tap of a phone. Without a ``phone`` its sender may say anything."""

    seat: str
    verb: str
    given: Given
    key: str
    seen: int
    at: float
    phone: str | None
    only_at: int | None = None
    """The one entry after which it may be said: by a program, or by the phone for a seat it plays; None for
    people."""
    keeps: Keeps = "allowed"
    seats: Collection[str] | None = None
    """The seats that a phone is now, where it is passed round; None for one that is all it holds."""

    @cached_property
    def said(self) -> str:
        """Return what its key stands for: this phone, and this sentence as it was sent."""
        answers = [[name, [v] if isinstance(v, str) else [*v]] for name, v in self.given.items()]
        whole = json.dumps([self.phone, self.seat, self.verb, sorted(answers)])
        return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()

    def judge(self, session: Session) -> Table[Any] | Asked | Shown | Refused:
        """Judge once: return the table after it, or why there is none."""
        if session.n >= MOST_ENTRIES:
            return Refused(session, FULL, "full")
        try:
            return self._judged(session)
        except _NotSeated:
            return Refused(session, SEAT, "seat")
        except Refusal as no:
            return Refused(session, no.why, "rules", no)

    def _judged(self, session: Session) -> Table[Any] | Asked | Shown:
        self._require_fresh(session)
        seat = self.seat or session.acting(self.phone or "")
        verb, answers = self._allowed(session, seat) if self.phone is not None else (self.verb, self.given)
        kind = session.table.game.kind(verb)
        if kind and self.keeps != "allowed":
            return self._at_once(session, kind, seat)
        after = session.table.say(seat, verb, answers, at=self.at, key=self.key, seen=self.seen)
        if verb == TIME_UP:
            clock = str(after.log[-1].entry.answers["clock"])
            require_up(session.clocks, session.table.game.rules, clock, self.at)
        if self.phone is not None and verb in (UNDO, ASK_UNDO) and self.seen < session.n:
            raise StaleUndo(UNSEEN, session.table.game.rules[UNDO])
        return after

    def _allowed(self, session: Session, seat: str) -> tuple[str, Given]:
        """Return the verb and the answers that a phone may say for a seat."""
        if self.verb in (AGREE_UNDO, DECLINE_UNDO):
            return self.verb, {"entry": self.given.get("entry", "")} | self._answering(session, seat)
        if not self._sits(session, seat) and not self._finishes(session):
            raise _NotSeated
        return self._taking_back(session) if self.verb in (UNDO, ASK_UNDO) else (self.verb, self.given)

    def _require_fresh(self, session: Session) -> None:
        """Refuse what was decided at an earlier entry, or for a seat that is absent no more."""
        by_itself = self.only_at is not None and self.phone is None
        if self.only_at not in (None, session.n) or (by_itself and self.seat not in session.absent):
            raise Stale("More was said here meanwhile.", session.table.game.rules["turn"])

    def _at_once(self, session: Session, kind: Kind[Any], seat: str) -> Table[Any] | Asked | Shown:
        """Return the table after it where it is whole and harmless, the next question, or what it comes to.

        Questions and previews know nothing that is hidden from the phone.
        """
        seen = session.seen_by(self.phone or "", self.seats)
        table = seen.table
        proposal = judge(kind, table.state, seat, self.given)
        action = proposal.next
        if not isinstance(action, Whole):
            return Asked(seen, proposal)
        if self.keeps == "nothing" or shown_first(table.game, table.state, action):
            return Shown(seen, proposal)
        if seen.veiled:
            return session.table.say(
                seat, kind.verb, written(action.action), at=self.at, key=self.key, seen=self.seen
            )
        entry = Entry(table.n + 1, seat, kind.verb, {}, self.at, self.key, self.seen)
        return table.with_action(entry, action.action, action.after)

    def proposal(self, session: Session) -> Proposal[Any] | None:
        """Return what holds of a sentence that is refused, as far as its phone may see.

        None for the table's own verbs, and for a phone that may not speak for the seat.
        """
        if self.phone is None:
            return None
        seen, seat = session.seen_by(self.phone, self.seats), self.seat or session.acting(self.phone)
        kind = seen.table.game.kind(self.verb)
        may = self._sits(session, seat) or self._finishes(session)
        return propose(kind, seen.table.state, seat, self.given) if kind and may else None

    def _sits(self, session: Session, seat: str) -> bool:
        """True for a seat that the phone is now."""
        return seat in session.mine(self.phone or "") and (self.seats is None or seat in self.seats)

    def _finishes(self, session: Session) -> bool:
        """True where somebody at the table answers what the phone asks it."""
        at_table = session.sits(self.phone or "") or self.phone == session.creator
        return at_table and session.asked_of_table(self.seat, self.verb, self.given)

    def _taking_back(self, session: Session) -> tuple[str, Given]:
        """Undo, or the question whether one may: whatever this phone has to say to take that back.

        It is the last entry that the phone has seen, where it names no other.
        """
        entry = self.given.get("entry") or str(self.seen)
        n = entry if isinstance(entry, str) else "".join(entry[:1])
        others = session.asks(self.phone or "", int_or_zero(n))
        return (ASK_UNDO, {"entry": n, "of": others}) if others else (UNDO, {"entry": n})

    def _answering(self, session: Session, seat: str) -> dict[str, str]:
        """Return the mark of who answers for a seat: none for its own phone, the opener's after a while."""
        request, phone = session.table.asked, self.phone or ""
        if seat in session.mine(phone):
            return {}
        if phone != session.creator or request is None or seat not in request.of:
            raise _NotSeated
        left = round(request.at + ANSWER_WITHIN - self.at)
        why = "{seat} {seat:has|have} {left} more seconds to answer. After that you may, for them."
        session.table.game.rules.require(left <= 0, UNDO, why, seat=seat, left=left)
        return {"who": OPENER}
