"""Cards on sheets, read back from the PDF: sizes, backs, cut marks, ruler and label, inks."""

import os
import subprocess
import sys

import pytest
from PIL import ImageStat

from printables.draw.fonts import Unprintable
from printables.draw.ink import TONES, Ink, contrast
from printables.draw.pen import BLEED
from printables.layout import cards
from printables.layout.backs import Back
from printables.layout.book import Section, bound
from printables.layout.cards import CardFace
from printables.layout.grid import CLEAR, grid
from printables.layout.paper import GAP, INKS, PAPERS, Cutout, Order, nothing
from printables.layout.sheet import stamp
from tests.made_up import EACH_INK, EACH_PAPER, card_forms, cut_marks, deck, some_faces
from tests.paper import NEAR, Page, collisions, pages

# -- sizes and places -------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper, holds", [("a4", 9), ("letter", 8), ("a3", 18)])
def test_cards_are_63_by_88_mm_and_the_sheet_is_the_paper(paper, holds):
    front, back = deck(Order(paper=paper), some_faces(holds))
    for page in (front, back):
        assert sorted((page.wide, page.high)) == pytest.approx(sorted(PAPERS[paper]), abs=NEAR)
        assert len(card_forms(page)) == holds
        for form in card_forms(page):
            w, h = form.size
            assert (w - 2 * BLEED, h - 2 * BLEED) == pytest.approx((63, 88), abs=NEAR)
            assert min(form.left, form.top, page.wide - form.right, page.high - form.bottom) >= 4.4


@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_lie_behind_their_fronts(paper, duplex):
    front, back = deck(Order(paper=paper, duplex=duplex), some_faces(5))
    sideways = (duplex == "long") != (front.wide > front.high)
    for one, other in zip(card_forms(front), card_forms(back), strict=True):
        x, y = one.middle
        there = (front.wide - x, y) if sideways else (x, front.high - y)
        assert other.middle == pytest.approx(there, abs=NEAR)
        assert other.upside_down == (not sideways), "turned over, front and back stand the same way up"


@pytest.mark.parametrize("paper", EACH_PAPER)
def test_folded_fronts_and_backs_meet_at_the_fold(paper):
    (sheet,) = deck(Order(paper=paper, duplex="gutterfold"), some_faces(2))
    forms = card_forms(sheet)
    fronts, backs = forms[:2], forms[2:]
    for one, other in zip(fronts, backs, strict=True):
        x, y = one.middle
        assert other.middle == pytest.approx((sheet.wide - x, y), abs=NEAR) and not other.upside_down
    assert max(form.right for form in fronts) < sheet.wide / 2 - 0.99, "the bleed ends a millimetre from it"


@pytest.mark.parametrize("size", [(44.0, 68.0), (57.0, 87.0), (70.0, 120.0), (88.0, 63.0)])
def test_cards_may_have_a_size_of_their_own(size):
    order, faces = Order(), some_faces(7)
    made = cards.pieces(order, faces, [Back("Mini", face.tone) for face in faces], size)
    for page in pages(bound(order, "Mini", [Section("Mini", made, "x")])):
        forms = page.largest(size[0] + 2 * BLEED, size[1] + 2 * BLEED)
        assert forms and not collisions(page)
        for letter in page.letters:
            inside = [
                f.left + 4 <= letter.left
                and letter.right <= f.right - 4
                and f.top < letter.base < f.bottom - 4
                for f in forms
            ]
            assert any(inside) or letter.base > page.high - 6


def test_backs_are_of_the_kind_of_their_fronts():
    faces = some_faces(9)
    order = Order()
    front, back = deck(order, faces)
    behind = {tuple(round(v) for v in form.middle): form.name for form in card_forms(back)}
    kinds = [behind[round(front.wide - x), round(y)] for x, y in (f.middle for f in card_forms(front))]
    for i, face in enumerate(faces):
        for j, other in enumerate(faces):
            assert (kinds[i] == kinds[j]) == (face.tone == other.tone)


@pytest.mark.parametrize("count", [1, 4, 9, 10])
def test_the_grid_does_not_depend_on_how_many_cards_there_are(count):
    full, few = deck(Order(), some_faces(18)), deck(Order(), some_faces(count))
    places = [form.middle for form in card_forms(full[0])]
    for page in few[::2]:
        mine = [form.middle for form in card_forms(page)]
        assert mine == places[: len(mine)]
        assert set(cut_marks(page)) <= set(cut_marks(full[0])), "and so the marks, of those that are there"


def test_a_negative_offset_moves_backs_and_their_marks_together_and_nothing_else():
    faces = some_faces(9)
    (front, back), (same, moved) = deck(Order(), faces), deck(Order(offset=(-0.7, 1.2)), faces)
    assert [f.middle for f in card_forms(same)] == [f.middle for f in card_forms(front)]
    for one, other in zip(card_forms(back), card_forms(moved), strict=True):
        assert other.middle == pytest.approx((one.middle[0] - 0.7, one.middle[1] + 1.2), abs=NEAR)
    assert near(moved, [(x1 - 0.7, y1 + 1.2, x2 - 0.7, y2 + 1.2) for x1, y1, x2, y2, _ in cut_marks(back)])


def near(page: Page, expected: list) -> bool:
    result = sorted(line[:4] for line in cut_marks(page))
    return len(result) == len(expected) and all(
        abs(a - b) < NEAR
        for one, other in zip(result, sorted(expected), strict=True)
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("offset", ["-40,0", "0,30", "9,0"])
def test_an_offset_beyond_the_paper_is_refused(offset):
    with pytest.raises(Unprintable, match="off the sheet"):
        deck(Order.read({"offset": offset}), some_faces(9))


@pytest.mark.parametrize(
    "option, value, says",
    [
        ("paper", "b5", "Paper can be a4, letter, a3; not “b5”."),
        ("duplex", "both", "Duplex can be long, short"),
        ("offset", "a,b", "two numbers"),
        ("offset", "1", "two numbers"),
        ("offset", "nan,0", "two numbers in millimetres"),
        ("ink", "pink", "Ink can be full, saver, bw"),
    ],
)
def test_an_unknown_option_is_refused_in_a_sentence(option, value, says):
    with pytest.raises(Unprintable) as refused:
        Order.read({option: value})
    assert says in str(refused.value)


def test_a_card_larger_than_the_paper_is_refused():
    with pytest.raises(Unprintable, match="does not fit"):
        grid(Order(), Cutout((300, 400), nothing))


# -- cut marks --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "order",
    [
        Order(),
        Order("letter"),
        Order("letter", "short"),
        Order("a3"),
        Order("a4", "gutterfold"),
        Order("a4", "none"),
    ],
    ids=str,
)
def test_every_corner_has_marks_outside_the_cut_and_every_cut_leaves_the_marks_of_the_next(order):
    for page in deck(order, some_faces(grid(order, Cutout((63, 88), nothing)).holds)):
        marks = cut_marks(page)
        boxes = [(f.left + BLEED, f.top + BLEED, f.right - BLEED, f.bottom - BLEED) for f in card_forms(page)]
        for x1, y1, x2, y2, thick in marks:
            assert thick == pytest.approx(0.15, abs=NEAR)
            for left, top, right, bottom in boxes:
                clear = max(left - max(x1, x2), min(x1, x2) - right, top - max(y1, y2), min(y1, y2) - bottom)
                assert clear >= CLEAR - NEAR, "a mark runs into a card"
        for left, top, right, bottom in boxes:
            for y in (top, bottom):
                assert beside(marks, left, y, -1, 1) and beside(marks, right, y, 1, 1)
            for x in (left, right):
                assert beside(marks, top, x, -1, 0) and beside(marks, bottom, x, 1, 0)


def beside(marks: list, edge: float, at: float, way: int, axis: int) -> bool:
    """Whether a mark at this height starts within the gap next to an edge: each card keeps its own."""
    for line in marks:
        if abs(line[axis] - at) < NEAR and abs(line[axis + 2] - at) < NEAR:
            near_end = min((line[1 - axis], line[3 - axis]), key=lambda end: abs(end - edge))
            if 0 < (near_end - edge) * way < GAP - CLEAR:
                return True
    return False


@pytest.mark.parametrize("paper", EACH_PAPER)
def test_cards_edge_to_edge_keep_to_their_side_and_have_marks_about_them_alone(paper):
    order = Order(paper, cut="butt")
    for page in deck(order, some_faces(grid(order, Cutout((63, 88), nothing, gap=0)).holds)):
        boxes = [(f.left + BLEED, f.top + BLEED) for f in card_forms(page)]
        left, top = min(x for x, _ in boxes), min(y for _, y in boxes)
        right, bottom = max(x for x, _ in boxes) + 63, max(y for _, y in boxes) + 88
        for x1, y1, x2, y2, _ in cut_marks(page):
            outside = max(x1, x2) < left or min(x1, x2) > right or max(y1, y2) < top or min(y1, y2) > bottom
            assert outside
        rows, columns = ({round(box[n], 2) for box in boxes} for n in (1, 0))
        assert len(cut_marks(page)) == 2 * (len(rows) + 1 + len(columns) + 1)


# -- ruler, label, document -------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("duplex", ["long", "gutterfold"])
def test_every_side_has_a_ruler_of_100_mm_and_is_printed_at_100_percent(paper, duplex):
    sheets = deck(Order(paper=paper, duplex=duplex), some_faces(20))
    for page in sheets:
        bar = [line for line in page.lines if abs(line[1] - (page.high - 5.2)) < NEAR and line[1] == line[3]]
        assert [abs(x2 - x1) for x1, _, x2, _, _ in bar] == [pytest.approx(100, abs=NEAR)]
        ticks = sorted(
            {round(x1 - bar[0][0], 2) for x1, y1, x2, y2, _ in page.lines if x1 == x2 and y1 > page.high - 8}
        )
        assert ticks == [10.0 * n for n in range(11)]
        assert "100 mm" in page.text
    catalog = sheets[0].reader.trailer["/Root"]
    assert catalog["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_the_label_names_game_piece_sheet_side_and_the_hash_of_the_data():
    faces = some_faces(10)
    sheets = deck(Order(), faces)
    data = stamp([Section("", [], repr(faces))])
    for n, page in enumerate(sheets, 1):
        side = "back" if n % 2 == 0 else "front"
        assert f"War in Heaven · Cards · sheet {(n + 1) // 2}/2 {side} · {data}" in page.text
    other = deck(Order(), [CardFace("Other"), *faces[1:]])
    assert data not in other[0].text, "other data, other letters"
    assert data in deck(Order(ink="bw", paper="letter"), faces)[0].text, (
        "the same data, however it is printed"
    )


def test_every_typeface_is_embedded_and_there_is_nothing_but_our_faces():
    for page in deck(Order(), some_faces(9)):
        fonts = page.page["/Resources"]["/Font"]
        assert fonts
        for font in fonts.values():
            descriptor = font["/FontDescriptor"]
            assert "/FontFile2" in descriptor, font["/BaseFont"]
            assert "+" in font["/BaseFont"] and "/ToUnicode" in font


@pytest.mark.slow
@pytest.mark.parametrize("ink", EACH_INK)
def test_the_same_input_gives_the_same_bytes(ink):
    make = (
        "import hashlib, sys; sys.path.insert(0, sys.argv[2])\n"
        "from printables.layout import cards\n"
        "from printables.layout.book import Section, bound\n"
        "from printables.layout.backs import Back\n"
        "from printables.layout.paper import Order\n"
        "from tests.made_up import some_faces\n"
        "order = Order(ink=sys.argv[1]); faces = some_faces(12, 3)\n"
        "backs = [Back('B', f.tone) for f in faces]\n"
        "made = bound(order, 'T', [Section('P', cards.pieces(order, faces, backs), 'x')])\n"
        "print(hashlib.sha256(made).hexdigest())"
    )
    result = {
        subprocess.run(
            [sys.executable, "-c", make, ink, str(os.getcwd())],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("77", "Asia/Tokyo"))
    }
    assert len(result) == 1


# -- inks -------------------------------------------------------------------------------------------------


def covered(page: Page) -> float:
    """How much of the paper is inked, 0 to 1."""
    return 1 - ImageStat.Stat(page.picture(50).convert("L")).mean[0] / 255


def test_the_ink_saver_is_another_drawing_with_far_less_ink():
    full, saver = (deck(Order(ink=ink), some_faces(9)) for ink in ("full", "saver"))
    assert covered(saver[0]) < covered(full[0]) * 0.65
    assert covered(saver[1]) < covered(full[1]) * 0.25
    for page in saver:
        fields = [p for p in page.paths if p.filled and p.colour[1] != (1.0, 1.0, 1.0)]
        assert not fields, "lines, no fields"
    assert any(len(set(colour)) > 1 for _, colour in saver[0].colours), "and not merely grey"


def test_black_and_white_has_no_colour_at_all():
    for page in deck(Order(ink="bw"), some_faces(9)):
        assert all(len({round(v, 3) for v in value}) == 1 for _, value in page.colours)


def test_backs_of_two_sides_are_told_apart_without_colour_by_a_mark():
    order, faces = Order(ink="bw"), some_faces(2)
    backs = [Back("War in Heaven", "ink", "crown", mark) for mark in ("star", "trident")]
    _, page = pages(bound(order, "W", [Section("C", cards.pieces(order, faces, backs), "x")]))
    image, result = page.picture(144).convert("L"), []
    for form in card_forms(page):
        x, y = form.middle
        box = [round(v / 25.4 * 144) for v in (x - 3, y + 27, x + 3, y + 33)]
        result.append(image.crop(box).tobytes())
        assert min(result[-1]) < 90, "it is drawn between the rose and the title"
    assert result[0] != result[1]


def test_every_tone_has_a_pattern_and_text_on_it_can_be_read():
    for mode in INKS:
        ink = Ink(mode)
        for name, tone in TONES.items():
            assert tone.pattern
            paint = ink.paint(name)
            assert contrast(paint.on, paint.field or (1, 1, 1)) >= 4.5, name
            assert contrast(paint.line, ink.ground or (1, 1, 1)) >= 4.4, name
        assert contrast(ink.text, ink.ground or (1, 1, 1)) >= 7
    seats = [TONES[name].pattern for name in ("gold", "crimson", "teal", "violet")]
    assert len(set(seats)) == 4


def test_for_a_print_shop_each_card_is_a_page_with_trim_and_bleed_in_cmyk():
    sheets = deck(Order(outlet="pdfx"), some_faces(3))
    assert len(sheets) == 6
    for page in sheets:
        trim, bleed = ([float(v) / 72 * 25.4 for v in page.page[box]] for box in ("/TrimBox", "/BleedBox"))
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((63, 88), abs=NEAR)
        assert (bleed[2] - bleed[0], bleed[3] - bleed[1]) == pytest.approx((69.35, 94.35), abs=NEAR)
        assert page.wide == pytest.approx(69.35, abs=NEAR)
        assert {space for space, _ in page.colours} == {"k"}
        assert max(sum(value) for _, value in page.colours) <= 2.4
        corner = page.picture(100).convert("L").getpixel((1, 1))
        assert corner < 252, "the art goes to the very edge of the bleed"
    assert {space for space, _ in deck(Order(shop="drivethru"), some_faces(1))[0].colours} == {"rg"}
