"""A number is asked for by a stepper: a plain field of a plain form, held within the least and the most."""

import re
from dataclasses import dataclass, replace
from typing import Annotated

import pytest

from companion.kernel.action import Action, Noun, Number, Words
from companion.kernel.shelf import shelf
from tests.conftest import Phones
from tests.test_app import words
from tests.tiny import GAME, Count


@dataclass(frozen=True)
class Bid(Action[Count]):
    """Say a number, and why."""

    number: Annotated[str, Noun[Count]("How many?", lambda state, draft: Number(-2, 40))]
    why: Annotated[str, Words("Why so many?")]

    def check(self, state: Count) -> None:
        state.rules.require(int(self.number) != 13, "step", "Not thirteen.", "Twelve is allowed.")

    def apply(self, state: Count) -> Count:
        return state.passed(self.by).tell(f"{self.by}: {self.number}, {self.why}.", "Total")


@dataclass(frozen=True)
class High(Action[Count]):
    """Say a number of a thousand or more."""

    number: Annotated[str, Noun[Count]("How high?", lambda state, draft: Number(1000, 999999))]

    def apply(self, state: Count) -> Count:
        return state.tell(f"{self.by}: {self.number}.")


@pytest.fixture
def bidding(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a game that asks for numbers."""
    game = replace(GAME, key="bidding", name="Bidding", kinds=(Bid, High, *GAME.kinds))
    monkeypatch.setattr("companion.boxes.shelf.shelf", lambda: {**shelf(), "bidding": game})
    return "bidding"


def test_a_number_is_a_field_of_a_form_that_works_without_a_script(bidding: str, phone: Phones) -> None:
    anna = phone()
    code = anna.open(bidding, phone="all")
    page = anna.get(f"/t/{code}/do/bid").text
    form = re.search(r'<form class="words stepper" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form and form[1] == f"/t/{code}/do/bid", "a GET form to the same address"
    field = re.search(r"<input[^>]+>", form[2])
    assert field
    for attribute in ('type="number"', 'inputmode="numeric"', 'name="number"', 'min="-2"', 'max="40"'):
        assert attribute in field[0]
    assert 'aria-label="How many?"' in field[0] and "How many?" in words(anna.get(f"/t/{code}/do/bid"))
    assert re.findall(r'data-step="(-?1)" aria-label="([^"]+)"', form[2]) == [
        ("-1", "One less"),
        ("1", "One more"),
    ]
    assert '<button class="go">' in form[2] and "None of them can be chosen" not in page
    assert page.count("/do/bid?number=") == 0, "no button for every number"


def test_it_begins_at_nought_or_as_near_to_it_as_it_may(bidding: str, phone: Phones) -> None:
    anna = phone()
    code = anna.open(bidding)
    assert ' value="0"' in anna.get(f"/t/{code}/do/bid").text
    high = anna.get(f"/t/{code}/do/high")
    assert ' value="1000"' in high.text and "From 1000 to 999999" in words(high)


def test_a_number_that_was_given_leads_on_and_a_wrong_one_says_why(bidding: str, phone: Phones) -> None:
    anna = phone()
    code = anna.open(bidding, phone="all")
    next_ = anna.get(f"/t/{code}/do/bid?number=12")
    assert "Why so many?" in words(next_) and 'name="number" value="12"' in next_.text
    back = anna.get(f"/t/{code}/do/bid?number=13")
    assert "Not thirteen." in words(back) and "Twelve is allowed." in words(back)
    assert "stepper" in back.text
    for odd in ("41", "-3", "1e3", "012", "", "x", "9" * 400):
        answer = anna.get(f"/t/{code}/do/bid", query_string={"number": odd})
        assert answer.status_code == 200 and "stepper" in answer.text, odd
        assert anna.say(code, "bid", number=odd, why="so").status_code == 422, odd
    assert anna.say(code, "bid", number="-2", why="we owe").status_code == 303
    assert "Red: -2, we owe." in words(anna.get(f"/t/{code}"))
