"""A server that is out of reach: the page that a phone shows then, and the service worker that keeps it."""

import json
from hashlib import blake2b

from flask import Blueprint, Response, current_app

from companion.web.config import files_dir
from companion.web.context import context
from companion.web.rendering import page
from companion.web.static_files import static_url

blueprint = Blueprint("away", __name__)
SHEETS = ("base", "leaf")


@blueprint.get("/away")
def away() -> Response:
    """Say that the server is out of reach, and what can be done without it."""
    return page("away.html", page_title="Companion")


@blueprint.get("/service.js")
def service() -> Response:
    """The service worker. It differs when what it keeps does, and phones fetch it again."""
    kept = ["/away", *(static_url(f"css/{sheet}.css") for sheet in SHEETS), static_url("icons.svg")]
    about = f"{context().assets} {current_app.config['PHONES']}"
    text = (files_dir() / "static" / "offline" / "away.js").read_text("utf-8")
    version = blake2b(about.encode(), digest_size=6).hexdigest()
    text = text.replace("VERSION", version).replace("FILES", json.dumps(kept))
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response
