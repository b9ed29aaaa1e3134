"""The pages at the table: looking, asking, saying, the log, the seats, the stream."""

from dataclasses import replace
from random import SystemRandom
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import Forbidden, NotFound, ServiceUnavailable

from companion.kernel import transcript
from companion.kernel.action import plain
from companion.kernel.game import REDO, UNDO
from companion.kernel.view import Panel, Shelf
from companion.storage.engine import Unavailable
from companion.storage.session import NotSeated, SeatError, Session, TapRefused
from companion.web import listings
from companion.web.context import address, context, find, page_of, phone, remember
from companion.web.http_cache import cacheable, etag, not_modified
from companion.web.new_table import NAME
from companion.web.questions import (
    answered_by_chance,
    played_after,
    refusal_shown,
    since,
    with_inspected,
    with_question,
)
from companion.web.rendering import page, render
from companion.web.sse import Full
from companion.web.urls import Link
from companion.web.view_model import TablePage

blueprint = Blueprint("tables", __name__, url_prefix="/t/<code>")
CONTROL = ("by", "seen", "key", "csrf_token")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else -1


def _template() -> str:
    return "_table.html" if "HX-Request" in request.headers else "table.html"


def _table(t: TablePage, status: int = 200) -> Response:
    return page(_template(), status, page_title=f"{t.game.name} · {t.code}", t=t)


def _cacheable(session: Session, template: str, **shows: Any) -> Response:
    """A page about a table, that the phone may keep until the table moves."""
    remember(session.code)
    return cacheable(render(template, **shows), etag(session))


@blueprint.get("")
def table(code: str) -> Response:
    """The table now."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    t = page_of(session, just=cookie.pop("just", ""))
    return _cacheable(session, _template(), t=t, page_title=f"{t.game.name} · {t.code}")


@blueprint.get("/look")
def inspect(code: str) -> Any:
    """The table with a thing on the board looked at: its figures, its reach, what it can do."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    thing = request.args.get("thing", "")[:80]
    t = with_inspected(page_of(session), thing)
    if t is None:
        return redirect(f"/t/{session.code}", 303)
    return _cacheable(session, _template(), t=t, page_title=f"{thing} · {t.game.name}")


@blueprint.get("/roll/<verb>")
def roll(code: str, verb: str) -> Any:
    """Throw for the player: back to the question, with chance's answer in it."""
    session = find(code)
    kind = session.table.game.kind(verb)
    if kind is None:
        raise NotFound(f"{session.table.game.name} has no “{verb[:40]}”.")
    t = page_of(session, by=request.args.get("by", ""))
    answer = redirect(answered_by_chance(t, kind, request.args.to_dict(flat=False), SystemRandom()), 303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/<verb>")
def question(code: str, verb: str) -> Any:
    """The table with the next question of a half-made action."""
    session = find(code)
    kind = session.table.game.kind(verb)
    if kind is None:
        if verb in (UNDO, REDO):
            return redirect(f"/t/{session.code}", 303)
        raise NotFound(f"{session.table.game.name} has no “{verb[:40]}”.")
    if answer := not_modified(etag(session)):
        return answer
    t = page_of(session, by=request.args.get("by", ""), just=cookie.pop("just", ""))
    t = with_question(t, kind, request.args.to_dict(flat=False))
    return _cacheable(session, _template(), t=t, page_title=f"{kind.title} · {t.game.name}")


@blueprint.post("/<verb>")
def act(code: str, verb: str) -> Any:
    """Say it: judged on the table as it stands, kept once, told to all."""
    session, form = find(code, lately=True), request.form
    kind, by = session.table.game.kind(verb), form.get("by", "")
    if kind is None and verb not in (UNDO, REDO):
        raise NotFound(f"{session.table.game.name} has no “{verb[:40]}”.")
    t = page_of(session, by=by)
    if not t.acting or (by and by != t.acting):  # the seats may have changed just now
        t = page_of(find(code), by=by)
        if not t.acting or (by and by != t.acting):
            return _not_seated(t, by)
    given = {name: values for name, values in form.lists() if name not in CONTROL}
    seen, key = _number(form.get("seen", "")), form.get("key", "")[:64]
    try:
        played = context().store.play(t.code, t.acting, verb, given, key, seen, t.phone.id)
    except NotSeated as no:
        return _not_seated(page_of(no.session), t.acting)
    except TapRefused as no:
        t = page_of(no.session, by=by)
        stale = f"Since you looked: {since(no.session.table, seen)}." if 0 <= seen < no.session.n else ""
        t = with_question(t, kind, given) if kind else t
        return _table(replace(t, refused=refusal_shown(t, no.refusal, stale)), 409 if stale else 422)
    except Unavailable as no:
        t = with_question(t, kind, given) if kind else t
        return _table(replace(t, just=str(no)), ServiceUnavailable.code)
    just = "" if played.repeated else played_after(played.session.table, seen, played.n)
    return _done(played.session, just)


def _not_seated(t: TablePage, by: str) -> Response:
    seat = f"at {by[:40]}" if by else "at this table"
    return _table(replace(t, just=f"This phone does not sit {seat}, so it cannot say that."), Forbidden.code)


def _done(session: Session, just: str = "") -> Any:
    """What a phone sees after something was done: its table, without asking again, for the seat now asked."""
    if "HX-Request" in request.headers:
        response = _table(page_of(session, just=just))
        response.headers["HX-Push-Url"] = f"/t/{session.code}"
        return response
    if just:
        cookie["just"] = just
    return redirect(f"/t/{session.code}", 303)


@blueprint.get("/log")
def log(code: str) -> Response:
    """Every entry."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    t = page_of(session)
    standing = t.table.standing
    start = standing[0].entry.n if standing else 0
    title = f"The log · {t.code}"
    return _cacheable(session, "log.html", page_title=title, t=t, lines=listings.log(t), start=start)


@blueprint.get("/why")
def why(code: str) -> Response:
    """Why a thing is as it is: the entries that touched it."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    t, thing = page_of(session), request.args.get("thing", "")[:80]
    lines, now = listings.touching(t, thing), listings.now(t, thing)
    places: list[Panel | Shelf] = [*t.view.panels, *t.view.shelves]
    card = next((card for place in places for card in place.cards if card.thing == thing), None)
    if not (lines or now or card):
        raise NotFound(f"Nothing at this table is called “{thing[:40]}”.")
    shows = {"thing": thing, "now": now, "card": card, "lines": lines}
    return _cacheable(session, "why.html", page_title=f"Why? {thing} · {t.code}", t=t, **shows)


@blueprint.get("/screen")
def screen(code: str) -> Response:
    """The table for a screen that all can see."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    t, watch = page_of(session), Link(f"{address()}/W/{session.watch}")
    return _cacheable(session, "screen.html", page_title=f"{t.game.name} · {t.code}", t=t, watch=watch)


@blueprint.get("/seats")
def seats(code: str) -> Response:
    """Who sits where, and the codes to scan."""
    session = find(code)
    if answer := not_modified(etag(session)):
        return answer
    remember(session.code)
    return cacheable(_seats(session), etag(session))


def _seats(session: Session, sentence: str = "", status: int = 200) -> Response:
    t, here = page_of(session), address()
    return page(
        "seats.html",
        status,
        page_title=f"Seats · {t.code}",
        t=t,
        chairs=listings.chairs(t, here),
        may=t.may,
        requested=t.requested,
        watch=Link(f"{here}/W/{session.watch}"),
        table=Link(f"{here}{t.url}"),
        screen=f"{t.url}/screen",
        download=f"{t.url}/sitting.game",
        sentence=sentence,
    )


@blueprint.post("/seats/<action>")
def seat(code: str, action: str) -> Any:
    """Ask for a seat, admit, decline, leave, renew its code, take it."""
    session = find(code)
    try:
        _seat(session, action)
    except SeatError as no:
        return _seats(context().store.session(session.code) or session, str(no), 409)
    fresh = context().store.session(session.code) or session
    remember(session.code)
    if "HX-Request" not in request.headers and (request.referrer or "").endswith("/seats"):
        return redirect(f"/t/{session.code}/seats", 303)
    return _done(fresh)


def _seat(session: Session, action: str) -> None:
    seating, me, form = context().store.seating, phone(made=True), request.form
    t, name = page_of(session), form.get("seat", "")[:40]
    if action == "ask":
        context().rate_limits.hit("seat-request", request.remote_addr or "")
        who = plain(form.get("name", ""))[:NAME]
        return seating.ask(session, name, me, who if who.isprintable() else "")
    if action == "leave":
        return seating.leave(session, name, me)
    if action not in ("admit", "decline", "reissue", "take"):
        raise NotFound("There is no such thing to do with a seat.")
    if not t.may:
        raise Forbidden("Only those who sit at this table can do that. Ask for a seat first.")
    if action == "reissue":
        return seating.reissue(session, name, me)
    if action == "take":
        return seating.take(session, t.free if name == "*" else (name,), me)
    return seating.answer(session, _number(form.get("id", "")), action == "admit")


@blueprint.get("/sitting.game")
def download(code: str) -> Response:
    """The sitting as text."""
    session = find(code)
    players = {chair.seat: chair.player for chair in session.chairs}
    response = Response(transcript.write(session.table, players), mimetype="text/plain")
    name = f"{session.table.game.key}-{session.code}.game"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/at")
def at(code: str) -> Response:
    """Where the table stands, for phones that poll."""
    session = find(code)
    tag = f'W/"{session.n}.{session.stamp}"'
    if tag in request.headers.get("If-None-Match", ""):
        return cacheable(Response(status=304), tag)
    return cacheable(Response(f"{session.n}.{session.stamp}", mimetype="text/plain"), tag)


@blueprint.get("/events")
def events(code: str) -> Response:
    """The stream that says where the table stands, whenever it moves."""
    there, session = context(), find(code)
    try:
        stream = there.hub.join(session.code, phone())
    except Full:
        busy = Response("Every line is taken; this page looks by itself.\n", 503, mimetype="text/plain")
        busy.headers["Retry-After"] = "30"
        return busy
    try:  # once more, as something may have been said between looking and listening
        now = there.store.at([session.code]).get(session.code, session.at)
    except Unavailable:
        there.hub.leave(stream)
        raise
    response = Response(there.hub.frames(stream, now), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: there.hub.leave(stream))
    return response
