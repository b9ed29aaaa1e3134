"""Forgetting: a table deleted for good; what is old enough, and then whom and what nothing needs any more."""

import time

from sqlalchemy import Connection, delete, func, select
from sqlmodel import SQLModel

from companion.storage import boxes, people, personal_links, tournaments
from companion.storage.engine import Database
from companion.storage.schema import ENTRIES, OWN, TABLES, VERSIONS

DAY = 86_400.0
AT_ONCE = 50
"""So many tables are deleted in a transaction, so that those who play meanwhile wait no longer than that."""


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
    old = select(TABLES.c.id).where(since < time.time() - days * DAY).limit(AT_ONCE)
    count = 0
    while True:
        with database.writing() as connection:
            tables = connection.scalars(old).all()
            for table in tables:
                forget(connection, table)
        count += len(tables)
        if len(tables) < AT_ONCE:
            break
    with database.writing() as connection:
        boxes.sweep(connection)
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


def prune_people(database: Database) -> int:
    """Forget the players of the house whom no play names any more; how many it were."""
    with database.writing() as connection:
        return people.sweep(connection)


def prune_links(database: Database) -> int:
    """Delete the personal links that would take nothing along any more; how many it were."""
    with database.writing() as connection:
        return personal_links.sweep(connection)
