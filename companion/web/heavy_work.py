"""Heavy work, such as a print or an import, one at a time in a process, so that it never starves taps."""

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from flask import request
from werkzeug.exceptions import TooManyRequests

from companion.web import config
from companion.web.rate_limits import network
from companion.work.queue import Queue

Made = TypeVar("Made")

QUEUE = 8
"""So many may wait; each of them holds a thread."""
PATIENCE = 20.0
"""Seconds one waits."""
ART = Queue(at_once=2, waiting=8, patience=30.0)
"""Pictures that are sent to a print page, each print's read in a process of its own. House."""
PHOTOGRAPHS = Queue(at_once=2, waiting=24, patience=30.0)
"""Photographs of tables, each read in a process of its own. House."""
ROLLOUTS = Queue(at_once=2, waiting=8, patience=30.0)
"""Sittings that are played on, each in a process of its own. House."""
SWITCH = 0.001
"""Seconds after which a thread at work lets the others go on, a fifth of what is usual: a tap waits so long
each time that it comes back from the disk or the network."""

_turn = threading.Lock()
_places = threading.BoundedSemaphore(QUEUE + 1)


def init_app(app: object) -> None:
    """Let threads take turns often."""
    sys.setswitchinterval(SWITCH)


def heavy_work(work: Callable[[], Made]) -> Made:
    """What the work makes, once it is its turn; 429 where too many wait already, or for too long.

    It may know nothing of the request: where one loop serves all phones, it is done in a thread beside it.
    """
    if not _places.acquire(blocking=False):
        raise _busy()
    try:
        if not _turn.acquire(timeout=PATIENCE):
            raise _busy()
        try:
            return _beside_the_loop(work) if config.by_gevent() else work()
        finally:
            _turn.release()
    finally:
        _places.release()


def in_turn(queue: Queue, work: Callable[[], Made]) -> Made:
    """Return what the work makes in a process of its own, once it is the turn of the address that asks."""
    return queue.do(network(request.remote_addr), work)


def _beside_the_loop(work: Callable[[], Made]) -> Made:
    from gevent import get_hub

    return get_hub().threadpool.apply(work)


def _busy() -> TooManyRequests:
    words = "Much is being printed and read just now. Nothing is lost; try again in a moment."
    return TooManyRequests(words, retry_after=5)
