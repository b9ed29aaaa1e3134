"""Rate limits: how often an address may guess, join, open, ask for a seat, print, send and edit sets, and
have the lab play.

Each process counts for itself, or all of them together in a store that they share. While that store is
away, each counts for itself again: a limit is no reason to turn a player away. A process measures its windows
by a clock that nobody sets; those of a shared store end by that store's clock.
"""

import logging
import threading
import time
from ipaddress import IPv6Address, IPv6Network, ip_address

from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.storage.engine import Unavailable

LIMITS = {
    "unknown": [parse("10/minute")],
    "join": [parse("30/minute")],
    "open": [parse("12/minute"), parse("300/day")],
    "seat-request": [parse("12/minute")],
    "print": [parse("30/minute")],
    "sheet": [parse("300/minute")],
    "photograph": [parse("20/minute")],
    "upload": [parse("20/minute")],
    "edit": [parse("120/minute")],
    "keep": [parse("30/minute"), parse("600/day")],
    "lab": [parse("6/minute"), parse("100/day")],
    "ahead": [parse("6/minute"), parse("100/day")],
    "absent": [parse("30/minute")],
    "advice": [parse("12/minute")],
    "program": [parse("1200/minute")],
    "export": [parse("6/minute"), parse("100/day")],
}
AWAY = 10.0
"""Seconds until a store that was away is asked again."""
SWEPT = 1_000
"""Past so many windows those that have ended are given up; again when there are twice as many as then."""


class Windows:
    """Counts in this process: a window begins with the first try and ends by the monotonic clock."""

    def __init__(self) -> None:
        self._windows: dict[tuple[RateLimitItem, *tuple[str, ...]], tuple[float, int]] = {}
        self._turn = threading.Lock()
        self._sweep_past = SWEPT

    def hit(self, limit: RateLimitItem, *who: str) -> bool:
        """Count a try; False if it was one too many."""
        with self._turn:
            ends, tries = self._of(limit, *who)
            self._windows[limit, *who] = ends, tries + 1
            if len(self._windows) > self._sweep_past:
                self._sweep()
        return tries < limit.amount

    def test(self, limit: RateLimitItem, *who: str) -> bool:
        """Return False if one more try would be too many."""
        return self._of(limit, *who)[1] < limit.amount

    def _of(self, limit: RateLimitItem, *who: str) -> tuple[float, int]:
        """Return when the window of a try ends, and how many tries it has; a new one where none is open."""
        now = time.monotonic()
        window = self._windows.get((limit, *who))
        return window if window and window[0] > now else (now + limit.get_expiry(), 0)

    def _sweep(self) -> None:
        now = time.monotonic()
        self._windows = {who: window for who, window in self._windows.items() if window[0] > now}
        self._sweep_past = max(SWEPT, 2 * len(self._windows))


class RateLimits:
    """The rate limits of addresses; ``where`` is a limits storage, or ``off``."""

    def __init__(self, where: str) -> None:
        self._here = None if where == "off" else Windows()
        self._shared = None if where in ("off", "memory://") else _shared(where)
        self._again = 0.0

    def network(self, address: str | None) -> str:
        """Return what counts as one address; empty where nothing is limited."""
        return network(address) if self._here is not None else ""

    def hit(self, what: str, address: str) -> None:
        """Try once more; 429 if that was too often."""
        self._within("hit", what, address)

    def test(self, what: str, address: str) -> None:
        """429 if this was tried too often already."""
        self._within("test", what, address)

    def _within(self, how: str, what: str, address: str) -> None:
        for limit in LIMITS[what] if self._here else ():
            if not self._counted(how, limit, what, address):
                raise TooManyRequests

    def _counted(self, how: str, limit: RateLimitItem, *who: str) -> bool:
        if self._shared and time.monotonic() >= self._again:
            try:
                return bool(getattr(self._shared, how)(limit, *who))
            except StorageError as away:
                self._again = time.monotonic() + AWAY
                logging.getLogger(__name__).warning("The store of the limits is away: %s", away)
        return bool(getattr(self._here, how)(limit, *who))


def network(address: str | None) -> str:
    """Return what counts as one address: of IPv6 a whole network, which one machine may use."""
    try:
        there = ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    return str(IPv6Network((there, 64), strict=False)) if isinstance(there, IPv6Address) else str(there)


def _shared(where: str) -> FixedWindowRateLimiter:
    """A store that all processes count in; Unavailable where there can be none."""
    if where.startswith("unix://"):  # as LIVE_URL says it
        where = f"redis+{where}"
    patience = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0} if "redis" in where[:8] else {}
    try:
        return FixedWindowRateLimiter(storage_from_string(where, wrap_exceptions=True, **patience))
    except Exception as error:  # each library says it in its own way
        why = str(error) or type(error).__name__
        raise Unavailable(
            f"COMPANION_LIMITS names no store that can be used here: {why}. It is “memory://”, “off”, or "
            "“redis://host:6379”, which needs: pip install 'companion-table[redis]'"
        ) from error
