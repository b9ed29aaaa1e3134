"""Something is wrong: a report that carries the game, to be saved, shared or copied. It is sent nowhere."""

from flask import Blueprint, Response, request

from companion.story import report
from companion.story.report import ProblemReport
from companion.web.config import VERSION
from companion.web.context import find, open_to_all, page_of
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.web.view_model import TablePage
from companion.words import message

blueprint = Blueprint("report", __name__, url_prefix="/t/<code>")
MOST = 20_000
"""So many letters of what a form says are read."""


@blueprint.get("/report")
def ask(code: str) -> Response:
    """The form: what is wrong, and what the phone showed."""
    t = page_of(find(code))
    refused = request.args.get("refused", "")[:400]
    return _page(t, refused=refused, shown=_shown(t), said="", names=False, text="")


@blueprint.post("/report")
def write(code: str) -> Response:
    """The report to look at, to share or to copy; or as a file."""
    t = page_of(open_to_all(find(code)))
    words, page, refused = (request.form.get(name, "")[:MOST] for name in ("said", "shown", "refused"))
    names = "names" in request.form
    told = ProblemReport(words, page, refused, request.headers.get("User-Agent", "")[:240], VERSION)
    text = report.write(t.session.table, t.seats.players, told, names)
    if "save" not in request.form:
        return _page(t, refused=refused, shown=page, said=words, names=names, text=text)
    return attachment(text, "text/plain", f"report-{t.game.key}-{t.session.code}.game")


def _page(t: TablePage, **shows: object) -> Response:
    return page(
        "report.html", page_title=message("Something is wrong · {code}", code=t.session.code), t=t, **shows
    )


def _shown(t: TablePage) -> str:
    """Return the text of a table's page in words; a script replaces it by the page's own."""
    lines = [
        str(t.session.view.phase),
        str(message("Entry {n}", n=t.session.n)),
        str(message("Waiting for {seats}", seats=t.seats.waiting) if t.seats.waiting else t.log.ended),
    ]
    lines += [told.text for told in t.log.told]
    for verb in t.dock.verbs:
        lines.append(f"{verb.title}: {verb.refusal}" if verb.refusal else str(verb.title))
    return "\n".join(line for line in lines if line)
