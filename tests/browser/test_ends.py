"""The end of a game: a large line for each phone, the board whole, the score, and the next game in a tap."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.test_in_sight import PLAYED
from tests.browser.test_my_side import in_sight
from tests.sittings import sitting_table

SIZES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
LINES = {
    "war-in-heaven": ("You won", "Lucifer fell, Ada won"),
    "heroball": ("You won", "Cleo won"),
    "high-heavens": ("You won", "Asgard fell, Ben won"),
    "heaven-and-ale": ("You won", "Ben won"),
    "havoc-in-heaven": ("You won", "Ada won"),
    "nine-mens-morris": ("You won", "Ada won"),
    "liars-dice": ("You won", "Ada won"),
    "five-dice": ("You won", "Ada won"),
}
FATAL = {"war-in-heaven": 1, "high-heavens": 1}
SECONDS = 5
"""From the end of a game to the first question of the next, with a tap on each phone."""


def at_end(sitting, new_phone, game, size=SIZES[0]):
    """Play a whole sitting while its winner and a loser look on. The table and the two phones."""
    log = sitting_table(game, PLAYED[game]).log
    table, last = sitting(game, len(log) - 1, PLAYED[game]), log[-1].entry
    winner = log[-1].state.over.winners[0]
    seats = winner, next(seat for seat in table.cookies if seat != winner)
    phones = [new_phone(viewport=size) for _ in seats]
    for phone, seat in zip(phones, seats, strict=True):
        phone.context.add_init_script("navigator.vibrate = () => true")  # nobody touches this phone
        table.sit(phone, seat)
    table.store.play(table.code, last.seat, last.verb, last.answers)
    for phone in phones:
        expect(phone.page.locator(".result")).to_be_visible()
    return table, phones


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", LINES)
def test_each_phone_reads_the_end_in_one_line_with_the_whole_board_above(new_phone, sitting, game, size):
    _, phones = at_end(sitting, new_phone, game, size)
    for phone, words in zip(phones, LINES[game], strict=True):
        page = phone.page
        line, again = page.locator(".result h2"), page.get_by_role("button", name="Play again")
        expect(line).to_have_text(words)
        assert line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 24
        assert line.bounding_box()["height"] < 40, "it is one line"
        for what in (line, again):
            expect(what).to_be_in_viewport(ratio=1)
        expect(page.locator(".board .fatal")).to_have_count(FATAL.get(game, 0))
        if page.locator(".field .board").count():
            assert in_sight(page) >= 0.99
        summary = page.locator(".last summary, .last p").first
        assert summary.bounding_box()["height"] < 3 * 19, "two lines"


@pytest.mark.parametrize("game", ["heaven-and-ale", "heroball", "five-dice"])
def test_the_score_is_a_table_whose_rows_add_up(new_phone, sitting, game):
    table, (phone, _) = at_end(sitting, new_phone, game)
    rows = phone.page.locator(".result > .numbers tbody tr").all()
    *lines, total = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]
    scores = table.store.session(table.code).table.state.over.scores
    assert total == [points for _, points in scores]
    assert not lines or total == [sum(column) for column in zip(*lines, strict=True)]
    expect(phone.page.locator(".result > .numbers .sum")).to_be_in_viewport(ratio=1)


def test_both_phones_play_again_with_a_tap_each_within_five_seconds(new_phone, sitting):
    table, (host, guest) = at_end(sitting, new_phone, "war-in-heaven")
    began = time.monotonic()
    host.page.get_by_role("button", name="Play again").tap()
    guest.page.get_by_role("button", name="Join the rematch").tap()
    for phone in (host, guest):
        expect(phone.page.locator("#table[data-going]")).to_be_visible()
        expect(phone.page.locator(".lays")).to_be_visible()
    assert time.monotonic() - began < SECONDS
    assert host.code == guest.code != table.code
