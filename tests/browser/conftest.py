"""A house that really serves, and phones with a real Chromium in them."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Frame,
    Locator,
    Page,
    Response,
    expect,
)

from companion.kernel.action import written
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.web.app import create_app
from tests.bench import phone as bench
from tests.services import free_port
from tests.sittings import sitting_table

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
TALL = {"width": 390, "height": 9000}
"""A screen on which the dock covers nothing: a card half under it is no small card."""
PATIENCE = 15.0
SHOWN_OR_SAID = (
    "at => document.querySelector('form.ask') || document.querySelector('#table').dataset.at !== at"
)
ANSWERED = """([at, where]) => !document.querySelector('.htmx-request')
  && (location.href !== where || document.querySelector('#table').dataset.at !== at)"""
expect.set_options(timeout=10_000)  # what is to happen within a time says so itself
HEAD = """game: war-in-heaven
option first = Angels
option deploy-troops = no
option fight-all = no
seat Angels = Ada
seat Demons = Ben

"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser; what takes longest comes first, not to be waited for at the end."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: not ({"axe", "webkit"} & set(getattr(item, "fixturenames", ()))))


def unfold(answer: Locator) -> None:
    """Open the list an answer stands in, where the board is tapped instead."""
    answer.evaluate("it => { const list = it.closest('details'); if (list) list.open = true; }")


def lead(through: Locator) -> None:
    """Tap what leads to another page, and wait until that page is there: a click alone waits for nothing.

    The page that is left is marked, since a navigation still under way before the tap is not the one meant.
    """
    through.evaluate("it => it.ownerDocument.documentElement.dataset.left = ''")
    through.click()
    expect(through.page.locator("html[data-left]")).to_have_count(0)
    through.page.wait_for_load_state()


def chromium() -> str:
    """The Chromium of this machine; where there is none, the test fails and says what to do."""
    kept = ROOT / ".chromium"
    named = os.environ.get("CHROMIUM") or (kept.read_text().strip() if kept.is_file() else "")
    usual = (
        shutil.which(name)
        for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    )
    result = next((path for path in (named, *usual) if path and os.access(path, os.X_OK)), None)
    if result is None:
        pytest.fail(
            "The browser tests need Chromium: run 'sudo apt-get install chromium', or name one in CHROMIUM.",
            pytrace=False,
        )
    return result


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, not one that is downloaded."""
    return {**browser_type_launch_args, "executable_path": chromium(), "args": ["--no-sandbox"]}


def tapped(page: Page | Frame, verb: str, *answers: str) -> None:
    """Tap a verb and an answer to each question, and send what is shown."""
    at = page.locator("#table").get_attribute("data-at")
    taps = page.locator("a.verb", has_text=verb), *(page.locator("a.answer", has_text=a) for a in answers)
    for tap in taps:
        where = page.url
        unfold(tap.first)
        tap.first.click()
        page.wait_for_function(ANSWERED, arg=[at, where])  # what was tapped has answers, too
    page.wait_for_function(SHOWN_OR_SAID, arg=at)
    if page.locator("form.ask button.big").count():
        page.locator("form.ask button.big").click()
    expect(page.locator("#table")).not_to_have_attribute("data-at", at or "")


class House:
    """A server in a process of its own, with its tables in a folder of its own."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self.port = free_port(host)
        self.folder = folder
        self.host = host
        self.url = f"http://{host}:{self.port}"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and wait until it does."""
        command = [sys.executable, "-m", "companion", "serve", "--host", self.host]
        self._server = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.folder)],
            cwd=ROOT,
            env={**os.environ, "COMPANION_LIMITS": "off"},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return socket.create_connection((self.host, self.port), 1).close()
            except OSError:
                assert self._server.poll() is None, "the server has ended"
                time.sleep(0.05)
        pytest.fail(f"the server did not answer within {PATIENCE:.0f} s")

    def stop(self) -> None:
        """Stop as an administrator would."""
        if self._server is not None:
            os.killpg(self._server.pid, signal.SIGTERM)
            self._server.wait(30)
            self._server = None


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests; each opens tables of its own."""
    there = House(tmp_path_factory.mktemp("house"))
    there.start()
    yield there
    there.stop()


class Phone:
    """A phone: one browser context with one page, and all that its console said."""

    def __init__(self, house: House, context: BrowserContext, *, scripts: bool = True) -> None:
        self.house = house
        self.scripts = scripts
        self.context = context
        self.said: list[str] = []
        self.page = self._tab()

    def _tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.said.append(f"page: {error}"))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.said.append(message.text)

    def go(self, path: str) -> Response | None:
        """Open a page of the house; without scripts in another tab, as the page left may look again by
        itself just then, and win.

        Nothing waits for the end of the tab left: Chromium sometimes forgets to report it in a navigation.
        """
        if not self.scripts and self.page.url != "about:blank":
            self.page.close(run_before_unload=True)
            self.page = self._tab()
        return self.page.goto(self.house.url + path)

    def open(self, first: str = "Angels", plays: str = "1", laid: bool = True) -> str:
        """Open a table of War in Heaven from its form: Ada plays the Angels, Ben the Demons. Its code.

        Who knows the set-up skips it, unless ``laid`` is false.
        """
        self.go("/games/war-in-heaven/new")
        self.page.fill("#name1", "Ada")
        self.page.select_option("#seat1", "Angels")
        self.page.fill("#name2", "Ben")
        self.page.select_option("#seat2", "Demons")
        self.settle("option-first", first)
        self.settle("phone", plays)
        lead(self.page.get_by_role("button", name="Open the table"))
        code = self.code
        if laid:
            self.lay(code)
        return code

    def lay(self, code: str) -> None:
        """Skip the set-up of a table, and go back to where this phone was."""
        there = self.page.url.removeprefix(self.house.url)
        self.go(f"/t/{code}")
        self.page.get_by_role("button", name="Skip the set-up").click()
        expect(self.page.locator(".laying")).to_have_count(0)
        self.go(there)

    def settle(self, name: str, value: str) -> None:
        """Choose something else than usual on the form of a new table: unfold it, and pick."""
        folded = self.page.locator("details.option").filter(has=self.page.locator(f"input[name='{name}']"))
        folded.locator("summary").click()
        folded.locator(f"input[value='{value}']").check()

    def bring(self, lines: str) -> str:
        """Open a table from a transcript, laid, and take all its seats. Its code."""
        self.go("/games/war-in-heaven")
        self.page.get_by_text("Import a game").click()
        self.page.fill("#text", HEAD + lines if not lines.startswith(("#", "game:")) else lines)
        lead(self.page.get_by_role("button", name="Open it as a new table"))
        lead(self.page.get_by_role("button", name="One phone for all seats"))
        expect(self.page.get_by_text("This phone").first).to_be_visible()
        code = self.code
        if 'class="laying"' in self.page.request.get(f"{self.house.url}/t/{code}").text():
            self.lay(code)
        return code

    @property
    def code(self) -> str:
        """The code of the table this phone looks at."""
        match = re.search(r"/t/(\w{6})", self.page.url)
        assert match, self.page.url
        return match[1]

    def links(self) -> dict[str, str]:
        """The seats' links, as the page of the seats shows them."""
        self.go(f"/t/{self.code}/seats")
        result = {}
        for chair in self.page.locator(".chair").all():
            chair.locator("summary").click()
            seat = chair.locator("h2").inner_text().split()[0]
            result[seat] = re.sub(r"^https?://[^/]+", "", chair.locator(".url").inner_text())
        return result

    def sit(self, link: str) -> None:
        """Follow a seat's link and tap what its page asks."""
        self.go(link)
        self.page.locator("main.sit button.go").click()

    def table(self, code: str) -> "Phone":
        """Look at a table, and wait until the phone is told of changes."""
        self.go(f"/t/{code}")
        self.live()
        return self

    def live(self) -> None:
        """Wait until this phone is told of changes."""
        expect(self.page.locator("html")).to_have_attribute("data-net", "live", timeout=20_000)

    def say(self, verb: str, *answers: str) -> None:
        """Say a sentence as a finger does: the verb, an answer to each question, and send what is shown."""
        tapped(self.page, verb, *answers)

    @property
    def told(self) -> Any:
        """What the table was told last."""
        return self.page.locator("#told")


@pytest.fixture
def new_phone(house: House, browser: Browser) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end none of them may have complained, of a policy least of all."""
    phones: list[Phone] = []

    def make(**settings: Any) -> Phone:
        wanted = {
            "viewport": PHONE,
            "device_scale_factor": 2,
            "has_touch": True,
            "permissions": ["screen-wake-lock"],  # as on a phone, where nobody is asked for it
            **settings,
        }
        scripts = wanted.get("java_script_enabled", True)
        phones.append(Phone(house, browser.new_context(**wanted), scripts=scripts))
        return phones[-1]

    yield make
    said = [line for phone in phones for line in phone.said]
    for phone in phones:
        phone.context.close()
    assert not said, said


class Sitting:
    """A table some moves on, and the cookie of each seat's phone."""

    def __init__(self, home: bench.House, game: str, said: int, played: str = "", laid: bool = True) -> None:
        """Play a game at random so many entries far, or as one of its played sittings went."""
        self.later: Iterator[Any] = iter(())
        if played:
            whole = sitting_table(game, played)
            self.later = iter(whole.log[said:])
            session, phones = home.bring(whole.as_of(max(said - 1, 0)))
            session = home.laid(session) if laid else session
            for step in whole.log[max(said - 1, 0) : said]:
                last = step.entry
                home.store.play(session.code, last.seat, last.verb, last.answers, seen=said - 1)
        else:
            session, phones = home.open(game, laid)
            at_random = moves(shelf()[game], session.table.start, random.Random(5))
            for n, (action, _) in zip(range(said), at_random, strict=False):
                home.store.play(session.code, action.by, action.verb, written(action), seen=n)
        self.code, self.store, self.phones = session.code, home.store, phones
        self.cookies = {seat: home.cookie(phone, session.code) for seat, phone in phones.items()}

    @property
    def up(self) -> str:
        """The seat that the table waits for."""
        return str(self.store.session(self.code).table.state.to_act[0])

    @property
    def waits(self) -> str:
        """A seat that the table does not wait for."""
        to_act = self.store.session(self.code).table.state.to_act
        return next(seat for seat in self.cookies if seat not in to_act)

    def steps_on(self) -> Iterator[None]:
        """Say what follows in the played sitting, a step at a time, until another seat is to play."""
        up = self.up
        for step in self.later:
            self.store.play(self.code, step.entry.seat, step.entry.verb, step.entry.answers)
            yield
            if self.up != up:
                return

    def ask_undo(self, seat: str, entry: int) -> None:
        """Let a seat ask to take an entry back."""
        answers = {"entry": str(entry)}
        n = self.store.session(self.code).n
        self.store.play(self.code, seat, "undo", answers, seen=n, phone=self.phones[seat])
        assert self.store.session(self.code).table.asked

    def learns(self, seat: str, how: str) -> None:
        """Let a seat learn while it plays."""
        self.store.seating.learn(self.store.session(self.code), seat, how, self.phones[seat])

    def absent(self, seat: str) -> None:
        """Let the phone play for a seat."""
        self.store.seating.absent(self.store.session(self.code), seat, "novice", "Novice")

    def sit(self, phone: Phone, seat: str) -> None:
        """Let a phone be the one that holds a seat, and look at the table."""
        name, value = self.cookies[seat].split("=", 1)
        phone.context.add_cookies([{"name": name, "value": value, "url": phone.house.url}])
        phone.table(self.code)


@pytest.fixture(scope="session")
def sitting(house: House) -> Callable[..., Sitting]:
    """Opens a table of any game, each seat with a phone of its own, so many moves far."""
    home = bench.House(house.folder, house.port, create_app(str(house.folder)), 0)
    return lambda game, said=14, played="", laid=True: Sitting(home, game, said, played, laid)


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core's source."""
    if not AXE.is_file():
        pytest.fail("The browser tests need axe-core: run 'make node_modules/.dev'.", pytrace=False)
    return AXE.read_text()
