"""The lane on a phone: both sides' buildings and damage, heroes as cards, gold and AP, the shop as a page."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TALL
from tests.browser.test_pages import SMALL, TAPS, report, scan
from tests.sittings import sitting_text

WHOLE = sitting_text("havoc-in-heaven", "whole-game")
GOLD = 'Celestials ruling: Celestials\' gold, 7, "to look at the shop"'
STATES = {
    "draft": "/t/{draft}/do/pick",
    "picked": "/t/{draft}/do/pick?hero=Nezha",
    "my turn": "/t/{turn}",
    "who attacks": "/t/{turn}/do/attack",
    "who moves": "/t/{turn}/do/move",
    "shop": "/t/{turn}/do/buy",
    "which skill": "/t/{turn}/do/skill",
    "which item": "/t/{turn}/do/equip",
    "set by hand": "/t/{turn}/do/ruling",
    "why": "/t/{turn}/why?thing=Celestials%27%20gold",
    "seats": "/t/{turn}/seats",
    "screen": "/t/{turn}/screen",
    "rules": "/games/havoc-in-heaven/rules",
    "over": "/t/{over}",
}


def turn(after: int) -> str:
    """The whole game up to the Celestials' turn after the Monsters ended theirs so often, with some gold."""
    lines = WHOLE.splitlines()
    ends = [n for n, line in enumerate(lines) if line.startswith("Monsters end-turn")]
    return "\n".join([*lines[: ends[after] + 1], GOLD])


def brought(phone) -> dict[str, str]:
    """A draft, a turn in the middle of a game, and a finished game."""
    header = "\n".join(line for line in WHOLE.splitlines() if re.match("game|rules|option|seat", line))
    return {"draft": phone.bring(header), "turn": phone.bring(turn(3)), "over": phone.bring(WHOLE)}


def test_axe_is_content_and_nothing_is_too_wide_or_too_small(new_phone, axe):
    phone = new_phone(reduced_motion="reduce")
    codes = brought(phone)
    faults_of, small, wide = {}, [], {}
    for state, path in STATES.items():
        phone.go(path.format(**codes))
        phone.page.set_viewport_size(TALL)
        if wrong := scan(phone.page, axe):
            faults_of[state] = wrong
        phone.page.set_viewport_size(PHONE)
        small += [(state, *one) for one in phone.page.evaluate(SMALL, TAPS)]
        over = phone.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        wide |= {state: over} if over > 0 else {}
    assert not faults_of, report(faults_of)
    assert not small and not wide, (small, wide)


def test_gold_and_action_points_are_always_in_sight(new_phone):
    phone = new_phone()
    code = phone.bring(turn(3))
    for path in ("", "/do/buy", "/do/move", "/do/attack", "/do/skill", "/do/equip"):
        phone.go(f"/t/{code}{path}")
        head = phone.page.locator(".turn")
        expect(head.get_by_role("img", name="8 of 8")).to_be_in_viewport()
        expect(head.locator("a.counter", has_text="gold")).to_contain_text("7")
        expect(head).to_be_in_viewport()


def test_the_shop_says_what_is_affordable_now(new_phone):
    phone = new_phone()
    code = phone.bring(turn(3))
    phone.go(f"/t/{code}/do/buy")
    cheap = phone.page.locator("a.answer", has_text="Oak Bow")
    expect(cheap).to_contain_text("+1 range.")
    expect(cheap).to_contain_text("in the shop")
    expect(phone.page.locator("a.answer", has_text="Golden-Hooped Staff")).to_have_count(0)
    phone.page.locator("details.forbidden summary").click()
    expect(phone.page.locator("details.forbidden li", has_text="from your hand").first).to_be_visible()
    cheap.click()
    expect(phone.told).to_contain_text("Take Oak Bow from the shop")
    expect(phone.page.locator(".turn a.counter", has_text="gold")).to_contain_text("5")


def test_the_lane_is_tapped(new_phone):
    phone = new_phone()
    code = phone.bring(turn(3))
    phone.go(f"/t/{code}/do/move")
    lit = phone.page.locator(".board a.glow")
    name = lit.first.get_attribute("aria-label")
    lit.first.click()
    rows = phone.page.locator(".board a.glow")
    expect(phone.page.get_by_role("heading", name="To which row?")).to_be_visible()
    expect(rows.first).to_have_attribute("aria-label", re.compile("^Row "))
    rows.first.click()
    hero = name.split(", ")[-1]
    expect(phone.told).to_contain_text(f"Move {hero} to Row ")


def test_heroes_are_cards_with_all_that_counts(new_phone):
    phone = new_phone()
    phone.go(f"/t/{phone.bring(turn(3))}")
    card = phone.page.locator("a.card", has_text="Erlang Shen").first
    for part in ("damage", "level", "Exp"):
        expect(card).to_contain_text(part)
    expect(card.locator(".fig")).to_have_count(4)
    shop = phone.page.locator("details.shelves", has_text="The shop")
    expect(shop.locator("summary")).to_contain_text("of 22 affordable now")
    shop.locator("summary").click()
    expect(shop.locator("a.card", has_text="Pity of Jade Emperor")).to_be_visible()
