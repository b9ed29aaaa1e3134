"""The configuration of gunicorn: threads, or all phones in one loop by gevent; each phone has a stream."""

import _thread
import gc
import os
import signal
import socket
from mmap import mmap
from pathlib import Path
from types import FrameType
from typing import Any

backlog = 2048
keepalive = 30
graceful_timeout = 3
control_socket_disable = True
loglevel = "warning"  # to stderr; who tapped when stands in the journal, so there is no access log

VANISHED_MS = 10_000  # a phone that answers nothing for so long has left the network


def worker() -> dict[str, Any]:
    """The kind of worker, how many, and how much one holds; Unavailable where the settings name none."""
    from companion.web.config import by_gevent, processes, requests_at_once

    workers, most = processes(), requests_at_once()
    if by_gevent():
        return {
            "worker_class": "companion.cli.gevent_worker.LimitedGeventWorker",
            "workers": workers,
            "worker_connections": most + 1000,
        }
    return {
        "worker_class": "companion.cli.gunicorn_worker.LimitedThreadWorker",
        "workers": workers,
        "threads": most,
        "worker_connections": most + 1000,  # what is left over the threads may wait between two taps
    }


def when_ready(server: Any) -> None:
    """Let the kernel hang up on phones that vanished, so that their streams do not hold threads."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    for listener in server.LISTENERS if option is not None else ():
        if listener.sock.family in (socket.AF_INET, socket.AF_INET6):
            listener.sock.setsockopt(socket.IPPROTO_TCP, option, VANISHED_MS)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a process a byte that it shares with the arbiter, to say that it has loaded."""
    worker.loaded = mmap(-1, 1)


def post_worker_init(worker: Any) -> None:
    """Let the collector pause taps shortly, and end those streams when asked to stop."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 1000)  # with 100,000 every 400 taps wait 150 ms for it
    keep()
    for name in ("SIGTERM", "SIGINT", "SIGQUIT"):
        _first_close_streams(getattr(signal, name))
    worker.loaded[0] = 1


def keep() -> None:
    """Keep the file in order while this process serves."""
    from companion.storage.keeper import Keeper
    from companion.web.config import snapshot_days

    if file := _written():
        Keeper(file, snapshot_days()).start()


def on_exit(server: Any) -> None:
    """Leave all that was played in the one file, when every worker has stopped."""
    from companion.storage import sqlite_file

    if file := _written():
        sqlite_file.checkpoint(file, patience=0.5)


def _written() -> Path | None:
    """Return the file that this process writes; None for another database, or if it only reads."""
    from companion.storage.sqlite_file import path_of, read_only
    from companion.web.config import data_dir, database_url

    file = path_of(database_url(data_dir()))
    return None if file is None or read_only(file) else file


def child_exit(server: Any, worker: Any) -> None:
    """Count a process that ended no longer among those that hold streams."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


_asked_to_stop: list[int] = []
"""The signal that this process ends by. Ctrl-C comes twice, from the terminal and from gunicorn: a second one
in the middle of the first would wait for ever."""


def _first_close_streams(number: signal.Signals) -> None:
    before = signal.getsignal(number)

    def stop(number: int, frame: FrameType | None) -> None:
        if _asked_to_stop:
            return
        _asked_to_stop.append(number)
        _thread.start_new_thread(_close_streams, ())  # a handler may wait for nothing, not even for the start
        if callable(before):
            before(number, frame)

    signal.signal(number, stop)


def _close_streams() -> None:
    from companion.web.sse import close_all

    close_all()
