"""Following a table: the stream of server-sent events (SSE), and the same by polling."""

import socket
import threading

from flask import Blueprint, Response, current_app, request

from companion.web.context import context, phone, spelled, stands
from companion.web.http_cache import cacheable
from companion.web.sse import Full

OPENED_AT_ONCE = 4
"""So many streams are opened at the same time: when all phones come back at once, taps go on between them."""
opening = threading.BoundedSemaphore(OPENED_AT_ONCE)
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
    with opening:
        return _opened(code)


def _opened(code: str) -> Response:
    there = context()
    try:  # listening comes before looking, so that nothing is said between them
        address = there.rate_limits.network(request.remote_addr)
        stream = there.hub.join(spelled(code), phone(), _line(), address)
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
    response = Response(there.hub.frames(stream, now), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: there.hub.leave(stream))
    return response


def _line() -> socket.socket | None:
    """The socket this request came over, where the server shows it and it is a plain one."""
    line = request.environ.get("gunicorn.socket") or request.environ.get("werkzeug.socket")
    return line if type(line) is socket.socket else None
