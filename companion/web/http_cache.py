"""HTTP caching: ETags of pages about a table, made before the page is, and answers a phone may keep."""

from hashlib import blake2b
from time import time
from typing import NamedTuple

from flask import Response, abort, current_app, g, request
from flask import session as cookie

from companion.storage.session import Session
from companion.web import languages
from companion.web.context import context, find, phone
from companion.web.differences import HAS
from companion.web.passing import AT
from companion.web.phone_settings import KEPT
from companion.web.plans import HELD, PLANS
from companion.web.sse import Asker


def etag(session: Session, *more: object) -> str:
    """Return a tag of all that a page about a table depends on; ``more`` is what moves no table.

    Phones that hold the same seats are shown the same.
    """
    tags: dict[object, str] = g.setdefault("etags", {})
    if (session.at, more) not in tags:
        asked = Asked(request.full_path, request.headers.get("HX-Request", ""), request.headers.get(HAS, ""))
        tags[session.at, more] = tag_of(session, asker(), asked, *more)
    return tags[session.at, more]


class Asked(NamedTuple):
    """A page as it is asked for."""

    path: str
    """With its query, as ``request.full_path``."""
    htmx: str
    has: str
    """The name of the page that the phone has."""


def asker() -> Asker:
    """Return the asking phone, with what of it a page depends on."""
    kept = (cookie.get(name) for name in ("just", "turned", HELD, PLANS, KEPT, AT))
    return Asker(phone(), (*kept, request.host, languages.code()))


def tag_of(session: Session, asker: Asker, asked: Asked, *more: object) -> str:
    """Return the tag of a page about a table that this phone asks for."""
    parts = (
        asker.phone == session.creator,
        [chair.seat for chair in session.chairs if asker.phone in chair.phones],
        *session.at,
        *more,
        *asked,
        *asker.more,
        context().live,
        context().assets,
        time() if _ages(session) else "",
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def _ages(session: Session) -> bool:
    """True if the page changes with time alone: somebody waits for an answer, or a clock runs."""
    waits = session.requests or session.table.asked
    return bool(waits) or any(clock.runs for clock in session.clocks)


def not_modified(tag: str) -> Response | None:
    """304 where the phone has this already."""
    if tag in request.headers.get("If-None-Match", ""):
        return cacheable(Response(status=304), tag)
    return None


def find_changed(code: str) -> Session:
    """Return a table for a page about it; the answer is 304 where the phone has that page already."""
    session = find(code)
    if answer := not_modified(etag(session)):
        abort(answer)
    return session


def again(tag: str) -> Response | None:
    """Return what another phone is answered that asks just this; None if this phone is the first."""
    if HAS not in request.headers:
        return None
    answer = current_app.extensions["pages"].answer(tag)
    if answer is None:
        g.making = tag
        return None
    g.again = answer
    return cacheable(Response(mimetype="text/html"), tag)


def cacheable(response: Response, tag: str) -> Response:
    """An answer the phone may keep and must ask about."""
    response.headers["ETag"] = tag
    return private(response)


def attachment(body: str | bytes, mimetype: str, name: str, keep: str = "private, no-store") -> Response:
    """Return a file that the browser saves under this name; ``keep`` says if a cache may have it."""
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = keep
    return response


def private(response: Response) -> Response:
    """An answer that is this phone's own."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = f"HX-Request, {HAS}, Cookie, Accept-Encoding, Accept-Language"
    return response
