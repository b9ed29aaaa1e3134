"""A first evening: a table is names and a button, and what can be chosen says what it means."""

import re
from html import unescape

import pytest

from companion.kernel.shelf import shelf
from tests.conftest import Phones

GAMES = sorted(shelf())


@pytest.mark.parametrize("key", GAMES)
def test_a_new_table_is_names_and_a_button_and_the_rest_is_folded_with_its_choice_in_words(
    phone: Phones, key: str
) -> None:
    html = unescape(phone().get(f"/games/{key}/new").text)
    before, after = html.split('class="go big"')
    assert 'name="name1"' in before and 'type="radio"' not in before
    folded = re.findall(r'<details class="option"><summary><span>([^<]+)</span><b>(.+?)</b>', after)
    for option in shelf()[key].table_options:
        usual = "At random" if option.chance else {c.name: c.words for c in option.choices}[option.default]
        assert any(title == option.title and f"<i>{usual}</i>" in words for title, words in folded), (
            option.key
        )
    assert "<fieldset" in after and after.count('type="radio"') == after.count('class="pick"')


def test_what_is_wrong_is_not_folded_away(phone: Phones) -> None:
    asked = {"seat1": "Red", "seat2": "Blue", "option-first": "Red", "option-goal": "11"}
    html = phone().post("/games/tiny/new", asked).text
    assert re.search(
        r'<details class="option" open><summary><span>[^<]+</span>(?:(?!</details>).)*no-option-goal',
        html,
        re.S,
    )


MEANT = {
    "war-in-heaven": ("deploy", {}, "Moves up to two spaces any way, through anything."),
    "high-heavens": ("invoke", {}, "Another of your gods moves up to 2 hexes."),
    "heroball": ("choose", {}, "Sprint for 1 AP."),
    "havoc-in-heaven": ("pick", {}, "Heal 3 on this hero"),
}


@pytest.mark.parametrize("key", MEANT)
def test_a_choice_says_what_is_chosen(phone: Phones, key: str) -> None:
    verb, given, meaning = MEANT[key]
    anna, game = phone(), shelf()[key]
    seats = {f"seat{n}": seat for n, seat in enumerate(game.seats(game.players[0]), 1)}
    options = {
        f"option-{o.key}": game.seats(game.players[0])[0] if o.chance else o.default for o in game.options
    }
    code = anna.open(key, players=str(game.players[0]), phone="all", **seats, **options)
    html = anna.get(f"/t/{code}/do/{verb}", query_string=given).text
    assert re.search(r'<a class="answer[^>]*>(?:(?!</a>).)*' + re.escape(meaning), html, re.S)
