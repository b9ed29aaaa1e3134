"""Up to eight seats, each told by its mark, its shape and its colour; and tables without a board."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from printables.sources.catalogue import catalogue
from tests.conftest import Phone, house, on_the_shelf
from tests.eight import BOARDLESS, SEATS


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house with the games for eight."""
    folder: Path = tmp_path_factory.mktemp("eight")
    with on_the_shelf(folder, eight="tests.eight:EIGHT", boardless="tests.eight:BOARDLESS"):
        yield house(folder)


def opened(phone: Phone, game: str) -> str:
    """A table of eight, all seats on one phone; its code."""
    seats = {f"seat{number}": seat for number, seat in enumerate(SEATS, 1)}
    return phone.open(game, players="8", phone="all", **seats)


def test_a_game_without_a_board_is_played_on_its_cards(app: Flask) -> None:
    phone = Phone(app)
    code = opened(phone, "boardless")
    page = phone.get(f"/t/{code}").text
    assert 'class="board"' not in page and 'aria-label="The board"' not in page
    used = set(re.findall(r'<use href="#(\w+)"', page))
    assert used and all(page.count(f'id="{name}"') == 1 for name in used), "cards find their shapes"
    phone.say(code, "pass", by="Alpha")
    assert "Alpha pass." in phone.get(f"/t/{code}").text
    for address in ("look?thing=Alpha", "screen", "log", "seats", "why?thing=Alpha", "print"):
        assert phone.get(f"/t/{code}/{address}").status_code == 200, address
    assert set(catalogue(BOARDLESS)) == {"cards", "reference", "calibration"}
