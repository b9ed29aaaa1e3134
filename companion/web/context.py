"""The application context: the shelf, the store, the streams and the rate limits; and which phone asks."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask, current_app, g, request
from flask import session as cookie
from werkzeug.exceptions import Forbidden, NotFound

from companion.boxes.own import Described, is_own
from companion.boxes.shelf import Shelf
from companion.kernel.fault_barrier import with_fault_barrier
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from companion.storage.boxes import Boxes
from companion.storage.engine import Database
from companion.storage.session import ALPHABET, EYE, NOT_AWAY, Session
from companion.storage.store import CODE, GONE, Store
from companion.web import plans
from companion.web.absent import AbsentPlayers
from companion.web.config import files_dir
from companion.web.differences import HAS
from companion.web.passing import passed
from companion.web.phone_settings import CAREFUL, settings
from companion.web.pubsub import PubSub
from companion.web.rate_limits import RateLimits, network
from companion.web.sse import At, Hub
from companion.web.static_files import assets_hash
from companion.web.urls import found_at
from companion.web.view_model import TablePage
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone
from companion.web.webhooks import Webhooks
from companion.words import Text, message

KNOWN = 20
STANDS = "companion.stands"
"""Where a table stands, in what a stream asks: the database need not be asked again."""
NO_TABLE = (
    "No table has the code {code}. Look once more at the letters: there is no O, no I, no 0 and no 1 in it."
)


class Games(Mapping[str, Game[Any]]):
    """The shelf, and by its key every game of somebody's own; those stand in no list."""

    def __init__(self, whole: Mapping[str, Game[Any]], boxes: Boxes) -> None:
        self._shelf, self._boxes = whole, boxes

    def __getitem__(self, key: str) -> Game[Any]:
        game = self._boxes.game(key) if is_own(key) else self._shelf[key]
        if game is None:
            raise KeyError(key)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf)

    def __len__(self) -> int:
        return len(self._shelf)


@dataclass(frozen=True)
class Context:
    """Everything a page needs, made once for an application."""

    games: Mapping[str, Game[Any]]
    """Every game that can be played: the shelf, the boxes, each read when it is asked for, and one's own."""
    shelf: Mapping[str, Game[Any]]
    """The games that are installed."""
    store: Store
    hub: Hub
    absent: AbsentPlayers
    webhooks: Webhooks
    rate_limits: RateLimits
    public_url: str
    assets: str
    """Changes whenever a template or a static file does."""

    @property
    def live(self) -> str:
        """Return how a phone follows: by events, or by polling if no stream is left."""
        return "poll" if self.hub.full else "events"


def init_app(app: Flask) -> None:
    """Open the database and make the context of an application."""
    database = Database(app.config["DATABASE_URL"], app.config["PATIENCE"], app.config["CONNECTIONS"])
    database.upgrade()
    games = Shelf(with_fault_barrier)

    def tell(code: str, at: At) -> None:
        hub.tell(code, at)
        if elsewhere:
            elsewhere.publish(code, at)
        absent.moved(code)
        webhooks.moved(store.cache.get(code))

    store = Store(database, games, tell, Described(with_fault_barrier))
    absent = AbsentPlayers(
        store, app.config["SECRET_KEY"], app.config["THINKERS"], lambda code: hub.followed(code)
    )
    absent.resume()
    webhooks = Webhooks(app.config["WEBHOOKS"], app.config["PUBLIC_URL"])
    url = app.config["LIVE_URL"]
    elsewhere = PubSub(url, lambda code, at: hub.tell(code, at)) if url else None
    hears = elsewhere.hears if elsewhere else lambda: False
    hub = Hub(store.at, told=hears, seen=store.seating.seen.note)
    rate_limits = RateLimits(app.config["LIMITS"])
    assets = assets_hash(files_dir())
    app.extensions["companion"] = Context(
        Games(games, store.boxes),
        {key: games[key] for key in shelf()},
        store,
        hub,
        absent,
        webhooks,
        rate_limits,
        app.config["PUBLIC_URL"],
        assets,
    )


def context() -> Context:
    """The context of the application that answers."""
    return current_app.extensions["companion"]  # type: ignore[no-any-return]


def game_of(key: str) -> Game[Any]:
    """The game of that key; 404 where the shelf has none."""
    game = context().games.get(key)
    if game is None:
        raise NotFound("That game is not on this shelf.")
    return game


def phone(make: bool = False) -> str:
    """The asking phone's name for itself, from its signed cookie; ``make`` gives it one if it has none.

    A program is the phone that its token says.
    """
    if "program" in g:
        return str(g.program)
    if make and "phone" not in cookie:
        cookie.permanent = True
        cookie["phone"] = secrets.token_hex(16)
    return str(cookie.get("phone", ""))


def address() -> str:
    """The address that links and QR codes name."""
    return found_at(
        request.scheme, request.host, context().public_url, request.environ.get("SERVER_NAME", "")
    )


def rate_limit(name: str) -> None:
    """Count a request of the asking address for a limit; 429 if it is one too many."""
    context().rate_limits.hit(name, request.remote_addr or "")


def spelled(code: str) -> str:
    """A code as it is kept, from how it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]


def remember(code: str) -> None:
    """Keep in the cookie that this phone knows a table."""
    codes = [table for table in cookie.get("knows", ()) if table != code]
    if [code, *codes] != cookie.get("knows"):
        phone(make=True)
        cookie["knows"] = [code, *codes][:KNOWN]


def seen(session: Session) -> Session:
    """A session as the asking phone may see it now."""
    me = phone()
    round_ = passed(session, me)
    return session.seen_by(me, round_.seats if round_ else None)


def fresh(session: Session) -> Session:
    """A table as it stands after a change, with nothing hidden; the same if it was deleted meanwhile."""
    return context().store.session(session.code) or session


def open_to_all(session: Session) -> Session:
    """The same, to be taken elsewhere; 403 where something of it is hidden from this phone."""
    if session.veiled:
        raise Forbidden(
            "Something at this table is hidden from this phone, so its sitting is not given out yet. "
            "It is once all is open, or the game is over."
        )
    return session


def find(code: str, lately: bool = False, limit: str = "") -> Session:
    """The table of a code, as it stands now, or ``lately``, as it was last known here.

    A phone that guesses codes is asked to wait. A phone that knows the table or sits at it is not, even if
    others guess at its address. ``limit`` is one that looking counts for, besides.
    """
    code = spelled(code)
    session = _session(code, lately)
    known = code in cookie.get("knows", ()) or (session is not None and at_home(session))
    if not known:
        context().rate_limits.test("unknown", request.remote_addr or "")
        if limit:
            rate_limit(limit)
    if session is None:
        if known:
            raise _gone(code)
        rate_limit("unknown")
        raise NotFound(str(message(NO_TABLE, code=code or "that was typed")))
    _look(code)
    return session


def _session(code: str, lately: bool) -> Session | None:
    """Return the table of a code as the asking phone may see it."""
    if len(code) != CODE or code.strip(ALPHABET):
        return None
    least = (0, 0) if lately else request.environ.get(STANDS)
    session = context().store.session(code, least)
    return session and seen(session)


def _gone(code: str) -> NotFound:
    return NotFound(str(message(GONE, table=code)))


def _look(code: str) -> None:
    """Note that the asking phone looks at a table."""
    context().absent.look(code, network(request.remote_addr))
    context().store.seating.seen.note(code, phone())


def stands(code: str) -> At:
    """Return where a table stands, with a single look-up for a phone that knows the table."""
    code = spelled(code)
    if code not in cookie.get("knows", ()):
        return find(code).at
    at = context().store.stands(code)
    if at is None:
        raise _gone(code)
    _look(code)
    return at


def at_home(session: Session) -> bool:
    """True for a phone that sits at a table or opened it."""
    return bool(session.mine(phone())) or (bool(phone()) and phone() == session.creator)


def find_mine(code: str) -> Session:
    """The table of a code, for a phone that may act at it; 403 for one that watches."""
    session = find(code)
    require_seated(page_of(session))
    return session


def require_seated(t: TablePage) -> None:
    """Refuse a phone that only watches."""
    if not t.phone.may:
        raise Forbidden("Only those who sit at this table can do that. Ask for a seat first.")


def page_of(
    session: Session, by: str = "", just: Text = "", photographed: bool = False, plan: bool = False
) -> TablePage:
    """Return the table as the asking phone sees it, with its dock.

    ``photographed`` if a photograph showed what its sentence says: the log marks it. ``plan`` if the phone
    prepares its next turn, as far as that is foreseen.
    """
    turned = session.code in cookie.get("turned", ())
    there, session, round_ = context(), seen(session), passed(session, phone())
    away = there.store.seating.away(session) if session.requests else NOT_AWAY
    here = Phone.at(session, phone(), by, settings()[CAREFUL], turned, away, round_.seats if round_ else None)
    here = replace(here, handed=round_.to if round_ else ())
    there.absent.attend(session)
    here = replace(here, held=plans.held(session.code))
    if plan and here.acting and (ahead := plans.as_planned(session, here.acting)):
        session, here = ahead, replace(here, plans=True)
    own = HAS in request.headers and not photographed  # such a phone makes its keys by itself
    key = "" if own else EYE * photographed + secrets.token_hex(12)
    return TablePage(session, here, Dock(session, here), key, there.absent.on, just)
