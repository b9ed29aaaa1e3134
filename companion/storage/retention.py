"""Forgetting: a table deleted for good; what is old enough, and then whom and what nothing needs any more."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select
from sqlmodel import SQLModel

from companion.storage import boxes, people, personal_links, plays, tournaments
from companion.storage.engine import Database
from companion.storage.schema import ENTRIES, OWN, PLAYS, TABLES, VERSIONS

DAY = 86_400.0
AT_ONCE = 50
"""So many tables or plays are deleted in a transaction, so that those who play meanwhile wait no longer than
that."""


def forget(connection: Connection, table: int) -> None:
    """Delete a table and every row that belongs to it."""
    for rows in reversed(SQLModel.metadata.sorted_tables):
        if "table_id" in rows.c:
            connection.execute(delete(rows).where(rows.c.table_id == table))
    connection.execute(delete(TABLES).where(TABLES.c.id == table))


def prune(database: Database, days: int, ended: bool) -> int:
    """Delete the tables that ended, or else at which nothing was said, for so many days; how many it were."""
    last = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
    since = TABLES.c.ended if ended else func.coalesce(last, TABLES.c.created)
    old = select(TABLES.c.id).where(since < time.time() - days * DAY)
    count = _few_at_once(database, old, _forget)
    with database.writing() as connection:
        boxes.sweep(connection)
    return count


def _forget(connection: Connection, tables: Sequence[int]) -> None:
    for table in tables:
        forget(connection, table)


def _few_at_once(
    database: Database, old: Select[Any], forget: Callable[[Connection, Sequence[int]], None]
) -> int:
    """Forget what is found, a few in a transaction, until nothing is; how many it were."""
    count = 0
    while True:
        with database.writing() as connection:
            found = connection.scalars(old.limit(AT_ONCE)).all()
            forget(connection, found)
        count += len(found)
        if len(found) < AT_ONCE:
            return count


def prune_own(database: Database, days: int) -> int:
    """Delete the games of somebody's own that nobody changed for so many days and no table plays."""
    old = select(OWN.c.id).where(OWN.c.changed < time.time() - days * DAY)
    played = select(VERSIONS.c.own_id).where(VERSIONS.c.key.in_(select(TABLES.c.game)))
    with database.writing() as connection:
        found = connection.scalars(old.where(OWN.c.id.not_in(played))).all()
        for own in found:
            boxes.forget(connection, own)
        boxes.sweep(connection)
    return len(found)


def prune_tournaments(database: Database, days: int) -> int:
    """Delete the tournaments that nobody touched for so many days, and of whose tables none is left."""
    with database.writing() as connection:
        found = tournaments.idle(connection, time.time() - days * DAY)
        tournaments.forget(connection, found)
    return len(found)


def prune_plays(database: Database, days: int) -> int:
    """Delete the plays that were brought and were played so many days ago; those of tables go with these."""
    brought = select(PLAYS.c.id).where(PLAYS.c.table_id.is_(None))
    return _few_at_once(database, brought.where(PLAYS.c.ended < time.time() - days * DAY), plays.forget)


def prune_people(database: Database) -> int:
    """Forget the players of the house whom no play names any more; how many it were."""
    with database.writing() as connection:
        return people.sweep(connection)


def prune_links(database: Database) -> int:
    """Delete the personal links that would take nothing along any more; how many it were."""
    with database.writing() as connection:
        return personal_links.sweep(connection)
