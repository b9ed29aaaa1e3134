"""A table is taken along and brought back: byte for byte, and nothing that was said anywhere is lost."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage import along
from companion.web import url_codec
from companion.web.app import create_app
from tests.conftest import Phone

SITTING = ("3", "2", "3")


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Phone]:
    """A phone that is its own server."""
    app = create_app(str(tmp_path / "alone"), OVER=False, LASTING=True, LIMITS="off", THINKERS=0)
    app.testing = True
    yield Phone(app)
    app.extensions["companion"].store.database.engine.dispose()


def played(phone: Phone, code: str, *steps: str) -> None:
    table = phone.app.extensions["companion"].store.session(code)
    for n, step in enumerate(steps, table.n):
        assert phone.say(code, "add", by=("Red", "Blue")[n % 2], step=step, seen=n).status_code == 303


def file(phone: Phone, code: str) -> str:
    answer = phone.get(f"/t/{code}/along.game")
    assert answer.status_code == 200, answer.text
    return answer.text


def brought(phone: Phone, text: str) -> str:
    """Bring a file; the code of the table where that leads."""
    sent = {"file": (io.BytesIO(text.encode()), "x.game")}
    answer = phone.post("/take", sent, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    return str(answer.location.split("/")[2])


def plain(text: str) -> str:
    """The transcript without the remarks that name its homes."""
    return re.sub(r"# home: .*\n", "", text)


def test_it_comes_back_byte_for_byte_with_what_was_said_elsewhere(phone, alone):
    anna = phone()
    code = anna.open(phone="all")
    played(anna, code, *SITTING)
    went = file(anna, code)
    there = brought(alone, went)
    assert plain(file(alone, there)) == plain(went) == anna.get(f"/t/{code}/sitting.game").text
    played(alone, there, "1", "1")
    home = file(alone, there)
    assert brought(anna, home) == code
    assert anna.get(f"/t/{code}/sitting.game").text == plain(home)
    page = anna.get(f"/t/{code}").text
    assert "2 entries were added" in page
    assert "Entries 4 to 5 were said elsewhere and brought here." in anna.get(f"/t/{code}/log").text
    assert brought(anna, home) == code, "once more changes nothing"
    assert anna.get(f"/t/{code}/sitting.game").text == plain(home)
    again = file(anna, code)
    assert brought(alone, again) == there, "the phone has it already"


def test_where_both_went_on_the_later_becomes_a_fork_and_says_so(phone, alone):
    anna = phone()
    code = anna.open(phone="all")
    played(anna, code, *SITTING)
    there = brought(alone, file(anna, code))
    played(alone, there, "1")
    played(anna, code, "2")
    here, home = anna.get(f"/t/{code}/sitting.game").text, file(alone, there)
    fork = brought(anna, home)
    assert fork != code
    assert f"Table {code} is how it went here" in anna.get(f"/t/{fork}").text
    assert anna.get(f"/t/{fork}/sitting.game").text == plain(home)
    assert anna.get(f"/t/{code}/sitting.game").text == here
    assert f"goes on after entry {len(SITTING)}" in anna.get(f"/t/{code}/log").text
    played(alone, there, "1")
    assert brought(anna, file(alone, there)) == fork, "what comes later is added to the fork"


def test_nobody_s_words_are_put_into_the_mouth_of_another_phone(phone, alone):
    anna, ben = phone(), phone()
    code = anna.open()
    blue = anna.app.extensions["companion"].store.session(code).chairs[1]
    ben.sit(blue.key)
    played(anna, code, "3")
    there = brought(alone, file(anna, code))
    played(alone, there, "2")
    fork = brought(anna, file(alone, there))
    assert fork != code and "Others sit at table" in anna.get(f"/t/{fork}").text
    assert ben.say(fork, "add", by="Blue", step="2", seen=2).status_code in (303, 422)
    assert anna.app.extensions["companion"].store.session(code).n == 1


def test_from_phone_to_phone_it_goes_the_same_way(alone, tmp_path):
    other = Phone(create_app(str(tmp_path / "other"), OVER=False, LASTING=True, LIMITS="off", THINKERS=0))
    code = alone.open(phone="all")
    played(alone, code, *SITTING)
    there = brought(other, file(alone, code))
    assert there != code
    played(other, there, "1")
    assert brought(alone, file(other, there)) == code
    assert plain(file(alone, code)) == plain(file(other, there))


def test_a_small_one_goes_by_a_link(phone, alone, monkeypatch):
    anna = phone()
    anna.app.config["PHONES"] = "https://phones.example"
    code = anna.open(phone="all")
    played(anna, code, "3")
    page = anna.get(f"/t/{code}/along").text
    link = re.search(r"https://phones\.example(/take\?t=[\w-]+)", page)
    assert link and "This table as a code" in page
    shown = alone.get(link[1])
    assert shown.status_code == 200 and "Bring it here" in shown.text
    assert alone.app.extensions["companion"].store.of_phone("") == [], "to look puts nothing here"
    answer = alone.post("/take", {"t": link[1].partition("=")[2]})
    there = answer.location.split("/")[2]
    played(alone, there, "2")
    page = alone.get(f"/t/{there}/along").text
    back = re.search(r'id="link-back">http://[\w.]+(/take\?t=[\w-]+)', page)
    assert back and "The way home as a code" in page
    assert anna.post("/take", {"t": back[1].partition("=")[2]}).location == f"/t/{code}"
    assert anna.app.extensions["companion"].store.session(code).n == 2


HOSTILE = (
    "game: tiny\nseat Red = A\nseat Blue = B\n\nRed add: 9999\n",
    "game: tiny\nseat Red = <script>\nseat Blue = B\n\nBlue add: 1\n",
    "game: ../../etc/passwd\n",
    "\x00\x01",
    "seat",
    "game: tiny\nseat Red = A\nseat Blue = B\n\n" + "Red add: 1\n" * 40,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_link_is_refused_like_an_import(alone, text):
    small = url_codec.address("", text)
    assert small
    by_link, by_import = alone.post("/take", {"t": small}), alone.post("/import", {"text": text})
    assert (by_link.status_code, by_import.status_code) == (422, 422)
    assert "<script>" not in by_link.text
    assert alone.get("/").text.count("/t/") == 0


@pytest.mark.parametrize("small", ["", "x", "AAAA" * 2000, "eJw" + "A" * 500])
def test_what_is_no_table_at_all_is_refused(alone, small):
    assert alone.post("/take", {"t": small}).status_code == 422


def test_a_home_that_is_no_table_of_a_site_is_none():
    lines = ("javascript:alert(1)", "https://x/t/KITE7X?x", "http://x y/t/KITE7X", "https://x/T/KITE7X")
    for home in lines:
        assert along.homes(f"# home: {home}\n") == []
    assert along.homes("# home: https://a.example/t/K2TE7X\n" * 9) == ["https://a.example/t/K2TE7X"] * 2


def test_a_stranger_takes_and_brings_nothing(phone, alone):
    anna, eve = phone(), phone()
    code = anna.open(phone="all")
    played(anna, code, "3")
    assert eve.get(f"/t/{code}/along").status_code == 403
    assert eve.get(f"/t/{code}/along.game").status_code == 403
    there = brought(alone, file(anna, code))
    played(alone, there, "2")
    assert brought(eve, file(alone, there)) != code, "it is another table, of Eve's own"
    assert anna.app.extensions["companion"].store.session(code).n == 1


def test_what_is_hidden_from_a_phone_it_cannot_take_along(phone):
    anna, ben = phone(), phone()
    code = anna.open("liars-dice", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    crimson = anna.app.extensions["companion"].store.session(code).chairs[1]
    ben.sit(crimson.key)
    for who in (anna, ben):
        for page in ("along", "along.game"):
            answer = who.get(f"/t/{code}/{page}")
            assert answer.status_code == 403 and "hidden from this phone" in answer.text


def test_a_phone_that_is_passed_round_takes_all_of_it(phone):
    anna = phone()
    anna.post("/me/settings", {"on": ["passed"]})
    code = anna.open("liars-dice", phone="all", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    anna.post(f"/t/{code}/hand", {"seat": "Gold"})
    anna.say(code, "throw", by="Gold", shown="4")
    assert "Gold throw: 4" in file(anna, code)
