"""What calls a phone: why and since which entry; and how a phone is set."""

import re

import pytest
from flask import Flask

from tests.conftest import Phone, Phones
from tests.test_app import chairs, words


def call(phone: Phone, code: str) -> str:
    match = re.search(r'data-call="(\w+\.\d+)"', phone.get(f"/t/{code}").text)
    return match[1] if match else ""


@pytest.fixture
def two(app: Flask, phone: Phones) -> tuple[Phone, Phone, str]:
    """Anna plays Red, Ben Blue."""
    anna, ben = phone(), phone()
    code = anna.open(phone="1")
    ben.sit(chairs(app, code)["Blue"])
    return anna, ben, code


def test_a_phone_is_called_once_for_a_turn_by_the_entry_that_made_it(two: tuple[Phone, Phone, str]) -> None:
    anna, ben, code = two
    assert call(anna, code) == "turn.0" and call(ben, code) == ""
    anna.say(code, "add", step="2")
    assert call(anna, code) == "" and call(ben, code) == "turn.1"
    ben.say(code, "add", step="2")
    assert call(anna, code) == "turn.2" and call(ben, code) == ""


def test_who_is_asked_to_take_back_is_called(two: tuple[Phone, Phone, str]) -> None:
    anna, ben, code = two
    anna.say(code, "add", step="2")
    ben.say(code, "undo", seen=1, entry="1")
    assert call(anna, code) == "asked.2"


def test_one_phone_for_all_seats_watchers_and_a_finished_table_are_left_in_peace(
    two: tuple[Phone, Phone, str], phone: Phones
) -> None:
    anna, ben, code = two
    assert call(phone(), code) == ""
    alone = phone()
    assert call(alone, alone.open(phone="all")) == ""
    for seat in (anna, ben, anna, ben):
        seat.say(code, "add", step="3" if seat is anna else "2")
    assert "data-going" not in anna.get(f"/t/{code}").text and call(anna, code) == call(ben, code) == ""


def test_a_phone_keeps_how_it_is_set_for_every_table(two: tuple[Phone, Phone, str]) -> None:
    anna, ben, code = two
    assert 'data-off=""' in anna.get(f"/t/{code}").text
    tag = anna.get(f"/t/{code}").headers["ETag"]
    sent = anna.post("/me/settings", {"on": ["awake", "flash", "title", "nonsense"], "table": code})
    assert sent.location == f"/me?kept=&table={code}"
    assert "Saved for every table" in words(anna.get(sent.location))
    assert anna.get(f"/t/{code}", headers={"If-None-Match": tag}).status_code == 200
    assert 'data-off="buzz tone"' in anna.get(f"/t/{code}").text
    assert 'data-off=""' in ben.get(f"/t/{code}").text
    anna.post("/me/settings", {"on": ["awake", "buzz", "tone", "flash", "title"]})
    assert 'data-off=""' in anna.get(f"/t/{code}").text
