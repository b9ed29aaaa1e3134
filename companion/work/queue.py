"""A queue for work of one kind: so much at once, so much waiting, and fair by address."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

from companion.work import machine

Result = TypeVar("Result")
Job = tuple[Future[Any], Callable[[], Any]]


class Busy(Exception):
    """Work that is not done: its address has no place left in the queue, or its turn did not come in time."""

    def __init__(self) -> None:
        super().__init__("Too much of this is asked for just now. Nothing is lost; try again in a moment.")


class Queue:
    """Work of one kind, done by at most ``at_once`` threads, which end when nothing waits.

    Addresses take turns, however much each of them has waiting. Of several places at work one address never
    holds the last, so that another address need not wait for it. Where all ``waiting`` places are taken, the
    address that holds most of them makes room for others. If more waits after some work, its thread pauses as
    long as that took, at most ``pause`` seconds: so it leaves the processor to what is in no queue.
    """

    def __init__(self, at_once: int, waiting: int, patience: float = 0.0, pause: float = 0.0) -> None:
        self._share, self._at_once = max(at_once - 1, 1), at_once
        self._room = at_once + waiting
        self._patience, self._pause = patience, pause
        self._lock = threading.Lock()
        self._waiting: dict[str, deque[Job]] = {}
        """Address to its jobs; the address whose turn comes next is first."""
        self._at_work = Counter[str]()
        self._threads = 0

    def do(self, address: str, work: Callable[[], Result]) -> Result:
        """Return what the work returns; Busy if its turn does not come within the queue's patience."""
        future = self.put(address, work)
        wait([future], self._patience)
        if future.cancel():
            self._drop(address, future)
            raise Busy
        return future.result()

    def put(self, address: str, work: Callable[[], Result]) -> Future[Result]:
        """Add work and return its future, which fails with Busy if the place is needed for another address.

        Busy if there is no place left for this one.
        """
        future: Future[Result] = Future()
        with self._lock:
            displaced = self._displaced(address)
            self._waiting.setdefault(address, deque()).append((future, work))
            starts = self._threads < self._at_once
            self._threads += starts
        if displaced and displaced.set_running_or_notify_cancel():
            displaced.set_exception(Busy())
        if starts:
            machine.beside(self._work, "companion-work")
        return future

    def load(self, address: str) -> int:
        """Return how many jobs of an address wait or are at work."""
        with self._lock:
            return len(self._waiting.get(address, ())) + self._at_work[address]

    def _displaced(self, address: str) -> Future[Any] | None:
        """Take out the job that makes room for one more of this address; None if there is room."""
        if sum(map(len, self._waiting.values())) + self._at_work.total() < self._room:
            return None
        most = max(self._waiting, key=lambda one: len(self._waiting[one]), default=address)
        jobs = self._waiting.get(most, ())
        if len(jobs) <= len(self._waiting.get(address, ())) + 1:
            raise Busy
        return self._waiting[most].pop()[0]

    def _drop(self, address: str, future: Future[Any]) -> None:
        """Free the waiting place of a job, if it has one still."""
        with self._lock:
            left = deque(job for job in self._waiting.pop(address, ()) if job[0] is not future)
            if left:
                self._waiting[address] = left

    def _work(self) -> None:
        """Do one job after another until nothing waits that may be done now."""
        while job := self._next():
            address, future, work = job
            began = time.monotonic()
            try:
                if future.set_running_or_notify_cancel():
                    settle(future, work)
            finally:
                with self._lock:
                    self._at_work -= Counter([address])  # which keeps no address at 0
            if self._pause:
                time.sleep(0)  # in the one loop of gevent all that came meanwhile take their places now
                if self._waiting:
                    time.sleep(min(self._pause, time.monotonic() - began))

    def _next(self) -> tuple[str, Future[Any], Callable[[], Any]] | None:
        """Take the next job of the first address that has not its share at work; None ends this thread."""
        with self._lock:
            address = next((one for one in self._waiting if self._at_work[one] < self._share), None)
            if address is None:
                self._threads -= 1
                return None
            jobs = self._waiting.pop(address)
            future, work = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs  # all other addresses come before its next job
            self._at_work[address] += 1
            return address, future, work


def settle(future: Future[Any], work: Callable[[], Any]) -> None:
    """Do the work, and give the future what it returns or raises."""
    try:
        future.set_result(work())
    except BaseException as fault:  # it is for whoever waits for the work
        future.set_exception(fault)
