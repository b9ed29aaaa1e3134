"""A first evening, as a newcomer taps it: a table opened, laid, learnt and played, in every game."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.kernel.shelf import shelf
from tests.browser.conftest import lead

READS, TAPS = 3.0, 1.5
"""A newcomer reads so many words a second, and takes so many seconds for a tap."""
STEPS = 24
"""So many taps lay a table and say a first sentence at most."""
ROUND, MOST = 10, 40
"""So many sentences are a first round at least, and at most."""


class Newcomer:
    """Taps what is offered first, counts the taps, and reads what stands above the buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.read: list[str] = []

    def tap(self, what: Locator) -> None:
        """One tap."""
        what.tap()
        self.taps += 1

    @property
    def at(self) -> str:
        """Where the table stands."""
        return self.page.locator("#table").get_attribute("data-at") or ""

    def look(self) -> None:
        """Read what a seat that learns is told."""
        for line in self.page.locator(".lesson summary").all_inner_texts():
            if line not in self.read:
                self.read.append(line)

    def speak(self, again: bool = False) -> None:
        """Say something, by whatever is offered first; where a turn has begun, end it if that is allowed."""
        page, before = self.page, self.at
        for _ in range(STEPS):
            self.look()
            page.wait_for_timeout(300)  # the dock takes no tap in its first quarter of a second
            offered = [
                ".laying button.go",
                "form.ask button.big",
                "form.stepper button.go",
                "a.answer:visible",
                ".table:has(.ask) .board a.glow",
                *(["a.verb:has-text('End turn')"] if again else []),
                "a.verb",
            ]
            page.locator(", ".join(offered)).locator("visible=true").first.wait_for()
            place = next(one for one in map(page.locator, offered) if one.count())
            there, at = page.url, self.at
            self.tap(place.first)
            page.wait_for_function(
                "([at, url]) => document.querySelector('#table').dataset.at !== at || location.href !== url",
                arg=[at, there],
            )
            if self.at.partition(".")[0] != before.partition(".")[0]:
                return
        pytest.fail(f"{STEPS} taps, and nothing was said")

    def seats(self) -> list[str]:
        """Who has spoken so far, in order, as the sitting that one can download tells it."""
        code = re.search(r"/t/(\w{6})", self.page.url)
        assert code
        text = self.page.request.get(f"{self.page.url.partition('/t/')[0]}/t/{code[1]}/sitting.game").text()
        return re.findall(r"^([A-Z]\w*) [a-z-]+(?::|$)", text, re.MULTILINE)


def opened(phone, game: str, how: str) -> Newcomer:
    """A table opened on one phone for all seats, as each seat learns or does not."""
    phone.go(f"/games/{game}")
    phone.page.get_by_role("link", name="Play", exact=True).tap()
    one = Newcomer(phone.page)
    one.taps = 1
    names = phone.page.locator("input[id^=name]")
    for n in range(names.count()):
        names.nth(n).fill(f"P{n}")
    for folded in phone.page.locator("details.option").all():  # chance is settled, so that both play the same
        if folded.locator("input[value='random']").count():
            folded.locator("summary").click()
            folded.locator(".pick").nth(1).locator("input").check()
    for n, select in enumerate(phone.page.locator("select[id^=seat]").all(), 1):
        select.select_option(index=n)
    phone.settle("phone", "all")
    if how != "off":
        phone.settle("learn", how)
    one.tap(phone.page.get_by_role("button", name="Open the table"))
    expect(phone.page.locator("#table")).to_be_visible()
    return one


@pytest.mark.parametrize("game", shelf())
def test_open_is_above_the_fold_and_in_reach_of_a_thumb(new_phone, game):
    page = new_phone().page
    page.goto(f"{new_phone().house.url}/games/{game}/new")
    button = page.get_by_role("button", name="Open the table").last.bounding_box()
    assert button and button["y"] + button["height"] <= 844 and button["height"] >= 48
    assert button["x"] <= 60 and button["width"] >= 300, "either thumb reaches it"
    assert page.locator("input[type=radio]:visible").count() == 0, "nothing is to be settled first"


@pytest.mark.parametrize("game", shelf())
def test_a_newcomer_moves_within_a_minute_and_plays_a_round_without_a_tap_more(new_phone, game):
    taps = {}
    for how in ("off", "first"):
        phone = new_phone()
        began = time.monotonic()
        one = opened(phone, game, how)
        phone.live()
        one.speak()
        assert len(one.seats()) == 1
        waited = time.monotonic() - began
        if how == "first":
            words = sum(len(told.split()) for told in one.read)
            assert words > 8 and waited + words / READS + one.taps * TAPS < 60, (waited, words, one.taps)
        spoken = one.seats()
        while len(spoken) < ROUND or spoken[-1] == spoken[-2]:
            assert len(spoken) < MOST, spoken
            one.speak(again=len(spoken) > 1 and spoken[-1] == spoken[-2])
            spoken = one.seats()
        assert len(set(spoken)) > 1
        taps[how] = one.taps
        if how == "first":
            assert one.read[0].startswith("The goal.") and len(one.read) > 3
        else:
            assert one.read == []
    assert taps["first"] == taps["off"], taps


def test_two_phones_lay_the_table_together_and_the_board_stays_in_sight(new_phone):
    ada, ben = new_phone(), new_phone()
    code = ada.open(laid=False)
    ben.sit(ada.links()["Demons"])
    ada.table(code)
    ben.live()
    words, board = ada.page.locator(".lays"), ada.page.locator(".field > .board").bounding_box()
    low = ada.page.locator(".low").bounding_box()
    assert board and low and board["y"] + board["height"] <= low["y"] + 12, "nothing covers the board"
    expect(ada.page.locator(".reach.laid use")).to_have_count(4)
    expect(words).to_contain_text("two deploy spaces at hand")
    for phone in (ada, ben):
        expect(phone.page.locator("a.verb, .ask, .board a.start, .board a.glow")).to_have_count(0)
    ada.page.get_by_role("button", name="Done").tap()
    for phone in (ada, ben):
        expect(phone.page.locator(".lays")).to_contain_text("Michael on B2")
        expect(phone.page.locator(".reach.laid use")).to_have_count(5)
    ben.page.get_by_role("link", name="all steps").tap()
    expect(ben.page.get_by_role("heading", name="Lay the table")).to_be_visible()
    ben.live()
    ben.page.locator("#step-3").get_by_role("button").tap()
    expect(ben.page.locator("#step-3")).to_have_class("done")
    ben.page.reload()
    expect(ben.page.locator("li.done")).to_have_count(2)
    expect(ada.page.locator(".turn")).to_contain_text("Step 3 of 6")
    ada.page.get_by_role("link", name="all steps").tap()
    ada.live()
    ben.page.locator("#step-3").get_by_role("button").tap()
    expect(ada.page.locator("li.done")).to_have_count(1)
    expect(ada.page.locator(".in-sight .board")).to_be_in_viewport()
    ada.page.get_by_role("button", name="Done: all of it lies").tap()
    expect(ada.page.locator(".dock")).to_be_visible()
    expect(ada.page.locator(".laying")).to_have_count(0)
    expect(ben.page.get_by_text("All of it lies.")).to_be_visible()


def test_without_a_script_the_table_is_laid_learnt_and_looked_up(new_phone):
    phone = new_phone(java_script_enabled=False)
    phone.open(plays="all", laid=False)
    page = phone.page
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".lays")).to_contain_text("Michael on B2")
    lead(page.get_by_role("link", name="all steps"))
    lead(page.locator("#step-1").get_by_role("button"))
    assert page.url.endswith("/set-up#step-1")
    expect(page.locator("li.done")).to_have_count(2)
    page.get_by_role("button", name="Done: all of it lies").click()
    page.locator(".menu summary").click()
    page.get_by_role("link", name="How to play").click()
    page.locator("form.learn").first.get_by_role("button", name="First game").click()
    expect(page.locator(".lesson")).to_contain_text("The goal.")
    page.locator(".lesson a").click()
    page.get_by_label("Search the rules").fill("gates")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("mark").first).to_have_text(re.compile("gates", re.IGNORECASE))
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".lesson")).to_be_visible()


def test_a_newcomer_who_is_asked_to_sit_may_learn_with_the_same_tap(new_phone):
    ada, ben = new_phone(), new_phone()
    ada.open(first="Demons")
    ben.go(ada.links()["Demons"])
    ben.page.get_by_role("button", name="learn while playing").tap()
    expect(ben.page.locator(".lesson")).to_contain_text("The goal.")
    ben.page.locator("a.verb", has_text="Move").tap()
    expect(ben.page.locator(".lesson")).to_contain_text(
        "one of your tokens on the battlefield goes to an adjacent space"
    )
