"""Pages of somebody's own games are made one at a time, and leave as much time to the other tables."""

import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from companion.boxes.own import is_own
from companion.web.context import context, spelled

P = ParamSpec("P")
T = TypeVar("T")
LONGEST = 0.1
"""The most seconds of a pause."""


class Turn:
    """A turn that workers take one after the other; if others wait, with a pause as long as the turn was."""

    def __init__(self) -> None:
        self._lock, self._counting = threading.Lock(), threading.Lock()
        self._waiting = 0

    def take(self, work: Callable[[], T]) -> T:
        """Do some work once it is its turn."""
        self._wait(1)
        time.sleep(0)  # in the one loop of gevent all that have come wait here, before the first goes on
        with self._lock:
            self._wait(-1)
            began = time.monotonic()
            try:
                return work()
            finally:
                if self._waiting:
                    time.sleep(min(LONGEST, time.monotonic() - began))

    def _wait(self, more: int) -> None:
        """Count those who wait."""
        with self._counting:
            self._waiting += more


_TURN = Turn()


def one_at_a_time(view: Callable[P, T]) -> Callable[P, T]:
    """Let a page of a table wait its turn where the table plays somebody's own game.

    Strangers say what such a game works out. Without turns each of six phones that look would have a share
    of the processor, and a tap at another table one share beside them.
    """

    @wraps(view)
    def answer(*given: P.args, **named: P.kwargs) -> T:
        session = context().store.known(spelled(str(named["code"])))
        if session is None or not is_own(session.table.game.key):
            return view(*given, **named)
        return _TURN.take(lambda: view(*given, **named))

    return answer
