"""What was told is told whole and by name, on the phone that waits as on the one that plays."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_following import table
from tests.browser.test_my_side import in_sight

BATTLE = """Angels deploy: Uriel, A1, Gabriel
Angels move: Militia 2, B4
Angels end-turn
Demons move: Fallen 2, B6
Demons move: Fallen 2, B5
"""
CUT = """() => [...document.querySelectorAll("#told, #told p, .told, .hands")].filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length"""
COVERED = """() => {
    const told = document.querySelector(".told #told > div").getBoundingClientRect();
    const below = document.elementFromPoint(told.left + 20, told.bottom - 6);
    return !below.closest(".told");
}"""


@pytest.mark.parametrize("width, height", [(390, 844), (360, 640), (844, 390), (1024, 768)])
def test_what_hands_must_do_is_never_cut_off(new_phone, width, height):
    ada, ben = new_phone(), new_phone(viewport={"width": width, "height": height})
    code = ada.bring(BATTLE)
    link = ada.links()["Demons"]
    ben.go(f"/t/{code}")
    ada.table(code)
    ada.say("Battle")
    expect(ben.told).to_contain_text("Militia 2 on B4 falls", timeout=2000)
    expect(ben.told).to_contain_text("Fallen 2 on B5 falls")
    assert link and ben.page.evaluate(CUT) == 0
    assert not ben.page.evaluate(COVERED), "the last line of what was told lies under something else"


LONG = """many => {
    document.querySelector("#told p").textContent = "Take 1 chip off the board. ".repeat(many);
    dispatchEvent(new Event("resize"));
}"""


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 360, "height": 640}])
def test_what_is_long_is_whole_also_in_ones_turn_and_what_is_endless_scrolls(new_phone, viewport):
    ada, _, _ = table(new_phone, viewport=viewport)
    ada.page.set_viewport_size(viewport)
    ada.say("Move", "Michael", "A2")
    told = ada.page.locator(".hands")
    ada.page.evaluate(LONG, 5)
    assert ada.page.evaluate(CUT) == 0 and not ada.page.evaluate(COVERED)
    ada.page.evaluate("scrollTo(0, 0)")
    assert in_sight(ada.page) >= 0.99, "the board keeps its place"
    ada.page.evaluate(LONG, 200)
    box = told.bounding_box()
    assert box and box["height"] <= viewport["height"] * 0.46, "it is read in its place"
    told.evaluate("one => one.scrollTo(0, 9999)")
    assert told.evaluate("one => one.scrollTop + one.clientHeight >= one.scrollHeight - 1")


def test_the_waiting_phone_and_the_told_line_name_the_person(new_phone):
    ada, ben, _ = table(new_phone)
    expect(ben.page.locator(".whose")).to_contain_text("Ada")
    expect(ben.page.locator(".whose")).to_contain_text("Angels")
    ada.say("Move", "Michael", "A2")
    expect(ben.told).to_contain_text("Ada Move Michael from B2 to A2.", timeout=2000)


def test_offline_words_are_honest(new_phone):
    _, ben, _ = table(new_phone)
    ben.live()
    ben.context.set_offline(True)
    toast = ben.page.locator(".toast.net-offline")
    expect(toast).to_contain_text("Nothing can be said from here until it is back")
    expect(toast).to_contain_text(re.compile(r"as of\s+\d{2}:\d{2}\. "))  # 24 hours, as in the log
    ben.context.set_offline(False)
    expect(toast).to_be_hidden(timeout=5000)


def test_what_was_not_sent_is_said_below_the_words_about_the_connection(new_phone):
    ada, _, _ = table(new_phone)
    ada.live()
    ada.context.set_offline(True)
    ada.page.locator(".foot a").last.click()
    away, unsent = (ada.page.locator(f".toast.{kind}") for kind in ("net-offline", "unsent"))
    expect(unsent).to_contain_text("nothing was sent")
    upper, lower = away.bounding_box(), unsent.bounding_box()
    assert upper and lower and lower["y"] >= upper["y"] + upper["height"]
    ada.context.set_offline(False)
    expect(away).to_be_hidden(timeout=5000)
    ada.said.clear()  # htmx complains of what it could not fetch


def test_what_fell_and_what_moved_stay_on_the_board_of_every_phone_and_of_the_big_screen(new_phone):
    ada, ben, screen = new_phone(), new_phone(), new_phone(viewport={"width": 1920, "height": 1080})
    code = ada.bring(BATTLE)
    ben.table(code)
    screen.go(f"/t/{code}/screen")
    screen.live()
    for phone in (ben, screen):
        expect(phone.page.locator(".board .trail .ghost .piece")).to_have_count(1)
        expect(phone.page.locator(".board .fell")).to_have_count(0)
    ada.table(code)
    ada.say("Battle")
    for phone in (ada, ben, screen):
        expect(phone.page.locator(".board .fell")).to_have_count(2, timeout=3000)
        expect(phone.told).to_contain_text("Ben")
    ada.page.locator("a.verb").first.click()
    expect(ada.page.locator(".board .trail")).to_have_count(0)
