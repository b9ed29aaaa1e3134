"""Responses about a table: the whole page or htmx's fragment of it, to be kept or not."""

from dataclasses import replace
from typing import Any

from flask import Response, redirect, request
from flask import session as cookie
from werkzeug.wrappers import Response as AnyResponse

from companion.storage import notices
from companion.storage.session import Session
from companion.web import questions
from companion.web.context import page_of, remember
from companion.web.http_cache import cacheable, etag
from companion.web.rendering import page, render
from companion.web.view_model import TablePage
from companion.words import Text, message


def for_htmx() -> bool:
    """True where htmx asks for a fragment."""
    return "HX-Request" in request.headers


def number(text: str) -> int:
    """The whole number a form says, or -1."""
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def table_response(t: TablePage, status: int = 200) -> Response:
    """The table, not to be kept."""
    return page(
        _template(), status, page_title=message("{name} · {code}", name=t.game.name, code=t.session.code), t=t
    )


def cacheable_table(t: TablePage, title: str = "") -> Response:
    """The table, that the phone may keep until the table moves; ``title`` is what it is opened at."""
    about = message("{title} · {name}", title=title, name=t.game.name)
    page_title = about if title else message("{name} · {code}", name=t.game.name, code=t.session.code)
    return cacheable_page(t.session, _template(), t=t, page_title=page_title)


def cacheable_page(session: Session, template: str, **shows: Any) -> Response:
    """A page about a table, that the phone may keep until the table moves."""
    remember(session.code)
    return cacheable(render(template, **shows), etag(session))


def done(session: Session, just: Text = "") -> AnyResponse:
    """Answer a form that changed something with its table, for the seat that is now asked."""
    if for_htmx():
        t = page_of(session, just=just)
        response = table_response(replace(t, dock=questions.opened(t.dock)))
        response.headers["HX-Push-Url"] = f"/t/{session.code}"
        return response
    if just:
        cookie["just"] = notices.packed(just)
    return redirect(f"/t/{session.code}", 303)


def _template() -> str:
    return "_table.html" if for_htmx() else "table.html"
