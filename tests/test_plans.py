"""A turn prepared while others play, and a hand that only its phone knows."""

import re
from html import unescape

import pytest

from companion.kernel.planning import planned_turn
from tests import sittings
from tests.conftest import Phone, Phones
from tests.sittings import sitting_table

WAR = {"seat1": "Angels", "seat2": "Demons", "option-first": "Angels"}
HEAVENS = {"seat1": "Norse", "seat2": "Greek", "option-first": "Norse", "with": "house"}
PLAYED = {
    **sittings.PLAYED,
    "nine-mens-morris": "mills",
}


def two(phone: Phones, game: str, form: dict[str, str]) -> tuple[str, Phone, Phone]:
    """A table with Anna at the first seat, who is to play, and Ben at the second."""
    anna, ben = phone(), phone()
    code = anna.open(game, **form)
    ben.sit(anna.get(f"/t/{code}/seats").text.split("/S/")[-1].split("<")[0].strip())
    anna.say(code, "move", token="Militia 2", space="B4") if game == "war-in-heaven" else None
    return code, anna, ben


@pytest.mark.parametrize("key", PLAYED)
def test_most_waiting_seats_of_every_game_can_plan_their_next_turn(key: str) -> None:
    table = sitting_table(key, PLAYED[key])
    waits = planned = 0
    for step in table.log[:-1:5]:
        for seat in step.state.seats:
            if seat not in step.state.to_act:
                then = planned_turn(table.game, step.state, seat)
                waits, planned = waits + 1, planned + (then is not None)
                assert then is None or seat in then.to_act
    print(f"{key}: {planned} of {waits}")
    assert planned > 0.8 * waits


def test_a_planned_move_is_sent_with_one_tap_when_the_turn_comes(phone: Phones) -> None:
    code, anna, ben = two(phone, "war-in-heaven", WAR)
    assert "Plan your turn" in ben.get(f"/t/{code}").text
    plan = unescape(ben.get(f"/t/{code}?plan=1").text)
    assert "Only a plan" in plan and f"/t/{code}/do/move?plan=1" in plan
    assert "plan=1&token=Fallen+2&space=B6" in unescape(
        ben.get(f"/t/{code}/do/move?plan=1&token=Fallen+2").text
    )
    before = ben.get(f"/t/{code}/at").text
    saved = ben.post(f"/t/{code}/do/move?token=Fallen+2&space=B6&plan=1&now=1", {"seen": "1"})
    assert saved.status_code == 303 and ben.get(f"/t/{code}/at").text == before, "no table knows of it"
    assert "Move: Fallen 2, B6" in ben.get(f"/t/{code}").text
    assert "Fallen 2, B6" not in anna.get(f"/t/{code}").text
    anna.say(code, "move", token="Militia 3", space="C4")
    anna.say(code, "end-turn")
    page = unescape(ben.get(f"/t/{code}").text)
    form = re.search(r'<div class="planned">\s*<form.*?</form>', page, re.S)
    assert form and "Move: Fallen 2, B6" in form[0] and f'action="/t/{code}/do/move"' in form[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    assert ben.post(f"/t/{code}/do/move", sent).status_code == 303
    page = ben.get(f"/t/{code}").text
    assert "Move Fallen 2" in page and 'class="planned"' not in page


def test_a_plan_that_does_not_hold_any_more_says_why_and_can_be_dropped(phone: Phones) -> None:
    code, anna, ben = two(phone, "war-in-heaven", WAR)
    ben.post(f"/t/{code}/do/move?token=Fallen+2&space=B6&plan=1&now=1")
    anna.say(code, "ruling", thing="Fallen 2", to="C5", why="it lies there")
    anna.say(code, "move", token="Militia 3", space="C4")
    anna.say(code, "end-turn")
    page = unescape(ben.get(f"/t/{code}").text)
    assert "No longer possible:" in page
    ben.post(f"/t/{code}/plan/drop")
    assert 'class="planned"' not in ben.get(f"/t/{code}").text


def test_a_hand_that_is_ticked_comes_first_and_no_other_phone_knows_it(phone: Phones) -> None:
    code, anna, ben = two(phone, "high-heavens", HEAVENS)
    loose = re.findall(r'name="thing" value="([^"]+)"', unescape(anna.get(f"/t/{code}").text))
    assert len(loose) == 24
    mine = loose[8]
    anna.post(f"/t/{code}/held", {"thing": mine})
    page = unescape(anna.get(f"/t/{code}").text)
    assert "in your hand" in page and "in your hand" not in unescape(ben.get(f"/t/{code}").text)
    asked = unescape(anna.get(f"/t/{code}/do/invoke").text)
    answers = re.findall(r'class="answer[^>]*href="[^"]*god=([^"&]+)"', asked)
    assert answers[0].replace("+", " ") == mine
    anna.post(f"/t/{code}/held", {"thing": mine})
    assert "in your hand" not in anna.get(f"/t/{code}").text
    anna.post(f"/t/{code}/held", {"thing": "Zeus"})
    assert "in your hand" not in anna.get(f"/t/{code}").text, "what is not mine I do not hold"


def test_who_watches_or_plays_plans_nothing(phone: Phones) -> None:
    code, anna, _ = two(phone, "war-in-heaven", WAR)
    eve = phone()
    for one in (anna, eve):
        assert "Plan your turn" not in one.get(f"/t/{code}").text
        assert one.get(f"/t/{code}?plan=1").status_code == 303
        assert one.get(f"/t/{code}/do/move?plan=1").status_code == 303
