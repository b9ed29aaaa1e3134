"""The page about Companion: its version and licence, and the work of others in it."""

from functools import cache
from importlib.resources import files

from flask import Blueprint, Response

from companion.web.rendering import page

blueprint = Blueprint("about", __name__)


@cache
def _notice() -> tuple[str, ...]:
    """The notice of the pictures, paragraph by paragraph."""
    text = (files("companion.svg") / "NOTICE").read_text("utf-8")
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


@blueprint.get("/about")
def about() -> Response:
    """The page of credits."""
    return page("about.html", page_title="About Companion", notice=_notice())
