"""Check that all that is kept still holds: SQLite's own check, then every journal replayed."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select, update

from companion.kernel.game import Game
from companion.storage import sqlite_file
from companion.storage.engine import Database, Unavailable
from companion.storage.retention import hidden
from companion.storage.schema import BOXES, OWN, TABLES
from companion.storage.store import Store, nobody_s

TOLD = 20
"""So many faults of the file itself are told."""


@dataclass(frozen=True)
class Verification:
    """The result of a verification."""

    tables: int
    entries: int
    faults: tuple[str, ...]
    """What is wrong, each in a sentence."""


def verify(
    database: Database, games: Mapping[str, Game[Any]], described: Callable[[str], Game[Any]] = nobody_s
) -> Verification:
    """Read all that is kept and judge every entry again; it may be served meanwhile.

    ``described`` makes games of the texts of somebody's own games.
    """
    faults = list(_of_the_file(database.file)) if database.file else []
    tables = entries = 0
    try:
        with _of_this_version(database) as readable:
            store = Store(readable, games, described=described)
            query = select(TABLES.c.code, TABLES.c.ended).where(~hidden()).order_by(TABLES.c.id)
            for code, ended in readable.rows(query):
                count, problems = _of_a_table(store, code, ended is not None)
                tables, entries, faults = tables + 1, entries + count, faults + problems
            faults += _of_the_own_games(readable, described)
    except Unavailable as no:
        faults.append(str(no))
    return Verification(tables, entries, tuple(faults))


def _of_the_file(file: Path) -> Iterator[str]:
    try:
        with closing(sqlite_file.connect(file)) as raw:
            faults = [words for (words,) in raw.execute(f"PRAGMA integrity_check({TOLD})")]
            strays = raw.execute("PRAGMA foreign_key_check").fetchmany(TOLD)
    except sqlite3.OperationalError as error:  # locked, or not this user's to open: that is no damage
        yield f"{file} cannot be looked at: {error}."
        return
    except sqlite3.DatabaseError as error:
        faults, strays = [str(error)], []
    if faults != ["ok"]:
        yield sqlite_file.damaged(file, "; ".join(faults))
    for name, row, parent, _ in strays:
        yield f"{file}: row {row} of {name} belongs to no row of {parent}."


@contextmanager
def _of_this_version(database: Database) -> Iterator[Database]:
    """The database as this version reads it: of a file, a copy brought up to date where it can be copied."""
    if database.file is None:
        yield database
        return
    with TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / database.file.name
        try:
            with closing(sqlite_file.connect(database.file)) as source:
                source.execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error:
            yield database
            return
        readable = Database(f"sqlite:///{copy}")
        try:
            readable.upgrade()
            yield readable
        finally:
            readable.engine.dispose()


def _of_the_own_games(database: Database, described: Callable[[str], Game[Any]]) -> Iterator[str]:
    """The versions of games of somebody's own that are not what their key says, or are no games any more."""
    query = select(BOXES.c.key, BOXES.c.text, OWN.c.code)
    for key, text, code in database.rows(query.outerjoin_from(BOXES, OWN, OWN.c.version == BOXES.c.key)):
        called = f"The game {code}" if code else f"A version {key} of a game"
        try:
            if described(text).key != key:
                yield f"{called} is not the text that was kept."
        except ValueError as no:
            yield f"{called} cannot be read any more: {no}"


def _of_a_table(store: Store, code: str, ended: bool) -> tuple[int, list[str]]:
    """The number of entries of a table, and what is wrong with it."""
    try:
        session = store.session(code)
    except Unavailable as no:
        return 0, [str(no)]
    except Exception as fault:  # whatever is wrong with one table, the others are judged too
        return 0, [f"Table {code} cannot be read: {type(fault).__name__}: {fault}."]
    if session is None:  # forgotten meanwhile
        return 0, []
    faults, table = [], session.table
    missing = set(range(1, table.n + 1)) - {step.entry.n for step in table.log}
    if missing:
        faults.append(f"Table {code}: entry {min(missing)} is missing.")
    if stop := table.stopped:
        what = f"Table {code}: entry {stop.entry.n} ({stop.entry.seat} {stop.entry.verb}) no longer holds"
        faults.append(f"{what}: {stop.refusal.why}")
    elif ended != (table.state.over is not None):
        faults.append(f"Table {code} is kept as {'over' if ended else 'running'}, but its journal says not.")
    return table.n, faults


@dataclass(frozen=True)
class Stops:
    """The sittings that another version of their game's rules judged last, judged by today's."""

    judged: int
    """The number of them that were judged."""
    stopped: int
    """The number of those that stop at an entry that today's rules refuse."""
    all: bool
    """False if there was no time for all of them."""


def stops(database: Database, games: Mapping[str, Game[Any]], seconds: float) -> Stops:
    """Judge the sittings of older rules for some seconds: running ones first, and the latest of them.

    A sitting that holds is marked as judged by today's rules, so the next start passes over it.
    """
    until, judged, stopped = time.monotonic() + seconds, 0, 0
    query = select(TABLES.c.id, TABLES.c.code, TABLES.c.game, TABLES.c.rules_version, TABLES.c.ended)
    order = (TABLES.c.ended.is_not(None), TABLES.c.id.desc())
    rows, store = database.rows(query.where(~hidden()).order_by(*order)), Store(database, games)
    for row in rows:
        if time.monotonic() > until:
            return Stops(judged, stopped, all=False)
        game = games.get(row.game)
        if game is None or game.rules.version == row.rules_version:
            continue
        judged += 1
        if _stops(store, row.code):
            stopped += 1
            continue
        with database.writing() as connection:
            here = update(TABLES).where(TABLES.c.id == row.id)
            connection.execute(here.values(rules_version=game.rules.version))
    return Stops(judged, stopped, all=True)


def _stops(store: Store, code: str) -> bool:
    """Return True for a table whose journal no longer holds, or that cannot be set up any more."""
    try:
        session = store.session(code)
    except Exception:  # “companion verify” says what is wrong with it
        return True
    return session is not None and session.table.stopped is not None
