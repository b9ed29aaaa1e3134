"""While others play: one's own cards in sight, and a turn prepared that one tap sends."""

import pytest
from playwright.sync_api import expect

from tests.browser.one_page import states


@pytest.mark.parametrize("game", ["heroball", "heaven-and-ale", "havoc-in-heaven"])
def test_who_waits_looks_at_their_own_cards_without_scrolling(new_phone, sitting, game):
    state = next(state for state in states(sitting, game) if state[0] == "waiting")
    phone = new_phone()
    state[1].sit(phone, state[2])
    card = phone.page.get_by_role("group", name="Your cards").get_by_role("link").first
    expect(card).to_be_in_viewport(ratio=1)
    card.tap()
    expect(phone.page.locator(".look h2")).to_be_visible()
    expect(phone.page.locator("a.verb, a.answer")).to_have_count(0)


def test_a_move_is_planned_with_two_taps_and_sent_with_one_when_the_turn_comes(new_phone, sitting):
    table, phone = sitting("war-in-heaven", 0), new_phone()
    first, second = table.up, table.waits
    mine, theirs = ("Fallen", "Militia") if second == "Demons" else ("Militia", "Fallen")
    rows = (4, 6) if first == "Angels" else (6, 4)
    table.sit(phone, second)
    page, planned = phone.page, phone.page.locator(".planned")
    page.get_by_role("link", name="Plan your turn").tap()
    expect(page.get_by_role("heading", name="Plan your turn")).to_be_visible()
    page.locator(f".board a[aria-label^='{mine} 2 on']").dispatch_event("click")
    expect(page.locator(".look")).to_be_visible()
    page.locator(".board a.glow").first.dispatch_event("click")
    expect(planned).to_contain_text(f"Move: {mine} 2,")
    expect(planned).to_contain_text("when your turn comes")
    for n, space in ((2, f"B{rows[0]}"), (3, f"C{rows[0]}")):
        table.store.play(table.code, first, "move", {"token": f"{theirs} {n}", "space": space})
    table.store.play(table.code, first, "end-turn", {})
    send = planned.locator("button.go")
    expect(send).to_be_in_viewport(ratio=1)
    n = table.store.session(table.code).n
    send.tap()
    expect(planned).to_have_count(0)
    entry = table.store.session(table.code).table.log[n].entry
    assert (entry.seat, entry.verb, entry.answers["token"]) == (second, "move", f"{mine} 2")
