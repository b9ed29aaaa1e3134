"""The needs of the app from the machine that it runs on, and what it does instead in a browser.

There Python has no threads, no other processes, no hard links, and SQLite no shared memory.
"""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

IN_BROWSER = sys.platform == "emscripten"
"""True where Python runs in the worker of a page."""
JOURNAL = "TRUNCATE" if IN_BROWSER else "WAL"
"""How SQLite can undo what was not committed; a log ahead needs memory that processes share."""


class Lacking(BaseException):
    """A part of the application that a browser has yet to fetch; no fault, so no handler takes it."""

    def __init__(self, pack: str) -> None:
        super().__init__(pack)


class Unreached(Exception):
    """A part of the application that a browser could not fetch."""


fetched: set[str] = set()
"""The parts that a browser has fetched besides the first."""
unreached: set[str] = set()
"""The parts that it could not fetch, until somebody asks once more."""


def need(pack: str) -> None:
    """Raise Lacking if a browser has yet to fetch a part, Unreached if that just failed."""
    if pack in unreached:
        unreached.remove(pack)
        raise Unreached(pack)
    if IN_BROWSER and pack not in fetched:
        raise Lacking(pack)


def here(pack: str) -> bool:
    """True if a part is there, False if it cannot be fetched just now; Lacking if that is yet to be tried."""
    try:
        need(pack)
    except Unreached:
        return False
    return True


def patience(seconds: float) -> float:
    """Return how many seconds to wait for another thread; none in a browser, where there is no other."""
    return 0.0 if IN_BROWSER else seconds


def beside(work: Callable[[], object], name: str) -> None:
    """Do some work beside all other; in a browser at once."""
    if IN_BROWSER:
        work()
    else:
        threading.Thread(target=work, name=name, daemon=True).start()


def later(seconds: float, work: Callable[[], object]) -> None:
    """Do some work in so many seconds; in a browser at once."""
    if IN_BROWSER:
        work()
    else:
        timer = threading.Timer(seconds, work)
        timer.daemon = True
        timer.start()


def name_first(file: Path, name: Path) -> None:
    """Give a whole file its name; FileExistsError if another process was first. A browser has no other."""
    if IN_BROWSER:
        file.rename(name)
    else:
        os.link(file, name)
