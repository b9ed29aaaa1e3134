"""The gunicorn worker for thousands of phones a process: one loop waits for all of them (gevent).

It reads as fast as a phone sends; a proxy before it holds half-sent requests off.
"""

from typing import Any

from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

PATIENCE = 60.0
"""Seconds for which a phone may send, or take in, nothing of what is due."""


class Worker(GeventWorker):  # type: ignore[misc]
    """gevent's, with a time limit for phones that vanish in the middle of a request or an answer."""

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection until it ends."""
        client.settimeout(PATIENCE)
        AsyncWorker.handle(self, listener, client, addr)
