"""Prints, imports and uploads: one at a time, so often a minute, and taps go on."""

import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.boxes.form import starts
from companion.extras.eye import routes as photograph
from companion.extras.eye.sighting import UnreadablePhoto
from companion.players.rollouts import Rollouts
from companion.web import heavy_work
from companion.web.app import create_app
from companion.web.routes import what_if
from companion.work.queue import Queue
from printables.draw.fonts import Unprintable
from tests.conftest import ROOT, Phone, Phones, wait_until
from tests.servers import opened, serving

pytestmark = pytest.mark.waits


@dataclass
class Gate:
    """Work that waits until it is let go; ``began`` has what arrived, in order."""

    began: list[str] = field(default_factory=list)
    open: threading.Event = field(default_factory=threading.Event)

    def pass_through(self, name: str) -> None:
        self.began.append(name)
        assert self.open.wait(20)

    def reached(self, number: int) -> None:
        """Wait until so much has arrived."""
        wait_until(lambda: len(self.began) >= number)


@pytest.fixture
def gate() -> Iterator[Gate]:
    """A gate that is open when the test ends."""
    gate = Gate()
    yield gate
    gate.open.set()


def asked_at_once(asks: Iterable[Callable[[], Any]]) -> list["Future[Any]"]:
    """The answers of requests that are asked at the same time."""
    pool = ThreadPoolExecutor(64)
    answers = [pool.submit(ask) for ask in asks]
    pool.shutdown(wait=False)
    return answers


def at(address: str) -> dict[str, Any]:
    """What a request from an address carries."""
    return {"environ_base": {"REMOTE_ADDR": address}}


def photographed(app: Flask, address: str) -> Callable[[], Any]:
    """A stranger with a table of War and a photograph of it."""
    phone = Phone(app)
    code = phone.open(
        "war-in-heaven", phone="all", seat1="Angels", seat2="Demons", **{"option-first": "Angels"}
    )
    return lambda: phone.post(
        f"/t/{code}/photograph", {"photo": (io.BytesIO(address.encode()), "x.jpg")}, **at(address)
    )


def played_on(app: Flask, address: str) -> Callable[[], Any]:
    """A stranger who has a table of their own played on."""
    phone = Phone(app)
    code = phone.open(phone="all")
    return lambda: phone.post(f"/t/{code}/ahead", {"n": "0"}, **at(address))


def test_a_print_an_import_and_the_editor_wait_for_no_photograph_and_nothing_that_is_played_on(
    app: Flask, phone: Phones, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(photo: bytes, borders: Any) -> None:
        gate.pass_through("photograph")
        raise UnreadablePhoto("It is hostile.")

    def elsewhere(text: str) -> Rollouts:
        gate.pass_through("ahead")
        return Rollouts(0, {})

    monkeypatch.setattr(photograph, "look", look)
    monkeypatch.setattr(what_if, "elsewhere", elsewhere)
    hostile = [photographed(app, f"10.0.0.{n}") for n in range(3)]
    strangers = [played_on(app, f"10.0.1.{n}") for n in range(4)]
    answers = asked_at_once([*hostile, *strangers])
    gate.reached(4)  # two of each kind at work, the others wait for them
    anna = phone()
    text = anna.get(f"/t/{anna.open()}/sitting.game").text
    assert anna.get("/games/tiny/print.pdf").status_code == 200
    assert anna.post("/import", {"text": text}).status_code == 303
    assert anna.post("/own/preview", {"text": starts.source("pad")}).status_code == 200
    assert not any(answer.done() for answer in answers), "the strangers wait all the while"
    gate.open.set()
    assert [answer.result(20).status_code for answer in answers] == [422] * 3 + [200] * 4


def test_of_many_photographs_at_once_all_are_answered_and_no_address_holds_up_the_others(
    app: Flask, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(photo: bytes, borders: Any) -> None:
        gate.pass_through(photo.decode())
        time.sleep(0.05)  # so that whoever took a photograph first also begins first
        raise UnreadablePhoto("It shows no board.")

    monkeypatch.setattr(photograph, "look", look)
    monkeypatch.setattr(photograph, "PHOTOGRAPHS", Queue(at_once=2, waiting=24, patience=30.0))
    hostile = asked_at_once(photographed(app, "10.6.6.6") for _ in range(5))
    gate.reached(1)
    harmless = [f"10.0.0.{n}" for n in range(20)]
    answers = asked_at_once([photographed(app, address) for address in harmless])
    gate.reached(2)
    wait_until(lambda: all(map(photograph.PHOTOGRAPHS.load, harmless)))
    gate.open.set()
    assert [answer.result(20).status_code for answer in answers] == [422] * 20, "nobody is refused"
    assert {answer.result(20).status_code for answer in hostile} == {422}
    before = gate.began[: max(map(gate.began.index, harmless))]
    assert before.count("10.6.6.6") <= 3


def test_a_game_that_is_kept_here_is_opened_in_the_editor_without_a_turn(phone: Phones, gate: Gate) -> None:
    anna = phone()
    where = anna.post("/own/new", {"text": starts.source("pad"), "do": "keep"}).location.removesuffix(
        "/share"
    )
    blocked = heavy_work.TEXTS.put("stranger", lambda: gate.pass_through("text"))
    gate.reached(1)
    assert anna.get("/own/new").status_code == anna.get(where).status_code == 200
    assert anna.get("/own/new?from=rising-water").status_code == 200
    gate.open.set()
    blocked.result(20)


def test_whoever_finds_the_queue_full_is_told_when_to_try_again(phone: Phones, gate: Gate) -> None:
    anna = phone()
    jobs = [heavy_work.HERE.put(f"10.0.0.{n}", lambda: gate.pass_through("print")) for n in range(9)]
    busy = anna.get("/games/tiny/print.pdf")
    assert busy.status_code == 429 and busy.headers["Retry-After"] == "5"
    assert "Nothing is lost; try again in a moment." in busy.text
    gate.open.set()
    for job in jobs:
        job.result(20)
    assert anna.get("/games/tiny/print.pdf").status_code == 200


BY_GEVENT = """
from gevent import monkey; monkey.patch_all()
import gevent, time
from flask import Flask
from companion.web.heavy_work import PHOTOGRAPHS, heavy_work
from companion.work.process import Limits, run

def asked(do):
    with Flask("x").test_request_context(environ_base={"REMOTE_ADDR": "10.0.0.1"}):
        return do()

def ticks(do):
    at_work, number = gevent.spawn(asked, do), 0
    while not at_work.ready():
        gevent.sleep(0.005)
        number += 1
    return at_work.get(), number

def busy():
    until = time.thread_time() + 0.5
    while time.thread_time() < until:
        pass
    return "here"

def refused():
    try:
        heavy_work(lambda: int("no number"))
    except ValueError:
        return "refused"

asked(refused)
print(*ticks(lambda: heavy_work(busy)))
print(*ticks(lambda: heavy_work(lambda: run("slow", b"there", Limits(300, 5, 20)).decode(), PHOTOGRAPHS)))
"""


def test_threads_switch_sooner_beside_heavy_work_and_only_then(app: Flask) -> None:
    interval = heavy_work.SwitchInterval()

    def fails() -> float:
        assert interval.beside(sys.getswitchinterval) == heavy_work.SHORT  # beside another, which goes on
        assert sys.getswitchinterval() == heavy_work.SHORT
        raise ValueError("broken")

    assert sys.getswitchinterval() == heavy_work.USUAL > heavy_work.SHORT
    with pytest.raises(ValueError, match="broken"):
        interval.beside(fails)
    assert sys.getswitchinterval() == heavy_work.USUAL


def test_the_loop_of_gevent_goes_on_while_work_is_done_here_and_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("def work(data):\n    import time; time.sleep(0.3); yield data\n")
    done = subprocess.run(
        [sys.executable, "-c", BY_GEVENT],
        env={**os.environ, "COMPANION_WORKER": "gevent", "PYTHONPATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    text = [line.split() for line in done.stdout.splitlines()]
    assert [words for words, _ in text] == ["here", "there"], done.stderr
    assert min(int(ticks) for _, ticks in text) >= 5
    assert "no number" not in done.stderr, "what is refused is no fault to be logged"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["set/bring", "new", "print.pdf"])
def test_who_uploads_all_the_time_is_asked_to_wait(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """No print is made: 21 in turn may take longer than the minute that is counted."""

    def refused(asked: object) -> None:
        raise Unprintable("This set cannot be read.")

    monkeypatch.setattr("companion.web.printing.elsewhere", refused)
    phone = Phone(create_app(str(tmp_path / "data"), TESTING=True))
    phone.get("/")
    seen = []
    for _ in range(21):
        form = {
            "players": "2",
            "phone": "all",
            "file": (io.BytesIO(b"="), "x"),
            "set": (io.BytesIO(b"="), "x"),
        }
        answer = phone.post(f"/games/high-heavens/{place}", form, content_type="multipart/form-data")
        seen.append(answer.status_code)
    assert seen[0] in (400, 422) and seen[-1] == 429


@pytest.mark.slow
def test_taps_go_on_while_much_is_printed(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        phone, code = opened(server)
        server.get("/games/high-heavens/print.pdf").read()
        prints = [
            threading.Thread(target=lambda: server.get("/games/high-heavens/print.pdf").read())
            for _ in range(8)
        ]
        for each in prints:
            each.start()
        took = []
        while any(each.is_alive() for each in prints) and len(took) < 500:
            began = time.perf_counter()
            assert phone.post(f"/t/{code}/do/add", step="1").status == 303
            took.append(time.perf_counter() - began)
        for each in prints:
            each.join(10)
        print(f"taps meanwhile: {len(took)}, p50 {1000 * sorted(took)[len(took) // 2]:.0f} ms")
        assert sorted(took)[len(took) // 2] < 0.25
