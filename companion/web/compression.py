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
                    response.set_data(gzip.compress(whole, 6, mtime=0))
                    response.headers["Content-Encoding"] = "gzip"
        return response
