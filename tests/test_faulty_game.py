"""A game whose own code fails: a sentence for the player, the cause in the log, and a table that goes on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest
from flask import Flask

from companion.kernel.action import Action, Noun
from companion.kernel.features import Figures, Pointing
from companion.kernel.game import Game
from companion.kernel.rulebook import STUMBLED
from companion.kernel.tracked import Tracked
from tests.conftest import Phone, Phones, house, one_in_a_minute
from tests.test_app import HX, entries, words
from tests.tiny import GAME, Count


class Fault(RuntimeError):
    """What went wrong in the game's own code."""


def fail(*given: Any) -> Any:
    """What any part of the faulty game does."""
    raise Fault("the seventh pebble")


@dataclass(frozen=True)
class Stone(Action[Count]):
    """A verb that answers one question in order."""

    pebble: Annotated[str, Noun[Count]("Which stone?", lambda state, draft: ("one", "two"))]

    def apply(self, state: Count) -> Count:
        return state.passed(self.by).tell(f"Stone {self.pebble}.", "Total")


@dataclass(frozen=True)
class Check(Stone):
    def check(self, state: Count) -> None:
        fail(self.pebble)


@dataclass(frozen=True)
class Apply(Stone):
    def apply(self, state: Count) -> Count:
        return fail()  # type: ignore[no-any-return]


class Risky(Count):
    """A moment that cannot say what is at stake."""

    @property
    def at_stake(self) -> tuple[str, ...]:
        return fail()  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Risk(Stone):
    def apply(self, state: Count) -> Count:
        return Risky(**vars(state))


@dataclass(frozen=True)
class Offer(Action[Count]):
    pebble: Annotated[str, Noun[Count]("Which offer?", fail)]


@dataclass(frozen=True)
class Price(Action[Count]):
    pebble: Annotated[str, Noun[Count]("Which price?", lambda state, draft: ("one",), price=fail)]


@dataclass(frozen=True)
class Face(Stone):
    @classmethod
    def face(cls, state: Count, by: str) -> tuple[str, str]:
        return fail()  # type: ignore[no-any-return]


VERBS: tuple[type[Action[Count]], ...] = (Check, Apply, Offer, Price, Face, Risk)
SHOWN = ("view", "label", "spaces", "starts", "reach", "numbers")
"""What a game shows by a function of its own."""


def faulty(**parts: Any) -> Game[Count]:
    """The tiny game with verbs that fail, and these parts in the place of its own."""
    pointing, figures = with_parts(GAME[Pointing], parts), with_parts(GAME[Figures], parts)
    game = GAME.having(pointing, figures)
    return replace(game, key="faulty", name="Faulty", kinds=(Stone, *VERBS, *GAME.kinds), **parts)


def with_parts(feature: Any, parts: dict[str, Any]) -> Any:
    """Take the parts of a feature out of ``parts``; return the feature with them."""
    return replace(feature, **{name: parts.pop(name) for name in vars(feature) if name in parts})


Faulty = Callable[..., Flask]


@pytest.fixture
def with_game(tiny: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Faulty:
    """Makes an application that has this faulty game on its shelf."""

    def make(**parts: Any) -> Flask:
        for room in ("companion.web.context", "companion.boxes.shelf"):
            monkeypatch.setattr(f"{room}.shelf", lambda: {"faulty": faulty(**parts)})
        return house(tmp_path)

    return make


def looked_at(anna: Phone, code: str) -> None:
    """Every page of a table answers."""
    pages = ("", "/log", "/seats", "/screen", "/why?thing=Red", "/look?thing=pebble 1", "/sitting.game")
    pages += ("/at/0", "/at/1", "/screen/at/0")
    for page in (*pages, *(f"/do/{kind.verb}" for kind in faulty().kinds)):
        for headers in ({}, HX):
            answer = anna.get(f"/t/{code}{page}", headers=headers)
            assert answer.status_code in (200, 303, 404), page
    for kind in VERBS:
        for answers in ({"pebble": "one"}, {"pebble": "nine"}, {}):
            answer = anna.get(f"/t/{code}/do/{kind.verb}", query_string=answers)
            assert answer.status_code == 200, kind
            assert anna.get(f"/t/{code}/do/{kind.verb}/roll", query_string=answers).status_code == 303


@pytest.mark.parametrize("verb", one_in_a_minute(["check", "apply", "offer"]))
def test_a_verb_that_fails_is_refused_in_a_sentence_and_the_table_goes_on(
    with_game: Faulty, caplog: pytest.LogCaptureFixture, verb: str
) -> None:
    app = with_game()
    anna = Phone(app)
    code = anna.open("faulty", phone="all")
    text = anna.say(code, verb, pebble="one")
    assert text.status_code == 422 and STUMBLED in words(text)
    assert STUMBLED in words(anna.get(f"/t/{code}/do/{verb}?pebble=one"))
    assert any(record.exc_info and isinstance(record.exc_info[1], Fault) for record in caplog.records)
    assert "the seventh pebble" in caplog.text and "the seventh pebble" not in words(text)
    looked_at(anna, code)
    assert anna.say(code, "stone", pebble="one").status_code == 303
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    assert entries(app, code) == [("Red", "stone"), ("Blue", "undo")]


def test_a_moment_that_cannot_say_what_is_at_stake_is_refused(with_game: Faulty) -> None:
    app = with_game()
    anna = Phone(app)
    code = anna.open("faulty", phone="all")
    text = anna.say(code, "risk", pebble="one")
    assert text.status_code == 422 and STUMBLED in words(text)
    looked_at(anna, code)
    assert entries(app, code) == []


@pytest.mark.parametrize("verb", ["price", "face"])
def test_a_verb_that_cannot_be_shown_whole_is_still_no_error(with_game: Faulty, verb: str) -> None:
    anna = Phone(with_game())
    code = anna.open("faulty", phone="all")
    assert f'href="/t/{code}/do/{verb}"' in anna.get(f"/t/{code}").text, "its plain title stands there"
    looked_at(anna, code)
    assert anna.get(f"/t/{code}/do/{verb}").status_code == 200


@pytest.mark.parametrize("part", one_in_a_minute(SHOWN))
def test_what_cannot_be_shown_is_logged_and_the_table_goes_on(
    with_game: Faulty, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    app = with_game(**{part: fail})
    anna = Phone(app)
    code = anna.open("faulty", phone="all")
    looked_at(anna, code)
    assert anna.say(code, "stone", pebble="one").status_code == 303
    looked_at(anna, code)
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    if part == "view":
        assert STUMBLED in words(anna.get(f"/t/{code}"))
        assert "take back what led here" in words(anna.get(f"/t/{code}/screen"))
    anna.say(code, "end-table")
    looked_at(anna, code)
    assert anna.get("/").status_code == 200 and anna.get("/games/faulty").status_code == 200
    assert f"faulty: {part}" in caplog.text and "the seventh pebble" in caplog.text


def test_a_view_that_fails_once_leaves_the_way_back(with_game: Faulty) -> None:
    def view(state: Count) -> Any:
        return fail() if state.turn == "Blue" else GAME.view(state)

    anna = Phone(with_game(view=view))
    code = anna.open("faulty", phone="all")
    assert "Counting" in words(anna.get(f"/t/{code}"))
    anna.say(code, "stone", pebble="one")
    page = anna.get(f"/t/{code}")
    assert STUMBLED in words(page) and f'action="/t/{code}/do/undo"' in page.text
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    assert "Counting" in words(anna.get(f"/t/{code}"))


def test_things_that_cannot_be_told_are_logged(with_game: Faulty, caplog: pytest.LogCaptureFixture) -> None:
    anna = Phone(with_game(tracked=(Tracked(fail),)))
    code = anna.open("faulty", phone="all")
    assert anna.say(code, "stone", pebble="two").status_code == 303
    assert anna.say(code, "undo", 1, entry="1").status_code == 303
    looked_at(anna, code)
    assert "faulty: tracked" in caplog.text


def test_a_set_up_that_fails_says_so_on_the_form(with_game: Faulty, caplog: pytest.LogCaptureFixture) -> None:
    anna = Phone(with_game(setup=fail))
    form = {"players": "2", "seat1": "Red", "seat2": "Blue", "option-first": "Red"}
    answer = anna.post("/games/faulty/new", form)
    assert answer.status_code == 422 and f"Faulty cannot be set up. {STUMBLED}" in words(answer)
    brought = anna.post("/import", {"text": "game: faulty\nseat Red = A\nseat Blue = B\n", "game": "faulty"})
    assert brought.status_code == 422 and "Faulty cannot be set up." in words(brought)
    assert "faulty: setup" in caplog.text


@pytest.mark.parametrize("verb", ["check", "apply", "offer"])
def test_a_sitting_that_meets_a_fault_says_at_which_line(with_game: Faulty, verb: str) -> None:
    text = f"game: faulty\nseat Red = A\nseat Blue = B\nRed stone: one\nBlue {verb}: one\n"
    answer = Phone(with_game()).post("/import", {"text": text, "game": "faulty"})
    assert answer.status_code == 422 and f"Line 5: {STUMBLED}" in words(answer)


def test_a_sound_game_logs_nothing(phone: Phones, caplog: pytest.LogCaptureFixture) -> None:
    anna = phone()
    code = anna.open(phone="all")
    anna.get(f"/t/{code}/do/add")
    anna.say(code, "add", step="1")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
