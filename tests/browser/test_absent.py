"""Alone against the phone, on a phone: it thinks, says its move, and waits for the hands."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TALL, lead
from tests.browser.test_pages import report, scan

LOADED = 60_000
"""Milliseconds until the process that thinks has loaded the games, on a machine that is busy."""


def test_the_phone_says_its_moves_one_after_another_as_hands_do_them(new_phone, axe):
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

    expect(page.get_by_role("heading", name="The phone begins for Ben")).to_be_visible()
    wrong["laid"] = judged(page, axe)
    page.get_by_role("button", name="It is laid").click()
    expect(page.locator(".told .tag")).to_have_text("the phone", timeout=LOADED)
    steps = 0
    while not page.locator(".you").count():
        done = page.get_by_role("button", name="Done")
        expect(page.get_by_role("heading", name="Do this for Ben")).to_be_visible(timeout=LOADED)
        if not steps:
            wrong["hands"] = judged(page, axe)
            size_of_words = page.locator("#told p").first.evaluate(
                "p => parseFloat(getComputedStyle(p).fontSize)"
            )
            assert size_of_words >= 20
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        at = page.locator("#table").get_attribute("data-at")
        done.click()
        expect(page.locator("#table")).not_to_have_attribute("data-at", at, timeout=LOADED)
        page.wait_for_function(
            "() => document.querySelector('.you') || document.querySelector('.absent button')", timeout=LOADED
        )
        steps += 1
        assert steps < 20
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
    found = scan(page, axe)
    page.set_viewport_size(PHONE)
    return found
