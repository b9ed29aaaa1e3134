"""Boards on sheets, read back from the PDF: true size, seams, words, targets."""

from math import sqrt

import pytest

from companion.kernel.view import Cell, Picture
from companion.toolkit.hexes import Hexes
from printables.draw.fonts import Unprintable
from printables.layout import tiles
from printables.layout.boards import Board
from printables.layout.book import Section, bound
from printables.layout.paper import Order
from tests.made_up import EACH_PAPER, inside
from tests.paper import NEAR, Page, collisions, pages

DRAWING = """
               A1:north  B1:north
          A2        B2        C2
     A3        B3        C3        D3
A4        B4        C4        D4        E4
     A5:gate   B5:gate   C5:gate   D5:gate
A6        B6        C6        D6        E6
     A7        B7        C7        D7
          A8        B8        C8
               A9        B9
"""
HEXES = Hexes.drawn(DRAWING, 5)


def board(flat: float) -> Board:
    width_, height = HEXES.size
    return Board(Picture("It", width_, height, HEXES.cells()), flat / sqrt(3), "A board")


def board_pages(order: Order, flat: float) -> list[Page]:
    made = board(flat)
    return pages(bound(order, "Board", [Section("Board", tiles.pages(order, made), repr(made))]))


@pytest.mark.parametrize("flat, seam", [(22.0, "straight"), (40.0, "straight"), (40.0, "zigzag")])
def test_hexes_are_as_wide_as_they_are_said_to_be(flat, seam):
    for page in board_pages(Order(seam=seam), flat):
        outlines = [p for p in page.paths if len(p.points) == 6 and p.stroked and not p.filled]
        wide = max(p.box[2] - p.box[0] for p in outlines)
        assert wide == pytest.approx(flat, abs=NEAR)
        assert min(page.forms[0].size) > 0


@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("flat", [34.0, 40.0, 62.0])
def test_seams_along_the_hexes_cut_none_and_straight_ones_as_few_as_can_be(paper, flat):
    made = board(flat)
    for zig in (False, True):
        order = Order(paper=paper, seam="zigzag" if zig else "straight")
        cut = tiles.tiling(order, made)
        for axis, cuts in ((0, cut.across), (1, cut.down)):
            spans = tiles.spans(made, axis)
            for at in cuts:
                if zig:
                    line = tiles.zigzag(made, axis, at)
                    assert not any(inside(line, cell, made) for cell in made.picture.cells)
                elif len(cuts) == 1:
                    crossed = sum(a + 0.01 < at < b - 0.01 for a, b in spans)
                    wide, high = order.size[::-1] if cut.landscape else order.size
                    room = (wide - 2 * tiles.EDGE, high - tiles.EDGE - tiles.FOOT)[axis]
                    half = tiles.OVERLAP / 2
                    ways = [
                        sum(a + 0.01 < n < b - 0.01 for a, b in spans)
                        for n in range(1, int(made.size[axis]))
                        if abs(n - made.size[axis] / 2) < made.size[axis] / 2 * tiles.EVEN
                        and n + half <= room
                        and made.size[axis] - n + half <= room
                    ]
                    assert crossed <= min(ways)


def test_a_space_that_is_larger_than_the_paper_is_cut_straight():
    row = Cell("1", ((0.0, 0.0), (14.0, 0.0), (14.0, 1.6), (0.0, 1.6)), (7.0, 0.8))
    made = Board(Picture("A lane", 14.0, 1.6, (row,)), 25.0, "The lane")
    assert not tiles.tiling(Order(seam="zigzag"), made).zigzag
    with pytest.raises(Unprintable, match="too large"):
        tiles.tiling(Order(), Board(made.picture, 900.0, "The lane"))


@pytest.mark.parametrize("seam", ["straight", "zigzag"])
@pytest.mark.parametrize("flat", [40.0, 62.0])
def test_sheets_of_a_board_overlap_and_share_their_targets(seam, flat):
    made, order = board(flat), Order(seam=seam)
    cut = tiles.tiling(order, made)
    found = board_pages(order, flat)
    assert len(found) == cut.count > 1
    shown = []
    for page in found:
        form = page.forms[0]
        dx, dy = form.left + 0.2, form.top + 0.2  # the board's own corner, wherever it lies
        circles = [p.box for p in page.paths if p.curved and p.stroked and not p.form]
        rings = {
            (round((a + c) / 2 - dx, 2), round((b + d) / 2 - dy, 2))
            for a, b, c, d in circles
            if abs(c - a - 3.6) < NEAR
        }
        corners = [
            line for line in page.lines if abs(abs(line[2] - line[0]) - 3.0) < NEAR and line[1] == line[3]
        ]
        xs = sorted(x for line in corners for x in (line[0], line[2]))
        assert xs[0] > 0 and xs[-1] < page.wide
        shown.append(rings)
    everywhere = set().union(*shown)
    wanted = {(round(x, 2), round(y, 2)) for x, y in tiles._targets(made, cut)}
    assert {tuple(round(v, 1) for v in at) for at in everywhere} == {
        tuple(round(v, 1) for v in at) for at in wanted
    }
    columns, rows = len(cut.across) + 1, len(cut.down) + 1
    windows = {(c, r): tiles._window(made, cut, c, r) for c in range(columns) for r in range(rows)}
    for (c, r), (left, top, right, bottom) in windows.items():
        if (c + 1, r) in windows:
            assert right - windows[c + 1, r][0] >= tiles.OVERLAP - NEAR
        if (c, r + 1) in windows:
            assert bottom - windows[c, r + 1][1] >= tiles.OVERLAP - NEAR
        wide, high = order.size[::-1] if cut.landscape else order.size
        assert (
            right - left <= wide - 2 * tiles.EDGE + NEAR
            and bottom - top <= high - tiles.EDGE - tiles.FOOT + NEAR
        )


@pytest.mark.parametrize("seam", ["straight", "zigzag"])
def test_a_word_of_a_board_stands_on_the_sheets_that_show_it_and_on_no_other(seam):
    made, order = board(40.0), Order(seam=seam)
    cut = tiles.tiling(order, made)
    found = board_pages(order, 40.0)
    columns = len(cut.across) + 1
    for cell in made.picture.cells:
        x, y = made.point(cell.at)
        for n, page in enumerate(found):
            left, top, right, bottom = tiles._window(made, cut, n % columns, n // columns)
            words = page.text.split()
            if left + 23 < x < right - 23 and top + 23 < y < bottom - 23:
                assert cell.label in words
            elif x < left - 23 or x > right + 23 or y < top - 23 or y > bottom + 23:
                assert cell.label not in words or cell.label == tiles._name(n % columns, n // columns)
    assert [("A board" in page.text) for page in found] == [True] + [False] * (len(found) - 1)


def test_a_long_row_is_cut_between_rows_and_its_pattern_goes_round_it_evenly():
    rows = tuple(
        Cell(str(n), ((0.0, n), (8.0, n), (8.0, n + 1.0), (0.0, n + 1.0)), (1.0, n + 0.5), "lane", str(n))
        for n in range(9)
    )
    made = Board(Picture("A lane", 8.0, 9.0, rows), 27.7, "The lane")
    cut = tiles.tiling(Order(), made)
    assert cut.down and all(round((at - made.point((0, 0))[1]) / 27.7, 6) % 1 == 0 for at in cut.down)
    page, *_ = pages(bound(Order(), "Lane", [Section("Lane", tiles.pages(Order(), made), "x")]))
    boxes = {p.box for p in page.paths if p.stroked and len(p.points) == 4}
    left, _, right, _ = max(boxes, key=lambda box: box[2] - box[0])
    holes = [(a, c) for a, _, c, _ in boxes if 200 < c - a < 8 * 27.7 - 5]
    assert holes and all(abs((a - left) - (right - c)) < 0.05 for a, c in holes)


def test_a_board_can_be_shrunk_to_one_sheet_and_says_so():
    (page,) = board_pages(Order(seam="fit"), 62.0)
    assert "shrunk to" in page.text and min(letter.size for letter in page.letters) >= 4.99
    assert all(cell.label in page.text.split() for cell in HEXES.cells()) and not collisions(page)
    (page,) = board_pages(Order(seam="fit"), 20.0)
    assert "shrunk" not in page.text
