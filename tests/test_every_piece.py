"""Every game's own pieces, read back from the PDF: what a buyer would measure."""

import subprocess
import sys
from itertools import pairwise

import pytest

from printables.draw.fonts import width
from printables.draw.ink import TONES
from printables.layout import cards, tiles
from printables.layout.paper import BLEED, Order
from printables.sources import boards, decks, mats
from printables.sources import chips as sources
from printables.sources.catalogue import catalogue, chosen, printed
from printables.sources.source import Source
from tests.paper import Page, pages
from tests.test_printables import NEAR, collisions, inside
from tests.test_printing import EACH, GAMES, RUNNING

WHITE = (1.0, 1.0, 1.0)
PIECES = {
    "war-in-heaven": "cards board tokens markers rows trackers reference",
    "heaven-and-ale": "cards main-board own-board tiles monks sheds discs ducats markers large-barrels "
    "small-barrels aid trackers pad reference",
    "heroball": "heroes cards gods board heroes-tokens terrain markers trackers-tokens hero-mat trackers "
    "reference",
    "high-heavens": "gods powers board ringchips gods-tokens markers sideboard trackers reference",
    "havoc-in-heaven": "heroes skills items buildings board heroes-tokens buildings-tokens bank hero-row "
    "trackers reference",
}


def cards_of(game):
    """Every deck: its key, its faces, and how large its cards are."""
    for key, pack in decks.packs(Source.of(game)).items():
        yield key, pack.faces, pack.size


@pytest.mark.parametrize("key", PIECES)
def test_all_that_a_table_needs_is_there(key):
    (game,) = [game for game in GAMES if game.key == key]
    assert set(PIECES[key].split()) | {"calibration"} == set(catalogue(game))
    assert {"tent", "resume"} <= set(catalogue(game, running=RUNNING))


def test_the_chips_are_as_many_as_in_the_box():
    counted = {}
    for game in GAMES:
        for key, group in sources.groups(Source.of(game)).items():
            counted[game.key, key] = sum(chip.count for chip in group.chips)
    assert counted["high-heavens", "ringchips"] == 100
    assert counted["war-in-heaven", "tokens"] == 22
    (war,) = [game for game in GAMES if game.key == "war-in-heaven"]
    assert all(chip.other for chip in sources.groups(Source.of(war))["tokens"].chips), "with both faces"


@EACH
def test_letters_of_every_card_are_in_its_safe_area_and_every_card_is_there(game):
    pieces = catalogue(game)
    for key, faces, (w, h) in cards_of(game):
        found = pages(printed(game, [pieces[key]], Order(duplex="none")))
        forms = [form for page in found for form in page.largest(w + 2 * BLEED, h + 2 * BLEED)]
        assert len(forms) == sum(face.count for face in faces)
        for page in found:
            safe = [
                (f.left + BLEED + cards.SAFE, f.top + BLEED, f.right - BLEED - cards.SAFE, f.bottom - BLEED)
                for f in page.largest(w + 2 * BLEED, h + 2 * BLEED)
            ]
            for x in page.letters:
                if x.base < page.high - 9:
                    up = x.base - x.size * 0.26
                    assert any(
                        left <= x.left
                        and x.right <= right
                        and top + cards.SAFE <= up
                        and x.base <= bottom - cards.SAFE
                        for left, top, right, bottom in safe
                    ), (key, x)


def test_a_placard_says_the_cards_of_its_hero_and_a_figure_in_words_can_be_read():
    games = {game.key: game for game in GAMES}
    heroes = {
        face.name: face for key, faces, _ in cards_of(games["heroball"]) if key == "heroes" for face in faces
    }
    house = games["heroball"].sets.house
    for card in house["cards"]:
        assert (
            f"*{card['name']}* ({card['slot']}, {card['cost']} AP): {card['text']}"
            in heroes[card["hero"]].text
        )
    havoc = games["havoc-in-heaven"]
    found = pages(printed(havoc, [catalogue(havoc)["skills"]], Order(duplex="none")))
    for page in found:
        for x, y in zip(page.letters, page.letters[1:], strict=False):
            if x.letter + y.letter == "su" and x.size == y.size and "summoned" in page.text:
                assert x.size >= 8
    assert any("summoned" in page.text for page in found)


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_places_for_cards_on_a_mat_hold_a_card_and_lie_side_by_side(game, paper):
    for key, made in mats.mats(Source.of(game)).items():
        for page in pages(printed(game, [catalogue(game)[key]], Order(paper=paper))):
            places = sorted(
                p.box
                for p in page.paths
                if p.stroked and not p.filled and 62.9 < p.box[2] - p.box[0] < 67 and p.box[3] - p.box[1] > 87
            )
            for one, other in pairwise(places):
                assert one[2] < other[0] and other[2] <= page.wide - 8
        assert bool(places) == any(zone.kind == "card" for _, zones in made[-1].rows for zone in zones)


def test_cards_that_are_shuffled_together_have_the_same_backs():
    for key, one, other in (("high-heavens", "gods", "powers"), ("havoc-in-heaven", "skills", "items")):
        (game,) = [game for game in GAMES if game.key == key]
        found = decks.packs(Source.of(game))
        assert set(found[one].backs) == set(found[other].backs)


@EACH
def test_every_typeface_of_every_piece_is_embedded(game):
    for page in pages(printed(game, list(catalogue(game, running=RUNNING).values()), Order())):
        for font in page.page["/Resources"]["/Font"].values():
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]


@EACH
def test_the_saver_has_no_fields_and_black_and_white_no_colour(game):
    pieces = [piece for key, piece in catalogue(game).items() if key != "calibration"]
    for page in pages(printed(game, pieces, Order(ink="saver"))):
        fields = [p for p in page.paths if p.filled and p.colour[1] != WHITE and p.box[2] - p.box[0] > 9]
        assert not fields, page.text[-60:]
    for page in pages(printed(game, pieces, Order(ink="bw"))):
        assert all(len({round(v, 3) for v in value}) == 1 for _, value in page.colours)


@EACH
def test_a_print_shop_gets_every_card_in_cmyk_with_trim_and_bleed(game):
    pieces = catalogue(game)
    for key, faces, (w, h) in cards_of(game):
        found = pages(printed(game, [pieces[key]], Order(shop="cmyk")))
        assert len(found) == 2 * sum(face.count for face in faces)
        for page in found[:: max(1, len(found) // 6)]:
            trim = [float(v) / 72 * 25.4 for v in page.page["/TrimBox"]]
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((w, h), abs=NEAR)
            assert {space for space, _ in page.colours} == {"k"}


@EACH
def test_kinds_of_space_differ_by_more_than_colour_and_every_tone_is_known(game):
    for board in boards.boards(Source.of(game)).values():
        looks = [(pattern, icon) for _, pattern, icon in board.kinds.values()]
        assert len(set(looks)) == len(looks)
        assert all(tone in TONES for tone, _, _ in board.kinds.values())


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_seams_of_the_games_own_boards(game, paper):
    for board in boards.boards(Source.of(game)).values():
        cut = tiles.tiling(Order(paper=paper, seam="zigzag"), board)
        hexes = [cell for cell in board.picture.cells if len(cell.outline) == 6]
        if not cut.zigzag or len(hexes) < len(board.picture.cells):
            continue
        for axis, cuts in ((0, cut.across), (1, cut.down)):
            for at in cuts:
                line = tiles.zigzag(board, axis, at)
                assert not any(inside(line, cell, board) for cell in hexes)


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_board_on_one_sheet_can_be_read_and_says_how_small_it_is(game, paper):
    for key, board in boards.boards(Source.of(game)).items():
        (page,) = pages(printed(game, [catalogue(game)[key]], Order(paper=paper, seam="fit")))
        assert min(letter.size for letter in page.letters) >= 4.99 and not collisions(page)
        assert "shrunk to" in page.text
        words = {word for cell in board.picture.cells for word in cell.label.split()}
        assert words <= set(page.text.split())


@EACH
def test_every_sheet_of_a_board_has_a_map_with_its_place(game):
    pieces = catalogue(game)
    for key, board in boards.boards(Source.of(game)).items():
        cut = tiles.tiling(Order(), board)
        found = pages(printed(game, [pieces[key]], Order()))
        if cut.count == 1:
            continue
        places = set()
        for page in found:
            strip = [p for p in page.paths if not p.form and p.stroked and len(p.points) == 4]
            small = [p for p in strip if page.high - 12 < p.box[1] and p.box[3] < page.high - 3]
            assert len(small) == cut.count == len(found)
            (here,) = [p.box for p in small if p.filled]
            places.add(tuple(round(v, 1) for v in here))
        assert len(places) == cut.count, "each marks another place"


def through(page: Page) -> list:
    """Letters with a straight line through their middle; stars and patterns lie under what covers them."""
    lines = []
    for p in page.paths:
        if p.stroked and not p.curved and len(p.points) <= 12:
            for (x1, y1), (x2, y2) in zip(p.points[::2], p.points[1::2], strict=False):
                if abs(y1 - y2) < 0.01 and abs(x1 - x2) > 3:
                    lines.append((min(x1, x2), max(x1, x2), y1))
    return [
        (x.letter, x.left, x.base)
        for x in page.letters
        if not x.hidden and not x.turned
        for a, b, y in lines
        if a < x.left and x.right < b and x.base - x.size * 0.15 < y < x.base - 0.05
    ]


@EACH
def test_no_line_runs_through_words(game):
    rings = sources.groups(Source.of(game))
    for key, piece in catalogue(game, running=RUNNING).items():
        if not key.endswith("board") and key not in rings:
            for page in pages(printed(game, [piece], Order(ink="saver"))):
                assert not through(page) and not collisions(page), (key, page.number)


@EACH
def test_the_same_game_gives_the_same_bytes_in_another_process(game):
    here = printed(game, chosen(catalogue(game), []), Order())
    run = [sys.executable, "-m", "companion", "print", game.key, "-o", "-"]
    env = {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    assert subprocess.run(run, capture_output=True, check=True, env=env).stdout == here


def test_words_are_measured_by_the_typeface_that_sets_them():
    page, *_ = pages(printed(GAMES[0], [catalogue(GAMES[0])["reference"]], Order()))
    said = [x for x in page.letters if x.base < 22 and x.size > 19]
    name = GAMES[0].name.replace(" ", "")
    assert "".join(x.letter for x in said) == name
    wide = width(GAMES[0].name, "Title") * said[0].size / 72 * 25.4
    assert said[-1].right - said[0].left == pytest.approx(wide, abs=0.6)
