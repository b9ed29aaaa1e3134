"""Alone against the phone, on a phone: it thinks, says its turn, and waits for the hands."""

from playwright.sync_api import expect

from companion.kernel.shelf import shelf
from companion.kernel.transcript import read
from tests.browser.conftest import PHONE, TALL, lead
from tests.browser.test_pages import report, scan

LOADED = 60_000
"""Milliseconds until the process that thinks has loaded the games, on a machine that is busy."""


def test_the_turn_of_the_phone_is_one_list_that_hands_do_with_one_tap(new_phone, axe, house):
    ada, wrong = new_phone(), {}
    page = ada.page
    ada.go("/games/war-in-heaven/new")
    for number, (name, seat) in enumerate((("Ada", "Angels"), ("Ben", "Demons")), 1):
        page.fill(f"#name{number}", name)
        page.select_option(f"#seat{number}", seat)
    ada.settle("option-first", "Demons")
    ada.settle("absent", "novice")
    lead(page.get_by_role("button", name="Open the table"))
    ada.table(ada.code)

    expect(page.get_by_role("heading", name="Lay the table")).to_be_visible()
    wrong["laid"] = judged(page, axe)
    page.get_by_role("button", name="Skip the set-up").click()
    expect(page.locator(".told .tag")).to_have_text("the phone", timeout=LOADED)
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_visible(timeout=LOADED)
    expect(page.get_by_role("heading", name="Do this for Ben")).to_be_visible()
    turn = read(page.request.get(f"{house.url}/t/{ada.code}/sitting.game").text(), shelf()).log
    assert len(turn) > 1 and {step.entry.seat for step in turn} == {"Demons"}, "its whole turn"
    said = page.locator("#told p").all_inner_texts()
    assert said == [told.text for step in turn for told in step.told]
    size_of_words = page.locator("#told p").first.evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
    assert size_of_words >= 14
    lines = [line.bounding_box()["y"] for line in page.locator("#told p").all()]
    assert lines == sorted(set(lines)), "each movement has a line"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wrong["hands"] = judged(page, axe)
    done.click()
    expect(page.locator(".absent")).to_have_count(0)
    expect(page.locator(".you")).to_be_visible()
    assert report(wrong) == ""

    before = page.locator("#table").get_attribute("data-at")
    page.goto(f"{page.url.split('?')[0].rstrip('/')}/seats#absent")
    lead(page.locator(".plays", has_text="Demons").get_by_role("button", name="A person"))
    ada.table(ada.code)
    expect(ada.told).to_contain_text("A person plays Demons again.")
    expect(page.locator("#table")).not_to_have_attribute("data-at", before)


def judged(page, axe):
    """What is wrong with the page, on a screen on which nothing lies under anything."""
    page.set_viewport_size(TALL)
    result = scan(page, axe)
    page.set_viewport_size(PHONE)
    return result


def test_the_coachs_moves_are_rows_and_a_tap_shows_one_on_the_board(new_phone, axe, sitting):
    phone, wrong = new_phone(), {}
    table = sitting("war-in-heaven", 12)
    page = phone.page
    table.sit(phone, table.up)
    page.goto(f"{page.url.split('?')[0].rstrip('/')}/seats#absent")
    lead(page.get_by_role("button", name="May be asked"))
    phone.table(table.code)
    page.get_by_role("button", name="What could I do?").click()
    rows = page.locator(".advice a")
    expect(rows.first).to_be_visible(timeout=LOADED)
    assert 1 <= rows.count() <= 3
    assert all(row.bounding_box()["height"] >= 44 for row in rows.all())
    wrong["rows"] = judged(page, axe)
    page.set_viewport_size(PHONE)
    before = page.locator("#table").get_attribute("data-at")
    rows.first.click()
    expect(page.locator(".advice")).to_have_count(0)
    wrong["ghost"] = judged(page, axe)
    assert report(wrong) == ""
    page.set_viewport_size(PHONE)
    page.locator(".ask button.go, .sum button.go, form button.go").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-at", before)
