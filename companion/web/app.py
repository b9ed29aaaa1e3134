"""The house put together: settings, shelf, store, doors and pages, and kind answers to mistakes."""

import gzip
import os
import secrets
from collections.abc import MutableMapping
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b
from hmac import compare_digest
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, request
from flask import session as cookie
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.templating import Environment
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.kernel.game import shelf
from companion.kernel.state import does, listed
from companion.storage.engine import Database, Unavailable
from companion.storage.store import Store
from companion.svg import renderer
from companion.svg.ground import MARKS
from companion.web import fragments
from companion.web.context import House, drawn
from companion.web.errors import clock, day, said
from companion.web.events import At, Hub
from companion.web.routes.cardset import set_pages
from companion.web.routes.lobby import IMPORT_MOST, pages
from companion.web.routes.printing import printing
from companion.web.routes.score import scores
from companion.web.routes.table import tables
from companion.web.security import SAFE, Limits, guard

PACKAGE = Path(__file__).parent.parent
CHECKOUT = PACKAGE.parent
VERSION = version("companion-table")
FORM_MOST = 64 * 1024
LONG = ("pages.bring", "pages.open_table", "pages.new_with")
"""Where a sitting or a set of cards is sent."""
DRAINED = 16 * 1024 * 1024
YEAR = 365
SHORT = 500


def in_checkout() -> bool:
    """True where this runs from a checkout, not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def data_dir(given: str | None = None) -> Path:
    """Where the tables are kept; made if it is missing."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    usual = CHECKOUT / "instance" if in_checkout() else Path(home) / "companion"
    kept = Path(given or os.environ.get("COMPANION_DATA") or usual).expanduser().absolute()
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{kept} cannot be made: {error.strerror}. Choose a place with --data.") from error
    return kept


def database_url(data: Path) -> str:
    """DATABASE_URL, else one SQLite file among the data."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data / 'companion.sqlite3'}"


def create_app(data: str | None = None, **settings: Any) -> Flask:
    """The application. Settings come from the environment; what is given here comes first."""
    kept = data_dir(data)
    files = CHECKOUT if in_checkout() else PACKAGE
    app = Flask(__name__, static_folder=files / "static", template_folder=files / "templates")
    app.jinja_environment = _Templates
    public = os.environ.get("PUBLIC_URL", "")
    app.config.update(
        SECRET_KEY=os.environ.get("COMPANION_SECRET") or _secret(kept / "secret.key"),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=YEAR),
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=FORM_MOST,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        WTF_CSRF_CHECK_DEFAULT=False,
        DATABASE_URL=database_url(kept),
        PATIENCE=10.0,
        PUBLIC_URL=public,
        LIMITS=os.environ.get("COMPANION_LIMITS", "memory://"),
        HOSTS=os.environ.get("COMPANION_HOSTS", ""),
        PROXY=os.environ.get("COMPANION_PROXY") == "1",
    )
    app.config.update(settings)
    app.session_interface = _Sessions()
    if app.config["PUBLIC_URL"] and app.config["PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    guard(app, [urlsplit(app.config["PUBLIC_URL"]).hostname or "", *app.config["HOSTS"].split(",")])
    _sizes(app)
    _forms(app)
    _short(app)
    _files(app, files)
    app.extensions["companion"] = _house(app, files)
    app.register_blueprint(pages)
    app.register_blueprint(scores)
    app.register_blueprint(tables)
    app.register_blueprint(printing)
    app.register_blueprint(set_pages)
    _mistakes(app)
    return app


def _house(app: Flask, files: Path) -> House:
    database = Database(app.config["DATABASE_URL"], app.config["PATIENCE"])
    database.upgrade()
    games = shelf()

    def tell(code: str, at: At) -> None:
        hub.tell(code, at)

    store = Store(database, games, tell)
    hub = Hub(store.at)
    limits = Limits(app.config["LIMITS"])
    return House(games, store, hub, limits, app.config["PUBLIC_URL"], _hashed(files))


def _secret(path: Path) -> bytes:
    """The key that signs the cookies, made at the first start. Whoever is first makes it for all."""
    while not path.exists():
        mine = path.with_suffix(f".{os.getpid()}.{secrets.token_hex(4)}")
        try:
            with os.fdopen(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            os.link(mine, path)
        except FileExistsError:
            pass
        except OSError as error:
            raise Unavailable(
                f"{path.parent} cannot be written: {error.strerror}. Choose a place with --data."
            ) from error
        finally:
            mine.unlink(missing_ok=True)
    return path.read_bytes()


class _Sessions(SecureCookieSessionInterface):
    """Signed cookies; one that was read lately is not read again, and it is secure where the request is."""

    def __init__(self) -> None:
        self._read = lru_cache(8192)(self._opened)

    def _opened(self, app: Flask, cookie: str) -> dict[str, Any]:
        signer = self.get_signing_serializer(app)
        lifetime = int(app.permanent_session_lifetime.total_seconds())
        return dict(signer.loads(cookie, max_age=lifetime)) if signer else {}

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The cookie's content; nothing where it is not ours."""
        try:
            return self.session_class(self._read(app, request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Only https keeps it to https: in the local network there is none."""
        return request.is_secure


def _sizes(app: Flask) -> None:
    @app.before_request
    def let_sittings_in() -> None:
        if request.endpoint in LONG or request.blueprint == "sets":
            request.max_content_length = IMPORT_MOST + FORM_MOST
            request.max_form_memory_size = IMPORT_MOST + FORM_MOST


def _forms(app: Flask) -> None:
    """A form counts only with the token this house gave its phone."""
    protection = CSRFProtect(app)

    @app.before_request
    def is_ours() -> None:
        if request.method not in SAFE:
            sent = request.form.get("csrf_token") or request.headers.get("X-CSRFToken", "")
            if "csrf_token" not in cookie or not compare_digest(sent.encode(), _token().encode()):
                protection.protect()  # signed at another time, or by another process; or not at all


def _short(app: Flask) -> None:
    """Send text compressed to those who take it; never the stream."""
    texts = {"text/html", "text/css", "text/plain", "text/javascript", "image/svg+xml"}
    texts |= {"application/manifest+json", "application/json"}

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype in texts and response.status_code in (200, 403, 409, 422):
            if "Vary" not in response.headers:
                response.headers["Vary"] = "Accept-Encoding"
            response.direct_passthrough = False
            if "gzip" in request.headers.get("Accept-Encoding", "") and request.method != "HEAD":
                whole = response.get_data()
                if len(whole) >= SHORT:
                    response.set_data(gzip.compress(whole, 6, mtime=0))
                    response.headers["Content-Encoding"] = "gzip"
        return response


def _hashed(files: Path) -> str:
    every = sorted(p for part in ("templates", "static") for p in (files / part).rglob("*") if p.is_file())
    return blake2b(VERSION.encode() + b"".join(p.read_bytes() for p in every), digest_size=6).hexdigest()


def _files(app: Flask, files: Path) -> None:
    known: dict[str, str] = {}

    def static_url(name: str) -> str:
        if name not in known:
            file = files / "static" / name
            mark = blake2b(file.read_bytes(), digest_size=6).hexdigest() if file.is_file() else "0"
            known[name] = f"/static/{name}?v={mark}"
        return known[name]

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            versioned = "public, max-age=31536000, immutable" if "v" in request.args else "no-cache"
            response.headers["Cache-Control"] = versioned
        return response

    @lru_cache(1024)
    def drawn_icon(name: str, more: str = "") -> Markup:
        svg_use = Markup('<svg class="i{}" aria-hidden="true"><use href="{}#{}"/></svg>')
        return svg_use.format(f" {more}" if more else "", static_url("icons.svg"), name)

    def seat_mark(number: int) -> Markup:
        return drawn_icon(MARKS[number], "mark")

    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.auto_reload = False
    app.jinja_env.globals.update(static_url=static_url, drawn_icon=drawn_icon, seat_mark=seat_mark)
    app.jinja_env.globals.update(version=VERSION, clock=clock, day=day, csrf_token=_token)
    app.jinja_env.globals.update(does=does, listed=listed, **fragments.GLOBALS)
    app.jinja_env.globals.update(renderer.GLOBALS)


class _Templates(Environment):
    """Templates whose globals lie in a plain dict: all are there before the first is loaded, and every tap
    copies them several times."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of one template."""
        return {**self.globals, **(d or {})}


def _token() -> str:
    """What this phone's forms carry. It holds as long as the cookie, so it is signed once."""
    if "csrf_token" not in cookie:
        cookie["csrf_token"] = secrets.token_hex(20)
    return _signed(current_app.secret_key, cookie["csrf_token"])


@lru_cache(8192)
def _signed(secret: bytes, token: str) -> str:
    return str(URLSafeTimedSerializer(secret, salt="wtf-csrf-token").dumps(token))


def _mistakes(app: Flask) -> None:
    def answer(status: int, sentence: str = "") -> Response:
        title, words = said(status)
        shows = {"status": status, "title": title, "sentence": sentence or words, "home": "/"}
        try:
            response = drawn("error.html", status, page_title=title, **shows)
        except Exception:
            app.logger.exception("error.html")
            return Response(f"{title}\n{sentence or words}\n", status, mimetype="text/plain")
        response.headers["Cache-Control"] = "no-store"
        return response

    @app.errorhandler(HTTPException)
    def mistaken(error: HTTPException) -> Response:
        if error.response is not None and error.code is None:
            return error.get_response()  # type: ignore[return-value]
        if isinstance(error, RequestEntityTooLarge):
            _drain()
        own = type(error).description != error.description and not isinstance(error, CSRFError)
        response = answer(error.code or 500, (error.description or "") if own else "")
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After", "Location"):
                response.headers[name] = value
        return response

    @app.errorhandler(Unavailable)
    def unavailable(error: Unavailable) -> Response:
        response = answer(503, str(error))
        response.headers["Retry-After"] = "2"
        return response


def _drain() -> None:
    """Take in what is too much and throw it away, so that the answer is not lost on the way back."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, DRAINED)
    while left > 0 and (chunk := stream.read(min(left, 65536))):
        left -= len(chunk)
