"""A phone that sleeps, loses the network or its server, or has nothing but plain pages, still follows."""

import re

import pytest
from playwright.sync_api import expect

from companion.kernel.shelf import shelf
from tests.browser.conftest import lead

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def table(new_phone, **settings):
    """Ada's table with Ben's phone at it, both looking."""
    ada, ben = new_phone(), new_phone(**settings)
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    ada.table(code)
    return ada, ben, code


def test_a_sleeping_phone_catches_up(new_phone):
    ada, ben, _ = table(new_phone)
    ben.page.clock.install()
    ben.page.reload()  # that clock clears no timer set before: the watchdog would end a living stream
    ben.live()
    ben.page.evaluate(HIDE, True)
    ada.say("Move", "Michael", "A2")
    expect(ben.told).to_contain_text("A2", timeout=2000)  # out of sight it listens on
    ben.page.clock.fast_forward(5 * 60_000)
    ada.say("Move", "Michael", "A1")
    ada.page.wait_for_timeout(300)
    expect(ben.told).not_to_contain_text("A1")
    ben.page.evaluate(HIDE, False)
    expect(ben.told).to_contain_text("Move Michael from A2 to A1.", timeout=2000)
    expect(ben.page.locator(".story li")).to_have_count(2)
    ben.live()


def test_a_phone_without_network_says_so_and_catches_up(new_phone):
    ada, ben, _ = table(new_phone)
    ben.live()
    ben.context.set_offline(True)
    expect(ben.page.locator(".net")).to_contain_text("offline")
    expect(ben.page.get_by_text("No connection.")).to_be_visible()
    ada.say("Move", "Michael", "A2")
    ben.context.set_offline(False)
    expect(ben.told).to_contain_text("Move Michael from B2 to A2.", timeout=2000)
    expect(ben.page.get_by_text("No connection.")).to_be_hidden()


def test_a_change_is_there_within_a_second_over_a_slow_line(new_phone):
    """30 kB a second, and 300 ms for every answer to begin."""
    ada, ben, _ = table(new_phone)
    slow = {"offline": False, "latency": 300, "downloadThroughput": 30_000, "uploadThroughput": 30_000}
    ben.context.new_cdp_session(ben.page).send("Network.emulateNetworkConditions", slow)
    ben.page.reload()
    ben.live()
    for space in ("A2", "A1"):  # the first comes whole, the next as what is new
        ada.say("Move", "Michael", space)
        expect(ben.told).to_contain_text(f"to {space}.", timeout=1000)


def test_the_house_restarts_and_nothing_is_lost(house, new_phone):
    ada, ben, _ = table(new_phone)
    ben.live()
    ada.say("Move", "Michael", "A2")
    expect(ben.told).to_contain_text("A2")
    house.stop()
    expect(ben.page.locator("html")).not_to_have_attribute("data-net", "live", timeout=10_000)
    house.start()
    ben.live()
    ada.live()
    ada.say("Move", "Michael", "A1")
    expect(ben.told).to_contain_text("Move Michael from A2 to A1.", timeout=3000)


def test_where_there_are_no_events_the_phone_polls(new_phone):
    ada, ben, _ = table(new_phone)
    ben.page.add_init_script("delete window.DecompressionStream")
    ben.page.reload()
    expect(ben.page.locator("html")).to_have_attribute("data-net", "polling")
    ada.say("Move", "Michael", "A2")
    expect(ben.told).to_contain_text("Move Michael from B2 to A2.", timeout=6000)


def refuse(route):
    route.fulfill(status=503, body="Every line is taken.")


def test_a_refused_stream_polls_and_tries_again(new_phone):
    ada, ben, _ = table(new_phone)
    ben.page.route("**/pages?**", refuse)
    ben.page.reload()
    expect(ben.page.locator("html")).to_have_attribute("data-net", "polling")
    ada.say("Move", "Michael", "A2")
    expect(ben.told).to_contain_text("Move Michael from B2 to A2.", timeout=6000)
    ben.page.unroute("**/pages?**")
    expect(ben.page.locator("html")).to_have_attribute("data-net", "live", timeout=15_000)
    ben.said.clear()  # the browser complains of the stream that was refused


def test_a_page_that_was_told_to_poll_tries_for_a_stream_by_itself(new_phone):
    _, ben, code = table(new_phone)

    def full(route):
        page = route.fetch()
        route.fulfill(response=page, body=page.text().replace('data-live="events"', 'data-live="poll"'))

    ben.page.route(f"**/t/{code}", full)
    ben.page.reload()
    expect(ben.page.locator("html")).to_have_attribute("data-net", "polling")
    expect(ben.page.locator("html")).to_have_attribute("data-net", "live", timeout=10_000)


def test_the_age_of_a_connection_is_seen_when_it_grows(new_phone):
    _, ben, _ = table(new_phone)
    ben.live()
    page, age = ben.page, ben.page.locator(".net-age")
    page.wait_for_timeout(1500)
    expect(age).to_be_hidden()
    page.clock.install()
    page.reload()
    ben.live()
    ben.context.set_offline(True)
    page.clock.fast_forward(30_000)
    expect(age).to_have_text(re.compile(r"^3\d s$"))
    page.clock.fast_forward(180_000)
    expect(age).to_have_text("3 min")
    ben.context.set_offline(False)
    page.clock.fast_forward(3000)
    expect(age).to_be_hidden(timeout=15_000)
    ben.said.clear()  # the browser complains of what it could not fetch


def test_a_stream_that_is_never_answered_is_given_up(new_phone):
    ada, ben, _ = table(new_phone)
    ben.page.clock.install()
    held = []
    ben.page.route("**/pages?**", lambda route: held.append(route))
    ben.page.reload()
    ada.say("Move", "Michael", "A2")
    ben.page.clock.fast_forward(13_000)
    expect(ben.page.locator("html")).to_have_attribute("data-net", "polling")
    expect(ben.told).to_contain_text("Move Michael from B2 to A2.", timeout=6000)
    assert held
    ben.page.unroute("**/pages?**")


def test_a_tap_that_was_lost_says_so_and_counts_once(new_phone):
    ada, _, code = table(new_phone)
    ada.go(f"/t/{code}/do/move?token=Michael&space=A2")
    ada.live()
    ada.page.route("**/move", lambda route: route.abort())
    ada.page.locator("button.big").click()
    expect(ada.page.get_by_text("Tap once more: it counts only once.")).to_be_visible()
    ada.page.unroute("**/move")
    ada.page.locator("button.big").click()
    expect(ada.told).to_contain_text("Move Michael from B2 to A2.")
    expect(ada.page.locator(".story li")).to_have_count(1)
    expect(ada.page.get_by_text("it counts only once")).to_have_count(0)
    ada.said.clear()  # the browser complains of the tap that was thrown away


def test_a_phone_without_javascript_plays_by_plain_pages(new_phone):
    ada, ben, code = table(new_phone, java_script_enabled=False)
    expect(ben.page.locator("noscript meta[http-equiv=refresh]")).to_have_count(1)
    ada.say("Move", "Michael", "A2")
    ada.say("Move", "Michael", "A1")
    ada.say("End turn")
    ben.go(f"/t/{code}")
    plain = ben.page
    expect(plain.locator(".you")).to_be_visible()
    expect(plain.locator("noscript meta[http-equiv=refresh]")).to_have_count(0)
    plain.locator("a.verb", has_text="Deploy").click()
    plain.locator("a.answer", has_text="Asmodeus").click()
    plain.locator(".board a.glow").first.click()
    plain.locator("a.answer", has_text="Baal").click()
    expect(plain.locator(".preview")).to_contain_text("Put Asmodeus on A9, face up.")
    plain.locator("button.big").click()
    expect(plain).to_have_url(re.compile(f"/t/{code}$"))
    expect(plain.locator("#told")).to_contain_text("Put Asmodeus on A9, face up.")
    expect(ada.told).to_contain_text("Put Asmodeus on A9, face up.", timeout=1000)
    plain.get_by_role("button", name="undo").click()
    expect(plain.locator("#told")).to_contain_text("Turn Baal face up.")


SHOWN = "() => [document.querySelector('#table').dataset.at, document.querySelector('.ask')?.id]"
DRAWN = """() => [...document.querySelectorAll('.turn, .field, .panels, .story')].map(part => {
    const copy = part.cloneNode(true); // pictures come into sight, keys are ordered late
    copy.querySelectorAll('[data-href]').forEach(use => use.removeAttribute('href'));
    copy.querySelectorAll('*').forEach(one => [...one.attributes]
        .sort((a, b) => a.name < b.name ? -1 : 1).forEach(({ name, value }) => {
            one.removeAttribute(name); one.setAttribute(name, value); }));
    return copy.outerHTML; }).join('\\n')
    .replace(/ (data-htmx-powered|tabindex)="[^"]*"/g, '').replace(/ hx-morph-skip=""/g, '')
    .replace(/\\s+/g, ' ').replace(/> </g, '><')"""


@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_page_that_followed_is_the_page_one_would_load(new_phone, game):
    """Parts are kept, moved and made anew, and boards change their ground: nothing is lost on the way."""
    ada, ben = new_phone(), new_phone()
    page = ada.page
    ada.go(f"/games/{game}/new")
    ada.settle("phone", "all")
    lead(page.get_by_role("button", name="Open the table").last)
    ada.lay(ada.code)
    ben.table(ada.code)
    ada.table(ada.code)
    while page.evaluate(SHOWN)[0] < "7.":
        shown = page.evaluate(SHOWN)
        page.locator(".board a.glow, form.ask button.big, a.answer:visible, a.verb").first.click()
        page.wait_for_function(f"was => String({SHOWN[6:]}) !== String(was)", arg=shown)
    now = page.locator("#table").get_attribute("data-at")
    for phone in (ada, ben):
        expect(phone.page.locator("#table")).to_have_attribute("data-at", now)
        followed = phone.page.evaluate(DRAWN)
        asked: list[str] = []
        phone.page.on("request", lambda request, asked=asked: asked.append(request.url))
        phone.page.wait_for_timeout(600)
        asked = [url for url in asked if "/pictures/" not in url and "/static/" not in url]
        assert not asked, "a page that has all its parts asks for nothing"
        phone.page.reload()
        assert phone.page.evaluate(DRAWN) == followed


WATCHED = """() => {
    window.dear = [];
    const { append } = DocumentFragment.prototype, { remove } = Element.prototype;
    DocumentFragment.prototype.append = function (...parts) {
        if (parts.some(part => part.id === 'table')) dear.push('a whole page is moved');
        append.apply(this, parts);
    };
    Element.prototype.remove = function () {
        if (this.contains(document.activeElement)) dear.push('what has the focus is taken away');
        remove.apply(this);
    };
    document.querySelectorAll('.panel')[1].kept = true;
}"""
"""Note what a browser is slow at while it puts a change into the page."""


def test_a_change_is_put_in_without_what_a_browser_is_slow_at(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open()
    ben.sit(ada.links()["Demons"])
    for phone in (ada, ben):
        phone.table(code)
        phone.page.evaluate(WATCHED)
    ben.page.locator("#waits [data-focus]").focus()
    ada.say("Move", "Militia 2", "B4")
    ada.say("Move", "Militia 2", "B5")
    ada.say("End turn")
    expect(ben.page.locator("#acts .dock")).to_be_visible()
    for phone in (ada, ben):
        assert phone.page.evaluate("dear") == []
        assert phone.page.evaluate("document.querySelectorAll('.panel')[1].kept")
