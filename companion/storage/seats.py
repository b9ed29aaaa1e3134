"""Who sits where: keys, the phones that hold a seat, and those that ask to."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, func, insert, select, update

from companion.storage.engine import Database
from companion.storage.schema import HOLDS, REQUESTS, SEATS, TABLES
from companion.storage.session import Chair, SeatError, SeatRequest, Session, new_key

PHONES_A_SEAT = 4
ASKING_AT_ONCE = 12


def chairs_and_requests(
    connection: Connection, table: int, seats: Iterable[str]
) -> tuple[tuple[Chair, ...], tuple[SeatRequest, ...]]:
    """The chairs of a table, in this order, and who asks to sit down."""
    chairs = {row.seat: row for row in connection.execute(select(SEATS).where(SEATS.c.table_id == table))}
    phones: dict[str, set[str]] = {seat: set() for seat in chairs}
    for row in connection.execute(select(HOLDS.c.seat, HOLDS.c.phone).where(HOLDS.c.table_id == table)):
        phones[row.seat].add(row.phone)
    asking = select(REQUESTS).where(REQUESTS.c.table_id == table).order_by(REQUESTS.c.id)
    return (
        tuple(Chair(s, chairs[s].player, chairs[s].key, frozenset(phones[s])) for s in seats),
        tuple(SeatRequest(row.id, row.seat, row.phone, row.name) for row in connection.execute(asking)),
    )


class Seating:
    """The doings about seats. Each is one transaction, and the phones are told after it."""

    def __init__(self, database: Database, changed: Callable[[str], None]) -> None:
        self._database = database
        self._changed = changed

    @contextmanager
    def _changing(self, session: Session) -> Iterator[Connection]:
        with self._database.writing() as connection:
            this = (TABLES.c.id == session.id, TABLES.c.code == session.code)
            if not connection.execute(update(TABLES).where(*this).values(stamp=TABLES.c.stamp + 1)).rowcount:
                raise SeatError(f"Table {session.code} is not kept here any more.")
            yield connection
        self._changed(session.code)

    def sit(self, session: Session, key: str, phone: str) -> str:
        """Sit down with a seat's key: the seat; NotSo if the key was replaced or the seat is full."""
        this = (SEATS.c.table_id == session.id, SEATS.c.key == key)
        with self._changing(session) as connection:
            seat = connection.scalar(select(SEATS.c.seat).where(*this))
            if seat is None:
                raise SeatError("This link was replaced by a newer one. Ask at the table for it.")
            _hold(connection, session, seat, phone)
        return str(seat)

    def ask(self, session: Session, seat: str, phone: str, name: str) -> None:
        """Ask those at the table for a seat."""
        _known(session, seat)
        if seat in session.mine(phone):
            raise SeatError(f"This phone sits at {seat} already.")
        with self._changing(session) as connection:
            here = REQUESTS.c.table_id == session.id
            mine = delete(REQUESTS).where(here, REQUESTS.c.seat == seat, REQUESTS.c.phone == phone)
            connection.execute(mine)
            asking = connection.scalar(select(func.count()).select_from(REQUESTS).where(here)) or 0
            if asking >= ASKING_AT_ONCE:
                raise SeatError(
                    f"{asking} phones ask to sit here already. Somebody at the table answers them first."
                )
            row = {"table_id": session.id, "seat": seat, "phone": phone, "name": name, "at": time.time()}
            connection.execute(insert(REQUESTS), row)

    def answer(self, session: Session, request: int, admit: bool) -> None:
        """Let a phone that asks sit down, or not."""
        with self._changing(session) as connection:
            this = (REQUESTS.c.table_id == session.id, REQUESTS.c.id == request)
            row = connection.execute(select(REQUESTS).where(*this)).first()
            if row is None:
                raise SeatError("This was answered already.")
            connection.execute(delete(REQUESTS).where(*this))
            if admit:
                _hold(connection, session, row.seat, row.phone)
                if row.name:
                    named = (SEATS.c.table_id == session.id, SEATS.c.seat == row.seat)
                    connection.execute(update(SEATS).where(*named).values(player=row.name))

    def leave(self, session: Session, seat: str, phone: str) -> None:
        """Stand up from a seat."""
        with self._changing(session) as connection:
            mine = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat, HOLDS.c.phone == phone)
            connection.execute(delete(HOLDS).where(*mine))

    def reissue(self, session: Session, seat: str, keeper: str) -> None:
        """A new key for a seat. The old one, and every phone that sits there but the keeper's, is out."""
        _known(session, seat)
        with self._changing(session) as connection:
            this = (SEATS.c.table_id == session.id, SEATS.c.seat == seat)
            connection.execute(update(SEATS).where(*this).values(key=new_key()))
            others = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat, HOLDS.c.phone != keeper)
            connection.execute(delete(HOLDS).where(*others))

    def take(self, session: Session, seats: Iterable[str], phone: str) -> None:
        """Sit at seats nobody holds; NotSo if somebody does."""
        with self._changing(session) as connection:
            for seat in seats:
                _known(session, seat)
                if _holding(connection, session, seat) - {phone}:
                    raise SeatError(f"Somebody sits at {seat} already.")
                _hold(connection, session, seat, phone)


def _known(session: Session, seat: str) -> None:
    if seat not in session.table.opening.seats:
        raise SeatError(f"This table has no seat “{seat[:40]}”.")


def _holding(connection: Connection, session: Session, seat: str) -> set[str]:
    here = (HOLDS.c.table_id == session.id, HOLDS.c.seat == seat)
    return set(connection.scalars(select(HOLDS.c.phone).where(*here)))


def _hold(connection: Connection, session: Session, seat: str, phone: str) -> None:
    holding = _holding(connection, session, seat)
    if phone in holding:
        return
    if len(holding) >= PHONES_A_SEAT:
        raise SeatError(
            f"{len(holding)} phones sit at {seat} already. One of them may leave it, or renew its code."
        )
    row = {"table_id": session.id, "seat": seat, "phone": phone, "since": time.time()}
    connection.execute(insert(HOLDS), row)
