"""A memory that is kept for later starts: nobody's data are in it, and it takes those of the phone."""

import gc
import os
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.web import phone_memory
from companion.web.phone_memory import rehearse, wake
from companion.web.phone_server import PhoneServer, rehearsed

ORIGIN = "http://localhost:8000"
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
SEATS = {"name1": "Ada", "seat1": "Angels", "name2": "Ben", "seat2": "Demons", "option-first": "Angels"}


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave this process as it was."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(phone_memory, "warmed", lambda app: app)
    yield
    gc.unfreeze()
    rehearsed.clear()


def opened(server: PhoneServer) -> str:
    """Open a table. Its address."""
    status, headers, _ = server.answer("POST", "/games/war-in-heaven/new", FORM, urlencode(SEATS).encode())
    assert status == 303
    return dict(headers)["Location"].removesuffix("/seats")


def status(server: PhoneServer, address: str) -> int:
    """The status of a page."""
    return server.answer("GET", address, [], b"")[0]


def test_an_application_that_was_rehearsed_takes_the_data_of_a_phone(tmp_path):
    before = PhoneServer(ORIGIN, folder=str(tmp_path))
    table = opened(before)
    before.end()
    rehearse(ORIGIN)
    after = PhoneServer(ORIGIN, lasting=True, folder=str(tmp_path))
    assert not rehearsed
    assert after.app.secret_key == (tmp_path / "secret.key").read_bytes()
    assert status(after, table) == 200
    assert status(after, opened(after)) == 200
    again = PhoneServer(ORIGIN, folder=str(tmp_path))
    assert again.app is not after.app and status(again, table) == 200


def test_a_rehearsal_leaves_nothing_open_and_nothing_of_anybody(tmp_path):
    def files() -> set[str]:
        result: set[str] = set()
        for file in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                result.add(os.readlink(file))
        return result

    before = files()
    rehearse(ORIGIN)
    new: set[Any] = {name for name in files() - before if name.startswith("/")}
    assert not new
    key = rehearsed[0].secret_key
    PhoneServer(ORIGIN, folder=str(tmp_path))
    rehearse(ORIGIN)
    assert rehearsed[0].secret_key != key


def test_two_phones_that_wake_in_the_same_memory_throw_other_numbers():
    kept = random.getstate()
    thrown = []
    for _ in range(2):
        random.setstate(kept)
        wake()
        thrown.append(random.random())
    assert thrown[0] != thrown[1]
