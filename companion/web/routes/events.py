"""Following a table: by a stream of a phone's page, by server-sent events (SSE) of where the table
stands, or by polling."""

import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Flask, Response, current_app, request
from flask import session as cookie

from companion.web.context import STANDS, context, phone, spelled, stands
from companion.web.differences import HAS, NONE, Answer
from companion.web.http_cache import Asked, asker, cacheable, tag_of
from companion.web.responses import number
from companion.web.sse import At, Full, Stream

HTMX = "true"
"""What htmx says in its header; a stream asks for fragments as it does."""
SIZE = 3
"""Bytes before a frame of pages that say how long it is."""
FORGOTTEN = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "werkzeug.request", "wsgi.input")
"""What a page that is sent by a stream is not asked with."""
blueprint = Blueprint("events", __name__, url_prefix="/t/<code>")


@blueprint.get("/at")
def at(code: str) -> Response:
    """Answer where the table stands, for phones that poll."""
    n, stamp = stands(code)
    tag = f'W/"{n}.{stamp}"'
    if tag in request.headers.get("If-None-Match", ""):
        return cacheable(Response(status=304), tag)
    return cacheable(Response(f"{n}.{stamp}", mimetype="text/plain"), tag)


@blueprint.get("/events")
def events(code: str) -> Response:
    """The stream that says where the table stands, whenever it moves."""
    hub = context().hub

    def frames(stream: Stream, now: At) -> Iterator[str]:
        stream_frames = hub.frames(stream, now)
        yield f"retry: 2000\n{next(stream_frames)}"
        yield from stream_frames

    return _opened(code, "text/event-stream", frames)


@blueprint.get("/pages")
def pages(code: str) -> Response:
    """The stream of a phone's page: what is new on it, whenever the table moves.

    It goes on from the page the phone names, at the moment it shows. Each frame is a line with where the
    table stands; or with what ``differences`` has in its header, before the difference.
    """
    hub, args, here = context().hub, request.args, request.args.get("path", "")
    app, environ = current_app._get_current_object(), dict(request.environ)  # type: ignore[attr-defined]
    keeps, asks = dict(cookie), asker()

    def frames(stream: Stream, now: At) -> Iterator[bytes]:
        def say(at: At, moved: bool) -> bytes:
            answer = _answer(app, environ, stream, at) if moved and stream.path else None
            if answer is None:
                return _framed(f"{at[0]}.{at[1]}")
            stream.page = answer[0].split()[1]
            return _framed(*answer)

        stream.path = here if f"{here}/".startswith(f"/t/{stream.code}/") else ""
        stream.page = args.get("page", NONE)
        stream.keeps(keeps, asks)
        stream.tell(now)
        return hub.frames(stream, _moment(args.get("at", ""), now), say)

    return _opened(code, "application/octet-stream", frames, args.get("name", ""))


def _answer(app: Flask, environ: dict[str, Any], stream: Stream, at: At) -> Answer | None:
    """Return what the phone would be answered now that its table has moved; None where it looks by itself."""
    path = urlsplit(stream.path)
    asked = Asked(f"{unquote(path.path)}?{path.query}", HTMX, stream.page)
    try:
        with app.app_context():
            return _shared(stream, at, asked) or _made(app, {**environ, STANDS: at}, stream, asked)
    except Exception:
        app.logger.exception("The page of a stream:")
        return None


def _shared(stream: Stream, at: At, asked: Asked) -> Answer | None:
    """Return what another phone was answered that is shown the same."""
    session = context().store.session(stream.code, at)
    if session is None or stream.asker is None:
        return None
    answer: Answer | None = current_app.extensions["pages"].awaited(tag_of(session, stream.asker, asked))
    return answer


def _made(app: Flask, environ: dict[str, Any], stream: Stream, asked: Asked) -> Answer | None:
    """Return what a request of the phone is answered; None where that is no difference."""
    path, _, query = asked.path.partition("?")
    here = {name: value for name, value in environ.items() if name not in FORGOTTEN}
    here |= {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_HX_REQUEST": asked.htmx}
    with app.request_context({**here, "HTTP_X_PAGE": asked.has}):
        cookie.clear()
        cookie.update(stream.cookie)
        cookie.modified = False  # a stream sends no cookie, so none is signed
        stream.asker = asker()
        response = app.full_dispatch_request()
    return (response.headers[HAS], response.get_data()) if HAS in response.headers else None


def _moment(text: str, now: At) -> At:
    """Return the moment that a phone says it shows, or none if its table does not stand there or later."""
    n, _, stamp = text.partition(".")
    at = (number(n), number(stamp))
    return at if (0, 0) <= at <= now else (-1, -1)


def _framed(line: str, more: bytes = b"") -> bytes:
    frame = f"{line}\n".encode() + more
    return len(frame).to_bytes(SIZE, "big") + frame


def _opened(code: str, kind: str, frames: Callable[[Stream, At], Iterator[Any]], name: str = "") -> Response:
    there = context()
    try:  # listening comes before looking, so that nothing is said between them
        address = there.rate_limits.network(request.remote_addr)
        stream = there.hub.join(spelled(code), phone(), _line(), address, name)
    except Full:
        stands(code)
        current_app.logger.warning(
            "Answered 503: no stream of %d is left, or this address has its share: more phones poll. "
            "COMPANION_THREADS makes room.",
            there.hub.limit,
        )
        busy = Response("Every line is taken; this page looks by itself.\n", 503, mimetype="text/plain")
        busy.headers["Retry-After"] = "30"
        return busy
    try:
        now = stands(code)
    except BaseException:
        there.hub.leave(stream)
        raise
    response = Response(frames(stream, now), mimetype=kind)
    response.headers["Cache-Control"] = "no-cache, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: there.hub.leave(stream))
    return response


def _line() -> socket.socket | None:
    """The socket this request came over, where the server shows it and it is a plain one."""
    line = request.environ.get("gunicorn.socket") or request.environ.get("werkzeug.socket")
    return line if type(line) is socket.socket else None
