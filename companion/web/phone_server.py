"""The server inside a page (docs/static.md): a worker of the page hands it each request as plain values.

It is the same application. What a browser keeps for a site by itself is done here: cookies lie in a file of
their own and are written before the answer is given. No stream waits: the worker asks for its next frame.
"""

import os
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response

from companion.web import config, context, cookies, languages, phone_backup
from companion.web.app import create_app
from companion.web.errors import error_page
from companion.words import message
from companion.work import machine, questions

Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body."""
Body: TypeAlias = bytes | memoryview
NO_PICTURE = message("A phone without a server prints documents (PDF); pictures of paper need a server.")
NOT_THERE = message(
    "This part of Companion is not on this phone yet. Connect to a network and try again; it is loaded once."
)
NO_ROOM = message("This phone is full, so nothing new was kept. Make room and try again.")
OURS = ("accept-encoding", "cookie", "host", "origin", "referer")
"""Headers that are this side's to say."""
ENVIRONMENT = {
    "COMPANION_LIMITS": "off",
    "COMPANION_LAB": "off",
    "COMPANION_METRICS": "off",
    "COMPANION_SNAPSHOTS": "0",
    "COMPANION_THINKERS": "1",
}


rehearsed: list[Flask] = []
"""An application that waits for its data (``companion.web.phone_memory``), if there is one."""


def created(origin: str, folder: str, lasting: bool = False) -> Flask:
    """Return the application, as this phone alone asks it; its data lies in the folder.

    ``lasting`` is true where the browser promised to keep it.
    """
    if rehearsed:
        return _given(rehearsed.pop(), folder, lasting)
    os.environ.update(ENVIRONMENT, PUBLIC_URL=origin)
    app = create_app(folder, LASTING=lasting, OVER=False)
    app.register_blueprint(phone_backup.blueprint)
    app.before_request(_begun_in_its_language)
    app.register_error_handler(ModuleNotFoundError, _lacks)
    app.register_error_handler(machine.Unreached, lambda fault: error_page(503, NOT_THERE, "Not loaded yet"))
    return app


def _begun_in_its_language() -> None:
    """Ask for the language first: if it is to be fetched, the request begins again, and did nothing yet."""
    languages.code()


def _given(app: Flask, folder: str, lasting: bool) -> Flask:
    """Give an application other data than it had."""
    app.config.update(config.settings(config.data_dir(folder)), LASTING=lasting, OVER=False)
    cookies.init_app(app)
    context.init_app(app)
    return app


def _lacks(fault: ModuleNotFoundError) -> Response:
    """Say that paper is not shown here, where the library that draws pictures of it is what is missing."""
    if fault.name != "pypdfium2":
        raise fault
    return error_page(501, NO_PICTURE, "Not on this phone")


class Cookies:
    """The cookies of the one phone, in a file of SQLite's: a killed page leaves the old ones or the new."""

    def __init__(self, file: Path) -> None:
        self._kept = sqlite3.connect(file, isolation_level=None)
        self._kept.execute("PRAGMA journal_mode=TRUNCATE")
        self._kept.execute("PRAGMA synchronous=FULL")
        self._kept.execute("CREATE TABLE IF NOT EXISTS cookies (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self._now: dict[str, str] = dict(self._kept.execute("SELECT name, value FROM cookies"))

    def close(self) -> None:
        """Close their file."""
        self._kept.close()

    def __str__(self) -> str:
        """Return the header of a request."""
        return "; ".join(f"{name}={value}" for name, value in self._now.items())

    def take(self, headers: list[tuple[str, str]]) -> None:
        """Keep what an answer sets."""
        values = [value for name, value in headers if name.lower() == "set-cookie"]
        for morsel in (morsel for value in values for morsel in SimpleCookie(value).values()):
            if morsel["max-age"] == "0":
                self._now.pop(morsel.key, None)
                self._kept.execute("DELETE FROM cookies WHERE name = ?", (morsel.key,))
            elif self._now.get(morsel.key) != morsel.coded_value:
                self._now[morsel.key] = morsel.coded_value
                self._kept.execute("REPLACE INTO cookies VALUES (?, ?)", (morsel.key, morsel.coded_value))


class PhoneServer:
    """The application, and the one phone that asks it, at the ``origin`` of its page."""

    def __init__(self, origin: str, lasting: bool = False, folder: str = "/data") -> None:
        data = Path(folder)
        data.mkdir(parents=True, exist_ok=True)
        _begun(data)
        questions.other_worker = machine.IN_BROWSER
        self._at = urlsplit(origin)
        self.app = created(origin, folder, lasting)
        self._cookies = Cookies(data / "cookies.sqlite3")
        self._streams: dict[str, Iterator[bytes]] = {}

    @property
    def over(self) -> bool:
        """True if another server has to take over, as other tables were brought back."""
        return bool(self.app.config["OVER"])

    def answer(self, method: str, address: str, headers: list[tuple[str, str]], body: Body) -> Answer:
        """Answer a request; Lacking names the pack without which it cannot be, and nothing was done then."""
        status, sent, pieces = self._ask(method, address, headers, body)
        try:
            whole = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        try:
            self._cookies.take(sent)
        except sqlite3.OperationalError:
            return self.full()
        return status, sent, whole

    def full(self) -> Answer:
        """Say that the phone is full, in the place of an answer that cannot be kept."""
        return 503, [("Content-Type", "text/plain; charset=utf-8")], f"{NO_ROOM}\n".encode()

    def open(self, stream: str, address: str) -> tuple[int, bytes]:
        """Open a stream under a name of the caller's; return the status and the first frame."""
        status, _, pieces = self._ask("GET", address, [], b"")
        if status != 200:
            return status, b"".join(pieces)
        self._streams[stream] = iter(pieces)
        return status, next(self._streams[stream])

    def frames(self) -> list[tuple[str, bytes]]:
        """Return the next frame of each open stream, by its name; an empty one is the last."""
        result = [(name, next(pieces, b"")) for name, pieces in list(self._streams.items())]
        for name, frame in result:
            if not frame:
                self.close(name)
        return result

    def questions(self) -> list[tuple[int, str, bytes, float]]:
        """Return what another worker is to be asked now: number, module, data and patience in seconds."""
        return questions.unsent()

    def settle(self, n: int, cause: str, answer: Body) -> None:
        """Go on with what another worker answered, or why it did not."""
        questions.settle(n, cause, bytes(answer))
        self.app.extensions["companion"].absent.go_on()

    def end(self) -> Flask:
        """Close what is open, and return the application."""
        self.app.extensions["companion"].store.database.engine.dispose()
        self._cookies.close()
        return self.app

    def close(self, stream: str) -> None:
        """Close a stream, if it is open."""
        if pieces := self._streams.pop(stream, None):
            getattr(pieces, "close", lambda: None)()

    def _ask(
        self, method: str, address: str, headers: list[tuple[str, str]], body: Body
    ) -> tuple[int, list[tuple[str, str]], Any]:
        answered: list[tuple[int, list[tuple[str, str]]]] = []

        def start(
            status: str, sent: list[tuple[str, str]], fault: object = None, /
        ) -> Callable[[bytes], object]:
            answered[:] = [(int(status[:3]), sent)]
            return lambda piece: None

        pieces = self.app.wsgi_app(self._environ(method, address, headers, body), start)
        return *answered[0], pieces

    def _environ(
        self, method: str, address: str, headers: list[tuple[str, str]], body: Body
    ) -> dict[str, Any]:
        path, _, query = address.partition("?")
        port = self._at.port or (443 if self._at.scheme == "https" else 80)
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": self._at.hostname or "localhost",
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": self._at.netloc,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._at.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            if name.lower() not in OURS:
                environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        if cookies := str(self._cookies):
            environ["HTTP_COOKIE"] = cookies
        return environ


def _begun(data: Path) -> None:
    """Make what a first start needs: the key of the cookies, and an empty database of this version."""
    key, database = data / "secret.key", data / "companion.sqlite3"
    if not key.exists() or key.stat().st_size < config.KEY_BYTES:
        _kept(key, secrets.token_bytes(config.KEY_BYTES))
    empty = Path(__file__).with_name("empty.sqlite3")
    if not (database.exists() and database.stat().st_size) and empty.exists():
        _kept(database, empty.read_bytes())


def _kept(file: Path, content: bytes) -> None:
    """Write into a file in place, and wait until the phone has it."""
    with file.open("wb") as there:
        there.write(content)
        there.flush()
        os.fsync(there.fileno())
