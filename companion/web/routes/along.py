"""A table that is taken along, to a phone or back home: the page about it, its file, and what receives it."""

from flask import Blueprint, Response, current_app, redirect, request
from flask import session as cookie
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel import transcript
from companion.kernel.untrusted import Unreadable
from companion.storage import notices
from companion.web import along, url_codec
from companion.web.context import address, find, page_of, rate_limit, remember
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.urls import Link
from companion.words import message

blueprint = Blueprint("along", __name__)
NO_TEXT = message("This file is not text. A table that is taken along is a “.game” file.")


@blueprint.get("/t/<code>/along")
def take_along(code: str) -> Response:
    """Show how this table is taken along, and brought back where it came along."""
    session = find(code)
    written = along.text(session)
    at_home = session.home.rpartition("/t/")[0]
    phones = address() if "OVER" in current_app.config else current_app.config["PHONES"]
    to, back = along.link(phones, written), along.link(at_home, written)
    return page(
        "along.html",
        page_title=message("Take it along · {code}", code=session.code),
        t=page_of(session),
        phones=phones,
        link=Link(to) if to else None,
        home=at_home,
        back=Link(back) if back else None,
    )


@blueprint.get("/t/<code>/along.game")
def file(code: str) -> Response:
    """The same as a file."""
    session = find(code)
    return attachment(along.text(session), "text/plain", f"{session.table.game.key}-{session.code}.game")


@blueprint.get("/take")
def ask(sentence: str = "") -> Response:
    """Ask if a table is to be put here: the one that the address holds, or one in a file."""
    shows = {"small": request.values.get("t", ""), "sentence": sentence}
    return page("take_table.html", 422 if sentence else 200, page_title="Bring a table here", **shows)


@blueprint.post("/take")
def take() -> AnyResponse:
    """Put a table here, or add to the one that it came from."""
    rate_limit("open")
    try:
        session, came = along.received(_sent())
    except UnicodeDecodeError:
        return ask(str(NO_TEXT))
    except (transcript.UnreadableTranscript, Unreadable) as no:
        return ask(str(no))
    remember(session.code)
    if came:
        cookie["just"] = notices.packed(came)
    seated = came or "OVER" in current_app.config
    return redirect(f"/t/{session.code}" if seated else f"/t/{session.code}/seats", 303)


def _sent() -> str:
    """Return the transcript that a form brings."""
    sent = request.files.get("file")
    if sent and sent.filename:
        return str(sent.read(transcript.BYTES + 1), "utf-8")
    return url_codec.opened(request.form.get("t", ""))
