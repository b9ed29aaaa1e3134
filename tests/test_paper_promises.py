"""What ``check_paper`` says to the author of a game whose paper does not fit, or is not as declared."""

import re
from dataclasses import replace

import pytest

from companion.check import Broken, paper
from companion.check.paper import check_paper
from companion.kernel.features import Origin
from companion.kernel.shelf import shelf
from companion.kernel.view import Cell, Picture
from companion.toolkit.paper import Paper
from companion.toolkit.paper.boards import PaperBoards
from printables.draw.fonts import TEXT
from printables.layout.book import Section, bound
from printables.layout.paper import Order, Page
from tests import tiny

GAMES = list(shelf().values())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_on_the_shelf_keeps_what_paper_promises(game):
    lines = list(check_paper(game))
    assert [line.partition(":")[0] for line in lines[-2:]] == ["A4", "US Letter"]
    assert all(re.search(r"reference \d sheet", line) for line in lines[-2:])


def test_a_game_that_says_nothing_of_paper_keeps_it_too():
    assert [line.partition(":")[0] for line in check_paper(tiny.GAME)] == [
        "paper.toml", "board", "0 pieces fit where they lie", "A4", "US Letter",
    ]  # fmt: skip


def with_paper(**said):
    """The tiny game with something in its paper.toml."""
    return tiny.GAME.having(Paper.model_validate(said))


LONG = "A zone that has far more to say than there is room for. " * 200
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
HEX = ((0.5, 0.0), (1.5, 0.0), (2.0, 0.8), (1.5, 1.6), (0.5, 1.6), (0.0, 0.8))
CHIPS = {"key": "coins", "title": "Coins", "kinds": [{"name": "Coin", "letter": "1"}]}
IT = {"name": "It", "icon": "coin"}
MAT = {"key": "mat", "title": "A mat", "rows": [{"tall": 20, "zones": [{"title": "Much", "text": LONG}]}]}


def boards(*cells):
    """The tiny game with a board for paper alone."""
    return PaperBoards({"main": Picture("It", 4.0, 4.0, cells)})


@pytest.mark.parametrize(
    "game, says",
    [
        (
            with_paper(reference={"skip": ["ad"]}),
            "paper.toml, reference.skip: “ad” is not in the game; did you mean “add”?",
        ),
        (with_paper(boards={"bord": {}}), "boards: “bord” is not in the game; did you mean “board”?"),
        (with_paper(icon="crwn"), "paper.toml, icon: “crwn” is not in the game; did you mean “crown”?"),
        (
            with_paper(chips=[CHIPS | {"look": {"Coins": {"tone": "gold"}}}]),
            "paper.toml, chips coins, look: “Coins” is not in the game; did you mean “Coin”?",
        ),
        (
            with_paper(decks={"cards": {"side": "seat"}}),
            "paper.toml, decks.cards: “side” is for the cards of a set; here it does nothing.",
        ),
        (
            with_paper(chips=[CHIPS, CHIPS | {"key": "reference", "title": "Others"}]),
            "“Others” and “Quick reference” are both printed as “reference”: give one another key.",
        ),
        (
            with_paper(chips=[CHIPS | {"kinds": [{"name": "Coin"}]}]),
            "coins: nothing stands on “Coin”; give it a letter or an icon.",
        ),
        (
            with_paper(chips=[CHIPS | {"kinds": [IT | {"tone": "red"}, IT | {"tone": "copper"}]}]),
            "coins: two “It” differ by colour alone; give them letters or icons.",
        ),
        (
            with_paper(
                chips=[
                    CHIPS
                    | {"kinds": [IT | {"tone": "red"}, {"name": "That", "icon": "hand", "tone": "copper"}]}
                ]
            ),
            "coins: “It” and “That” have one pattern and the same letters; give one of them another colour",
        ),
        (
            with_paper(mats=[MAT]),
            "mat, on A4, colour: The mat “A mat”, “Much”: 11200 characters do not fit",
        ),
        (
            with_paper(mats=[MAT | {"players": 5}]),
            "paper.toml, mats mat, players: “5” is not in the game; known are 2.",
        ),
        (
            with_paper(boards={"main": {"flat": 20}}).having(boards(Cell("a", SQUARE, (0.5, 0.5)))),
            "main: paper.toml says how wide its hexes are, and it has none. Say “unit” instead of “flat”",
        ),
        (
            with_paper(boards={"main": {"flat": 20}}).having(boards(Cell("a", HEX, (1.0, 0.8)))),
            "main: its hexes should be 20 mm across and would be 18.475 mm. Draw hexes with sides of 1",
        ),
        (
            with_paper(boards={"main": {"unit": 900}}).having(boards(Cell("a", SQUARE, (0.5, 0.5)))),
            "main, on A4, colour: The board “Tiny” is too large for this paper.",
        ),
        (
            tiny.GAME.having(boards(*(Cell(f"{n}", SQUARE, (0.5, 0.5), f"kind {n}") for n in range(7)))),
            "main: the spaces “kind 0” and “kind 6” differ by colour alone; give one of them an icon in "
            "[boards.main.icons].",
        ),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_said_with_the_piece_and_what_would_be_right(game, says):
    with pytest.raises(Broken) as broken:
        list(check_paper(game))
    assert says in str(broken.value)


def test_words_that_leave_the_paper_are_said():
    page = Page(lambda pen: pen.text(150, 50, "a line that is far too long " * 3, TEXT, 12))
    document = bound(Order(), "Tiny", [Section("It", [page], "x")])
    with pytest.raises(Broken, match=r"Page 1: “a line that is .*” leaves the paper; make it shorter\."):
        paper._within(document)


def test_a_paper_toml_that_the_game_does_not_read_is_missed():
    game = next(game for game in GAMES if game.get(Paper) and game[Origin].package)
    with pytest.raises(Broken, match=r"There is a paper.toml, but the game does not list on_paper"):
        list(check_paper(replace(game, features=tuple(f for f in game.features if not isinstance(f, Paper)))))
