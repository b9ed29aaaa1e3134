"""Pub/sub: what is heard, what is not, and settings that name no engine."""

import pytest

from companion.cli.main import main
from companion.storage.engine import Unavailable
from companion.web import config
from companion.web.pubsub import PubSub
from companion.web.sse import GONE, Hub


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
    ("name", "said", "words"),
    [
        ("LIVE_URL", "amqp://here", "LIVE_URL is an address such as redis://host:6379; not “amqp://here”."),
        ("LIVE_URL", "redis://here:port", "LIVE_URL is an address such as redis://host:6379"),
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
    import threading
    import time

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
