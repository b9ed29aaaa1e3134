"""Heavy work waits for its turn, in a queue for each kind, so that it starves no tap and no other kind."""

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from flask import request

from companion.web import config
from companion.web.rate_limits import network
from companion.work.queue import Queue, settle

Made = TypeVar("Made")

HERE = Queue(at_once=1, waiting=8, patience=20.0)
"""Prints, imports and uploads, done in this process. A waiting request holds a thread. House."""
TEXTS = Queue(at_once=1, waiting=8, patience=20.0)
"""Texts of games that somebody writes, read in this process, but behind no print. House."""
SETS = Queue(at_once=2, waiting=8, patience=30.0)
"""Sets of cards with art that are sent to a print page, each printed in a process of its own. House."""
PHOTOGRAPHS = Queue(at_once=2, waiting=24, patience=30.0)
"""Photographs of tables, each read in a process of its own. House."""
ROLLOUTS = Queue(at_once=2, waiting=8, patience=30.0)
"""Sittings that are played on, each in a process of its own. House."""
EXPORTS = Queue(at_once=1, waiting=8, patience=30.0)
"""Everything that is kept of a phone, in one file, made in this process, but before no print. House."""
OWN_PAGES = Queue(at_once=1, waiting=200, patience=30.0, pause=0.1)
"""Pages of somebody's own games, made in this process. Strangers say what such a game works out: without
turns each of six phones that look would have a share of the processor, and a tap elsewhere one. House."""
COMPUTED_HERE = {HERE, TEXTS, EXPORTS}
"""Their work computes for long without a pause: under gevent it is done beside the loop."""
USUAL, SHORT = 0.0025, 0.001
"""Seconds after which a thread at work lets the others go on: usually, and while there is heavy work. A tap
waits so long each time that it comes back from the disk or the network. Switching has a price: at 1 ms a tap
at busy tables takes a tenth more of the processor. House."""


class SwitchInterval:
    """The interval at which threads switch, short as long as there is heavy work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._heavy = 0

    def beside(self, work: Callable[[], Made]) -> Made:
        """Return what heavy work makes, with the short interval until it is done."""
        self._count(1)
        try:
            return work()
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._heavy += more
            sys.setswitchinterval(SHORT if self._heavy else USUAL)


switch_interval = SwitchInterval()


def init_app(app: object) -> None:
    """Let threads switch more often than Python does by itself."""
    sys.setswitchinterval(USUAL)


def heavy_work(work: Callable[[], Made], queue: Queue = HERE) -> Made:
    """Return what the work makes, once it is the turn of the address that asks; Busy if that is not in time.

    Another thread does it, which knows nothing of the request.
    """
    if queue in COMPUTED_HERE and config.by_gevent():
        work = partial(_beside_the_loop, work)
    return queue.do(network(request.remote_addr), partial(switch_interval.beside, work))


def _beside_the_loop(work: Callable[[], Made]) -> Made:
    """Return what the work makes in a thread. Its exceptions are raised here and nowhere logged."""
    from gevent import get_hub

    done: Future[Made] = Future()
    get_hub().threadpool.apply(settle, (done, work))
    return done.result()
