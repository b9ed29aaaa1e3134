"""SQLite's file: who may read it, whether it is whole and ours, and its write-ahead log written back."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

OURS = {"alembic_version", "tables", "entries"}
"""Every version of Companion kept these tables."""
LOOK = 5.0
"""So many seconds a look at start may take; ``companion verify`` takes the time it needs."""


def path_of(url: str) -> Path | None:
    """The file of a database address; None where it is no plain file of SQLite's."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None
    name = address.database or ""
    if address.get_backend_name() != "sqlite" or name in ("", ":memory:") or name.startswith("file:"):
        return None
    return Path(name)


def read_only(path: Path) -> bool:
    """Return True for a file that is there and that this process cannot write, or not its folder."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def address(path: Path) -> str:
    """Return the address by which SQLite opens a file that is there already.

    In a folder that cannot be written SQLite can make no log ahead. Without one the file is whole, and nobody
    changes it; with one it is read as well, if the processes that wrote it left its index there.
    """
    how = "mode=rw"
    if read_only(path):
        how = "mode=ro" if wal(path).is_file() and wal(path).stat().st_size else "immutable=1"
    return f"{path.absolute().as_uri()}?{how}"


def connect(path: Path, patience: float = 10.0) -> sqlite3.Connection:
    """A connection to a file that is there already; sqlite3.OperationalError where it is not."""
    return sqlite3.connect(address(path), patience, isolation_level=None, uri=True)


def make_private(path: Path) -> None:
    """Let nobody but the owner read the file: keys stand in it. SQLite's other files follow it."""
    with suppress(OSError):  # another's file, or a folder that cannot be written: opening it says so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, wal(path), path.with_name(f"{path.name}-shm")):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)


def wal(path: Path) -> Path:
    """The write-ahead log beside the file."""
    return path.with_name(f"{path.name}-wal")


def changed(path: Path) -> float:
    """Return when something was last written, in seconds since 1970; 0 if nothing is there."""
    return max((file.stat().st_mtime for file in (path, wal(path)) if file.exists()), default=0.0)


def checkpoint(path: Path, patience: float = 0.0) -> bool:
    """Write the log ahead back into the one file and empty it; False where it is in use just now."""
    with closing(connect(path, patience)) as database:
        busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


PAGES = 200
"""So many pages are given back to the disk at a time."""


def shrinking(path: Path) -> Iterator[float]:
    """Give free pages back to the disk, some at a time; yield how many seconds each time took.

    A file of an older version, which keeps its size, stays as it is.
    """
    with closing(connect(path)) as database:
        while _number(database, "auto_vacuum") and _number(database, "freelist_count"):
            began = time.monotonic()
            database.executescript(f"PRAGMA incremental_vacuum({PAGES})")
            yield time.monotonic() - began
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    checkpoint(path)


def rewrite(path: Path) -> bool:
    """Rewrite a file of an older version as one that can shrink; True if it was one.

    Nobody else may use it meanwhile; sqlite3.OperationalError where somebody does, or the disk is full.
    """
    with closing(connect(path, patience=0.0)) as database:
        if _number(database, "auto_vacuum"):
            return False
        database.execute("PRAGMA secure_delete=ON")
        database.execute("PRAGMA auto_vacuum=INCREMENTAL")
        database.execute("VACUUM")
    return checkpoint(path)


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def fault(path: Path, seconds: float = LOOK) -> str:
    """Return what is wrong with the file and what to do; empty if a quick look finds nothing."""
    if not path.is_file() or not path.stat().st_size:
        return ""
    until = time.monotonic() + seconds
    try:
        with closing(connect(path, seconds)) as database:
            database.set_progress_handler(lambda: time.monotonic() > until, 100_000)
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if tables and not tables >= OURS:
                return (
                    f"{path} is a database, but not one that Companion kept. Nothing in it was changed. "
                    "Choose another folder with --data, or move that file away."
                )
            result = [words for (words,) in database.execute("PRAGMA quick_check(1)")]
    except sqlite3.OperationalError:  # locked, not to be opened, or too long for a quick look
        return ""
    except sqlite3.DatabaseError as error:
        result = [str(error)]
    return "" if result == ["ok"] else damaged(path, result[0])


def damaged(path: Path, found: str) -> str:
    """A wrecked file, and the way out."""
    return (
        f"{path} is damaged ({' '.join(found.split())[:120]}). Nothing was changed. Keep a copy of its whole "
        f"folder; then bring back the latest snapshot in {path.parent / 'snapshots'}, or a backup: "
        "companion restore FILE --data NEWFOLDER."
    )
