"""One player far away: what their phone says is done by hands at the table, in its order, with one tap."""

import re

import pytest

from tests.conftest import Phone


@pytest.fixture
def table(app, phone):
    """A table of two, Ben far away: Anna's phone, Ben's phone, and the code."""
    anna, ben = phone(), phone()
    code = anna.open(phone="1")
    blue = next(c for c in app.extensions["companion"].store.session(code).chairs if c.seat == "Blue")
    ben.sit(blue.key)
    assert anna.post(f"/t/{code}/seats/room", {"seat": "Blue", "remote": "yes"}).status_code == 303
    return anna, ben, code


def task(phone: Phone, code: str) -> str:
    """Return what the page of a phone asks hands to do; empty if nothing."""
    match = re.search(r'<form class="absent task.*?</form>', phone.get(f"/t/{code}").text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", match[0]).split()) if match else ""


def done(phone: Phone, code: str, n: int) -> int:
    """Tick what was said up to an entry."""
    return phone.post(f"/t/{code}/absent/carried", {"n": str(n)}).status_code


def test_a_seat_far_away_is_marked_and_told(table):
    anna, ben, code = table
    page = anna.get(f"/t/{code}/seats").text
    assert "Far away" in page and "Who plays Blue is not in the room" in anna.get(f"/t/{code}/log").text
    assert task(anna, code) == task(ben, code) == ""


def test_what_it_says_is_a_task_for_the_table_that_one_tap_does(table):
    anna, ben, code = table
    anna.say(code, "add", by="Red", step="1")
    assert task(anna, code) == "", "who is in the room moves their own things"
    ben.say(code, "add", by="Blue", step="2")
    assert task(anna, code).startswith("For Ben Done ")
    assert task(ben, code) == "", "nothing is to be done where they are"
    assert done(ben, code, 2) == 303 and task(anna, code)
    assert done(anna, code, 2) == 303 and task(anna, code) == ""


def test_two_tasks_never_cross(table):
    """They are shown and done in the order in which they were said, and none goes with another's tap."""
    anna, ben, code = table
    anna.say(code, "add", by="Red", step="1")
    ben.say(code, "add", by="Blue", step="2")
    first = task(anna, code)
    anna.say(code, "add", by="Red", step="1")
    ben.say(code, "add", by="Blue", step="1")
    assert task(anna, code).startswith(first) and task(anna, code).endswith("Then 1 more.")
    assert done(anna, code, 2) == 303
    second = task(anna, code)
    assert second and second != first and "more" not in second
    assert done(anna, code, 2) == 303 and task(anna, code) == second, "the same tap twice ticks nothing else"
    assert done(anna, code, 10**6) == 303 and task(anna, code) == ""
    anna.say(code, "add", by="Red", step="1")
    ben.say(code, "add", by="Blue", step="1")
    assert task(anna, code), "no tap ticks what is not said yet"


def test_what_is_taken_back_before_it_is_done_is_no_task(table):
    anna, ben, code = table
    anna.say(code, "add", by="Red", step="1")
    ben.say(code, "add", by="Blue", step="2")
    ben.say(code, "undo", by="Blue", entry="2", seen=2)
    assert task(anna, code) == ""


def test_only_who_is_at_the_table_says_so(table, phone):
    _, _, code = table
    stranger = phone()
    assert stranger.post(f"/t/{code}/seats/room", {"seat": "Red", "remote": "yes"}).status_code == 403
    assert done(stranger, code, 1) == 403


def test_where_nobody_is_in_the_room_nothing_is_to_be_done(table):
    anna, ben, code = table
    anna.post(f"/t/{code}/seats/room", {"seat": "Red", "remote": "yes"})
    anna.say(code, "add", by="Red", step="1")
    assert task(anna, code) == task(ben, code) == ""
    anna.post(f"/t/{code}/seats/room", {"seat": "Blue", "remote": "no"})
    anna.post(f"/t/{code}/seats/room", {"seat": "Red", "remote": "no"})
    ben.say(code, "add", by="Blue", step="1")
    assert task(anna, code) == ""


def test_a_screen_over_a_stream_has_nothing_around(table):
    anna, _, code = table
    assert 'class="on-screen overlaid"' in anna.get(f"/t/{code}/screen?overlay").text
    assert "overlaid" not in anna.get(f"/t/{code}/screen").text
