"""Options of all commands about saved data: which database, in which folder."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.reading import Told, telling

if TYPE_CHECKING:
    from companion.storage.engine import Database


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option that names the folder."""
    parser.add_argument("--data", metavar="DIR", help="where the tables are kept")


def folder_of(data: str | None) -> Path:
    """The folder, whether it is there or not."""
    from companion.web.config import data_path  # the database is loaded only where a command needs it

    return data_path(data)


def file_of(data: str | None) -> Path:
    """SQLite's file in that folder; Told where none is there, or another database is kept in."""
    from companion.storage.sqlite_file import path_of
    from companion.web.config import database_url

    folder = folder_of(data)
    file = path_of(database_url(folder))
    if file is None:
        raise Told(
            "DATABASE_URL names a database that has its own tools: for PostgreSQL, pg_dump and pg_restore. "
            "docs/backup.md says how."
        )
    if not file.is_file():
        raise Told(f"{file} is not there, so nothing is kept in {folder}. Name the folder with --data.", 1)
    return file


def database_of(data: str | None) -> "Database":
    """The database of that folder, or of DATABASE_URL; Told where none is there."""
    from companion.storage.engine import Database, Unavailable
    from companion.storage.sqlite_file import path_of
    from companion.web.config import database_url

    url = database_url(folder_of(data))
    if path_of(url):
        file_of(data)
    with telling(Unavailable):
        return Database(url)


def in_snapshots(database: "Database", change: "Callable[[Database], bool]") -> int:
    """Change what the snapshots hold, and say in how many something was; 1 where one stays as it was."""
    from companion.storage.keeper import Keeper
    from companion.words import counted

    if database.file is None:
        return 0
    count, faults = Keeper(database.file, 0).rewrite(change)
    if count:
        print(f"{counted(count, 'snapshot')} written anew without it.")
    for fault in faults:
        print(fault)
    return bool(faults)


@contextmanager
def locked(folder: Path) -> Iterator[bool | None]:
    """Lock the data folder meanwhile; False if a server has locked it, None if nobody can know."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        yield None
        return
    descriptor = os.open(folder, os.O_RDONLY)
    alone: bool | None = True
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        alone = False
    except OSError:  # a file system without locks
        alone = None
    try:
        yield alone
    finally:
        os.close(descriptor)
