"""What hands must do and why something cannot be done is read whole, and the board is in sight meanwhile."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests import sittings
from tests.browser.one_page import open_at, states
from tests.browser.test_my_side import in_sight
from tests.sittings import sitting_table

SIZES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
PLAYED = {
    **sittings.PLAYED,
    "nine-mens-morris": "mills",
    "liars-dice": "last-die",
    "five-dice": "two",
}
MOMENTS = 5
CUT = """() => [...document.querySelectorAll('.low, .low *')].filter(one => {
    const opens = 'details:not([open]) > summary';
    if (one.closest(`svg, .un, .answers > .cards, ${opens}`) || !one.clientWidth) return false;
    const { overflowX, overflowY } = getComputedStyle(one);
    return /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2
        || /hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1;
}).map(one => one.outerHTML.slice(0, 90))"""
"""What is cut off below the board and cannot be opened."""
BELOW = (
    "() => { const acts = document.querySelector('.acts'); return acts.scrollHeight - acts.clientHeight; }"
)
TOLD_WHOLE = """() => {
    const told = document.querySelector('.hands');
    return told.checkVisibility() && told.scrollHeight <= told.clientHeight + 1;
}"""


def moments(game: str) -> Iterator[int]:
    """Entries of a played sitting after which its phones are looked at: some, and where most was told."""
    log = sitting_table(game, PLAYED[game]).log
    told = {step.entry.n: sum(len(line.text) for line in step.told) for step in log[:-1]}
    yield from range(1, len(log) - 1, max(1, len(log) // MOMENTS))
    yield from sorted(told, key=lambda n: told[n])[-2:]


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_is_cut_and_the_board_is_whole_on_every_phone(new_phone, sitting, game):
    up, waits = new_phone(), new_phone()
    for n in moments(game):
        table = sitting(game, n, PLAYED[game])
        seats = [(up, table.up), *[(waits, seat) for seat in table.cookies if seat != table.up][:1]]
        for phone, seat in seats:
            table.sit(phone, seat)
            for size in SIZES:
                phone.page.set_viewport_size(size)
                phone.page.evaluate("new Promise(requestAnimationFrame)")
                where = (n, seat, size)
                assert phone.page.evaluate(TOLD_WHOLE), where
                assert phone.page.evaluate(CUT) == [], where
                if phone.page.locator(".field .board").count():
                    assert in_sight(phone.page) >= 0.99, where


def test_what_fell_is_told_also_where_the_next_question_opens_by_itself(new_phone, sitting):
    table, ben = sitting("war-in-heaven", 28, "commander"), new_phone()
    table.sit(ben, "Demons")
    expect(ben.page.get_by_role("heading", name="Which of your tokens?")).to_be_visible()
    for words in ("Militia 3 on B7 falls", "Fallen 1 on A7 falls"):
        expect(ben.told.get_by_text(words)).to_be_in_viewport()


def test_both_rows_of_the_powers_are_whole(new_phone, sitting):
    ben = new_phone()
    open_at(ben, next(state for state in states(sitting, "high-heavens", 0.2) if state[0] == "question"))
    expect(ben.page.get_by_role("heading", name="Which card?")).to_be_visible()
    for size in SIZES:
        ben.page.set_viewport_size(size)
        ben.page.evaluate("new Promise(requestAnimationFrame)")
        assert ben.page.locator(".many > .answer").count() > 4
        assert ben.page.evaluate(BELOW) <= 0, size


CLOSE = """() => Math.min(...[...document.querySelectorAll('.dock > .verb')].map(verb => {
    const text = document.createRange();
    text.selectNodeContents(verb);
    const [out, within] = [verb, text].map(one => one.getBoundingClientRect());
    return Math.min(within.top - out.top, out.bottom - within.bottom);
}))"""
"""How far the words of a button that are nearest to its edge are from it."""


@pytest.mark.parametrize("width, height", [(390, 844), (360, 640), (844, 390), (1024, 768)])
def test_the_words_of_an_answer_keep_off_its_edge(new_phone, sitting, width, height):
    table, phone = sitting("heaven-and-ale"), new_phone(viewport={"width": width, "height": height})
    table.sit(phone, table.up)
    assert phone.page.evaluate(CLOSE) >= 3


def test_no_two_lists_beside_a_question_have_the_same_name(new_phone, sitting):
    table, ben = sitting("war-in-heaven", 28, "commander"), new_phone()
    table.sit(ben, "Demons")
    expect(ben.page.get_by_role("heading", name="Which of your tokens?")).to_be_in_viewport(ratio=1)
    lists = ben.page.locator(".folds summary")
    expect(lists).to_have_text(["6 as a list ›", "5 not now, and why ›", "Actions not now: 4, and why ›"])
    for one in lists.all():
        expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width, height", [(390, 844), (844, 390), (1024, 768), (1920, 1080)])
def test_play_is_in_sight_on_the_page_of_a_game(new_phone, width, height):
    phone = new_phone(viewport={"width": width, "height": height})
    for game in sittings.PLAYED:
        phone.go(f"/games/{game}")
        expect(phone.page.get_by_role("link", name="Play", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", ["war-in-heaven", "heaven-and-ale", "havoc-in-heaven"])
def test_at_the_end_the_result_comes_first_and_what_was_told_unfolds(new_phone, sitting, game, size):
    log = sitting_table(game, PLAYED[game]).log
    table, phone = sitting(game, len(log), PLAYED[game]), new_phone(viewport=size)
    table.sit(phone, next(iter(table.cookies)))
    page = phone.page
    for first in (page.get_by_role("heading", name="won"), page.get_by_role("button", name="Play again")):
        expect(first).to_be_in_viewport(ratio=1)
    assert in_sight(page) >= 0.99
    summary = page.locator(".last summary")
    last_words = log[-1].told[-2].text
    assert summary.bounding_box()["height"] < 3 * 19, "two lines"
    summary.click()
    assert summary.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    expect(summary).to_contain_text(last_words)
