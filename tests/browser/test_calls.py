"""A phone that calls whoever holds it, and stays awake.

Over plain http at this machine's address on its network, as ``make run`` prints it, where a page is no secure
context and has no wake lock.
"""

import pytest
from playwright.sync_api import expect

from companion.web.urls import lan_address
from tests.browser.conftest import House
from tests.browser.test_following import HIDE
from tests.browser.test_heroball import MET, seated
from tests.browser.test_pages import scan

HEAR = """
    window.heard = [];
    navigator.vibrate = (pattern) => heard.push(`buzz ${pattern}`);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push("tone"); start.call(this, at); };
    addEventListener("animationstart", ({ animationName: it }) => { if (it === "flash") heard.push(it); });
"""
FILM = "[...document.querySelectorAll('video.film')].map((film) => [film.paused, film.muted])"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house at an address that is not this machine's own for itself."""
    host = lan_address()
    assert not host.startswith("127."), "these tests need a network: an address that is not 127.0.0.1"
    there = House(tmp_path_factory.mktemp("house"), host)
    there.start()
    yield there
    there.stop()


def two(new_phone, **settings):
    """Ada plays the Angels and begins; Ben's phone, which tells what it does, plays the Demons."""
    ada, ben = new_phone(), new_phone(**settings)
    ben.page.add_init_script(HEAR)
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ben.live()
    ada.table(code)
    return ada, ben, code


def turn(ada) -> None:
    """A whole turn of hers."""
    ada.say("Move", "Michael", "A2")
    ada.say("Move", "Michael", "A1")
    ada.say("End turn")


def heard(phone) -> list[str]:
    return phone.page.evaluate("heard")


def test_a_page_at_this_address_is_no_secure_context_and_stays_awake_by_a_film(new_phone):
    ada, ben, code = two(new_phone)
    assert ben.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    expect(ben.page.locator("html")).to_have_attribute("data-awake", "film")
    assert ben.page.evaluate(FILM) == [[False, True]]
    ben.page.evaluate(HIDE, True)
    expect(ben.page.locator("video.film")).to_have_count(0)
    ben.page.evaluate(HIDE, False)
    expect(ben.page.locator("video.film")).to_have_count(1)
    ada.go(f"/t/{code}/seats#draw")
    expect(ada.page.locator("video.film")).to_have_count(0)
    ada.page.get_by_role("link", name="Resign").click()
    ada.page.get_by_role("button", name="Resign").click()
    expect(ben.page.get_by_role("heading", name="You won")).to_be_visible()
    expect(ben.page.locator("video.film")).to_have_count(0)


@pytest.mark.alone
def test_the_phone_whose_turn_it_is_buzzes_sounds_flashes_and_says_so_in_title_and_icon(new_phone):
    ada, ben, _ = two(new_phone)
    ben.page.locator(".turn h1").click()  # the first touch
    usual = ben.page.title()
    icon = "document.querySelector('link[rel=icon]').href"
    plain = ben.page.evaluate(icon)
    ada.say("Move", "Michael", "A2")
    ada.say("Move", "Michael", "A1")
    expect(ben.told).to_contain_text("A1", timeout=2000)
    assert heard(ben) == [] and ben.page.title() == usual
    ada.say("End turn")
    expect(ben.page.locator(".you")).to_be_visible(timeout=2000)
    expect(ben.page).to_have_title(f"● Your turn · {usual}")
    assert ben.page.evaluate(icon) != plain
    ben.page.wait_for_function("heard.includes('tone') && heard.includes('flash')")
    assert heard(ben).count("buzz 180,90,180") == 1
    expect(ben.page.locator(".flash")).to_have_count(0, timeout=3000)
    ben.say("Move", "Fallen 2", "B6")
    ben.say("Move", "Fallen 2", "B5")
    ben.say("Move", "Fallen 2", "B6")
    assert heard(ben).count("buzz 180,90,180") == 1, "it calls once, not at each of one's own moves"
    ben.say("End turn")
    expect(ben.page).to_have_title(usual)
    assert ben.page.evaluate(icon) == plain


@pytest.mark.alone
def test_a_phone_out_of_sight_is_called_by_tone_title_and_icon_and_flashes_when_it_is_seen(new_phone):
    ada, ben, _ = two(new_phone)
    ben.page.locator(".turn h1").click()
    usual = ben.page.title()
    ben.page.evaluate(HIDE, True)
    turn(ada)
    expect(ben.page).to_have_title(f"● Your turn · {usual}", timeout=2000)
    ben.page.wait_for_function("() => heard.includes('tone')")
    assert "flash" not in heard(ben)
    ben.page.evaluate(HIDE, False)
    ben.page.wait_for_function("() => heard.includes('flash')")


@pytest.mark.alone
def test_less_motion_means_no_flash(new_phone):
    ada, ben, _ = two(new_phone, reduced_motion="reduce")
    turn(ada)
    expect(ben.page.locator(".you")).to_be_visible(timeout=2000)
    ben.page.wait_for_function("heard.length")
    assert heard(ben) == ["buzz 180,90,180"]


@pytest.mark.alone
def test_each_call_can_be_switched_off_on_that_phone(new_phone, axe):
    ada, ben, _ = two(new_phone)
    ben.page.locator(".menu summary").click()
    ben.page.get_by_role("link", name="This phone").click()
    for call in ("Buzz", "A soft tone", "Your colour", "Title and icon", "Keep the screen on"):
        ben.page.get_by_role("checkbox", name=call).uncheck()
    ben.page.get_by_role("button", name="Save").click()
    expect(ben.page.get_by_text("Saved for every table on this phone.")).to_be_visible()
    assert not (result := scan(ben.page, axe)), result
    ben.page.get_by_role("link", name="The table").click()
    ben.live()
    usual = ben.page.title()
    expect(ben.page.locator("video.film")).to_have_count(0)
    turn(ada)
    expect(ben.page.locator(".you")).to_be_visible(timeout=2000)
    assert heard(ben) == [] and ben.page.title() == usual
    expect(ben.page.locator(".flash, video.film")).to_have_count(0)
    expect(ada.page.locator("video.film")).to_have_count(1)


@pytest.mark.alone
def test_a_reaction_calls_with_what_is_at_stake_on_a_card_and_on_the_board(new_phone, axe):
    ada, ben = new_phone(), new_phone()
    ben.page.add_init_script(HEAR)
    links = seated(ada, MET, "Gold")
    code = ada.code
    ben.sit(links["Crimson"])
    ben.live()
    ada.table(code)
    ada.say("Push", "F4")
    card = ben.page.locator(".at-stake")
    expect(card).to_contain_text("Ada waits for your answer", timeout=2000)
    expect(card).to_contain_text("At stake: Korine (Crimson) on F5 and F4")
    expect(ben.page.locator("a.verb", has_text="Let it go")).to_contain_text("Crimson → F4")
    expect(ben.page.locator(".board .stake circle")).to_have_count(1)
    expect(ben.page.locator(".board .stake use")).to_have_count(1)
    expect(ben.page).to_have_title("● Your answer · Heroball · " + code)
    assert heard(ben)[0] == "buzz 90,60,90,60,220"
    expect(ada.page.locator(".at-stake")).to_have_count(0)
    expect(ada.page.locator(".board .stake circle")).to_have_count(1)  # who waits sees what it is about, too
    assert not (result := scan(ben.page, axe)), result
    ben.say("Defend")
    expect(card).to_have_count(0)
    expect(ben.page.locator(".board .stake")).to_have_count(0)


@pytest.mark.alone
def test_who_is_asked_to_let_something_go_back_is_called(new_phone):
    ada, ben, code = two(new_phone)
    turn(ada)
    expect(ben.page.locator(".you")).to_be_visible(timeout=2000)
    ben.say("Move", "Fallen 2", "B6")
    ada.page.get_by_role("button", name="undo").click()
    expect(ben.page).to_have_title(f"● You are asked · War in Heaven · {code}")
