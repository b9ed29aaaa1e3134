"""One table, everybody: a program, somebody far away, somebody who hears it and somebody who sees it."""

import random
import threading

import pytest
from playwright.sync_api import expect

from companion.cli.main import main
from companion.extras.api import command
from tests.browser.conftest import Phone
from tests.browser.ears import Listener
from tests.conftest import wait_until

PROGRAM, FAR, HEARS, SEES = "Gold", "Crimson", "Teal", "Violet"
STEPS = 600
"""More taps and keys than twelve rounds take."""
PATIENCE = 60.0
SETTLED = """([at, where]) => !document.querySelector('.htmx-request')
  && (location.href !== where || document.querySelector('#table').dataset.at !== at)"""

NAMES = "all => all.map(one => (one.getAttribute('aria-label') ?? one.textContent).trim())"


def likes(names: list[str]) -> list[str]:
    """Like the ball, then a step now and then; answer no attack."""
    for wanted in ("Let it go", "Hold"):
        if result := [name for name in names if name.startswith(wanted)]:
            return result
    usual = ("Choose hero", "Lay terrain", "Step, run", "End turn")
    return [name for name in names if name.startswith(usual)] or names


class Eyes:
    """Somebody who sees a phone and taps: of what is offered they choose by lot, what they like first."""

    def __init__(self, phone: Phone, seed: int) -> None:
        self.phone, self._chance = phone, random.Random(seed)

    def step(self) -> None:
        """Take one tap at what the page offers."""
        page = self.phone.page
        expect(page.locator(".you")).to_be_visible()
        before = [page.locator("#table").get_attribute("data-at"), page.url]
        for kind in ("form.ask button.big", ".acts a.verb, .acts a.ready", ".board .glow", "a.answer"):
            there = page.locator(kind)
            if names := there.evaluate_all(NAMES):
                liked = likes(names)
                there.nth(self._chance.choice([n for n, name in enumerate(names) if name in liked])).click()
                break
        page.wait_for_function(SETTLED, arg=before)


@pytest.mark.slow
def test_a_program_somebody_far_away_one_who_hears_and_one_who_sees_finish_a_game(
    new_phone, sitting, house, monkeypatch, capsys
):
    table = sitting("heroball", 0)
    store, code = table.store, table.code
    store.seating.place(store.session(code), FAR, True)
    token = store.tokens.make(table.phones[PROGRAM], "seat", store.session(code), PROGRAM)
    phones = {seat: new_phone() for seat in (FAR, HEARS, SEES)}
    for seat, phone in phones.items():
        table.sit(phone, seat)
    hears = Listener(phones[HEARS].page, 3, likes)
    people = {FAR: Eyes(phones[FAR], 1), HEARS: hears, SEES: Eyes(phones[SEES], 2)}
    monkeypatch.setattr(command, "LOOKS", 0.1)
    words = ["bot", f"{house.url}/t/{code}", PROGRAM, "--player", "greedy", "--token", token]
    program = threading.Thread(target=main, args=(words,), daemon=True)
    program.start()
    done = phones[SEES].page.locator(".task button")
    for _ in range(STEPS):
        session = store.session(code)
        if session.table.state.over:
            break
        if session.tasks:
            done.first.click()
            wait_until(lambda: not store.session(code).tasks, PATIENCE)
            continue
        up = [seat for seat in session.table.state.to_act if seat in people]
        if up:
            people[up[0]].step()
        else:
            wait_until(lambda n=session.n: store.session(code).n > n, PATIENCE)
    program.join(PATIENCE)
    session = store.session(code)
    over = session.table.state.over
    assert over and not program.is_alive() and str(over.why) in capsys.readouterr().out
    assert {step.entry.seat for step in session.table.standing} == {PROGRAM, *people}
    wait_until(lambda: hears.over, PATIENCE)
    for seat in (FAR, SEES):
        expect(phones[seat].page.locator(".result")).to_be_visible()
