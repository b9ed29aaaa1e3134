"""The phone's pen: what can be seen of a picture, and what can be tapped."""

import random
import re
from dataclasses import replace
from itertools import islice

import pytest

from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.sittings import usual_opening
from companion.kernel.view import Cell, Counter, Picture, Piece, Plate, Stroke
from companion.svg import renderer
from companion.svg.ground import ICONS, ground_of
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.turned import turned

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
CELLS = (
    Cell("A1", SQUARE, (1.0, 1.0), "water", "A1", "water"),
    Cell("B1", tuple((x + 2, y) for x, y in SQUARE), (3.0, 1.0), "red", "B1"),
)
PLATE = Plate(
    (0.0, 0.0),
    Counter("Red score", "Ann", 7, None, "Red"),
    (("boot", Counter("Red steps", "steps", 1, 3, "Red")),),
    on=True,
)
PICTURE = Picture(
    "Two fields",
    4.0,
    2.0,
    CELLS,
    pieces=(Piece("Ann", (3.0, 1.0), "Red", "A"), Piece("Ball", (1.0, 1.0), "", "", shape="ball")),
    ways=(Stroke(((1.0, 1.0), (3.0, 1.0))),),
    plates=(PLATE,),
)


def drawn(**more) -> str:
    """The picture as markup."""
    return str(renderer.board(PICTURE, {"Red": 0}, renderer.Overlay(**more), renderer.Embedding()))


def test_a_ground_wears_the_colours_of_the_table_that_shows_it():
    plain = str(renderer.board(PICTURE, {}, renderer.Overlay(), renderer.Embedding()))
    assert "own seat-0" not in plain and "own seat-0" in drawn()


def test_a_cell_with_an_icon_is_told_by_it_and_any_other_kind_by_its_pattern():
    markup = drawn()
    assert f'd="{ICONS["water"]}"' in markup and "cell special k-water" in markup
    assert markup.count('fill="url(#t') == 1 and "cell own seat-0" in markup


@pytest.mark.parametrize("at, x", [(2.0, 2.0), (0.5, 1.44), (9.5, 8.56)])
def test_a_long_name_stays_on_the_board(at, x):
    far = Cell("", ((0, 0), (10, 0), (10, 4), (0, 4)), (at, 2.0), "", "twelve signs")
    assert f'<text x="{x:g}"' in str(board(Picture("A board", 10, 4, (far,)), {}, Overlay(), Embedding()))


def test_what_flies_ends_in_a_point_before_its_target():
    line, point = re.findall(r'class="way[^"]*" d="([^"]+)"', drawn())
    assert line.startswith("M1 1") and point.endswith("z") and "M3 1" not in line + point


def test_a_ball_is_nobodys():
    assert 'class="piece ball"' in drawn() and f'd="{ICONS["ball"]}"' in drawn()


def test_a_plate_counts_in_a_number_and_in_dots_and_says_so():
    markup = drawn()
    assert 'aria-label="Red, Ann: 7, steps: 1 of 3"' in markup and ">7</text>" in markup
    assert markup.count('r=".2"') == 3 and markup.count('class="o"') == 2
    assert 'href="/why?thing=Red%20score"' in drawn(why="/why?thing=")
    assert 'class="plate seat-0 on"' in markup


def test_a_lit_space_shows_what_it_costs_and_reads_it_out():
    markup = drawn(glow={"A1": "/go"}, prices={"A1": "2 AP"})
    assert 'aria-label="A1, Ball, 2 AP"' in markup and '<g class="price"' in markup
    assert '<g class="price"' not in drawn(glow={"A1": "/go"}, prices={"A1": ""})


def test_a_tap_on_a_piece_begins_something_where_nothing_is_asked():
    markup = drawn(starts={"Ann": "/move"}, why="/why?thing=")
    assert '<a class="start" href="/move" hx-get="/move" data-thing="Ann" aria-label="Ann on B1">' in markup
    assert 'href="/why?thing=Ball"' in markup, "the others are explained"
    assert "start" not in drawn(starts={"Ann": "/move"}, glow={"A1": "/go"})


def test_a_board_turned_twice_lies_as_it_did_and_letters_stay_upright():
    for game in shelf().values():
        picture = game.view(game.setup(Opening(dict.fromkeys(game.seats(2), ""), game.settled({})))).picture
        if not picture or not picture.has_ends:
            continue
        once = turned(picture)
        assert turned(picture).cells is once.cells, "its ground is drawn once"
        assert once.pieces[0].at != picture.pieces[0].at and once.pieces[0].letter == picture.pieces[0].letter
        again = turned(once)
        for kind in ("cells", "pieces", "plates"):
            for one, other in zip(getattr(picture, kind), getattr(again, kind), strict=True):
                assert one.at == pytest.approx(other.at)
        drawing = str(board(once, {}, Overlay(), Embedding()))
        assert "turned round" in drawing and "rotate(180" not in drawing


@pytest.mark.parametrize("key", [*shelf()])
def test_a_moment_that_moves_no_cell_keeps_the_ground(key):
    """A ground is drawn once for the cells it is given, so equal cells must be the same object."""
    game = shelf()[key]
    for players in game.players:
        start = Table.open(game, usual_opening(game, players)).start
        cells = {}
        for _, state in islice(moves(game, start, random.Random(players)), 40):
            if picture := game.view(state).picture:
                assert cells.setdefault(picture.cells, picture.cells) is picture.cells
        assert cells, "it has a board"


def test_what_is_laid_in_play_lies_above_a_ground_that_stays():
    water = Cell("A1", SQUARE, (1.0, 1.0), "water", "A1", "water", laid=True)
    plain = ground_of(replace(PICTURE, cells=(replace(CELLS[0], kind="", icon=""), CELLS[1])), {})
    ground = ground_of(replace(PICTURE, cells=(water, CELLS[1])), {})
    assert (ground.id, ground.markup) == (plain.id, plain.markup) and not plain.laid
    assert "k-water" in ground.laid and ">A1<" in ground.laid and f'd="{ICONS["water"]}"' in ground.laid
    markup = str(board(replace(PICTURE, cells=(water, CELLS[1])), {}, Overlay(), Embedding()))
    assert markup.index("hx-morph-skip") < markup.index(ground.laid) < markup.index('class="piece')


def test_a_pitch_keeps_its_ground_as_terrain_is_laid():
    game = shelf()["heroball"]
    start = Table.open(game, usual_opening(game, 4)).start
    played = [state for _, state in islice(moves(game, start, random.Random(3)), 60)]
    pitches = [picture for state in played if (picture := game.view(state).picture)]
    grounds = [ground_of(picture, {}) for picture in pitches]
    assert len({ground.laid for ground in grounds}) > 5 and len({ground.id for ground in grounds}) == 1


def test_marks_that_are_equal_have_the_same_hash_also_when_they_are_turned() -> None:
    for mark in (PICTURE, *PICTURE.cells, *PICTURE.pieces):
        hash(mark)
    there = turned(PICTURE)
    assert [hash(replace(cell)) for cell in there.cells] == [hash(cell) for cell in there.cells]
    assert [hash(replace(piece)) for piece in there.pieces] == [hash(piece) for piece in there.pieces]
    assert {there: 1}[turned(PICTURE)] == 1
