"""A short evening in WebKit, the engine of every iPhone, beside a Chromium at the same table.

It joins, moves, is asked for a reaction, takes back, and finds the table again after the house was away.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.support.ui import WebDriverWait

from companion.web.urls import lan_address
from tests.browser.conftest import PATIENCE, PHONE, House, Phone
from tests.browser.hostile_page import REFUSED, hostile_page
from tests.browser.test_heroball import MET, seated
from tests.static_folder import StaticHost, static_folder

SENT = """
if (document.querySelector("#told")?.textContent.includes(arguments[0])) return "sent"
return document.querySelector("form.ask button.big") && "shown"
"""
DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
MIDDLE = """
const one = [...document.querySelectorAll(arguments[0])].find(
  (one) => one.checkVisibility()
    && (one.textContent + one.ariaLabel).replace(/\\s+/g, " ").includes(arguments[1]))
if (!one) return null
one.scrollIntoView({block: "nearest"})
const box = one.getBoundingClientRect()
return [box.x + box.width / 2, box.y + box.height / 2]
"""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen that nobody sees, for a browser that wants one."""
    for name in (DRIVER, SCREEN):
        if shutil.which(name) is None:
            pytest.fail(
                "The WebKit test needs it: run 'sudo apt-get install webkit2gtk-driver xvfb'.", pytrace=False
            )
    read, write = os.pipe()
    command = [SCREEN, "-displayfd", str(write), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        yield f":{said.readline().strip()}"
    screen.terminate()
    screen.wait(30)


class WebKit:
    """A phone with WebKit in it."""

    def __init__(self, url: str, display: str) -> None:
        self.url = url
        options = WebKitGTKOptions()
        service = WebKitGTKService(
            executable_path=shutil.which(DRIVER), env={**os.environ, "DISPLAY": display}
        )
        self.driver = WebKitGTK(options=options, service=service)
        self.driver.set_window_size(390, 844)

    def go(self, path: str) -> None:
        """Open a page of the house."""
        self.driver.get(self.url + path)

    def until(self, script: str, *given: str, told: str = "") -> Any:
        """What a script in the page comes to, as soon as that is something."""
        waiting = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05)
        return waiting.until(lambda driver: driver.execute_script(script, *given), told)

    def seen(self, css: str, text: str = "") -> tuple[int, int]:
        """The middle of the first such thing that shows this text, in CSS px, once it stands still."""
        was, now = (), self.until(MIDDLE, css, text, told=f"no {css} with “{text}”")
        while was != now:
            time.sleep(0.1)
            was, now = now, self.until(MIDDLE, css, text, told=f"{css} with “{text}” is gone")
        return int(now[0]), int(now[1])

    def tap(self, css: str, text: str = "") -> None:
        """Tap it where it stands, as a finger would."""
        at = ActionBuilder(self.driver)
        at.pointer_action.move_to_location(*self.seen(css, text)).click()
        at.perform()

    def say(self, verb: str, *answers: str, told: str) -> None:
        """Say a sentence: the verb, an answer to each question, and send it where it is shown first."""
        self.tap("a.verb", verb)
        for answer in answers:
            self.tap("a.answer, .board a.glow", answer)
        if self.until(SENT, told, told=f"neither “{told}” nor a sentence to send") == "shown":
            self.tap("form.ask button.big")
        self.seen(".told", told)


@pytest.fixture
def webkit(house: House, display: str) -> Iterator[WebKit]:
    """A phone with WebKit in it, that has opened nothing yet."""
    phone = WebKit(house.url, display)
    yield phone
    phone.driver.quit()


def test_an_evening_in_webkit(house: House, new_phone: Callable[..., Phone], webkit: WebKit) -> None:
    ada = new_phone()
    links = seated(ada, MET, "Gold")
    code = ada.code
    webkit.go(links["Crimson"])
    webkit.tap("main.sit button.go")
    webkit.seen("html[data-net='live']")
    wide, page = webkit.driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]")
    assert page <= wide, "nothing has to be scrolled sideways"
    ada.table(code)

    with hostile_page(f"{house.url}/t/{code}/do/resign", "127.0.0.1") as address:
        webkit.driver.get(address)
        webkit.seen("main", REFUSED)
    webkit.go(f"/t/{code}")
    webkit.seen("html[data-net='live']")

    ada.say("Push", "F4")
    webkit.seen(".you", "Up to you")
    webkit.say("Defend", told="Korine defends: nothing comes of it.")
    expect(ada.told).to_contain_text("Korine defends: nothing comes of it.")

    ada.say("End turn")
    webkit.seen(".you")
    webkit.say("Step, run, sprint", "G4", told="Move Korine from F5 to G4.")
    expect(ada.told).to_contain_text("Move Korine from F5 to G4.")
    webkit.tap(".hands form[action$='/undo'] button")
    webkit.seen("#table", "You took back")
    expect(ada.told).to_contain_text("takes back")

    house.stop()
    webkit.seen("html:not([data-net='live'])")
    house.start()
    webkit.seen("html[data-net='live']")
    webkit.say("Step, run, sprint", "G4", told="Move Korine from F5 to G4.")
    expect(ada.told).to_contain_text("Move Korine from F5 to G4.")


def test_webkit_stays_awake_on_plain_http_and_is_called(
    tmp_path: Path, browser: Browser, display: str
) -> None:
    there = House(tmp_path, lan_address())
    there.start()
    ada = Phone(there, browser.new_context(viewport=PHONE))
    links = seated(ada, MET, "Gold")
    code = ada.code
    phone = WebKit(there.url, display)
    try:
        phone.go(links["Crimson"])
        phone.tap("main.sit button.go")
        phone.seen("html[data-net='live'][data-awake='film']")
        assert phone.driver.execute_script("return [isSecureContext, 'wakeLock' in navigator]") == [False] * 2
        phone.until("return document.querySelector('video.film').currentTime > 0.5", told="no film runs")
        ada.table(code)
        ada.say("Push", "F4")
        phone.seen(".at-stake", "Ada waits for your answer")
        phone.until("return document.title.startsWith('● Your answer')", told="the title does not call")
    finally:
        phone.driver.quit()
        ada.context.close()
        there.stop()


START = 120
"""Seconds that a start may take: it compiles Python, which takes 25 with nothing beside it. House."""
FRAMED = "return document.querySelector('iframe')?.contentDocument?.querySelector('main')?.textContent"
ASKED = """
const [address, body, done] = arguments;
const given = body && { method: "POST", body: new URLSearchParams(body) };
fetch(address, given || {}).then((answer) => answer.text()).then(done, (fault) => done(String(fault)));
"""
LAID = {
    "players": "2",
    "seat1": "White",
    "seat2": "Black",
    "name1": "Ada",
    "name2": "Ben",
    "option-first": "White",
}


@pytest.mark.alone
def test_webkit_is_its_own_server_without_a_network_and_keeps_its_tables(display: str) -> None:
    """It has no private file system here, so they lie in IndexedDB."""
    host = StaticHost(static_folder())
    phone = WebKit(host.url, display)
    try:
        started(phone, "/")
        host.stop()
        asked(phone, "/games/nine-mens-morris/new", LAID)
        match = re.search(r"/t/(\w{6})", asked(phone, "/"))
        assert match
        code = match[1]
        said = {"by": "White", "seen": "0", "key": f"{0:020}", "place": "f4"}
        asked(phone, f"/t/{code}/do/set-man", said)
        assert asked(phone, f"/t/{code}/at").startswith("1.")
        assert "Ada" in started(phone, f"/t/{code}")
        assert asked(phone, f"/t/{code}/at").startswith("1.")
    finally:
        phone.driver.quit()


def started(phone: WebKit, path: str) -> str:
    """Type an address, as a browser that begins; what the page says once it is there."""
    phone.driver.set_page_load_timeout(START)
    phone.go(path)
    return str(WebDriverWait(phone.driver, START).until(lambda driver: driver.execute_script(FRAMED)))


def asked(phone: WebKit, address: str, body: dict[str, str] | None = None) -> str:
    """Return what a page or a form is answered."""
    phone.driver.set_script_timeout(START)
    return str(phone.driver.execute_async_script(ASKED, address, body))
