"""Error pages: a sentence for the player for whatever went wrong."""

import json
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.storage.engine import Unavailable
from companion.web.once_a_minute import once_a_minute
from companion.web.rendering import render
from companion.web.request_size import drain
from companion.web.security import NoCookies
from companion.web.urls import API
from companion.words import Text, message
from companion.work.queue import Busy

WORDS = {
    400: (
        message("That did not arrive whole"),
        "Go back, reload the page and try once more. Nothing was played.",
    ),
    403: (message("Not from here"), "This phone may not do that at this table."),
    404: (message("Nothing here"), "Nothing lies at this address. Perhaps a letter of it is missing."),
    405: (message("Not this way"), "This address is for looking or for sending, but not for what was tried."),
    409: (message("Too late"), "The table has moved on meanwhile. Look once more."),
    413: (
        message("Too much"),
        "That is more than a table needs: 64 kB at most, 1 MB for a set of cards, 16 MB for a sitting.",
    ),
    422: (message("Not quite"), "Something in it does not fit. Go back and look once more."),
    429: (message("A little slower"), "That was tried very often from here. Wait a minute, then try again."),
    500: (
        message("That went wrong here"),
        "It is our mistake. What was played is kept; go back to the table and look.",
    ),
    503: (
        message("Just a moment"),
        "The journal cannot be reached just now. Nothing is lost; try again in a moment.",
    ),
}
"""Status to a title and a sentence."""
BUSY = 5
"""Seconds after which a phone that found a queue full may try again. House."""
AGAIN = {429: "60", 503: "2"}
"""Status to the seconds after which to try again, where the answer does not say it itself."""
KEPT_HEADERS = ("Allow", "Retry-After", "Location")


def init_app(app: Flask) -> None:
    """Answer every error with a page, and log the cause of what is our mistake."""
    app.logger.addFilter(once_a_minute)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Unavailable, unavailable)
    app.register_error_handler(Busy, busy)

    @app.after_request
    def say_when_again(response: Response) -> Response:
        if seconds := AGAIN.get(response.status_code):
            response.headers.setdefault("Retry-After", seconds)
        return response


def error_page(status: int, sentence: Text = "", title: Text = "") -> Response:
    """Return the page of an error, for htmx only its main part: the words given, else those of the status."""
    usual, words = WORDS.get(status) or WORDS[500 if status >= 500 else 400]
    title, sentence = title or usual, sentence or words
    if request.path.startswith(API):
        return problem(status, title, sentence)
    try:
        shows = {"status": status, "title": title, "sentence": sentence}
        template = "_error.html" if "HX-Request" in request.headers else "error.html"
        response = render(template, status, page_title=title, **shows)
    except Exception:  # a page that cannot be drawn is still an answer
        current_app.logger.exception("error.html")
        return Response(f"{title}\n{sentence}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response


def problem(status: int, title: Text, sentence: Text, **more: Any) -> Response:
    """Return an error for a program: problem details (RFC 9457), with ``more`` that the caller knows."""
    about = {"type": "about:blank", "title": str(title), "status": status, "detail": str(sentence), **more}
    text = json.dumps(about, ensure_ascii=False, default=str)
    answer = Response(text, status, mimetype="application/problem+json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def http_error(error: HTTPException) -> Response:
    """An HTTP error, in its own sentence where it was raised with one."""
    if error.response is not None and error.code is None:
        return error.get_response()  # type: ignore[return-value]
    if isinstance(error, RequestEntityTooLarge):
        drain()
    own = type(error).description != error.description
    title = NoCookies.title if isinstance(error, NoCookies) else ""
    response = error_page(error.code or 500, (error.description or "") if own else "", title)
    for name, value in error.get_headers():
        if name in KEPT_HEADERS:
            response.headers[name] = value
    return response


def busy(error: Busy) -> Response:
    """No turn came for heavy work."""
    response = error_page(429, str(error))
    response.headers["Retry-After"] = str(BUSY)
    return response


def unavailable(error: Unavailable) -> Response:
    """The database cannot be reached just now."""
    log_unavailable(error)
    return error_page(503, str(error))


def log_unavailable(error: Unavailable) -> None:
    """Say to who runs the house why the database could not be used."""
    cause = error.__cause__
    first = f" ({type(cause).__name__}: {str(cause).partition(chr(10))[0][:500]})" if cause else ""
    current_app.logger.error("Answered 503: %s%s", error, first)
