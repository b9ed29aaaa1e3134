"""Real servers on one file: streams that hear of every entry, and servers that stop when they are asked."""

import http.client
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty

import pytest

from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.storage.engine import Database
from companion.storage.store import Store
from companion.web.sse import A_PHONE, Full, Hub
from tests.conftest import fresh
from tests.servers import Ear, Phone, Server, lines, opened, serving
from tests.tiny import GAME

pytestmark = [pytest.mark.slow, pytest.mark.waits]
ROOT = Path(__file__).parent.parent


def test_a_stream_hears_of_entries_of_this_and_of_another_process(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, 2) as (one, two):
        phone, code = opened(one)
        near, far = Ear(one, code, phone.cookie), Ear(two, code)
        first = near.frame()
        assert first == {"retry": "2000", "id": "0", "event": "moved", "data": "0.0"} and far.frame() == first
        sent = time.monotonic()
        assert phone.post(f"/t/{code}/do/add", step="1").status == 303
        assert near.until("1.0") - sent < 0.5 and far.until("1.0") - sent < 1.0
        assert phone.post(f"/t/{code}/do/add", two, step="1").status == 303
        assert near.until("2.0") and far.until("2.0")
        status, body = phone.get(f"/t/{code}")
        assert status == 200 and 'data-at="2.0"' in body
        phone.post(f"/t/{code}/seats/leave", two, seat="Red")
        assert near.until("2.1")
        assert "are watching" in Phone(two).get(f"/t/{code}")[1]


def test_a_server_stops_soon_with_streams_open(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        _, code = opened(server)
        ears = [Ear(server, code, f"x={n}") for n in range(3)]
        assert all(ear.frame()["data"] == "0.0" for ear in ears)
        assert server.stop() < 6
        assert server.process.returncode == 0


def test_beyond_the_room_for_streams_phones_poll_and_taps_go_on(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, COMPANION_THREADS="36") as (server,):
        phone, code = opened(server)
        other = Phone(server)
        other.get(f"/t/{code}")
        phones = [phone, other]
        ears = [Ear(server, code, who.cookie) for who in phones for _ in range(2)]
        assert all(ear.frame()["data"] == "0.0" for ear in ears)
        third = Phone(server)
        third.get(f"/t/{code}")
        refused = server.get(f"/t/{code}/events", third.cookie)
        assert refused.status == 503 and refused.headers["Retry-After"]
        assert 'data-live="poll"' in third.get(f"/t/{code}")[1]
        assert phone.post(f"/t/{code}/do/add", step="1").status == 303
        at = server.get(f"/t/{code}/at")
        assert at.read() == b"1.0"
        assert server.get(f"/t/{code}/at", **{"If-None-Match": at.headers["ETag"]}).status == 304


def test_ten_megabytes_are_answered(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        line.request(
            "POST", "/join", b"x" * 10_000_000, {"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert line.getresponse().status == 413
        assert server.get("/").status == 200


def test_a_killed_server_has_kept_what_it_acknowledged(tiny: Path, tmp_path: Path) -> None:
    kept: list[str] = []
    code = ""
    for round_ in range(2):
        with serving(tmp_path) as (server,):
            if not code:
                phone, code = opened(server)
            phone.server = server
            for number in range(25):
                key = f"{round_}-{number}"
                assert phone.post(f"/t/{code}/do/add", key=key, step="1").status == 303
                kept.append(key)
            server.kill()
    with serving(tmp_path) as (server,):
        phone.server = server
        assert phone.post(f"/t/{code}/do/add", key=kept[-1], step="1").status == 303
        assert f'data-at="{len(kept)}.0"' in phone.get(f"/t/{code}")[1]


def test_where_gunicorn_cannot_run_flask_serves(tiny: Path, tmp_path: Path) -> None:
    without = tmp_path / "gunicorn"
    without.mkdir()
    (without / "__init__.py").write_text("raise ImportError")
    path = os.pathsep.join((str(tmp_path), os.environ["PYTHONPATH"]))
    with serving(tmp_path / "data", PYTHONPATH=path) as (server,):
        phone, code = opened(server)
        ear = Ear(server, code)
        assert ear.frame()["data"] == "0.0"
        assert phone.post(f"/t/{code}/do/add", step="1").status == 303
        assert ear.until("1.0")


def test_several_workers_share_a_port(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, WEB_CONCURRENCY="2") as (server,):
        phone, code = opened(server)
        ears = [Ear(server, code, f"x={n}") for n in range(6)]
        for number in range(1, 21):
            assert phone.post(f"/t/{code}/do/add", key=str(number // 2), step="1").status == 303
        assert all(ear.until("11.0") for ear in ears)


def test_several_workers_count_together(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, WEB_CONCURRENCY="2") as (server,):
        phone, code = opened(server)
        ears = [Ear(server, code, f"x={n}") for n in range(6)]
        for _ in range(20):
            assert phone.post(f"/t/{code}/do/add", step="1").status == 303
        assert all(ear.until("20.0") for ear in ears)
        for _ in range(4):
            text = server.get("/metrics").read().decode()
            assert 'companion_taps_total{answer="kept"} 20.0' in text
            assert re.search(r"^companion_streams(_total)? 6.0$", text, re.MULTILINE), text
        assert server.stop() < 6


def workers(server: Server) -> set[str]:
    """The processes by which a server serves."""
    asked = ["pgrep", "-P", str(server.process.pid)]
    return set(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("worker", ["threads", "gevent"])
def test_processes_are_renewed_without_a_gap(tiny: Path, tmp_path: Path, worker: str) -> None:
    with serving(tmp_path, COMPANION_WORKER=worker, WEB_CONCURRENCY="2") as (server,):
        phone, code = opened(server)
        old, waits, taps, began = workers(server), [0.0], 0, time.monotonic()
        server.process.send_signal(signal.SIGHUP)
        while old & workers(server):
            asked, taps = time.monotonic(), taps + 1
            assert phone.post(f"/t/{code}/do/add", step="1").status == 303
            waits.append(time.monotonic() - asked)
        took = time.monotonic() - began
        assert max(waits) < took / 2 and len(workers(server)) == 2
        assert f'data-at="{taps}.0"' in phone.get(f"/t/{code}")[1]


def stands(data: Path) -> tuple[Store, Callable[[], str]]:
    """A store, and a way to open a table in it."""
    database = Database(f"sqlite:///{fresh(data / 'tables.sqlite3')}")
    database.upgrade()
    store = Store(database, {"tiny": GAME})
    table = Table.open(GAME, Opening({"Red": "A", "Blue": "B"}))
    return store, lambda: store.open(GAME, table, "a" * 32, ("Red", "Blue")).code


def test_the_oldest_stream_of_a_phone_gives_way(tmp_path: Path) -> None:
    store, open_ = stands(tmp_path)
    hub, code = Hub(store.at, 10), open_()
    streams = [hub.join(code, "phone") for _ in range(A_PHONE)]
    latest = hub.join(code, "phone")
    assert streams[0].wait(1) is None
    with pytest.raises(Empty):
        streams[1].wait(0.01)
    hub.tell(code, (1, 0))
    assert latest.wait(1) == (1, 0)
    hub.limit = A_PHONE
    with pytest.raises(Full):
        hub.join(code, "other phone")
    hub.close()


def test_news_that_is_older_is_no_news(tmp_path: Path) -> None:
    store, open_ = stands(tmp_path)
    hub, code = Hub(store.at, 10), open_()
    stream = hub.join(code, "")
    frames = hub.frames(stream, (3, 1), heartbeat=0.05)
    assert next(frames).endswith("data: 3.1\n\n")
    stream.tell((2, 1))
    stream.tell((3, 1))
    assert "data: 3.1" in next(frames)
    stream.tell((3, 2))
    stream.tell((4, 2))
    assert next(frames) == "id: 4\nevent: moved\ndata: 4.2\n\n"
    frames.close()  # type: ignore[attr-defined]
    assert not hub.full and hub._open == 0
    hub.close()


def test_a_phone_that_taps_all_the_time_hears_the_heartbeat(tmp_path: Path) -> None:
    """What it taps is answered, so its stream has nothing to say of it: it says that it is there."""
    store, open_ = stands(tmp_path)
    hub, code = Hub(store.at, 10), open_()
    stream = hub.join(code, "")
    frames = hub.frames(stream, (3, 1), heartbeat=0.2)
    next(frames)

    def tap() -> None:
        for _ in range(100):
            stream.tell((3, 1))
            time.sleep(0.02)

    taps = threading.Thread(target=tap)
    taps.start()
    began = time.monotonic()
    assert "data: 3.1" in next(frames)
    assert time.monotonic() - began < 1
    taps.join()
    frames.close()  # type: ignore[attr-defined]
    hub.close()


def test_lines_that_are_hung_up_are_let_go_at_once(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, COMPANION_THREADS="36") as (server,):
        _, code = opened(server)
        phones = [Phone(server) for _ in range(8)]
        for phone in phones:
            phone.get(f"/t/{code}")
        ears = [Ear(server, code, phone.cookie) for phone in phones[:4]]
        assert all(ear.frame()["data"] == "0.0" for ear in ears)
        assert server.get(f"/t/{code}/events", phones[4].cookie).status == 503
        for ear in ears:
            ear.response.close()
        time.sleep(1)
        again = [Ear(server, code, phone.cookie) for phone in phones[4:]]
        assert all(ear.frame()["data"] == "0.0" for ear in again)


def test_a_stream_says_something_every_five_seconds(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        ear = Ear(server, opened(server)[1])
        first = (ear.frame(), time.monotonic())[1]
        beats = [(ear.frame()["data"], time.monotonic())[1] for _ in range(2)]
    assert all(4 < after - before < 7 for before, after in zip([first, *beats], beats, strict=False))


def slowest(phone: Phone, code: str) -> float:
    """The slowest of some taps, each over a new connection."""
    times = []
    for _ in range(20):
        began = time.monotonic()
        assert phone.post(f"/t/{code}/do/add", step="1").status == 303
        times.append(time.monotonic() - began)
    return max(times)


def test_lines_that_say_nothing_hold_no_thread(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, COMPANION_THREADS="36") as (server,):
        phone, code = opened(server)
        with lines(server, 200, b""):
            assert slowest(phone, code) < 2


def test_beyond_the_connections_that_fit_idle_ones_give_way(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path, COMPANION_THREADS="36") as (server,):
        phone, code = opened(server)
        with (
            lines(
                server,
                1100,
                b"GET /t/AAAAAA/at HTTP/1.1\r\nHost: localhost\r\n\r\n".replace(b"AAAAAA", code.encode()),
            ),
            lines(server, 200, b""),
        ):
            assert slowest(phone, code) < 2


def test_lines_that_do_not_close_when_they_are_done_hold_nobody_up(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        phone, code = opened(server)
        said = f"GET /t/{code}/at HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        with lines(server, 20, said):
            assert slowest(phone, code) < 1


def test_who_speaks_out_of_turn_keeps_the_stream(tmp_path: Path) -> None:
    store, open_ = stands(tmp_path)
    hub, code = Hub(store.at, 10), open_()
    here, phone = socket.socketpair()
    with here, phone:
        stream = hub.join(code, "", here)
        phone.send(b"GET / HTTP/1.1")
        time.sleep(0.3)
        assert hub.open == 1
        hub.leave(stream)
        stream = hub.join(code, "", here)
        hub.leave(stream)
    hub.close()


def test_the_tail_survives_a_database_that_is_away(tmp_path: Path) -> None:
    store, open_ = stands(tmp_path)
    code, away = open_(), [True]

    def at(codes: object) -> dict[str, tuple[int, int]]:
        if away:
            raise OSError("away")
        return store.at([code])

    hub = Hub(at, 10)
    stream = hub.join(code, "")
    time.sleep(0.3)
    away.clear()
    Store(store.database, store.games).play(code, "Red", "pass", {})
    heard = stream.wait(5)
    assert (heard if heard != (0, 0) else stream.wait(5)) == (1, 0)
    hub.close()
