"""Pub/sub: what is heard, what is not, and settings that name no engine."""

import json
import os
import subprocess
import sys
import threading
import time

import pytest
from werkzeug.exceptions import TooManyRequests

from companion.cli.main import main
from companion.storage.engine import Unavailable
from companion.web import config
from companion.web.pubsub import PubSub
from companion.web.rate_limits import RateLimits
from companion.web.sse import GONE, Hub
from tests.conftest import wait_until
from tests.servers import serving
from tests.services import redis


@pytest.mark.parametrize(
    "said", ["", "ABCDEF", "ABCDEF 1", "ABCDEF x 1", "ABCDEF 1 -2", "A 9999999999 1", "a b c d"]
)
def test_what_is_no_word_of_ours_is_not_heard(said):
    heard = []
    PubSub("redis://127.0.0.1:1", lambda *news: heard.append(news))._heard(said)
    assert heard == []


def test_where_a_table_stands_is_heard():
    heard = []
    PubSub("redis://127.0.0.1:1", lambda *news: heard.append(news))._heard("ABCDEF 12 3")
    assert heard == [("ABCDEF", (12, 3))]


@pytest.mark.parametrize(
    "name, said, words",
    [
        ("LIVE_URL", "amqp://here", "LIVE_URL is an address such as redis://host:6379; not “amqp://here”."),
        ("LIVE_URL", "redis://here:port", "LIVE_URL is an address such as redis://host:6379"),
        ("LIVE_URL", "unix://", "LIVE_URL is an address such as redis://host:6379; not “unix://”."),
        ("LIVE_URL", "redis://here?socket_timeout=x", "LIVE_URL is an address such as redis://host:6379: "),
        *(
            (
                "WEB_CONCURRENCY",
                phrase,
                f"WEB_CONCURRENCY is a number of processes, from 1 to 999; not “{phrase}”.",
            )
            for phrase in ("abc", "0", "-1", "1.5", "9" * 30)
        ),
        *(
            ("COMPANION_LIMITS", sentence, "COMPANION_LIMITS names no store that can be used here: ")
            for sentence in ("foo://bar", "yes", "redis://here:port", "async+memory://")
        ),
        (
            "COMPANION_PROXY",
            "true",
            "COMPANION_PROXY is 1 where a proxy stands before it, else 0; not “true”.",
        ),
        ("COMPANION_METRICS", "yes", "COMPANION_METRICS is local, all or off; not “yes”."),
        ("COMPANION_LAB", "yes", "COMPANION_LAB is a number of processes, or off; not “yes”."),
        ("COMPANION_THINKERS", "-1", "COMPANION_THINKERS is a number, and 0 for none; not “-1”."),
        ("COMPANION_SNAPSHOTS", "all", "COMPANION_SNAPSHOTS is a number of days, and 0 for none; not “all”."),
        ("DATABASE_CONNECTIONS", "0", "DATABASE_CONNECTIONS is a number, e.g. 60; not “0”."),
        ("COMPANION_WORKER", "tornado", "COMPANION_WORKER is threads or gevent; not “tornado”."),
        ("COMPANION_THREADS", "many", "COMPANION_THREADS is a number, e.g. 256; not “many”."),
        ("COMPANION_THREADS", "0", "COMPANION_THREADS is a number, e.g. 256; not “0”."),
    ],
)
def test_a_setting_that_names_nothing_is_said_before_serving(
    monkeypatch, tmp_path, capsys, name, said, words
):
    monkeypatch.setenv(name, said)
    assert main(["serve", "--port", "1", "--data", str(tmp_path)]) == 1
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("said, behind", [("", False), ("0", False), ("1", True)])
def test_a_proxy_is_there_or_not(monkeypatch, tmp_path, said, behind):
    monkeypatch.setenv("COMPANION_PROXY", said)
    assert config.settings(tmp_path)["PROXY"] is behind


@pytest.mark.slow
def test_a_wrong_setting_ends_companion_in_one_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "serve", "--port", "1", "--data", tmp_path],
        capture_output=True,
        text=True,
        env={**os.environ, "WEB_CONCURRENCY": "0"},
    )
    assert done.returncode == 1 and not done.stdout
    assert done.stderr == "WEB_CONCURRENCY is a number of processes, from 1 to 999; not “0”.\n"


@pytest.mark.slow
@pytest.mark.waits
def test_settings_that_are_empty_are_as_if_they_were_not_there(tmp_path):
    names = ("WEB_CONCURRENCY", "COMPANION_LIMITS", "LIVE_URL", "COMPANION_PROXY", "COMPANION_THREADS")
    with serving(tmp_path, **dict.fromkeys(names, "")) as (server,):
        assert server.get("/health").status == 200


@pytest.mark.slow
def test_limits_are_counted_by_an_engine_at_a_socket():
    with redis() as engine:
        one, other = RateLimits(engine.socket), RateLimits(engine.url)
        for _ in range(10):
            one.hit("unknown", "10.0.0.1")
        with pytest.raises(TooManyRequests):
            other.test("unknown", "10.0.0.1")


@pytest.mark.slow
@pytest.mark.waits
def test_processes_meet_at_a_socket(tmp_path):
    with redis() as engine, serving(tmp_path, LIVE_URL=engine.socket, COMPANION_LIMITS="") as (server,):
        hears = lambda: json.loads(server.get("/health").read())["other_processes"]  # noqa: E731
        wait_until(lambda: hears() == "heard at once", 10, 0.1)


def test_limits_are_counted_where_the_processes_meet(monkeypatch, tmp_path):
    monkeypatch.setenv("LIVE_URL", "redis://here:6379")
    monkeypatch.delenv("COMPANION_LIMITS", raising=False)
    assert config.settings(tmp_path)["LIMITS"] == "redis://here:6379"
    monkeypatch.setenv("COMPANION_LIMITS", "memory://")
    assert config.settings(tmp_path)["LIMITS"] == "memory://"


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "redis", None)
    with pytest.raises(Unavailable, match=r"companion-table\[scale\]"):
        PubSub("redis://here", lambda code, at: None)


def asked_by(told, seconds):
    """The times that a hub asks the database, while one stream is open."""
    asked, begun = [], time.monotonic()
    hub = Hub(lambda codes: asked.append(time.monotonic() - begun) or {"ABCDEF": (1, 0)}, told=told)
    stream = hub.join("ABCDEF", "phone")
    threading.Event().wait(seconds)
    hub.leave(stream)
    return asked


def test_the_database_is_asked_ten_times_a_second_until_pub_sub_tells():
    told = iter([False] * 3 + [True] * 100)
    asked = asked_by(lambda: next(told), 0.9)
    assert len(asked) == 4  # once more when it began to tell, as something may have been said in between


def test_a_table_that_is_not_there_any_more_ends_its_streams():
    hub = Hub(lambda codes: {})
    stream = hub.join("ABCDEF", "phone")
    frames = list(hub.frames(stream, (3, 0)))
    assert len(frames) == 2 and f"data: {GONE[0]}.0" in frames[1] and hub.open == 0
