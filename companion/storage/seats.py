"""Seats of a table: keys, the phones that hold a seat, those that ask to, and changes that are told.

A free seat is its key's. A seat that somebody holds is asked for, and its holder answers; who opened the
table may after ``OPENER_DECIDES``, everybody at it after ``ALL_DECIDE``. Nobody is shut out by a phone that
is gone: everybody at the table decides at once then, and where all have been gone for ``ALL_GONE``, a seat's
key seats at once. Every seat that changes hands is told at its table, with its time.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from companion.storage import notices
from companion.storage.engine import Database, Unavailable
from companion.storage.schema import CHANGES, ENTRIES, HOLDS, REQUESTS, SEATS, TABLES
from companion.storage.seen import Seen
from companion.storage.session import (
    LEARNS,
    NOT_AWAY,
    SAT_DOWN,
    Away,
    Chair,
    SeatChange,
    SeatError,
    SeatRequest,
    Session,
    Waits,
    new_key,
)
from companion.words import Message, message

PHONES_A_SEAT = 4
ASKING_AT_ONCE = 12
ANEW = 10_000
"""A stamp that rose by so much says that a journal has changed since it was read: it is read again."""
_AROUND = select(
    TABLES.c.creator, TABLES.c.laid, TABLES.c.waits.label("waited"), TABLES.c.advice, TABLES.c.again,
    TABLES.c.webhook, TABLES.c.carried,
)  # fmt: skip
ALL_WERE_GONE = "A phone sat down at {seat}. No player's phone had been at this table for ten minutes."
LET_IN = "{name} sat down at {seat}, let in by {by}."
MADE_ROOM = {
    ALL_WERE_GONE: "A phone sat down at {seat}. No player's phone had been at this table for ten minutes. "
    "The phone that was away longest stood up.",
    LET_IN: "{name} sat down at {seat}, let in by {by}. The phone that was away longest stood up.",
}
"""What is told where a seat was full, by what is told else."""
CHANGES_KEPT = 200
"""So many changes of seats are kept of a table."""


def around(connection: Connection, session: Session) -> dict[str, Any]:
    """Return everything around a session's journal now: its opener, chairs, requests and changes of seats."""
    table, seats = session.id, session.table.opening.seats
    chairs = {row.seat: row for row in connection.execute(select(SEATS).where(SEATS.c.table_id == table))}
    phones: dict[str, set[str]] = {seat: set() for seat in chairs}
    for row in connection.execute(select(HOLDS.c.seat, HOLDS.c.phone).where(HOLDS.c.table_id == table)):
        phones[row.seat].add(row.phone)
    asking = select(REQUESTS).where(REQUESTS.c.table_id == table).order_by(REQUESTS.c.id)
    changes = select(CHANGES).where(CHANGES.c.table_id == table).order_by(CHANGES.c.id)
    settings = connection.execute(_AROUND.where(TABLES.c.id == table)).mappings().one()
    waited, sitting = settings["waited"], [(chairs[seat], frozenset(phones[seat])) for seat in seats]
    return {
        **settings,
        "waited": Waits(**waited) if waited else None,
        "chairs": tuple(
            Chair(row.seat, row.player, row.key, holding, row.learns, row.plays, row.remote)
            for row, holding in sitting
        ),
        "requests": tuple(
            SeatRequest(row.id, row.seat, row.phone, row.name, row.at) for row in connection.execute(asking)
        ),
        "changes": tuple(
            SeatChange(row.after, row.at, notices.unpacked(row.told)) for row in connection.execute(changes)
        ),
    }


class Seating:
    """The doings about seats. Each is one transaction, and the phones are told after it."""

    def __init__(self, database: Database, changed: Callable[[Iterable[str]], None]) -> None:
        self._database = database
        self._changed = changed
        self.seen = Seen(database)

    def away(self, session: Session) -> Away:
        """Return from when on the phones that hold seats count as gone; none does where the rows are away."""
        try:
            with self._database.reading() as connection:
                return self.seen.away(connection, session)
        except Unavailable:
            return NOT_AWAY

    @contextmanager
    def _changing(self, session: Session) -> Iterator[Connection]:
        with self._database.writing() as connection:
            require_kept(connection, session)
            stamp(connection, [session.id])
            yield connection
        self._changed([session.code])

    def sit(self, session: Session, key: str, phone: str, name: str = "") -> bool:
        """Sit down with a seat's key: True, or False where somebody sits there, who is asked now.

        Nobody is asked where all have been gone for long. SeatError if the key was replaced, or too many ask.
        """
        this = (SEATS.c.table_id == session.id, SEATS.c.key == key)
        with self._changing(session) as connection:
            seat = connection.scalar(select(SEATS.c.seat).where(*this))
            if seat is None:
                raise SeatError("This link was replaced by a newer one. Ask at the table for it.")
            holding = held_by(connection, session.id, seat)
            if holding and phone not in holding:
                if self.seen.away(connection, session).all_gone > time.time():
                    _ask(connection, session.id, seat, phone, name)
                    return False
                self._beside(connection, session, seat, phone, message(ALL_WERE_GONE, seat=seat))
            if not holding:
                hold(connection, session.id, seat, phone)
                tell(connection, session.id, message(SAT_DOWN, seat=seat))
        return True

    def _beside(
        self, connection: Connection, session: Session, seat: str, phone: str, sentence: Message
    ) -> None:
        """Let a phone sit beside those that hold a seat; the one that was away longest makes room."""
        last = self.seen.last(connection, session)
        there = [one for held, one in sorted(last, key=lambda hold: last[hold]) if held == seat]
        full = len(there) >= PHONES_A_SEAT and phone not in there
        if full:
            here = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat)
            connection.execute(delete(HOLDS).where(*here, HOLDS.c.phone == there[0]))
        hold(connection, session.id, seat, phone)
        tell(
            connection,
            session.id,
            message(MADE_ROOM[sentence.template], **sentence.values) if full else sentence,
        )

    def ask(self, session: Session, seat: str, phone: str, name: str) -> None:
        """Ask for a seat: those who sit there, or all at the table where nobody does."""
        _known(session, seat)
        if seat in session.mine(phone):
            raise SeatError("This phone sits at {seat} already.", seat=seat)
        with self._changing(session) as connection:
            _ask(connection, session.id, seat, phone, name)

    def answer(self, session: Session, request: int, admit: bool, phone: str) -> None:
        """Let a phone that asks sit down, or not; SeatError where it is not this phone's to answer yet."""
        with self._changing(session) as connection:
            this = (REQUESTS.c.table_id == session.id, REQUESTS.c.id == request)
            row = connection.execute(select(REQUESTS).where(*this)).first()
            if row is None:
                raise SeatError("This was answered already.")
            seat_request = SeatRequest(row.id, row.seat, row.phone, row.name, row.at)
            now, away = time.time(), self.seen.away(connection, session)
            if session.decides(phone, seat_request, away) > now:
                wait = session.decides(phone, seat_request) - now
                raise _asked_first(row.seat, wait)
            connection.execute(delete(REQUESTS).where(*this))
            if admit:
                by, name = session.mine(phone) or "who opened the table", row.name or "A phone"
                words = message(LET_IN, name=name, seat=row.seat, by=by)
                self._beside(connection, session, row.seat, row.phone, words)

    def leave(self, session: Session, seat: str, phone: str) -> None:
        """Stand up from a seat."""
        with self._changing(session) as connection:
            mine = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat, HOLDS.c.phone == phone)
            if connection.execute(delete(HOLDS).where(*mine)).rowcount:
                words = "A phone stood up from {seat}."
                if not held_by(connection, session.id, seat):
                    words = "A phone stood up from {seat}. Nobody sits there now."
                tell(connection, session.id, message(words, seat=seat))

    def reissue(self, session: Session, seat: str, phone: str) -> None:
        """A new key for a free seat, or for this phone's own: the other phones that sit there are out."""
        _known(session, seat)
        with self._changing(session) as connection:
            others = held_by(connection, session.id, seat) - {phone}
            if others and seat not in session.mine(phone):
                raise SeatError("Somebody sits at {seat}. Only there its code can be renewed.", seat=seat)
            _set(connection, session, seat, key=new_key())
            here = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat)
            connection.execute(delete(HOLDS).where(*here, HOLDS.c.phone.in_(others)))
            words = "{seat} has a new code."
            if others:
                words = "{seat} has a new code. {n:Another phone|# other phones} stood up from it."
            tell(connection, session.id, message(words, seat=seat, n=len(others)))

    def learn(self, session: Session, seat: str, how: str, phone: str) -> None:
        """Let a seat learn while it plays, or not any more; SeatError where this phone does not sit there."""
        if seat not in session.mine(phone):
            raise SeatError("Only the player of this seat can choose that.")
        if how not in ("", *LEARNS):
            raise SeatError("A seat learns as in a first game, with a coach, or not at all.")
        with self._changing(session) as connection:
            _set(connection, session, seat, learns=how)

    def absent(self, session: Session, seat: str, strength: str, words: str) -> None:
        """Let the phone play a seat, as strongly as ``words`` say, or hand it back (no ``strength``)."""
        _known(session, seat)
        with self._changing(session) as connection:
            if not _set(connection, session, seat, plays=strength):
                return
            now = "The phone plays for {seat} now: {words}." if strength else "A person plays {seat} again."
            tell(connection, session.id, message(now, seat=seat, words=words))

    def place(self, session: Session, seat: str, remote: bool) -> None:
        """Say that who plays a seat is not in the room, or is again. Entries from before it need no hands."""
        _known(session, seat)
        with self._changing(session) as connection:
            if not _set(connection, session, seat, remote=remote):
                return
            if remote and not session.tasks:
                _carry(connection, session, session.n)
            now = "Who plays {seat} is in the room."
            if remote:
                now = "Who plays {seat} is not in the room: the table moves for them."
            tell(connection, session.id, message(now, seat=seat))

    def carry(self, session: Session, n: int) -> None:
        """Note that hands have done what was said from far away, up to entry ``n``."""
        with self._changing(session) as connection:
            _carry(connection, session, min(n, session.n))

    def call(self, session: Session, url: str) -> None:
        """Let an address hear whose turn it is at a table; none if it is empty."""
        with self._changing(session) as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(webhook=url))
            told = "A channel hears whose turn it is." if url else "No channel hears of this table any more."
            tell(connection, session.id, told)

    def let_ask(self, session: Session, may: bool) -> None:
        """Let anybody at a table ask what they could do, or nobody any more."""
        with self._changing(session) as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(advice=may))
            words = "The coach may be asked at this table now."
            tell(connection, session.id, words if may else "The coach may not be asked at this table now.")

    def advise(self, session: Session, sentence: Message | str) -> None:
        """Tell all what a seat could do, if the table still stands there."""
        with self._changing(session) as connection:
            if session.n == _last(connection, session.id):
                tell(connection, session.id, sentence)

    def waits(self, session: Session, waits: Waits) -> None:
        """Keep what the phone waits for, or does no longer, if the table still stands there."""
        with self._changing(session) as connection:
            if not waits.n < _last(connection, session.id):
                here = update(TABLES).where(TABLES.c.id == session.id)
                connection.execute(here.values(waits=asdict(waits)))

    def lay(self, session: Session, steps: int, done: bool) -> None:
        """Tick these steps of the set-up, each a bit, or take the ticks off again."""
        laid = TABLES.c.laid.bitwise_or(steps) if done else TABLES.c.laid.bitwise_and(~steps)
        with self._changing(session) as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == session.id).values(laid=laid))

    def take(self, session: Session, seats: Iterable[str], phone: str) -> None:
        """Sit at seats nobody holds; SeatError if somebody does."""
        with self._changing(session) as connection:
            for seat in seats:
                _known(session, seat)
                holding = held_by(connection, session.id, seat)
                if holding - {phone}:
                    raise SeatError("Somebody sits at {seat} already. Ask there.", seat=seat)
                if not holding:
                    hold(connection, session.id, seat, phone)
                    tell(connection, session.id, message(SAT_DOWN, seat=seat))

    def seat_alike(self, first: Session, other: Session, phone: str) -> None:
        """Let every phone sit at another table where it sits at this one; each tells of the other."""
        at = other.fork.n if other.fork else 0
        with self._changing(other) as connection:
            hold_alike(connection, first, other.id)
            words = "This sitting goes on from table {table}, after entry {n}."
            tell(connection, other.id, message(words, table=first.code, n=at))
        words = "{seats} {seats:opens|open} table {table}, which goes on after entry {n}."
        if not (mine := first.mine(phone)):
            words = "The player who opened this table opens table {table}, which goes on after entry {n}."
        with self._changing(first) as connection:
            tell(connection, first.id, message(words, seats=mine, table=other.code, n=at))


def _set(connection: Connection, session: Session, seat: str, **values: Any) -> bool:
    """Change values of a seat; True if any was another one before."""
    this = (SEATS.c.table_id == session.id, SEATS.c.seat == seat)
    others = or_(*(SEATS.c[name] != value for name, value in values.items()))
    return connection.execute(update(SEATS).where(*this, others).values(**values)).rowcount > 0


def _carry(connection: Connection, session: Session, n: int) -> None:
    """Note what hands have done, never less than was noted before."""
    here = update(TABLES).where(TABLES.c.id == session.id, TABLES.c.carried < n)
    connection.execute(here.values(carried=n))


def hold_alike(connection: Connection, first: Session, other: int) -> None:
    """Let every phone hold the seats at another table that it holds at this one."""
    held = [(chair.seat, one) for chair in first.chairs for one in sorted(chair.phones)]
    now = time.time()
    if rows := [{"table_id": other, "seat": seat, "phone": one, "since": now} for seat, one in held]:
        connection.execute(insert(HOLDS), rows)


def _known(session: Session, seat: str) -> None:
    if seat not in session.table.opening.seats:
        raise SeatError("This table has no seat “{seat}”.", seat=seat[:40])


def require_kept(connection: Connection, session: Session) -> None:
    """Refuse what is said of a table that was deleted."""
    this = (TABLES.c.id == session.id, TABLES.c.code == session.code)
    if connection.scalar(select(TABLES.c.id).where(*this)) is None:
        raise SeatError("Table {table} is not kept here any more.", table=session.code)


def stamp(connection: Connection, tables: Iterable[int], by: int = 1) -> None:
    """Note that something other than the journal changed at these tables; ``by`` ANEW, the journal too."""
    these = TABLES.c.id.in_(list(tables))
    connection.execute(update(TABLES).where(these).values(stamp=TABLES.c.stamp + by))


def held_by(connection: Connection, table: int, seat: str) -> set[str]:
    """Return the phones that hold a seat."""
    here = (HOLDS.c.table_id == table, HOLDS.c.seat == seat)
    return set(connection.scalars(select(HOLDS.c.phone).where(*here)))


def hold(connection: Connection, table: int, seat: str, phone: str) -> None:
    """Sit down; who sits there already does so still."""
    here = (HOLDS.c.table_id == table, HOLDS.c.seat == seat, HOLDS.c.phone == phone)
    connection.execute(delete(HOLDS).where(*here))
    request = (REQUESTS.c.table_id == table, REQUESTS.c.seat == seat, REQUESTS.c.phone == phone)
    connection.execute(delete(REQUESTS).where(*request))
    row = {"table_id": table, "seat": seat, "phone": phone, "since": time.time()}
    connection.execute(insert(HOLDS), row)


def _ask(connection: Connection, table: int, seat: str, phone: str, name: str) -> None:
    here = REQUESTS.c.table_id == table
    mine = (here, REQUESTS.c.seat == seat, REQUESTS.c.phone == phone)
    before = connection.scalar(select(REQUESTS.c.at).where(*mine))
    connection.execute(delete(REQUESTS).where(*mine))
    asking = connection.scalar(select(func.count()).select_from(REQUESTS).where(here)) or 0
    if asking >= ASKING_AT_ONCE:
        words = "{n} phones ask to sit here already. Somebody at the table answers them first."
        raise SeatError(words, n=asking)
    at = before or time.time()  # who asks once more does not wait from the beginning
    row = {"table_id": table, "seat": seat, "phone": phone, "name": name, "at": at}
    connection.execute(insert(REQUESTS), row)


def tell(connection: Connection, table: int, sentence: Message | str) -> None:
    """Note at a table that a seat changed hands; the oldest notes beyond what is kept go."""
    words = notices.packed(sentence)
    row = {"table_id": table, "after": _last(connection, table), "at": time.time(), "told": words}
    connection.execute(insert(CHANGES), row)
    here = CHANGES.c.table_id == table
    newest = select(CHANGES.c.id).where(here).order_by(CHANGES.c.id.desc()).offset(CHANGES_KEPT).limit(1)
    connection.execute(delete(CHANGES).where(here, CHANGES.c.id <= newest.scalar_subquery()))


def _last(connection: Connection, table: int) -> int:
    """The number of the last entry."""
    last = select(func.coalesce(func.max(ENTRIES.c.n), 0)).where(ENTRIES.c.table_id == table)
    return connection.scalar(last) or 0


def _asked_first(seat: str, seconds: float) -> SeatError:
    """Return that a seat's holder answers first, and when others may."""
    if seconds == float("inf"):
        return SeatError("The player of {seat} is asked first. Only those at this table decide.", seat=seat)
    return SeatError(
        "The player of {seat} is asked first. Without an answer you may decide in {n:a minute|# minutes}, "
        "or once that phone has been away for a minute.",
        seat=seat,
        n=max(1, -int(-seconds // 60)),
    )
