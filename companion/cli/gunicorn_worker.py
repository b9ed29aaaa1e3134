"""The gunicorn worker: threads only for requests that arrive; who sends slowly or nothing at all gives way.

In gunicorn a thread that reads has no time limit, so some hundred half-sent requests would hold every thread.
"""

import errno
import socket
import time
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

MUTE = 5.0
"""Seconds until a connection says its first byte."""
PATIENCE = 10.0
"""Seconds a request has to arrive, and one more for every ``PACE`` bytes of it."""
PACE = 2_000
CROWDED = 1.0
"""Seconds it has where more than a quarter of the threads do nothing but wait for one."""


class Connection(TConn):  # type: ignore[misc]
    """A connection that knows since when it reads a request, and how much has come."""

    waiting: set["Connection"]
    since = 0.0
    received = 0

    def init(self) -> None:
        """Read through a reader that says when it waits."""
        fresh = not self.initialized
        super().init()
        if fresh and isinstance(self.parser.unreader, SocketUnreader):
            self.parser.unreader = Reader(self, self.waiting)


class Reader(SocketUnreader):  # type: ignore[misc]
    """Reads from a connection, which stands among the waiting meanwhile."""

    def __init__(self, conn: Connection, waiting: set[Connection]) -> None:
        super().__init__(conn.sock)
        self._conn = conn
        self._waiting = waiting

    def chunk(self, size_hint: int | None = None) -> bytes:
        """What has come; nothing where it took too long."""
        self._waiting.add(self._conn)
        try:
            come: bytes = super().chunk(size_hint)
        finally:
            self._waiting.discard(self._conn)
        self._conn.received += len(come)
        return come


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads, with a time limit on reading."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waiting: set[Connection] = set()

    def accept(self, listener: Any) -> None:
        """Take a connection and wait for its first byte without a thread; the oldest idle one gives way."""
        try:
            sock, address = listener.accept()
        except OSError as no:  # it was gone again, or another process took it
            if no.errno in (errno.EMFILE, errno.ENFILE):
                self._give_way()
            return
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        conn.waiting = self.waiting
        conn.timeout = time.monotonic() + MUTE
        self.nr_conns += 1
        self.pending_conns.append(conn)
        self.poller.register(sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))
        if self.nr_conns >= self.worker_connections:
            self._give_way()

    def handle(self, conn: Connection) -> Any:
        """One request, whose time runs from now."""
        conn.since, conn.received = time.monotonic(), 0
        return super().handle(conn)

    def murder_pending(self) -> None:
        """Every second or so: end what is mute, and what sends too slowly."""
        super().murder_pending()
        now, slow = time.monotonic(), sorted(self.waiting.copy(), key=lambda conn: conn.since)
        room = self.cfg.threads // 4
        for n, conn in enumerate(slow):
            crowded = len(slow) - n > room and now - conn.since > CROWDED
            if crowded or now - conn.since > PATIENCE + conn.received / PACE:
                _hang_up(conn.sock)

    def _give_way(self) -> None:
        """Close the connection that has been idle for longest."""
        idle = self.pending_conns if len(self.pending_conns) > 1 else self.keepalived_conns
        if idle:
            conn = idle.popleft()
            self.poller.unregister(conn.sock)
            self.nr_conns -= 1
            conn.close()


def _hang_up(sock: socket.socket) -> None:
    """End a connection that another thread reads from; that thread closes it."""
    with suppress(OSError):  # it may be closed already
        sock.shutdown(socket.SHUT_RDWR)
