"""A stranger's box on the shelf, a house in a temporary place, and phones to tap on."""

import gc
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from flask import Flask
from hypothesis import settings
from werkzeug.test import TestResponse

from companion.cli.main import main
from companion.kernel.rulebook import traced
from companion.kernel.shelf import shelf
from companion.storage import backup, sqlite_file
from companion.storage.engine import Database
from companion.web.app import create_app

settings.load_profile("ci")
"""The same examples in every run, however long a busy machine takes to draw them."""

ROOT = Path(__file__).parent.parent
V = TypeVar("V")


def one_in_a_minute(values: Iterable[Any]) -> list[Any]:
    """Parameters of a test of which a minute's check takes the first, and the whole all of them."""
    first, *others = values
    return [first, *(pytest.param(value, marks=pytest.mark.slow) for value in others)]


def in_turn(*axes: Iterable[Any]) -> list[Any]:
    """Parameters of a test: all that can be combined of these values. The whole suite takes each of them at
    least once, in turn with those of the others; the soak takes the rest.
    """
    values = [[*axis] for axis in axes]
    taken = {tuple(n % len(axis) for axis in values) for n in range(max(map(len, values)))}
    return [
        pytest.param(
            *(axis[n] for axis, n in zip(values, at, strict=True)),
            marks=[] if at in taken else [pytest.mark.soak],
        )
        for at in product(*(range(len(axis)) for axis in values))
    ]


def wait_until(so: Callable[[], V], seconds: float = 20.0, every: float = 0.01) -> V:
    """Return what comes to be true; fail if it does not within so many seconds."""
    end = time.monotonic() + seconds
    while not (result := so()):
        assert time.monotonic() < end, f"not so in {seconds:g} seconds"
        time.sleep(every)
    return result


gc.set_threshold(5_000, 10, 50)  # as it is, what all tests are made of is looked through again and again


def pytest_collection_finish() -> None:
    """The tests themselves are no garbage."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Nor is it worth looking for any at the end."""
    gc.freeze()


@contextmanager
def on_the_shelf(folder: Path, **games: str) -> Iterator[Path]:
    """Games, installed as a stranger would: by their entry points, for child processes too."""
    box = folder / "strangers-1.dist-info"
    box.mkdir()
    (box / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    points = "".join(f"{key} = {place}\n" for key, place in games.items())
    (box / "entry_points.txt").write_text(f"[companion.games]\n{points}")
    path = [str(folder), str(ROOT)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*path, *sys.path])
        patch.setenv("PYTHONPATH", os.pathsep.join(path))
        shelf.cache_clear()
        yield folder
    shelf.cache_clear()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tiny game on the shelf."""
    with on_the_shelf(tmp_path_factory.mktemp("strangers"), tiny="tests.tiny:GAME") as folder:
        yield folder


@cache
def _migrated() -> bytes:
    """An empty file of tables, brought up to date once for all tests of a process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / backup.DATABASE
        database = Database(f"sqlite:///{file}")
        database.upgrade()
        database.engine.dispose()
        sqlite_file.checkpoint(file)
        return file.read_bytes()


def fresh(file: Path) -> Path:
    """A file of tables that is up to date; where there is one already, it stays as it is."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_migrated())
    return file


def house(data: Path, **settings: Any) -> Flask:
    """A house with its tables in a file of its own."""
    fresh(data / backup.DATABASE)
    return create_app(
        str(data), **{"LIMITS": "off", "TESTING": True, "PROPAGATE_EXCEPTIONS": False, **settings}
    )


@pytest.fixture(scope="module")
def app(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A house for all tests of a file that leave it as it was; tables they have each to themselves."""
    return house(tmp_path_factory.mktemp("house"))


class Phone:
    """A phone: a client with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()

    def get(self, url: str, **more: Any) -> TestResponse:
        """Look."""
        return self.client.get(url, **more)

    def post(self, url: str, data: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        """Send a form."""
        return self.client.post(url, data=data or {}, **more)

    def open(self, game: str = "tiny", laid: bool = True, **form: Any) -> str:
        """Open a table, and lay it unless told otherwise; its code."""
        fields = {"players": "2", "seat1": "Red", "seat2": "Blue", "name1": "Anna", "name2": "Ben", **form}
        fields.setdefault("option-first", "Red")
        response = self.post(f"/games/{game}/new", fields)
        assert response.status_code == 303, response.get_data(as_text=True)
        code = str(response.location.split("/")[2])
        if laid:
            self.post(f"/t/{code}/set-up", {"step": "all"})
        return code

    def sit(self, key: str) -> TestResponse:
        """Follow a seat's link, and tap what its page asks."""
        return self.post(f"/S/{key}")

    def say(self, code: str, verb: str, seen: int = -1, **form: Any) -> TestResponse:
        """Tap."""
        return self.post(f"/t/{code}/do/{verb}", {"seen": str(seen), **form})

    def play_out(self, code: str) -> str:
        """Play a table of the tiny game to its end, which Red wins; its code."""
        for n, step in enumerate(("3", "2", "3", "1", "1")):
            self.say(code, "add", by=("Red", "Blue")[n % 2], step=step)
        return code

    def finished(self) -> str:
        """A table of Anna and Ben on this phone, which Anna, who is Red, wins; its code."""
        return self.play_out(self.open(phone="all"))


Phones = Callable[[], Phone]


@pytest.fixture
def phone(app: Flask) -> Phones:
    """Makes phones."""
    return lambda: Phone(app)


class Cli:
    """The command line, as somebody types it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str, *words: object, code: int = 0) -> str:
        """Run a command, such as ``cli("count", file)``; what it says, if that is how it ends."""
        self.capsys.readouterr()
        ended = main([*line.split(), *map(str, words)])
        self.out, self.err = self.capsys.readouterr()
        assert ended == code, self.out + self.err
        return self.out + self.err


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """What runs a command and hears what it says."""
    return Cli(capsys)


NAMED = re.compile(r"test_(\w+)_(refuses|happens)(\[.*)?")


@pytest.fixture(autouse=True)
def the_rule_it_is_named_after_fires(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test says in its name is what it saw."""
    named = NAMED.fullmatch(request.node.name)
    rules = getattr(getattr(request.module, "GAME", None), "rules", {})
    key = named[1].replace("_", "-") if named else ""
    with traced() as fired:
        yield
    if named and key in rules:
        assert (key, named[2]) in fired, f"“{key}” never {named[2]} here; fired: {sorted(fired)}"
