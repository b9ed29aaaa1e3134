"""Playing again: one tap opens a table like the one that is over, and takes the other phones along."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.shelf import shelf
from companion.storage.session import Session
from companion.toolkit.cardsets import tidy
from tests.conftest import Phone, Phones, house
from tests.test_app import chairs, words

GODS = "high-heavens"


def session(app: Flask, code: str) -> Session:
    result: Session | None = app.extensions["companion"].store.session(code)
    assert result, code
    return result


def again(phone: Phone, code: str) -> str:
    """Tap *Play again*; the code of the table that the phone is at then."""
    answer = phone.post(f"/t/{code}/again")
    assert answer.status_code == 303, words(answer)
    assert answer.location.startswith("/t/")
    return str(answer.location.removeprefix("/t/"))


@pytest.fixture
def ended(app: Flask, phone: Phones) -> tuple[Phone, Phone, str]:
    """Anna, who plays Blue, opened a table to 100 as they like; Ben, who plays Red, resigned."""
    anna, ben = phone(), phone()
    settled = {"option-goal": "100", "option-turns": "race", "option-first": "Blue"}
    code = anna.open(phone="1", seat1="Blue", seat2="Red", **settled)
    ben.sit(chairs(app, code)["Red"])
    assert ben.say(code, "resign", by="Red").status_code == 303
    assert session(app, code).table.state.over
    return anna, ben, code


def test_play_again_keeps_names_seats_and_options_and_takes_every_phone_along(
    app: Flask, ended: tuple[Phone, Phone, str]
) -> None:
    anna, ben, code = ended
    assert "Play again" in words(anna.get(f"/t/{code}"))
    first, other = session(app, code), session(app, again(anna, code))
    assert other.code != code and other.n == 0 and not other.fork
    assert other.table.opening == first.table.opening
    assert [(c.seat, c.player, c.phones) for c in other.chairs] == [
        (c.seat, c.player, c.phones) for c in first.chairs
    ]
    assert {c.key for c in other.chairs}.isdisjoint(c.key for c in first.chairs), "with new codes"
    assert ben.say(other.code, "add", by="Red", step="2").status_code == 303, "Ben plays at once"


def test_the_other_phones_hear_of_it_and_are_led_to_the_same_table(
    app: Flask, ended: tuple[Phone, Phone, str], phone: Phones
) -> None:
    anna, ben, code = ended
    eve, stood = phone(), session(app, code).at
    other = again(anna, code)
    assert session(app, code).at > stood, "a stream tells the phones at the first table"
    assert "Join the rematch" in words(ben.get(f"/t/{code}"))
    assert again(ben, code) == again(anna, code) == other, "and a second tap opens none"
    assert f'href="/t/{other}"' in eve.get(f"/t/{code}").text, "who watched may watch on"
    assert eve.post(f"/t/{code}/again").status_code == 403


def test_all_who_tap_in_the_same_instant_come_to_one_table(
    app: Flask, ended: tuple[Phone, Phone, str]
) -> None:
    anna, _, code = ended
    store, first = app.extensions["companion"].store, session(app, code)
    with ThreadPoolExecutor(8) as many:
        result = set(many.map(lambda _: store.again(first, first.creator).code, range(16)))
    assert result == {again(anna, code)}


def test_a_rematch_that_was_deleted_is_opened_once_more(app: Flask, ended: tuple[Phone, Phone, str]) -> None:
    anna, ben, code = ended
    gone = again(anna, code)
    app.extensions["companion"].store.forget(session(app, gone))
    other = again(ben, code)
    assert other != gone and again(anna, code) == other


def test_the_phone_plays_on_for_who_is_absent_and_the_coach_stays(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="1", learn="coach")
    store = app.extensions["companion"].store
    store.seating.absent(session(app, code), "Blue", "careful", "Careful")
    store.seating.let_ask(session(app, code), True)
    anna.say(code, "resign", by="Red")
    other = session(app, again(anna, code))
    assert {c.seat: (c.learns, c.plays) for c in other.chairs} == {
        "Red": ("coach", ""),
        "Blue": ("", "careful"),
    }
    assert other.advice


def test_only_a_game_that_is_over_is_played_again(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all")
    refused = anna.post(f"/t/{code}/again")
    assert refused.status_code == 409 and "not over yet" in words(refused)


def test_openings_are_limited_and_joining_is_not(tiny: Path, tmp_path: Path) -> None:
    app = house(tmp_path, LIMITS="memory://")
    anna = Phone(app)
    code = anna.open(phone="all")
    anna.say(code, "resign", by="Red")
    while anna.post("/games/tiny/new", {"players": "2"}).status_code == 303:
        pass
    assert anna.post(f"/t/{code}/again").status_code == 429
    first = session(app, code)
    other = app.extensions["companion"].store.again(first, first.creator).code
    assert again(anna, code) == other


@pytest.fixture
def with_cards(app: Flask, phone: Phones) -> tuple[Phone, str, CardSet]:
    """A finished table with cards of its own."""
    box, anna = shelf()[GODS], phone()
    assert box.get(SetForm)
    own = tidy(box[SetForm], box[SetForm].house) | {"name": "My box"}
    form = {"players": "2", "phone": "all", "seat1": "Greek", "seat2": "Norse", "option-first": "Norse"}
    answer = anna.post(
        f"/games/{GODS}/new", {**form, "name1": "Anna", "cards": json.dumps(own), "with": "own"}
    )
    assert answer.status_code == 303, words(answer)
    code = answer.location.split("/")[2]
    anna.say(code, "resign", by="Norse")
    return anna, code, own


def test_cards_of_ones_own_are_played_with_again(app: Flask, with_cards: tuple[Phone, str, CardSet]) -> None:
    anna, code, own = with_cards
    other = session(app, again(anna, code))
    assert other.table.opening.cards == own == session(app, code).table.opening.cards


def test_a_form_like_a_table_has_its_names_seats_options_and_phone(
    app: Flask, ended: tuple[Phone, Phone, str]
) -> None:
    anna, ben, code = ended
    page = anna.get(f"/games/tiny/new?like={code}").text
    assert f'href="/games/tiny/new?like={code}"' in anna.get(f"/t/{code}").text
    for phrase in (
        'name="name1" value="Ben"',
        'name="name2" value="Anna"',
        'name="option-goal" value="100" checked',
        'name="option-turns" value="race" checked',
        'name="option-first" value="Blue" checked',
        'name="phone" value="2" checked',
    ):
        assert phrase in page, phrase
    assert page.count("<option selected>") == 2, "the seats"
    assert 'name="phone" value="1" checked' in ben.get(f"/games/tiny/new?like={code}").text
