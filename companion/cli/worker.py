"""gunicorn's threaded worker, for phones: lines get a thread when they speak, and idle ones give way."""

import errno
from functools import partial
from selectors import EVENT_READ
from socket import socket

from gunicorn.workers.gthread import TConn, ThreadWorker

SPARE = 64
"""So many more connections fit at any time, as long as there are idle ones."""
NOBODY = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)


class Worker(ThreadWorker):  # type: ignore[misc]
    """Threads for those who ask; ``pending_conns`` and ``keepalived_conns`` are idle, oldest first."""

    def accept(self, listener: socket) -> None:
        """Take in a connection, and wait without a thread for what it has to say."""
        try:
            line, client = listener.accept()
        except OSError as error:
            if error.errno not in NOBODY:
                raise
            return
        self.nr_conns += 1
        conn = TConn(self.cfg, line, client, listener.getsockname())
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def murder_keepalived(self, force: bool = False) -> None:
        """Close the connections whose time is up; where there is no room left, the longest idle as well."""
        super().murder_keepalived(force)
        while self.nr_conns > self.worker_connections - SPARE:
            waiting = [some for some in (self.pending_conns, self.keepalived_conns) if some]
            if not waiting:
                return
            conn = min(waiting, key=lambda some: some[0].timeout).popleft()
            self.poller.unregister(conn.sock)
            self.nr_conns -= 1
            conn.close()
