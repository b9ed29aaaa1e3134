"""Security of every request: the hosts it may name, the origin of a form (against CSRF), and headers."""

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.urls import API
from companion.words import message
from companion.work import machine

FRAMES = "'self'" if machine.IN_BROWSER else "'none'"
"""Who may frame a page: in a browser the shell, which outlives each page and owns the worker that answers."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    f"frame-ancestors {FRAMES}; manifest-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self)",
}
ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent over https alone: elsewhere browsers ignore it, and complain."""
ALLOWED = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "GET, POST",
}
"""Sent to pages of other sites that the host lets use the interface for programs."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
NO_COOKIES = (
    "This browser keeps no cookies for this address, so it cannot keep a seat. Allow cookies for it in the "
    "browser's settings and open the page again, or use another browser. Nothing was done."
)
MACHINES_ASK = ("/health", "/metrics")
"""A container and a monitor ask these of each copy, by its address in numbers."""


class NoCookies(BadRequest):
    """A form came without the cookie that its page gave the browser."""

    title = message("No cookies")


def init_app(app: Flask) -> None:
    """Check every request, and send every answer out with its headers.

    Forwarded headers are believed only where PROXY says that a proxy stands before it; else everybody behind
    one would be one address.
    """
    public = app.config["PUBLIC_URL"]
    if app.config["PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    named = [urlsplit(public).hostname or "", *app.config["HOSTS"].split(",")]
    allowed = frozenset(host.lower() for host in named if host)
    origins = allowed | ({urlsplit(public).netloc.lower()} if public else set())
    others = frozenset(origin for origin in app.config["ORIGINS"].lower().split(",") if origin)
    known = lru_cache(1024)(lambda host, numbers: known_host(host, allowed, numbers))
    answers_to = (
        message("This server answers to {address} alone. Open that address.", address=public)
        if public
        else "This server answers to its address in numbers, and to the names in COMPANION_HOSTS."
    )

    @app.before_request
    def check_host_and_origin() -> Response | None:
        if not known(request.host, not public or request.path in MACHINES_ASK):
            return Response(f"{answers_to}\n", 400, mimetype="text/plain")
        if request.method not in SAFE_METHODS and not lets_in(request, others):
            if not same_origin(request, origins):
                raise Forbidden("This came from a page of another site, so nothing was done.")
            if says_where_from(request) and not request.cookies and not request.path.startswith(API):
                raise NoCookies(NO_COOKIES)
        return None

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.extend(HEADERS)
        if lets_in(request, others):
            response.headers.extend({"Access-Control-Allow-Origin": request.headers["Origin"], **ALLOWED})
            response.vary.add("Origin")
        if request.is_secure:
            response.headers.extend(ISOLATED)
        return response


def lets_in(req: Request, origins: Iterable[str]) -> bool:
    """True for the interface for programs, asked from a page of another site that the host allows."""
    return req.path.startswith(API) and req.headers.get("Origin", "").lower() in origins


def known_host(host: str, allowed: Iterable[str], numbers: bool) -> bool:
    """True for the names it was told and, where ``numbers`` do, for an address in numbers and this machine's
    own names; any other may be a stranger's name that was pointed here."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return name in allowed or (numbers and own_name(name))


def own_name(name: str) -> bool:
    """True for an address in numbers and for the names of this machine in its own network."""
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return name in ("localhost", socket.gethostname().lower()) or name.endswith((".local", ".localhost"))


def says_where_from(req: Request) -> bool:
    """True if a browser sent it: each says with a form which page it comes from."""
    return "Origin" in req.headers or "Sec-Fetch-Site" in req.headers


def same_origin(req: Request, origins: Iterable[str]) -> bool:
    """True unless the browser says that a page of another site, or of another port, sent this.

    ``origins`` are the server's own besides the one that is asked for: each a host, with its port if it has
    one.

    This is the one lock against forged forms. Chromium, Firefox and WebKit send these headers with every
    form, and no page can change them; older browsers send no cookie from another site (``SameSite``).
    """
    if req.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = req.headers.get("Origin")
    if origin is None:
        return True
    there = urlsplit(origin).netloc
    return there == req.host or there in origins
