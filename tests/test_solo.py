"""Sittings against the phone to their end through the web, and the processes in which it thinks."""

import os
import random
import re
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.boxes.shelf import Shelf
from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.statistics import opening
from companion.players.absent import Move, Position, decided
from companion.players.coach import COACH
from companion.players.games import found
from companion.players.players import greedy
from companion.players.sitting import sitting
from companion.players.thinker import LIMITS, NoMove, Thinker
from companion.storage.session import said_by_phone
from companion.words import Message
from tests import servers
from tests.conftest import Phone, house, wait_until
from tests.sittings import longest
from tests.solo import go_on, heard, persons_move, played, session_of

GAMES = [*shelf(), "mancala"]
LONG, LEFT = 180, 60
"""A game is long if its longest played sitting has more lines; then a chair is filled so many entries before
its end, else it begins alone."""


def is_long(key: str) -> bool:
    return longest(found(key)).count("\n") > LONG


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A house with every game."""
    return house(tmp_path_factory.mktemp("solo"))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_sitting_alone_comes_to_its_end(key: str, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "move", lambda self, position: decided(position))
    anna = Phone(app)
    comes_to_its_end(app, anna, (late if is_long(key) else alone)(app, anna, key))


@pytest.mark.soak
@pytest.mark.parametrize("key", [key for key in GAMES if is_long(key)])
def test_a_long_one_does_from_its_first_move(key: str, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "move", lambda self, position: decided(position))
    anna = Phone(app)
    comes_to_its_end(app, anna, alone(app, anna, key))


def comes_to_its_end(app: Flask, anna: Phone, code: str) -> None:
    """Play it out; the phone's entries are marked, and its transcript is a sitting that was played."""
    session = played(app, anna, code)
    by_phone = [step for step in session.table.log if said_by_phone(step.entry)]
    assert session.table.state.over and {step.entry.seat for step in by_phone} == set(session.absent)
    log = anna.get(f"/t/{code}/log").get_data(as_text=True)
    assert '<span class="tag">the phone</span>' in log
    again = transcript.read(anna.get(f"/t/{code}/sitting.game").get_data(as_text=True), Shelf())
    assert again.state == session.table.state and again.n == len(session.table.standing)


def alone(app: Flask, phone: Phone, key: str) -> str:
    """A table at which the phone plays all seats but the first."""
    seats = app.extensions["companion"].games[key].seats(2)
    sides = {f"seat{n}": seat for n, seat in enumerate(seats, 1)}
    return phone.open(key, absent="novice", **{"option-first": seats[0]}, **sides)


def late(app: Flask, phone: Phone, key: str) -> str:
    """A table near its end, where somebody goes home and the phone plays on."""
    game = found(key)
    start = opening(game, random.Random("late"), 2)
    table = Table.open(game, start)
    steps = list(sitting(game, start, dict.fromkeys(start.seats, greedy), "late"))
    for step in steps[:-LEFT]:
        table = table.say(step.action.by, step.action.verb, written(step.action))
    phone.get("/")
    code = alone(app, phone, key)
    creator = session_of(app, code).creator
    store = app.extensions["companion"].store
    session = store.open(game, table, creator, list(start.seats))
    phone.post(f"/t/{session.code}/absent", {"seat": list(start.seats)[1], "strength": "novice"})
    return str(session.code)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Flask, Phone, list[str]]]:
    """Two tables at which the phone thinks for long."""
    app = house(tmp_path, THINKERS=2)
    anna = Phone(app)
    codes = []
    for n in range(2):
        anna.client.environ_base["REMOTE_ADDR"] = f"10.0.0.{n}"  # one address never has both processes
        code = alone(app, anna, "heroball")
        anna.post(f"/t/{code}/absent", {"seat": "Crimson", "strength": "adept"})
        while not session_of(app, code).due:
            persons_move(anna, session_of(app, code), random.Random(1))
        codes.append(code)
    yield app, anna, codes
    app.extensions["companion"].absent.close()


@pytest.mark.slow
def test_it_thinks_beside_the_taps(pair: tuple[Flask, Phone, list[str]]) -> None:
    """The processes give way, and what they think costs the one that serves nothing."""
    app, _, codes = pair
    before, processes = time.process_time(), set[int]()
    counts = [session_of(app, code).n for code in codes]
    for code, n in zip(codes, counts, strict=True):
        assert heard(app, code, n).n == n + 1
    spent = time.process_time() - before
    for thinker in app.extensions["companion"].absent._all:
        process = thinker._worker._process
        assert process and process.pid != os.getpid()
        processes.add(process.pid)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) - os.getpriority(os.PRIO_PROCESS, 0) == 10
    assert len(processes) == 2 and spent < 2.0, f"{spent:.2f} s"


@pytest.mark.slow
def test_a_process_that_falls_is_told_and_started_again(pair: tuple[Flask, Phone, list[str]]) -> None:
    app, anna, (code, other) = pair
    n, m = session_of(app, code).n, session_of(app, other).n
    heard(app, code, n), heard(app, other, m)
    session = session_of(app, code)
    for _ in range(20):  # until the phone thinks about what comes after hands
        if session.due:
            break
        persons_move(anna, session, random.Random(1))
        session = session_of(app, code)
    fallen: list[Any] = [thinker._worker._process for thinker in app.extensions["companion"].absent._all]
    for process in fallen:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    go_on(anna, session)
    now = heard(app, code, session.n)
    assert now.n == session.n + 1 or now.waits.why
    if now.waits.why:
        go_on(anna, now)
        wait_until(lambda: session_of(app, code).n != now.n, 60)
    assert session_of(app, code).n == session.n + 1


@pytest.mark.slow
def test_a_thought_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = found("heroball")
    start = opening(game, random.Random(1), 2)
    table = Table.open(game, start)
    position = Position.of(table, table.state.to_act[0], "careful:30s", "lot")
    with monkeypatch.context() as hasty:
        hasty.setattr("companion.players.thinker.LIMITS", replace(LIMITS, patience=0.05))
        thinker = Thinker()
    with pytest.raises(NoMove):
        thinker.move(position)
    thinker = Thinker()
    assert isinstance(thinker.move(Position.of(table, table.state.to_act[0], "greedy", "lot")), Move)
    advice = thinker.advice(Position.of(table, table.state.to_act[0], COACH, "lot"))
    assert len(advice) == 3 and any(isinstance(one.brings, Message) for one in advice)
    thinker.close()


@pytest.mark.slow
def test_it_plays_where_one_loop_serves_all_phones(tiny: Path, tmp_path: Path) -> None:
    """A thought waits in a process of its own, and the loop of gevent answers others meanwhile."""
    with servers.serving(tmp_path, COMPANION_WORKER="gevent", WEB_CONCURRENCY="1") as (server,):
        anna = servers.Phone(server)
        anna.get("/games/tiny/new")
        opening_ = {"option-turns": "strict", "option-goal": "100", "option-first": "Red"}
        made = anna.post("/games/tiny/new", seat1="Red", seat2="Blue", absent="adept", **opening_)
        url, n = (made.headers["Location"] or "").partition("/seats")[0], 0
        for _ in range(3):
            assert anna.post(f"{url}/do/add", step="1", by="Red").status == 303
            until = time.monotonic() + 60
            while not (at := re.search(r'data-at="(\d+)\.', anna.get(url)[1])) or int(at[1]) < n + 2:
                assert time.monotonic() < until, "nothing was heard of the phone"
                time.sleep(0.05)
            n += 2
            assert anna.post(f"{url}/absent/go-on", n=str(n)).status == 303
        assert anna.get(f"{url}/log")[1].count('<span class="tag">the phone</span>') == 3


@pytest.mark.slow
@pytest.mark.waits
def test_a_house_that_is_stopped_in_mid_thought_says_nothing_of_it_and_goes_on(tmp_path: Path) -> None:
    """Ctrl-C reaches the processes that think, too; the next start thinks anew."""
    with (tmp_path / "errors").open("w+") as errors:
        server = servers.Server(tmp_path, errors).up()
        anna = servers.Phone(server)
        anna.get("/games/war-in-heaven/new")
        seats = {"seat1": "Angels", "seat2": "Demons", "option-first": "Demons"}
        made = anna.post("/games/war-in-heaven/new", absent="adept", **seats)
        url = (made.headers["Location"] or "").partition("/seats")[0]
        anna.get(url)
        processes = wait_until(lambda: thinking(server), every=0.05)
        time.sleep(1.5)  # it has begun
        began = time.monotonic()
        os.killpg(server.process.pid, signal.SIGINT)
        server.process.wait(20)
        assert time.monotonic() - began < 3, "nothing waits for the thought"
        errors.seek(0)
        assert errors.read() == ""
    wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes), every=0.05)
    with servers.serving(tmp_path) as (again,):
        assert "did not find" not in anna.get(url, again)[1]
        anna.post(f"{url}/absent/go-on", again, n="0")
        wait_until(lambda: 'data-at="0.' not in anna.get(url, again)[1], 60, 0.1)


def thinking(server: servers.Server) -> list[int]:
    """Return the processes of a server that think."""
    result = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            here = os.getpgid(parent) == server.process.pid
            if here and b"companion.players.thinker\0" in (folder / "cmdline").read_bytes():
                result.append(int(folder.name))
    return result
