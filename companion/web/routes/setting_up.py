"""The set-up of a table: its steps with their pictures, ticked once by anybody at it."""

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.storage.session import Session, Waits
from companion.web import setting_up
from companion.web.context import context, find_mine, fresh, page_of
from companion.web.figures import Gallery
from companion.web.http_cache import find_changed
from companion.web.responses import cacheable_page, done, for_htmx, number
from companion.words import message

blueprint = Blueprint("setting_up", __name__, url_prefix="/t/<code>/set-up")
ALL = "all"


@blueprint.get("")
def steps(code: str) -> Response:
    """The steps, each with its picture, and the board in sight."""
    return _steps(find_changed(code))


def _steps(session: Session) -> Response:
    t, start = page_of(session), session.table.game.view(session.table.start)
    all_ = setting_up.ticked(setting_up.steps(start, session.table.start.told), session.laid)
    return cacheable_page(
        session,
        "set_up.html",
        page_title=message("Set-up · {code}", code=session.code),
        t=t,
        start=start,
        steps=all_,
        next=t.set_up.next,
        lit=setting_up.lit(start.picture, t.set_up.next),
        gallery=Gallery(session.marks, t.board.pictures, start.picture),
    )


@blueprint.post("")
def tick(code: str) -> AnyResponse:
    """Tick steps, take their ticks off, or tick all that are left; back to the list or to the table."""
    session, form = find_mine(code), request.form
    step, steps = form.get("step", ""), {*form.getlist("step")}
    start = session.table.start
    all_ = setting_up.steps(session.table.game.view(start), start.told)
    if bits := sum(one.bit for one in all_ if steps & {ALL, str(one.n)}):
        context().store.seating.lay(session, bits, form.get("done", "1") == "1")
    session = _begin(fresh(session))
    if "list" not in form or step == ALL:
        return done(session)
    return _steps(session) if for_htmx() else redirect(f"/t/{session.code}/set-up#step-{number(step)}", 303)


def _begin(session: Session) -> Session:
    """Let the phone begin for an absent seat once all is laid; the session after that."""
    if page_of(session).set_up.next or session.n or not session.due or session.waits.done:
        return session
    context().store.seating.waits(session, Waits(session.n, done=True))
    session = fresh(session)
    context().absent.attend(session)
    return session
