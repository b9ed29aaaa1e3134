"""Times at which the phones that hold seats were last seen at their tables.

A phone is noted in memory, whatever it asks for. What was noted is kept in the rows every ``KEPT_EVERY``
seconds, by a thread of its own, so that other processes know it and no tap waits for it.
"""

import logging
import threading
import time

from sqlalchemy import Connection, bindparam, select, update

from companion.storage.engine import Database, Unavailable
from companion.storage.schema import HOLDS, TABLES
from companion.storage.session import ALL_GONE, GONE, Away, Session
from companion.work import machine

log = logging.getLogger(__name__)
KEPT_EVERY = 20.0
"""Seconds between two times that it is kept who was seen; much less than GONE. House."""
AT_ONCE = 100
"""So many phones are kept in a transaction, so that a tap beside it hardly waits."""
_TABLE = select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).scalar_subquery()
_KEEP = (
    update(HOLDS)
    .where(HOLDS.c.phone == bindparam("by"), HOLDS.c.table_id == _TABLE)
    .values(seen=bindparam("at"))
)


class Seen:
    """The times at which phones were seen: what this process noted over what all have saved."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._began = time.time()
        self._lock = threading.Lock()
        self._noted: dict[tuple[str, str], float] = {}
        """Table and phone to when it was seen, until that is kept."""
        self._due = float("-inf")

    def note(self, code: str, phone: str) -> None:
        """Note that a phone is at a table now."""
        if not phone or self._database.read_only:
            return
        now = time.monotonic()
        with self._lock:
            self._noted[code, phone] = time.time()
            if now < self._due:
                return
            self._due = now + KEPT_EVERY
        machine.later(KEPT_EVERY, self.keep)

    def keep(self) -> None:
        """Keep what was noted since the last time."""
        with self._lock:
            noted = sorted(self._noted.items())  # in one order, so that no two processes wait for each other
        rows = [{"code": code, "by": phone, "at": at} for (code, phone), at in noted]
        for first in range(0, len(rows), AT_ONCE):
            try:
                with self._database.writing() as connection:
                    connection.execute(_KEEP, rows[first : first + AT_ONCE])
            except Unavailable as no:
                log.info("Who was seen is not kept: %s", no)
        with self._lock:
            for key, at in noted:
                if self._noted.get(key) == at:
                    del self._noted[key]

    def last(self, connection: Connection, session: Session) -> dict[tuple[str, str], float]:
        """Return seat and phone, of all that hold a seat, to when it was seen last."""
        query = select(HOLDS.c.seat, HOLDS.c.phone, HOLDS.c.since, HOLDS.c.seen)
        rows = connection.execute(query.where(HOLDS.c.table_id == session.id))
        with self._lock:
            return {
                (row.seat, row.phone): max(
                    row.since, row.seen or 0.0, self._noted.get((session.code, row.phone), 0.0)
                )
                for row in rows
            }

    def away(self, connection: Connection, session: Session) -> Away:
        """Return from when on the holders of each seat count as gone.

        Phones have a minute to come back to a process that just began.
        """
        back, gone, last = self._began + GONE, dict[str, float](), self.last(connection, session)
        for (seat, _), at in last.items():
            gone[seat] = max(gone.get(seat, back), at + GONE)
        return Away(gone, max([back, *(at + ALL_GONE for at in last.values())]))
