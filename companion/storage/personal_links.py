"""Personal links: a key by which whoever plays takes the seats of one phone along to another."""

import time
from collections.abc import Callable, Iterable

from sqlalchemy import Connection, delete, insert, select, update

from companion.storage.engine import Database
from companion.storage.schema import HOLDS, LINKS, OWN, REQUESTS, TABLES
from companion.storage.seats import stamp, tell
from companion.storage.session import SeatError, new_key


class PersonalLinks:
    """One link a phone, made and revoked there; it goes along with the seats, and can be followed again."""

    def __init__(self, database: Database, changed: Callable[[Iterable[str]], None]) -> None:
        self._database = database
        self._changed = changed

    def key(self, phone: str) -> str | None:
        """The key of this phone's personal link, if it made one."""
        with self._database.reading() as connection:
            return connection.scalar(select(LINKS.c.key).where(LINKS.c.phone == phone))

    def make(self, phone: str) -> None:
        """A personal link for this phone; one it had before is revoked."""
        with self._database.writing() as connection:
            connection.execute(delete(LINKS).where(LINKS.c.phone == phone))
            connection.execute(insert(LINKS), {"phone": phone, "key": new_key(), "since": time.time()})

    def revoke(self, phone: str) -> None:
        """The personal link of this phone leads nowhere any more."""
        with self._database.writing() as connection:
            connection.execute(delete(LINKS).where(LINKS.c.phone == phone))

    def owner(self, key: str) -> str | None:
        """The phone whose seats a personal link takes along now."""
        with self._database.reading() as connection:
            return connection.scalar(select(LINKS.c.phone).where(LINKS.c.key == key))

    def move(self, key: str, phone: str) -> None:
        """Take the seats, and the tables that were opened, of a personal link's phone along to this one.

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


def _moved(connection: Connection, owner: str, phone: str) -> list[str]:
    """Move what one phone holds to another; the codes of the tables where it did."""
    held = connection.execute(select(HOLDS).where(HOLDS.c.phone == owner)).all()
    made = TABLES.c.creator == owner
    touched = TABLES.c.id.in_({row.table_id for row in held})
    tables = connection.execute(
        select(TABLES.c.id, TABLES.c.code).where(touched | made).order_by(TABLES.c.id)
    ).all()
    stamp(connection, [table.id for table in tables])
    connection.execute(update(TABLES).where(made).values(creator=phone))
    connection.execute(update(OWN).where(OWN.c.owner == owner).values(owner=phone))
    for row in held:
        this = (HOLDS.c.table_id == row.table_id, HOLDS.c.seat == row.seat)
        connection.execute(delete(HOLDS).where(*this, HOLDS.c.phone.in_([owner, phone])))
        connection.execute(insert(HOLDS), {**row._mapping, "phone": phone, "since": time.time()})
        tell(connection, row.table_id, f"Whoever plays {row.seat} took the seat along to another phone.")
    connection.execute(delete(REQUESTS).where(REQUESTS.c.phone == owner))
    return [str(table.code) for table in tables]
