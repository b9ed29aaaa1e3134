"""The gunicorn worker for thousands of phones a process: one loop waits for all of them (gevent).

Who sends slowly or nothing at all gives way, by the same measures as where threads wait.
"""

import socket
import time
from collections import OrderedDict
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from companion.cli.gunicorn_worker import A_WHILE, CROWDED, MUTE, PACE, PATIENCE, SPARE, not_the_end

TAKEN_IN = 60.0
"""Seconds for which a phone may take in nothing of its answer."""

Waiting = OrderedDict["GeventConnection", None]
"""Connections that are read from, the one that has been waited for longest first."""


class GeventConnection:
    """A connection as gunicorn reads it: it knows what it is waited for, and how long it may take.

    It is ``mute`` until its first byte, then it is ``sending`` a request, and ``idle`` between two of them.
    """

    def __init__(self, sock: socket.socket, mute: Waiting, idle: Waiting, sending: Waiting) -> None:
        self.sock = sock
        self._idle, self._sending = idle, sending
        self._wait_among(mute, MUTE)

    def _wait_among(self, waiting: Waiting, seconds: float) -> None:
        self._among, self.since, self._received = waiting, time.monotonic(), 0
        self._until = self.since + seconds

    def rest(self, seconds: float) -> None:
        """Its request is answered; so long it may wait for the next."""
        self._wait_among(self._idle, seconds)

    def recv(self, size: int) -> bytes:
        """Return the bytes that have come; ConnectionResetError if they took too long."""
        self._among[self] = None
        try:
            self.sock.settimeout(max(self._until - time.monotonic(), 0.001))
            come = self.sock.recv(size)
        except OSError:  # it took too long, or has given way
            come = b""
        finally:
            self._among.pop(self, None)
        not_the_end(come)
        if self._among is not self._sending:
            self._wait_among(self._sending, PATIENCE)
        self._received += len(come)
        self._until = self.since + PATIENCE + self._received / PACE
        self.sock.settimeout(TAKEN_IN)
        return come

    def hang_up(self) -> None:
        """End it for its reader, who closes it."""
        self._among.pop(self, None)
        with suppress(OSError):  # it may be closed already
            self.sock.shutdown(socket.SHUT_RDWR)

    def sendall(self, data: bytes) -> None:
        """Send what gunicorn says by itself, such as that a request is none."""
        self.sock.sendall(data)

    def close(self) -> None:
        """Close it."""
        self.sock.close()


class LimitedGeventWorker(GeventWorker):  # type: ignore[misc]
    """gevent's, with a time limit on reading; where there is no room left, the idlest gives way."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.lines: set[GeventConnection] = set()
        self.mute, self.idle, self.sending = Waiting(), Waiting(), Waiting()

    def timeout_ctx(self) -> AbstractContextManager[None]:
        """No limit on a request besides its line's."""
        return nullcontext()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection until it ends."""
        line = GeventConnection(client, self.mute, self.idle, self.sending)
        self.lines.add(line)
        self._make_room()
        try:
            AsyncWorker.handle(self, listener, line, addr)
        finally:
            self.lines.discard(line)

    def handle_request(self, listener_name: Any, req: Any, line: GeventConnection, addr: Any) -> None:
        """Answer one request, and let its connection rest."""
        super().handle_request(listener_name, req, line.sock, addr)
        line.rest(self.cfg.keepalive)

    def notify(self) -> None:
        """Make room once a second as well: who came last may have been too new to give way."""
        super().notify()
        self._make_room()

    def _make_room(self) -> None:
        while len(self.lines) > self.worker_connections - SPARE and (line := self._idlest()):
            self.lines.discard(line)
            line.hang_up()

    def _idlest(self) -> GeventConnection | None:
        """Return the connection to close: mute for a while, else idle for longest, else mute, else slow for
        long enough."""
        now = time.monotonic()
        for waiting, least in (
            (self.mute, A_WHILE),
            (self.idle, 0.0),
            (self.mute, 0.0),
            (self.sending, CROWDED),
        ):
            if waiting and now - (line := next(iter(waiting))).since >= least:
                return line
        return None
