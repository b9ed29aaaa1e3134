"""Rate limits: how often an address may guess, join, open, ask for a seat, print, send and edit sets, and
have the lab play.

Each process counts for itself, or all of them together in a store that they share. While that store is
away, each counts for itself again: a limit is no reason to turn a player away.
"""

import logging
import time
from ipaddress import IPv6Address, IPv6Network, ip_address

from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
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
}
AWAY = 10.0
"""Seconds until a store that was away is asked again."""


class RateLimits:
    """How often an address may try something; ``where`` is a limits storage, or ``off``."""

    def __init__(self, where: str) -> None:
        self._limiter = None if where == "off" else FixedWindowRateLimiter(MemoryStorage())
        self._shared = None if where in ("off", "memory://") else _shared(where)
        self._again = 0.0

    def network(self, address: str | None) -> str:
        """What counts as one address: of IPv6 a whole network, as one machine may call itself anything in it.

        Empty where nothing is limited.
        """
        if self._limiter is None:
            return ""
        try:
            there = ip_address((address or "").partition("%")[0])
        except ValueError:
            return address or ""
        return str(IPv6Network((there, 64), strict=False)) if isinstance(there, IPv6Address) else str(there)

    def hit(self, what: str, address: str) -> None:
        """Try once more; 429 if that was too often."""
        self._within("hit", what, address)

    def test(self, what: str, address: str) -> None:
        """429 if this was tried too often already."""
        self._within("test", what, address)

    def _within(self, how: str, what: str, address: str) -> None:
        for limit in LIMITS[what] if self._limiter else ():
            if not self._counted(how, limit, what, address):
                raise TooManyRequests(retry_after=60)

    def _counted(self, how: str, limit: RateLimitItem, *who: str) -> bool:
        if self._shared and time.monotonic() >= self._again:
            try:
                return bool(getattr(self._shared, how)(limit, *who))
            except StorageError as away:
                self._again = time.monotonic() + AWAY
                logging.getLogger(__name__).warning("The store of the limits is away: %s", away)
        return bool(getattr(self._limiter, how)(limit, *who))


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
