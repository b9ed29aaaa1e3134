"""gzip for text, to those who take it; never for the stream of events."""

import gzip

from flask import Flask, Response, request

TEXTS = (
    "text/html",
    "text/css",
    "text/plain",
    "text/javascript",
    "image/svg+xml",
    "application/manifest+json",
    "application/json",
)
STATUSES = (200, 403, 409, 422)
QUICK, SMALL = 3, 6
"""How hard an answer to htmx or a large page is compressed, and what else is whole: a third of the time, a
tenth more bytes."""
LARGE = 100_000
"""The most bytes of a page that is compressed hard, so that no page takes long."""
LEAST = 500
"""Fewer bytes are not worth it."""


def init_app(app: Flask) -> None:
    """Compress answers on their way out."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype in TEXTS and response.status_code in STATUSES:
            if "Vary" not in response.headers:
                response.headers["Vary"] = "Accept-Encoding"
            response.direct_passthrough = False
            if "gzip" in request.headers.get("Accept-Encoding", "") and request.method != "HEAD":
                whole = response.get_data()
                if len(whole) >= LEAST:
                    quick = "HX-Request" in request.headers or len(whole) > LARGE
                    level = QUICK if quick else SMALL
                    response.set_data(gzip.compress(whole, level, mtime=0))
                    response.headers["Content-Encoding"] = "gzip"
        return response
