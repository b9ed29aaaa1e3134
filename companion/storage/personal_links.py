"""Personal links: a key by which a player takes what one phone has along to another."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from companion.plays.bg_stats import uuid_of
from companion.storage import plays, tokens
from companion.storage.engine import Database
from companion.storage.schema import HOLDS, LINKS, OWN, PARTS, PEOPLE, PLAYS, REQUESTS, TABLES, TOURNAMENTS
from companion.storage.seats import stamp, tell
from companion.storage.session import SeatError, new_key
from companion.words import message

OWNED = {
    "table": TABLES.c.creator,
    "own game": OWN.c.owner,
    "tournament": TOURNAMENTS.c.owner,
    "brought play": PLAYS.c.phone,
}
"""What a phone opened, made or brought, and where it is kept whose that is."""
HAS = {"seat": HOLDS.c.phone, **OWNED}


class PersonalLinks:
    """One link a phone, made and revoked there; it goes along with the seats, and can be followed again."""

    def __init__(self, database: Database, changed: Callable[[Iterable[str]], None]) -> None:
        self._database = database
        self._changed = changed

    def key(self, phone: str) -> str | None:
        """The key of this phone's personal link, if it made one."""
        key: str | None = self._database.scalar(select(LINKS.c.key).where(LINKS.c.phone == phone))
        return key

    def make(self, phone: str) -> None:
        """A personal link for this phone; one it had before is revoked."""
        with self._database.writing() as connection:
            connection.execute(delete(LINKS).where(LINKS.c.phone == phone))
            connection.execute(insert(LINKS), {"phone": phone, "key": new_key(), "since": time.time()})

    def revoke(self, phone: str) -> None:
        """The personal link of this phone leads nowhere any more."""
        with self._database.writing() as connection:
            connection.execute(delete(LINKS).where(LINKS.c.phone == phone))

    def has(self, phone: str) -> dict[str, int]:
        """Return the number of each kind of thing that goes along; plays of tables go with these."""
        count_queries = {what: select(func.count()).where(column == phone) for what, column in HAS.items()}
        count_queries["brought play"] = count_queries["brought play"].where(PLAYS.c.table_id.is_(None))
        (counts,) = self._database.rows(select(*(one.scalar_subquery() for one in count_queries.values())))
        return dict(zip(count_queries, counts, strict=True))

    def owner(self, key: str) -> str | None:
        """The phone whose seats a personal link takes along now."""
        phone: str | None = self._database.scalar(select(LINKS.c.phone).where(LINKS.c.key == key))
        return phone

    def move(self, key: str, phone: str) -> None:
        """Take the seats of a personal link's phone, and all that it opened, made or brought, to this one.

        The link goes with them, so that it can do so again. SeatError where it was revoked.
        """
        with self._database.writing() as connection:
            # taken first: of two phones that follow one link at once, the second moves on from the first
            connection.execute(update(LINKS).where(LINKS.c.key == key).values(since=time.time()))
            owner = connection.scalar(select(LINKS.c.phone).where(LINKS.c.key == key))
            if owner is None:
                raise SeatError("This personal link was revoked, or is not complete.")
            if owner == phone:
                return
            connection.execute(delete(LINKS).where(LINKS.c.phone == phone))
            connection.execute(update(LINKS).where(LINKS.c.key == key).values(phone=phone))
            codes = _moved(connection, owner, phone)
        self._changed(codes)


def nothing(phone: Any) -> list[Any]:
    """Return the conditions by which the phones in a column have nothing."""
    return [~select(column).where(column == phone).exists() for column in HAS.values()]


def empty() -> Select[Any]:
    """Select the keys of the links that would take nothing along."""
    return select(LINKS.c.key).where(*nothing(LINKS.c.phone))


def sweep(connection: Connection, keys: Sequence[str]) -> int:
    """Delete these links if they would take nothing along; return how many."""
    return connection.execute(delete(LINKS).where(LINKS.c.key.in_(keys), *nothing(LINKS.c.phone))).rowcount


def _moved(connection: Connection, owner: str, phone: str) -> list[str]:
    """Move what one phone has to another; the codes of the tables where it did."""
    held = connection.execute(select(HOLDS).where(HOLDS.c.phone == owner)).all()
    touched = TABLES.c.id.in_({row.table_id for row in held})
    query = select(TABLES.c.id, TABLES.c.code).where(touched | (TABLES.c.creator == owner))
    tables = connection.execute(query.order_by(TABLES.c.id)).all()
    stamp(connection, [table.id for table in tables])
    for column in OWNED.values():
        connection.execute(update(column.table).where(column == owner).values({column: phone}))
    for row in held:
        this = (HOLDS.c.table_id == row.table_id, HOLDS.c.seat == row.seat)
        connection.execute(delete(HOLDS).where(*this, HOLDS.c.phone.in_([owner, phone])))
        connection.execute(
            insert(HOLDS), {**row._mapping, "phone": phone, "since": time.time(), "seen": None}
        )
        words = "The player of {seat} took the seat along to another phone."
        tell(connection, row.table_id, message(words, seat=row.seat))
    tokens.move(connection, owner, phone)
    connection.execute(delete(REQUESTS).where(REQUESTS.c.phone == owner))
    _one_of_each(connection, phone)
    return [str(table.code) for table in tables]


def _one_of_each(connection: Connection, phone: str) -> None:
    """Let no play be doubled of those that came together; a table's stays, one that was brought goes.

    The players named for it stay known.
    """
    query = select(PLAYS.c.id, PLAYS.c.mark, PLAYS.c.table_id, PLAYS.c.phone).where(plays.seen(phone))
    order = (PLAYS.c.table_id.is_(None), PLAYS.c.phone != phone, PLAYS.c.id)
    first: dict[str, int] = {}
    brought, sittings = dict[int, int](), dict[int, int]()
    for row in connection.execute(query.order_by(*order)):
        first_id = first.setdefault(uuid_of(row.mark), row.id)
        if first_id != row.id and row.phone == phone:
            (brought if row.table_id is None else sittings)[row.id] = first_id
    if same := brought | sittings:
        _said_alike(connection, phone, same)
    plays.forget(connection, [*brought])
    if sittings:
        these = PLAYS.c.id.in_(sittings)
        connection.execute(update(PLAYS).where(these).values(source=plays.NO_PLAY))


def _said_alike(connection: Connection, phone: str, same: dict[int, int]) -> None:
    """Copy the persons said to have played a play to the same play of another phone, where nobody has said
    any."""
    query = select(PARTS).join(PLAYS, PLAYS.c.id == PARTS.c.play_id)
    rows = [
        {"play": same[row.play_id], "nth": row.n, "called": row.name, "who": row.person}
        for row in connection.execute(query.where(PLAYS.c.phone == phone, PARTS.c.person != 0))
        if row.play_id in same
    ]
    if rows:
        here = (PARTS.c.play_id == bindparam("play"), PARTS.c.n == bindparam("nth"))
        unsaid = (PARTS.c.name == bindparam("called"), PARTS.c.person == 0)
        connection.execute(update(PARTS).where(*here, *unsaid).values(person=bindparam("who")), rows)
        people = PEOPLE.c.id.in_({row["who"] for row in rows})
        connection.execute(update(PEOPLE).where(people).values(changed=time.time()))
