"""Newcomers who know nothing of a page but the labels that a screen reader reads, with taps and seconds."""

import re
import time

from playwright.sync_api import Page, expect

TAP, KEY = 1.5, 0.3
"""Seconds that a person takes for a tap and for a letter, besides what the machine takes. House."""


class Newcomer:
    """Finds what it taps and fills by role and label alone, and counts taps, letters and seconds."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.letters, self.began = page, 0, 0, time.monotonic()

    def tap(self, role: str, name: str | re.Pattern[str]) -> None:
        """Tap the first thing of that role whose label says so."""
        element = self.page.get_by_role(role, name=name).first  # type: ignore[arg-type]
        expect(element).to_be_enabled()
        element.click()
        self.taps += 1

    def write(self, label: str, words: str) -> None:
        """Tap a field and type into it."""
        self.page.get_by_label(label).first.fill(words)
        self.taps, self.letters = self.taps + 1, self.letters + len(words)

    @property
    def seconds(self) -> float:
        """Return how long a person had taken."""
        return time.monotonic() - self.began + TAP * self.taps + KEY * self.letters

    def done(self, what: str, seconds: float) -> None:
        """Print the figures, and hold them to a limit."""
        print(f"{what}: {self.taps} taps, {self.letters} letters, {self.seconds:.0f} s")
        assert self.seconds <= seconds, self.seconds


def at_home(phone) -> Newcomer:
    """Somebody on the home page who has never seen it."""
    phone.go("/")
    return Newcomer(phone.page)


def opened(one: Newcomer, phones: int = 2) -> None:
    """Open a table for two people from its form, and begin; on one phone there are no codes to show."""
    one.write("Player 1", "Ada")
    one.write("Player 2", "Ben")
    one.tap("button", "Open the table")
    if phones > 1:
        one.tap("link", "Begin")
    expect(one.page.locator("html")).to_have_attribute("data-net", "live", timeout=20_000)


def test_an_own_pad_until_500_is_running_within_a_minute(new_phone):
    one = at_home(new_phone())
    one.tap("link", "Your own game")
    one.tap("link", "Points each round")
    one.write("Name", "Rummy")
    one.write("Rounds", "")
    one.write("Until (points)", "500")
    one.tap("button", "Play it")
    opened(one)
    one.page.get_by_label("This round, Gold").or_(one.page.get_by_label("This round, Crimson")).first.fill(
        "25"
    )
    one.page.keyboard.press("Enter")
    one.taps += 1
    expect(one.page.get_by_role("cell", name="25").first).to_be_visible()
    expect(one.page.get_by_text("deals", exact=True)).to_have_count(1)
    one.done("an own pad", 60)


def test_names_of_last_time_are_suggested(new_phone):
    phone = new_phone()
    phone.open()
    phone.go("/games/hearts/new")
    names = phone.page.locator("#people option").evaluate_all("all => all.map(one => one.value)")
    assert names == ["Ada", "Ben"]
    assert phone.page.get_by_role("combobox", name="Player 1").get_attribute("list") == "people"


def test_a_legal_first_turn_of_war_in_heaven(new_phone):
    one = at_home(new_phone())
    page = one.page
    one.tap("link", "War in Heaven")
    one.tap("link", re.compile("^Play$"))
    page.get_by_text("On this phone").first.click()
    page.get_by_label("All of us").check()
    one.taps += 2
    opened(one, phones=1)
    for n in range(6):
        expect(page.get_by_text(f"Step {n + 1} of 6")).to_be_visible()
        one.tap("button", re.compile("^Done:"))
    heading = page.get_by_role("heading", name=re.compile("turn$"))
    heading.wait_for()
    side = heading.inner_text()
    token = "Militia" if side.startswith("Angels") else "Fallen"
    told = page.get_by_role("region", name="What was told")
    for n in (2, 3):
        one.tap("link", re.compile(f"^{token} {n} on"))
        page.get_by_role("heading", name=re.compile(f"^{token} {n}")).wait_for()
        one.tap("link", re.compile("^[A-E][4-6]$"))
        expect(told).to_contain_text(f"Move {token} {n}")
    one.tap("link", re.compile("^End turn"))
    expect(heading).not_to_have_text(side)
    one.done("a first turn of War in Heaven, laid before", 180)


def test_a_score_of_heaven_and_ale(new_phone):
    one = at_home(new_phone())
    page = one.page
    one.tap("link", "Heaven & Ale: final score")
    one.tap("button", "1")
    one.write("Name of player 1", "Ada")
    for label, at in zip(
        ("wood", "yeast", "hops", "water", "barley", "brewmaster"), range(3, 9), strict=True
    ):
        one.tap("button", re.compile(f"^{label} on {at}\\b(?! below)"))
    one.write("ducats", "12")
    for _ in range(2):
        one.tap("button", "One more: large barrels")
    expect(page.get_by_role("status").first).not_to_have_text("0")
    one.done("a score of Heaven & Ale", 60)


def test_a_guest_joins_by_the_letters(new_phone):
    ada = new_phone()
    code = ada.open(laid=False)
    one = at_home(new_phone())
    one.write("Join a table", code.lower())
    one.tap("button", "Join")
    expect(one.page.get_by_role("main")).to_contain_text("watching")
    one.done("a joined table", 30)


SEES = """link => {
    window.BarcodeDetector = class { async detect() { return [{ rawValue: link }]; } };
    const film = document.createElement('canvas').captureStream();
    navigator.mediaDevices.getUserMedia = async () => film;
}"""
"""A camera that sees a code with a link."""


def test_a_guest_scans_the_code_of_a_seat(new_phone):
    ada, ben = new_phone(), new_phone()
    ada.open()
    link = ada.links()["Demons"]
    ben.context.add_init_script(f"({SEES})('http://elsewhere{link}')")
    one = at_home(ben)
    one.tap("button", "Scan")
    one.tap("button", "Sit down as Demons")
    expect(one.page.get_by_role("heading", name=re.compile("turn$"))).to_be_visible()
    one.done("a seat by its code", 30)


def test_where_no_code_can_be_read_nobody_is_offered_to_scan(new_phone):
    phone = new_phone()
    phone.context.add_init_script("delete window.BarcodeDetector")
    phone.go("/")
    expect(phone.page.get_by_role("button", name="Scan")).to_be_hidden()
