"""Two taps: what is harmless is said by the tap that finishes it, everything else is looked at first."""

import random
import re
from collections import Counter
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl

import pytest
from flask import Flask

from companion.games.heroball.actions.ball import Throw
from companion.games.war_in_heaven import GAME as WAR
from companion.games.war_in_heaven.actions import Battle, EndTurn, Move, Pass, Power
from companion.games.war_in_heaven.state import RECHARGE
from companion.games.war_in_heaven.tracked import Ruling
from companion.kernel.action import Action, nouns, play, written
from companion.kernel.asking import Ask, Option, ask, read
from companion.kernel.features import Pointing
from companion.kernel.journal import Table
from companion.kernel.judge import Whole, settled, shown_first
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.state import State
from companion.web.inspection import with_inspected
from companion.web.questions import with_question
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone as ViewPhone
from tests.conftest import Phone, Phones, house
from tests.sittings import sitting_table

START = Table.open(WAR, Opening({"Angels": "Ada", "Demons": "Ben"})).state
HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return house(tmp_path_factory.mktemp("house"))


@pytest.fixture
def me(phone: Phones) -> tuple[Phone, str]:
    """The phone of the Angels, whose turn it is, and its table."""
    anna = phone()
    seats = {"seat1": "Angels", "seat2": "Demons", "option-first": "Angels"}
    return anna, anna.open("war-in-heaven", **seats)


def entries(app: Flask, code: str) -> int:
    return app.extensions["companion"].store.session(code).n


def says(page: str) -> dict[str, str]:
    """What every tap on an answer of a page carries, as the page's script adds it."""
    return dict(parse_qsl(unescape(re.search(r'data-says="([^"]*)"', page)[1])))


def tap(phone: Phone, address: str, seen: int = 0, key: str = "k1", **more: str):
    """A tap on an answer, as htmx posts it."""
    way = f"{'&' if '?' in address else '?'}by=Angels&seen={seen}&key={key}&now=1"
    return phone.post(address + way, more, headers=HTMX)


def is_shown(state: State, action: Action) -> bool:
    """True if this action of War is looked at before it is said."""
    after = play(state, action) if action.at_once else state
    return shown_first(WAR, state, Whole(action, after))


# -- which are harmless ------------------------------------------------------------------------------------


def test_a_move_goes_at_once_and_what_fells_spends_or_throws_away_is_shown():
    state = START
    assert not is_shown(state, Move("Angels", "Michael", "A1"))
    assert is_shown(state, Power("Angels", "Militia 1", "A2")), "once a game"
    assert is_shown(state, Battle("Angels")), "somebody may fall"
    assert not Battle.at_once and EndTurn.at_once


def test_a_button_names_what_it_throws_away_and_one_tap_says_it(phone: Phones):
    state = START.but(phase=RECHARGE, recharges=1, may_flip=1, down=frozenset({"Uriel"}))
    passing = Pass("Angels")
    assert passing.throws_away(state) == "1 token could still be flipped" and not is_shown(state, passing)
    anna = phone()
    code = anna.open("high-heavens", seat1="Norse", seat2="Greek", **{"option-first": "Norse"})
    button = re.search(r'href="[^"]*do/end-turn".*?</a>', anna.get(f"/t/{code}").text, re.S)[0]
    assert " hx-post>" in button and "lost" in button, "undo stands beside what was told"


def test_set_by_hand_goes_at_once_unless_it_takes_something_off_the_board():
    assert not is_shown(START, Ruling("Angels", "Militia 1", "A4", "by hand"))
    question = ask(Ruling, START, "Angels", {"thing": "Militia 1"})
    off = next(option.name for option in question.allowed if not WAR[Pointing].spaces(START, option.name))
    assert is_shown(START, Ruling("Angels", "Militia 1", off, "by hand"))


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.key)
def test_no_verb_of_chance_and_no_resigning_goes_at_once(game):
    for kind in game.kinds:
        if kind.anytime and not kind.by_hand:
            assert not kind.at_once, kind.verb


def test_a_refusal_names_its_space_once(me):
    anna, code = me
    page = anna.get(f"/t/{code}/do/move?token=Michael").text
    assert "<b>E4</b> is not next to B2." in page and "E4</b> E4" not in page


# -- what answers itself -----------------------------------------------------------------------------------


def test_a_question_with_one_possible_answer_answers_itself():
    crowded = START.but(on={**START.on, "A1": "Uriel"}, at={**START.at, "Uriel": "A1"})
    question, by_itself = settled(WAR.kind("deploy"), crowded, "Angels", {"ally": "Raphael"})
    assert by_itself == {"space": ["B1"]} and isinstance(question, Ask) and question.field == "paying"


def test_what_one_may_decline_never_answers_itself():
    sure = nouns(Throw)["sure"]
    question = Ask(Throw("Gold", "A1", ()), "sure", sure, (), 1, (Option("yes", None),))
    assert sure.consent and question.only is None
    assert replace(question, noun=nouns(Throw)["space"]).only == Option("yes", None)
    assert replace(question, noun=nouns(Throw)["space"], options=()).only is None


# -- on the phone ------------------------------------------------------------------------------------------


def test_the_tap_that_finishes_a_move_says_it_and_undo_stands_beside_what_was_told(app, me):
    anna, code = me
    said = tap(anna, f"/t/{code}/do/move?token=Michael&space=A1")
    page = said.get_data(as_text=True)
    assert said.status_code == 200 and entries(app, code) == 1
    assert "Move Michael from B2 to A1." in page and 'class="takes-back"' in page
    assert said.headers["HX-Push-Url"] == f"/t/{code}"
    again = tap(anna, f"/t/{code}/do/move?token=Michael&space=A1")
    assert again.status_code == 200 and entries(app, code) == 1, "the same tap counts once"
    other = tap(anna, f"/t/{code}/do/move?token=Militia+1&space=A2")
    assert other.status_code == 409 and entries(app, code) == 1, "another of the same page counts not at all"


def test_a_tap_that_finishes_nothing_asks_on_under_an_address_of_its_own(app, me):
    anna, code = me
    page = tap(anna, f"/t/{code}/do/move?token=Michael")
    assert "To which space?" in page.get_data(as_text=True) and entries(app, code) == 0
    assert page.headers["HX-Push-Url"] == f"/t/{code}/do/move?token=Michael"


def test_what_is_not_harmless_is_shown_with_its_target_lit_and_a_second_tap_says_it(app, me):
    anna, code = me
    page = tap(anna, f"/t/{code}/do/power?token=Militia+1&space=A2").get_data(as_text=True)
    assert entries(app, code) == 0 and "Take the marker off Michael" in page
    assert '<g class="trail ahead seat-0">' in page
    second = re.search(r'class="glow" href="[^"]+" hx-post="([^"]+)" aria-label="A2', page)[1]
    assert "now=" not in second
    anna.post(second.replace("&amp;", "&"), says(page), headers=HTMX)
    assert entries(app, code) == 1


def test_a_tap_is_checked_once_and_played_once(app, me, monkeypatch):
    anna, code = me
    counts = Counter[str]()

    def counted(name: str) -> None:
        run = getattr(Move, name)

        def call(action: Move, state: State) -> object:
            counts[name] += {"token", "space"} <= action.__dict__.keys()
            return run(action, state)

        monkeypatch.setattr(Move, name, call)

    for name in ("check", "apply"):
        counted(name)
    tap(anna, f"/t/{code}/do/move?token=Michael&space=A1")
    assert entries(app, code) == 1 and counts == {"check": 1, "apply": 1}
    seen = {"by": "Angels", "seen": "1", "key": "k2", "token": "Michael", "space": "B2"}
    anna.post(f"/t/{code}/do/move", seen)
    assert entries(app, code) == 2 and counts == {"check": 2, "apply": 2}
    seen |= {"seen": "2", "key": "k3", "space": "B2"}
    assert anna.post(f"/t/{code}/do/move", seen).status_code == 422
    assert counts["apply"] == 2, "what is refused is not played"


def test_a_careful_phone_is_shown_everything_first(app, me):
    anna, code = me
    assert "hx-post" in anna.get(f"/t/{code}/do/move?token=Michael").get_data(as_text=True)
    assert "Show every move first" in anna.get("/me").get_data(as_text=True)
    assert anna.post("/me/settings", {"on": ["careful"]}).status_code == 303
    page = anna.get(f"/t/{code}/do/move?token=Michael").get_data(as_text=True)
    assert "hx-post" not in page
    answer = tap(anna, f"/t/{code}/do/move?token=Michael&space=A1")
    assert entries(app, code) == 0 and 'id="say-move"' in answer.get_data(as_text=True)


def test_a_piece_that_is_looked_at_tells_its_verbs_apart_and_says_what_it_cannot_reach(me):
    anna, code = me
    look = anna.get(f"/t/{code}/look?thing=Michael").get_data(as_text=True)
    assert 'class="dim" href="#no-E4"' in look and 'id="no-E4"' in look
    both = anna.get(f"/t/{code}/look?thing=Militia+2").get_data(as_text=True)
    ways = dict(re.findall(r'class="(glow[^"]*)" href="[^"]*/do/([a-z]+)', both))
    assert ways == {"glow": "move", "glow way-1": "power"}
    assert 'class="way way-1"' in both
    assert 'href="#no-E4"' in both and 'href="#no-A1"' not in both, "it says why it cannot move there"


def test_without_scripts_the_same_addresses_show_the_sentence_first(app, me):
    anna, code = me
    look = anna.get(f"/t/{code}/look?thing=Michael").get_data(as_text=True)
    address = re.search(r'class="glow" href="([^"]+)"', look)[1].replace("&amp;", "&")
    assert 'id="say-move"' in anna.get(address).get_data(as_text=True) and entries(app, code) == 0


def test_a_dock_with_one_verb_opens_it_with_undo_at_hand(phone: Phones):
    anna = phone()
    code = anna.open(
        "havoc-in-heaven",
        seat1="Celestials",
        seat2="Monsters",
        phone="all",
        **{"option-first-pick": "Celestials"},
    )
    page = anna.get(f"/t/{code}").text
    assert 'id="ask-pick-hero-0"' in page and "Undo" not in page and 'class="back"' not in page
    assert anna.say(code, "pick", 0, hero="Sun Wukong").status_code == 303
    page = anna.get(f"/t/{code}").text
    assert 'id="ask-pick-hero-0"' in page and ">Undo<" in page


def test_the_journal_reads_a_reason_that_was_left_out():
    table = Table.open(WAR, Opening({"Angels": "Ada", "Demons": "Ben"}))
    after = table.say("Angels", "ruling", {"thing": "Round", "to": "3"})
    assert "(by hand)" in after.state.told[0].text
    assert after.log[-1].entry.answers["why"] == "by hand"


def test_a_thing_is_set_by_hand_from_where_it_is_looked_at_and_the_reason_may_be_left_out(app, me):
    anna, code = me
    look = anna.get(f"/t/{code}/look?thing=Michael").get_data(as_text=True)
    address = re.search(r'href="([^"]+)" aria-label="Set Michael by hand"', look)[1]
    answer = anna.get(address).get_data(as_text=True)
    assert answer.count('hx-include:inherited="#reason"') == 2 and 'name="why" value=""' in answer
    assert 'data-by-hand="' in look, "for a long press"
    assert f'href="{address}"' in anna.get(f"/t/{code}/why?thing=Michael").get_data(as_text=True), (
        "from its card"
    )
    tap(anna, f"/t/{code}/do/ruling?thing=Michael&to=A1", why="")
    assert "Michael is set to A1 (by hand)." in anna.get(f"/t/{code}/log").get_data(as_text=True)
    tap(anna, f"/t/{code}/do/ruling?thing=Michael&to=A2", seen=1, key="k2", why="the cat")
    assert "Michael is set to A2 (the cat)." in anna.get(f"/t/{code}/log").get_data(as_text=True)
    page = anna.get(f"/t/{code}/do/ruling?thing=Michael&to=A1&why=the+dog").get_data(as_text=True)
    assert 'id="reason" name="why" value="the dog"' in page and 'type="hidden" name="why"' not in page


def test_a_number_is_said_at_once_too(app, me):
    anna, code = me
    page = anna.get(f"/t/{code}/do/ruling?thing=Actions").get_data(as_text=True)
    address = re.search(r'hx-post="([^"]*/do/ruling[^"]*)"', page)[1].replace("&amp;", "&")
    anna.post(address, {**says(page), "thing": "Actions", "to": "1", "why": ""}, headers=HTMX)
    assert entries(app, code) == 1


def test_a_watcher_is_not_offered_to_set_anything_by_hand(me, phone: Phones):
    _, code = me
    look = phone().get(f"/t/{code}/look?thing=Michael").get_data(as_text=True)
    assert "Set Michael by hand" not in look and 'data-by-hand=""' in look


def test_one_s_own_units_are_marked_where_others_could_be_meant(app, phone: Phones):
    game = shelf()["havoc-in-heaven"]
    table = Table.open(game, Opening(dict.fromkeys(game.seats(2), "Ada")))
    for action, lane in moves(game, table.start, random.Random(5)):
        table = table.say(action.by, action.verb, written(action))
        if lane.phase == "action":  # the heroes of a side stand together
            break
    unit = lane.own_heroes(lane.side)[0]
    session = app.extensions["companion"].store.open(game, table, "ada", [*game.seats(2)])
    dock = Dock(session, ViewPhone.at(session, "ada"))
    question = with_question(dock, game.kind("attack"), {"unit": [unit]})
    own = [answer for answer in question.question.allowed if answer.own]
    assert own and all(answer.rare for answer in own), "folded away, as it is hardly ever meant"
    assert {question.lit.prices[answer.spaces[0]] for answer in own} == {"yours"}
    units = with_question(dock, game.kind("attack"), {}).question
    assert not any(answer.own for answer in units.allowed), "only one's own can attack"


def test_spaces_that_glow_are_listed_only_where_somebody_asks(phone: Phones):
    anna = phone()
    code = anna.open("high-heavens", seat1="Norse", seat2="Greek", **{"option-first": "Norse"})
    page = anna.get(f"/t/{code}/do/ruling?thing=Odin").get_data(as_text=True)
    assert page.index("as a list") < page.rindex("<b>B8</b>"), "the list is folded"
    assert "as a list" not in anna.get(f"/t/{code}/do/invoke").get_data(as_text=True), "no space answers"


def test_a_verb_has_one_name_whether_it_is_free_or_locked():
    game = shelf()["heroball"]
    state = Table.open(game, Opening(dict.fromkeys(game.seats(2), "Ada"))).state
    move = game.kind("move")
    assert move.face(state.but(taken=("Step", "Run", "Sprint")), "Gold")[0] == move.title


def test_the_only_enemy_within_reach_glows_as_well(app):
    game = shelf()["high-heavens"]
    table = Table.open(game, Opening({"Norse": "Ada", "Greek": "Ben"}))
    for verb, answers in (
        ("invoke", {"god": "Thor", "hex": "D1"}),
        ("ruling", {"thing": "Thor", "to": "D4"}),
        ("ruling", {"thing": "Zeus", "to": "D5"}),
    ):
        table = table.say("Norse", verb, answers)
    session = app.extensions["companion"].store.open(game, table, "ada", [*game.seats(2)])
    dock = Dock(session, ViewPhone.at(session, "ada"))
    look = with_inspected(dock, "Thor")
    assert look.inspected.lit == {"move": 0, "attack": 1} and look.lit.ways["D5"] == 1
    assert (
        "attack?god=Thor&target=Zeus" in look.lit.glow["D5"] and "now=1" in look.lit.say[look.lit.glow["D5"]]
    )
    assert "move?god=Thor" in look.lit.glow["C4"] and "now=1" in look.lit.say[look.lit.glow["C4"]]


def test_a_man_that_is_tapped_to_be_taken_is_taken_and_the_last_one_is_shown_first():
    table = sitting_table("nine-mens-morris", "mills")
    before = [table.start, *(step.state for step in table.log)]
    takes = [(before[n], step) for n, step in enumerate(table.log) if step.entry.verb == "take-man"]
    shown = []
    for state, step in takes:
        action = read(table.game.kind("take-man"), state, step.entry.seat, step.entry.answers)
        shown.append(shown_first(table.game, state, Whole(action, step.state)))
    assert shown == [False] * 6 + [True], "the last take ends the game"


def test_a_unit_that_is_asked_for_lies_above_the_row_that_it_stands_in(app):
    table = sitting_table("havoc-in-heaven", "whole-game").as_of(489)
    session = app.extensions["companion"].store.open(table.game, table, "ada", [*table.opening.seats])
    dock = Dock(session, ViewPhone.at(session, "ada"))
    glow = [*with_question(dock, table.game.kind("move"), {}).lit.glow]
    assert {"Row 9", "Row 9, place 1", "Row 9, place 2"} <= {*glow}, glow
    assert glow.index("Row 9") < glow.index("Row 9, place 1"), "what is drawn later takes the tap"
