"""The journal's rows: what is kept of an entry, and the statements that keep and find it."""

import secrets
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select

from companion.kernel.journal import Entry, Step
from companion.storage.schema import ENTRIES, TABLES
from companion.storage.session import EYE, PHONE, Session
from companion.storage.tap import Tap
from companion.storage.verdict import KEY, Refused, Said


def _last(table: Any) -> Any:
    """The number of a table's last entry."""
    last = select(ENTRIES.c.n).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.n.desc()).limit(1)
    return func.coalesce(last.scalar_subquery(), 0)


STANDS = select(TABLES.c.id, _last(TABLES.c.id).label("n"), TABLES.c.stamp, TABLES.c.game)
"""Where tables stand."""
HOLD = select(TABLES.c.id).where(TABLES.c.id == bindparam("table")).with_for_update()
"""Let nobody else write at a table until this is committed."""
_FIRST = select(ENTRIES.c.n, ENTRIES.c.said).where(
    ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.key == bindparam("key")
)
_LATER = (
    select(ENTRIES)
    .where(ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.n > bindparam("have"))
    .order_by(ENTRIES.c.n)
)
KEEP = insert(ENTRIES)
_SAME = HOLD.where(TABLES.c.stamp == bindparam("stamp"), TABLES.c.code == bindparam("code")).subquery("same")
"""The code, too: SQLite gives the number of a table that was deleted to the next one."""
KEEP_IF = insert(ENTRIES).from_select(
    [column.name for column in ENTRIES.c],
    select(*(bindparam(column.name, type_=column.type) for column in ENTRIES.c))
    .select_from(_SAME)
    .where(bindparam("before") == _last(_SAME.c.id)),
)
"""Keep an entry if the table still stands where it was judged: one statement, one commit."""


def later(connection: Connection, table: int, have: int) -> list[Entry]:
    """The entries of a table after the first ``have``, in their order."""
    rows = connection.execute(_LATER, {"table": table, "have": have})
    return [Entry(r.n, r.seat, r.verb, r.answers, r.at, r.key, r.seen) for r in rows]


def first(connection: Connection, session: Session, tap: Tap) -> Said | Refused | None:
    """Return the same tap if it was kept already; a refusal if its key stands for another one."""
    row = connection.execute(_FIRST, {"table": session.id, "key": tap.key}).first()
    if row is None:
        return None
    if row.said != tap.said:
        return Refused(session, KEY, "key")
    return Said(session, row.n, repeated=True)


def tapped(table: int, step: Step[Any], tap: Tap) -> dict[str, Any]:
    """The row of an entry that a tap made."""
    return _row(table, step, tap.at, tap.key, tap.said)


def brought(table: int, step: Step[Any], now: float) -> dict[str, Any]:
    """The row of an entry that a table is opened with; its time is now, where that is unknown or yet to come.

    Its key is new, and says as before whether the phone said it.
    """
    at = step.entry.at if 0 < step.entry.at <= now else now
    mark = next((mark for mark in (PHONE, EYE) if step.entry.key.startswith(mark)), "")
    return _row(table, step, at, mark + secrets.token_hex(8), "")


def _row(table: int, step: Step[Any], at: float, key: str, text: str) -> dict[str, Any]:
    entry = step.entry
    return {
        "table_id": table,
        "n": entry.n,
        "key": key,
        "seat": entry.seat,
        "verb": entry.verb,
        "answers": entry.answers,
        "at": at,
        "seen": entry.seen,
        "said": text,
    }
