"""The keeper of the file while it is served: everything in the one file when idle, rolling snapshots.

It runs in every process that serves, and they need not agree: a checkpoint twice is a checkpoint, and who
begins an hour's snapshot first makes it.
"""

import logging
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage import backup, sqlite_file
from companion.storage.engine import Database, Unavailable

PAUSE = 5.0
"""Seconds between two looks, and so long nobody has written when the file counts as idle."""
HOUR, DAY = 3600.0, 86_400.0
MOST = 1024**3
"""The bytes all snapshots may take together; the newest stays, however large."""
NAME = "%Y-%m-%dT%HZ.zip"
"""The name of a snapshot, one an hour."""
AGAIN = "_Z.zip"
"""The end of its name if a clock that was ahead had that hour already."""
PATIENCE = 60.0
"""Seconds to wait for a snapshot that is being made."""


class Keeper:
    """Keeps one file; ``days`` of snapshots, 0 for none."""

    def __init__(self, database: Path, days: int, most: int = MOST) -> None:
        self.database = database
        self.key = database.with_name(backup.KEY)
        self.days = days
        self.most = most
        self.folder = database.parent / "snapshots"
        self._ahead = set[str]()
        """The snapshots that were dated after now when they were seen: nobody knows when they were made."""

    def start(self) -> None:
        """Keep on, as long as this process lives."""
        threading.Thread(target=self._keep_on, name="companion-keeper", daemon=True).start()

    def _keep_on(self) -> None:
        pause, reported = threading.Event(), ""
        while not pause.wait(PAUSE):
            try:
                self.round(time.time())
            except (OSError, sqlite3.Error, backup.BackupError) as error:
                if str(error) != reported:  # once, not every five seconds
                    logging.getLogger(__name__).warning("%s", error)
                reported = str(error)

    def round(self, now: float) -> None:
        """One look: what is due is done."""
        ahead = sqlite_file.wal(self.database)
        if ahead.exists() and ahead.stat().st_size and abs(now - ahead.stat().st_mtime) >= PAUSE:
            sqlite_file.checkpoint(self.database)
        if self.days and self.due(now):
            self.snapshot(now)
        elif self.days:  # what somebody deleted goes in time, also while nobody plays
            self._thin(now)

    def _look_at_the_clock(self, now: float) -> None:
        """Note the snapshots that are dated after now, and say once of each what becomes of it."""
        fresh = {file.name for file, about in self._snapshots(now) if _to_come(about, now)} - self._ahead
        if fresh:
            logging.getLogger(__name__).warning(
                "%s: dated after now, so this machine's clock was ahead or is behind. Such a snapshot does "
                "not keep the next one from being made; it stays until it is old, or room is short.",
                ", ".join(sorted(fresh)),
            )
        self._ahead |= fresh

    def due(self, now: float) -> bool:
        """True where something was written since the last snapshot, and this hour has none yet."""
        self._look_at_the_clock(now)
        times = [about.st_mtime for file, about in self._snapshots(now) if file.name not in self._ahead]
        last = max(times, default=0.0)
        return not self._of(now).exists() and sqlite_file.changed(self.database) > last

    def snapshot(self, now: float) -> None:
        """A backup among the snapshots; those that are not to be kept any longer go."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self._sweep(now)
        files = (self.database, sqlite_file.wal(self.database))
        size = sum(file.stat().st_size for file in files if file.exists())
        if shutil.disk_usage(self.folder).free < 3 * size:
            raise backup.BackupError(f"{self.folder}: there is too little room for another snapshot.")
        try:
            backup.write(self.database, self.key, self._of(now))
        except backup.BackupThere:  # another process began it
            return
        os.utime(self._of(now), (now, now))  # what is written while it is made is for the next one
        self._thin(now)

    def rewrite(self, change: Callable[[Database], bool]) -> tuple[int, list[str]]:
        """Change what the snapshots hold, also one that is being made just now.

        ``change`` is True where it changed something. Return how many it did, and in sentences which stay as
        they were for a fault.
        """
        self._sweep(time.time())
        seen, count, faults = set[Path](), 0, list[str]()
        while fresh := self._settled() - seen:
            for file in sorted(fresh):
                try:
                    count += _rewritten(file, change)
                except (backup.BackupError, Unavailable, OSError) as no:
                    if file.exists():  # else it was thinned meanwhile
                        faults.append(f"{file.name} stays as it is. {no}")
            seen |= fresh
        faults += [f"{part.name} is being made, or was cut off." for part in self.folder.glob("*.part")]
        return count, faults

    def _settled(self) -> set[Path]:
        """Return all snapshots, once none is being made any more."""
        until = time.monotonic() + PATIENCE
        while any(self.folder.glob("*.part")) and time.monotonic() < until:
            time.sleep(0.1)
        return set(self.folder.glob("*Z.zip"))

    def _of(self, now: float) -> Path:
        name = time.strftime(NAME, time.gmtime(now))
        return self.folder / (name.replace("Z.zip", AGAIN) if name in self._ahead else name)

    def _snapshots(self, now: float) -> list[tuple[Path, os.stat_result]]:
        """Every snapshot and what is known of it, the newest first; last those that are dated after now."""
        known = _known(self.folder.glob("*Z.zip"))
        return sorted(known, key=lambda one: (not _to_come(one[1], now), one[0]), reverse=True)

    def _sweep(self, now: float) -> None:
        """Put away what a process left that was killed while it made a snapshot."""
        for left, about in _known((*self.folder.glob("*.part"), *self.folder.glob(".companion-*"))):
            if abs(now - about.st_mtime) > HOUR:
                with suppress(FileNotFoundError):
                    shutil.rmtree(left) if left.is_dir() else left.unlink()

    def _thin(self, now: float) -> None:
        """Keep every snapshot of the last day, then one a day, and no more bytes than there may be.

        One that is dated after now goes for want of room alone: the clock may be behind just now.
        """
        room, days = self.most, set[str]()
        for number, (file, about) in enumerate(self._snapshots(now)):
            day = file.name[: len("2026-05-03")]
            room -= about.st_size
            age = now - about.st_mtime
            one_of_a_day = age > DAY and day in days
            if number and (room < 0 or age > self.days * DAY or one_of_a_day):
                file.unlink(missing_ok=True)
                room += about.st_size
            elif age > DAY:
                days.add(day)


def _rewritten(file: Path, change: Callable[[Database], bool]) -> bool:
    """Change what a snapshot holds and put the new one in its place, as old as it was."""
    with TemporaryDirectory(dir=file.parent, prefix=".companion-") as room:
        folder, fresh, changed = Path(room) / "kept", Path(room) / file.name, file.stat().st_mtime
        manifest = backup.restore(file, folder)
        database = Database(f"sqlite:///{folder / backup.DATABASE}")
        try:
            database.upgrade()
            if not change(database):
                return False
        finally:
            database.engine.dispose()
        backup.write(folder / backup.DATABASE, folder / backup.KEY, fresh, manifest.made)
        os.utime(fresh, (changed, changed))
        if file.exists():
            fresh.replace(file)
    return True


def _to_come(about: os.stat_result, now: float) -> bool:
    """True for what is dated after now; the clocks of two looks may be as far apart as these."""
    return about.st_mtime > now + PAUSE


def _known(files: Iterable[Path]) -> Iterator[tuple[Path, os.stat_result]]:
    """Files with what is known of each, but for those that another process has just put away."""
    for file in files:
        with suppress(FileNotFoundError):
            yield file, file.stat()
