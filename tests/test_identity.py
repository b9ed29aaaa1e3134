"""A phone's name outlives clocks, keys, previews and guessers; seats that change hands are told."""

import time
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from tests.conftest import Phone, Phones, house
from tests.test_app import entries

COOKIE = "companion"


def cookie(phone: Phone, name: str = COOKIE) -> str:
    """The value of a phone's cookie."""
    found = phone.client.get_cookie(name)
    assert found
    return found.value


# ---- the cookie


@pytest.mark.parametrize("back", [5, 60, 3600, 10 * 365 * 86400])
def test_a_clock_that_is_set_back_takes_no_seat(
    app: Flask, phone: Phones, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    anna = phone()
    code, now = anna.open(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - back)
    assert "Set-Cookie" not in anna.get(f"/t/{code}").headers
    assert anna.say(code, "add", step="2").status_code == 303
    assert entries(app, code) == [("Red", "add")]


def test_a_cookie_signed_with_its_time_still_has_its_seats(app: Flask, phone: Phones) -> None:
    """Such cookies lie in phones from before; ahead of the clock they were refused and overwritten."""
    anna = phone()
    code = anna.open()
    with anna.client.session_transaction() as kept:
        content = dict(kept)
    dated = SecureCookieSessionInterface().get_signing_serializer(app)
    assert dated
    anna.client.set_cookie(COOKIE, dated.dumps(content))
    assert anna.say(code, "add", step="2").status_code == 303


def test_no_clock_of_ours_says_when_the_cookie_ends(phone: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, now = phone(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - 10 * 365 * 86400)
    sent = anna.post("/games/tiny/new", {"seat1": "Red", "seat2": "Blue", "option-first": "Red"})
    assert "Expires=Thu, 31 Dec 2099" in sent.headers["Set-Cookie"]


def test_a_cookie_that_cannot_be_read_is_left_alone(tiny: Path, tmp_path: Path) -> None:
    """Another house at this address, or one whose key is away for an evening, takes no seat either."""
    ours, other = house(tmp_path / "ours"), house(tmp_path / "other")
    anna = Phone(ours)
    code, kept = anna.open(), cookie(anna)
    anna.app, anna.client.application = other, other
    there = anna.open()
    assert anna.say(there, "add", step="1").status_code == 303 and cookie(anna) == kept
    anna.app, anna.client.application = ours, ours
    assert anna.say(code, "add", step="2").status_code == 303 and cookie(anna) == kept
    anna.app, anna.client.application = other, other
    assert anna.say(there, "add", by="Blue", step="1").status_code == 403
    assert anna.say(there, "ruling", total="3", reason="x").status_code == 303
