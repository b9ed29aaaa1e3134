"""The phone is the server: one visit to a static host, then games without a network."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Frame, Page, expect

from tests.browser.conftest import ANSWERED, PHONE, SHOWN_OR_SAID, unfold
from tests.sittings import sitting_table
from tests.static_folder import StaticHost, static_folder

START = 60_000
"""Milliseconds that a start may take beside other tests; the bench measures it alone."""
SAY = """async ([address, body]) => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  const answer = await fetch(address, { method: "POST", headers, body });
  return [answer.status, await answer.text()];
}"""

UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"


class Alone:
    """A phone that is its own server: what it shows is in the frame of the page that stays."""

    def __init__(self, page: Page, url: str) -> None:
        self.tab, self.url = page, url
        self.said: list[str] = []
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda line: self.said.append(line.text) if line.type == "error" else None)

    @property
    def page(self) -> Frame:
        """The page that is shown."""
        shown = self.tab.query_selector("iframe")
        assert shown
        frame = shown.content_frame()
        assert frame
        return frame

    def go(self, path: str) -> None:
        """Type an address."""
        self.tab.goto(self.url + path)
        self.tab.locator("iframe").wait_for(timeout=START)
        self.page.wait_for_load_state()

    def lead(self, name: str, role: Any = "button") -> None:
        """Tap what leads to another page, and wait until it is there."""
        self.page.evaluate("document.documentElement.dataset.left = ''")
        self.page.get_by_role(role, name=name).first.click()
        expect(self.page.locator("html[data-left]")).to_have_count(0)
        self.page.wait_for_load_state()

    def open(self, game: str, seats: dict[str, str], **options: str) -> str:
        """Open a table from the form, all of whose seats are this phone's. Its code."""
        self.go(f"/games/{game}/new")
        for n, (seat, name) in enumerate(seats.items(), 1):
            self.page.locator(f"#name{n}").fill(name)
            self.page.locator(f"#seat{n}").select_option(seat)
        self.page.evaluate(UNFOLD)
        for name, value in options.items():
            self.page.locator(f"input[name='option-{name}'][value='{value}']").check()
        self.lead("Open the table")
        self.page.evaluate(UNFOLD)
        self.lead("Take the free seats too")
        self.go(f"/t/{self.code}")
        return self.code

    @property
    def code(self) -> str:
        """The code of the table that this phone looks at."""
        found = re.search(r"/t/(\w{6})", self.page.url)
        assert found, self.page.url
        return found[1]

    def tap(self, verb: str, *answers: str) -> None:
        """Say a sentence as a finger does."""
        page = self.page
        at = page.locator("#table").get_attribute("data-at")
        taps = page.locator("a.verb", has_text=verb), *(page.locator("a.answer", has_text=a) for a in answers)
        for tap in taps:
            where = page.url
            unfold(tap.first)
            tap.first.click()
            page.wait_for_function(ANSWERED, arg=[at, where])
        page.wait_for_function(SHOWN_OR_SAID, arg=at)
        if page.locator("form.ask button.big").count():
            page.locator("form.ask button.big").click()
        expect(page.locator("#table")).not_to_have_attribute("data-at", at or "")

    def say(self, seat: str, verb: str, answers: dict[str, Any], seen: int) -> None:
        """Send the form of a sentence."""
        body = urlencode({"by": seat, "seen": seen, "key": f"key{seen:020}", **answers}, doseq=True)
        status, text = self.page.evaluate(SAY, [f"/t/{self.code}/do/{verb}", body])
        assert status == 200, (status, text[:500])

    def entries(self, code: str) -> int:
        """The number of entries that a table has."""
        return int(self.page.evaluate("at => fetch(at).then(a => a.text())", f"/t/{code}/at").split(".")[0])


@pytest.fixture(scope="module")
def browsing(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], BrowserContext]]:
    """Begins the browser of one person, who keeps what it stores; again if it was closed."""
    folder = tmp_path_factory.mktemp("person")
    begun: list[BrowserContext] = []

    def begin() -> BrowserContext:
        begun.append(
            browser_type.launch_persistent_context(folder, **browser_type_launch_args, viewport=PHONE)
        )
        return begun[-1]

    yield begin
    begun[-1].close()


@pytest.fixture(scope="module")
def alone(browsing: Callable[[], BrowserContext]) -> Iterator[Alone]:
    """A phone that was at the static host once. Since then nothing answers at that address."""
    host = StaticHost(static_folder())
    phone = Alone(browsing().new_page(), host.url)
    phone.go("/")
    expect(phone.page.get_by_role("heading", name="Companion")).to_be_visible(timeout=START)
    host.stop()
    yield phone
    assert not phone.said


def test_it_starts_again_without_a_network_wherever_it_was(alone):
    alone.go("/games/war-in-heaven")
    expect(alone.page.get_by_role("heading", name="War in Heaven")).to_be_visible(timeout=START)
    expect(alone.tab).to_have_title("War in Heaven")
    alone.lead("The rules", "link")
    expect(alone.tab).to_have_url(f"{alone.url}/games/war-in-heaven/rules")
    alone.tab.go_back()
    expect(alone.page.get_by_role("heading", name="War in Heaven")).to_be_visible()
    expect(alone.tab).to_have_url(f"{alone.url}/games/war-in-heaven")


def test_a_whole_war_in_heaven_is_played(alone):
    played = sitting_table("war-in-heaven", "commander")
    code = alone.open("war-in-heaven", {"Angels": "Ada", "Demons": "Ben"}, first="Angels")
    for step in played.log:
        alone.say(step.entry.seat, step.entry.verb, dict(step.entry.answers), step.entry.n - 1)
    alone.go(f"/t/{code}")
    expect(alone.page.get_by_role("heading", name=re.compile(" won"))).to_be_visible()
    assert alone.entries(code) == len(played.log)
