"""For keys and ears: few stops, a board that is a grid, and each change told once."""

import re

import pytest
from playwright.sync_api import expect

from companion.kernel.shelf import shelf
from tests.browser.conftest import lead
from tests.browser.test_weight import BYTES
from tests.conftest import ROOT

STOPS = 12
HERE = """() => { const it = document.activeElement;
    return [it.innerText ?? '', it.closest('.dock, .spread')?.className ?? '']; }"""
WATCH = """() => { window.heard = []; const live = document.getElementById('live');
    new MutationObserver(() => window.heard.push(live.textContent))
      .observe(live, { childList: true, characterData: true, subtree: true }); }"""
ANOTHER = """() => { document.querySelector(".field svg.board").focus();
    document.querySelector(".grid-place").replaceChildren();
    document.dispatchEvent(new CustomEvent("htmx:before:swap"));
    const board = document.querySelector(".field svg.board");
    const other = board.cloneNode(true);
    other.removeAttribute('tabindex');
    board.replaceWith(other);
    document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: { ctx: {} } })); }"""
ALOUD = """window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: { speak: ({ text }) => spoken.push(text) } });
"""
LISTENS = """window.SpeechRecognition = class extends EventTarget {
  start() {
    this.dispatchEvent(Object.assign(new Event("result"), { results: [[{ transcript: "Michael to A2" }]] }));
    this.dispatchEvent(new Event("end"));
  }
};"""


@pytest.mark.parametrize("game", sorted(shelf()))
def test_a_verb_is_few_stops_from_the_top(new_phone, sitting, game):
    """Cards and verbs are a stop each, and arrow keys go along them."""
    table, phone = sitting(game), new_phone()
    table.sit(phone, table.up)
    assert phone.page.evaluate(BYTES) <= 60_000
    groups = phone.page.locator(".dock, .spread").count()
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".field svg.board")).to_have_attribute("tabindex", "0")
    reached = set()
    for _ in range(STOPS):
        phone.page.keyboard.press("Tab")
        reached.add(phone.page.evaluate(HERE)[1])
    assert len(reached - {""}) == groups > 0


def test_the_board_is_a_grid_of_real_neighbours_and_enter_does_what_can_be_done(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone()
    table.sit(phone, table.up)
    page = phone.page
    page.keyboard.press("Shift")
    expect(page.locator(".field svg.board")).to_have_attribute("tabindex", "0")
    page.locator(".field svg.board").focus()
    expect(page.get_by_role("gridcell").first).to_be_focused()
    assert page.get_by_role("gridcell").count() == 32
    seen = [page.evaluate(HERE)[0].split(",")[0].split(":")[0]]
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(page.evaluate(HERE)[0].split(",")[0].split(":")[0])
    assert seen[:4] == ["A1", "A2", "B2", "B3"] and len(set(seen)) > 4
    page.locator("[role=gridcell]", has_text="Michael").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".look")).to_contain_text("Michael")


def test_who_has_gone_to_the_board_meanwhile_stays_there_when_the_answer_comes(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone()
    table.sit(phone, table.up)
    page, held = phone.page, []
    page.keyboard.press("Shift")
    board = page.locator(".field svg.board")
    expect(board).to_have_attribute("tabindex", "0")
    page.route("**/do/**", lambda route: held.append(route))
    page.locator(".dock a").first.press("Enter")
    board.focus()
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    assert len(held) == 1
    page.evaluate("document.addEventListener('htmx:finally:request', () => { window.answered = true; })")
    held.pop().continue_()
    page.wait_for_function("() => window.answered")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_a_board_that_is_drawn_anew_is_entered_anew(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone()
    table.sit(phone, table.waits)
    page = phone.page
    page.keyboard.press("Shift")
    board = page.locator(".field svg.board")
    expect(board).to_have_attribute("tabindex", "0")
    board.focus()
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    page.evaluate(ANOTHER)
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)


def test_a_change_is_told_once_politely_in_one_sentence(new_phone, sitting):
    table, phone = sitting("war-in-heaven"), new_phone()
    table.sit(phone, table.waits)
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".field svg.board")).to_have_attribute("tabindex", "0")
    phone.page.evaluate(WATCH)
    n = table.store.session(table.code).n
    table.store.play(table.code, table.up, "end-turn", {}, seen=n)
    expect(phone.page.locator("#live")).to_contain_text("turn.")
    phone.page.wait_for_timeout(300)
    assert len(phone.page.evaluate("window.heard")) == 1
    assert phone.page.locator("#live").get_attribute("role") == "status"


def test_the_keys_of_the_document_are_heard_as_it_says(new_phone):
    phone = new_phone()
    phone.table(phone.open(plays="all"))
    text = (ROOT / "docs" / "accessibility.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    phone.page.keyboard.press("Shift")
    expect(phone.page.locator(".field svg.board")).to_have_attribute("tabindex", "0")
    phone.page.locator(".field svg.board").focus()
    expect(phone.page.get_by_role("gridcell").first).to_be_focused()
    assert len(rows) > 2
    for key, words in rows:
        phone.page.keyboard.press(key)
        expect(phone.page.locator("[role=gridcell]:focus")).to_have_text(words)


def test_what_is_told_is_read_aloud_where_the_phone_wants_it(new_phone):
    phone = new_phone()
    phone.page.add_init_script(ALOUD)
    phone.table(phone.open(plays="all"))
    code, live = phone.code, phone.page.locator("#live")
    phone.page.keyboard.press("Shift")
    expect(live).to_be_attached()
    phone.say("Move", "Michael", "A2")
    expect(live).to_contain_text("to A2")
    assert phone.page.evaluate("spoken") == [], "off by default"
    phone.go("/me")
    phone.page.get_by_role("checkbox", name="Read aloud").check()
    phone.page.get_by_role("button", name="Save").click()
    phone.table(code)
    phone.page.keyboard.press("Shift")
    expect(live).to_be_attached()
    phone.say("Move", "Michael", "B2")
    expect(live).to_contain_text("to B2")
    assert phone.page.evaluate("spoken") == [live.inner_text()]


def test_a_move_is_spoken_where_the_browser_listens(new_phone):
    phone = new_phone()
    phone.page.add_init_script(LISTENS)
    phone.table(phone.open(plays="all"))
    lead(phone.page.get_by_role("link", name="Say the table in words"))
    lead(phone.page.get_by_role("button", name="Speak"))
    expect(phone.page.locator("form.ask button.big")).to_have_text("Move")
