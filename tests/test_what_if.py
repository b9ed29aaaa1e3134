"""What if: a table that goes on from a moment of another, the two side by side, and a moment played on."""

import pytest
from flask import Flask

from companion.kernel import transcript
from companion.kernel.shelf import shelf
from companion.players.rollouts import Rollouts, rolled_out
from companion.web.routes import what_if
from tests.conftest import Phone, Phones
from tests.sittings import sitting_text
from tests.test_app import chairs, entries, words


@pytest.fixture
def parted(app: Flask, phone: Phones) -> tuple[Phone, Phone, str, str]:
    """Anna and Ben play 2, 3, 1, and Anna goes on from 2: both phones, the first table and the other."""
    anna, ben = phone(), phone()
    code = anna.open(phone="1")
    ben.sit(chairs(app, code)["Blue"])
    for by, step in (("Red", "2"), ("Blue", "3"), ("Red", "1")):
        (anna if by == "Red" else ben).say(code, "add", by=by, step=step)
    answer = anna.post(f"/t/{code}/what-if", {"n": "1"})
    assert answer.status_code == 303
    return anna, ben, code, answer.location.split("/")[2]


def test_a_fork_and_its_origin_replay_equal_up_to_the_fork(
    app: Flask, parted: tuple[Phone, Phone, str, str]
) -> None:
    _, ben, code, other = parted
    store = app.extensions["companion"].store
    first, fork = store.session(code), store.session(other)
    assert first.n == 3 and fork.n == 1 and fork.fork == type(fork.fork)(code, 1)
    assert fork.table.state == first.table.log[0].state and fork.table.start == first.table.start
    assert {chair.seat: chair.phones for chair in first.chairs} == {
        chair.seat: chair.phones for chair in fork.chairs
    }
    assert [chair.player for chair in fork.chairs] == ["Anna", "Ben"]
    assert ben.say(other, "add", by="Blue", step="1").status_code == 303, "the same phones play on there"
    assert len(entries(app, code)) == 3, "and the first table is untouched"
    assert f"table {other}" in first.changes[-1].told


def test_each_leads_to_the_other_and_both_stand_side_by_side(parted: tuple[Phone, Phone, str, str]) -> None:
    anna, ben, code, other = parted
    assert f'href="/t/{other}"' in ben.get(f"/t/{code}/what-if").text
    assert f'href="/t/{code}/story"' in ben.get(f"/t/{other}/story").text
    assert f'href="/t/{other}/story"' in anna.get(f"/t/{code}/story").text
    for one, two in ((code, other), (other, code)):
        for page in ("", "/log"):
            assert f'<a href="/t/{two}"' in ben.get(f"/t/{one}{page}").text, f"{one}{page} is told of {two}"
    ben.say(other, "add", by="Blue", step="1")
    for one, two in ((code, other), (other, code)):
        both = anna.get(f"/t/{one}/beside/{two}?n=2")
        assert both.status_code == 200 and "2/3" in words(both).replace(" ", "")
        assert "Blue: 5." in words(both) and "Blue: 3." in words(both)
    alone = anna.open(phone="all")
    assert anna.get(f"/t/{code}/beside/{alone}").status_code == 404
    assert anna.get(f"/t/{code}/beside/{code}").status_code == 404


def test_who_only_watches_opens_no_other_table_and_a_link_opens_none(
    app: Flask, parted: tuple[Phone, Phone, str, str], phone: Phones
) -> None:
    anna, _, code, _ = parted
    eve = phone()
    assert eve.get(f"/t/{code}/what-if?n=1").status_code == 200
    assert eve.post(f"/t/{code}/what-if", {"n": "1"}).status_code == 403
    assert f'href="/t/{code}/what-if?n=2"' in anna.get(f"/t/{code}/at/2").text
    store = app.extensions["companion"].store
    assert anna.post(f"/t/{code}/what-if", {"n": "9999"}).status_code == 422
    before = len(store.forks(store.session(code)))
    anna.get(f"/t/{code}/what-if?n=2")
    assert len(store.forks(store.session(code))) == before


def test_only_who_sits_at_a_table_has_it_played_on(
    parted: tuple[Phone, Phone, str, str], phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_if, "elsewhere", lambda text: Rollouts(2, {("Red",): 2.0}))
    anna, _, code, _ = parted
    eve = phone()
    assert "Play it on" not in eve.get(f"/t/{code}/what-if?n=1").text
    assert eve.post(f"/t/{code}/ahead", {"n": "1"}).status_code == 403
    assert "Play it on" in anna.get(f"/t/{code}/what-if?n=1").text
    assert "Played on 2 times" in words(anna.post(f"/t/{code}/ahead", {"n": "1"}))
    monkeypatch.setattr(what_if, "elsewhere", lambda text: None)
    assert anna.post(f"/t/{code}/ahead", {"n": "1"}).status_code == 503


def test_a_moment_played_on_is_won_in_shares_that_add_up_and_the_same_each_time() -> None:
    table = transcript.read(sitting_text("war-in-heaven", "most-allies"), shelf())
    late = transcript.write(table.as_of(135))
    result = rolled_out(late, games=6)
    assert result == rolled_out(late, games=6) and result.games == 6
    assert sum(result.won.values()) == pytest.approx(6) and set(result.won) <= {("Angels",), ("Demons",)}


@pytest.mark.slow
def test_its_page_tells_the_shares_with_how_sure_they_are(phone: Phones) -> None:
    anna = phone()
    text = sitting_text("war-in-heaven", "most-allies")
    code = anna.post("/import", {"text": text}).location.split("/")[2]
    page_text = words(anna.post(f"/t/{code}/ahead", {"n": "130"}))
    assert "Played on 50 times" in page_text and " to " in page_text
    assert anna.post(f"/t/{code}/ahead", {"n": "142"}).status_code == 422, "from the end nothing is left"
