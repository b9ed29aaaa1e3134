"""A first evening: a table is names and a button, and what can be chosen says what it means."""

import gzip
import re
from html import unescape

import pytest

from companion.boxes import shelf as boxes
from companion.kernel.shelf import shelf
from companion.kernel.sittings import usual_opening
from companion.svg.ground import ICONS
from companion.web import setting_up
from tests.conftest import Phones, one_in_a_minute

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


def laid(phone, code: str) -> list[str]:
    """The steps that this phone sees ticked on the list of the set-up."""
    html = unescape(phone.get(f"/t/{code}/set-up").text)
    return re.findall(r'<li id="step-(\d+)" class="done">', html)


def test_a_step_of_the_set_up_is_ticked_once_for_all_phones(app, phone: Phones) -> None:
    anna, ben, eve = phone(), phone(), phone()
    code = anna.open("war-in-heaven", False, seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    store = app.extensions["companion"].store
    ben.sit(store.session(code).chairs[1].key)
    before = store.session(code).at
    table = unescape(anna.get(f"/t/{code}").text)
    assert "each with two deploy spaces at hand." in table and "Step 1 of 6" in table
    assert 'class="reach laid"' in table, "the board is in sight, and shows where"
    for html in (table, ben.get(f"/t/{code}").text):
        assert 'class="laying"' in html and not re.search(
            r'class="(verb|ask|answer|start|glow|lesson)\b', html
        )
    back = anna.post(f"/t/{code}/set-up", {"step": "0"})
    assert back.status_code == 303 and back.location.endswith(f"/t/{code}")
    assert laid(ben, code) == ["0"] == laid(eve, code) and store.session(code).at > before
    assert "Angels: Michael on B2" in unescape(ben.get(f"/t/{code}").text)
    ben.post(f"/t/{code}/set-up", {"step": "3", "list": "1"})
    anna.post(f"/t/{code}/set-up", {"step": "0", "list": "1"})
    assert laid(anna, code) == ["0", "3"], "to tick once more changes nothing"
    listed = ben.post(f"/t/{code}/set-up", {"step": "3", "list": "1", "done": "0"})
    assert listed.location.endswith(f"/t/{code}/set-up#step-3") and laid(anna, code) == ["0"]
    assert eve.post(f"/t/{code}/set-up", {"step": "1"}).status_code == 403
    assert 'class="laying"' not in eve.get(f"/t/{code}").text
    assert anna.post(f"/t/{code}/set-up", {"step": "99"}).status_code == 303 and laid(anna, code) == ["0"]
    anna.post(f"/t/{code}/set-up", {"step": "all"})
    assert len(laid(ben, code)) == 6 and "All of it lies." in ben.get(f"/t/{code}/set-up").text
    assert 'class="laying"' not in ben.get(f"/t/{code}").text and 'class="verb' in anna.get(f"/t/{code}").text


def test_a_step_of_the_set_up_with_a_line_break_is_no_fault_of_ours(phone: Phones) -> None:
    anna = phone()
    code = anna.open(
        "war-in-heaven", False, seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"}
    )
    for step in ("\r\nSet-Cookie: a=b", "0\n", "\0", "٣"):
        answer = anna.post(f"/t/{code}/set-up", {"step": step, "list": ""})
        assert answer.status_code == 303 and "Set-Cookie" not in answer.location
    assert laid(anna, code) == []


def test_the_set_up_outlives_the_server_and_ends_with_the_first_move(app, phone: Phones) -> None:
    anna = phone()
    code = anna.open(
        "war-in-heaven", False, seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"}
    )
    anna.post(f"/t/{code}/set-up", {"step": "1"})
    store = app.extensions["companion"].store
    store.cache.drop(code)
    assert laid(anna, code) == ["1"]
    anna.say(code, "move", token="Michael", space="A2")
    assert 'class="laying"' not in anna.get(f"/t/{code}").text
    page = anna.get(f"/t/{code}/set-up").text
    assert "Play has begun" in page and "<button" not in page


@pytest.mark.parametrize("key", GAMES)
def test_a_step_is_short_and_has_a_picture(key: str) -> None:
    game = shelf()[key]
    for players in game.players:
        start = game.setup(usual_opening(game, players))
        result = setting_up.steps(game.view(start), start.told)
        assert len(result) > 3
        for step in result:
            assert len(step.words) <= 140, step.words
            assert step.figure or step.icon in ICONS, step.words
        assert sum(bool(step.figure) for step in result) > 1


@pytest.mark.parametrize("key", one_in_a_minute(GAMES))
def test_how_to_play_says_the_goal_and_draws_a_turn_on_the_game_s_own_board(phone: Phones, key: str) -> None:
    game, anna = shelf()[key], phone()
    html = anna.get(f"/games/{key}/how-to-play").text
    text = unescape(html)
    lesson = game.rules.lesson
    assert lesson.goal in text and lesson.turn in text and all(step.words in text for step in lesson.steps)
    assert html.count("<figure>") > len(lesson.steps) / 2
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "every name stands once"
    used = set(re.findall(r'href="#([^"]+)"', html)) - set(ids)
    assert not used, f"drawn with what is not there: {used}"
    assert len(gzip.compress(html.encode())) < 40_000
    for rule in re.findall(rf"/games/{key}/rules#([\w-]+)", html):
        assert rule in game.rules


def test_a_rule_is_looked_up_without_a_script_and_one_goes_back_to_the_table(phone: Phones) -> None:
    anna, eve = phone(), phone()
    code = anna.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels"})
    anna.get(f"/t/{code}")
    there = {"headers": {"Referer": f"http://localhost/t/{code}/do/move"}}
    for page in ("how-to-play", "rules"):
        html = anna.get(f"/games/war-in-heaven/{page}", **there).text
        assert f'class="away" href="/t/{code}"' in html and f'name="table" value="{code}"' in html
    html = anna.get("/games/war-in-heaven/rules", query_string={"q": "PEARLY gat", "table": code}).text
    assert "2 rules with" in html and "<mark>Pearly</mark> <mark>Gates</mark>" in html
    assert f'class="away" href="/t/{code}"' in html
    none = anna.get("/games/war-in-heaven/rules?q=<b>zeppelin").text
    assert "No rules with “&lt;b&gt;zeppelin”" in none
    assert 'href="/games/war-in-heaven"' in eve.get(f"/games/war-in-heaven/rules?table={code}").text
    assert f"/t/{code}" not in eve.get("/games/war-in-heaven/rules", **there).text
    assert f"/t/{code}" not in anna.get(f"/games/heroball/rules?table={code}").text


@pytest.mark.parametrize("key", [*GAMES, "hearts", "cribbage", "nine-mens-morris"])
def test_a_game_or_a_box_is_found_with_three_letters_of_its_name(phone: Phones, key: str) -> None:
    name = (shelf().get(key) or boxes.box(key)).name
    found = phone().get(f"/?q={name[:3]}").text.partition('id="found"')[2].partition("</ul>")[0]
    assert f'href="/games/{key}"' in found
