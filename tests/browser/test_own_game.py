"""Your own game on a phone: from the shelf to a running pad in a minute, with a preview that follows."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import TALL, Phone, lead
from tests.browser.test_large_text import CUT, ZOOMED
from tests.browser.test_pages import scan

TAPS = 12
SECONDS = 60


class Finger:
    """A finger that counts its taps."""

    def __init__(self, phone: Phone) -> None:
        self.page, self.taps = phone.page, 0

    def tap(self, role: str, name: str) -> None:
        """Tap a link or a button."""
        self.page.get_by_role(role, name=name).first.click()
        self.taps += 1


def test_from_the_shelf_to_a_running_pad_within_twelve_taps_and_a_minute(new_phone):
    ada, ben = new_phone(), new_phone()
    finger, page, began = Finger(ada), ada.page, time.monotonic()
    ada.go("/")
    finger.tap("link", "Your own game")
    finger.tap("link", "Our score pad")
    page.fill("#box-name", "Evening")
    page.fill("#lines-0-name", "Cities")
    finger.tap("button", "One more line")
    expect(page.locator("#lines-3-name")).to_be_focused()
    page.keyboard.type("Farms")
    finger.tap("button", "Play it")
    page.fill("#name1", "Ada")
    page.fill("#name2", "Ben")
    page.select_option("#seat1", "Gold")
    page.select_option("#seat2", "Crimson")
    finger.tap("button", "Open the table")
    links = ada.links()
    finger.tap("link", "Begin")
    ada.live()
    pad = page.locator(".pad")
    expect(pad).to_contain_text("Farms")
    assert finger.taps <= TAPS and time.monotonic() - began <= SECONDS, finger.taps
    ben.sit(links["Crimson"])
    ben.live()
    row = ".pad tr:has-text('Farms') td:nth-of-type(1)"
    page.locator(f"{row} input.fill").click()
    page.keyboard.type("12")
    expect(page.locator(row)).to_have_text("12")
    expect(ben.page.locator(row)).to_have_text("12")


def test_the_preview_and_the_text_follow_what_is_typed_and_a_fault_stands_at_its_field(new_phone):
    phone = new_phone()
    page = phone.page
    phone.go("/own/new?from=pad")
    page.fill("#lines-0-name", "Cities")
    expect(page.locator("#preview")).to_contain_text("Cities")
    expect(page.locator("#text")).to_have_value(re.compile('name = "Cities"'))
    page.fill("#lines-1-to", "30")
    expect(page.locator("#text")).to_have_value(re.compile('points = "0..30"'))
    page.locator("#lines-1 summary").click()
    page.fill("#lines-1-points", "lots")
    expect(page.locator("#no-lines-1")).to_contain_text("“lots” is no range")
    page.fill("#lines-1-points", "0..30 by 3")
    expect(page.locator("#no-lines-1")).to_be_empty()
    page.get_by_text("Its text, for all the rest").click()
    text = page.input_value("#text")
    page.locator("#text").fill(f'{text}[counters.lives]\nstart = "3"\nchange = [-1, 1]\n')
    expect(page.locator("#counters-0-name")).to_have_value("Lives")
    assert page.locator("#text").evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="Take out Roads").click()
    expect(page.locator("#preview")).not_to_contain_text("Roads")
    assert "roads" not in page.input_value("#text") and "Lives" in page.locator("#preview").inner_text()


def board_of_ones_own(page: Page, tap: Callable[[str], None]) -> None:
    """From the start of a board to another: larger, of hexes, with a fox that catches men, and an option."""

    def unfold(title: str) -> None:
        if not page.locator("details[open] > summary", has_text=title).count():
            page.locator("summary", has_text=title).first.click()

    page.fill("#box-name", "Foxes")
    tap("One of the columns more")
    tap("One of the rows more")
    tap("Hexes")
    tap("One more kind of piece")
    page.fill("#pieces-1-name", "Fox")
    page.fill("#pieces-1-letter", "F")
    page.locator("#pieces-1 summary").click()
    page.fill("#pieces-1-count", "1")
    page.fill("#pieces-1-at", "White: c3")
    unfold("Buttons of your own")
    tap("One that takes a piece")
    page.locator("#verbs-3 summary").click()
    expect(page.locator("#verbs-3-ask-0-answers")).to_be_hidden()
    page.select_option("#verbs-3-ask-0-kind", "number")
    expect(page.locator("#verbs-3-ask-0-answers")).to_be_visible()
    page.select_option("#verbs-3-ask-0-kind", "other")
    unfold("Options, settled")
    tap("One more option")
    page.fill("#options-0-name", "Foxes run")
    unfold("Tables of numbers")
    page.fill("#new-tables", "worths")
    tap("One more table")
    page.fill("#tables-0-numbers", "0, 1, 4, 9")


def test_a_board_is_made_and_played_without_touching_the_text(new_phone, axe):
    phone = new_phone(viewport=TALL)
    page = phone.page
    phone.go("/")
    page.get_by_role("link", name="Your own game").first.click()
    page.get_by_role("link", name="Our board").first.click()

    def tap(name: str) -> None:
        page.evaluate("document.querySelector('#own').dataset.before = 'yes'")
        page.get_by_role("button", name=name).first.click()
        expect(page.locator("#own")).not_to_have_attribute("data-before", "yes")

    expect(page.get_by_role("heading", name="The board")).to_be_visible()
    board_of_ones_own(page, tap)
    expect(page.locator("#text")).to_have_value(re.compile(r"worths = \[0, 1, 4, 9\]"))
    expect(page.locator("#preview")).to_contain_text("c3")
    assert not scan(page, axe)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#table")).to_be_visible()
    page.get_by_role("button", name="Skip the set-up").click()
    for name in ("Put", "Step"):
        expect(page.locator(".verb", has_text=name)).to_be_visible()
    page.locator(".not-now summary").click()  # nothing can be taken yet
    expect(page.locator(".not-now li", has_text="Take")).to_be_visible()
    expect(page.locator("#table")).to_contain_text("e5")


def test_a_board_is_made_without_a_script(new_phone):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    phone.go("/own/new?from=board")
    board_of_ones_own(page, lambda name: page.get_by_role("button", name=name).first.click())
    page.get_by_role("button", name="Look it over").last.click()
    assert 'shape = "hexes"' in page.input_value("#text") and "e5:gate" in page.input_value("#text")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#table")).to_contain_text("e5")


def test_it_is_made_without_a_script(new_phone):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    phone.go("/own/new?from=counters")
    page.get_by_role("button", name="One more counter").click()
    page.fill("#counters-2-name", "Wood")
    lead(page.get_by_role("button", name="Look it over").last)
    assert "Wood" in page.locator("#preview").inner_text()
    lead(page.get_by_role("button", name="Try it"))
    assert "/t/" in page.url and "Wood" in page.locator("main").inner_text()


def test_the_shelf_is_searched_as_one_types(new_phone):
    phone = new_phone()
    phone.go("/")
    phone.page.fill("#search", "darts")
    expect(phone.page.locator("#found")).not_to_contain_text("Hearts")
    expect(phone.page.locator("#found")).to_contain_text("arts")


def test_its_pages_are_clean_and_nothing_is_cut(new_phone, axe):
    phone, small = new_phone(viewport=TALL), new_phone(viewport=ZOOMED)
    for path in ("/own", "/own/new?from=pad", "/own/new?from=actions", "/own/new?from=board"):
        phone.go(path)
        assert not scan(phone.page, axe), path
        wide = phone.page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= 390, (path, wide)
        small.go(path)
        assert not small.page.evaluate(CUT), path
    phone.go("/own/new?from=pad")
    phone.page.locator("#lines-1 summary").click()
    phone.page.fill("#lines-1-points", "lots")
    expect(phone.page.locator("#no-lines-1")).to_contain_text("no range")
    assert not scan(phone.page, axe)
    phone.page.fill("#lines-1-points", "0..9")
    phone.page.get_by_role("button", name="Keep it").click()
    expect(phone.page).to_have_url(re.compile("/share$"))
    assert not scan(phone.page, axe)
