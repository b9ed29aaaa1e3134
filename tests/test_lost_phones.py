"""Ten ways to lose a phone in mid-game, and none to sit down where a phone is alive and says no."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from companion.storage import backup
from companion.storage.engine import Database
from companion.storage.seats import PHONES_A_SEAT
from companion.storage.seen import KEPT_EVERY
from companion.storage.session import ALL_DECIDE, ALL_GONE, GONE, OPENER_DECIDES
from companion.web.sse import HEARTBEAT, SILENT, Hub
from tests.conftest import Phone, house
from tests.test_app import chairs, words
from tests.test_queries import listening
from tests.test_store import FIRST_VERSION, migrated


class Evening:
    """A table with Anna at Red and Ben at Blue, and a clock of its own."""

    def __init__(self, app: Flask, patch: pytest.MonkeyPatch) -> None:
        self.app, self.now = app, int(time.time()) + GONE + 1  # the process did not begin just now
        patch.setattr(time, "time", lambda: self.now)
        self.anna, self.ben = Phone(app), Phone(app)
        self.code = self.anna.open()
        self.ben.sit(self.link("Blue"))

    def link(self, seat: str) -> str:
        """The key of a seat, as its QR code says it."""
        return chairs(self.app, self.code)[seat]

    def passes(self, seconds: float, *there: Phone) -> None:
        """Let time pass, in which these phones ask now and then where the table stands."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(self.now + HEARTBEAT, until)
            for phone in there:
                assert phone.get(f"/t/{self.code}/at").status_code == 200

    def ask(self, phone: Phone, seat: str) -> None:
        """Type the six letters, and ask for a seat."""
        assert phone.post("/join", {"code": self.code}).location == f"/t/{self.code}"
        phone.post(f"/t/{self.code}/seats/ask", {"seat": seat})

    def admit(self, phone: Phone) -> int:
        """Let in who asked last; the answer's status."""
        (*_, asked) = self.app.extensions["companion"].store.session(self.code).requests
        return phone.post(f"/t/{self.code}/seats/admit", {"id": asked.id}).status_code

    def sits(self, phone: Phone) -> tuple[str, ...]:
        """The seats of a phone."""
        with phone.client.session_transaction() as kept:
            return self.app.extensions["companion"].store.session(self.code).mine(kept.get("phone", ""))

    def seats(self, phone: Phone) -> str:
        """What *Seats and codes* says."""
        return words(phone.get(f"/t/{self.code}/seats"))


@pytest.fixture
def evening(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A table in mid-game."""
    return Evening(app, monkeypatch)


# ---- ten ways to lose a phone


def admitted(evening: Evening, lost: Phone) -> None:
    """Who sits at the table lets the phone in by which somebody comes back."""
    evening.ask(lost, "Blue")
    assert "Anybody at the table can let you in now." in evening.seats(lost)
    assert evening.admit(evening.anna) == 303


def scanned(evening: Evening, lost: Phone) -> None:
    """The link of a seat seats at once."""
    link = evening.link("Blue")
    assert "Sit down as Blue" in words(lost.get(f"/S/{link}"))
    assert lost.sit(link).location == f"/t/{evening.code}"


def cookies_deleted_by_one(evening: Evening) -> str:
    evening.ben.client.delete_cookie("companion")
    evening.passes(GONE, evening.anna, evening.ben)
    admitted(evening, evening.ben)
    return "Blue"


def cookies_deleted_by_all(evening: Evening) -> str:
    for phone in (evening.anna, evening.ben):
        phone.client.delete_cookie("companion")
    evening.passes(ALL_GONE, evening.anna, evening.ben)
    scanned(evening, evening.ben)
    evening.ask(evening.anna, "Red")
    assert evening.admit(evening.ben) == 303 and evening.sits(evening.anna) == ("Red",)
    return "Blue"


def private_window_closed(evening: Evening) -> str:
    evening.passes(GONE, evening.anna)
    evening.ben = Phone(evening.app)
    admitted(evening, evening.ben)
    return "Blue"


def other_browser_scans_the_seat(evening: Evening) -> str:
    evening.passes(GONE, evening.anna)
    evening.ben = Phone(evening.app)
    assert evening.ben.sit(evening.link("Blue")).location == f"/t/{evening.code}/seats", "who sits is asked"
    assert evening.admit(evening.anna) == 303
    return "Blue"


def battery_empty_with_a_stream_open(evening: Evening) -> str:
    """Its line is given up after SILENT, and its stream says so until then."""
    hub, stream = evening.app.extensions["companion"].hub, evening.ben.get(f"/t/{evening.code}/events")
    beats = iter(stream.response)
    for _ in range(int(SILENT / HEARTBEAT)):
        evening.passes(HEARTBEAT, evening.anna)
        hub.tell(evening.code, (0, int(evening.now)))
        next(beats)
    stream.close()
    evening.ben = Phone(evening.app)
    evening.ask(evening.ben, "Blue")
    assert evening.admit(evening.anna) == 409, "it was there just now"
    evening.passes(GONE, evening.anna)
    assert evening.admit(evening.anna) == 303
    return "Blue"


def link_of_the_seat_lost_as_well(evening: Evening) -> str:
    evening.ben.post(f"/t/{evening.code}/seats/reissue", {"seat": "Blue"})
    evening.passes(GONE, evening.anna)
    evening.ben = Phone(evening.app)
    admitted(evening, evening.ben)
    return "Blue"


def gone_while_asked(evening: Evening) -> str:
    """Ben's other phone asks; the one that is asked falls into the water."""
    other = Phone(evening.app)
    evening.ask(other, "Blue")
    assert "The player who sits here lets you in." in evening.seats(other)
    assert evening.admit(evening.anna) == 409
    evening.passes(GONE, evening.anna, other)
    assert "Anybody at the table can let you in now." in evening.seats(other)
    assert evening.admit(evening.anna) == 303
    evening.ben = other
    return "Blue"


def opener_gone(evening: Evening) -> str:
    evening.passes(GONE, evening.ben)
    other, evening.ben = evening.ben, Phone(evening.app)
    evening.ask(evening.ben, "Red")
    assert evening.admit(other) == 303
    return "Red"


def all_batteries_empty(evening: Evening) -> str:
    evening.passes(ALL_GONE)
    evening.ben = Phone(evening.app)
    scanned(evening, evening.ben)
    return "Blue"


def one_phone_for_all_seats_lost(evening: Evening) -> str:
    evening.code = evening.anna.open(phone="all")
    evening.passes(ALL_GONE)
    evening.ben = Phone(evening.app)
    scanned(evening, evening.ben)
    assert evening.ben.post(f"/t/{evening.code}/seats/ask", {"seat": "Red"}).status_code == 303
    assert evening.admit(evening.ben) == 303 and evening.sits(evening.ben) == ("Red", "Blue")
    return "Blue"


WAYS = [
    cookies_deleted_by_one,
    cookies_deleted_by_all,
    private_window_closed,
    other_browser_scans_the_seat,
    battery_empty_with_a_stream_open,
    link_of_the_seat_lost_as_well,
    gone_while_asked,
    opener_gone,
    all_batteries_empty,
    one_phone_for_all_seats_lost,
]


@pytest.mark.parametrize("way", WAYS)
def test_who_lost_a_phone_sits_again_as_soon_as_it_counts_as_gone(
    evening: Evening, way: Callable[[Evening], str]
) -> None:
    seat = way(evening)
    assert evening.sits(evening.ben)[-1] == seat
    assert evening.ben.say(evening.code, "resign", by=seat).status_code == 303


def test_the_page_says_what_to_do_now_and_from_when_on(evening: Evening) -> None:
    lost = Phone(evening.app)
    evening.passes(GONE, evening.anna)
    evening.ask(lost, "Blue")
    evening.passes(GONE)
    later = time.strftime("%H:%M", time.localtime(evening.now + ALL_GONE - GONE + 59))
    said = f"from {later} on the link or QR code of Blue seats you at once."
    assert said in evening.seats(lost) and said in words(lost.get(f"/t/{evening.code}"))
    evening.passes(ALL_GONE)
    for page in (evening.seats(lost), words(lost.get(f"/t/{evening.code}"))):
        assert "Open the link of Blue or scan its QR code: it seats you at once." in page
    assert "Open the link of your seat or scan its QR code" in evening.seats(Phone(evening.app))
    scanned(evening, lost)
    told = "A phone sat down at Blue. No player's phone had been at this table for ten minutes."
    assert told in words(evening.anna.get(f"/t/{evening.code}")), "and all are told"


# ---- a phone that is alive keeps its seat


def test_no_seat_is_taken_from_a_phone_that_is_alive(evening: Evening) -> None:
    """Who sits beside it tries for as long as nobody may decide for want of an answer, and so does a stranger
    who has the link."""
    link, eve = evening.link("Red"), Phone(evening.app)
    for _ in range(int(ALL_DECIDE / GONE)):
        for action, seat in (("reissue", "Red"), ("take", "Red"), ("take", "*")):
            evening.ben.post(f"/t/{evening.code}/seats/{action}", {"seat": seat})
        for phone in (evening.ben, eve):
            assert phone.sit(link).location == f"/t/{evening.code}/seats"
            assert evening.admit(phone) == (409 if phone is evening.ben else 403)
            assert phone.say(evening.code, "pass", by="Red").status_code == 403
        evening.passes(GONE - 1, evening.anna)
    assert evening.link("Red") == link and evening.sits(evening.anna) == ("Red",)
    assert evening.sits(evening.ben) == ("Blue",) and evening.sits(eve) == ()


def test_a_seat_that_is_full_loses_the_phone_that_was_away_longest(evening: Evening) -> None:
    others = [Phone(evening.app) for _ in range(PHONES_A_SEAT)]
    for phone in others:
        evening.passes(GONE, evening.ben)
        evening.ask(phone, "Blue")
        assert evening.admit(evening.ben) == 303
    assert [evening.sits(phone) for phone in (evening.ben, *others)] == [("Blue",), (), *[("Blue",)] * 3]


def test_an_open_stream_is_a_phone_that_is_alive() -> None:
    """Its heart beats at the table as long as it is open, whatever happens there."""
    seen: list[tuple[str, str]] = []
    hub = Hub(lambda codes: {}, seen=lambda *there: seen.append(there))
    stream = hub.join("KITE7X", "anna")
    frames = hub.frames(stream, (0, 0), heartbeat=0.01)
    for _ in range(4):
        next(frames)
    frames.close()
    assert seen == [("KITE7X", "anna")] * 3


def test_a_line_without_an_answer_is_given_up_soon() -> None:
    with ExitStack() as lines:
        door = lines.enter_context(socket.create_server(("127.0.0.1", 0)))
        lines.enter_context(socket.create_connection(door.getsockname()))
        line = lines.enter_context(door.accept()[0])
        hub = Hub(lambda codes: {})
        hub.leave(hub.join("KITE7X", "anna", line))
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENT * 1000


# ---- several processes, and older rows


def test_a_phone_that_another_process_sees_is_alive(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept every KEPT_EVERY seconds that it was seen, by no tap."""
    waiting: list[threading.Timer] = []
    monkeypatch.setattr(threading.Timer, "start", lambda timer: waiting.append(timer))
    here, there = house(tmp_path), house(tmp_path)
    evening, anna = Evening(here, monkeypatch), Phone(there)
    monkeypatch.setattr(time, "monotonic", lambda: evening.now)
    with evening.anna.client.session_transaction() as kept, anna.client.session_transaction() as also:
        also.update(kept)
    Phone(there).sit(evening.link("Blue"))
    with listening(here.extensions["companion"].store.database.engine) as statements:
        for _ in range(int(OPENER_DECIDES / KEPT_EVERY) - 1):
            evening.passes(KEPT_EVERY, evening.ben)
            assert evening.admit(anna) == 409
            assert not any("SET seen" in one for one in statements)
            while waiting:
                waiting.pop().function()
            assert sum("SET seen" in one for one in statements) == 1
            statements.clear()
    evening.passes(GONE)
    assert evening.admit(anna) == 303


def test_holders_of_an_older_version_have_a_minute_to_come_back(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / backup.DATABASE
    database = Database(f"sqlite:///{file}")
    migrated(database, "0001")
    with database.writing() as connection:
        for statement in FIRST_VERSION:
            connection.exec_driver_sql(statement)
    database.engine.dispose()
    ben, began = Phone(house(tmp_path)), time.time()
    assert ben.sit("RED").location == "/t/KITE7X/seats"
    monkeypatch.setattr(time, "time", lambda: began + GONE)
    assert ben.sit("RED").location == "/t/KITE7X"


# ---- a browser that keeps no cookies


def test_a_browser_without_cookies_is_told_so(evening: Evening) -> None:
    """Whatever it sends: the game editor's form as well as a seat's, htmx's as well as its own."""
    eve = evening.app.test_client(use_cookies=False)
    for address in ("/games/tiny/new", "/join", f"/S/{evening.link('Blue')}", f"/t/{evening.code}/seats/ask"):
        for headers in ({}, {"HX-Request": "true"}):
            assert eve.get("/games/tiny/new").headers["Set-Cookie"]
            answer = eve.post(address, headers={"Origin": "http://localhost", **headers})
            assert answer.status_code == 400, address
            text = words(answer)
            assert "This browser keeps no cookies for this address, so it cannot keep a seat." in text
            assert "Allow cookies for it" in text and "whole" not in text
