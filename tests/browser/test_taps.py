"""Taps as a thumb makes them: at a place on the glass, counted, and on whatever lies uppermost there."""

import pytest
from playwright.sync_api import Locator, Page, expect

MIDDLE = """(element) => {
  const box = (element.querySelector("use, circle, rect") || element).getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  return [x, y, element.contains(document.elementFromPoint(x, y))];
}"""


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: Locator) -> None:
        """Tap the middle of a place; it must be there, and nothing may lie over it."""
        expect(place).to_be_visible()
        self.page.wait_for_timeout(300)  # the dock takes no tap in its first quarter of a second
        x, y, there = place.evaluate(MIDDLE)
        assert there, f"something covers {place} at {x:.0f}, {y:.0f}"
        self.taps += 1
        self.page.touchscreen.tap(x, y)

    def space(self, name: str) -> None:
        """Tap a space, or the piece on it, by its name on the board."""
        self.tap(self.page.locator(f".board a:is([aria-label='{name}'], [aria-label^='{name}, ']").first)


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
