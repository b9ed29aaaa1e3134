"""The links one follows: to a seat, to watch, and with all one has to another phone; and how it is set.

To follow one is a look, which a preview, a prefetch or a crawler does as well: it uses nothing up. Only the
form on its page sits down. Their keys have 128 bits, so nobody guesses them and nothing limits them.
"""

import time
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile

from flask import Blueprint, Response, redirect, request, send_file
from flask import session as cookie
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.storage import export
from companion.storage.session import LEARNS, SeatError, Session
from companion.storage.tokens import Rights
from companion.web import languages, phone_settings
from companion.web.context import address, context, fresh, phone, rate_limit, remember, spelled
from companion.web.errors import error_page
from companion.web.heavy_work import EXPORTS, heavy_work
from companion.web.listings import TableLine, line
from companion.web.rendering import page
from companion.web.responses import number
from companion.web.routes.seats import ASKED, typed_name
from companion.web.urls import Link
from companion.web.view_model.phone import Phone
from companion.web.view_model.seats import Seats
from companion.words import Text, message

blueprint = Blueprint("links", __name__)
HAD = {
    "seat": "{n:# seat|# seats}",
    "table": "{n:# table|# tables}",
    "own game": "{n:# own game|# own games}",
    "tournament": "{n:# tournament|# tournaments}",
    "brought play": "{n:# brought play|# brought plays}",
}
FOR = {"watch": "Watching", "host": "All that this phone may"}
"""The rights of a token that is for no seat, in words."""


@blueprint.get("/S/<key>")
def seat(key: str) -> AnyResponse:
    """The page of a seat's link, which asks whether to sit down; a phone that sits there is at the table."""
    session, name = _seat(key)
    remember(session.code)
    if name in session.mine(phone()):
        return redirect(f"/t/{session.code}", 303)
    (chair,) = (chair for chair in session.chairs if chair.seat == name)
    waiting = any(one.phone == phone() and one.seat == name for one in session.requests)
    return page(
        "sit.html",
        page_title=message("{name} · {name2}", name=name, name2=session.table.game.name),
        session=session,
        chair=chair,
        asked=waiting,
        new_here=all(
            one.table.game.key != session.table.game.key for one in context().store.of_phone(phone())
        ),
        seats=Seats(session, Phone.at(session, phone(), away=context().store.seating.away(session))),
    )


@blueprint.post("/S/<key>")
def sit(key: str) -> AnyResponse:
    """Sit down by a seat's link, or ask the player who sits there."""
    session, name = _seat(key)
    try:
        seated = context().store.seating.sit(session, key.upper(), phone(make=True), typed_name(request.form))
    except SeatError as no:
        return error_page(409, str(no), "Not now")
    remember(session.code)
    if seated and (how := request.form.get("learn", "")) in LEARNS:
        context().store.seating.learn(fresh(session), name, how, phone())
    if seated:
        return redirect(f"/t/{session.code}", 303)
    cookie[ASKED] = session.code
    return redirect(f"/t/{session.code}/seats", 303)


def _seat(key: str) -> tuple[Session, str]:
    seat = context().store.seat_of(key.upper()[:32])
    session = context().store.session(seat[0]) if seat else None
    if seat is None or session is None:
        raise NotFound("This seat's code was replaced, or is not complete. Ask at the table for the new one.")
    return session, seat[1]


@blueprint.get("/W/<key>")
def watch(key: str) -> AnyResponse:
    """Watch by a table's code."""
    code = context().store.watched(key.upper()[:32])
    if code is None:
        raise NotFound("No table is watched by this code. It may not be complete.")
    remember(code)
    return redirect(f"/t/{code}", 303)


@blueprint.get("/me")
def me() -> Response:
    """This phone: how it is set, what it has, the link that takes that along, and the tokens of programs."""
    return _me()


def _me(token: str = "", sentence: str = "", status: int = 200) -> Response:
    mine, table = phone(), spelled(request.args.get("table", ""))
    key = context().store.personal_links.key(mine) if mine else None
    lines = _seats_of(mine)
    return page(
        "me.html",
        status,
        page_title="This phone",
        token=token,
        sentence=sentence,
        tokens=[*_tokens(mine, lines)] if mine else (),
        table=table,
        settings=phone_settings.SETTINGS,
        on=phone_settings.settings(),
        languages=languages.offered(),
        language=languages.chosen(),
        kept="kept" in request.args,
        lines=lines,
        has=_had_by(mine),
        known=bool(mine),
        link=Link(f"{address()}/P/{key}") if key else None,
    )


@blueprint.get("/me/everything.zip")
def everything() -> Response:
    """Everything that is kept of this phone, in one file."""
    mine, store, settings = phone(), context().store, phone_settings.everything()
    if not mine:
        raise NotFound("Nothing is kept of this phone here.")
    rate_limit("export")
    file = TemporaryFile()  # noqa: SIM115 (Flask closes it once it is sent)
    heavy_work(lambda: export.write(store, mine, settings, file), EXPORTS)
    file.seek(0)
    name = f"companion-{time.strftime('%Y-%m-%d')}.zip"
    response = send_file(file, "application/zip", as_attachment=True, download_name=name)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.post("/me/settings")
def set_phone() -> AnyResponse:
    """Set this phone."""
    phone(make=True)
    phone_settings.keep(request.form.getlist("on"))
    languages.keep(request.form.get("language", ""))
    table = spelled(request.form.get("table", ""))
    return redirect(f"/me?kept=&table={table}" if table else "/me?kept=", 303)


@blueprint.post("/me/<action>")
def change_link(action: str) -> AnyResponse:
    """Make the personal link, replace it, or revoke it; make a token, or revoke one."""
    if action == "token":
        return _make_token(request.form.get("for", ""))
    if action == "token-revoke":
        context().store.tokens.revoke(phone(), max(0, number(request.form.get("id", ""))))
        return redirect("/me#programs", 303)
    links = context().store.personal_links
    if action == "link":
        if not _had_by(phone()):
            raise Forbidden("This phone has no table, game, tournament or play, so nothing goes along.")
        links.make(phone())
    elif action == "revoke":
        links.revoke(phone())
    else:
        raise NotFound("There is no such thing to do with a personal link.")
    return redirect("/me", 303)


def _make_token(wanted: str) -> Response:
    """Make a token for what its form names: ``host``, ``watch``, or a table and a seat. It is shown once."""
    code, _, seat = wanted.partition(" ")
    rights: Rights = "host" if wanted == "host" else "watch" if wanted == "watch" else "seat"
    session = context().store.session(spelled(code)) if rights == "seat" else None
    try:
        return _me(context().store.tokens.make(phone(make=True), rights, session, seat))
    except SeatError as no:
        return _me(sentence=str(no), status=409)


@blueprint.get("/P/<key>")
def personal(key: str) -> AnyResponse:
    """The page of a personal link, which asks whether to take along what its phone has."""
    owner = _owner(key)
    if owner == phone():
        return redirect("/me", 303)
    shows = {"lines": _seats_of(owner), "has": _had_by(owner)}
    return page("take.html", page_title="Take my seats to this phone", **shows)


@blueprint.post("/P/<key>")
def take_along(key: str) -> AnyResponse:
    """Take the seats, and whatever else there is, along to this phone."""
    owner = _owner(key)
    lines = _seats_of(owner)
    try:
        context().store.personal_links.move(key.upper(), phone(make=True))
    except SeatError as no:
        return error_page(404, str(no))
    return redirect(lines[0].href if len(lines) == 1 else "/", 303)


def _owner(key: str) -> str:
    owner = context().store.personal_links.owner(key.upper()[:32])
    if owner is None:
        raise NotFound("This personal link was revoked, or is not complete.")
    return owner


def _seats_of(owner: str) -> list[TableLine]:
    """The tables where a phone sits, or that it opened."""
    lines = [line(session, owner) for session in context().store.of_phone(owner)] if owner else []
    return [one for one in lines if one.group != "watched"]


def _tokens(owner: str, lines: Sequence[TableLine]) -> Iterator[tuple[int, Text]]:
    """The tokens that a phone made: the id of each, and what it is for."""
    games = {one.code: one.game for one in lines}
    for token in context().store.tokens.of_phone(owner):
        if token.seat:
            seat = languages.said_of(games[token.code], token.seat) if token.code in games else token.seat
            yield token.id, message("{seat} at {code}", seat=seat, code=token.code)
        else:
            yield token.id, FOR[token.rights]


def _had_by(owner: str) -> Text:
    """Return in words what moves with a phone: “1 seat and 2 tournaments”; empty if nothing does."""
    has = context().store.personal_links.has(owner) if owner else {}
    parts = [message(HAD[what], n=n) for what, n in has.items() if n]
    return message("{parts}", parts=parts) if parts else ""
