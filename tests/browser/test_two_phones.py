"""Two phones at one table: they sit down, play, fight, and see each other's taps at once."""

import re
import time

import pytest
from playwright.sync_api import expect

OPENING = """Angels move: Militia 2, B4
Angels move: Militia 2, B5
Angels end-turn
Demons move: Fallen 2, B6
"""


@pytest.mark.alone
def test_a_game_from_the_form_to_the_end(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ben.live()
    ada.table(code)
    expect(ben.page.locator(".whose")).to_contain_text("Ada")
    expect(ben.page.locator("html")).to_have_attribute("data-awake", "lock")

    ada.say("Deploy", "Uriel", "A1", "Gabriel")
    expect(ben.told).to_contain_text("Flip Gabriel face down.", timeout=1000)
    expect(ben.told).to_contain_text("Put Uriel on A1, face up.")
    expect(ada.page).to_have_url(re.compile(f"/t/{code}$"))
    ada.say("Move", "Militia 2", "B4")
    ada.say("End turn")

    expect(ben.page.locator(".you")).to_be_visible(timeout=1000)
    ben.say("Move", "Fallen 2", "B6")
    ben.say("Move", "Fallen 2", "B5")
    expect(ada.told).to_contain_text("Move Fallen 2 from B6 to B5.")
    ben.say("Battle")
    expect(ada.told).to_contain_text("Militia 2 on B4 falls: to its card, face down.")
    expect(ada.told).to_contain_text("Fallen 2 on B5 falls")

    ada.go(f"/t/{code}/seats#draw")
    ada.page.get_by_role("link", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    for phone, words in ((ada, "Ben won"), (ben, "You won")):
        expect(phone.page.get_by_role("heading", name=words)).to_be_visible()
        expect(phone.page.locator(".numbers")).to_contain_text("Tokens lost")
    ada.go("/")
    ada.page.get_by_text("More", exact=True).click()
    expect(ada.page.get_by_role("heading", name="Played")).to_be_visible()


def test_where_the_wake_lock_is_refused_a_film_keeps_the_screen_on_and_nothing_warns(new_phone):
    ada = new_phone(permissions=[])
    ada.open()
    ada.page.goto(ada.page.url.removesuffix("/seats"))
    assert ada.page.evaluate("navigator.wakeLock.request('screen').then(() => 'lock', (no) => no.name)") == (
        "NotAllowedError"
    )
    expect(ada.page.locator("html")).to_have_attribute("data-awake", "film")
    assert ada.page.evaluate("document.querySelector('video.film').paused") is False
    ada.say("Move", "Militia 2", "B4")
    ada.say("Move", "Militia 2", "B5")
    ada.say("End turn")
    expect(ada.page.locator(".wait")).not_to_contain_text("lock")


@pytest.mark.alone
def test_the_seats_fill_before_the_eyes_of_who_opened_the_table(new_phone):
    ada, ben = new_phone(), new_phone()
    ada.open()
    link = ada.links()["Demons"]
    demons = ada.page.locator(".chair", has_text="Demons")
    expect(demons).to_contain_text("Free")
    ada.live()
    ben.sit(link)
    expect(demons).to_contain_text("1 phone", timeout=1000)
    expect(demons.locator(".url")).to_be_visible()  # what was unfolded stays unfolded


@pytest.mark.alone
def test_the_other_phone_sees_a_tap_well_within_a_second(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ben.live()
    ada.table(code)
    took = []
    for space in ("A2", "C2"):
        ada.go(f"/t/{code}/do/move?token=Michael&space={space}")
        ada.live()
        start = time.monotonic()
        ada.page.locator("button.big").click()
        expect(ben.told).to_contain_text(f"to {space}.", timeout=1000)
        took.append(time.monotonic() - start)
        ada.page.get_by_role("button", name="undo").click()
        expect(ben.told).to_contain_text("to B2.")
    assert max(took) < 0.7, took


def test_the_board_answers_a_finger(new_phone):
    ada = new_phone()
    code = ada.open(plays="all")
    ada.table(code)
    ada.page.get_by_role("link", name="Move").click()
    ada.page.locator(".board").get_by_role("link", name="A3, Militia 1").click()
    expect(ada.page.get_by_role("heading", name="To which space?")).to_be_visible()
    for one in ada.page.locator(".board a.glow").all():
        box = one.bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44, box
    ada.page.locator(".board").get_by_role("link", name="A4", exact=True).click()
    expect(ada.told).to_contain_text("Move Militia 1 from A3 to A4.")
    ada.page.go_back()
    expect(ada.page.get_by_role("heading", name="To which space?")).to_be_visible()
    expect(ada.page.locator(".board .cell").first).to_be_visible()


def test_the_keyboard_is_enough(new_phone):
    ada = new_phone()
    ada.table(ada.open(plays="all"))
    ada.page.get_by_role("link", name="Deploy").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("heading", name="Which Ally or Troop?")).to_be_focused()
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("a.answer").first).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("heading", name="On which deploy space?")).to_be_focused()
    ada.page.keyboard.press("Tab")
    expect(ada.page.get_by_text("2 as a list")).to_be_focused()  # the board is for fingers
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("heading", name="Which tokens pay?")).to_be_focused()


def test_a_no_stands_where_the_finger_was(new_phone):
    ada = new_phone()
    ada.table(ada.open(plays="all"))
    locked = ada.page.locator(".not-now")
    expect(locked.locator("summary")).to_contain_text("2 not now")
    locked.locator("summary").click()
    reasons = locked.locator(".reason")
    expect(reasons).to_be_in_viewport()
    expect(reasons).to_contain_text("Battle No opposing tokens touch.")
    rule = reasons.locator("a[href='/games/war-in-heaven/rules#battle']")
    expect(rule).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(reasons).to_be_hidden()


def test_a_stale_tap_is_judged_again_and_says_what_changed(new_phone):
    ada, late = new_phone(), new_phone(java_script_enabled=False)
    code = ada.open()
    late.sit(ada.links()["Angels"])
    ada.table(code).page.get_by_role("button", name="Admit").click()
    expect(ada.told).to_contain_text("A phone sat down at Angels, let in by Angels.")
    late.go(f"/t/{code}/do/move?token=Michael&space=A2")
    ada.table(code)
    ada.say("Move", "Michael", "A2")
    late.page.locator("button.big").click()
    expect(late.page.locator(".refused")).to_contain_text("Since you looked")
    expect(late.page.locator(".refused .rule")).to_be_visible()


@pytest.mark.alone
def test_who_types_the_code_watches_asks_and_is_admitted(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ada.table(code)
    ben.go("/")
    ben.page.get_by_label("Join a table").fill(f" {code.lower()} ")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    expect(ben.page.get_by_text("You are watching.")).to_be_visible()
    ben.page.get_by_role("link", name="Ask for a seat").click()
    demons = ben.page.locator(".chair", has_text="Demons")
    demons.get_by_placeholder("Your name").fill("Ben")
    demons.get_by_role("button", name="Ask for it").click()
    expect(ben.page.get_by_text("You asked.")).to_be_visible()

    note = ada.page.locator(".note", has_text="Ben asks to sit at Demons.")
    expect(note).to_be_visible(timeout=1000)
    note.get_by_role("button", name="Admit").click()
    expect(note).to_have_count(0)
    expect(ben.page).to_have_url(re.compile(f"/t/{code}$"), timeout=3000)  # by itself
    expect(ben.page.locator(".whose")).to_contain_text("Ada")


def test_a_renewed_code_throws_the_other_phone_out(new_phone):
    ada, ben, eve = new_phone(), new_phone(), new_phone()
    code = ada.open()
    link = ada.links()["Demons"]
    ben.sit(link)
    eve.sit(link)
    expect(eve.page.get_by_text("You asked.")).to_be_visible()
    admit = ben.page.get_by_role("button", name="Admit")
    admit.click()
    expect(admit).to_have_count(0)
    expect(eve.page).to_have_url(re.compile(f"/t/{code}$"))
    eve.live()
    expect(eve.page.get_by_text("You are watching.")).to_have_count(0)
    ben.go(f"/t/{code}/seats")
    demons = ben.page.locator(".chair", has_text="Demons")
    demons.locator("summary").click()
    demons.get_by_role("button", name="New code").click()
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    expect(ada.table(code).told).to_contain_text("Demons has a new code. Another phone stood up from it.")
    answer = eve.go(link)
    assert answer and answer.status == 404
    expect(eve.page.get_by_text("was replaced")).to_be_visible()


def test_who_falls_is_asked_on_both_phones(new_phone):
    ada = new_phone()
    code = ada.bring(OPENING + "Demons move: Fallen 3, C6\nDemons battle\n")
    ada.table(code)
    expect(ada.page.get_by_role("heading", name="Angels' choice")).to_be_visible()
    ada.page.locator(".board").get_by_role("link", name="C6, Fallen 3").click()
    ada.page.locator("button.big").click()
    expect(ada.told).to_contain_text("Fallen 3 on C6 falls")


def test_the_other_seat_is_asked_before_its_sentence_goes_back(new_phone):
    ada, ben = new_phone(), new_phone()
    move = "Angels' “Move: Michael, A2”"
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ben.live()
    ada.table(code)
    ada.go(f"/t/{code}/do/move?token=Michael&space=A2")
    ada.page.locator("button.big").click()
    ben.page.get_by_role("button", name="undo? Asks Angels").click()
    expect(ben.page.get_by_role("button", name="Never mind")).to_be_visible()
    expect(ada.told).to_contain_text(f"Demons ask Angels to take back {move}.")
    ada.page.get_by_role("button", name="Take it back").click()
    expect(ben.page.locator(".note")).to_contain_text("You took back Ada's “Move: Michael, A2”.")
    expect(ada.page.locator(".note")).to_contain_text("Ben took back your “Move: Michael, A2”.")
    expect(ada.page.get_by_role("button", name="Put it back")).to_be_visible()
    expect(ada.page.locator(".board .trail")).to_have_count(1)
    ben.page.get_by_role("button", name="Put it back").click()
    expect(ada.told).to_contain_text(f"Demons put back {move}.")


@pytest.mark.alone
def test_one_tap_plays_again_and_one_takes_the_other_phone_along(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ben.live()
    ada.go(f"/t/{code}/seats#draw")
    ada.page.get_by_role("link", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    again, join = (
        phone.page.get_by_role("button", name=name)
        for phone, name in ((ada, "Play again"), (ben, "Join the rematch"))
    )
    for button in (again, ben.page.get_by_role("button", name="Play again")):
        expect(button).to_be_in_viewport(ratio=1)
    again.tap()
    expect(join).to_be_in_viewport(ratio=1, timeout=2000)
    join.tap()
    for phone in (ada, ben):
        phone.live()
        expect(phone.page.locator(".top .code")).not_to_contain_text(code)
    assert ada.code == ben.code != code
    ada.page.get_by_role("button", name="Skip the set-up").tap()
    expect(ada.page.locator(".you")).to_be_visible()
    ada.say("Move", "Militia 2", "B4")
    expect(ben.told).to_contain_text("Move Militia 2", timeout=2000)
