"""The covers of the games: a picture before a place, as a file that is kept."""

from xml.etree import ElementTree

import pytest

from companion.kernel.shelf import shelf
from companion.svg import covers
from companion.svg.spec import Pictures


@pytest.mark.parametrize("key", sorted(shelf()))
def test_a_cover_has_the_games_picture_before_every_skyline_of_its_place(phone, key):
    client, game = phone(), shelf()[key]
    place = game[Pictures].places[game[Pictures].cover]
    address = covers.address(game)
    assert (
        f'src="{address}"' in client.get("/").text and f'src="{address}"' in client.get(f"/games/{key}").text
    )
    answer = client.get(address)
    assert answer.mimetype == "image/svg+xml" and "immutable" in answer.headers["Cache-Control"]
    *_, picture = root = ElementTree.fromstring(answer.text)
    assert picture.get("fill") == place.ink
    assert sum(part.tag.endswith("}g") for part in root) == len(place.layers)
    assert len(answer.data) < 50_000


def test_there_is_no_cover_of_a_game_without_a_place(phone):
    client = phone()
    assert client.get("/covers/nowhere.svg").status_code == 404
    assert client.get("/covers/draughts.svg").status_code == 404
    assert "<img" not in client.get("/games/draughts").text
