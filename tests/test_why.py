"""Why is it so: the score of a finished game lists the lines that make it."""

import re
from html import unescape
from pathlib import Path

import pytest

from companion.boxes.shelf import Shelf
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.kernel.transcript import read
from tests.conftest import Phone, house
from tests.sittings import sitting_text

SEAT = "Gold"


def lines_of(phone: Phone, code: str, thing: str) -> tuple[str, list[str]]:
    """The page that says why a thing is so, and the lines that make it."""
    page = phone.get(f"/t/{code}/why", query_string={"thing": thing}).get_data(as_text=True)
    listed = re.search(r'<ul class="makes">(.*?)</ul>', page, re.DOTALL)
    return page, [unescape(line) for line in re.findall(r"<li>(.*?)</li>", listed[1])] if listed else []


def brought(phone: Phone, text: str) -> str:
    """A table opened with a sitting; its code."""
    return phone.post("/import", {"text": text}).location.split("/")[2]


def test_the_final_score_of_an_abbey_is_the_sum_of_its_lines(tmp_path: Path) -> None:
    anna = Phone(house(tmp_path))
    code = brought(anna, sitting_text("heaven-and-ale", "two"))
    page, lines = lines_of(anna, code, f"{SEAT} score")
    total = int(re.search(r"Now: <b>(\d+)</b>", page)[1])
    assert len(lines) > 2 and sum(int(line.rsplit("= ", 1)[1]) for line in lines) == total
    assert "Nothing has touched it" not in page and "projection" not in page


@pytest.mark.parametrize("key", ["five-dice", "hearts", "skat", "minigolf", "canasta"])
def test_the_final_points_of_a_pad_list_what_was_written(key: str, tmp_path: Path) -> None:
    game = Shelf()[key]
    text = max(sittings(game).values(), key=len)
    table = read(text, {key: game})
    view = game.view(table.state)
    counter = view.panels[0].counters[0]
    anna = Phone(house(tmp_path))
    page, lines = lines_of(anna, brought(anna, text), counter.thing)
    cells = [line.cells[0] for line in view.pad[:-1] if line.cells[0]]
    assert cells and [line.rsplit(": ", 1)[1] for line in lines] == cells
    assert "Nothing has touched it" not in page


@pytest.mark.parametrize(
    "key", ["heroball", "mancala", "german-whist", "crazy-eights", "doppelkopf", "tarot"]
)
def test_a_final_score_is_the_sum_of_the_entries_that_made_it(key: str, tmp_path: Path) -> None:
    games = {**shelf(), **Shelf()}
    finished = [
        (text, state)
        for text in sittings(games[key]).values()
        if (state := read(text, games).state).over and state.over.scores
    ]
    anna = Phone(house(tmp_path))
    for text, state in finished:
        code = brought(anna, text)
        for seat, points in state.over.scores:
            panel = next(panel for panel in games[key].view(state).panels if panel.seat == seat)
            counter = next(counter for counter in panel.counters if counter.value == points)
            page, lines = lines_of(anna, code, counter.thing)
            assert sum(int(line.rsplit("= ", 1)[1]) for line in lines) == points and lines, (seat, lines)
            assert "Nothing has touched it" not in page
    assert finished


def test_no_finished_game_speaks_of_a_projection() -> None:
    for game in shelf().values():
        for text in sittings(game).values():
            state = read(text, {game.key: game}).state
            if state.over:
                assert not [c for p in game.view(state).panels for c in p.cards if c.kind == "projection"]
