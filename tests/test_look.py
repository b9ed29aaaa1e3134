"""The phone's pen and the drawn icons."""

import random
import re
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

from companion.games.war_in_heaven import GAME
from companion.kernel.features import Look
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.view import Cell, Picture, Piece
from companion.svg.ground import ICONS
from companion.svg.renderer import Embedding, Overlay, board, sprite
from companion.svg.seats import MARKS
from companion.web.differences import Page, follow

ROOT = Path(__file__).parent.parent
SEATS = {"Angels": 0, "Demons": 1}
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def drawn(page: Embedding | None = None, **asked) -> str:
    war = GAME.setup(Opening(SEATS, GAME.settled({})))
    return str(board(GAME.view(war).picture, SEATS, Overlay(**asked), page or Embedding()))


def test_the_sprite_is_what_the_icons_say():
    assert (ROOT / "static" / "icons.svg").read_text() == sprite(), (
        "write it anew: python -m companion.svg.renderer > static/icons.svg"
    )
    assert set(MARKS) <= set(ICONS)
    for name, path in ICONS.items():
        assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+", path), name


def test_every_icon_a_game_names_is_drawn():
    for game in shelf().values():
        named = {kind.icon for kind in game.kinds}
        view = game.view(
            game.setup(Opening(dict.fromkeys(game.seats(game.players[0]), ""), game.settled({})))
        )
        if view.picture:
            named |= {mark.icon for mark in (*view.picture.pieces, *view.picture.cells)}
        named |= {name for panel in view.panels for card in panel.cards for name, _ in card.figures}
        assert named - {""} <= set(ICONS), game.key


def test_every_icon_a_template_names_is_drawn():
    for template in (ROOT / "templates").glob("*.html"):
        for name in re.findall(r'icon\("([a-z]+)"', template.read_text()):
            assert name in ICONS, f"{template.name}: {name}"


def test_a_board_is_well_formed_and_says_what_it_shows():
    root = ElementTree.fromstring(
        drawn(Embedding("/i.svg"), why="/why?thing=").replace("hx-morph-skip", 'skip=""')
    )
    assert root.get("role") == "group"
    assert root.findtext("{*}title") or root.findtext("title")
    names = {link.get("aria-label") for link in root.iter("a")}
    assert {"Michael on B2", "Fallen 1 on A7"} <= names
    assert ElementTree.fromstring(drawn().replace("hx-morph-skip", 'skip=""')).get("role") == "img"


def test_spaces_that_answer_are_links_and_forbidden_ones_lead_to_their_reason():
    asked = drawn(glow={"A2": "/t/X/do/move?a=1&b=2", "B2": "/t/X/do/move"}, dim={"A1": "no", "Z9": "no"})
    assert 'href="/t/X/do/move?a=1&amp;b=2" hx-get="/t/X/do/move?a=1&amp;b=2" aria-label="A2"' in asked
    assert 'aria-label="B2, Michael"' in asked
    assert 'href="#no-A1"' in asked
    assert "Z9" not in asked


def test_names_cannot_break_out_of_the_drawing():
    cell = Cell("<b>", SQUARE, (0.5, 0.5), kind='"><script>', label="<i>")
    piece = Piece('"><x>', (0.5, 0.5), "Angels", "<", caption="&")
    picture = Picture("<title>", 1, 1, (cell,), pieces=(piece,))
    text = str(board(picture, {}, Overlay(glow={"<b>": '"><script>'}, why="/why?"), Embedding()))
    assert "<script" not in text and "<b>" not in text and "<x>" not in text and "<i>" not in text


def test_a_board_is_quick_and_small():
    glow = {space: f"/t/KITE7X/do/move?token=Michael&space={space}" for space in ("A1", "B1", "A2", "C2")}
    more = (Overlay(glow=glow), Embedding("/static/icons.svg"))
    picture = GAME.view(GAME.setup(Opening(SEATS, GAME.settled({})))).picture
    board(picture, SEATS, *more)
    start = time.process_time()
    for _ in range(200):
        text = board(picture, SEATS, *more)
    assert (time.process_time() - start) / 200 < 0.001
    bare = board(replace(picture, pieces=()), SEATS, Overlay(), more[1])
    assert len(follow(Page(tuple(bare.encode().split(b"<"))), text.encode()).told) < 1000


def test_what_is_nobody_s_wears_its_own_colour_and_boards_on_one_page_have_their_own_names():
    tile = Piece("Gold A1", (0.5, 0.5), "", "3", "barley", tone="barley", shape="tile")
    bare = Piece("Gold ducats", (0.5, 0.5), "", "25", "coin", tone="sign", shape="bare")
    picture = Picture("A garden", 1, 1, (Cell("A1", SQUARE, (0.5, 0.5), "sun"),), pieces=(tile, bare))
    one, two = (
        str(board(picture, SEATS, Overlay(), Embedding("/i.svg", name))) for name in ("board", "board-1")
    )
    assert 'class="piece tile tone-barley"' in one and 'class="piece bare tone-sign"' in one
    assert one.count("/i.svg#barley") == one.count("/i.svg#coin") == 1 and "k-sun" in one
    assert not set(re.findall(r' id="(g[^"]+|board[^"]*)"', one)) & set(re.findall(r' id="([^"]+)"', two))


def test_type_is_measured_in_what_the_reader_set():
    for sheet in (ROOT / "static" / "css").glob("*.css"):
        for font in re.findall(r"(?<![\w-])(?:font|font-size|line-height): ([^;}]+)", sheet.read_text()):
            sizes = [float(px) for px in re.findall(r"([\d.]+)px", font)]
            assert all(px < 2 for px in sizes), f"{sheet.name}: {font}; only a drawing measures in its own px"


def test_every_icon_of_a_card_or_a_board_says_what_it_means():
    for game in shelf().values():
        opening = Opening(dict.fromkeys(game.seats(max(game.players)), ""), game.settled({}))
        start = game.setup(opening)
        shown: set[str] = set()
        for _, state in islice(moves(game, start, random.Random(2)), 25):
            view = game.view(state)
            lying = (card for place in (*view.panels, *view.shelves) for card in place.cards)
            shown |= {name for card in lying for name, _ in card.figures}
            for picture in filter(None, (view.picture, *(panel.picture for panel in view.panels))):
                shown |= {mark.icon for mark in (*picture.pieces, *picture.cells)}
                shown |= {icon for plate in picture.plates for icon, _ in plate.dots}
        assert shown - {""} <= set(game[Look].signs), (game.key, shown - set(game[Look].signs))
        assert set(game[Look].signs) <= set(ICONS)
