"""Threads of our own. In a browser Python has none, so there the same work is done at once."""

import sys
import threading
from collections.abc import Callable

NONE = sys.platform == "emscripten"
"""True where no thread can be started."""


def beside(work: Callable[[], object], name: str) -> None:
    """Do some work beside all other."""
    if NONE:
        work()
    else:
        threading.Thread(target=work, name=name, daemon=True).start()


def later(seconds: float, work: Callable[[], object]) -> None:
    """Do some work in so many seconds."""
    if NONE:
        work()
    else:
        timer = threading.Timer(seconds, work)
        timer.daemon = True
        timer.start()
