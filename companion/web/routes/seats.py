"""The seats of a table: who sits where, the codes to scan, and asking for a seat."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from time import time

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.asking import plain
from companion.players.absent import cannot
from companion.players.strengths import STRENGTHS, offered, record
from companion.storage.session import SeatError, Session
from companion.web import listings
from companion.web.context import (
    address,
    context,
    find,
    fresh,
    page_of,
    phone,
    rate_limit,
    remember,
    require_seated,
)
from companion.web.http_cache import cacheable, etag, not_modified
from companion.web.new_table import NAME
from companion.web.rendering import page
from companion.web.responses import done, for_htmx, number
from companion.web.urls import Link
from companion.web.webhooks import Unsafe, checked
from companion.words import message

OFF = "Computer players are switched off on this server (COMPANION_THINKERS)."
ASKED = "asked"
"""Names the table in a phone's cookie at which it asked for a seat."""
blueprint = Blueprint("seats", __name__, url_prefix="/t/<code>/seats")


@blueprint.get("")
def seats(code: str) -> AnyResponse:
    """Show the players at their seats, and the codes to scan; who was admitted here goes to the table."""
    session = find(code)
    if session.sits(phone()) and cookie.get(ASKED) == session.code:
        del cookie[ASKED]
        return redirect(f"/t/{session.code}", 303)
    tag = etag(session, time() if not session.sits(phone()) else "")
    if answer := not_modified(tag):
        return answer
    remember(session.code)
    return cacheable(_seats(session), tag)


def _seats(session: Session, sentence: str = "", status: int = 200) -> Response:
    t, here = page_of(session), address()
    if not t.phone.sits:
        t = replace(t, phone=replace(t.phone, away=context().store.seating.away(session)))
    return page(
        "seats.html",
        status,
        page_title=message("Seats · {code}", code=t.session.code),
        t=t,
        chairs=listings.chairs(t, here),
        may=t.phone.may,
        requested=t.phone.requested,
        watch=Link(f"{here}/W/{session.watch}"),
        sentence=sentence,
        strengths=STRENGTHS,
        offered=offered(t.game),
        record=partial(record, t.game),
        webhooks=sorted(context().webhooks.hosts),
        cannot=cannot(t.game, t.session.table.opening) if context().absent.on else OFF,
    )


@blueprint.post("/<action>")
def seat(code: str, action: str) -> AnyResponse:
    """Ask for a seat, admit, decline, leave, renew its code, take it, learn at it; be in the room or far
    away; let a channel hear of the table."""
    session = find(code)
    try:
        change(session, action, request.form)
    except SeatError as no:
        return _seats(fresh(session), str(no), 409)
    session = fresh(session)
    remember(session.code)
    if not for_htmx() and (request.referrer or "").endswith("/seats"):
        return redirect(f"/t/{session.code}/seats{'#absent' if action in ('learn', 'room') else ''}", 303)
    return done(session)


def change(session: Session, action: str, form: Mapping[str, str]) -> None:
    """Do something with a seat for the asking phone; SeatError, in words, where it cannot be done."""
    seating, me = context().store.seating, phone(make=True)
    t, name = page_of(session), form.get("seat", "")[:40]
    if action == "ask":
        if not t.phone.may:
            rate_limit("seat-request")
        cookie[ASKED] = session.code
        return seating.ask(session, name, me, typed_name(form))
    if action == "leave":
        return seating.leave(session, name, me)
    if action == "learn":
        return seating.learn(session, name, form.get("how", ""), me)
    if action not in ("admit", "decline", "reissue", "take", "room", "webhook"):
        raise NotFound("There is no such thing to do with a seat.")
    require_seated(t)
    if action == "take":
        return seating.take(session, t.seats.free if name == "*" else (name,), me)
    return _change(session, action, form, me)


def _change(session: Session, action: str, form: Mapping[str, str], me: str) -> None:
    """Do what only those may who sit at the table."""
    seating, name = context().store.seating, form.get("seat", "")[:40]
    match action:
        case "room":
            return seating.place(session, name, form.get("remote") == "yes")
        case "webhook":
            return _call(session, form.get("url", "").strip())
        case "reissue":
            return seating.reissue(session, name, me)
    return seating.answer(session, number(form.get("id", "")), action == "admit", me)


def _call(session: Session, url: str) -> None:
    """Let an address hear of a table; SeatError where this server may not call it."""
    try:
        if url:
            checked(url, context().webhooks.hosts)
    except Unsafe as no:
        raise SeatError(str(no)) from no
    context().store.seating.call(session, url)


def typed_name(form: Mapping[str, str]) -> str:
    """The name that a form gives to the player who asks for a seat."""
    name = plain(form.get("name", ""))[:NAME]
    return name if name.isprintable() else ""
