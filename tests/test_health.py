"""Whether a house is well, what it counts, and that the cause of every 5xx is logged, once a minute."""

import logging
import re

import pytest
from sqlalchemy.exc import OperationalError

from companion.storage.engine import Unavailable
from companion.web import once_a_minute
from companion.web.config import VERSION, metrics_for
from companion.web.context import Context
from companion.web.once_a_minute import OnceAMinute
from companion.web.sse import Full
from tests.conftest import Phone, house


@pytest.fixture
def logged(caplog):
    """What is logged, with every cause to be said anew."""
    once_a_minute.once_a_minute.said.clear()
    caplog.set_level(logging.WARNING)
    return caplog


@pytest.fixture
def here(app) -> Context:
    """The context of the house."""
    return app.extensions["companion"]


def counted(phone) -> dict[str, float]:
    """What /metrics says, line by line."""
    text = phone.get("/metrics").get_data(as_text=True)
    return {name: float(value) for name, value in re.findall(r"^(companion.*) (\S+)$", text, re.MULTILINE)}


def away(monkeypatch, here, *methods):
    """The database is away, for these ways to the store."""

    def fail(*given, **more):
        raise Unavailable("The journal is away.") from OperationalError(
            "select", {}, Exception("no route\nat all")
        )

    for name in methods:
        monkeypatch.setattr(here.store, name, fail)


def test_health_says_that_entries_can_be_kept(phone):
    answer = phone().get("/health")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    assert answer.json["status"] == "ok" and answer.json["database"] == "writable"
    assert answer.json["version"] == VERSION and answer.json["streams"] == 0 < answer.json["room_for_streams"]


@pytest.mark.slow
def test_health_says_why_not(tiny, tmp_path, logged):
    with_lock = house(tmp_path, PATIENCE=0.1)
    database = with_lock.extensions["companion"].store.database
    other = house(tmp_path, PATIENCE=0.1).extensions["companion"].store.database
    with other.writing():
        answer = Phone(with_lock).get("/health")
    assert answer.status_code == 503 and answer.json["status"] == "unavailable"
    assert "Somebody else is writing" in answer.json["database"]
    assert "database is locked" in logged.text
    database.engine.dispose()


def test_taps_are_counted_by_what_became_of_them(phone):
    red = phone()
    code = red.open(phone="all")
    before = counted(red)
    assert red.say(code, "add", step="1", by="Red", key="k").status_code == 303
    assert red.say(code, "add", step="1", by="Red", key="k").status_code == 303
    assert red.say(code, "add", step="9", by="Blue").status_code == 422
    assert phone().say(code, "add", step="1", by="Blue").status_code == 403
    after = counted(red)

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    for answer in ("kept", "repeated", "refused", "not seated"):
        assert more(f'companion_taps_total{{answer="{answer}"}}') == 1
    assert more("companion_tap_seconds_count") == 4
    assert more("companion_journal_entries_count") == 2
    assert more("companion_streams") == 0


def test_metrics_are_for_this_machine_unless_they_are_for_all(app, phone, monkeypatch):
    ask = phone()
    assert ask.get("/metrics").content_type.startswith("text/plain")
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
    for more in (elsewhere, {"headers": {"X-Forwarded-For": "127.0.0.1"}}):
        assert ask.get("/metrics", **more).status_code == 404
    monkeypatch.setitem(app.config, "METRICS", "all")
    assert ask.get("/metrics", **elsewhere).status_code == 200
    monkeypatch.setitem(app.config, "METRICS", "off")
    assert ask.get("/metrics").status_code == 404


def test_a_wrong_setting_is_said_in_words(monkeypatch):
    monkeypatch.setenv("COMPANION_METRICS", "everybody")
    with pytest.raises(Unavailable, match="local, all or off; not “everybody”"):
        metrics_for()


def test_every_5xx_is_counted_and_logs_its_cause(app, phone, here, monkeypatch, logged):
    red = phone()
    code = red.open(phone="all")
    before = counted(red)
    with monkeypatch.context() as patch:
        away(patch, here, "session", "play", "at")
        assert red.get(f"/t/{code}").status_code == 503
        assert red.say(code, "add", step="1").status_code == 503
    assert logged.text.count("OperationalError: (builtins.Exception) no route") == 1, "one cause, once"
    with monkeypatch.context() as patch:
        patch.setattr(here.store, "session", lambda *given: 1 // 0)
        assert red.get(f"/t/{code}").status_code == red.get(f"/t/{code}/log").status_code == 500
    assert logged.text.count("ZeroDivisionError: ") == 1

    def full(*given):
        raise Full

    monkeypatch.setattr(here.hub, "join", full)
    assert red.get(f"/t/{code}/events").status_code == 503
    assert "no stream of" in logged.text
    after = counted(red)
    for status, count in (("500", 2), ("503", 3)):
        name = f'companion_errors_total{{status="{status}"}}'
        assert after[name] - before.get(name, 0) == count


def record(words, *given):
    return logging.LogRecord("x", logging.ERROR, "", 0, words, given, None)


def test_a_cause_is_said_again_after_a_minute_with_how_often_it_came(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(once_a_minute.time, "monotonic", lambda: now[0])
    log = OnceAMinute()
    assert [log.filter(record("away %s", 1)) for _ in range(5)] == [True, False, False, False, False]
    assert log.filter(record("away %s", 2))
    now[0] += 61
    again = record("away %s", 1)
    assert log.filter(again) and again.getMessage() == "away 1 (4 more since it was last said)"
    assert all(log.filter(record("%s", n)) for n in range(500)) and len(log.said) <= once_a_minute.CAUSES
