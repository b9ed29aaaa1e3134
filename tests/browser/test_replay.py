"""Stepping through the journal on a phone and on the big screen, without a page being loaded."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import scan
from tests.browser.test_told import BATTLE

SCREEN = {"width": 1920, "height": 1080}


@pytest.fixture
def code(new_phone):
    """A table with a battle at its end."""
    ada = new_phone()
    result = ada.bring(BATTLE)
    ada.table(result)
    ada.say("Battle")
    return result


def test_the_strip_steps_back_on_and_plays_without_loading_a_page(new_phone, code):
    ben = new_phone()
    page = ben.page
    ben.go(f"/t/{code}")
    page.locator(".menu summary").click()
    page.get_by_role("link", name="Replay the moves").click()
    strip = page.get_by_role("navigation", name="Step through the moves")
    expect(strip).to_contain_text("6/6")
    expect(page.locator(".board .fell")).to_have_count(2)
    page.evaluate("window.here = true")
    strip.get_by_role("link", name="One back").click()
    expect(strip).to_contain_text("5/6")
    expect(ben.told).to_contain_text("Move Fallen 2 from B6 to B5.")
    expect(page.locator(".board .trail .ghost .piece")).to_have_count(1)
    expect(page).to_have_url(f"{ben.house.url}/t/{code}/at/5")
    page.keyboard.press("ArrowLeft")
    expect(strip).to_contain_text("4/6")
    strip.get_by_role("link", name="To the first").click()
    expect(ben.told).to_contain_text("The table is laid by hand first.")
    page.get_by_role("slider", name="Entry").fill("3")
    expect(strip).to_contain_text("3/6")
    assert page.evaluate("window.here"), "a page was loaded"
    page.clock.install()
    strip.get_by_role("link", name="Play").click()
    for n in (4, 5):
        page.clock.run_for(1900)
        expect(strip).to_contain_text(f"{n}/6")
    strip.get_by_role("link", name="Play").click()
    page.clock.run_for(4000)
    expect(strip).to_contain_text("5/6")
    strip.get_by_role("link", name="To the last, as it is now").click()
    expect(page).to_have_url(f"{ben.house.url}/t/{code}")


def test_the_big_screen_steps_back_and_comes_back_to_now_by_itself(new_phone, code):
    screen = new_phone(viewport=SCREEN)
    screen.page.clock.install()
    screen.go(f"/t/{code}/screen")
    screen.page.get_by_role("link", name="One back").click()
    expect(screen.told).to_contain_text("Move Fallen 2 from B6 to B5.")
    expect(screen.page.locator(".strip")).to_contain_text("5/6")
    screen.page.clock.run_for(200_000)
    expect(screen.page).to_have_url(f"{screen.house.url}/t/{code}/screen")


def test_the_strip_is_plain_links_without_a_script(new_phone, code):
    plain = new_phone(java_script_enabled=False)
    plain.go(f"/t/{code}/at/6")
    for n in (5, 4):
        plain.page.get_by_role("link", name="One back").click()
        expect(plain.page).to_have_url(f"{plain.house.url}/t/{code}/at/{n}")
    plain.page.get_by_role("link", name="One on").click()
    expect(plain.page.locator(".strip")).to_contain_text("5/6")
    expect(plain.page.get_by_role("slider")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_moments_are_clean(new_phone, code, axe, scheme):
    for settings, path in (({}, f"/t/{code}/at/6"), ({"viewport": SCREEN}, f"/t/{code}/screen/at/3")):
        phone = new_phone(color_scheme=scheme, **settings)
        phone.go(path)
        assert not (result := scan(phone.page, axe)), result
