"""Who may come in: hosts this house answers to, where a form may come from, and how often one may try."""

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from limits import parse
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import Forbidden, TooManyRequests

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
LIMITS = {
    "unknown": [parse("10/minute")],
    "join": [parse("30/minute")],
    "open": [parse("12/minute"), parse("300/day")],
    "ask": [parse("12/minute")],
    "print": [parse("30/minute")],
}


class Limits:
    """How often an address may try something; ``where`` is a limits storage, or ``off``."""

    def __init__(self, where: str) -> None:
        self._counting = None if where == "off" else FixedWindowRateLimiter(storage_from_string(where))

    def spend(self, what: str, who: str) -> None:
        """Try once more; 429 if that was too often."""
        for limit in LIMITS[what] if self._counting else ():
            if self._counting and not self._counting.hit(limit, what, who):
                raise TooManyRequests(retry_after=60)

    def ask(self, what: str, who: str) -> None:
        """429 if this was tried too often already."""
        for limit in LIMITS[what] if self._counting else ():
            if self._counting and not self._counting.test(limit, what, who):
                raise TooManyRequests(retry_after=60)


def known_host(host: str, allowed: Iterable[str]) -> bool:
    """True for an address in numbers, this machine's names, and the names it was told; else it may be a
    stranger's name that was pointed here."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        own = name in ("localhost", socket.gethostname().lower()) or name.endswith((".local", ".localhost"))
        return own or name in allowed


def own_page(asked: Request, allowed: Iterable[str]) -> bool:
    """True unless the browser says that another site's page sent this."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = asked.headers.get("Origin")
    if origin is None:
        return True
    there = urlsplit(origin)
    return there.netloc == asked.host or (there.hostname or "") in allowed


def guard(app: Flask, hosts: Iterable[str]) -> None:
    """Check every request at the door, and send every answer out with its headers."""
    allowed = frozenset(host.lower() for host in hosts if host)
    known = lru_cache(1024)(lambda host: known_host(host, allowed))

    @app.before_request
    def come_in() -> Response | None:
        if not known(request.host):
            return Response(
                "This table answers to its address in numbers, or to the name it was given as PUBLIC_URL.\n",
                400,
                mimetype="text/plain",
            )
        if request.method not in SAFE and not own_page(request, allowed):
            raise Forbidden("This came from a page of another site, so nothing was done.")
        return None

    @app.after_request
    def go_out(response: Response) -> Response:
        response.headers.extend(HEADERS)
        return response
