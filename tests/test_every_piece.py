"""Every game's own pieces, read back from the PDF: what a buyer would measure."""

import re
import subprocess
import sys
from copy import deepcopy
from itertools import chain, combinations, pairwise
from math import dist, sqrt

import pytest

from companion.games.heaven_and_ale import box
from companion.kernel.cardset import SetForm
from companion.kernel.rulebook import TABLE
from companion.kernel.shelf import shelf
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.paper import Paper
from companion.toolkit.paper.boards import BoardSpec, PaperBoards, TokensSpec
from printables.draw import sigil
from printables.draw.fonts import width
from printables.draw.icons import ICONS
from printables.draw.ink import TONES
from printables.draw.pen import BLEED
from printables.layout import cards, chip_faces, seams, sigil_faces
from printables.layout.paper import Order
from printables.layout.seams import FOOT
from printables.sources import boards, decks, mats, reference, sigils
from printables.sources import chips as sources
from printables.sources.catalogue import book, catalogue, chosen, printed
from printables.sources.guide import counted
from printables.sources.source import Source
from tests.conftest import in_turn
from tests.made_up import inside
from tests.paper import NEAR, RUNNING, Page, collisions, pages, read

WHITE = (1.0, 1.0, 1.0)
GAMES = list(shelf().values())
GAMES_BY_KEY = {game.key: game for game in GAMES}
EACH = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=[] if game is GAMES[-1] else pytest.mark.slow) for game in GAMES],
    scope="module",
)
"""One game in the quick tests, all of them in the whole; one after the other, since what was read is kept."""
ODD = (pytest.mark.soak, pytest.mark.slow)
"""Every second game in the whole suite, the others in the soak."""


def guide(game, order):
    """The page that says how to print."""
    pieces = catalogue(game)
    return pages(printed(game, [pieces["reference"], pieces["calibration"]], order))[0]


def cards_of(game):
    """Every deck: its key, its faces, and how large its cards are."""
    for key, pack in decks.packs(Source.of(game)).items():
        yield key, pack.faces, pack.size


def named(piece):
    """What the label calls a piece: with its set of cards, where there are several."""
    return f"{piece.title}, {piece.cards}" if piece.cards else piece.title


# -- every game -------------------------------------------------------------------------------------------


@EACH
def test_every_piece_of_every_game_prints_and_reads_well(game):
    _reads_well(game, Order())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_with_lines_for_fields_every_piece_reads_well_and_no_line_runs_through_words(game):
    order, rings = Order(ink="saver"), sources.groups(Source.of(game))
    _reads_well(game, order)
    for page in _without_calibration(game, order):
        fields = [p for p in page.paths if p.filled and p.colour[1] != WHITE and p.box[2] - p.box[0] > 9]
        assert all(_is_sigil(field) for field in fields), page.text[-60:]
    for key in catalogue(game, running=RUNNING):
        if key not in boards.boards(Source.of(game)) and key not in rings:
            for page in read(game.key, key, order):
                assert not through(page), (key, page.number)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=ODD[n % 2]) for n, game in enumerate(GAMES)],
)
def test_in_black_and_white_every_piece_reads_well_and_has_no_colour(game):
    _reads_well(game, Order(ink="bw"))
    for page in _without_calibration(game, Order(ink="bw")):
        assert all(len({round(v, 3) for v in value}) == 1 for _, value in page.colours)


def _without_calibration(game, order):
    """Every page of every piece, and the page that says how to print."""
    keys = [key for key in catalogue(game) if key != "calibration"]
    return [*chain.from_iterable(read(game.key, key, order) for key in keys), guide(game, order)]


def _is_sigil(field):
    """The square of a sigil is black in every ink: a photograph reads it by that."""
    sides = field.box[2] - field.box[0], field.box[3] - field.box[1]
    return field.colour[1] == sigil.BLACK and sides == pytest.approx((sigil.SIDE, sigil.SIDE), abs=NEAR)


def _embeds_its_typefaces(page):
    return all("/FontFile2" in font["/FontDescriptor"] for font in page.page["/Resources"]["/Font"].values())


def _reads_well(game, order):
    assert _embeds_its_typefaces(guide(game, order))
    for key, piece in catalogue(game, running=RUNNING).items():
        for page in read(game.key, key, order):
            where = f"{key}, page {page.number + 1}"
            assert min(letter.size for letter in page.letters) >= 4.99, where
            assert _embeds_its_typefaces(page), where
            assert "\x00" not in page.text and "\ufffd" not in page.text, where
            result = collisions(page)
            assert not result, (where, result[0])
            assert all(x.left >= -3.0 and x.right <= page.wide + 3.0 for x in page.letters), where
            foot = [
                abs(x2 - x1)
                for x1, y1, x2, y2, _ in page.lines
                if y1 == y2 and abs(page.high - 5.2 - y1) < NEAR
            ]
            side = [abs(y2 - y1) for x1, y1, x2, y2, _ in page.lines if x1 == x2 and abs(8.0 - x1) < NEAR]
            bar = foot or side
            assert bar == [pytest.approx(100, abs=NEAR)], where
            assert f"{game.name} · {named(piece)} · sheet " in page.text


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, paper, duplex", in_turn(GAMES, ["letter", "a3"], ["gutterfold", "short", "none"])
)
def test_every_piece_prints_on_every_paper_and_with_every_way_of_turning(game, paper, duplex):
    for option in ("straight", "zigzag", "fit"):
        order = Order(paper=paper, duplex=duplex, seam=option, punch="25.4", shape="square")
        for piece in catalogue(game).values():
            if piece.key.endswith("board") or option == "straight":
                assert piece.section(order).parts
                assert printed(game, [piece], order).startswith(b"%PDF")


@EACH
def test_every_coloured_part_has_a_pattern_and_an_icon_or_a_letter(game):
    source = Source.of(game)
    for pack in decks.packs(source).values():
        for face in pack.faces:
            assert face.tone in TONES and (face.letter or face.icon in ICONS), face.name
        assert all(back.icon in ICONS for back in pack.backs)
    for group in sources.groups(source).values():
        for chip in group.chips:
            assert chip.tone in TONES and (chip.letter or chip.caption or chip.icon in ICONS), chip.name
        for one, other in combinations(group.chips, 2):
            if one.tone != other.tone:
                marks = [(c.icon, c.letter, c.caption, TONES[c.tone].pattern, c.name) for c in (one, other)]
                assert marks[0] != marks[1], f"{one.name} and {other.name} differ by colour alone"


@EACH
def test_the_words_of_a_chip_stay_within_its_inner_ring_and_names_keep_their_capitals(game):
    for key, group in sources.groups(Source.of(game)).items():
        size, text = group.size or 25.0, "".join(chip.name for chip in group.chips)
        if group.stand or group.form.clear or group.form.shape == "corner":
            continue
        sheets = read(game.key, key, Order(duplex="none"))
        for page in sheets:
            across = max(group.form.box(size)) + 2 * chip_faces.BLEED
            middles = {f.middle for f in page.largest(across, across)}
            for x in page.letters:
                if x.hidden or x.base > page.high - FOOT:
                    continue
                corners = [(at, x.base - up) for at in (x.left, x.right) for up in (0, x.size * 0.16)]
                far = [max(dist(at, middle) for at in corners) for middle in middles]
                core = sigil_faces.CORE if group.sigils == "only" else chip_faces.CORE
                assert min(far) <= size / 2 * (core - 0.03) + 0.15, (key, x.letter)
        for deck in game[SetForm].decks if game.get(SetForm) else ():
            for row in game[SetForm].house[deck.key]:
                if any(s.deck == deck.key and not s.where for s in game[Paper].chips if s.key == key):
                    assert row["name"] in text


@EACH
def test_the_reference_sheet_says_every_action_and_rule_and_then_how_they_are_read(game):
    sheets = read(game.key, "reference", Order(duplex="long"))
    assert len(sheets) <= 2
    text = "".join("".join(page.text.replace("’", "'").split()) for page in sheets)
    rules_, readings = text.split("".join(reference.READINGS.split()), 1)
    sizes = [x.size for page in sheets for x in page.letters if 24 < x.base < page.high - 12]
    small = sum(size < 8.0 for size in sizes) / len(sizes)
    assert small < 0.06 and min(sizes) >= 6.39, "numbers in the margin alone are smaller than 8 points"
    verbs = {kind.verb for kind in game.kinds}
    skip = set(Source.of(game).paper.reference.skip)
    assert skip <= verbs and ("Plus.Move" in text) <= ("plus" not in skip)
    for kind in game.kinds:
        if kind not in AT_THE_TABLE and not kind.anytime and kind.verb not in skip:
            assert "".join(f"{kind.title}.".split()) in text and "".join(str(kind.cost).split()) in text
    phones = {*TABLE, *Source.of(game).paper.reference.rules}
    for rule in game.rules.values():
        if rule.key not in phones:
            page_text = "".join(rule.words.split())
            assert page_text[:40] in rules_, rule.key
            assert (page_text[-10:] + "†" in rules_) == bool(rule.reading), rule.key
            assert "".join(rule.reading.split())[:20] in readings, rule.key


@pytest.mark.slow
@EACH
def test_a_bundle_starts_with_a_page_that_says_what_to_print_and_how(game):
    pieces = chosen(catalogue(game), [])
    sheets = pages(printed(game, pieces, Order()))
    first = sheets[0].text
    assert "100 %" in first and "100 mm" in first
    assert ("flaps at its foot" in " ".join(first.split())) == any(chip.stand for chip in game[Paper].chips)
    document = book(game, pieces, Order())
    assert len(sheets) == len(document.sides) and str(document.need) in first
    for n, piece in enumerate(pieces):
        on = [number for number, sheet in enumerate(document.sheets, 1) if n in sheet.of]
        counts = [sum(one.of == n for one in document.sheets[number - 1].laid) for number in on]
        assert piece.title in first and counted(list(zip(on, counts, strict=True))) in first
        named_ = [sheets[2 * number - 2].text for number in on]
        assert all(piece.title in text or re.search(r", \d+ more", text) for text in named_)
    assert catalogue(game)["calibration"] not in pieces and "calibration" in first
    words = {
        "long": "the long edge",
        "short": "the short edge",
        "gutterfold": "fold and glue",
        "none": "one side",
    }
    for duplex, phrase in words.items():
        page, *_ = pages(printed(game, pieces[:2], Order(paper="letter", duplex=duplex)))
        assert all(word in page.text for word in ("measure", phrase, "cut", "join")) and not collisions(page)


@EACH
def test_boards_are_printed_at_the_size_that_is_said(game):
    for key, board in boards.boards(Source.of(game)).items():
        spec = Source.of(game).paper.boards.get(key) or BoardSpec()
        (page, *_) = read(game.key, key)
        hexes = [cell for cell in board.picture.cells if len(cell.outline) == 6]
        cell, flat = [*hexes, *board.picture.cells][0], spec.flat or boards.FLAT
        wide, high = (max(side) - min(side) for side in zip(*cell.outline, strict=True))
        unit = spec.unit or flat / sqrt(3)
        assert spec.unit or not hexes or min(wide, high) * unit == pytest.approx(flat, abs=NEAR)
        drawn = [p.box for p in page.paths if len(p.points) == len(cell.outline) and p.stroked]
        assert any(
            abs(right - left - wide * unit) <= NEAR and abs(low - top - high * unit) <= NEAR
            for left, top, right, low in drawn
        )
        assert len(board.picture.pieces) == 0


@pytest.mark.slow
def test_heaven_and_ale_is_whole_on_paper():
    game = GAMES_BY_KEY["heaven-and-ale"]
    pieces, facts = catalogue(game), box.FACTS
    sheets = pages(printed(game, [pieces["main-board"]], Order()))
    text = " ".join(page.text for page in sheets)
    for n in range(1, 16):
        assert f"R{n}" in text.split()
    cells = {p.box for page in sheets for p in page.paths if p.stroked and len(p.points) == 4}
    assert any(abs(c - a - 33) < NEAR and abs(d - b - 33) < NEAR for a, b, c, d in cells)
    for goal in facts.goals:
        assert all(word in text for word in goal.words.split()), goal
    source = Source.of(game)
    groups = sources.groups(source)
    count = {key: sum(chip.count for chip in group.chips) for key, group in groups.items()}
    assert (count["tiles"], count["monks"], count["discs"]) == (100, 24, facts.tiles.discs)
    assert count["large-barrels"] == count["small-barrels"] == len(facts.goals)
    assert sum(int(chip.letter) * chip.count for chip in groups["ducats"].chips) >= 4 * facts.tiles.ducats
    sheds = [(chip.name, chip.letter) for chip in groups["sheds"].chips]
    assert sheds == [(f"From {row.at}", f"+{row.brewmaster}") for row in facts.sheds]
    assert "4 of them: one for each player" in pages(printed(game, chosen(pieces, []), Order()))[0].text
    own = boards.boards(source)["own-board"]
    marked = {cell.space: cell.icon for cell in own.picture.cells if cell.icon}
    assert marked["spot wood"] == "wood" and marked["track 1"] == "wood" and marked["track -9"] == "crown"


def test_a_stranger_who_says_nothing_of_paper_prints_at_once(tiny):
    game = shelf()["tiny"]
    assert not game.get(Paper)
    pieces = catalogue(game)
    assert {"board", "reference"} <= set(pieces)
    assert Source.of(game).view.picture.pieces and "tokens" not in pieces
    cardboard = catalogue(game.having(Paper(tokens=TokensSpec(size=20))))
    assert cardboard["tokens"].words == "1 piece, 20 mm", "only what a game says is cardboard is a token"
    assert len(pages(printed(game, chosen(pieces, []), Order()))) > 2


@EACH
def test_all_that_a_table_needs_is_there(game):
    """Every piece that the game declares, every verb and rule, and what a running table has."""
    source, result = Source.of(game), catalogue(game, running=RUNNING)
    paper = source.paper
    wanted = {"reference", "calibration", "tent", "resume", *(chips.key for chips in paper.chips)}
    wanted |= {mat.key for mat in paper.mats}
    wanted |= {deck.key for deck in game[SetForm].decks if deck.most > 1} if game.get(SetForm) else {"cards"}
    wanted |= {"board", *game[PaperBoards].pictures} if source.view.picture else {*game[PaperBoards].pictures}
    wanted |= {"own-board"} if source.view.panels[0].picture else set()
    wanted |= {"tokens"} if paper.tokens else set()
    wanted |= {"trackers"} if any(not track.on for track in paper.tracks or ()) else set()
    wanted |= {"pad"} if paper.pad else set()
    wanted |= {"set-up"} if source.state.told else set()
    wanted |= {"stickers"} if sigils.has(paper) else set()
    wanted |= {"aid"} if game.rules.lesson.steps else set()
    wanted -= {key for key, spec in (paper.boards | paper.decks).items() if spec.skip}
    assert wanted <= set(result) and set(result) - wanted <= {"trackers"}, "tracks may come from counters"


def test_the_chips_are_as_many_as_in_the_box():
    counted = {}
    for game in GAMES:
        for key, group in sources.groups(Source.of(game)).items():
            counted[game.key, key] = sum(chip.count for chip in group.chips)
    assert counted["high-heavens", "ringchips"] == 100
    assert counted["war-in-heaven", "tokens"] == 22
    (war,) = [game for game in GAMES if game.key == "war-in-heaven"]
    assert all(chip.other for chip in sources.groups(Source.of(war))["tokens"].chips), "with both faces"


@pytest.mark.slow
@pytest.mark.parametrize("key, name", [("tiles", "Resource"), ("monks", "Monk")])
def test_what_is_drawn_face_down_shows_nothing_of_itself(key, name):
    sheets = read("heaven-and-ale", key, Order())
    for back in sheets[1::2]:
        letters = "".join(letter.letter for letter in back.letters if letter.base < back.high - 12)
        assert name in letters and set(letters.replace(name, "")) == {"I"}, "I and II, no more"


@EACH
def test_letters_of_every_card_are_in_its_safe_area_and_every_card_is_there(game):
    for key, faces, (w, h) in cards_of(game):
        sheets = read(game.key, key, Order(duplex="none"))
        forms = [form for page in sheets for form in page.largest(w + 2 * BLEED, h + 2 * BLEED)]
        assert len(forms) == sum(face.count for face in faces)
        for page in sheets:
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
    house = games["heroball"][SetForm].house
    for card in house["cards"]:
        said = f"*{card['name']}* ⚡{card['cost']} {card['slot']}: {card['text']}"
        assert said in heroes[card["hero"]].text
    havoc = games["havoc-in-heaven"]
    sheets = pages(printed(havoc, [catalogue(havoc)["skills"]], Order(duplex="none")))
    for page in sheets:
        for x, y in zip(page.letters, page.letters[1:], strict=False):
            if x.letter + y.letter == "su" and x.size == y.size and "summoned" in page.text:
                assert x.size >= 8
    assert any("summoned" in page.text for page in sheets)


def test_a_story_is_on_its_card_and_a_heros_skills_too_and_what_an_ability_costs_is_no_price():
    game = GAMES_BY_KEY["high-heavens"]
    own = deepcopy(game[SetForm].house)
    own["gods"][0]["mythos"] = "He hung nine nights on the tree, and drank."
    odin = decks.packs(Source.of(game, own))["gods"].faces[0]
    assert "drank." in odin.lore and not odin.cost and odin.main == "Health"
    assert odin.text.startswith("*Huginn and Muninn* ⚡1: ")
    havoc = GAMES_BY_KEY["havoc-in-heaven"]
    own = deepcopy(havoc[SetForm].house)
    own["heroes"][0] |= {"text": "Never sleeps.", "lore": "Born from a stone."}
    wukong = decks.packs(Source.of(havoc, own))["heroes"].faces[0]
    assert wukong.lore == "Born from a stone." and wukong.text.startswith("Never sleeps.")
    assert all(skill in wukong.text for skill in ("Seventy-Two Changes", "Cloud Somersault", "Monkey Double"))
    assert wukong.vista and len({face.vista for face in decks.packs(Source.of(havoc))["items"].faces}) == 22


def test_the_figure_that_matters_most_is_the_largest_on_its_card():
    for page in read("havoc-in-heaven", "buildings", Order(duplex="none")):
        great = sorted((x for x in page.letters if x.letter.isdigit()), key=lambda x: -x.size)
        assert great[0].size > 1.4 * 14 and {round(x.size) for x in great} >= {21, 14}


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_places_for_cards_on_a_mat_hold_a_card_and_lie_side_by_side(game, paper):
    for key, made in mats.mats(Source.of(game)).items():
        for page in read(game.key, key, Order(paper=paper)):
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
        result = decks.packs(Source.of(game))
        assert set(result[one].backs) == set(result[other].backs)


@EACH
def test_a_print_shop_gets_every_card_in_cmyk_with_trim_and_bleed(game):
    for key, faces, (w, h) in cards_of(game):
        sheets = read(game.key, key, Order(outlet="pdfx"))
        assert len(sheets) == 2 * sum(face.count for face in faces)
        for page in sheets[:: max(1, len(sheets) // 6)]:
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
        cut = seams.tiling(Order(paper=paper, seam="zigzag"), board)
        hexes = [cell for cell in board.picture.cells if len(cell.outline) == 6]
        if not cut.zigzag or len(hexes) < len(board.picture.cells):
            continue
        for axis, cuts in ((0, cut.across), (1, cut.down)):
            for at in cuts:
                line = seams.zigzag(board, axis, at)
                assert not any(inside(line, cell, board) for cell in hexes)


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_seam_that_is_chosen_goes_through_no_space(game, paper):
    for board in boards.boards(Source.of(game)).values():
        cut = seams.tiling(Order(paper=paper), board)
        assert cut.zigzag or not seams.crossed(board, cut), board.title


@EACH
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_board_on_one_sheet_can_be_read_and_says_how_small_it_is(game, paper):
    for key, board in boards.boards(Source.of(game)).items():
        page, *_ = pages(printed(game, [catalogue(game)[key]], Order(paper=paper, seam="fit")))
        assert min(letter.size for letter in page.letters) >= 4.99 and not collisions(page)
        assert "shrunk to" in page.text
        words = {word for cell in board.picture.cells for word in cell.label.split()}
        assert words <= set(page.text.split())


@EACH
def test_every_sheet_of_a_board_has_a_map_with_its_place(game):
    for key, board in boards.boards(Source.of(game)).items():
        cut = seams.tiling(Order(), board)
        sheets = read(game.key, key)
        if cut.count == 1:
            continue
        places = set()
        for page in sheets:
            strip = [p for p in page.paths if not p.form and p.stroked and len(p.points) == 4]
            small = [p for p in strip if page.high - 12 < p.box[1] and p.box[3] < page.high - 3]
            assert len(small) == cut.count and len(sheets) % cut.count == 0
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


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_game_gives_the_same_bytes_in_another_process(game):
    here = printed(game, chosen(catalogue(game), []), Order())
    run = [sys.executable, "-m", "companion", "print", game.key, "-o", "-"]
    env = {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    assert subprocess.run(run, capture_output=True, check=True, env=env).stdout == here


def test_words_are_measured_by_the_typeface_that_sets_them():
    page, *_ = read(GAMES[0].key, "reference")
    said = [x for x in page.letters if x.base < 22 and x.size > 19]
    name = GAMES[0].name.replace(" ", "")
    assert "".join(x.letter for x in said) == name
    wide = width(GAMES[0].name, "Title") * said[0].size / 72 * 25.4
    assert said[-1].right - said[0].left == pytest.approx(wide, abs=0.6)
