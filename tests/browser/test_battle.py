"""A battle is seen on both phones: who may fall, the strikes with their points, and what hands do."""

from playwright.sync_api import expect

from tests.browser.test_my_side import in_sight

CHOICE = 27
"""The entry of the played sitting after which the Angels choose who falls."""


def test_who_may_fall_is_marked_on_both_phones_and_the_strikes_are_lines_with_numbers(new_phone, sitting):
    table, ada, ben = sitting("war-in-heaven", CHOICE, "commander"), new_phone(), new_phone()
    table.sit(ada, "Angels")
    table.sit(ben, "Demons")
    state = table.store.session(table.code).table.state
    assert len(state.candidates) == 3
    for phone in (ada, ben):
        expect(phone.page.locator(".board .stake circle")).to_have_count(3)
        assert in_sight(phone.page) >= 0.99
    expect(ben.page.locator(".board .glow")).to_have_count(0)
    space = state.at["Fallen 1"]
    ada.page.locator(f".board a.glow[aria-label^='{space}']").click()
    expect(ada.page.locator(".board .blow text")).to_have_text(["1", "1"])  # it is shown first
    button = ada.page.get_by_role("button", name="Choose who falls")
    lines = ada.page.locator(".preview li")
    assert lines.last.bounding_box()["y"] + 16 < button.bounding_box()["y"], (
        "what hands will do is not covered"
    )
    button.click()
    for phone in (ada, ben):
        beats = phone.told.locator("> div > p")
        expect(phone.page.locator(".board .blow text")).to_have_text(["1", "1"])
        expect(phone.page.locator(".board .stake")).to_have_count(0)
        expect(beats).to_have_text(
            [
                "Angels choose: Fallen 1.",
                "Militia 3 on B7 falls: to its card, face down.",
                "Fallen 1 on A7 falls: to its card, face down.",
            ]
        )
        sums = phone.told.locator(".sums")
        expect(sums.get_by_text("Lucifer 7", exact=False)).to_be_hidden()
        sums.locator("summary").click()
        expect(sums.get_by_text("Lucifer 7", exact=False)).to_be_visible()
