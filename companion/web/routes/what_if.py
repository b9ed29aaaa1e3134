"""Pages of what if: go on from a moment at another table, compare the two ways, or have it played on."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import Forbidden, NotFound, ServiceUnavailable, UnprocessableEntity
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel import transcript
from companion.players.rollouts import Rollouts, elsewhere
from companion.storage.session import Session
from companion.web.context import at_home, context, find, open_to_all, page_of, phone, rate_limit, remember
from companion.web.heavy_work import ROLLOUTS, heavy_work
from companion.web.rendering import page
from companion.web.responses import number
from companion.web.view_model import TablePage
from companion.words import listed, message

blueprint = Blueprint("what_if", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class Way:
    """One of two ways a sitting went, as it stood after an entry."""

    t: TablePage
    then: TablePage


@blueprint.get("/what-if")
def ask(code: str) -> Response:
    """Ask if another table is to go on from a moment, or if it is to be played on."""
    session = find(code)
    return _page(session, number(request.args.get("n", "")))


@blueprint.post("/what-if")
def go_on(code: str) -> AnyResponse:
    """Open a table that goes on from a moment of this one."""
    session = _at_home(code, "Only those who sit at this table can take it on from here.")
    rate_limit("open")
    n = _said(session)
    other = context().store.fork(session, n, phone(make=True))
    remember(other.code)
    return redirect(f"/t/{other.code}", 303)


@blueprint.post("/ahead")
def play_on(code: str) -> Response:
    """Play on from a moment some times by players with sense, and show the shares of wins."""
    session = _at_home(code, "Only those who sit at this table can have it played on from here.")
    rate_limit("ahead")
    n = _said(session)
    then = session.table.as_of(n)
    if then.state.over or session.table.stopped:
        raise UnprocessableEntity("From there on nothing is left to be played.")
    text = transcript.write(then)
    rollouts = heavy_work(lambda: elsewhere(text), ROLLOUTS)
    if rollouts is None:
        raise ServiceUnavailable("That could not be played on just now. Nothing is lost; try again.")
    return _page(session, n, rollouts)


@blueprint.get("/beside/<other>")
def beside(code: str, other: str) -> Response:
    """Two ways one sitting went, side by side, after the same entry."""
    one, two = find(code), find(other)
    if one.id == two.id or not {_origin(one), one.code} & {_origin(two), two.code}:
        raise NotFound("These two tables did not begin as one.")
    last = max(one.n, two.n)
    entry = number(request.args.get("n", ""))
    n = min(entry if entry >= 0 else last, last)
    base = f"/t/{one.code}/beside/{two.code}?n="
    ways = (_way(one, n), _way(two, n))
    title = message("{one} and {two} · {game}", one=one.code, two=two.code, game=one.table.game.name)
    return page("beside.html", page_title=title, ways=ways, base=base, n=n, last=last)


def _at_home(code: str, no: str) -> Session:
    session = open_to_all(find(code))
    if not at_home(session):
        raise Forbidden(no)
    return session


def _way(session: Session, n: int) -> Way:
    t = page_of(session)
    return Way(t, t.at(session.as_of(n), watching=True))


def _origin(session: Session) -> str:
    return session.fork.code if session.fork else session.code


def _said(session: Session) -> int:
    """The entry that a form names."""
    n = number(request.form.get("n", ""))
    if not 0 <= n <= session.n:
        words = "This journal has the entries 0 to {n}: one of them would be right."
        raise UnprocessableEntity(str(message(words, n=session.n)))
    return n


def _page(session: Session, n: int, rollouts: Rollouts | None = None) -> Response:
    n = min(n, session.n) if n >= 0 else session.n
    t, state = page_of(session), session.table.state
    then = t.at(session.as_of(n), watching=True)
    shares: list[tuple[str, str, Any]] = []
    if rollouts:
        sides = dict.fromkeys(map(state.partners, state.seats))
        shares = [(side[0], listed([*map(t.seats.name, side)]), rollouts.share(side)) for side in sides]
    return page(
        "what_if.html",
        page_title=message("What if · {name} · {code}", name=t.game.name, code=t.session.code),
        t=t,
        then=then,
        n=n,
        home=at_home(session),
        forks=context().store.forks(session),
        found=rollouts,
        shares=shares,
    )
