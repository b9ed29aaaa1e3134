"""Taps as a thumb makes them: at a place on the glass, counted, and on whatever lies uppermost there."""

import random
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.havoc_in_heaven.actions import Attack
from companion.kernel import transcript
from companion.kernel.action import refusal, written
from companion.kernel.features import Pointing
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.browser.conftest import Phone
from tests.browser.test_heaven_and_ale import played
from tests.browser.test_heroball import MET

MIDDLE = """(element) => {
  const shapes = [...element.querySelectorAll("use, circle, rect")];
  const box = (shapes.find((one) => one.checkVisibility()) || element).getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  return [x, y, element.contains(document.elementFromPoint(x, y))];
}"""

RIPE = """() => !document.querySelector('.htmx-request')
  && !document.getAnimations().some((one) => one.animationName === "ripe")"""


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: Locator) -> None:
        """Tap the middle of a place; it must be there, and nothing may lie over it.

        The tap before is answered first: what is seen until then is the dock that was tapped.
        """
        self.page.wait_for_timeout(300)  # the dock takes no tap in its first quarter of a second
        self.page.wait_for_function(RIPE)
        expect(place).to_be_visible()
        x, y, there = place.evaluate(MIDDLE)
        assert there, f"something covers {place} at {x:.0f}, {y:.0f}"
        self.taps += 1
        self.page.touchscreen.tap(x, y)

    def rest(self, place: Locator) -> None:
        """Rest on a place: a long press, which counts as a tap."""
        x, y, there = place.evaluate(MIDDLE)
        assert there, f"something covers {place}"
        self.taps += 1
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.page.wait_for_timeout(700)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture
def war(new_phone):
    """A table of War in Heaven in its first turn, on one phone that stays where it is."""
    phone = new_phone()
    phone.table(phone.bring(""))
    phone.page.evaluate("window.stayed = true; scrollTo(0, 0)")
    return phone


def stayed(page: Page) -> bool:
    """Whether the page is still the one that was loaded, with the board where it was."""
    return bool(page.evaluate("window.stayed === true && scrollY === 0"))


def test_a_tap_on_a_piece_loads_no_page(war):
    page, thumb = war.page, Thumb(war.page)
    thumb.tap(page.locator(".board a.why[aria-label^='Michael on']"))
    expect(page.locator(".look h2")).to_contain_text("Michael")
    assert stayed(page) and "/look?thing=Michael" in page.url
    page.go_back()
    expect(page.locator(".dock")).to_be_visible()
    assert stayed(page)


SLOW = """(() => {
  const quick = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await quick(...asked);
    await new Promise((go) => setTimeout(go, 1000));
    return answer;
  };
})()"""


def test_the_focus_stays_where_it_is_when_the_rest_of_the_foresight_comes(new_phone):
    phone = new_phone()
    phone.table(phone.bring(MET))
    page, question = phone.page, phone.page.get_by_role("heading", name="To which hex?")
    page.evaluate(SLOW)
    with page.expect_response("**/foresight?**"):
        Thumb(page).tap(page.locator(".board").get_by_role("link", name="Gold on F6"))
        expect(question).to_be_focused()
    expect(page.locator("#foresight:not([hx-get])")).to_be_attached()  # it has come, and asks for no more
    expect(question).to_be_focused()


def test_who_goes_back_while_the_page_still_fetches_is_back_all_the_same(new_phone):
    phone = new_phone()
    phone.table(phone.bring(MET))
    page, question = phone.page, phone.page.get_by_role("heading", name="To which hex?")
    page.evaluate("window.stayed = true; scrollTo(0, 0)")
    page.evaluate(SLOW)
    Thumb(page).tap(page.locator(".board").get_by_role("link", name="Gold on F6"))
    expect(question).to_be_visible()
    page.go_back()  # what each hex would cost is still on its way
    expect(page.locator("a.verb", has_text="Throw")).to_be_visible()
    expect(question).to_be_hidden()
    assert stayed(page)


def test_a_tap_on_a_sheet_that_has_just_come_is_refused_where_the_finger_was(war):
    page, rule = war.page, ".acts { animation-duration: 600s !important; }"
    page.evaluate("rule => document.styleSheets[0].insertRule(rule, 0)", rule)
    asked, box = page.url, page.locator("a.verb").first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".bubble")).to_have_text("This has just changed. Tap again.")
    expect(page.locator(".bubble")).to_be_in_viewport(ratio=1)
    assert page.url == asked, "nothing was sent"
    page.evaluate("document.styleSheets[0].deleteRule(0)")
    page.locator("a.verb").first.tap()
    expect(page.locator(".bubble")).to_be_empty()
    expect(page).not_to_have_url(asked)


def test_a_greyed_space_says_why_in_a_bubble_at_the_finger(war):
    page, thumb = war.page, Thumb(war.page)
    thumb.tap(page.locator("a.verb", has_text="Move"))
    thumb.tap(page.locator(".board a.glow").first)
    expect(page.locator(".so-far h2")).to_contain_text("To which space?")
    where = page.url
    greyed = page.locator(".board a.dim").nth(2)
    thumb.tap(greyed)
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text(".")
    expect(bubble.locator(".rule a")).to_be_visible()
    at, finger = bubble.bounding_box(), greyed.bounding_box()
    assert at["x"] >= 0 and at["x"] + at["width"] <= 390
    assert abs(at["y"] + at["height"] - finger["y"]) < 90, "the bubble stands at the finger"
    assert stayed(page) and page.url == where
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_without_a_connection_a_tap_stays_in_the_app_and_says_so(war):
    page, thumb = war.page, Thumb(war.page)
    war.context.set_offline(True)
    for place in (".board a.why[aria-label^='Michael on']", "a.verb", ".foot a:last-child"):
        thumb.tap(page.locator(place).first)
        expect(page.locator(".unsent")).to_contain_text("No connection: nothing was sent.")
        assert stayed(page)
        page.locator(".unsent").evaluate("note => note.replaceChildren()")
    war.context.set_offline(False)
    expect(page.locator("html")).to_have_attribute("data-net", "live", timeout=20_000)
    thumb.tap(page.locator(".board a.why[aria-label^='Michael on']"))
    expect(page.locator(".look h2")).to_contain_text("Michael")
    assert stayed(page)
    war.said.clear()  # htmx complains of what it could not fetch


def test_a_tap_that_is_refused_by_an_error_page_says_why_and_the_table_stays(war):
    page, thumb, unsent = war.page, Thumb(war.page), war.page.locator(".unsent")
    thumb.tap(page.locator(".board a.why[aria-label^='Militia 1 on']"))
    glow = page.locator(".board .glow").first
    expect(glow).to_be_visible()
    page.context.clear_cookies()
    thumb.tap(glow)
    expect(unsent).to_contain_text(
        "This browser keeps no cookies for this address, so it cannot keep a seat."
    )
    expect(page.locator(".board")).to_be_visible()
    assert stayed(page)


def test_an_error_page_is_read_out_first(new_phone):
    phone = new_phone()
    phone.go("/nowhere")
    expect(phone.page.get_by_role("alert").get_by_role("heading", name="Nothing here")).to_be_focused()


# -- the counts --------------------------------------------------------------------------------------------


def at(phone: Phone, lines: str) -> Thumb:
    """A thumb at a table that a transcript tells of, on one phone for all its seats."""
    phone.table(phone.bring(lines))
    phone.page.evaluate("window.stayed = true; scrollTo(0, 0)")
    return Thumb(phone.page)


def piece(page: Page, name: str) -> Locator:
    """A piece of the board as a place to tap."""
    return page.locator(f".board a[aria-label^='{name} on ']").first


def lit(page: Page, space: str) -> Locator:
    """A space that glows, by the beginning of its name."""
    return page.locator(f".board a.glow[aria-label='{space}'], .board a.glow[aria-label^='{space},']").first


def verb(page: Page, title: str) -> Locator:
    """A button of the dock."""
    return page.locator("a.verb", has_text=title)


ANGELS_DONE = "Angels move: Militia 2, B4\nAngels move: Militia 2, B5\nAngels end-turn\n"


@pytest.mark.alone
def test_a_move_takes_two_taps_and_one_more_takes_it_back(new_phone):
    phone = new_phone()
    thumb = at(phone, "Angels move: Michael, A1\n")
    page = phone.page
    thumb.tap(piece(page, "Militia 2"))
    thumb.tap(lit(page, "B4"))
    expect(phone.told).to_contain_text("Move Militia 2 from B3 to B4.")
    assert thumb.taps == 2 and stayed(page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    thumb.tap(undo)
    expect(piece(page, "Militia 2")).to_have_attribute("aria-label", "Militia 2 on B3")
    expect(page.get_by_role("button", name="Put it back")).to_be_visible()


def test_a_turn_of_three_moves_takes_seven_taps(new_phone):
    phone = new_phone()
    thumb = at(phone, ANGELS_DONE)
    for fallen, space in (("Fallen 1", "A6"), ("Fallen 3", "D6"), ("Fallen 4", "E6")):
        thumb.tap(piece(phone.page, fallen))
        thumb.tap(lit(phone.page, space))
        expect(phone.told).to_contain_text(f"to {space}.")
    before = thumb.taps
    thumb.tap(verb(phone.page, "End turn"))
    expect(phone.page.locator(".whose h1")).to_contain_text("Angels")
    assert (before, thumb.taps) == (6, 7) and stayed(phone.page)


def test_a_deployment_takes_four_taps(new_phone):
    phone = new_phone()
    thumb = at(phone, "Angels move: Michael, A2\n")
    page = phone.page
    thumb.tap(verb(page, "Deploy"))
    thumb.tap(page.locator("a.answer", has_text="Uriel"))
    thumb.tap(lit(page, "A1"))
    thumb.tap(page.locator("a.answer").first)
    expect(phone.told).to_contain_text("Put Uriel on A1, face up.")
    assert thumb.taps == 4 and stayed(page)


def test_a_purchase_takes_four_taps_and_a_space_with_one_thing_to_do_asks_at_once(new_phone):
    phone = new_phone(viewport={"width": 430, "height": 932})
    thumb = at(phone, played(20))
    page = phone.page
    thumb.tap(page.locator(".board a.why[aria-label='R12']").first)
    expect(page.locator(".so-far h2")).to_have_text("Which colour has the tile?")
    thumb.tap(page.locator("a.answer", has_text="Hops"))
    thumb.tap(page.locator("a.answer:has(b:text-is('2'))"))
    thumb.tap(lit(page, "C6"))
    expect(phone.told).to_contain_text("Put hops 2 on C6, in the sun.")
    assert thumb.taps == 4 and stayed(page)


def test_an_attack_that_fells_nobody_takes_two_taps(new_phone):
    phone = new_phone()
    table, by, target = attacking()
    thumb = at(phone, transcript.write(table))
    page = phone.page
    thumb.tap(page.locator(f".board a.why[aria-label^='{by}']").first)
    thumb.tap(lit(page, GAME[Pointing].spaces(table.state, target)[0]))
    expect(phone.told).to_contain_text(f"{by} attacks {target}")
    assert thumb.taps == 2 and stayed(page)


def test_an_item_is_equipped_in_two_taps_the_card_and_the_hero(new_phone, sitting):
    phone = new_phone()
    table = sitting("havoc-in-heaven", 44, "whole-game")
    table.sit(phone, table.up)
    page, thumb = phone.page, Thumb(phone.page)
    page.evaluate("window.stayed = true; scrollTo(0, 0)")
    end = page.locator("a.verb", has_text="End turn")
    expect(end).to_be_in_viewport(ratio=1)
    thumb.tap(page.locator(".ready", has_text="Peach Wood Sword"))
    thumb.tap(page.locator(".board a.glow[aria-label*='Thunder Duke']").first)
    expect(phone.told).to_contain_text("Lay Peach Wood Sword on Thunder Duke.")
    assert thumb.taps == 2 and stayed(page)


GAME = shelf()["havoc-in-heaven"]


def attacking() -> tuple[Table[Any], str, str]:
    """A lane in which a hero reaches an enemy unit, and the two."""
    for seed in range(50):
        table = Table.open(GAME, Opening({"Celestials": "Ada", "Monsters": "Ben"}))
        for action, _ in islice(moves(GAME, table.start, random.Random(seed)), 120):
            by = table.state.to_act[0]
            units = [name for name in table.state.heroes if table.state.heroes[name] == by]
            for unit in units if table.state.phase == "action" else ():
                for other in table.state.row:
                    attack = Attack(by, unit, other)
                    if table.state.owner(other) != by and refusal(table.state, attack) is None:
                        return table, unit, other
            table = table.say(action.by, action.verb, written(action))
    pytest.fail("nobody ever reached an enemy")


def test_to_hold_and_to_defend_take_one_tap_each(new_phone):
    phone = new_phone()
    thumb = at(phone, MET.removesuffix("Gold hold\n"))
    thumb.tap(verb(phone.page, "Hold"))
    expect(phone.told).to_contain_text("Dromea holds the ball")
    assert thumb.taps == 1
    thumb = at(phone, f"{MET}Gold push: Crimson, F4\n")
    thumb.tap(verb(phone.page, "Defend"))
    expect(phone.told).to_contain_text("Korine defends: nothing comes of it.")
    assert thumb.taps == 1


def test_a_step_takes_two_taps_and_terrain_one(new_phone):
    phone = new_phone()
    thumb = at(phone, MET)
    thumb.tap(phone.page.locator(".board a.start[data-thing='Gold']"))
    thumb.tap(lit(phone.page, "G5"))
    expect(phone.told).to_contain_text("Dromea from F6 to G5")
    assert thumb.taps == 2
    thumb = at(phone, MET.split("Gold seed")[0])
    expect(phone.page.locator(".so-far h2")).to_have_text("On which hex?")
    thumb.tap(lit(phone.page, "E8"))
    expect(phone.told).to_contain_text("E8")
    assert thumb.taps == 1 and stayed(phone.page)


def test_a_thing_is_set_by_hand_in_three_taps_or_by_a_long_press(new_phone):
    phone = new_phone()
    thumb = at(phone, "Angels move: Michael, A2\n")
    page = phone.page
    thumb.tap(piece(page, "Militia 2"))
    thumb.tap(page.get_by_label("Set Militia 2 by hand"))
    thumb.tap(lit(page, "A6"))
    expect(phone.told).to_contain_text("Militia 2 is set to A6 (by hand).")
    assert thumb.taps == 3 and stayed(page)
    thumb.rest(piece(page, "Militia 3"))
    expect(page.locator(".so-far h2")).to_have_text("To what?")
    page.fill("#reason", "the cat")
    thumb.tap(lit(page, "B6"))
    expect(phone.told).to_contain_text("Militia 3 is set to B6 (the cat).")
    assert thumb.taps == 5 and stayed(page)


def test_a_phone_that_wants_to_see_everything_first_is_shown_a_ghost_and_an_arrow(new_phone):
    phone = new_phone()
    phone.go("/me")
    page = phone.page
    page.get_by_label("Show every move first").check()
    page.get_by_role("button", name="Save").click()
    thumb = at(phone, "Angels move: Michael, A2\n")
    thumb.tap(piece(page, "Militia 2"))
    thumb.tap(lit(page, "B4"))
    expect(page.locator(".trail.ahead .ghost .piece")).to_have_count(1)
    expect(page.locator(".preview")).to_contain_text("Move Militia 2 from B3 to B4.")
    thumb.tap(lit(page, "B4"))
    expect(phone.told).to_contain_text("Move Militia 2 from B3 to B4.")
    assert thumb.taps == 3


def test_the_keyboard_moves_in_two_steps_as_well(new_phone):
    phone = new_phone()
    at(phone, "Angels move: Michael, A2\n")
    page = phone.page
    piece(page, "Militia 2").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".look h2")).to_contain_text("Militia 2")
    lit(page, "B4").focus()
    page.keyboard.press("Enter")
    expect(phone.told).to_contain_text("Move Militia 2 from B3 to B4.")
    expect(page.locator(".dock")).to_be_focused()
