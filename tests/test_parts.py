"""What a phone has is not sent again: a page of each game, put together as htmx does it."""

import gzip
import random
import re

import pytest
from flask import Flask

from companion.kernel.action import written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.web.fragments import HAS
from tests.conftest import Phone, Phones, one_in_a_minute
from tests.parts import Screen

GAMES = sorted(shelf())
HX = {"HX-Request": "true"}


@pytest.mark.parametrize("most", [6, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", one_in_a_minute(GAMES))
def test_a_page_put_together_from_what_was_sent_is_the_whole_page(
    app: Flask, phone: Phones, key: str, most: int
) -> None:
    """Over so many moves nothing is missing, nothing is stale, and most of it was not sent again."""
    game, anna = shelf()[key], phone()
    seats = dict.fromkeys(game.seats(max(game.players)), "A")
    store = app.extensions["companion"].store
    anna.get("/")
    with anna.client.session_transaction() as session:
        session["phone"] = "a" * 32
    sitting = store.open(game, Table.open(game, Opening(seats)), "a" * 32, list(seats))
    url, sent, whole = f"/t/{sitting.code}", 0, 0
    screen = Screen(anna.get(url).text)
    for n, (action, _) in enumerate(moves(game, sitting.table.start, random.Random(3))):
        if n == most:
            break
        store.play(sitting.code, action.by, action.verb, written(action))
        fragment = anna.get(url, headers={**HX, HAS: " ".join(screen.names)}).text
        screen.morph(fragment)
        page = Screen(anna.get(url).text)
        assert {name: screen.parts[name] for name in page.names} == page.parts, n
        assert all(name in page.parts or name.startswith("r") for name in screen.names), n
        if fragment.count('class="glow') > 40:
            continue  # nearly every space of Heroball's board is an answer while it is seeded
        sent += len(gzip.compress(fragment.encode()))
        whole += len(gzip.compress(anna.get(url, headers=HX).data))
    assert most < 40 or sent < 0.85 * whole, "the first moves show much that is new"


def test_names_are_content_and_stand_once(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all")
    before = Screen(anna.get(f"/t/{code}").text)
    assert len(before.names) == len(set(before.names)) > 4
    anna.say(code, "throw", pebbles=["pebble 1", "pebble 2"])
    after = Screen(anna.get(f"/t/{code}").text)
    assert len(after.names) == len(set(after.names)) and set(after.names) != set(before.names)
    assert any("thrown" in part for part in after.parts.values())
    assert set(before.names) & set(after.names), "the ground is the same"


def test_a_quote_that_leaves_the_page_stays_in_it_hidden(app: Flask, phone: Phones) -> None:
    anna = phone()
    code = anna.open(phone="all")
    anna.say(code, "throw", pebbles=["pebble 1", "pebble 2"])
    table = Screen(anna.get(f"/t/{code}").text)
    quote = next(name for name, part in table.parts.items() if "Two pebbles are thrown" in part)
    has = {**HX, HAS: " ".join(table.names)}
    asked = anna.get(f"/t/{code}/do/add", headers=has).text
    assert f'<div hidden><p id="{quote}" hx-morph-skip></p>' in asked and "Two pebbles" not in asked
    again = anna.get(f"/t/{code}", headers=has).text
    assert f'<p id="{quote}" hx-morph-skip></p>' in again and "<div hidden></div>" in again


@pytest.mark.parametrize(
    "said", ["", "r0 <b>x</b> \"'", "r" + "0" * 2000, "x" * 4000, " ".join([f"r{1:011}"] * 500)]
)
def test_whatever_a_phone_says_it_has_the_page_is_sound(app: Flask, phone: Phones, said: str) -> None:
    anna: Phone = phone()
    code = anna.open(phone="all")
    answer = anna.get(f"/t/{code}", headers={**HX, HAS: said})
    assert answer.status_code == 200 and "<b>x</b>" not in answer.text
    part = re.compile(r"[gmprs][\w-]{11}")
    assert [name for name in Screen(answer.text).names if not part.fullmatch(name)] == []
    assert answer.headers["ETag"] != anna.get(f"/t/{code}", headers={**HX, HAS: "p1"}).headers["ETag"]
    assert HAS in answer.headers["Vary"]
