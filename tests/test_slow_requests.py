"""Who sends slowly, or nothing, holds up nobody: on a real server, without a proxy before it."""

import contextlib
import io
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.web.rate_limits import RateLimits
from companion.web.sse import A_HOUSE, A_PHONE, STRANGERS, Full, Hub
from tests.servers import Ear, Server, lines, opened, serving

pytestmark = pytest.mark.waits
both_workers = pytest.mark.parametrize("worker", ["threads", "gevent"])

HALF = {
    "heads": b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le",
    "bodies": b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\nc",
    "nothing": b"",
}


@contextlib.contextmanager
def held(server: Server, count: int, begun: bytes) -> Iterator[list[socket.socket]]:
    """So many connections that have sent no more than this."""
    lines = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(count)]
    try:
        for line in lines:
            line.sendall(begun)
        yield lines
    finally:
        for line in lines:
            line.close()


def until(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether it holds within so many seconds."""
    end = time.monotonic() + seconds
    while not (there := holds()) and time.monotonic() < end:
        time.sleep(0.1)
    return there


def ended(line: socket.socket) -> bool:
    """True where the server has hung up."""
    line.settimeout(0.05)
    try:
        return not line.recv(65536)
    except TimeoutError:
        return False
    except OSError:
        return True


def answers_soon(server: Server, held_by: str, within: float = 4) -> None:
    """A page comes while others hold connections."""
    began = time.monotonic()
    assert server.get("/").status == 200
    assert time.monotonic() - began < within, f"the page waited for {held_by}"


@pytest.mark.slow
@both_workers
def test_half_sent_requests_and_mute_connections_hold_up_nobody(
    tiny: Path, tmp_path: Path, worker: str
) -> None:
    env = {"COMPANION_THREADS": "64", "COMPANION_WORKER": worker}
    with serving(tmp_path, **env) as (server,), contextlib.ExitStack() as stack:
        assert server.get("/").status == 200
        lines = {}
        for what, begun in HALF.items():
            lines[what] = stack.enter_context(held(server, 150, begun))
            for _ in range(3):
                answers_soon(server, what)
        for what, those in lines.items():
            assert until(lambda those=those: all(map(ended, those)), 25), f"{what}: held for good"  # type: ignore[misc]


@pytest.mark.slow
@both_workers
def test_a_byte_now_and_then_wins_no_time(tiny: Path, tmp_path: Path, worker: str) -> None:
    with (
        serving(tmp_path, COMPANION_WORKER=worker) as (server,),
        held(server, 1, HALF["bodies"]) as (body,),
        held(server, 1, HALF["heads"]) as (head,),
    ):
        end, left = time.monotonic() + 20, {body, head}
        while left and time.monotonic() < end:
            for line in [*left]:
                with contextlib.suppress(OSError):
                    line.send(b"c")
                if ended(line):
                    left.remove(line)
            time.sleep(0.5)
        assert not left


@pytest.mark.slow
@both_workers
def test_a_slow_but_steady_request_is_answered(tiny: Path, tmp_path: Path, worker: str) -> None:
    with (
        serving(tmp_path, COMPANION_WORKER=worker) as (server,),
        held(server, 1, HALF["bodies"][:-1]) as (line,),
    ):
        for _ in range(10):
            line.sendall(b"c" * 100)
            time.sleep(0.3)
        line.settimeout(10)
        assert line.recv(4096).startswith(b"HTTP/1.1 404"), "no table has the code that was sent"


@pytest.mark.slow
@pytest.mark.parametrize(
    "worker, begun, within",
    [
        ("threads", b"", 8),
        ("gevent", b"", 8),
        ("gevent", HALF["heads"], 15),
        ("gevent", HALF["bodies"], 15),
    ],
)
def test_past_the_most_connections_the_idlest_give_way(
    tiny: Path, tmp_path: Path, worker: str, begun: bytes, within: int
) -> None:
    env = {"COMPANION_THREADS": "36", "COMPANION_WORKER": worker}
    with serving(tmp_path, **env) as (server,):
        phone, code = opened(server)
        ear = Ear(server, code, phone.cookie)
        with held(server, 1_100, begun) as lines:
            answers_soon(server, "a thousand lines", 4 if not begun else 10)
            assert until(lambda: ended(lines[0]), within)
            assert phone.post(f"/t/{code}/do/add", step="1").status == 303
            assert ear.until("1.0"), "a stream gives way to nobody"


@pytest.mark.slow
@both_workers
def test_past_the_most_connections_those_between_two_taps_give_way(
    tiny: Path, tmp_path: Path, worker: str
) -> None:
    env = {"COMPANION_THREADS": "36", "COMPANION_WORKER": worker}
    page = b"GET /t/%s/at HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(tmp_path, **env) as (server,):
        code = opened(server)[1].encode()
        with lines(server, 1_100, page % code) as idle, held(server, 200, b""):
            answers_soon(server, "phones between two taps")
            assert until(lambda: ended(idle[0]), 10), "it would have waited for half a minute"


@pytest.mark.slow
@both_workers
def test_a_tap_that_breaks_off_counts_for_nothing(tiny: Path, tmp_path: Path, worker: str) -> None:
    with serving(tmp_path, COMPANION_WORKER=worker) as (server,):
        phone, code = opened(server)
        form = urlencode({"step": "1"})
        tap = (
            f"POST /t/{code}/do/add HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {phone.cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form) + 1}\r\n\r\n{form}"
        )
        with held(server, 2, tap.encode()) as (waits, goes):
            goes.shutdown(socket.SHUT_WR)
            assert until(lambda: ended(goes) and ended(waits), 15)
        assert server.get(f"/t/{code}/at").read() == b"0.0"
        assert phone.post(f"/t/{code}/do/add", step="1").status == 303


def test_too_much_that_breaks_off_is_no_fault_of_the_house(app: Flask) -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise ConnectionResetError

    sent = {"wsgi.input": Broken(), "CONTENT_LENGTH": "10000000", "CONTENT_TYPE": "text/plain"}
    assert app.test_client().post("/join", environ_overrides=sent).status_code == 413


@pytest.mark.slow
@both_workers
def test_a_stream_outlasts_what_a_request_has(tiny: Path, tmp_path: Path, worker: str) -> None:
    with serving(tmp_path, COMPANION_WORKER=worker) as (server,):
        ear, began = Ear(server, opened(server)[1]), time.monotonic()
        while time.monotonic() - began < 16:
            assert ear.frame(), "the stream has ended"


def hub(limit: int = 100) -> Hub:
    return Hub(lambda codes: {}, limit)


def test_an_address_has_its_share_of_the_streams() -> None:
    one = hub()
    for n in range(50):
        one.join("A", f"phone {n}", address="10.0.0.1")
    with pytest.raises(Full):
        one.join("A", "another", address="10.0.0.1")
    assert one.join("A", "another", address="10.0.0.2"), "others have theirs"
    for _ in range(A_PHONE - 1):
        with pytest.raises(Full):
            one.join("A", "phone 0", address="10.0.0.1")
    small = hub(A_HOUSE)
    for n in range(A_HOUSE):
        small.join("A", f"phone {n}", address="10.0.0.1")
    with pytest.raises(Full):
        small.join("A", "", address="10.0.0.2")


def test_an_address_holds_few_streams_without_a_cookie() -> None:
    one = hub()
    for _ in range(STRANGERS):
        one.join("A", "", address="10.0.0.1")
    with pytest.raises(Full):
        one.join("A", "", address="10.0.0.1")
    assert one.join("A", "phone", address="10.0.0.1") and one.join("A", "", address="10.0.0.2")
    for _ in range(20):
        assert one.join("A", "", address=""), "without limits nothing is counted"


def test_what_counts_as_an_address() -> None:
    network = RateLimits("memory://").network
    assert network("10.0.0.1") == "10.0.0.1" and network(None) == "" and network("odd") == "odd"
    assert network("2001:db8::1") == network("2001:db8::ffff:2") == "2001:db8::/64"
    assert network("fe80::1%eth0") == "fe80::/64" and RateLimits("off").network("10.0.0.1") == ""
