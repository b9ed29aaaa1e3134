"""Looks: which tables phones look at, and from which addresses."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

LOOKED = 60.0
"""Seconds for which a phone looks at a table after it asked for anything there. House."""
ADDRESSES = 8
"""So many addresses of a table are remembered, the latest. House."""


class Looks:
    """The looks of the last minute. ``followed`` is true while a phone has a stream at a table."""

    def __init__(self, followed: Callable[[str], bool]) -> None:
        self._followed = followed
        self._lock = threading.Lock()
        self._last: OrderedDict[str, dict[str, float]] = OrderedDict()
        """Table to address to when it looked last; who looked last is last."""

    def note(self, code: str, address: str) -> None:
        """Note a look at a table."""
        now = time.monotonic()
        with self._lock:
            there = self._last.setdefault(code, {})
            there.pop(address, None)
            there[address] = now
            if len(there) > ADDRESSES:
                del there[next(iter(there))]
            self._last.move_to_end(code)
            while _latest(next(iter(self._last.values()))) < now - LOOKED:
                self._last.popitem(last=False)

    def at(self, code: str) -> bool:
        """True if somebody looks at a table now."""
        return self._followed(code) or bool(self.addresses(code))

    def addresses(self, code: str) -> list[str]:
        """Return the addresses that a table was looked at from."""
        since = time.monotonic() - LOOKED
        with self._lock:
            return [address for address, when in self._last.get(code, {}).items() if when >= since]


def _latest(looks: dict[str, float]) -> float:
    return next(reversed(looks.values()))
