"""The pictures and covers, each a file of its own, named by what it is of and kept for a year."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from companion.kernel.shelf import shelf
from companion.svg import covers
from companion.svg.silhouettes import file
from companion.web.static_files import IMMUTABLE

blueprint = Blueprint("pictures", __name__)


@blueprint.get("/pictures/<name>.svg")
def picture(name: str) -> Response:
    """One picture, as the symbol ``p``."""
    try:
        svg = file(name)
    except KeyError:
        raise NotFound("There is no picture of that name.") from None
    return _kept(svg)


@blueprint.get("/covers/<key>.svg")
def cover(key: str) -> Response:
    """The cover of a game."""
    game = shelf().get(key)
    svg = covers.of(game) if game else ""
    if not svg:
        raise NotFound("There is no cover of that name.")
    return _kept(svg)


def _kept(svg: str) -> Response:
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = IMMUTABLE if "v" in request.args else "no-cache"
    return answer
