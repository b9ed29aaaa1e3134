"""Clocks that run on two phones and the big screen: alike, whatever a phone's own clock says."""

import re
import time

from playwright.sync_api import expect

from tests.browser.conftest import Phone, lead
from tests.browser.test_pages import scan

SHOWN = ".digits[data-runs]"


def opened(phone: Phone) -> dict[str, str]:
    """A table with a chess clock of three minutes, with White on this phone; the seats' links."""
    phone.go("/games/chess-clock/new")
    phone.page.fill("#name1", "Ada")
    phone.page.fill("#name2", "Ben")
    phone.page.select_option("#seat1", "White")
    phone.page.select_option("#seat2", "Black")
    phone.settle("option-minutes", "3")
    phone.settle("option-first", "White")
    lead(phone.page.get_by_role("button", name="Open the table"))
    return phone.links()


def seconds(phone: Phone, which: str = SHOWN) -> float:
    """What a clock shows, in seconds."""
    minutes, rest = phone.page.locator(which).first.inner_text().split(":")
    return int(minutes) * 60 + float(rest)


def test_the_clocks_of_two_phones_run_alike_though_one_is_an_hour_wrong(new_phone, axe):
    ada, ben, wall = new_phone(), new_phone(color_scheme="dark"), new_phone()
    ben.page.add_init_script("const real = Date.now; Date.now = () => real() + 3_600_000")
    links = opened(ada)
    ada.table(ada.code)
    ben.sit(links["Black"])
    ben.live()
    wall.go(f"/t/{ada.code}/screen")
    said = "new MutationObserver((all) => all.forEach((m) => { window.said = (window.said || 0) + 1 }))"
    ada.page.get_by_role("button", name="Start the clocks").click()
    for phone in (ada, ben, wall):
        expect(phone.page.locator(SHOWN)).to_have_count(1)
    ada.page.evaluate(
        f"{said}.observe(document.querySelector('[data-calls]'), {{childList: true, characterData: true}})"
    )
    before, since = seconds(ada), time.monotonic()
    ada.page.wait_for_timeout(2_200)
    shown = [(seconds(phone), time.monotonic() - since) for phone in (ada, ben, wall)]
    assert all(abs(before - now - passed) <= 1.5 for now, passed in shown), (before, shown)
    assert ada.page.evaluate("window.said || 0") == 0, "a reader hears no second pass"
    assert not scan(ada.page, axe) and not scan(wall.page, axe)
    left = seconds(ada, "li.seat-0 .digits")
    ada.page.locator("a.verb", has_text="Press the clock").click()
    expect(ben.page.locator("li.runs")).to_contain_text("Ben")
    expect(ben.page.locator("li.runs")).to_contain_text("runs")
    assert seconds(ben, "li.seat-0 .digits") > left, "White has five seconds more"
    ben.page.get_by_role("button", name="Stop the clocks").click()
    expect(ada.page.get_by_role("button", name="Start the clocks")).to_be_visible()
    stands = seconds(ada, "li.seat-1 .digits")
    ada.page.wait_for_timeout(1_200)
    assert seconds(ada, "li.seat-1 .digits") == stands


def test_who_is_over_the_time_has_lost_once_the_other_says_so(new_phone):
    phone = new_phone()
    phone.bring(
        "game: chess-clock\noption minutes = 3\nseat White = Ada\nseat Black = Ben\n\n"
        "# at 2026-05-03T20:00:00.000Z\nWhite start-clocks\n# at 2026-05-03T20:00:10.000Z\nWhite press\n"
    )
    code = phone.code
    phone.table(code)
    up = phone.page.get_by_role("button", name="Time is up")
    expect(phone.page.locator("li.runs .digits")).to_have_text(re.compile(r"2:\d\d|3:00"))
    expect(up).to_be_hidden()
    phone.page.evaluate("document.querySelector('.digits[data-runs]').dataset.seconds = '1'")
    expect(up).to_be_visible()
    expect(phone.page.locator("[data-calls]")).to_have_text("Black's Clock: time is up")
    up.click()
    expect(phone.page.get_by_text(re.compile("Black's Clock has 2:5")).first).to_be_visible()
