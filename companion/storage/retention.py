"""Forgetting: a table deleted for good; old rows, and then the people and rows that nothing needs any more.

Players wait for none of it: every transaction is small, and between two of them the file is
left alone for longer than the first took.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, select, update
from sqlmodel import SQLModel

from companion.storage import boxes, people, personal_links, sqlite_file
from companion.storage.engine import Database
from companion.storage.schema import ENTRANTS, ENTRIES, OWN, PAIRINGS, TABLES, TOKENS, TOURNAMENTS, VERSIONS
from companion.storage.session import new_key

T = TypeVar("T")
DAY = 86_400.0
ENTRIES_AT_ONCE, ROWS_AT_ONCE = 200, 20
"""So many entries are deleted in a transaction, and so many rows of what may be long."""
REST = 3.0
"""So many times as long as a transaction took the next one waits."""
HIDDEN = "~"
"""How the code of a table begins that is being deleted: no phone can spell it."""


@contextmanager
def step(database: Database) -> Iterator[Connection]:
    """Open a small transaction, and leave the file to others for a while after it."""
    began = time.monotonic()
    with database.writing() as connection:
        yield connection
    time.sleep(REST * (time.monotonic() - began))


def hidden() -> Any:
    """Return the condition by which a table is being deleted."""
    return TABLES.c.code.startswith(HIDDEN)


def forget(database: Database, table: int, *only_if: Any) -> bool:
    """Delete a table and all that belongs to it, if these conditions hold; True if they did."""
    if not hide(database, table, *only_if):
        return False
    empty(database, table)
    return True


def hide(database: Database, table: int, *only_if: Any) -> bool:
    """Delete all of a table but its entries, if these conditions hold: for everybody it is gone at once."""
    with step(database) as connection:
        if connection.scalar(select(TABLES.c.id).where(TABLES.c.id == table, *only_if)) is None:
            return False
        for rows in reversed(SQLModel.metadata.sorted_tables):
            if "table_id" in rows.c and rows is not ENTRIES:
                connection.execute(delete(rows).where(rows.c.table_id == table))
        nothing: dict[str, Any] = {
            "game": "",
            "opening": {},
            "creator": "",
            "ended": None,
            "fork_of": "",
            "waits": None,
        }
        here = update(TABLES).where(TABLES.c.id == table)
        connection.execute(here.values(code=f"{HIDDEN}{table:x}", watch=new_key(), **nothing))
    return True


def empty(database: Database, table: int) -> None:
    """Delete the entries of a table that is hidden, the last first, and then its row."""
    mine, last = ENTRIES.c.table_id == table, 1
    while last:
        with step(database) as connection:
            last = connection.scalar(select(func.max(ENTRIES.c.n)).where(mine)) or 0
            connection.execute(delete(ENTRIES).where(mine, ENTRIES.c.n > last - ENTRIES_AT_ONCE))
            if last <= ENTRIES_AT_ONCE:
                last = 0
                connection.execute(delete(TABLES).where(TABLES.c.id == table))


def finish(database: Database) -> None:
    """Delete what is left of tables whose deletion was broken off."""
    for table in database.scalars(select(TABLES.c.id).where(hidden())):
        empty(database, table)


def prune(database: Database, days: int, ended: bool) -> int:
    """Delete the tables that ended, or else at which nothing was said, for so many days; return how many."""
    last = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
    since = TABLES.c.ended if ended else func.coalesce(last, TABLES.c.created)
    old = since < time.time() - days * DAY
    tables = database.scalars(select(TABLES.c.id).where(old, ~hidden()))
    count = sum([forget(database, table, old) for table in tables])
    finish(database)
    _sweep_boxes(database)
    return count


def prune_own(database: Database, days: int) -> int:
    """Delete the games of somebody's own that nobody changed for so many days and no table plays."""
    played = select(VERSIONS.c.own_id).where(VERSIONS.c.key.in_(select(TABLES.c.game)))
    old = (OWN.c.changed < time.time() - days * DAY, OWN.c.id.not_in(played))
    result = database.scalars(select(OWN.c.id).where(*old))
    in_steps(database, result, _forget_games)
    _sweep_boxes(database)
    return len(result)


def prune_tournaments(database: Database, days: int) -> int:
    """Delete the tournaments that nobody touched for so many days, and of whose tables none is left."""
    there = select(PAIRINGS.c.tournament_id).where(PAIRINGS.c.code.in_(select(TABLES.c.code)))
    old = (TOURNAMENTS.c.changed < time.time() - days * DAY, TOURNAMENTS.c.id.not_in(there))
    result = database.scalars(select(TOURNAMENTS.c.id).where(*old))
    in_steps(database, result, forget_tournaments)
    return len(result)


def forget_tournaments(connection: Connection, tournaments: Sequence[int]) -> None:
    """Delete tournaments for good; their tables stay."""
    for rows in (PAIRINGS, ENTRANTS):
        connection.execute(delete(rows).where(rows.c.tournament_id.in_(tournaments)))
    connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id.in_(tournaments)))


def prune_people(database: Database) -> int:
    """Forget the players of the house that no play names any more; return how many."""
    return sum(in_steps(database, database.scalars(people.unnamed()), people.sweep))


def prune_links(database: Database) -> int:
    """Delete the personal links that would take nothing along any more; return how many."""
    return sum(in_steps(database, database.scalars(personal_links.empty()), personal_links.sweep))


def prune_tokens(database: Database) -> int:
    """Delete the tokens of phones that have nothing any more; return how many."""
    alone = personal_links.nothing(TOKENS.c.owner)

    def sweep(connection: Connection, some: Sequence[int]) -> int:
        return connection.execute(delete(TOKENS).where(TOKENS.c.id.in_(some), *alone)).rowcount

    return sum(in_steps(database, database.scalars(select(TOKENS.c.id).where(*alone)), sweep))


def give_back(database: Database) -> None:
    """Give the room of what was deleted back to the disk, if the file is one that can."""
    if database.file and not database.read_only:
        for seconds in sqlite_file.shrinking(database.file):
            time.sleep(REST * seconds)


def _forget_games(connection: Connection, games: Sequence[int]) -> None:
    for own in games:
        boxes.forget(connection, own)


def _sweep_boxes(database: Database) -> None:
    in_steps(database, database.scalars(boxes.unneeded()), boxes.sweep)


def in_steps(
    database: Database, keys: Sequence[Any], change: Callable[[Connection, Sequence[Any]], T]
) -> list[T]:
    """Change these rows, a few at a time; return what each change answered."""
    answers = []
    for n in range(0, len(keys), ROWS_AT_ONCE):
        with step(database) as connection:
            answers.append(change(connection, keys[n : n + ROWS_AT_ONCE]))
    return answers
