"""Boards on sheets, read back from the PDF: true size, seams, words, targets."""

from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from math import dist, sqrt

import pytest

from companion.kernel.shelf import shelf
from companion.kernel.view import Cell, Picture
from companion.svg.spec import Pictures
from companion.toolkit.hexes import Hexes
from printables.draw.fonts import Unprintable
from printables.draw.ink import INK, Ink, contrast, light, mixed
from printables.layout import board_tracks, seams, tiles
from printables.layout.backdrops import layers
from printables.layout.boards import SOFT, PaperBoard
from printables.layout.book import Section, bound
from printables.layout.grid import SIDE
from printables.layout.paper import Order
from printables.sources import boards, chips
from printables.sources.catalogue import catalogue
from printables.sources.source import Source
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


def board(flat: float) -> PaperBoard:
    width_, height = HEXES.size
    return PaperBoard(Picture("It", width_, height, HEXES.cells()), flat / sqrt(3), "A board")


def board_pages(order: Order, flat: float) -> list[Page]:
    paper_board = board(flat)
    return pages(
        bound(order, "Board", [Section("Board", tiles.pages(order, paper_board), repr(paper_board))])
    )


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
    paper_board = board(flat)
    for zig in (False, True):
        order = Order(paper=paper, seam="zigzag" if zig else "straight")
        cut = seams.tiling(order, paper_board)
        for axis, cuts in ((0, cut.across), (1, cut.down)):
            spans = seams.spans(paper_board, axis)
            for at in cuts:
                if zig:
                    line = seams.zigzag(paper_board, axis, at)
                    assert not any(inside(line, cell, paper_board) for cell in paper_board.picture.cells)
                elif len(cuts) == 1:
                    crossed = sum(a + 0.01 < at < b - 0.01 for a, b in spans)
                    wide, high = order.size[::-1] if cut.landscape else order.size
                    room = (wide - 2 * seams.EDGE, high - seams.EDGE - seams.FOOT)[axis]
                    ways = [
                        sum(a + 0.01 < n < b - 0.01 for a, b in spans)
                        for n in range(1, int(paper_board.size[axis]))
                        if abs(n - paper_board.size[axis] / 2) < paper_board.size[axis] / 2 * seams.EVEN
                        and n + seams.OVERLAP <= room
                        and paper_board.size[axis] - n <= room
                    ]
                    assert crossed <= min(ways)


def test_a_space_that_is_larger_than_the_paper_is_cut_straight():
    row = Cell("1", ((0.0, 0.0), (14.0, 0.0), (14.0, 1.6), (0.0, 1.6)), (7.0, 0.8))
    paper_board = PaperBoard(Picture("A lane", 14.0, 1.6, (row,)), 25.0, "The lane")
    assert not seams.tiling(Order(seam="zigzag"), paper_board).zigzag
    with pytest.raises(Unprintable, match="too large"):
        seams.tiling(Order(seam="straight"), PaperBoard(paper_board.picture, 900.0, "The lane"))


@pytest.mark.parametrize("seam", ["straight", "zigzag"])
@pytest.mark.parametrize("flat", [40.0, 62.0])
def test_sheets_of_a_board_overlap_and_their_marks_lie_beyond_the_art(seam, flat):
    paper_board, order = board(flat), Order(seam=seam)
    cut = seams.tiling(order, paper_board)
    sheets = board_pages(order, flat)
    assert len(sheets) == cut.count > 1
    columns, rows = len(cut.across) + 1, len(cut.down) + 1
    tile = partial(tiles.BoardTile, paper_board, cut)
    windows = {(c, r): tile(c, r).window for r in range(rows) for c in range(columns)}
    for page, ((c, r), window) in zip(sheets, windows.items(), strict=True):
        form = page.forms[0]
        dx, dy = form.left + 0.2, form.top + 0.2  # the board's own corner, wherever it lies
        left, top, right, bottom = (n + d for n, d in zip(window, (dx, dy, dx, dy), strict=True))
        assert left >= seams.EDGE - NEAR and right <= page.wide - seams.EDGE + NEAR
        assert top >= seams.EDGE - NEAR and bottom <= page.high - seams.FOOT + NEAR
        drawn = [line for line in page.lines if line[1] < page.high - 8]
        for x1, y1, x2, y2, _ in drawn:
            assert max(x1, x2) < left or min(x1, x2) > right or max(y1, y2) < top or min(y1, y2) > bottom
        upright = [x1 - dx for x1, _, x2, _, _ in drawn if abs(x1 - x2) < NEAR]
        level = [y1 - dy for _, y1, _, y2, _ in drawn if abs(y1 - y2) < NEAR]
        for axis, ends, near in ((0, upright, (c, cut.across)), (1, level, (r, cut.down))):
            n, cuts = near
            for at in cuts[max(0, n - 1) : n + 1]:
                line = seams.seam(paper_board, cut, axis, at)
                first, last = (point[axis] for point in (line[0], line[-1]))
                ticked = [any(abs(end - where) < 0.02 for end in ends) for where in (first, last)]
                assert any(ticked), "marks beyond the art say where a seam begins or ends"
        for other, axis in (((c + 1, r), 0), ((c, r + 1), 1)):
            if other in windows:
                assert window[axis + 2] - windows[other][axis] >= seams.OVERLAP - NEAR


@pytest.mark.parametrize("seam", ["straight", "zigzag"])
def test_a_sheet_begins_at_its_seam_so_that_one_sees_where_to_cut(seam):
    paper_board, order = board(40.0), Order(seam=seam)
    cut = seams.tiling(order, paper_board)
    sheets = board_pages(order, 40.0)
    page, columns = sheets[-1], len(cut.across) + 1
    column, row = columns - 1, len(cut.down)
    form, image = page.forms[0], page.picture(100).convert("L")
    dx, dy = form.left + 0.2, form.top + 0.2

    def seen(x, y):
        return image.getpixel((round((x + dx) / 25.4 * 100), round((y + dy) / 25.4 * 100)))

    for axis, n, cuts in ((0, column, cut.across), (1, row, cut.down)):
        if not n:
            continue
        line = seams.seam(paper_board, cut, axis, cuts[n - 1])
        for one in line[1:-1]:
            before = (one[0] - 3, one[1]) if axis == 0 else (one[0], one[1] - 3)
            if 0 < before[0] + dx < page.wide and 0 < before[1] + dy < page.high:
                assert seen(*before) == 255, "bare paper before the seam"


def test_the_best_seams_follow_the_hexes_where_that_takes_no_more_sheets():
    result = []
    for flat in (30.0, 34.0, 40.0, 48.0, 62.0):
        paper_board = board(flat)
        along, straight, best = (
            seams.tiling(Order(seam=seam), paper_board) for seam in ("zigzag", "straight", "best")
        )
        follows = along.count <= straight.count and seams.crossed(paper_board, straight)
        assert best == (along if follows else straight)
        result.append(best.zigzag)
    assert result == [False, True, False, True, False], "one sheet; as many; one more; as many; two more"


@pytest.mark.parametrize(
    "paper, flat, size",
    [
        ("a4", 30.0, (297, 420)),
        ("a4", 60.0, (420, 594)),
        ("letter", 60.0, (431.8, 558.8)),
        ("a3", 90.0, (594, 841)),
    ],
)
def test_a_poster_is_one_page_of_a_copy_shop_at_true_size(paper, flat, size):
    (page,) = board_pages(Order(paper, seam="poster"), flat)
    assert sorted((page.wide, page.high)) == pytest.approx(size, abs=NEAR)
    outlines = [p for p in page.paths if len(p.points) == 6 and p.stroked and not p.filled]
    assert max(p.box[2] - p.box[0] for p in outlines) == pytest.approx(flat, abs=NEAR)
    with pytest.raises(Unprintable, match="too large for a poster"):
        board_pages(Order(seam="poster"), 200.0)


@pytest.mark.parametrize("seam", ["straight", "zigzag"])
def test_a_word_of_a_board_stands_on_the_sheets_that_show_it_and_on_no_other(seam):
    paper_board, order = board(40.0), Order(seam=seam)
    cut = seams.tiling(order, paper_board)
    sheets = board_pages(order, 40.0)
    columns = len(cut.across) + 1
    for cell in paper_board.picture.cells:
        x, y = paper_board.point(cell.at)
        for n, page in enumerate(sheets):
            tile = tiles.BoardTile(paper_board, cut, n % columns, n // columns)
            left, top, right, bottom = tile.window
            words = page.text.split()
            if left + 23 < x < right - 23 and top + 23 < y < bottom - 23:
                assert cell.label in words
            elif x < left - 23 or x > right + 23 or y < top - 23 or y > bottom + 23:
                assert cell.label not in words or cell.label == tile.name
    assert [("A board" in page.text) for page in sheets] == [True] + [False] * (len(sheets) - 1)


def test_a_long_row_is_cut_between_rows_and_its_pattern_goes_round_it_evenly():
    rows = tuple(
        Cell(str(n), ((0.0, n), (8.0, n), (8.0, n + 1.0), (0.0, n + 1.0)), (1.0, n + 0.5), "lane", str(n))
        for n in range(9)
    )
    paper_board = PaperBoard(Picture("A lane", 8.0, 9.0, rows), 27.7, "The lane")
    cut = seams.tiling(Order(), paper_board)
    assert cut.down and all(round((at - paper_board.point((0, 0))[1]) / 27.7, 6) % 1 == 0 for at in cut.down)
    page, *_ = pages(bound(Order(), "Lane", [Section("Lane", tiles.pages(Order(), paper_board), "x")]))
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


def test_a_track_fills_a_free_corner_of_its_board_and_is_not_cut_out():
    source = Source.of(shelf()["heroball"])
    board = boards.boards(source)["board"]
    (track,) = board.tracks
    taken = [board.point(at) for cell in board.picture.cells for at in cell.outline]
    _, _, rings = board_tracks.placed(track, board.size, taken)
    wide = track.ring
    assert len(rings) == len(track.spaces) == 12 and wide > track.marker
    assert all(dist(one, other) >= wide for one, other in combinations(rings, 2))
    assert all(dist(ring, point) > wide / 2 for ring in rings for point in taken)
    assert all(wide < x < board.size[0] - wide / 2 and wide < y for x, y in rings)
    assert "round" not in catalogue(source.game)["trackers"].words
    with pytest.raises(Unprintable, match="no room in a corner of its board: say “edge = true”, or"):
        board_tracks.placed(track, board.size, [*taken, *rings, *grid(board.size)])


@pytest.mark.parametrize("marks", [(), tuple(range(8))], ids=["plain", "sigils"])
def test_a_track_that_no_corner_holds_runs_down_the_edge_with_every_number_in_its_ring(marks):
    plain = boards.boards(Source.of(shelf()["war-in-heaven"]))["board"]
    board = replace(plain, sigils=marks)
    (laid,) = board.rings
    track, wide = laid.track, laid.track.ring
    assert len(laid.rings) == len(track.spaces) == 12 and wide > track.marker
    assert all(dist(one, other) > wide for one, other in combinations(laid.rings, 2))
    spaces = [board.point(at) for cell in board.picture.cells for at in cell.outline]
    assert max(x for x, _ in laid.rings) + wide / 2 < min(x for x, _ in spaces)
    middles = {word.words: word.at for word in board_tracks.words(laid, INK)}
    assert all(dist(middles[name], at) < 3 for name, at in zip(track.spaces, laid.rings, strict=True))
    assert laid.rings[7][1] < middles["4 actions"][1] < laid.rings[8][1] - wide / 2
    with pytest.raises(Unprintable, match="finds no room in a corner of its board: say “edge = true”"):
        assert replace(plain, tracks=(replace(track, edge=False),)).rings
    with pytest.raises(Unprintable, match="too long for the edge"):
        assert replace(plain, tracks=(replace(track, spaces=track.spaces * 2),)).rings


SUPPLIED = [("high-heavens", "board", 6), ("heroball", "board", 6), ("heaven-and-ale", "main-board", 7)]


@pytest.mark.parametrize("game, key, count", SUPPLIED)
def test_piles_have_places_as_large_as_they_are_at_the_foot_of_the_board(game, key, count):
    source = Source.of(shelf()[game])
    board = boards.boards(source)[key]
    groups, foot = chips.groups(source), board.point((0.0, board.picture.height))[1]
    assert len(board.laid) == count and len({place.name for place, _ in board.laid}) == count
    for place, (x, y) in board.laid:
        piece = groups[place.of].form.box(groups[place.of].size or 25.4)
        assert place.picture and all(b > a for a, b in zip(piece, place.box, strict=True))
        assert place.box[0] / 2 < x < board.size[0] - place.box[0] / 2 and y - place.box[1] / 2 > foot
    gaps = [b[1][0] - a[1][0] - a[0].box[0] for a, b in pairwise(board.laid)]
    assert min(gaps) > 0 and max(gaps) - min(gaps) < 0.01
    with pytest.raises(Unprintable, match="wider than it: name fewer"):
        assert replace(board, places=board.places * 3).laid


@pytest.mark.slow
@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("game, key", [("war-in-heaven", "board"), *(one[:2] for one in SUPPLIED)])
def test_no_seam_cuts_a_ring_or_a_place_beside_the_spaces(game, key, paper):
    result = boards.boards(Source.of(shelf()[game]))
    for board in (result[key], boards.marked(result, key)):
        layout = seams.tiling(Order(paper=paper, seam="zigzag"), board)
        for axis, cuts in ((0, layout.across), (1, layout.down)):
            for cut in cuts if layout.zigzag else ():
                line = seams.seam(board, layout, axis, cut)
                assert not [one for one in board.beside if crosses(line, one)], (axis, cut)


def crosses(line, outline):
    """Whether a line comes nearer to the middle of an outline than its edge."""
    (left, right), (top, low) = ((min(part), max(part)) for part in zip(*outline, strict=True))
    middle, near = ((left + right) / 2, (top + low) / 2), min(right - left, low - top) / 2 - 0.1
    steps = [(a, b, n / 50) for a, b in pairwise(line) for n in range(51)]
    return any(dist((a[0] + (b[0] - a[0]) * n, a[1] + (b[1] - a[1]) * n), middle) < near for a, b, n in steps)


def grid(size):
    """Points all over a board."""
    return [(x * 8.0, y * 8.0) for x in range(int(size[0] / 8)) for y in range(int(size[1] / 8))]


@pytest.mark.parametrize(
    "game, key",
    [
        ("war-in-heaven", "board"),
        ("high-heavens", "board"),
        ("heroball", "board"),
        ("heaven-and-ale", "main-board"),
        ("heaven-and-ale", "own-board"),
    ],
)
def test_land_lies_under_a_board_in_four_values_and_its_words_and_pictures_read_on_each(game, key):
    spec = shelf()[game][Pictures].boards[key]
    land = list(layers(spec, 190, 280))
    colours = [colour for layer in land for colour in (layer.colour, layer.lit)]
    assert [layer.name for layer in land] == list(spec.land)
    assert all(far.y < near.y and far.scale < near.scale for far, near in pairwise(land))
    assert len({round(light(colour) * 20) for colour in colours}) >= 4
    ink = Ink()
    pictures = mixed(ink.text, ink.paint("ink").wash, SOFT)
    assert min(contrast(ink.text, colour) for colour in colours) >= 4.5, "labels and words"
    assert min(contrast(pictures, colour) for colour in colours) >= 3, "pictures"


@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("game", ["havoc-in-heaven", "heaven-and-ale", "heroball"])
def test_no_mark_of_a_board_lies_where_a_printer_does_not_reach(game, paper):
    order = Order(paper=paper, duplex="none")
    for key, laid in boards.boards(Source.of(shelf()[game])).items():
        sheets = pages(bound(order, "Board", [Section("Board", tiles.pages(order, laid), key)]))
        for page in sheets:
            marks = [line for line in page.lines if line[1] < page.high - tiles.LABEL - NEAR]
            assert marks or len(sheets) == 1
            for x1, y1, x2, y2, _ in marks:
                assert min(x1, x2) >= SIDE - NEAR and max(x1, x2) <= page.wide - SIDE + NEAR
                assert min(y1, y2) >= SIDE - NEAR
                assert abs(x2 - x1) + abs(y2 - y1) >= tiles.SHORT - NEAR, "long enough to be seen"
