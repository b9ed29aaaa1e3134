"""Many machines: two servers of two processes each on PostgreSQL and Redis, behind nginx."""

import http.client
import json
import signal
import statistics
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import Ear, Phone, Server, serving
from tests.services import Service, nginx, postgresql, redis
from tests.test_drill import opened

pytestmark = [pytest.mark.slow, pytest.mark.waits]
HEAL = 5.0
"""Seconds within which whatever went away is made up for."""


@dataclass
class Door(Server):
    """What phones know of the servers: the proxy before them."""

    port: int

    def __init__(self, port: int) -> None:
        self.port = port


@dataclass
class Topology:
    """Everything that runs."""

    door: Door
    servers: list[Server]
    redis: Service


@pytest.fixture(scope="module")
def there(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Topology]:
    """The whole of it, with fewer connections to the database than phones."""
    with postgresql(max_connections="30") as database, redis() as engine:
        settings = {
            "DATABASE_URL": database.url,
            "DATABASE_CONNECTIONS": "12",  # for the two processes of each server
            "LIVE_URL": engine.url,
            "COMPANION_LIMITS": "",
            "COMPANION_WORKER": "gevent",
            "COMPANION_SECRET": "the same on all machines",
            "COMPANION_PROXY": "1",
            "WEB_CONCURRENCY": "2",
        }
        data = tmp_path_factory.mktemp("data")
        with serving(data, 2, **settings) as servers, nginx([server.port for server in servers]) as proxy:
            yield Topology(Door(proxy.port), servers, engine)


def tap(phone: Phone, code: str, server: Server | None = None) -> None:
    """One step at the tiny game."""
    answer = phone.post(f"/t/{code}/do/add", server, by="Red", step="1")
    assert answer.status == 303, answer.status


def heard(ears: list[Ear], n: int) -> float:
    """Wait until all of them heard of this entry; when the last did."""
    for ear in ears:
        while (frame := ear.frame()).get("id") != str(n):
            assert frame, "the stream has ended"
    return time.monotonic()


def until_told(there: Topology) -> None:
    """Wait until every process hears by pub/sub what others play."""
    until = time.monotonic() + 20
    told = 0
    while told < 8:  # in a row, and each server asks either of its processes
        assert time.monotonic() < until, "pub/sub does not tell"
        for server in there.servers:
            hears = json.loads(server.get("/health").read())["other_processes"]
            told = told + 1 if hears == "heard at once" else 0
        time.sleep(0.1)


def test_every_process_tells_all_others_at_once(there: Topology) -> None:
    phone, code = opened(there.door, phone="all")
    ears = [Ear(there.door, code, phone.cookie) for _ in range(3)]
    ears += [Ear(server, code) for server in there.servers]
    until_told(there)
    for n in range(1, 41):
        began = time.monotonic()
        tap(phone, code)
        assert heard(ears, n) - began < 2  # the tail asks every five seconds now


def test_without_redis_taps_are_kept_and_phones_follow_by_the_tail(there: Topology) -> None:
    phone, code = opened(there.door, phone="all")
    ears = [Ear(server, code, phone.cookie) for server in there.servers]
    n = 0
    until_told(there)
    for away, back in (
        (lambda: there.redis.signal(signal.SIGSTOP), lambda: there.redis.signal(signal.SIGCONT)),
        (there.redis.kill, there.redis.start),
    ):
        away()
        for _ in range(5):
            began, n = time.monotonic(), n + 1
            tap(phone, code)
            assert time.monotonic() - began < 1, "a tap waits for nobody"
            assert heard(ears, n) - began < HEAL + 1
        back()
        until_told(there)


def test_more_phones_than_connections_wait_and_all_are_answered(there: Topology) -> None:
    tables = [opened(there.door, phone="all") for _ in range(5)]
    answers: list[int] = []

    def play(phone: Phone, code: str) -> None:
        answers.extend(phone.post(f"/t/{code}/do/add", by="Red", step="1").status for _ in range(10))

    def fellow(phone: Phone) -> Phone:
        other = Phone(phone.server)
        other.cookie = phone.cookie
        return other

    players = [(fellow(phone), code) for phone, code in tables for _ in range(12)]
    threads = [threading.Thread(target=play, args=player) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert Counter(answers) == {303: 600}, "none lost, none turned away"
    for phone, code in tables:
        assert Ear(there.door, code, phone.cookie).frame()["id"] == "120"


def test_a_process_that_is_killed_is_made_up_for(there: Topology) -> None:
    phone, code = opened(there.door, phone="all")
    ears = [Ear(there.door, code, phone.cookie) for _ in range(4)]
    tap(phone, code)
    heard(ears, 1)
    workers = subprocess.run(
        ["pgrep", "-P", str(there.servers[0].process.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(workers) == 2
    began, answered = time.monotonic(), 1
    subprocess.run(["kill", "-9", workers[0]], check=True)
    while answered < 20 and time.monotonic() - began < HEAL:
        try:
            tap(phone, code)
            answered += 1
        except (AssertionError, OSError, http.client.HTTPException):  # it was answering just this one
            time.sleep(0.05)
    assert answered == 20
    for ear in ears:
        ear.response.close()
    again = [Ear(there.door, code, phone.cookie) for _ in range(4)]  # as a browser does by itself
    saved = int(again[0].frame()["id"])
    assert saved >= answered
    tap(phone, code)
    assert heard(again, saved + 1) - began < HEAL + 5


def test_guesses_are_counted_for_all_processes_together(there: Topology) -> None:
    statuses = []
    for _ in range(40):
        line = http.client.HTTPConnection("127.0.0.1", there.door.port, 10, source_address=("127.0.0.9", 0))
        line.request("GET", "/t/QQQQQQ")
        statuses.append(line.getresponse().status)
    assert statuses.count(404) == 10 and statuses.count(429) == 30
    phone, _ = opened(there.door)  # from another address, so the proxy says who asks
    assert phone.get("/t/QQQQQQ")[0] == 404


def test_a_table_deleted_elsewhere_is_said_gone(there: Topology) -> None:
    phone, code = opened(there.door, phone="all")
    ears = [Ear(server, code, phone.cookie) for server in there.servers]
    phone.get(f"/t/{code}/forget")
    assert phone.post(f"/t/{code}/forget", sure="yes").status == 303
    for ear in ears:
        ear.frame()
        assert ear.frame()["event"] == "moved"
    assert phone.get(f"/t/{code}")[0] == 404


def test_prints_go_on_beside_the_loop(there: Topology) -> None:
    phone, code = opened(there.servers[0], phone="all")
    pieces = "/games/high-heavens/print.pdf"
    done: list[int] = []
    printing = [
        threading.Thread(target=lambda: done.append(there.servers[0].get(pieces).status)) for _ in range(4)
    ]
    for thread in printing:
        thread.start()
    lags = []
    while any(thread.is_alive() for thread in printing):
        began = time.monotonic()
        tap(phone, code)
        lags.append(time.monotonic() - began)
    assert done == [200] * 4 and statistics.median(lags) < 0.1
