"""A phone without a screen, for load: keep-alive http, a signed cookie, plain forms; and a running server."""

import gzip
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.storage.session import Session
from companion.web import setting_up
from companion.web.app import create_app
from companion.web.differences import HAS, NONE
from tests.services import free_port


class House:
    """A server of its own on a free port, with its data in a folder that goes when it does."""

    def __init__(self, folder: Path, port: int, app: Flask, pid: int) -> None:
        self.folder, self.port, self.app, self.pid = folder, port, app, pid
        self.store = app.extensions["companion"].store

    def open(self, key: str = "war-in-heaven", laid: bool = True) -> tuple[Session, dict[str, str]]:
        """A table with as many players as it takes, laid, and for each seat the phone that holds it."""
        game = shelf()[key]
        opening = Opening(dict.fromkeys(game.seats(max(game.players)), "Ada"), {"undo": "free"})
        session, phones = self.bring(Table.open(game, opening))
        return (self.laid(session) if laid else session), phones

    def laid(self, session: Session) -> Session:
        """Tick every step of a set-up; the session after that."""
        self.store.seating.lay(session, (1 << setting_up.STEPS) - 1, True)
        return self.store.session(session.code)

    def bring(self, table: Table[Any]) -> tuple[Session, dict[str, str]]:
        """The same for a table that goes on from how it stands."""
        phones = {seat: secrets.token_hex(16) for seat in table.opening.seats}
        first = next(iter(phones))
        sitting = self.store.open(table.game, table, phones[first], [first])
        for chair in sitting.chairs[1:]:
            self.store.seating.sit(sitting, chair.key, phones[chair.seat])
        return self.store.session(sitting.code), phones

    def cookie(self, phone: str, code: str) -> str:
        """The signed cookie of a phone that knows a table."""
        signer = self.app.session_interface.get_signing_serializer(self.app)  # type: ignore[attr-defined]
        return f"companion={signer.dumps({'phone': phone, 'knows': [code], '_permanent': True})}"


class Phone:
    """One phone at one table, in the network of an address that this machine has."""

    def __init__(self, house: House, phone: str, code: str, address: str = "127.0.0.1") -> None:
        self.code = code
        self.cookie = house.cookie(phone, code)
        self.line = http.client.HTTPConnection(
            "127.0.0.1", house.port, timeout=30, source_address=(address, 0)
        )
        self.has = NONE

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Fetch a page."""
        return self._send("GET", path, None, headers)

    def say(
        self, verb: str, by: str, answers: dict[str, Any], seen: int = -1, key: str = ""
    ) -> tuple[int, str]:
        """Say a sentence as htmx does; the answer is what is new on the phone's page, not put together."""
        form: dict[str, Any] = {"by": by, "seen": str(seen), "key": key or secrets.token_hex(12)}
        body = urlencode({**form, **answers}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", HAS: self.has}
        return self._send("POST", f"/t/{self.code}/do/{verb}", body, kind)

    def go_on(self, n: int) -> None:
        """Tell the phone that plays that the hands are done with entry n."""
        body = urlencode({"n": n})
        status, text = self._send(
            "POST",
            f"/t/{self.code}/absent/go-on",
            body,
            {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"},
        )
        assert status == 200, (status, text[:300])

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        self.line.request(method, path, body, {"Cookie": self.cookie, "Accept-Encoding": "gzip", **headers})
        answer = self.line.getresponse()
        if fresh := answer.headers.get("Set-Cookie"):
            self.cookie = fresh.partition(";")[0]
        if told := answer.headers.get(HAS):
            self.has = told.split()[1]
        raw = answer.read()
        self.bytes = len(raw)
        if answer.headers.get("Content-Encoding") == "gzip":
            raw = gzip.decompress(raw)
        return answer.status, raw.decode("utf-8", "replace")


def fetched(url: str) -> str:
    """A page of a server that may still be starting."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(url)


def cpu(leader: int) -> float:
    """The seconds of processor used by the processes that this one leads."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == leader:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(**env: str) -> Iterator[House]:
    """A house that serves while the block runs."""
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1"]
    with _running(lambda port, folder: [*command, "--port", port, "--data", folder], env) as (
        folder,
        port,
        pid,
    ):
        yield House(folder, port, create_app(str(folder)), pid)


@contextmanager
def serving_floor(**env: str) -> Iterator[tuple[int, int]]:
    """The floor's port and process while the block runs."""
    command = [sys.executable, "-m", "tests.bench.floor"]
    with _running(lambda port, folder: [*command, port, folder], env) as (_, port, pid):
        yield port, pid


@contextmanager
def _running(
    command: Callable[[str, str], list[str]], env: dict[str, str]
) -> Iterator[tuple[Path, int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            command(str(port), folder),
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until_up(port, server)
            yield Path(folder), port, server.pid
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)


def until_up(port: int, server: "subprocess.Popen[bytes]") -> None:
    """Wait until it listens."""
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert server.poll() is None, "the server has ended"
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")
