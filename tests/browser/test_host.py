"""A host's minute: from the home page until both sit, on one screen of codes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, lead

HEIGHT = "document.documentElement.scrollHeight"


def opened(page, game: str, names: tuple[str, ...]) -> int:
    """Open a table from the home page, and return how many taps that took besides the names."""
    lead(page.get_by_role("link", name=game, exact=True))
    lead(page.get_by_role("link", name="Play", exact=True))
    for number, name in enumerate(names, 1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    lead(page.get_by_role("button", name="Open the table"))
    return 3


def test_both_sit_after_four_taps_and_the_codes_are_one_screen(new_phone):
    ada, ben = new_phone(), new_phone()
    ada.go("/")
    taps = opened(ada.page, "War in Heaven", ("Ada", "Ben"))
    page = ada.page
    height = page.evaluate(HEIGHT)
    print(f"{height} px")
    assert height <= PHONE["height"]
    code = page.locator(".next .qr")
    expect(code).to_be_in_viewport(ratio=1)
    assert code.bounding_box()["width"] >= 200
    expect(page.get_by_role("link", name="Begin")).to_be_in_viewport(ratio=1)
    free = page.locator(".next h2").inner_text()
    seat = "Angels" if "Angels" in free else "Demons"
    ben.go(ada.links()[seat])
    ben.page.get_by_role("button", name=f"Sit down as {seat}").click()
    taps += 1
    expect(ben.page).to_have_url(re.compile("/t/"))
    expect(page.locator(".next")).to_have_count(0)
    assert taps <= 4


@pytest.mark.parametrize(
    "drawer, inside",
    [
        ("Computers, hints, far away", "Novice"),
        ("Watch, save and print", "Big screen"),
        ("End or delete the game", "Resign"),
    ],
)
def test_the_rest_is_in_three_named_drawers(new_phone, drawer, inside):
    phone = new_phone()
    phone.open()
    page = phone.page
    page.goto(page.url.split("/seats")[0] + "/seats")
    shown = page.locator("main").get_by_text(inside).first
    expect(shown).to_be_hidden()
    page.get_by_text(drawer).click()
    expect(shown).to_be_visible()
    assert page.locator(".drawers > details").count() == 3


def test_a_link_to_a_drawer_opens_it(new_phone):
    phone = new_phone()
    code = phone.open()
    phone.go(f"/t/{code}/seats#absent")
    expect(phone.page.get_by_role("button", name="Novice").first).to_be_visible()


def test_four_players_fit_one_screen_too(new_phone):
    phone = new_phone()
    phone.go("/games/heaven-and-ale/new?players=4")
    lead(phone.page.get_by_role("button", name="Open the table"))
    height = phone.page.evaluate(HEIGHT)
    print(f"{height} px")
    assert height <= PHONE["height"]
    assert phone.page.locator(".chair").count() == 4


def test_a_code_of_wide_letters_takes_no_second_line(new_phone):
    phone = new_phone()
    phone.open()
    phone.page.goto(phone.page.url.split("/seats")[0] + "/seats")
    heading, code = phone.page.locator(".headed"), phone.page.locator(".headed .letters")
    widths = set()
    for letters in ("222222", "JJJJJJ", "WWWWWW"):
        code.evaluate("(it, letters) => it.lastChild.data = letters", letters)
        assert heading.bounding_box()["height"] < 40
        widths.add(code.bounding_box()["width"])
    assert len(widths) == 1, widths
