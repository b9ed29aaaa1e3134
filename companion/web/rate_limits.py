"""Rate limits: how often an address may guess, join, open, ask for a seat, print, send and edit sets."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from limits import parse
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

LIMITS = {
    "unknown": [parse("10/minute")],
    "join": [parse("30/minute")],
    "open": [parse("12/minute"), parse("300/day")],
    "seat-request": [parse("12/minute")],
    "print": [parse("30/minute")],
    "sheet": [parse("300/minute")],
    "upload": [parse("20/minute")],
    "edit": [parse("120/minute")],
}


class RateLimits:
    """How often an address may try something; ``where`` is a limits storage, or ``off``."""

    def __init__(self, where: str) -> None:
        self._limiter = None if where == "off" else FixedWindowRateLimiter(storage_from_string(where))

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
        for limit in LIMITS[what] if self._limiter else ():
            if self._limiter and not self._limiter.hit(limit, what, address):
                raise TooManyRequests(retry_after=60)

    def test(self, what: str, address: str) -> None:
        """429 if this was tried too often already."""
        for limit in LIMITS[what] if self._limiter else ():
            if self._limiter and not self._limiter.test(limit, what, address):
                raise TooManyRequests(retry_after=60)
