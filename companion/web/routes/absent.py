"""Seats that the phone plays: give it one, take it back, and let it go on."""

from flask import Blueprint, redirect, request
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.players.absent import cannot
from companion.players.strengths import STRENGTHS, not_offered
from companion.storage.session import SeatError, Session, Waits
from companion.web.context import context, find, find_mine, fresh, page_of, rate_limit
from companion.web.responses import done, for_htmx, number
from companion.words import Text

blueprint = Blueprint("absent", __name__, url_prefix="/t/<code>/absent")


@blueprint.post("")
def plays(code: str) -> AnyResponse:
    """Let the phone play a seat so strongly, or a person again."""
    session = find_mine(code)
    rate_limit("absent")
    seat, strength = request.form.get("seat", "")[:40], request.form.get("strength", "")
    if strength and not context().absent.on:
        raise NotFound("The phone plays no seat like that here.")
    table = session.table
    why = cannot(table.game, table.opening) or not_offered(table.game, strength)
    if strength and why:
        return _answered(session, why)
    words = STRENGTHS[strength].title if strength else ""
    try:
        context().store.seating.absent(session, seat, strength, words)
    except SeatError as no:
        return _answered(session, str(no))
    return _answered(session)


@blueprint.post("/go-on")
def go_on(code: str) -> AnyResponse:
    """The hands have done what the phone said, or it is to try once more."""
    session = find_mine(code)
    if number(request.form.get("n", "")) == session.n:
        context().store.seating.waits(session, Waits(session.n, done=True))
    return _answered(session)


@blueprint.post("/carried")
def carried(code: str) -> AnyResponse:
    """Somebody at the table has done what was said from far away, up to an entry."""
    session = find_mine(code)
    if page_of(session).absent.far.may:
        context().store.seating.carry(session, number(request.form.get("n", "")))
    return _answered(session)


@blueprint.post("/coach")
def coach(code: str) -> AnyResponse:
    """Let the coach be asked at this table, or not any more."""
    session = find_mine(code)
    rate_limit("absent")
    context().store.seating.let_ask(session, request.form.get("may") == "yes")
    return _answered(session)


@blueprint.post("/advice")
def advice(code: str) -> AnyResponse:
    """Ask what one could do, on one's own turn; all at the table are told."""
    session = find(code)
    rate_limit("advice")
    t = page_of(session)
    if not t.coach.may_ask:
        raise Forbidden("The coach answers on one’s own turn, where the table lets it be asked.")
    context().absent.advise(session, t.phone.acting)
    return _answered(session)


def _answered(session: Session, just: Text = "") -> AnyResponse:
    session = fresh(session)
    context().absent.attend(session)
    if not just and not for_htmx() and (request.referrer or "").endswith("/seats"):
        return redirect(f"/t/{session.code}/seats#absent", 303)
    return done(session, just)
