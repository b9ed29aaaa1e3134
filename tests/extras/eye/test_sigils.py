"""Sigils: codes that are far apart, on pieces that hold them, in borders that no seam cuts."""

from dataclasses import replace
from itertools import combinations, pairwise, product
from math import hypot

import pytest

from companion.kernel.shelf import shelf
from printables.draw import sigil
from printables.layout.paper import Order
from printables.layout.seams import seam, tiling
from printables.layout.sigil_faces import NAMED, middle
from printables.sources import boards, chips, sigils
from printables.sources.catalogue import catalogue, chosen
from printables.sources.source import Source
from tests.extras.eye.test_photographs import MARKED


def turned(code: int) -> int:
    fields = [[code >> (24 - 5 * row - column) & 1 for column in range(5)] for row in range(5)]
    return int("".join(str(fields[4 - column][row]) for row, column in product(range(5), repeat=2)), 2)


def turns(code: int) -> list[int]:
    result = [code]
    for _ in range(3):
        result.append(turned(result[-1]))
    return result


def test_codes_differ_in_eight_fields_however_they_are_turned():
    assert len(set(sigil.CODES)) == 100 and turned(turned(turned(turned(sigil.CODES[0])))) == sigil.CODES[0]
    for code in sigil.CODES:
        assert min((code ^ other).bit_count() for other in turns(code)[1:]) >= 8
    for one, other in combinations(sigil.CODES, 2):
        assert min((one ^ way).bit_count() for way in turns(other)) >= 8


@pytest.mark.parametrize("key", MARKED)
def test_a_sigil_and_some_white_around_it_is_on_its_piece(key):
    for group in chips.groups(Source.of(shelf()[key])).values():
        if not group.sigils:
            continue
        size, form = group.cut(Order())
        x, y = middle(size, form)
        room = (form.clear or size) / 2
        assert hypot(abs(x) + sigil.SIDE / 2, abs(y) + sigil.SIDE / 2) <= room - 0.5, group.title
        assert size < NAMED or abs(y) + sigil.SIDE / 2 + sigil.QUIET < size / 2, group.title


@pytest.mark.parametrize("key", MARKED)
def test_no_sigil_of_a_border_is_cut_by_a_seam(key):
    whole = boards.boards(Source.of(shelf()[key]))
    half = sigil.SIDE / 2 + sigil.QUIET
    for name in whole:
        board = boards.marked(whole, name)
        for paper, way in product(("a4", "letter", "a3"), ("best", "straight")):
            layout = tiling(Order(paper=paper, seam=way), board)
            for axis, cuts in ((0, layout.across), (1, layout.down)):
                for at in cuts:
                    line = seam(board, layout, axis, at)
                    for x, y in board.references:
                        assert not any(
                            abs(px - x) < half and abs(py - y) < half for px, py in _along(line)
                        ), (name, paper, way, axis, at)


def _along(line):
    for (x1, y1), (x2, y2) in pairwise(line):
        steps = max(1, int(hypot(x2 - x1, y2 - y1)))
        for n in range(steps + 1):
            yield x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps


def test_a_board_without_sigils_is_as_large_as_ever_and_one_with_them_has_room():
    whole = boards.boards(Source.of(shelf()["war-in-heaven"]))
    plain, marked = whole["board"], boards.marked(whole, "board")
    assert marked.size[0] - plain.size[0] == 12.0 and replace(marked, sigils=()) == plain
    spaces = [marked.point(point) for cell in marked.picture.cells for point in cell.outline]
    for x, y in marked.references:
        assert all(max(abs(px - x), abs(py - y)) > sigil.SIDE / 2 + 1 for px, py in spaces)


def test_each_face_has_a_number_of_its_own_and_backs_that_are_all_alike_have_none():
    war = [c for g in chips.groups(Source.of(shelf()["war-in-heaven"])).values() for c in g.chips if c.sigils]
    faces = sigils.faces(war)
    assert len(faces) == 44 and min(faces) == 8 and faces[8].thing == "Michael"
    assert {face.thing for face in faces.values() if not face.up} == {chip.thing for chip in war}
    ale = [
        c for g in chips.groups(Source.of(shelf()["heaven-and-ale"])).values() for c in g.chips if c.sigils
    ]
    assert all(len(chip.sigils) == 1 for chip in ale)


def test_what_is_there_for_a_photograph_alone_is_printed_with_sigils_alone():
    kit = catalogue(shelf()["heroball"])
    plain, with_sigils = chosen(kit, []), chosen(kit, [], Order(sigils="yes"))
    more = [one.key for one in with_sigils if one not in plain]
    assert more == ["heroes-discs", "ball-disc"]
