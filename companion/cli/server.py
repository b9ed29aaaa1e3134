"""The server: say where it is, then hand over to gunicorn; where that cannot run, Flask's own server does."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Flask
from qrcode import QRCode

from companion.boxes.shelf import Shelf
from companion.cli import gunicorn_conf
from companion.cli.data_options import locked
from companion.cli.loading import loading
from companion.storage import retention
from companion.storage.backup import BackupError
from companion.storage.engine import Database, Unavailable
from companion.storage.keeper import Keeper
from companion.storage.verify import stops
from companion.web.app import create_app
from companion.web.config import data_dir, database_url, processes, settings, snapshot_days
from companion.web.pubsub import PubSub
from companion.web.rate_limits import RateLimits
from companion.web.urls import ANY, lan_address, only_here
from companion.web.warm_up import warmed

JUDGED = 2.0
"""Seconds that a start takes at most to judge sittings of older rules. House."""


def serve(host: str, port: int, data: str | None) -> int:
    """Serve until stopped; the exit code. Unavailable where a setting is wrong or the tables are away."""
    folder = data_dir(data)
    check_settings(folder)
    with locked(folder) as alone:
        database = Database(database_url(folder))
        database.upgrade(before=lambda: _snapshot(database))
        if taken := _taken(host, port):
            print(taken, file=sys.stderr)
            return 1
        os.environ["COMPANION_DATA"] = str(folder)
        if not database.read_only:
            retention.finish(database)
        warnings = [*_warnings(database, alone)]
        database.engine.dispose()
        _say(host, port, [*warnings, f"The tables lie in {folder}. Ctrl-C stops."])
        _run(host, port)
    return 0


def _run(host: str, port: int) -> None:
    """Serve until stopped."""
    try:
        _gunicorn(host, port)
    except ImportError:
        print("gunicorn cannot run here; Flask's own server does instead, which is fine for a table or two.")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        gunicorn_conf.keep()
        try:
            create_app().run(host=host, port=port, threaded=True)
        finally:
            gunicorn_conf.on_exit(None)


def _warnings(database: Database, alone: bool | None) -> Iterator[str]:
    """Say what the host should know, each in a line."""
    if database.read_only:
        yield "The tables can be looked at, but nothing is kept: their folder cannot be written."
    elif (result := stops(database, Shelf(), JUDGED)).stopped:
        of = f"{result.stopped} of {result.judged}{'' if result.all else ' that were tried'}"
        yield f"Sittings of older rules that stop where today's rules refuse an entry: {of}."
        yield "“companion verify” names them; each can go on at its table."
    if database.file and alone is False:
        yield "Another Companion serves these tables already. Nothing is lost by it, but one is enough."


def check_settings(folder: Path) -> None:
    """Unavailable, in a sentence, where a setting is wrong or names what cannot be used here."""
    values = settings(folder)
    snapshot_days()
    gunicorn_conf.worker()
    if values["LIVE_URL"]:
        PubSub(values["LIVE_URL"], lambda code, at: None)
    RateLimits(values["LIMITS"])


def _snapshot(database: Database) -> None:
    """A snapshot of the tables as an older version left them; Unavailable where there is no room for it."""
    if database.file and (days := snapshot_days()):
        try:
            Keeper(database.file, days).snapshot(time.time())
        except BackupError as no:
            raise Unavailable(f"Before the tables are brought up to date, a snapshot is made. {no}") from no


def _gunicorn(host: str, port: int) -> None:
    """Serve by gunicorn; ImportError where it cannot run. Its own command runs what lies around."""
    os.environ["WEB_CONCURRENCY"] = str(processes())  # gunicorn reads it too, and fails where it is empty
    base: Any = import_module("gunicorn.app.base").BaseApplication
    arbiter: Any = import_module("companion.cli.arbiter").Arbiter

    class Server(base):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in {**vars(gunicorn_conf), **gunicorn_conf.worker()}.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)
            self.cfg.set("bind", f"[{host}]:{port}" if ":" in host else f"{host}:{port}")

        def load(self) -> Flask:
            with loading():
                return warmed(create_app())

        def run(self) -> None:
            arbiter(self).run()

    resource: Any = import_module("resource")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # every connection is an open file
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sys.stdout.flush()
    Server().run()


def _taken(host: str, port: int) -> str:
    """Return why this address cannot be listened on; empty if it can."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except OSError as error:
        return f"{host}:{port} cannot be listened on: {error.strerror}. Choose another with --host or --port."
    return ""


def _say(host: str, port: int, lines: list[str]) -> None:
    """Print this machine's address on the local network, a code of it if phones reach it, and the lines."""
    here = _address(host)
    url = os.environ.get("PUBLIC_URL") or f"http://{f'[{here}]' if ':' in here else here}:{port}"
    print(f"\n  Companion is at {url}")
    if os.environ.get("PUBLIC_URL") or not only_here(here):
        _draw(url)
    elif only_here(host):
        print("  Only this machine reaches it. Leave --host out, and phones in the same network do, too.")
    else:
        print("  This machine is in no network just now, so no phone reaches it.")
    print("\n" + "".join(f"  {line}\n" for line in lines), flush=True)


def _address(host: str) -> str:
    """Return the address by which this machine is reached where it listens on ``host``."""
    return "127.0.0.1" if host == "localhost" else lan_address() if host in ANY else host


def _draw(url: str) -> None:
    """Draw an address as a code to scan; where the terminal has no such signs, the address does."""
    print("  Phones in the same network scan this:\n")
    code = QRCode(border=2)
    code.add_data(url)
    try:
        code.print_ascii(out=sys.stdout, invert=sys.stdout.isatty())
    except UnicodeError:
        print(f"  {url}")
