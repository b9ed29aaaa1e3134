"""Forgetting a table: who opened it can delete it for good, after a page that asks once more."""

from flask import Blueprint, Response, redirect
from flask import session as cookie
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.web.context import context, find, page_of
from companion.web.rendering import page
from companion.web.view_model import TablePage
from companion.words import message

blueprint = Blueprint("forget", __name__, url_prefix="/t/<code>/forget")


def _own(code: str) -> TablePage:
    t = page_of(find(code))
    if not t.phone.made:
        raise Forbidden("Only the phone that opened this table can delete it.")
    return t


@blueprint.get("")
def ask(code: str) -> Response:
    """Ask if the table is to be deleted, and say what goes with it."""
    t = _own(code)
    return page("forget.html", page_title=message("Delete table {code}?", code=t.session.code), t=t)


@blueprint.post("")
def forget(code: str) -> AnyResponse:
    """Delete the table for good."""
    t = _own(code)
    context().store.forget(t.session)
    cookie["knows"] = [table for table in cookie.get("knows", ()) if table != t.session.code]
    return redirect("/", 303)
