"""The lab in a browser: a study is asked for and watched, its slider moved; with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TALL
from tests.browser.test_pages import report, scan

LAB = "/games/heroball/lab"
LONG = 180_000
"""Milliseconds: it plays as lowly as can be."""


def ask(page: Page, games: str, by: str = "random", number: str = '["Pounce", "cost"]') -> None:
    """Ask for a study of a number from 2 to 4."""
    page.select_option("#by", by)
    page.select_option("#games", games)
    page.get_by_text("What if?").click()
    if number:
        page.select_option("#number", number)
        page.fill("#low", "2")
        page.fill("#high", "4")
    page.get_by_role("button", name="Play them").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_study_is_watched_and_its_slider_moved(new_phone, axe, scheme):
    phone = new_phone(reduced_motion="reduce", viewport=TALL, color_scheme=scheme)
    page, faults_of = phone.page, {}
    phone.go(LAB)
    faults_of["form"] = scan(page, axe, seven=True)
    ask(page, "20" if scheme == "light" else "50")
    expect(page.locator("progress, .found").first).to_be_visible()
    expect(page.locator(".found")).to_be_visible(timeout=LONG)
    faults_of["study"] = scan(page, axe, seven=True)
    assert not any(faults_of.values()), report(faults_of)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    pictures = page.locator(".figures img")
    assert pictures.count() >= 5
    for picture in pictures.all():
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 100, "drawn, not refused"
    assert page.locator("#value").bounding_box()["height"] >= 44
    expect(page.locator(".at output")).to_have_text("cost 3")
    page.locator("#value").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".at output")).to_have_text("cost 4")
    expect(page.locator(".at p")).not_to_contain_text("as it is")


def test_it_works_without_scripts_and_who_asked_may_stop_it(new_phone):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    phone.go("/games/havoc-in-heaven")
    page.get_by_role("link", name="The lab").click()
    ask(page, "50", "greedy", number="")
    expect(page.locator("progress")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(
        page.get_by_text("Stopped; this is what was played").or_(page.get_by_text("No game was played"))
    ).to_be_visible(timeout=LONG)
