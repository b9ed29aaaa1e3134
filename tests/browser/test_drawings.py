"""Drawings of pieces in a real browser: they look as the pictures of the same pieces do."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from companion.extras.outlets.drawings import svg
from companion.kernel.shelf import shelf
from printables.layout.paper import Order
from printables.outlets.pictures import rendered
from printables.outlets.pieces import groups
from printables.sources.catalogue import catalogue, chosen


@pytest.mark.parametrize("key", ["cards", "tokens", "board"])
def test_a_drawing_looks_as_the_picture_of_the_same_side(browser: Browser, key: str) -> None:
    (group,) = groups(order := Order(outlet="svg"), chosen(catalogue(shelf()["war-in-heaven"]), [key]))
    (picture,) = rendered(group.drawn(order, 0), dpi=150)
    page = browser.new_page(viewport={"width": picture.width, "height": picture.height})
    drawing = svg(order, group.sides[0]).decode()
    style = "body { margin: 0 } svg { width: 100vw; height: 100vh; display: block }"
    page.set_content(f"<style>{style}</style>{drawing}")
    shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    smooth = (picture.width // 3, picture.height // 3)  # edges of letters are softened differently
    off = ImageChops.difference(shown.resize(smooth), picture.resize(smooth)).convert("L")
    assert ImageStat.Stat(off).mean[0] < 2, "of 255, on the whole"
    assert sum(off.histogram()[100:]) < smooth[0] * smooth[1] / 500, "hardly a point is quite another colour"
    assert ImageStat.Stat(picture.convert("L")).stddev[0] > 5, "there is something to see"
