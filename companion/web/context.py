"""What the pages share: the shelf, the store, the streams, and who is asking."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from flask import Response, current_app, request
from flask import session as cookie
from werkzeug.exceptions import NotFound

from companion.kernel.game import Game
from companion.storage.session import ALPHABET, Session
from companion.storage.store import CODE, Store
from companion.web.events import Hub
from companion.web.fragments import HAS
from companion.web.security import Limits
from companion.web.urls import found_at
from companion.web.view_model import Phone, Shown, shown

KNOWN = 20
NO_TABLE = (
    "No table has the code {}. Look once more at the letters: there is no O, no I, no 0 and no 1 in it."
)


@dataclass(frozen=True)
class House:
    """Everything a page needs, made once."""

    games: Mapping[str, Game[Any]]
    store: Store
    hub: Hub
    limits: Limits
    public: str
    files: str
    """Changes whenever a template or a static file does."""

    @property
    def live(self) -> str:
        """How a phone follows: by events, or by polling where no stream is left."""
        return "poll" if self.hub.full else "events"


def house() -> House:
    """This application's."""
    return current_app.extensions["companion"]  # type: ignore[no-any-return]


def phone(made: bool = False) -> str:
    """The asking phone's name for itself, from its signed cookie; ``made`` gives it one if it has none."""
    if made and "phone" not in cookie:
        cookie.permanent = True
        cookie["phone"] = secrets.token_hex(16)
    return str(cookie.get("phone", ""))


def address() -> str:
    """Where others find this house."""
    return found_at(request.scheme, request.host, house().public)


def spelled(code: str) -> str:
    """A code as it is kept, from how it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:12]


def remember(code: str) -> None:
    """Keep in the cookie that this phone knows a table."""
    codes = [known for known in cookie.get("knows", ()) if known != code]
    if [code, *codes] != cookie.get("knows"):
        phone(made=True)
        cookie["knows"] = [code, *codes][:KNOWN]


def find(code: str, lately: bool = False) -> Session:
    """The table of a code, as it stands now, or ``lately``, as it was last known here.

    Who guesses codes is asked to wait; who knows the table is not.
    """
    there, code = house(), spelled(code)
    here = request.remote_addr or ""
    knows = code in cookie.get("knows", ())
    if not knows:
        there.limits.ask("unknown", here)
    well = len(code) == CODE and all(letter in ALPHABET for letter in code)
    look = there.store.known if lately else there.store.session
    session = look(code) if well else None
    if session is None:
        if knows:
            raise NotFound(f"Table {code} is not kept here any more.")
        there.limits.spend("unknown", here)
        raise NotFound(NO_TABLE.format(code or "that was typed"))
    return session


def look(session: Session, by: str = "", just: str = "") -> Shown:
    """The table as the asking phone sees it."""
    here = request.full_path.rstrip("?") if request.method == "GET" else f"/t/{session.code}"
    me = Phone.at(session, phone())
    live = house().live
    return shown(session, me, here=here, live=live, by=by, just=just)


def etag(session: Session) -> str:
    """What a page about a table depends on, before it is made."""
    parts = (
        *session.at,
        request.full_path,
        request.host,
        request.headers.get("HX-Request", ""),
        request.headers.get(HAS, ""),
        cookie.get("phone"),
        cookie.get("csrf_token"),
        house().live,
        house().files,
    )
    return f'W/"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}"'


def unchanged(tag: str) -> Response | None:
    """304 where the phone has this already."""
    if cookie.get("just") or tag not in request.headers.get("If-None-Match", ""):
        return None
    return cached(Response(status=304), tag)


def cached(response: Response, tag: str) -> Response:
    """An answer the phone may keep and must ask about."""
    response.headers["ETag"] = tag
    return own(response)


def own(response: Response) -> Response:
    """An answer that is this phone's own."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = f"HX-Request, {HAS}, Cookie, Accept-Encoding"
    return response


def page(template: str, code: int = 200, /, **shows: Any) -> Response:
    """A page that is not kept."""
    return own(drawn(template, code, **shows))


def drawn(template: str, code: int = 200, /, **shows: Any) -> Response:
    """A template filled in. What every template may use is among Jinja's globals."""
    made = current_app.jinja_env.get_template(template).render(shows)
    return Response(made, code, mimetype="text/html")
