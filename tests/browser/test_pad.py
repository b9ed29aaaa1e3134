"""A score pad is filled in its cells: a tap and the digits of each, then the next cell by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, lead

TAPS = """() => {
    window.taps = 0;
    addEventListener('pointerdown', () => { taps += 1; }, true);
    addEventListener('keydown', ({ key }) => { taps += key === 'Enter'; }, true);
}"""
"""Count what fingers do besides digits."""
TWO_LINES = """() => [...document.querySelectorAll('.pad td')].filter((one) => {
    const range = document.createRange();
    range.selectNode(one.querySelector('a') ?? one.firstChild ?? one);
    return one.firstChild && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 2;
}).map((one) => one.textContent)"""


def opened(phone: Phone, game: str, plays: str = "all") -> Page:
    """Open a table of a box at which one phone plays for all."""
    phone.go(f"/games/{game}/new")
    phone.settle("phone", plays)
    lead(phone.page.get_by_role("button", name="Open the table"))
    phone.table(phone.code)
    return phone.page


def written(page: Page, number: int) -> None:
    """Type a number into the cell that waits, and go on to the next if it does not by itself."""
    page.wait_for_function("() => document.activeElement.matches('.fill')")
    cell = page.evaluate("document.activeElement.id")
    page.keyboard.type(str(number))
    if page.evaluate("document.activeElement.id") == cell:
        page.keyboard.press("Enter")
    page.wait_for_function("was => document.activeElement.id !== was", arg=cell)


def test_ten_rounds_of_four_players_take_a_tap_and_the_digits_of_each_cell_at_most(new_phone):
    page = opened(new_phone(), "hearts")
    page.evaluate(TAPS)
    page.locator("input.fill").first.click()
    for n in range(10):
        for p in range(4):
            expect(page.locator(".counter").first).to_contain_text(str(n + 1))
            written(page, (3, 10, 0, 13)[(p + n) % 4])
    expect(page.locator(".pad tr.sum td")).to_have_text(["65", "62", "65", "68"])
    assert page.evaluate("taps") <= 40


def test_what_is_written_quickly_is_all_kept(new_phone):
    page = opened(new_phone(), "hearts")
    page.route("**/do/write**", lambda route: (page.wait_for_timeout(150), route.continue_()))
    page.locator("input.fill").first.click()
    for number in (12, 11, 3):  # no cell waits for the answer to the one before
        page.keyboard.type(str(number))
        if number < 10:
            page.keyboard.press("Enter")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator(".pad tr.sum td")).to_have_text(["12", "11", "3", "0"])
    expect(page.locator(".fill").first).to_be_focused()
    assert page.locator(".fill").first.get_attribute("id").startswith("fill-2-")


def test_a_number_that_a_line_cannot_have_stays_and_is_not_sent(new_phone):
    page = opened(new_phone(), "hearts")
    field = page.locator("input.fill").first
    field.fill("27")
    field.press("Enter")
    assert field.evaluate("one => one.validationMessage")
    expect(field).to_have_value("27")
    expect(page.locator(".pad tr.sum td").first).to_have_text("0")


def test_without_scripts_a_line_is_written_by_its_verb(new_phone):
    phone = new_phone(java_script_enabled=False)
    phone.go("/games/hearts/new")
    phone.page.get_by_role("button", name="Open the table").click()
    phone.go(f"/t/{phone.code}")
    expect(phone.page.locator("input.fill").first).to_be_hidden()
    phone.page.locator("a.verb", has_text="Taken").click()
    expect(phone.page.locator("form.stepper [name=points]")).to_be_visible()


@pytest.mark.parametrize(
    "game, played, said",
    [
        ("hearts", "moon", 26),
        ("tricks-foretold", "six", 110),
        ("spades", "goal", 30),
        ("campaign", "4-players", 20),
    ],
)
def test_the_numbers_of_a_cell_stand_on_one_line(new_phone, sitting, game, played, said):
    table, phone = sitting(game, said, played), new_phone()
    table.sit(phone, next(iter(table.cookies)))
    assert phone.page.locator(".pad td", has_text="/").count() > 3
    assert phone.page.evaluate(TWO_LINES) == []
    assert phone.page.locator(".pad").evaluate("pad => pad.scrollWidth") == phone.page.viewport_size["width"]
