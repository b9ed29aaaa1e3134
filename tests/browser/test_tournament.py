"""An evening of four: a round robin, entered by hand but for one game that is played at a table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, lead


def standing(page: Page) -> list[str]:
    """Everybody with place and points, as the page says it."""
    rows = page.locator(".stand tbody tr")
    return [" ".join(row.split()[:3]) for row in rows.all_inner_texts()]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_four_play_an_evening_and_one_result_comes_from_a_table(new_phone, axe, script: bool) -> None:
    desk = new_phone(viewport=PHONE, java_script_enabled=script)
    page = desk.page
    desk.go("/tournaments")
    page.get_by_label("Who plays").fill("Anna\nBen\nCleo\nDora")
    page.get_by_label("Which game").select_option(label="Nine men's morris")
    page.get_by_label(re.compile("^Round robin")).check()
    page.get_by_label(re.compile("^As typed")).check()
    page.get_by_role("button", name="Draw the first round").click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    here = page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] if script else True

    page.get_by_role("button", name="Open a table").first.click()
    expect(page.get_by_role("heading", name="Seats and codes")).to_be_visible()
    lead(page.get_by_role("button", name="One phone for all seats"))
    page.goto(re.sub(r"/seats$", "", page.url))
    code = page.url.rstrip("/").split("/")[-1]
    page.goto(f"{page.url.split('/t/')[0]}/t/{code}/do/resign")
    page.get_by_role("button", name=re.compile("Resign|Send|Yes|Do it")).first.click()
    expect(page.get_by_text("won").first).to_be_visible()
    lead(page.get_by_role("link", name="Nine men's morris").first)
    assert page.url == here
    expect(page.locator(".pairing").first).to_contain_text(re.compile("[01] : [01]"))

    for _ in range(5):
        page.locator(".pairing:not(:has(.won)) button[name=result][value=one]").first.click()
    expect(page.locator(".champion")).to_contain_text("has won")
    assert len(standing(page)) == 4
    if script:
        page.evaluate(axe)
        result = page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa']})")
        assert [one["id"] for one in result["violations"]] == []
