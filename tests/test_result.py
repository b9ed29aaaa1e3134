"""A finished table says who won by name, with its numbers, a picture to share and its transcript."""

import re
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image

from companion.kernel.features import Figures
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.kernel.state import changed
from companion.kernel.transcript import read
from companion.kernel.view import SEATS
from printables.sources.result import PIXELS, Result, picture
from tests.conftest import Phones
from tests.test_app import words


def test_who_won_is_told_by_name_with_what_one_keeps_of_it(phone: Phones) -> None:
    anna = phone()
    code = anna.finished()
    page = anna.get(f"/t/{code}").text
    assert "Anna won" in words(anna.get(f"/t/{code}")) and "Red won" not in page
    for kept in ("result.png", "sitting.game", "at/0?play", "story"):
        assert f'href="/t/{code}/{kept}"' in page
    screen = words(anna.get(f"/t/{code}/screen"))
    assert "Anna won" in screen


def test_the_picture_has_the_size_that_links_are_shown_with_and_is_kept(phone: Phones) -> None:
    anna = phone()
    code = anna.finished()
    image = anna.get(f"/t/{code}/result.png")
    assert image.mimetype == "image/png"
    assert Image.open(BytesIO(image.data)).size == PIXELS
    assert len(image.data) < 100_000
    tag = image.headers["ETag"]
    assert anna.get(f"/t/{code}/result.png", headers={"If-None-Match": tag}).status_code == 304
    page = re.search('<meta property="og:image" content="http://[^/"]+([^"]+)">', anna.get(f"/t/{code}").text)
    assert page and page[1] == f"/t/{code}/result.png"


def test_a_table_that_goes_on_has_no_result(phone: Phones) -> None:
    anna = phone()
    code = anna.open()
    answer = anna.get(f"/t/{code}/result.png")
    assert answer.status_code == 404 and "not finished" in words(answer)
    assert "og:image" not in anna.get(f"/t/{code}").text


def ended(key: str) -> Table:
    """A played sitting of a game, with long names."""
    tables = (read(text, shelf()) for text in sittings(shelf()[key]).values())
    table = next(table for table in tables if table.state.over)
    names = (f"{name} de la Villardière" for name in ("Anneliese", "Björn", "Charlotte", "Dániel"))
    seats = dict(zip(table.opening.seats, names, strict=False))
    return changed(table, opening=changed(table.opening, seats=seats))


@pytest.mark.parametrize("key", ["war-in-heaven", pytest.param("heroball", marks=pytest.mark.slow)])
def test_a_picture_of_every_board_holds_long_names(app: Flask, key: str) -> None:
    table = ended(key)
    over, seats = table.state.over, table.opening.seats
    title = " and ".join(seats.values()) + " have won"
    numbers = table.game[Figures].numbers([table.start, *(step.state for step in table.standing)])
    text = Result(title, str(over.why), "A table", seats, list(seats), numbers)
    made = picture(table.game, table.opening, text, table.game.view(table.state).picture)
    assert Image.open(BytesIO(made)).size == PIXELS


def test_eight_seats_a_game_without_a_board_and_signs_no_typeface_has_do_not_hinder_it(app: Flask) -> None:
    table = ended("war-in-heaven")
    players = {f"Seat {n}": f"Player {n} \u4e2d\U0001f600" for n in range(SEATS)}
    said = Result(
        "A draw",
        "Nobody said *why* {sword}.",
        "A table",
        players,
        [],
        [("Turns", 7), ("Points", dict.fromkeys(players, 3))],
    )
    assert Image.open(BytesIO(picture(table.game, table.opening, said, None))).size == PIXELS


@pytest.mark.parametrize("key", ["war-in-heaven", "high-heavens", "havoc-in-heaven"])
def test_what_fell_to_end_a_game_is_named_and_stood_on_the_board(app: Flask, key: str) -> None:
    game, result = shelf()[key], 0
    for text in sittings(game).values():
        table = read(text, shelf())
        if table.state.over and table.state.over.fallen:
            before = table.standing[-2].state
            pictured = game.view(before).picture
            assert pictured
            assert set(table.state.over.fallen) <= {piece.thing for piece in pictured.pieces}
            result += 1
    assert result, "a played sitting ends so"
