"""A kit goes through a printer, sheet by sheet: every front has its back, nothing is printed twice."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import combinations

import pypdfium2
import pytest
from pypdf import PdfReader

from companion.boxes import shelf as boxes
from companion.kernel import transcript
from companion.kernel.cardset import SetForm
from companion.kernel.features import Measured
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.toolkit import cardsets
from printables.draw.fonts import TEXT, Unprintable
from printables.layout import tiles
from printables.layout.book import Section, bound
from printables.layout.grid import cuts, grid
from printables.layout.imposition import sheets
from printables.layout.paper import GAP, PAPERS, Cutout, Order, Page, choices, nothing
from printables.layout.sheet import Need
from printables.sources.boards import boards
from printables.sources.catalogue import book, catalogue, chosen, printed
from printables.sources.guide import counted, spans
from printables.sources.mats import mats
from printables.sources.source import Source
from printables.sources.tracks import tracks
from tests.conftest import in_turn
from tests.paper import pages
from tests.paper_use import inked, kit
from tests.printer import Printed, play, wrong

GAMES = list(shelf().values())
EVERY = [(paper, duplex) for paper in PAPERS for duplex in choices()["duplex"]]


def word(pen, said, w, h):
    """A word in the middle of a piece, and the form that shows where the piece lies."""
    pen.use(pen.form(("box", w, h), w, h, lambda pen: pen.box(0, 0, w, h), 2.0))
    pen.text(w / 2, h / 2 + 1, said, TEXT, 8, align="centre")


def some(order, count, w, h, name, both=True):
    """Pieces that say who they are, on both faces or on one."""
    faces = [[partial(word, said=f"{name}{n}{side}", w=w, h=h) for n in range(count)] for side in "fb"]
    pairs, gap = zip(*faces, strict=True), GAP if order.cut == "apart" else 0.0
    return [Cutout((w, h), front, back if both else None, gap=gap, name=name) for front, back in pairs]


def mixed(order):
    """Decks of one size and another, chips, strips with one face, whole sheets, and one with two faces."""
    chips = [
        Cutout((25, 25), one.front, one.back, gap=5.0, marks=False) for one in some(order, 61, 25, 25, "c")
    ]
    whole = [Page(partial(word, said=f"p{n}f", w=99, h=99), landscape=n % 2 == 0) for n in range(3)]
    both = [Page(partial(word, said=f"q0{side[0]}", w=99, h=99), side) for side in ("front", "back")]
    return [
        Section("Gods", some(order, 10, 63, 88, "g"), "gods"),
        Section("Board", whole, "board"),
        Section("Powers", some(order, 13, 63, 88, "h"), "powers"),
        Section("Tiny", some(order, 5, 44, 68, "t"), "tiny"),
        Section("Tracks", some(order, 2, 180, 36, "s", both=False), "tracks"),
        Section("Chips", chips, "chips"),
        Section("Leaf", both, "leaf"),
    ]


def behind(sheet: Printed, duplex: str, at: tuple[float, float]) -> tuple[float, float]:
    """The point of the back that lies behind a point of the front, as paper is turned by a printer."""
    x, y = at
    long_edge_is_upright = sheet.front.high >= sheet.front.wide
    if (duplex == "long") == long_edge_is_upright:
        return sheet.front.wide - x, y
    return x, sheet.front.high - y


@pytest.mark.parametrize("cut", choices()["cut"])
@pytest.mark.parametrize("paper, duplex", EVERY)
def test_every_piece_has_its_own_back_behind_it_and_lies_there_once(paper, duplex, cut):
    order = Order(paper, duplex, cut=cut)
    came = play(bound(order, "Mixed", mixed(order)))
    assert wrong(came) == []
    names = {f"{key}{n}" for key, many in zip("ghtc", (10, 13, 5, 61), strict=True) for n in range(many)}
    seen = Counter(word for sheet in came for word in sheet.front.words)
    assert all(seen[f"{name}f"] == 1 for name in [*names, "s0", "s1", "p0", "p1", "p2", "q0"])
    for sheet in came:
        for words, (x, y, along) in sheet.front.words.items():
            if words[:-1] not in names or words[-1] != "f":
                continue
            other = f"{words[:-1]}b"
            if duplex == "none":
                assert sheet.back is None and not any(other in one.front.words for one in came)
            elif duplex == "gutterfold":
                assert sheet.front.words[other][:2] == pytest.approx((sheet.front.wide - x, y), abs=0.3)
            else:
                bx, by, run = sheet.back.words[other]
                assert (bx, by) == pytest.approx(behind(sheet, duplex, (x, y)), abs=0.3), words
                assert sheet.front.wide < sheet.front.high, "all that is turned over is upright paper"
                kept, flipped = (0, 1) if duplex == "long" else (1, 0)
                assert (run[kept], run[flipped]) == (along[kept], -along[flipped]), (
                    "it stands the same way up"
                )


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("w, h", [(60, 80), (60, 180)], ids=["upright", "sideways"])
def test_an_offset_moves_backs_along_the_paper_however_their_sheet_is_drawn(w, h, duplex):
    plain, moved = (
        play(bound(order, "Gods", [Section("Gods", some(order, 9, w, h, "g"), "x")]))
        for order in (Order(duplex=duplex), Order(duplex=duplex, offset=(1.5, -2)))
    )
    for one, other in zip(plain, moved, strict=True):
        assert one.front == other.front and one.front.wide < one.front.high
        backs = {phrase: at for phrase, at in one.back.words.items() if phrase.startswith("g")}
        assert backs
        for words, (x, y, run) in backs.items():
            ox, oy, other_run = other.back.words[words]
            assert (ox, oy) == pytest.approx((x + 1.5, y - 2), abs=1e-3) and other_run == run


def test_an_offset_is_refused_for_the_room_along_the_paper():
    gods = [Section("Gods", some(Order(), 4, 60, 180, "g"), "x")]
    with pytest.raises(
        Unprintable, match="Offset 14 mm right or left would push the backs off the sheet; up to 13"
    ):
        bound(Order(offset=(14.0, 0.0)), "Gods", gods)
    assert bound(Order(offset=(0.0, 14.0)), "Gods", gods)


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_lie_apart_on_the_paper_and_clear_of_ruler_and_label(paper):
    for duplex in ("long", "gutterfold"):
        for cut in choices()["cut"]:
            order = Order(paper, duplex, cut=cut)
            for sheet in sheets(order, mixed(order)):
                apart(order, sheet)


def apart(order, sheet):
    """No piece lies over another or leaves the paper, bleed and all, or meets ruler and label."""
    wide, high = sheet.faces[0].on(order)
    foot, side = (4.4, 10.4) if sheet.faces[0].beside else (10.4, 4.4)
    for one in sheet.laid:
        left, top, right, bottom = one.box
        out = one.cutout.bleed
        assert min(left, wide - right) - out >= side and min(top, high - bottom) - out >= foot
    for one, other in combinations(sheet.laid, 2):
        (a, b, c, d), (e, f, g, h) = one.box, other.box
        assert e - c >= -1e-6 or a - g >= -1e-6 or f - d >= -1e-6 or b - h >= -1e-6


def test_what_fills_a_row_keeps_the_gap_of_the_pieces_before_it():
    order = Order()
    full = grid(order, Cutout((30, 30), nothing, gap=5.0)).holds
    chips = [replace(one, gap=5.0, marks=False) for one in some(order, full - 2, 30, 30, "c")]
    cards = some(order, 2, 20, 20, "g")
    (sheet,) = sheets(order, [Section("Chips", chips, "chips"), Section("Cards", cards, "cards")])
    *_, chip, card, other = sheet.laid
    assert card.box[0] - chip.box[2] == pytest.approx(5) and other.box[0] - card.box[2] == pytest.approx(4)


def test_small_pieces_lie_below_each_other_beside_a_tall_one():
    order = Order()
    tall, small = some(order, 2, 60, 180, "g"), some(order, 10, 56, 30, "c")
    (sheet,) = sheets(order, [Section("Tall", tall, "tall"), Section("Small", small, "small")])
    assert sum(one.box[0] > sheet.laid[1].box[2] for one in sheet.laid) == 5
    apart(order, sheet)


# -- every game -------------------------------------------------------------------------------------------


TABLES = [(game, players) for game in GAMES for players in game.players]
"""Every number of players a game is played with."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=[] if game is GAMES[-1] else pytest.mark.slow) for game in GAMES],
)
def test_a_kit_comes_out_of_the_printer_right_from_the_first_sheet_to_the_last(game):
    came = play(printed(game, chosen(catalogue(game), []), Order()))
    assert wrong(came) == [] and len(came) > 5
    assert came[0].back and "What it needs" in came[0].front.text
    texts = [(sheet.front.text, sheet.back.text) for sheet in came if sheet.back]
    read = [n for n, (front, _) in enumerate(texts) if re.search("What it needs|Set-up for|Quick ref", front)]
    assert sum("back, empty" in texts[n][1] for n in read) <= 1, "what is read is printed back to back"


@pytest.mark.slow
@pytest.mark.parametrize("table, how", in_turn(TABLES, EVERY))
def test_every_game_on_every_paper_for_every_table(table, how):
    (game, players), (paper, duplex) = table, how
    _kit_right(game, chosen(catalogue(game, players=players), []), Order(paper, duplex))


def linked(game, heroes):
    """The house set with these heroes alone, and the cards that are theirs."""
    own, names = cardsets.tidy(game[SetForm], game[SetForm].house), {row["name"] for row in heroes}
    rows = {deck.key: own[deck.key] for deck in game[SetForm].decks}
    theirs = {key: [r for r in of if r.get("hero", r["name"]) in names] for key, of in rows.items()}
    return {
        **own,
        **{key: theirs[key] if rows[key][0].get("hero") else rows[key] for key in rows},
        "heroes": heroes,
    }


def twice(game):
    """The house set with every hero and all their cards a second time, under another name."""
    own = cardsets.tidy(game[SetForm], game[SetForm].house)
    double = {key: [again(row, n) for n, row in enumerate(own[key])] for key in own if of_heroes(own, key)}
    return {**own, **{key: [*own[key], *rows] for key, rows in double.items()}}


def of_heroes(own, key):
    """Whether a deck is the heroes, or their cards."""
    return key == "heroes" or (isinstance(own[key], list) and "hero" in own[key][0])


def again(row, n):
    """A card under another name, of another hero with other letters."""
    second = {field: f"{row[field]} II" for field in ("name", "hero") if field in row}
    return {**row, **second, **({"letter": "QXYZUWJVNRGI"[n]} if "letter" in row else {})}


def own_sets():
    """Sets that are not the house's: those of played sittings, the fewest cards, and twice as many."""
    for game in GAMES:
        if not game.get(SetForm):
            continue
        for text in sittings(game).values():
            head, _, _ = text.partition("\n\n")  # what is played with them is of no interest here
            cards = transcript.read(head, {game.key: game}).opening.cards
            if cards and cards != game[SetForm].house:
                yield game, cards
        decks = {deck.key: deck for deck in game[SetForm].decks}
        if "heroes" in decks:
            few = linked(game, game[SetForm].house["heroes"][: decks["heroes"].least])
            yield game, few
            yield game, twice(game)


@pytest.mark.slow
@pytest.mark.parametrize("own, how", in_turn(own_sets(), EVERY))
def test_every_set_on_every_paper(own, how):
    (game, cards), (paper, duplex) = own, how
    assert cardsets.faults(game[SetForm], cards) == []
    _kit_right(game, chosen(catalogue(game, own=cards), []), Order(paper, duplex))


def _kit_right(game, pieces, order):
    """Every sheet as the printer turns it, no two that could be one, every piece once."""
    document = book(game, pieces, order)
    _bound_right(document, order)
    lone = [sheet for sheet in document.sheets if sheet.laid and _used(sheet, order) < 0.35]
    assert all(
        one.stock != other.stock or _folded(one) != _folded(other) for one, other in combinations(lone, 2)
    )
    assert sum(len(sheet.laid) for sheet in document.sheets) == sum(
        isinstance(part, Cutout) for section in document.sections for part in section.parts
    )


def _bound_right(made, order):
    """As the printer would: fronts on odd pages, their backs behind them."""
    for n, sheet in enumerate(made.sheets, 1):
        apart(order, sheet)
        mine = [side for side in made.sides if side.number == n]
        at = made.sides.index(mine[0])
        if made.turned:
            assert at % 2 == 0 and [side.page.side for side in mine] in (["front", "back"], ["", "empty"])
            assert (mine[1].page.side == "back") == any(
                one.cutout.back for one in sheet.laid
            ) or not sheet.laid
        else:
            assert len(mine) == 1
        assert len({side.page.on(order) for side in mine}) == 1


def _used(sheet, order):
    wide, high = sheet.faces[0].on(order)
    used = sum(one.cutout.size[0] * one.cutout.size[1] for one in sheet.laid)
    return used * (2 if _folded(sheet) else 1) / wide / high


def _folded(sheet):
    return sheet.faces[0].side == "folded"


@pytest.mark.slow
@pytest.mark.parametrize("game, duplex", in_turn(GAMES, choices()["duplex"]))
def test_a_running_tables_download_comes_out_right(phone, game, duplex):
    for players in game.players:
        anna = phone()
        form = {"players": str(players), "phone": "all", "option-first": "random"}
        for n in range(1, players + 1):
            form |= {f"name{n}": f"Player {n}", f"seat{n}": "random"}
        code = anna.open(game.key, **form)
        got = anna.get(f"/t/{code}/print.pdf?duplex={duplex}")
        assert got.status_code == 200
        assert wrong(play(got.data)) == []


# -- what it needs ----------------------------------------------------------------------------------------


def test_what_a_kit_needs_is_counted_from_its_sheets():
    order = Order()
    need = Need.of(sheets(order, mixed(order)))
    assert str(need) == f"5 sheets of card, 4 of paper, {need.cuts} cuts, 61 pieces to punch out"
    assert str(Need(0, 1, 0, 0)) == "1 sheet of paper"
    assert cuts([(0, 0, 5, 5), (7, 0, 12, 5), (0, 7, 5, 12), (7, 7, 12, 12)]) == 8
    assert cuts([(0, 0, 5, 5), (5, 0, 10, 5), (0, 5, 5, 10), (5, 5, 10, 10)]) == 6, "edge to edge"
    assert cuts([(0, 0, 5, 5), (7, 0, 12, 5), (0, 7, 5, 12)]) == 8, "a row that is not full"
    assert spans([2, 3, 4, 7, 9, 10]) == "2–4, 7, 9–10"
    assert counted([(2, 9), (3, 9), (4, 6), (7, 6)]) == "2–3 (9 each), 4 (6), 7 (6)"
    assert counted([(5, 22)]) == "5" and counted([(7, 0), (8, 0)]) == "7–8"


def test_nine_cards_edge_to_edge_fit_a_letter_and_eight_apart():
    for cut, many in (("butt", 9), ("apart", 8)):
        order = Order("letter", cut=cut)
        (sheet,) = sheets(order, [Section("Cards", some(order, many, 63, 88, "g"), "x")])
        assert len(sheet.laid) == many


def test_two_cards_lie_beside_the_fold_on_letter_as_on_a4():
    card = Cutout((63.0, 88.0), nothing)
    held = [grid(Order(paper), card, folded=True).holds for paper in ("a4", "letter")]
    assert held == [4, 4]


def test_there_are_1_to_20_copies():
    game = GAMES[0]
    pieces = [catalogue(game)["reference"]]
    assert len(book(game, pieces, Order(), 3).sheets) == 3 * len(book(game, pieces, Order()).sheets)
    for copies in (0, 21):
        with pytest.raises(Unprintable, match="1 to 20 copies"):
            book(game, pieces, Order(), copies)


# -- for the table it is for ------------------------------------------------------------------------------


def board_kinds(pieces):
    picture, _ = pieces["board"].data
    return {cell.kind for cell in picture.cells}


def test_heroballs_board_has_the_goals_of_those_who_play():
    game = next(game for game in GAMES if game.key == "heroball")
    for players in game.players:
        seats = game.seats(players)
        wanted = {seat.lower() for seat in seats}
        table = Table.open(game, Opening({seat: f"Player {seat}" for seat in seats}))
        for pieces in (catalogue(game, players=players), catalogue(game, table=table)):
            assert board_kinds(pieces) & {"gold", "crimson", "teal", "violet"} == wanted
            assert pieces["hero-mat"].words == f"{players} mats"
    whole = catalogue(game)
    assert board_kinds(whole) >= {"gold", "crimson", "teal", "violet"}, "else the largest table"
    places = [cell for cell in whole["board"].data[0].cells if cell.tile == "Goal"]
    assert len(places) == 12 and not any(cell.icon for cell in places), (
        "goals are tiles: their places are empty"
    )


def test_what_lies_before_a_player_is_printed_once_for_each():
    game = next(game for game in GAMES if game.key == "heaven-and-ale")
    for players in game.players:
        pieces = catalogue(game, players=players)
        one = len(tiles.pages(Order(), boards(Source.of(game))["own-board"]))
        assert len(pieces["own-board"].section(Order()).parts) == one * players
        assert len(pieces["aid"].section(Order()).parts) == players
        assert f"{players} of them: one for each player" in pieces["own-board"].words
    with pytest.raises(Unprintable, match="is for 2, 3 or 4 players"):
        catalogue(game, players=7)


def test_two_mats_share_a_sheet_of_a3():
    game = next(game for game in GAMES if game.key == "heroball")
    for paper, many in (("a4", 4), ("letter", 4), ("a3", 2)):
        parts = Section("Mats", catalogue(game)["hero-mat"].section(Order(paper)).parts, "mats")
        assert len(sheets(Order(paper), [parts])) == many


def test_no_track_is_printed_twice():
    for game in GAMES:
        source = Source.of(game)
        loose = {(track.title, track.spaces) for track in tracks(source)}
        fixed = {
            (zone.track.title, zone.track.spaces)
            for made in mats(source).values()
            for mat in made
            for _, zones in mat.rows
            for zone in zones
            if zone.track
        }
        assert not loose & fixed, game.key


def test_the_first_page_says_what_was_measured_of_the_house_set_and_of_no_other():
    game = shelf()["heroball"]
    mine = {**game[SetForm].house, "name": "Mine"}

    def first(keys, own=None):
        page = pages(printed(game, chosen(catalogue(game, own), keys), Order()))[0]
        return " ".join(page.text.split())

    assert f"House heroes, measured: {game[Measured].words}" in first(["cards", "reference"])
    assert "measured" not in first(["cards", "reference"], mine) + first(["pad", "reference"])


def test_a_kit_has_a_bookmark_for_each_part_and_pages_named_after_their_sheets():
    document = book(GAMES[-1], chosen(catalogue(GAMES[-1]), []), Order())
    reader = PdfReader(BytesIO(document.drawn()))
    assert reader.page_labels == [
        str(side.words).lower().replace("sheet ", "").replace(",", "", 1) for side in document.sides
    ]
    marks = {mark.title: reader.get_destination_page_number(mark) for mark in reader.outline}
    assert sorted(marks) == sorted(section.title for section in document.sections)
    for n, section in enumerate(document.sections):
        assert n in document.sides[marks[section.title]].sheet.of
        assert all(n not in side.sheet.of for side in document.sides[: marks[section.title]])


KITS = {
    "war-in-heaven": 13,
    "heaven-and-ale": 23,
    "high-heavens": 19,
    "heroball": 21,
    "havoc-in-heaven": 25,
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_kit_takes_so_many_sheets_and_leaves_the_back_of_boards_mats_and_strips_alone_empty(game):
    pieces = kit(game)
    assert len(pieces.sheets) <= KITS[game.key]
    bare = [sheet for sheet in pieces.sheets if len(sheet.faces) == 1 and not sheet.laid]
    assert sum(sheet.faces[0].shares for sheet in bare) <= 1, "only one has nothing to share its sheet with"
    strips = [one.cutout for sheet in pieces.sheets if len(sheet.faces) == 1 for one in sheet.laid]
    assert all(one.back is None for one in strips)


@pytest.mark.parametrize("paper, most", [("letter", 110), ("a3", 60)])
def test_the_kits_together_take_so_many_sheets_of_other_paper(paper, most):
    assert sum(len(kit(game, Order(paper)).sheets) for game in GAMES) <= most


@pytest.mark.parametrize("key", boxes.keys())
def test_a_box_is_a_leaflet_and_at_most_one_sheet_more_besides_its_deck(key):
    game = boxes.box(key)
    pieces = catalogue(game)
    kit = chosen(pieces, [])
    document = book(game, kit, Order())
    deck = [sheet for sheet in document.sheets if "Cards" in document.named(sheet)]
    allowed = 2 if len(deck) < 2 else 2 + len(deck)
    assert len(document.sheets) <= allowed
    assert {"aid", "set-up", "reference"}.isdisjoint(one.key for one in kit) and "reference" in pieces
    sides = [inked(page) for page in pypdfium2.PdfDocument(printed(game, [pieces["leaflet"]], Order()))]
    assert sum(sides) / len(sides) >= 0.65


@pytest.mark.parametrize("key", boxes.keys())
def test_a_leaflet_has_each_title_once(key):
    some = catalogue(boxes.box(key))["leaflet"].data[1]
    titles = [item.text.split(".* ")[0] for item in some if item.kind == "action" and ".* " in item.text]
    assert len(titles) == len(set(titles))


def test_a_leaflet_says_the_goal_the_set_up_every_rule_and_nothing_twice():
    game = boxes.box("skat")
    sentences = [item.text for item in catalogue(game)["leaflet"].data[1] if item.kind != "head"]
    bare = [text.rpartition(".* ")[2] for text in sentences]
    assert len(bare) == len(set(bare))
    assert any("two for the skat" in text for text in sentences)
    rules = {rule.words for rules in game.rules.sections().values() for rule in rules}
    assert game.rules.lesson.goal in sentences and "Values: each at 0." in sentences
    assert {words for words in rules if "Null games" in words or "lost game" in words} <= {*sentences}
