"""A whole game with one player far away: hands at the table do what they say, in its order, with one tap."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone, Sitting
from tests.conftest import wait_until
from tests.sittings import sitting_table

HERE, FAR, WAR = "Angels", "Demons", "war-in-heaven"
SOON = 1_000
"""Milliseconds until what is said far away is a task at the table."""
LATE = 4
"""One of so many tasks is done only after something else was said."""


def lie(phone: Phone, code: str) -> list[str]:
    """Return what lies where on the board of a phone."""
    text = phone.page.request.get(f"{phone.house.url}/t/{code}/grid").text()
    return sorted(re.findall(r">([^<]+: [^<]+)</span>", text))


def begun(phone: Phone, code: str, entry: Any) -> None:
    """Begin a sentence on a phone, as far as the button that says it."""
    answers = urlencode({"by": entry.seat, **entry.answers}, doseq=True)
    phone.table(f"{code}/do/{entry.verb}?{answers}")
    expect(phone.page.locator("form.ask button.big")).to_be_visible()


def at(phone: Phone, n: int) -> None:
    """Wait until a phone shows the table after an entry."""
    expect(phone.page.locator("#table")).to_have_attribute("data-at", re.compile(rf"^{n}\."))


class Hands:
    """Who does at the table what is said far away, on a phone that is there."""

    def __init__(self, phone: Phone, table: Sitting) -> None:
        self.phone, self.table = phone, table
        self.tasks: list[int] = []
        self.done: list[int] = []

    def hear(self, n: int) -> None:
        """Hear of a sentence from far away: at once where nothing else waits, else behind that."""
        if any(self.told(n)):
            self.tasks.append(n)
            follows = self.tasks == [*range(self.tasks[0], n + 1)]
            sign = f"#far-{n}" if follows else ".task >> text=/Then \\d+ more/"
            expect(self.phone.page.locator(sign)).to_be_visible(timeout=SOON)

    def told(self, n: int) -> list[str]:
        """Return what an entry told, once it is kept."""
        store, code = self.table.store, self.table.code
        wait_until(lambda: store.session(code).n >= n)
        return [one.text for one in store.session(code).table.log[n - 1].told]

    def do(self) -> None:
        """Do all that waits: one tap for each task, the first first."""
        page = self.phone.page
        while self.tasks:
            lines = page.locator(".task .lines")
            name = str(lines.get_attribute("id"))
            now = [n for n in self.tasks if n <= int(name.removeprefix("far-"))]
            words = [one for one in lines.locator("p").all_inner_texts() if not one.startswith("Then ")]
            assert words == [line for n in now for line in self.told(n)]
            page.locator(".task").get_by_role("button", name="Done").click()
            expect(page.locator(f"#{name}")).to_have_count(0)
            self.done += now
            self.tasks = self.tasks[len(now) :]
        expect(page.locator(".task")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.alone
def test_a_whole_war_in_heaven_with_one_seat_far_away(new_phone, sitting):
    ada, ben = new_phone(), new_phone()
    table, script = sitting(WAR, 1, "commander"), sitting_table(WAR, "commander").log
    table.store.seating.place(table.store.session(table.code), FAR, True)
    table.sit(ada, HERE)
    table.sit(ben, FAR)
    hands = Hands(ada, table)
    for step in script[1:]:
        entry = step.entry
        if entry.seat == HERE:
            begun(ada, table.code, entry)
            ada.page.locator("form.ask button.big").click()
            at(ada, entry.n)
        else:
            begun(ben, table.code, entry)
            ada.live()
            ben.page.locator("form.ask button.big").click()
            hands.hear(entry.n)
            if entry.n % LATE:
                hands.do()
        at(ben, entry.n)
        expect(ben.page.locator(".task")).to_have_count(0)
        if not hands.tasks:
            at(ada, entry.n)
            assert lie(ada, table.code) == lie(ben, table.code), "nobody needs to say where things are"
    hands.do()
    said = [step.entry.n for step in script[1:] if step.entry.seat == FAR and any(step.told)]
    assert hands.done == said and len(said) > 20
    for phone in (ada, ben):
        expect(phone.page.locator(".result")).to_be_visible()
