"""Whole games by ear: who plays knows the accessibility tree of a page alone, and has keys alone."""

import pytest
from playwright.sync_api import expect

from companion.kernel.sheet import ScoreSheet
from companion.kernel.shelf import shelf
from companion.kernel.transcript import read
from tests.browser.ears import Ears, Listener
from tests.browser.test_ears import WATCH
from tests.conftest import wait_until

STEPS = 1_000
"""More than any game here takes."""


def fights(names: list[str]) -> list[str]:
    """Like to fight best, as it ends a game soonest."""
    return [name for name in names if name.startswith("Battle")] or names


@pytest.mark.slow
def test_war_in_heaven_is_played_to_its_end_and_each_change_is_told_once(new_phone, house):
    phone = new_phone()
    phone.table(phone.open(plays="all"))
    player = Listener(phone.page, 7, fights)
    expect(phone.page.locator("#live")).to_be_attached()
    phone.page.evaluate(WATCH)
    for _ in range(STEPS):
        if not player.step():
            break
    assert player.over
    heard = phone.page.evaluate("heard")
    text = phone.page.request.get(f"{house.url}/t/{phone.code}/sitting.game").text()
    table = read(text, shelf())
    assert table.state.over and len(heard) == table.n > 50
    for words, step in zip(heard, table.log, strict=True):
        assert all(words.count(line.text) == 1 for line in step.told if line.text), words


MARKERS = ("wood", "yeast", "hops", "water", "barley")
BOARDS = (
    {"name": "Ann", "at": (9, 10, 4, 7, 3), "brewmaster": 2, "ducats": 33, "large_barrels": 2},
    {"name": "Ben", "at": (5, 8, 3, 2, 6), "brewmaster": 9, "ducats": 40, "large_barrels": 1},
)


def test_the_score_of_heaven_and_ale_is_counted_to_its_end_by_ear(new_phone):
    phone = new_phone()
    phone.go("/games/heaven-and-ale/score?players=2")
    ears = Ears(phone.page)
    for n, board in enumerate(BOARDS, 1):
        mine = f"Player {n}"
        ears.type(ears.find("textbox", f"Name of player {n}", mine), board["name"])
        for marker, at in zip((*MARKERS, "brewmaster"), (*board["at"], board["brewmaster"]), strict=True):
            ears.press(ears.find("button", f"{marker} on {at}", mine))
        ears.type(ears.find("textbox", "ducats", mine), str(board["ducats"]))
        for _ in range(board["large_barrels"]):
            ears.press(ears.find("button", "One more: large barrels", mine))
    boards = [
        {key: value for key, value in board.items() if key != "at"}
        | {"markers": dict(zip(MARKERS, board["at"], strict=True))}
        for board in BOARDS
    ]
    sheet = shelf()["heaven-and-ale"][ScoreSheet]
    one, two = (each["total"] for each in sheet.data(sheet.read({"players": boards}))["players"])
    said = f"Ann wins, Ann {one}, Ben {two}"
    wait_until(lambda: [node for node in ears.nodes() if node.name == said and node.role == "StaticText"])
    ears.press(next(node for node in ears.nodes() if node.name.startswith(f"Ann wins {one}")))
    wait_until(lambda: [node for node in ears.nodes() if node.role == "rowheader" and node.name == "Total"])
