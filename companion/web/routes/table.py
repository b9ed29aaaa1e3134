"""The pages of a table that only show: the table, a thing on it, why it is so, the log,
the table in words, the big screen."""

from dataclasses import replace

from flask import Blueprint, Response, redirect, request
from flask import session as cookie
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.heard import heard
from companion.kernel.spoken import LENGTHS, spoken
from companion.kernel.view import Panel, Shelf
from companion.storage import notices, transcript_marks
from companion.web import listings, passing, plans
from companion.web.context import KNOWN, address, find, fresh, open_to_all, page_of, phone, remember
from companion.web.http_cache import again, attachment, etag, find_changed, not_modified
from companion.web.inspection import with_inspected
from companion.web.listings import Strip
from companion.web.one_at_a_time import one_at_a_time
from companion.web.questions import opened
from companion.web.responses import cacheable_page, cacheable_table, done, number
from companion.web.urls import Link
from companion.web.view_model import TablePage
from companion.web.view_model.grid import grid
from companion.words import message

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")


@blueprint.get("")
@one_at_a_time
def table(code: str) -> AnyResponse:
    """The table now."""
    session = find(code)
    tag = etag(session)
    if answer := not_modified(tag) or again(tag):
        remember(session.code)
        return answer
    plan = "plan" in request.args
    t = page_of(session, just=notices.unpacked(cookie.pop("just", "")), plan=plan)
    if plan and not t.phone.plans:
        return redirect(f"/t/{session.code}", 303)
    return cacheable_table(replace(t, dock=opened(t.dock)))


@blueprint.get("/look")
@one_at_a_time
def inspect(code: str) -> AnyResponse:
    """The table with a thing on the board looked at: its figures, its reach, what it can do."""
    session = find_changed(code)
    thing = request.args.get("thing", "")[:80]
    t = page_of(session, plan="plan" in request.args)
    dock = with_inspected(t.dock, thing)
    if dock is None:
        return redirect(f"/t/{session.code}", 303)
    return cacheable_table(replace(t, dock=dock), thing)


@blueprint.post("/held")
def hold(code: str) -> AnyResponse:
    """Let this phone say that it holds a card in the hand, or no more: no table knows of it."""
    session = find(code)
    mine = {*page_of(session).phone.mine}
    panels = [panel for panel in session.view.panels if mine & {panel.seat, *panel.shared}]
    loose = {card.thing for panel in panels for card in panel.cards if card.loose}
    plans.hold(session.code, request.form.get("thing", ""), loose)
    return done(session)


@blueprint.post("/plan/drop")
def drop(code: str) -> AnyResponse:
    """Let this phone forget what it planned."""
    session = find(code)
    plans.drop(session.code)
    return done(session)


@blueprint.post("/hand")
def hand(code: str) -> AnyResponse:
    """Let a phone that is passed round be another of the seats that it holds."""
    session, seat = find(code), request.form.get("seat", "")
    if seat in session.mine(phone()):
        passing.hand(session, seat)
    return done(fresh(session))


@blueprint.post("/turned")
def turn(code: str) -> AnyResponse:
    """Let this phone see the board from the other end, or from the usual one again."""
    session = find(code)
    others = [table for table in cookie.get("turned", ()) if table != session.code]
    was = session.code in cookie.get("turned", ())
    cookie["turned"] = others if was else [session.code, *others][:KNOWN]
    return redirect(f"/t/{session.code}", 303)


@blueprint.get("/log")
def log(code: str) -> Response:
    """The entries, a page at a time."""
    session = find_changed(code)
    t = page_of(session)
    standing = t.session.table.standing
    start = standing[0].entry.n if standing else 0
    listing = listings.log(t, number(request.args.get("before", "")))
    title = message("The log · {code}", code=t.session.code)
    return cacheable_page(session, "log.html", page_title=title, t=t, log=listing, start=start)


@blueprint.get("/words")
def words(code: str) -> Response:
    """Say the table in words, in three lengths, for who hears it; and hear a move in one line."""
    return _in_words(page_of(find_changed(code)))


@blueprint.get("/heard")
def hear(code: str) -> AnyResponse:
    """Go to the sentence that a line names, whole or half-made; to the table in words where it names none."""
    t, line = page_of(find(code)), request.args.get("line", "")
    match = heard(t.game, t.session.table.state, t.phone.acting, line) if t.phone.acting else None
    if match is None:
        return _in_words(t, line)
    return redirect(t.phone.href(match.kind.verb, [*match.given]), 303)


def _in_words(t: TablePage, not_heard: str | None = None) -> Response:
    session = t.session
    mine = (t.phone.acting,) if t.phone.acting else ()
    texts = {length: spoken(session.table, t.session.view, mine, length) for length in LENGTHS}
    title = message("In words · {code}", code=session.code)
    return cacheable_page(session, "words.html", page_title=title, t=t, said=texts, not_heard=not_heard)


@blueprint.get("/grid")
def spaces(code: str) -> Response:
    """Show the board as a grid, for keys and for ears."""
    session = find_changed(code)
    t = page_of(session)
    if (picture := t.board.picture) is None:
        raise NotFound("This table has no board.")
    rows = grid(picture)
    return cacheable_page(session, "_grid.html", rows=rows, name=picture.name, game=t.game)


@blueprint.get("/why")
def why(code: str) -> Response:
    """Show why a thing is as it is: the entries that touched it."""
    session = find_changed(code)
    t, thing = page_of(session), request.args.get("thing", "")[:80]
    listing = listings.log(t, number(request.args.get("before", "")), thing)
    now = listings.now(t, thing)
    places: list[Panel | Shelf] = [*t.session.view.panels, *t.session.view.shelves]
    card = next((card for place in places for card in place.cards if card.thing == thing), None)
    if not (listing.lines or listing.newer or now or card):
        raise NotFound(str(message("Nothing at this table is called “{thing}”.", thing=thing[:40])))
    shows = {"thing": thing, "now": now, "card": card, "log": listing, "makes": listings.makes(t, thing)}
    return cacheable_page(
        session,
        "why.html",
        page_title=message("Why? {thing} · {code}", thing=thing, code=t.session.code),
        t=t,
        **shows,
    )


@blueprint.get("/screen")
def screen(code: str) -> Response:
    """The table for a screen that all can see; with ``overlay``, to lie over somebody's stream."""
    session = find_changed(code)
    t, watch = page_of(session), Link(f"{address()}/W/{session.watch}")
    t = t.at(t.session, watching=True)
    return cacheable_page(
        session,
        "screen.html",
        page_title=message("{name} · {code}", name=t.game.name, code=t.session.code),
        t=t,
        watch=watch,
        overlaid="overlay" in request.args,
        strip=Strip(f"{t.url}/screen/at", t.session.n, t.session.n, live=True),
    )


@blueprint.get("/at/<int:n>")
@blueprint.get("/at/before", defaults={"n": -1})
def moment(code: str, n: int) -> Response:
    """The table as it stood after an entry, -1 for that before the last, with the strip that steps on."""
    return _moment(code, n, "moment.html")


@blueprint.get("/screen/at/<int:n>")
def screen_moment(code: str, n: int) -> Response:
    """The same for a screen that all can see."""
    return _moment(code, n, "screen.html", big=True)


def _moment(code: str, n: int, template: str, big: bool = False) -> Response:
    session = find_changed(code)
    n = min(n, session.n) if n >= 0 else max(session.n + n, 0)
    t = page_of(session)
    then = t.at(session.as_of(n), watching=big)
    strip = Strip(f"{t.url}/screen/at" if big else f"{t.url}/at", n, session.n, "play" in request.args)
    title, watch = (
        message("Entry {n} of {last} · {game}", n=n, last=session.n, game=t.game.name),
        Link(f"{address()}/W/{session.watch}"),
    )
    return cacheable_page(session, template, page_title=title, t=then, strip=strip, watch=watch)


@blueprint.get("/sitting.game")
def download(code: str) -> Response:
    """The sitting as text."""
    session = open_to_all(find(code))
    name = f"{session.table.game.key}-{session.code}.game"
    return attachment(transcript_marks.write(session), "text/plain", name, "private, no-cache")


@blueprint.get("/<path:old>")
def other(code: str, old: str) -> AnyResponse:
    """Any other address at a table, such as a link that was shared long ago, leads to the table."""
    return redirect(f"/t/{find(code).code}", 303)
