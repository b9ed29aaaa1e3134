"""The floor under a tap: bare Flask that keeps a row in SQLite, tells the streams and answers 2 fixed kB.

It is served by the same gunicorn with the same settings, under the same load in the same run as Companion, so
that a busy machine is seen as one: ``python -m tests.bench.floor PORT FOLDER``.
"""

import sqlite3
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from flask import Flask, Response, request
from gunicorn.app.base import BaseApplication

from companion.cli import gunicorn_conf

PAGE = "<form></form>" + "x" * 2000


def bare(folder: Path) -> Flask:
    """The application: a page, a tap, a stream."""
    app, turn, mine = Flask(__name__), threading.Lock(), threading.local()
    ears: dict[str, list[SimpleQueue[int]]] = defaultdict(list)
    file = folder / "floor.sqlite3"
    with sqlite3.connect(file) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY, code, verb, answers, key UNIQUE)")

    def database() -> sqlite3.Connection:
        if not hasattr(mine, "open"):
            mine.open = sqlite3.connect(file, isolation_level=None)
            mine.open.execute("PRAGMA synchronous=FULL")
        return mine.open  # type: ignore[no-any-return]

    @app.get("/")
    def page() -> str:
        return PAGE

    @app.post("/t/<code>/do/<verb>")
    def tap(code: str, verb: str) -> str:
        row = (code, verb, repr(request.form.to_dict()), request.form["key"])
        with turn:
            kept = database().execute(
                "INSERT INTO entries (code, verb, answers, key) VALUES (?, ?, ?, ?)", row
            )
        for ear in ears[code]:
            ear.put(kept.lastrowid or 0)
        return PAGE

    @app.get("/t/<code>/events")
    def events(code: str) -> Response:
        ear: SimpleQueue[int] = SimpleQueue()
        ears[code].append(ear)

        def frames() -> Iterator[str]:
            n = 0
            while True:
                yield f"id: {n}\nevent: moved\ndata: {n}.0\n\n"
                with suppress(Empty):
                    n = ear.get(timeout=5)

        return Response(frames(), mimetype="text/event-stream")

    return app


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with Companion's own settings."""

    def load_config(self) -> None:
        """The settings, and where to listen."""
        common = {name: getattr(gunicorn_conf, name) for name in ("backlog", "keepalive", "loglevel")}
        for name, value in {**common, **gunicorn_conf.worker()}.items():
            self.cfg.set(name, value)
        self.cfg.set("control_socket_disable", True)
        self.cfg.set("graceful_timeout", 1)
        self.cfg.set("bind", f"127.0.0.1:{sys.argv[1]}")

    def load(self) -> Any:
        """The application."""
        return bare(Path(sys.argv[2]))


if __name__ == "__main__":
    Server(None).run()
