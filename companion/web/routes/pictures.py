"""The pictures, each a file of its own, named by what it is of and kept for a year."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from companion.svg.silhouettes import file
from companion.web.static_files import IMMUTABLE

blueprint = Blueprint("pictures", __name__)


@blueprint.get("/pictures/<name>.svg")
def picture(name: str) -> Response:
    """One picture, as the symbol ``p``."""
    try:
        drawn = file(name)
    except KeyError:
        raise NotFound("There is no picture of that name.") from None
    answer = Response(drawn, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = IMMUTABLE if "v" in request.args else "no-cache"
    return answer
