"""A queue for work of one kind is fair by address, bounded, and blocks only those who wait for it."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from companion.work.queue import Busy, Queue
from tests.conftest import wait_until

pytestmark = pytest.mark.waits


class Bench:
    """A queue whose jobs wait until they are let go, one by one; it notes which began, in order."""

    def __init__(self, at_once: int, waiting: int, patience: float = 5.0) -> None:
        self.queue = Queue(at_once, waiting, patience)
        self.began: list[str] = []
        self.changed = threading.Condition()
        self.free = threading.Semaphore(0)

    def job(self, name: str) -> Callable[[], str]:
        def work() -> str:
            with self.changed:
                self.began.append(name)
                self.changed.notify_all()
            assert self.free.acquire(timeout=20)
            return name

        return work

    def put(self, address: str, *names: str) -> list[Future[str]]:
        """Put jobs of an address."""
        return [self.queue.put(address, self.job(name)) for name in names]

    def begun(self, number: int) -> list[str]:
        """What began, once that is so many."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.began) >= number, 20), self.began
            return self.began[:number]

    def finish(self, number: int = 1) -> None:
        """Let so many jobs come to their end."""
        self.free.release(number)


def test_addresses_take_turns_however_much_each_has_waiting() -> None:
    bench = Bench(1, 20)
    bench.put("a", "a1", "a2", "a3", "a4")
    assert bench.begun(1) == ["a1"]
    bench.put("b", "b1", "b2")
    bench.put("c", "c1")
    bench.finish(7)
    assert bench.begun(7) == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


def test_one_address_never_holds_the_last_of_several_places() -> None:
    bench = Bench(3, 20)
    bench.put("a", "a1", "a2", "a3", "a4")
    assert bench.begun(2) == ["a1", "a2"]
    bench.put("b", "b1")
    assert bench.begun(3) == ["a1", "a2", "b1"], "another address begins while nothing has ended"
    bench.finish(5)
    assert sorted(bench.begun(5)[3:]) == ["a3", "a4"]


def test_the_address_that_holds_most_waiting_places_makes_room_for_others() -> None:
    bench = Bench(1, 4)
    *_, last = bench.put("a", "a1", "a2", "a3", "a4", "a5")
    with pytest.raises(Busy):
        bench.put("a", "a6")
    bench.put("b", "b1")
    with pytest.raises(Busy):
        last.result(5)
    bench.put("b", "b2")
    with pytest.raises(Busy):
        bench.put("b", "b3")
    bench.put("c", "c1")
    with pytest.raises(Busy):
        bench.put("c", "c2")
    bench.finish(5)
    assert bench.begun(5) == ["a1", "a2", "b1", "c1", "b2"]


def test_whoever_loses_patience_frees_the_place() -> None:
    bench = Bench(1, 1, patience=0.05)
    bench.put("a", "a1")
    bench.begun(1)
    for _ in range(3):
        with pytest.raises(Busy):
            bench.queue.do("b", bench.job("b1"))
    assert bench.queue.load("b") == 0 and bench.queue.load("a") == 1
    bench.put("c", "c1")
    bench.finish(2)
    assert bench.begun(2) == ["a1", "c1"], "what nobody waits for is not done"


def test_patience_is_for_the_turn_and_not_for_the_work() -> None:
    def slow() -> str:
        time.sleep(0.1)
        return "done"

    assert Queue(1, 1, patience=0.01).do("a", slow) == "done"


def test_a_fault_is_raised_where_the_work_is_waited_for_and_the_next_is_done() -> None:
    def faulty() -> None:
        raise ValueError("no")

    queue = Queue(1, 4, patience=5)
    with pytest.raises(ValueError, match="no"):
        queue.do("a", faulty)
    assert queue.do("a", lambda: "done") == "done" and queue.load("a") == 0


def test_threads_are_bounded_and_end_when_nothing_waits() -> None:
    bench, before = Bench(2, 500), threading.active_count()
    jobs = [job for n in range(50) for job in bench.put(f"a{n}", *(f"{n}.{m}" for m in range(10)))]
    bench.begun(2)
    assert threading.active_count() <= before + 2
    bench.finish(500)
    assert len({job.result(20) for job in jobs}) == 500
    wait_until(lambda: threading.active_count() <= before)


def test_a_thread_pauses_as_long_as_the_work_took_while_more_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = list[float]()
    clock = SimpleNamespace(sleep=pauses.append, monotonic=iter((0.0, 0.03, 1.0, 3.0, 4.0)).__next__)
    monkeypatch.setattr("companion.work.queue.time", clock)
    bench = Bench(1, 20)
    bench.queue = Queue(1, 20, pause=0.1)
    jobs = bench.put("a", "a1", "a2") + bench.put("b", "b1")
    bench.finish(3)
    for job in jobs:
        job.result(20)
    wait_until(lambda: len(pauses) == 5)
    assert pauses == [0, 0.03, 0, 0.1, 0], "the last one has nobody to leave time to"
