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

from gunicorn import util
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

MUTE = 5.0
"""Seconds until a connection says its first byte."""
A_WHILE = 0.5
"""Seconds after which a mute connection goes before one that waits for its phone's next tap."""
SPARE = 16
"""So many more connections fit at any time, as long as some are idle."""
PATIENCE = 10.0
"""Seconds a request has to arrive, and one more for every ``PACE`` bytes of it."""
PACE = 2_000
LINGER = 1.0
"""Seconds the other end has to take in the last answer and close."""
CROWDED = 1.0
"""Seconds it has where more than a quarter of the threads do nothing but wait for one."""


def not_the_end(come: bytes) -> bytes:
    """Return the bytes that came; ConnectionResetError if none did.

    gunicorn would take what came until then for the whole of a form.
    """
    if not come:
        raise ConnectionResetError(errno.ECONNRESET, "the request broke off")
    return come


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

    def close(self, graceful: bool = False) -> None:
        """Close at once: the thread that answered has done all the waiting."""
        super().close()


class Reader(SocketUnreader):  # type: ignore[misc]
    """Reads from a connection, which stands among the waiting meanwhile."""

    def __init__(self, conn: Connection, waiting: set[Connection]) -> None:
        super().__init__(conn.sock)
        self._conn = conn
        self._waiting = waiting

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the bytes that have come; ConnectionResetError if they took too long."""
        self._waiting.add(self._conn)
        try:
            come = not_the_end(super().chunk(size_hint))
        finally:
            self._waiting.discard(self._conn)
        self._conn.received += len(come)
        return come


class LimitedThreadWorker(ThreadWorker):  # type: ignore[misc]
    """Threads, with a time limit on reading."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.waiting: set[Connection] = set()
        self.no_file_left = False
        self.max_keepalived = self.worker_connections  # where there is no room, the idlest gives way

    def accept(self, listener: Any) -> None:
        """Take a connection and wait for its first byte without a thread."""
        try:
            sock, address = listener.accept()
        except OSError as no:  # it was gone again, or another process took it
            if no.errno in (errno.EMFILE, errno.ENFILE):
                self.no_file_left = True
            return
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        conn.waiting = self.waiting
        conn.timeout = time.monotonic() + MUTE
        self.nr_conns += 1
        self.pending_conns.append(conn)
        self.poller.register(sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle(self, conn: Connection) -> Any:
        """One request, whose time runs from now."""
        conn.since, conn.received = time.monotonic(), 0
        stays = super().handle(conn)
        if (
            stays is False
        ):  # gunicorn waits for the other end to close too, but where all connections are watched
            util.close_graceful(conn.sock, LINGER)
        return stays

    def murder_pending(self) -> None:
        """End what is mute, and what sends too slowly; where there is no room left, the idlest gives way.

        gunicorn calls it after each round of events, so that none of them is about what is closed here.
        """
        super().murder_pending()
        while self.no_file_left or self.nr_conns > self.worker_connections - SPARE:
            self.no_file_left = False
            if not self._give_way():
                break
        now, slow = time.monotonic(), sorted(self.waiting.copy(), key=lambda conn: conn.since)
        room = self.cfg.threads // 4
        for n, conn in enumerate(slow):
            crowded = len(slow) - n > room and now - conn.since > CROWDED
            if crowded or now - conn.since > PATIENCE + conn.received / PACE:
                _hang_up(conn.sock)

    def _give_way(self) -> bool:
        """Close one that has been mute for a while, else the one idle for longest; False if none is."""
        pending, idle = self.pending_conns, self.keepalived_conns
        mute = pending and pending[0].timeout - time.monotonic() < MUTE - A_WHILE
        if not pending and not idle:
            return False
        conn = (pending if mute or not idle else idle).popleft()
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()
        return True


def _hang_up(sock: socket.socket) -> None:
    """End a connection that another thread reads from; that thread closes it."""
    with suppress(OSError):  # it may be closed already
        sock.shutdown(socket.SHUT_RDWR)
