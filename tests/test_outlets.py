"""Outlets: each piece by itself, from the shapes that are drawn, as print shops and screens take it."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from PIL import Image

from companion.kernel.shelf import shelf
from printables.draw.fonts import Unprintable
from printables.layout.paper import Order
from printables.outlets.files import made
from printables.outlets.pieces import groups
from printables.sources.catalogue import catalogue, chosen

WAR = shelf()["war-in-heaven"]


def some(*keys, game=WAR):
    return chosen(catalogue(game), keys)


def test_a_piece_is_one_however_often_there_is_of_it_and_backs_that_are_alike_are_one():
    (group,) = groups(Order(outlet="png"), some("markers"))
    counts = {cutout.name: count for cutout, count in group.pieces}
    assert counts["Action"] == 4
    (deck,) = groups(Order(outlet="png"), some("cards"), 2)
    assert len(deck.pieces) == 16 and {count for _, count in deck.pieces} == {2}
    assert [(side.key, side.count) for side in deck.sides if side.key.startswith("back")] == [
        ("back-1", 16),
        ("back-2", 16),
    ]


def test_pictures_come_a_side_with_their_number_in_the_name():
    done = made(WAR, some("markers"), Order(outlet="png"))
    assert done.ending == ".zip" and done.whole() == made(WAR, some("markers"), Order(outlet="png")).whole()
    with ZipFile(BytesIO(done.whole())) as box:
        assert "markers/4-action-x4.png" in box.namelist()
        image = Image.open(BytesIO(box.read("markers/4-action-x4.png")))
        assert image.size == (370, 370) and round(image.info["dpi"][0]) == 300, "25 mm and twice 3.175 mm"


def test_a_picture_has_the_colours_of_the_page():
    """An angel's card is gold: more red than blue."""
    done = made(WAR, some("cards"), Order(outlet="png"))
    image = Image.open(BytesIO(next(file.data for file in done.files if "michael" in file.name)))
    red, green, blue = image.getpixel((image.width // 2, 75))
    assert red > green > blue + 60, (red, green, blue)


def test_sheets_of_paper_go_through_no_outlet_and_old_words_are_explained():
    with pytest.raises(Unprintable, match="Only pieces of card"):
        made(WAR, some("reference"), Order(outlet="png"))
    with pytest.raises(Unprintable, match="Shop can be no, mpc, tgc, drivethru; not “cmyk”"):
        Order.read({"shop": "cmyk"})
