"""Companions that serve in processes of their own, phones at them, and the streams that phones follow."""

import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlencode

from tests.conftest import ROOT
from tests.services import free_port


class Server:
    """A companion that serves in a process of its own."""

    def __init__(self, data: Path, errors: IO[str] | None = None, **env: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(data)],
            env={**os.environ, "COMPANION_LIMITS": "off", **env},
            stdout=subprocess.DEVNULL,
            stderr=errors,
            cwd=ROOT,
            start_new_session=True,
        )

    def up(self) -> "Server":
        """Wait until it answers."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            try:
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                line.request("GET", "/health")
                line.getresponse().read()
                return self
            except OSError:
                time.sleep(0.05)
        raise TimeoutError("it does not answer")

    def get(self, path: str, cookie: str = "", **headers: str) -> http.client.HTTPResponse:
        """Fetch a page."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", path, headers={"Cookie": cookie, **headers})
        return line.getresponse()

    def kill(self) -> None:
        """End it and its workers in the middle of whatever they do."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> float:
        """Ask it to stop; how long that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)
        return time.monotonic() - began


class Phone:
    """A phone at a server, with its cookie."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie = server, ""

    def get(self, path: str, server: Server | None = None) -> tuple[int, str]:
        """Look."""
        response = (server or self.server).get(path, self.cookie)
        body = response.read().decode()
        self._keep(response)
        return response.status, body

    def post(self, path: str, server: Server | None = None, **form: str) -> http.client.HTTPResponse:
        """Send a form."""
        line = http.client.HTTPConnection("127.0.0.1", (server or self.server).port, timeout=10)
        kind = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", path, urlencode(form), kind)
        response = line.getresponse()
        response.read()
        self._keep(response)
        return response

    def _keep(self, response: http.client.HTTPResponse) -> None:
        if made := response.headers["Set-Cookie"]:
            self.cookie = made.partition(";")[0]


class Ear:
    """An open stream."""

    def __init__(self, server: Server, code: str, cookie: str = "") -> None:
        self.response = server.get(f"/t/{code}/events", cookie)
        assert self.response.status == 200, self.response.status

    def frame(self) -> dict[str, str]:
        """The next frame."""
        result: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            result[name] = value
        return result

    def until(self, data: str) -> float:
        """Wait for this news; when it came."""
        while (heard := self.frame()).get("data") != data:
            assert heard, "the stream has ended"
        return time.monotonic()


@contextmanager
def serving(data: Path, count: int = 1, **env: str) -> Iterator[list[Server]]:
    """So many servers on the same data."""
    servers = [Server(data, **env) for _ in range(count)]
    try:
        yield [server.up() for server in servers]
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()


def opened(server: Server) -> tuple[Phone, str]:
    """A phone with a table of its own, all seats on it."""
    phone = Phone(server)
    phone.get("/games/tiny/new")
    options = {"option-turns": "race", "option-goal": "100000"}
    made = phone.post("/games/tiny/new", seat1="Red", seat2="Blue", phone="all", **options)
    return phone, (made.headers["Location"] or "").split("/")[2]


@contextmanager
def lines(server: Server, count: int, said: bytes) -> Iterator[list[socket.socket]]:
    """So many connections, each of which said this and nothing more."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with ExitStack() as stack:
        loaded = []
        for _ in range(count):
            loaded.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10)))
            loaded[-1].sendall(said)
            assert not said or loaded[-1].recv(100).startswith(b"HTTP/1.1 200")
        yield loaded
