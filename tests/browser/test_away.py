"""A server that is out of reach: an installed icon opens a page of ours, never the browser's error."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import House

PHONES = "https://phones.example"


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server of its own, whose host knows where phones are their own servers."""
    monkeypatch.setenv("COMPANION_PHONES", PHONES)
    there = House(tmp_path)
    there.start()
    yield there
    there.stop()


def test_an_installed_icon_opens_a_page_that_says_what_can_be_done(away: House, context: BrowserContext):
    page = context.new_page()
    page.goto(f"{away.url}/")
    page.get_by_text("More").click()
    without = page.get_by_role(
        "link", name="Play without a server"
    )  # who opens it once can open it out of reach
    expect(without).to_have_attribute("href", f"{PHONES}/")
    page.evaluate("navigator.serviceWorker.ready")
    away.stop()
    page.goto(f"{away.url}/")
    expect(page.get_by_role("heading", name="The server is out of reach")).to_be_visible()
    for name, there in (("Tables on this phone", "/"), ("Only the score", "/games?kind=pad")):
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", PHONES + there)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", (
        "with its sheet"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    away.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Companion")).to_be_visible()
