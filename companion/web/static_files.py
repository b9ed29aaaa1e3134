"""Static files: addresses that carry a hash of the content, so that a phone may keep them for a year."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from flask import Flask, Response, current_app, request

from companion.web.config import VERSION

IMMUTABLE = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Let a phone keep what was asked for by its hash; anything else it asks about again."""

    @app.after_request
    def cache_static_files(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            response.headers["Cache-Control"] = IMMUTABLE if "v" in request.args else "no-cache"
        return response


def static_url(name: str) -> str:
    """The address of a static file, with its hash."""
    return f"/static/{name}?v={_hash(str(current_app.static_folder), name)}"


@cache
def assets_hash(folder: Path) -> str:
    """A hash that changes with every template and static file, and with the version."""
    paths = (*(folder / "templates").glob("*"), *(folder / "static").rglob("*"))
    every = sorted(file for file in paths if file.is_file())
    return blake2b(VERSION.encode() + b"".join(p.read_bytes() for p in every), digest_size=6).hexdigest()


@cache
def _hash(folder: str, name: str) -> str:
    file = Path(folder, name)
    return blake2b(file.read_bytes(), digest_size=6).hexdigest() if file.is_file() else "0"
