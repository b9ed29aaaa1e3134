"""What the last entry leaves on a board: the way of what went, and a ghost of what is gone."""

from xml.etree import ElementTree

from companion.kernel.state import Blow, Told
from companion.kernel.view import Cell, Picture, Piece
from companion.svg.renderer import Embedding, Overlay, board
from companion.svg.trail import Trail, passed, struck, trail

SEATS = {"Angels": 0, "Demons": 1}
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def moved(*told: str) -> tuple[str, Trail]:
    """What an entry that told of these things left, where B goes from the first space to the second, C falls
    and D stays."""
    cells = tuple(Cell(f"A{n}", SQUARE, (n + 0.5, 0.5)) for n in range(4))
    before = tuple(Piece(name, (n + 0.5, 0.5), "Angels", name) for n, name in enumerate("BCD"))
    after = (Piece("B", (3.5, 0.5), "Angels", "B"), before[2])
    left = trail(
        Picture("Was", 4, 1, cells, pieces=before),
        Picture("Is", 4, 1, cells, pieces=after),
        [Told("", (thing,)) for thing in told],
        "Angels",
    )
    return str(board(Picture("Is", 4, 1, cells, pieces=after), SEATS, Overlay(trail=left), Embedding())), left


def test_the_last_entry_leaves_a_way_and_a_ghost():
    text, left = moved("B", "C", "D")
    assert [(piece.thing, to) for piece, to in left.moved] == [("B", (3.5, 0.5))]
    assert [piece.thing for piece in left.gone] == ["C"]
    assert text.count('class="trail seat-0"') == text.count('class="fell"') == 1
    ElementTree.fromstring(text.replace("hx-morph-skip", 'skip=""'))


def test_what_the_last_entry_did_not_tell_of_leaves_nothing():
    text, left = moved("D")
    assert not left.moved and not left.gone and "trail" not in text


def test_a_board_that_shows_another_place_leaves_nothing():
    gone = Piece("B", (9.5, 0.5), "Angels", "B")
    elsewhere = Picture("Was", 10, 1, (Cell("J1", SQUARE, (9.5, 0.5)),), pieces=(gone,))
    here = Picture("Is", 1, 1, (Cell("A1", SQUARE, (0.5, 0.5)),))
    assert not trail(elsewhere, here, [Told("", ("B",))], "Angels").gone


def test_a_figure_that_walks_round_a_track_leaves_a_way_along_it():
    lap = ((0.5, 0.5), (2.5, 0.5), (4.5, 0.5), (4.5, 2.5), (4.5, 4.5), (0.5, 4.5))
    cells = tuple(Cell(f"A{n}", SQUARE, at) for n, at in enumerate(lap))

    def seen(at):
        return Picture("It", 5, 5, cells, pieces=(Piece("F", at, "Angels", "F"),), lap=lap)

    for start, end, between in (
        ((0.5, 0.9), (4.5, 2.5), lap[1:3]),
        ((4.5, 4.5), (2.5, 0.5), (lap[5], lap[0])),
        ((0.5, 0.5), (2.5, 2.5), ()),
    ):
        assert tuple(passed(lap, start, end)) == between
        left = trail(seen(start), seen(end), [Told("", ("F",))], "Angels")
        text = str(board(seen(end), SEATS, Overlay(trail=left), Embedding()))
        ways = text.partition('class="trail')[2].partition("</g></g>")[2].partition("</g>")[0].count("<path")
        assert ways == 2 if between else 1


def test_a_blow_leaves_a_line_in_the_colour_of_who_struck_with_its_points():
    cells = tuple(Cell(f"A{n}", SQUARE, (n + 0.5, 0.5)) for n in range(2))
    michael, lucifer = Piece("M", (0.5, 0.5), "Angels", "M"), Piece("L", (1.5, 0.5), "Demons", "L")
    before = Picture("Was", 2, 1, cells, pieces=(michael, lucifer))
    after = Picture("Is", 2, 1, cells, pieces=(michael,))
    lines = [Told("", ("M", "L"), aside=True, blows=(Blow("M", "L", 5),)), Told("", ("L",))]
    left = trail(before, after, lines, "Demons")
    assert left.struck == ((michael, lucifer, 5),)
    text = str(board(after, SEATS, Overlay(trail=left), Embedding()))
    assert text.count('class="blow seat-0"') == 1 and ">5</text>" in text
    assert struck(left, SEATS, ["L"]) in text and not struck(left, SEATS, ["M"])
