"""The pictures on a phone: the same as on paper, each sent once, and only those that are on the page."""

import re
from typing import Any

import pytest

from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.view import Cell, Picture, Piece
from companion.svg.pictures import GRID, paths
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.silhouettes import COARSE, Silhouettes, address, file
from companion.svg.spec import Pictures
from companion.toolkit.cardsets import read, tidy, to_csv, to_toml
from companion.web.config import VERSION
from companion.web.silhouettes import silhouettes
from printables.draw.svg_path import segments
from printables.sources.chips import groups
from printables.sources.decks import packs
from printables.sources.source import Source

GAMES = list(shelf().values())
SENT = re.compile(r'[" ](?:data-)?href="/pictures/([\w-]+)\.svg\?v=\w+#p"')
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SEATS = {"Red": 0, "Blue": 1}


def shown(pieces, pictures, **cell) -> str:
    cells = (Cell("a", SQUARE, (0.5, 0.5), **cell),)
    made = Picture("A board", 1, 1, cells, pieces=pieces)
    return str(board(made, SEATS, Overlay(), Embedding("/i.svg", pictures=pictures)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_each_thing_has_the_same_picture_on_the_phone_on_its_token_and_on_its_card(game):
    of, source = silhouettes(game).of, Source.of(game)
    on_paper = {face.name: face.picture for pack in packs(source).values() for face in pack.faces}
    on_paper |= {chip.name: chip.picture for group in groups(source).values() for chip in group.chips}
    view = source.view
    cards = [card for panel in view.panels for card in panel.cards]
    cards += [card for shelf_ in view.shelves for card in shelf_.cards]
    named = {name: card.names for card in cards for name in (card.thing, card.name)}
    boards = [view.picture, *(panel.picture for panel in view.panels)]
    named |= {piece.thing: piece.names for one in boards if one for piece in one.pieces}
    both = [name for name in named if on_paper.get(name)]
    assert len(both) > 4 or game.key == "heaven-and-ale", "of an abbey, cards alone are named so"
    for name in both:
        assert of(*named[name]).href == address(on_paper[name]), name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_picture_of_the_phone_is_that_of_paper_on_a_coarser_grid(game):
    drawn = set(game[Pictures].pictures.values())
    assert sum(len(file(name)) for name in drawn) < 0.66 * sum(len(paths()[name]) for name in drawn)
    for name in drawn:
        fine = corners(paths()[name])
        there = re.search(r'd="([^"]+)"', file(name))[1]
        for x, y in corners(there):
            at = (x * GRID / COARSE, y * GRID / COARSE)
            near = min((x - at[0]) ** 2 + (y - at[1]) ** 2 for x, y in fine) ** 0.5
            assert near <= GRID / COARSE, f"{name}: {at} is no corner of it"


def corners(d: str) -> list[tuple[float, float]]:
    return [values[-2:] for way, values in segments(d) if way != "h"]


def test_a_picture_is_kept_for_a_year_and_none_is_made_up(app, phone):
    ada, where = phone(), address("raven").partition("#")[0]
    sent = ada.get(where)
    assert sent.mimetype == "image/svg+xml" and sent.text == file("raven")
    assert sent.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert ada.get("/pictures/raven.svg").headers["Cache-Control"] == "no-cache"
    assert "no picture of that name" in ada.get("/pictures/ravn.svg").text
    assert ada.get("/pictures/..%2fraven.svg").status_code == 404


def test_the_about_page_names_who_drew_them_their_licence_and_what_was_changed(app, phone):
    ada = phone()
    assert 'href="/about"' in ada.get("/").text
    text = ada.get("/about").text
    for words in ("Lorc", "Delapouite", "CC BY 3.0", "Changes made", "MIT licence", "htmx", VERSION):
        assert words in text, words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_only_pictures_of_what_is_on_the_page_are_sent(game, app, phone):
    seats, ada = dict.fromkeys(game.seats(game.players[-1]), "Ada"), phone()
    table = Table.open(game, Opening(seats))
    ada.get("/")
    with ada.client.session_transaction() as cookie:
        cookie["phone"] = "a" * 32
    session = app.extensions["companion"].store.open(game, table, "a" * 32, list(seats))
    sent = set(SENT.findall(ada.get(f"/t/{session.code}").text))
    view = game.view(table.state)
    boards = [one for one in (view.picture, *(panel.picture for panel in view.panels)) if one]
    lists = [*view.panels, *view.shelves]
    names = [
        thing.names
        for thing in (*(p for b in boards for p in b.pieces), *(c for p in lists for c in p.cards))
    ]
    names += [(cell.tile, cell.kind) for one in boards for cell in one.cells]
    names += [(chips.name, chips.kind) for chips in view.bank]
    names += [(chips.name, chips.kind) for one in lists for card in one.cards for chips in card.stack]
    under = [spec for one in boards if (spec := game[Pictures].boards.get(one.under))]
    corners = {name for spec in under for name in spec.corners}
    assert sent and sent <= {game[Pictures].of(*some) for some in names} | corners


def test_a_piece_wears_its_picture_over_its_figures_and_a_kind_of_ground_its_own():
    pictures = Silhouettes(Pictures(pictures={"Odin": "raven", "Wood": "wood-pile", "Lake": "waves"}))
    odin = Piece("Odin", (0.5, 0.5), "Red", "O", caption="5/6")
    markup = shown((odin,), pictures, kind="lake", icon="water")
    assert SENT.findall(markup) == ["waves", "raven"]
    assert ">O<" not in markup and ">5/6<" in markup
    tile = Piece("Gold A1", (0.5, 0.5), "", "4", "wood", tone="wood", shape="tile", kind="wood 4")
    markup = shown((tile,), pictures)
    assert SENT.findall(markup) == ["wood-pile"] and ">4<" in markup and "/i.svg#wood" not in markup
    assert ">L<" in shown((Piece("Loki", (0.5, 0.5), "Red", "L"),), pictures)


def test_two_cards_of_a_set_with_one_picture_keep_their_letters():
    game = Pictures(pictures={"Odin": "raven", "Loki": "fire", "Militia": "angel-wings"})
    own = {"Odin": "", "Hugin": "raven", "Loki": "", "Tyr": "paw-print"}
    pictures = Silhouettes(game, own)
    pieces = tuple(Piece(name, (0.5, 0.5), "Red", name[0]) for name in own)
    markup = shown(pieces, pictures)
    assert SENT.findall(markup) == ["raven", "raven", "fire", "paw-print"]
    assert [letter in markup for letter in (">O<", ">H<", ">L<", ">T<")] == [True, True, False, False]
    assert not pictures.of("Militia 2").shared


def with_pictures(game, **chosen: str) -> dict[str, Any]:
    """The house set, with other pictures for cards by their names."""
    cards = {
        key: [{**row, **({"picture": chosen[row["name"]]} if row["name"] in chosen else {})} for row in rows]
        for key, rows in game[SetForm].house.items()
        if isinstance(rows, list)
    }
    return {**game[SetForm].house, **cards}


@pytest.mark.parametrize(
    "key, name", [("high-heavens", "Odin"), ("heroball", "Lykos"), ("havoc-in-heaven", "Nezha")]
)
def test_a_table_s_own_set_chooses_pictures_for_phone_and_paper(key, name):
    game = shelf()[key]
    own = with_pictures(game, **{name: "octopus"})
    assert game[SetForm].faults(own) == []
    assert silhouettes(game, own).of(name).href == address("octopus") != silhouettes(game).of(name).href
    assert silhouettes(game, own).of("Zeus") == silhouettes(game).of("Zeus"), "the others stay as they are"
    assert silhouettes(game, own) is silhouettes(game, own)
    source = Source.of(game, own)
    faces = {face.name: face.picture for pack in packs(source).values() for face in pack.faces}
    chips = {chip.name: chip.picture for group in groups(source).values() for chip in group.chips}
    page_text = [
        str((face.lines, face.figures, face.text)) for pack in packs(source).values() for face in pack.faces
    ]
    assert not [words for words in page_text if "octopus" in words], "it is drawn, not written"
    assert faces[name] == "octopus" and chips.get(name, "octopus") == "octopus"
    for text in (to_csv(game[SetForm], own, key), to_toml(game[SetForm], own, game)):
        assert read(shelf(), text).cards == tidy(game[SetForm], own)


@pytest.mark.parametrize(
    "said, why",
    [
        ("Octopuss", "is “Octopuss”, which is not there; did you mean “octopus”?"),
        ("0123456789", "is “0123456789”, which is not there; another would be right"),
        ('"><script>', 'is “"><script>”, which is not there; another would be right'),
        ("o" * 41, "has 41 characters; at most 40 fit"),
    ],
)
def test_a_picture_that_is_not_there_is_refused_and_never_sent(said, why):
    game = shelf()["high-heavens"]
    own = with_pictures(game, Odin=said)
    assert game[SetForm].faults(own) == [("Odin", "picture", why)]
    assert silhouettes(game, own).of("Odin") == silhouettes(game).of("Odin")


def test_a_game_that_was_made_anew_has_its_own_pictures():
    game = shelf()["high-heavens"]
    other = game.having(Pictures(pictures={"Odin": "wolf-head"}))
    assert silhouettes(other).of("Odin").href == address("wolf-head")
