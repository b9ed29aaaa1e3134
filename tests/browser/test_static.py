"""The phone is the server: one visit to a static host, then games without a network."""

import os
import re
import shutil
import signal
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Error, Frame, Page, expect

from companion.boxes.shelf import box
from companion.kernel.action import written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.storage import backup
from companion.web import url_codec
from companion.web.app import create_app
from tests.browser.conftest import PHONE, tapped
from tests.conftest import Phone, wait_until
from tests.sittings import sitting_table
from tests.static_folder import StaticHost, static_folder

START = 60_000
"""Milliseconds that a start may take beside other tests; the bench measures it alone."""
SAY = """async ([address, body]) => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  const answer = await fetch(address, { method: "POST", headers, body });
  return [answer.status, await answer.text()];
}"""

KILL = """async ([address, body, after, delay]) => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  const tapped = fetch(address, { method: "POST", headers, body });
  if (after) await tapped;
  await new Promise((go) => setTimeout(go, delay));
  new BroadcastChannel("companion").postMessage({ again: true });
  return (await tapped).status;
}"""
"""Tap, and have the page end its worker so many milliseconds later; ``after``: later than the answer."""
WITHIN = 200
SEATS = {"Angels": "Ada", "Demons": "Ben"}
UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"


class Alone:
    """A phone that is its own server: what it shows is in the frame of the page that stays."""

    def __init__(self, page: Page, url: str) -> None:
        self.url = url
        self.said: list[str] = []
        self.follow(page)

    def follow(self, page: Page) -> None:
        """Go on in another tab."""
        self.tab = page
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
        """Go to a page, while the one that stays does."""
        self.page.goto(self.url + path)

    def start(self, path: str) -> None:
        """Type an address: the page that stays begins, and Python with it."""
        self.tab.goto(self.url + path)
        self.tab.locator("iframe").wait_for(timeout=START)
        self.page.wait_for_load_state()

    def lead(self, name: str, role: Any = "button") -> None:
        """Tap what leads to another page, and wait until it is there."""
        self.page.evaluate("document.documentElement.dataset.left = ''")
        self.page.get_by_role(role, name=name).first.click()
        expect(self.page.locator("html[data-left]")).to_have_count(0, timeout=START)
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
        return self.code

    @property
    def code(self) -> str:
        """The code of the table that this phone looks at."""
        match = re.search(r"/t/(\w{6})", self.page.url)
        assert match, self.page.url
        return match[1]

    def tap(self, verb: str, *answers: str) -> None:
        """Say a sentence as a finger does."""
        tapped(self.page, verb, *answers)

    def say(self, seat: str, verb: str, answers: dict[str, Any], seen: int) -> None:
        """Send the form of a sentence."""
        body = urlencode({"by": seat, "seen": seen, "key": f"key{seen:020}", **answers}, doseq=True)
        status, text = self.page.evaluate(SAY, [f"/t/{self.code}/do/{verb}", body])
        assert status == 200, (status, text[:500])

    def entries(self, code: str) -> int:
        """The number of entries that a table has."""
        return int(self.page.evaluate("at => fetch(at).then(a => a.text())", f"/t/{code}/at").split(".")[0])


class Browsing:
    """The browser of one person, who keeps what it stores in a folder."""

    def __init__(self, kind: BrowserType, settings: dict[str, Any], folder: Path) -> None:
        self._kind, self._settings, self._folder = kind, settings, folder
        self.open = self._begun()

    def _begun(self) -> BrowserContext:
        return self._kind.launch_persistent_context(self._folder, **self._settings, viewport=PHONE)

    def processes(self) -> Iterator[int]:
        """The processes that name its folder: the browser itself, and some that it began."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if str(self._folder) in (process / "cmdline").read_text():
                    yield int(process.name)

    def again(self) -> BrowserContext:
        """Kill all its processes, as a phone that goes dark does, and begin it again."""
        for process in self.processes():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        with suppress(Error):
            self.open.close()
        (self._folder / "SingletonLock").unlink(missing_ok=True)
        self.open = self._begun()
        return self.open


@pytest.fixture(scope="module")
def browsing(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Browsing]:
    """A browser for this file."""
    begun = Browsing(browser_type, browser_type_launch_args, tmp_path_factory.mktemp("person"))
    yield begun
    begun.open.close()


def visited(browsing: Browsing, folder: Path) -> Alone:
    """Return a phone that was at the static host once. Since then nothing answers at that address."""
    host = StaticHost(folder)
    phone = Alone(browsing.open.new_page(), host.url)
    phone.start("/")
    expect(phone.page.get_by_role("heading", name="Companion")).to_be_visible(timeout=START)
    host.stop()
    return phone


@pytest.fixture(scope="module")
def alone(browsing: Browsing) -> Iterator[Alone]:
    """A phone that keeps its tables in files of the browser's."""
    phone = visited(browsing, static_folder())
    yield phone
    assert not phone.said


@pytest.fixture(scope="module")
def indexed(browsing: Browsing, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    """A phone whose browser has no such files, so that its tables lie in IndexedDB."""
    without = changed(tmp_path_factory.mktemp("indexed"), "offline/kept.js", "", NO_FILES)
    phone = visited(browsing, without)
    yield phone
    assert not phone.said


@pytest.fixture(params=["alone", "indexed"])
def either(request: pytest.FixtureRequest) -> Alone:
    """A phone of each kind."""
    phone: Alone = request.getfixturevalue(request.param)
    return phone


NO_FILES = "delete globalThis.FileSystemSyncAccessHandle;\n"


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """Return a copy of the folder in which a file says something else."""
    there = folder / "static"
    shutil.copytree(static_folder(), there, copy_function=os.symlink)
    for file in (there / name).parent.glob(f"{Path(name).name}*"):  # its compressed forms are not missed
        file.unlink()
    text = (static_folder() / name).read_text()
    assert old in text
    (there / name).write_text(text.replace(old, new, 1))
    return there


def test_it_starts_again_without_a_network_wherever_it_was(alone):
    alone.start("/games/war-in-heaven")
    expect(alone.page.get_by_role("heading", name="War in Heaven")).to_be_visible(timeout=START)
    expect(alone.tab).to_have_title("War in Heaven")
    alone.lead("The rules", "link")
    expect(alone.tab).to_have_url(f"{alone.url}/games/war-in-heaven/rules")
    alone.tab.go_back()
    expect(alone.page.get_by_role("heading", name="War in Heaven")).to_be_visible()
    expect(alone.tab).to_have_url(f"{alone.url}/games/war-in-heaven")


READY = """() => new Promise((go) => {
  const line = new BroadcastChannel("companion");
  line.onmessage = ({ data }) => { if (data.ready) go(data.recalled); };
  line.postMessage({ again: true });
})"""
"""Have the worker start again; true if it begins with the memory that was kept."""
KEPT = """async () => {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("memory").catch(() => null);
  const file = await handle?.getFile() ?? new Blob();
  return (await file.slice(0, 1000).text().catch(() => "")).includes('"size"'); // it may be written just now
}"""
SPOIL = """async (at) => {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("memory");
  const byte = new Uint8Array(await (await handle.getFile()).slice(at, at + 1).arrayBuffer());
  const file = await handle.createWritable({ keepExistingData: true });
  await file.write({ type: "write", position: at, data: new Uint8Array([byte[0] ^ 1]) });
  await file.close();
}"""
"""Turn one bit of the memory that was kept."""


def prepared(alone: Alone) -> None:
    """Wait until a phone has prepared its later starts."""
    until = time.monotonic() + 4 * START / 1000
    while not alone.tab.evaluate(KEPT):
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_later_start_begins_with_the_memory_that_was_kept(alone):
    prepared(alone)
    assert alone.tab.evaluate(READY) is True
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    alone.say("Angels", "deploy", {"ally": "Uriel", "space": "A1", "paying": ["Gabriel"]}, 0)
    assert alone.tab.evaluate(READY) is True
    assert alone.entries(code) == 1, "what was played since lies in no memory"


@pytest.mark.parametrize("at", [10, 50_000_001])
def test_a_memory_with_a_single_bit_turned_is_thrown_away(alone, at):
    prepared(alone)
    alone.tab.evaluate(SPOIL, at)
    assert alone.tab.evaluate(READY) is False
    alone.go("/games/war-in-heaven")
    expect(alone.page.get_by_role("heading", name="War in Heaven")).to_be_visible(timeout=START)
    prepared(alone)
    assert alone.tab.evaluate(READY) is True, "another one was kept"


def test_a_whole_war_in_heaven_is_played(alone):
    played = sitting_table("war-in-heaven", "commander")
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    for step in played.log:
        alone.say(step.entry.seat, step.entry.verb, dict(step.entry.answers), step.entry.n - 1)
    alone.go(f"/t/{code}")
    expect(alone.page.get_by_role("heading", name=re.compile(" won"))).to_be_visible()
    assert alone.entries(code) == len(played.log)


def test_a_second_tab_follows_the_first_and_takes_over_when_that_is_closed(alone):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    first, second = two_moves()
    other = Alone(alone.tab.context.new_page(), alone.url)
    other.start(f"/t/{code}")
    expect(other.page.locator("html")).to_have_attribute("data-net", "live", timeout=START)
    alone.say(first.by, first.verb, written(first), 0)
    expect(other.page.locator("#table")).to_have_attribute("data-at", re.compile(r"^1\b"), timeout=START)
    alone.tab.close()
    alone.follow(other.tab)
    alone.say(second.by, second.verb, written(second), 1)
    assert alone.entries(code) == 2


def test_a_final_score_is_counted(alone):
    alone.go("/games/heaven-and-ale/score")
    page = alone.page
    places = {"wood": 10, "yeast": 8, "hops": 8, "water": 8, "barley": 0, "brewmaster": 12}
    for marker, place in places.items():
        expect(page.locator("#player-1 input[name='at1']")).to_have_value(marker)
        page.locator(f"#player-1 .place[value='{place}']").click()
    page.locator("#ducats1").fill("20")
    page.locator("#large1").fill("1")
    page.locator("#small1").fill("1")
    page.locator("input[name='card1']").check()
    page.locator("input[name='first1']").check()
    expect(page.locator("#player-1 .sum")).to_have_text("33")
    expect(alone.tab).to_have_url(re.compile("first1=1"))


def test_a_game_of_ones_own_is_made_and_played(alone):
    alone.go("/own")
    alone.lead("Our score pad", "link")
    alone.page.locator("#box-name").fill("Evening")
    alone.page.locator("#lines-0-name").fill("Cities")
    alone.lead("Play it")
    for n, (name, seat) in enumerate((("Ada", "Gold"), ("Ben", "Crimson")), 1):
        alone.page.locator(f"#name{n}").fill(name)
        alone.page.locator(f"#seat{n}").select_option(seat)
    alone.lead("Open the table")
    row = ".pad tr:has-text('Cities') td:nth-of-type(1)"
    alone.page.locator(f"{row} input.fill").click()
    alone.tab.keyboard.type("12")
    expect(alone.page.locator(row)).to_have_text("12")


def test_a_box_is_played(alone):
    table = Table.open(box("nine-mens-morris"), Opening({"White": "Ada", "Black": "Ben"}, {"first": "White"}))
    code = alone.open("nine-mens-morris", {"White": "Ada", "Black": "Ben"}, first="White")
    steps = [action for action, _ in islice(moves(table.game, table.start, Random(3)), 20)]
    for n, action in enumerate(steps):
        alone.say(action.by, action.verb, written(action), n)
    assert alone.entries(code) == len(steps)


def test_it_is_passed_round_and_shows_each_seat_its_own_dice(alone):
    code = alone.open("liars-dice", {"Gold": "Ada", "Crimson": "Ben"}, first="Gold")
    page = alone.page
    for seat, name, dice in (("Gold", "Ada", "11111"), ("Crimson", "Ben", "66666")):
        expect(page.get_by_role("heading", name=f"Hand the phone to {name}")).to_be_visible()
        expect(page.locator(".panels")).to_have_count(0)
        page.get_by_role("button", name="Ready").click()
        expect(page.locator(".panels")).to_have_count(1)
        for shown in dice:
            at = page.locator("#table").get_attribute("data-at")
            alone.say(seat, "throw", {"shown": shown}, int(str(at).split(".")[0]))
            alone.go(f"/t/{code}")
    expect(page.get_by_role("heading", name="Hand the phone to Ada")).to_be_visible()
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_role("link", name="5 Ones")).to_be_visible()
    for thing, now in (("Gold's Ones", "5"), ("Crimson's Sixes", "hidden")):
        alone.go(f"/t/{code}/why?{urlencode({'thing': thing})}")
        expect(page.get_by_role("main")).to_contain_text(f"Now: {now}")


def test_a_backup_is_the_servers_and_comes_back(alone, tmp_path):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    first, second = two_moves()
    alone.say(first.by, first.verb, written(first), 0)
    alone.go("/phone")
    with alone.tab.expect_download() as saved:
        alone.page.get_by_role("link", name="Save a backup").click()
    file = tmp_path / "companion.zip"
    saved.value.save_as(file)
    backup.restore(file, tmp_path / "server")
    server = create_app(str(tmp_path / "server")).extensions["companion"].store
    assert server.session(code).n == 1
    alone.go(f"/t/{code}")
    alone.say(second.by, second.verb, written(second), 1)
    restored(alone, file)
    expect(alone.page.get_by_role("heading", name="Companion")).to_be_visible(timeout=START)
    alone.go(f"/t/{code}")
    assert alone.entries(code) == 1
    alone.say(second.by, second.verb, written(second), 1)


def test_a_table_travels_from_a_server_to_the_phone_and_back(alone, tmp_path):
    server = Phone(create_app(str(tmp_path / "server"), LIMITS="off", THINKERS=0))
    code = server.open(
        "war-in-heaven", seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"}
    )
    first, second = two_moves()
    assert server.say(code, first.verb, by=first.by, **written(first)).status_code == 303
    file = tmp_path / "table.game"
    file.write_bytes(server.get(f"/t/{code}/along.game").data)
    alone.go("/take")
    alone.page.locator("input[type='file']").set_input_files(file)
    alone.lead("Bring it here")
    assert alone.entries(alone.code) == 1
    alone.say(second.by, second.verb, written(second), 1)
    alone.go(f"/t/{alone.code}/along")
    expect(alone.page.get_by_role("heading", name="Bring it back")).to_be_visible()
    alone.page.evaluate(UNFOLD)
    with alone.tab.expect_download() as saved:
        alone.page.get_by_role("link", name="Save the table").first.click()
    saved.value.save_as(file)
    sent = {"file": (file.open("rb"), "table.game")}
    assert server.post("/take", sent, content_type="multipart/form-data").location == f"/t/{code}"
    sitting = server.get(f"/t/{code}/sitting.game").text
    assert (
        file.read_text().startswith(sitting) and server.app.extensions["companion"].store.session(code).n == 2
    )


def test_a_hostile_link_is_refused(alone):
    text = "game: war-in-heaven\nseat Angels = <script>\nseat Demons = B\n\nDemons deploy: Uriel, A1\n"
    small = url_codec.address("", text)
    alone.go(f"/take?t={small}")
    alone.lead("Bring it here")
    expect(alone.page.get_by_role("alert")).to_contain_text("Line ")
    alone.said.clear()  # the browser logs a 422


def test_what_is_no_backup_is_refused_and_nothing_changes(alone, tmp_path):
    file = tmp_path / "other.zip"
    file.write_bytes(b"PK something else")
    restored(alone, file)
    expect(alone.page.get_by_role("alert")).to_contain_text("no whole backup")
    alone.said.clear()  # the browser logs a 400


@contextmanager
def online(alone: Alone) -> Iterator[None]:
    """Let the phone reach its host for a while."""
    host = StaticHost(static_folder(), int(alone.url.rpartition(":")[2]))
    yield
    host.stop()


def with_printer(alone: Alone) -> None:
    """Let the phone load what prints."""
    with online(alone):
        alone.go("/games/war-in-heaven/print")


ROUNDED = 0.02
"""Points: 0.007 mm."""
FETCH = """async (address) => {
  const answer = await fetch(address);
  return [answer.status, [...new Uint8Array(await answer.arrayBuffer())]];
}"""


def document(alone: Alone, address: str) -> bytes:
    """Return a document as the phone prints it."""
    status, content = alone.page.evaluate(FETCH, address)
    assert status == 200, bytes(content)[:500]
    return bytes(content)


def drawn(pdf: bytes) -> list[list[bytes]]:
    """Return what each stream of a document draws, word by word."""
    parts = (part.partition(b"\nstream\n") for part in pdf.split(b"endstream"))
    return [zlib.decompress(packed).split() for head, _, packed in parts if head.count(b"/FlateDecode") == 1]


def alike(one: bytes, other: bytes) -> bool:
    """True for the same word, and for two numbers whose last digits two processors round each in its way."""
    try:
        return one == other or abs(float(one) - float(other)) < ROUNDED
    except ValueError:
        return False


def test_a_phone_prints_what_a_server_does_once_the_printer_was_loaded(alone, tmp_path):
    alone.go("/games/war-in-heaven")
    alone.lead("Print its pieces", "link")
    expect(alone.page.get_by_role("main")).to_contain_text("Connect to a network and try again")
    alone.said.clear()  # the browser logs a 503
    with_printer(alone)
    expect(alone.page.get_by_role("main")).to_contain_text("Pictures of the sheets need a server")
    server = Phone(create_app(str(tmp_path / "server")))
    for address in ("/games/war-in-heaven/print.pdf", "/games/heaven-and-ale/print.pdf?paper=letter"):
        ours, theirs = document(alone, address), server.get(address).data
        assert abs(len(ours) - len(theirs)) < 10
        assert [
            pair
            for page in zip(drawn(ours), drawn(theirs), strict=True)
            for pair in zip(*page, strict=True)
            if not alike(*pair)
        ] == []
    with alone.tab.expect_download() as saved:
        alone.page.get_by_role("button", name="Download").click()
    saved.value.save_as(tmp_path / "kit.pdf")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")


BESIDE = """async ([kit, address, body]) => {
  let drawn = false;
  const document = fetch(kit).then((answer) => { drawn = true; return answer.status; });
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  const tapped = await fetch(address, { method: "POST", headers, body });
  return [tapped.status, drawn, await document];
}"""
"""Ask for a kit, tap, and say whether the kit was there before the answer to the tap."""


def test_taps_go_on_while_a_kit_is_drawn(alone):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    first, _ = two_moves()
    body = urlencode({"by": first.by, "seen": 0, "key": f"key{0:020}", **written(first)}, doseq=True)
    with_printer(alone)
    alone.go(f"/t/{code}")
    kit = "/games/high-heavens/print.pdf"
    assert alone.page.evaluate(BESIDE, [kit, f"/t/{code}/do/{first.verb}", body]) == [200, False, 200]


OWN_SET = """async (game) => {
  const set = await (await fetch(`/games/${game}/set/house.toml`)).blob();
  const form = new FormData();
  form.append("set", set, "house.toml");
  form.append("piece", "cards");
  const answer = await fetch(`/games/${game}/print.pdf`, { method: "POST", body: form });
  return [answer.status, (await answer.text()).slice(0, 5)];
}"""


def test_a_set_of_ones_own_is_printed(alone):
    with_printer(alone)
    assert alone.page.evaluate(OWN_SET, "heroball") == [200, "%PDF-"]


def test_it_speaks_another_language_once_that_was_loaded(alone):
    alone.page.evaluate(SAY, ["/me/settings", "language=de"])
    alone.go("/games/war-in-heaven")
    expect(alone.page.get_by_role("link", name="Print its pieces")).to_be_visible()
    alone.said.clear()  # the browser logs what it could not fetch
    with online(alone):
        alone.go("/games/war-in-heaven")
    expect(alone.page.locator("html")).to_have_attribute("lang", "de")
    alone.lead("Die Regeln", "link")
    alone.page.evaluate(SAY, ["/me/settings", "language=en"])


STATUSES = """async (addresses) => {
  const found = [];
  for (const address of addresses) {
    const answer = await fetch(address);
    found.push([answer.status, await answer.text()]);
  }
  return found;
}"""
OTHERWISE = {
    "/games/<key>/print/<int:n>.png": "pictures of paper need a server",
    "/t/<code>/print/<int:n>.png": "pictures of paper need a server",
    "/games/<key>/lab": "",  # no page leads there
    "/metrics": "",
}
"""Address to the sentence that stands there instead of what a phone has no library for."""


def test_every_address_is_answered_as_on_a_server(alone, tmp_path):
    server = Phone(create_app(str(tmp_path), LIMITS="off", THINKERS=0))
    first, _ = two_moves()
    with_printer(alone)
    ours = alone.open("war-in-heaven", SEATS, first="Angels")
    alone.say(first.by, first.verb, written(first), 0)
    theirs = server.open(
        "war-in-heaven", seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"}
    )
    server.say(theirs, first.verb, by=first.by, **written(first))
    rules = [str(rule) for rule in server.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    known = {"key": "war-in-heaven", "verb": "deploy", "n": "1", "name": "crown"}

    def filled(rule: str, code: str) -> str:
        fields = {**known, "code": code}
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda result: fields.get(result[1], "none"), rule)

    rules = [rule for rule in rules if not rule.endswith(("/events", "/pages", "/service.js"))]
    there = alone.page.evaluate(STATUSES, [filled(rule, ours) for rule in rules])
    here = [server.get(filled(rule, theirs), follow_redirects=True).status_code for rule in rules]
    unlike = {
        rule: (status, wanted, text)
        for rule, (status, text), wanted in zip(rules, there, here, strict=True)
        if status != wanted
    }
    alone.said.clear()  # the browser logs what is not there
    assert {rule: one[:2] for rule, one in unlike.items() if rule not in OTHERWISE} == {}
    assert [rule for rule, sentence in OTHERWISE.items() if sentence not in unlike[rule][2]] == []


REFUSE = """() => {
  self.usual = FileSystemSyncAccessHandle.prototype.write;
  FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
GRANT = "() => { FileSystemSyncAccessHandle.prototype.write = self.usual; }"
REFUSE_BLOCKS = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
"""Another worker begins, in which it is as ever."""


def test_a_full_phone_says_so_and_goes_on_once_there_is_room(alone):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    first = next(action for action, _ in moves(war().game, war().start, Random(4)))
    body = urlencode({"by": first.by, "seen": 0, "key": f"key{0:020}", **written(first)}, doseq=True)
    worker = alone.tab.workers[0]
    worker.evaluate(REFUSE)
    status, text = alone.page.evaluate(SAY, [f"/t/{code}/do/{first.verb}", body])
    assert status == 503 and "The disk is full, so nothing new was kept." in text
    status, text = alone.page.evaluate(SAY, ["/me/settings", "on=aloud"])
    assert status == 503 and "This phone is full" in text
    worker.evaluate(GRANT)
    assert alone.entries(code) == 0
    alone.say(first.by, first.verb, written(first), 0)
    assert alone.entries(code) == 1
    alone.said.clear()  # the browser logs a 503


def test_a_full_phone_without_files_begins_again_with_what_it_has(indexed):
    code = indexed.open("war-in-heaven", SEATS, first="Angels")
    first, second = two_moves()
    indexed.say(first.by, first.verb, written(first), 0)
    indexed.tab.workers[0].evaluate(REFUSE_BLOCKS)
    body = urlencode({"by": second.by, "seen": 1, "key": f"key{1:020}", **written(second)}, doseq=True)
    status, text = indexed.page.evaluate(SAY, [f"/t/{code}/do/{second.verb}", body])
    assert status == 503 and "This phone is full" in text
    assert indexed.entries(code) == 1
    indexed.say(second.by, second.verb, written(second), 1)
    assert indexed.entries(code) == 2
    indexed.said.clear()  # the browser logs a 503


def test_the_phone_plays_advises_and_looks_ahead_beside_the_taps(alone):
    alone.go("/games/war-in-heaven/new")
    page = alone.page
    page.evaluate(UNFOLD)
    for n, (seat, name) in enumerate(SEATS.items(), 1):
        page.locator(f"#name{n}").fill(name)
        page.locator(f"#seat{n}").select_option(seat)
    for name, value in (("phone", "1"), ("absent", "novice"), ("option-first", "Demons")):
        page.locator(f"input[name='{name}'][value='{value}']").check()
    alone.lead("Open the table")
    code = alone.code
    page.get_by_role("button", name="Skip the set-up").click()
    expect(page.get_by_role("button", name="Done")).to_be_visible(timeout=2 * START)
    expect(page.get_by_role("heading", name="Do this for Ben")).to_be_visible()
    turn = alone.entries(code)
    assert turn > 1, "its whole turn"
    assert alone.page.evaluate(SAY, [f"/t/{code}/absent/coach", "may=yes"])[0] == 200
    assert alone.page.evaluate(SAY, [f"/t/{code}/absent/go-on", f"n={turn}"])[0] == 200
    assert alone.page.evaluate(SAY, [f"/t/{code}/absent/advice", ""])[0] == 200
    expect(page.locator(".advice a").first).to_be_visible(timeout=2 * START)
    status, text = alone.page.evaluate(SAY, [f"/t/{code}/ahead", f"n={turn}"])
    assert status == 200 and "Played on" in text
    assert alone.entries(code) == turn


NEWER = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  const once = { once: true };
  const settled = () => new Promise((go) => coming.addEventListener("statechange", go, once));
  while (coming.state === "installing") await settled();
  return [coming.state, (await caches.keys()).length];
}"""


def taken_over(tab: Page) -> None:
    """Wait until no version of the service worker waits for the pages of the one before."""
    states: dict[str, str] = {}
    line = tab.context.new_cdp_session(tab)
    line.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: states.update({one["versionId"]: one["status"] for one in event["versions"]}),
    )
    line.send("ServiceWorker.enable")

    def so() -> bool:
        tab.wait_for_timeout(50)  # events arrive meanwhile
        return "activated" in states.values() and "installed" not in states.values()

    wait_until(so)
    line.detach()


def test_an_update_leaves_a_table_in_play_alone_until_the_next_start(alone, tmp_path):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    first, second = two_moves()
    alone.say(first.by, first.verb, written(first), 0)
    newer = changed(tmp_path, "service.js", "companion-${", "companion-newer-${")
    host = StaticHost(newer, int(alone.url.rpartition(":")[2]))
    assert alone.tab.evaluate(NEWER) == ["installed", 2], "it waits"
    alone.say(second.by, second.verb, written(second), 1)
    host.stop()
    assert alone.entries(code) == 2
    before = alone.tab
    alone.follow(alone.tab.context.new_page())
    before.close()
    taken_over(alone.tab)
    alone.start(f"/t/{code}")
    wait_until(lambda: [name for name in alone.tab.evaluate("caches.keys()") if "newer" not in name] == [])
    assert alone.entries(code) == 2


LAY = """async ([name, bytes]) => {
  const folder = await navigator.storage.getDirectory();
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(new Uint8Array(bytes));
  await file.close();
}"""
OLDER = """ALTER TABLE tables DROP COLUMN webhook; ALTER TABLE tables DROP COLUMN carried;
ALTER TABLE seats DROP COLUMN remote; UPDATE alembic_version SET version_num = '0016';
PRAGMA journal_mode=DELETE"""


def test_what_an_older_version_kept_is_brought_up_to_date(browsing, tmp_path):
    server = Phone(create_app(str(tmp_path), LIMITS="off", THINKERS=0))
    code = server.open(
        "war-in-heaven", seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"}
    )
    first, _ = two_moves()
    assert server.say(code, first.verb, by=first.by, **written(first)).status_code == 303
    server.app.extensions["companion"].store.database.engine.dispose()
    file = tmp_path / "companion.sqlite3"
    with closing(sqlite3.connect(file)) as older:
        older.executescript(OLDER)
    host = StaticHost(static_folder())
    phone = Alone(browsing.open.new_page(), host.url)
    phone.tab.goto(f"{host.url}/offline/shell.css")
    phone.tab.evaluate(LAY, [file.name, list(file.read_bytes())])
    phone.start("/")
    phone.go(f"/t/{code}")
    expect(phone.page.locator("#table")).to_be_visible(timeout=START)
    assert phone.entries(code) == 1
    host.stop()
    phone.tab.close()
    assert not phone.said


def restored(alone: Alone, file: Path) -> None:
    """Choose a file on the page about the phone's tables, and restore it."""
    alone.go("/phone")
    alone.page.locator("input[type='file']").set_input_files(file)
    for sure in alone.page.locator("input[name='sure']").all():
        sure.check()
    alone.lead("Restore")


def war() -> Table[Any]:
    """A table of War in Heaven as its form opens it."""
    return Table.open(shelf()["war-in-heaven"], Opening(SEATS, {"first": "Angels"}))


def two_moves() -> tuple[Any, Any]:
    """The first moves of a random game there."""
    first, second = (action for action, _ in islice(moves(war().game, war().start, Random(4)), 2))
    return first, second


SOAK = [pytest.param(50, seed, marks=pytest.mark.soak) for seed in range(4)]


@pytest.mark.parametrize("kills, seed", [(10, 9), *SOAK])
def test_no_tap_is_lost_or_doubled_where_the_worker_is_killed(either, kills, seed):
    """Every second time the worker is killed after the answer to the tap, else perhaps before it."""
    alone, random, killed = either, Random(seed), 0
    while killed < kills:
        code = alone.open("war-in-heaven", SEATS, first="Angels")
        table = war()
        for n, (action, _) in enumerate(islice(moves(table.game, table.start, random), kills - killed)):
            body = urlencode(
                {"by": action.by, "seen": n, "key": f"key{n:020}", **written(action)}, doseq=True
            )
            given = [f"/t/{code}/do/{action.verb}", body, killed % 2 == 1, random.randrange(WITHIN)]
            assert alone.page.evaluate(KILL, given) == 200
            killed += 1
            assert alone.entries(code) == n + 1, f"kill {killed}"


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_no_tap_is_lost_where_the_browser_is_killed(browsing, alone, kills):
    code = alone.open("war-in-heaven", SEATS, first="Angels")
    table = war()
    for n, (action, _) in enumerate(islice(moves(table.game, table.start, Random(2)), kills)):
        alone.say(action.by, action.verb, written(action), n)
        alone.follow(browsing.again().new_page())
        alone.start(f"/t/{code}")
        assert alone.entries(code) == n + 1
