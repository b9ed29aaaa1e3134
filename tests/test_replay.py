"""The journal is the replay: every moment has its page, on the phone and for the big screen, to look at."""

import re

import pytest
from flask import Flask

from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.web.view_model.log import Log
from companion.web.view_model.phone import Phone as Seen
from tests.conftest import Phone, Phones
from tests.test_app import chairs, entries, words
from tests.tiny import GAME


@pytest.fixture
def played(app: Flask, phone: Phones) -> tuple[Phone, str]:
    """Anna plays both seats: 2, 4, and the second taken back."""
    anna = phone()
    code = anna.open(phone="all")
    for seat in ("Red", "Blue"):
        anna.say(code, "add", by=seat, step="2")
    anna.say(code, "undo", by="Blue", seen=2, entry="2")
    return anna, code


def steps(page: str) -> dict[str, str]:
    """The strip's links."""
    return {name: href for href, name in re.findall(r'<a href="([^"]+)" data-strip="(\w+)"', page)}


@pytest.mark.parametrize("at", ["at", "screen/at"])
def test_every_moment_tells_what_was_said_then_and_leads_to_those_beside_it(
    played: tuple[Phone, str], at: str
) -> None:
    anna, code = played
    here = f"/t/{code}/{at}"
    now = here.removesuffix("/at")
    first, second = (anna.get(f"{here}/{n}") for n in (0, 2))
    assert steps(first.text) == {"play": f"{here}/0?play", "later": f"{here}/1", "last": now}
    assert "Blue: 4." in words(second) and "Red: 2." not in words(second)
    assert steps(second.text) == {
        "first": f"{here}/0",
        "earlier": f"{here}/1",
        "play": f"{here}/2?play",
        "later": now,
        "last": now,
    }
    assert "2/3" in words(second).replace(" ", "")
    assert "Ben takes back" in words(anna.get(f"{here}/3")).replace("Blue takes", "Ben takes")
    assert "3/3" in words(anna.get(f"{here}/99")).replace(" ", ""), "beyond the last is the last"


def test_a_moment_is_only_looked_at(app: Flask, played: tuple[Phone, str], phone: Phones) -> None:
    anna, code = played
    before = entries(app, code)
    page = anna.get(f"/t/{code}/at/1")
    assert entries(app, code) == before
    assert "<form" not in page.text.partition("<main")[2] and "table.js" not in page.text
    tag = page.headers["ETag"]
    assert anna.get(f"/t/{code}/at/1", headers={"If-None-Match": tag}).status_code == 304
    assert phone().get(f"/t/{code}/at/1").status_code == 200, "who watches may look, too"
    assert anna.get(f"/t/{code}/at/x").status_code == 303


def test_without_a_script_play_goes_on_by_itself_until_the_end(played: tuple[Phone, str]) -> None:
    anna, code = played
    on = r'<noscript><meta http-equiv="refresh" content="2;url=([^"]+)"></noscript>'
    assert re.findall(on, anna.get(f"/t/{code}/at/0?play").text) == [f"/t/{code}/at/1?play"]
    assert re.findall(on, anna.get(f"/t/{code}/at/2?play").text) == [f"/t/{code}"]
    assert not re.findall(on, anna.get(f"/t/{code}/at/1").text)


def test_the_table_its_log_and_the_screen_lead_into_the_journal(played: tuple[Phone, str]) -> None:
    anna, code = played
    assert f'href="/t/{code}/at/before"' in anna.get(f"/t/{code}").text
    assert anna.get(f"/t/{code}/at/before").text == anna.get(f"/t/{code}/at/2").text
    assert f'href="/t/{code}/at/1"' in anna.get(f"/t/{code}/log").text
    assert steps(anna.get(f"/t/{code}/screen").text)["earlier"] == f"/t/{code}/screen/at/2"


def test_who_was_away_is_shown_what_was_said_since(app: Flask, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.open(phone="1", **{"option-turns": "race"})
    ben.sit(chairs(app, code)["Blue"])
    store = app.extensions["companion"].store

    def missed() -> str:
        session = store.session(code)
        return Log(session, Seen.at(session, session.creator)).missed

    assert missed() == ""
    anna.say(code, "add", step="1")
    ben.say(code, "add", step="1")
    assert missed() == "", "one entry stands on the table itself"
    ben.say(code, "add", step="1")
    assert missed() == f"/t/{code}/at/1?play"


def test_a_table_as_it_stood_is_that_moment_and_its_log() -> None:
    table = Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))
    for seat in ("Red", "Blue", "Red"):
        table = table.say(seat, "add", {"step": "2"})
    for n, total in enumerate((0, 2, 4, 6)):
        assert table.as_of(n).state.total == total and table.as_of(n).n == n
    assert table.as_of(0).state == table.start and table.n == 3
