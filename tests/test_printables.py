"""What must hold on paper, read back from the PDF."""

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from math import hypot, sqrt

import pytest
import zxingcpp
from PIL import ImageStat
from reportlab.pdfbase.ttfonts import TTFontFace

from companion.kernel.view import Cell, Picture
from companion.toolkit.hexes import Hexes
from printables.draw import fonts, qr
from printables.draw.fit import broken, fit, measured, tall
from printables.draw.fonts import FACES, TEXT, Unprintable, width
from printables.draw.ink import TONES, Ink, contrast
from printables.layout import cards, chips, mats, pads, paper, tiles
from printables.layout.boards import Board
from printables.layout.book import Section, bound
from printables.layout.cards import Back, Face
from printables.layout.chips import Chip
from printables.layout.paper import BLEED, GAP, INKS, MARK, PAPERS, Order, grid
from printables.sources import calibration, resume, tent
from tests.paper import NEAR, RUNNING, Page, collisions, pages

RULES = "Moves up to two spaces any way, through anything. Spend 1 ⚡ to place a chip beside an ally. "

EACH_PAPER, EACH_INK = (
    [pytest.param(name, marks=pytest.mark.slow if n else []) for n, name in enumerate(names)]
    for names in (PAPERS, INKS)
)
"""The first of each in the quick tests, all of them in the whole."""


def some_faces(count: int, words: int = 1) -> list[Face]:
    return [
        Face(
            f"Card {n}",
            "Ally",
            ("gold", "crimson", "teal", "violet")[n % 4],
            icon="wing",
            letter="U",
            cost=(("coin", str(n % 4)),),
            figures=(("sword", "Attack", str(n % 9)), ("shield", "Defeat", "12")),
            text=RULES * words,
            lore="Light that fell." * (n % 2),
            source="House set",
        )
        for n in range(count)
    ]


def deck(order: Order, faces: list[Face], title: str = "Cards") -> list[Page]:
    backs = [Back("War in Heaven", face.tone, "crown") for face in faces]
    return pages(
        bound(order, "War in Heaven", [Section(title, cards.pages(order, faces, backs), repr(faces))])
    )


CUT = (63 + 2 * BLEED, 88 + 2 * BLEED)


def card_forms(page: Page) -> list:
    """What cards of 63 × 88 mm are drawn on, bleed and all."""
    return page.largest(*CUT)


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
            assert min(form.left, form.top, page.wide - form.right, page.high - form.bottom) >= 4.9


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
    (sheet,) = deck(Order(paper=paper, duplex="gutterfold"), some_faces(4))
    forms = card_forms(sheet)
    fronts, backs = forms[:4], forms[4:]
    for one, other in zip(fronts, backs, strict=True):
        x, y = one.middle
        assert other.middle == pytest.approx((sheet.wide - x, y), abs=NEAR) and not other.upside_down
    assert max(form.right for form in fronts) < sheet.wide / 2 - 2.4


@pytest.mark.parametrize("size", [(44.0, 68.0), (57.0, 87.0), (70.0, 120.0), (88.0, 63.0)])
def test_cards_may_have_a_size_of_their_own(size):
    order, faces = Order(), some_faces(7)
    made = cards.pages(order, faces, [Back("Mini", face.tone) for face in faces], size)
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
        assert sorted(cut_marks(page)) == sorted(cut_marks(full[0])), "and so the marks"


def test_a_negative_offset_moves_backs_and_their_marks_together_and_nothing_else():
    faces = some_faces(9)
    (front, back), (same, moved) = deck(Order(), faces), deck(Order(offset=(-0.7, 1.2)), faces)
    assert [f.middle for f in card_forms(same)] == [f.middle for f in card_forms(front)]
    for one, other in zip(card_forms(back), card_forms(moved), strict=True):
        assert other.middle == pytest.approx((one.middle[0] - 0.7, one.middle[1] + 1.2), abs=NEAR)
    assert near(moved, [(x1 - 0.7, y1 + 1.2, x2 - 0.7, y2 + 1.2) for x1, y1, x2, y2, _ in cut_marks(back)])


def near(page: Page, expected: list) -> bool:
    found = sorted(line[:4] for line in cut_marks(page))
    return len(found) == len(expected) and all(
        abs(a - b) < NEAR
        for one, other in zip(found, sorted(expected), strict=True)
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
        ("offset", "nan,0", "off the sheet"),
        ("ink", "pink", "Ink can be full, saver, bw"),
    ],
)
def test_an_unknown_option_is_refused_in_a_sentence(option, value, says):
    with pytest.raises(Unprintable) as refused:
        Order.read({option: value})
    assert says in str(refused.value)


def test_a_card_larger_than_the_paper_is_refused():
    with pytest.raises(Unprintable, match="does not fit"):
        grid(Order(), 300, 400)


# -- cut marks --------------------------------------------------------------------------------------------


def cut_marks(page: Page) -> list:
    """Marks of 0.15 mm that are not the ruler's."""
    return [line for line in page.lines if line[1] < page.high - 8 and abs(line[4] - MARK) < 0.02]


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
def test_marks_lie_outside_the_bleed_and_every_cut_leaves_the_marks_of_the_next(order):
    for page in deck(order, some_faces(grid(order, 63, 88).holds)):
        marks = cut_marks(page)
        boxes = [(f.left, f.top, f.right, f.bottom) for f in card_forms(page)]
        for x1, y1, x2, y2, thick in marks:
            assert thick == pytest.approx(0.15, abs=NEAR)
            for left, top, right, bottom in boxes:
                clear = max(left - max(x1, x2), min(x1, x2) - right, top - max(y1, y2), min(y1, y2) - bottom)
                assert clear > 0.2, "a mark runs into the picture"
        for left, top, right, bottom in boxes:
            for y in (top + BLEED, bottom - BLEED):
                assert beside(marks, left, y, -1, 1) and beside(marks, right, y, 1, 1)
            for x in (left + BLEED, right - BLEED):
                assert beside(marks, top, x, -1, 0) and beside(marks, bottom, x, 1, 0)


def beside(marks: list, edge: float, at: float, way: int, axis: int) -> bool:
    """Whether a mark at this height starts within the gap next to an edge: each card keeps its own."""
    for line in marks:
        if abs(line[axis] - at) < NEAR and abs(line[axis + 2] - at) < NEAR:
            near_end = min((line[1 - axis], line[3 - axis]), key=lambda end: abs(end - edge))
            if 0 < (near_end - edge) * way < GAP - 2 * BLEED:
                return True
    return False


# -- ruler, label, document -------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", EACH_PAPER)
@pytest.mark.parametrize("duplex", ["long", "gutterfold"])
def test_every_side_has_a_ruler_of_100_mm_and_is_printed_at_100_percent(paper, duplex):
    found = deck(Order(paper=paper, duplex=duplex), some_faces(20))
    for page in found:
        bar = [line for line in page.lines if abs(line[1] - (page.high - 5.2)) < NEAR and line[1] == line[3]]
        assert [abs(x2 - x1) for x1, _, x2, _, _ in bar] == [pytest.approx(100, abs=NEAR)]
        ticks = sorted(
            {round(x1 - bar[0][0], 2) for x1, y1, x2, y2, _ in page.lines if x1 == x2 and y1 > page.high - 8}
        )
        assert ticks == [10.0 * n for n in range(11)]
        assert "100 mm" in page.text
    catalog = found[0].reader.trailer["/Root"]
    assert catalog["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_the_label_names_game_piece_sheet_side_and_the_hash_of_the_data():
    faces = some_faces(10)
    found = deck(Order(), faces)
    data = Section("", [], repr(faces)).hash
    for n, page in enumerate(found, 1):
        side = "back" if n % 2 == 0 else "front"
        assert f"War in Heaven · Cards · {n}/4 {side} · {data}" in page.text
    other = deck(Order(), [Face("Other"), *faces[1:]])
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


@pytest.mark.parametrize("ink", EACH_INK)
def test_the_same_input_gives_the_same_bytes(ink):
    make = (
        "import hashlib, sys; sys.path.insert(0, sys.argv[2])\n"
        "from tests.test_printables import *\n"
        "order = Order(ink=sys.argv[1]); faces = some_faces(12, 3)\n"
        "backs = [Back('B', f.tone) for f in faces]\n"
        "made = bound(order, 'T', [Section('P', cards.pages(order, faces, backs), 'x')])\n"
        "print(hashlib.sha256(made).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", make, ink, str(os.getcwd())],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("77", "Asia/Tokyo"))
    }
    assert len(found) == 1


# -- text -------------------------------------------------------------------------------------------------


def test_text_is_set_at_the_largest_size_that_fits():
    rng = random.Random(4)
    words = RULES.replace("⚡", "point").split()
    for _ in range(200):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(3, 120)))
        w, h = rng.uniform(25, 60), rng.uniform(12, 50)
        paragraphs, space = measured(text), width(" ", TEXT)
        sizes = [
            n / 10
            for n in range(50, 91)
            if (lines := broken(paragraphs, w * 72 / 25.4 / (n / 10), space)) is not None
            and tall(lines, n / 10) <= h * 72 / 25.4
        ]
        try:
            assert fit(text, w, h, "it").size == max(sizes)
        except Unprintable:
            assert not sizes


def test_fitted_lines_are_no_wider_and_no_taller_than_their_box_and_keep_every_word():
    text = RULES * 4
    fitted = fit(text, 50, 30, "it")
    assert fitted.tall <= 30
    assert all(line.wide * fitted.size <= fitted.wide + 1e-6 for line in fitted.lines)
    said = " ".join(
        part.words if hasattr(part, "words") else "⚡" for line in fitted.lines for part in line.parts
    )
    assert said.split() == text.split()


@pytest.mark.parametrize("ink", EACH_INK)
@pytest.mark.parametrize("words", [0, 1, 3, 6])
def test_nothing_is_outside_the_safe_area_nor_under_5_points_nor_on_top_of_something_else(ink, words):
    page = deck(Order(ink=ink), some_faces(9, words))[0]
    trims = [(f.left + BLEED, f.top + BLEED, f.right - BLEED, f.bottom - BLEED) for f in card_forms(page)]
    assert min(letter.size for letter in page.letters) >= 4.99
    inside = [letter for letter in page.letters if letter.base < page.high - 9]
    assert len(inside) > 9 * 10
    for letter in inside:
        top, bottom = letter.base - letter.size * 0.26, letter.base + letter.size * 0.09
        assert any(
            left + cards.SAFE <= letter.left
            and letter.right <= right - cards.SAFE
            and above + cards.SAFE <= top
            and bottom <= below - cards.SAFE
            for left, above, right, below in trims
        ), letter
    assert not collisions(page)


def test_long_text_gives_up_the_emblem_before_the_size_and_refuses_before_it_is_too_small():
    sizes = []
    for words in range(1, 16):
        face = Face("Long", "Ally", "gold", icon="wing", text=RULES * words)
        page = deck(Order(), [face])[0]
        sizes.append(min(x.size for x in page.letters if x.letter in "aeo" and x.base < 90 and not x.hidden))
    assert min(sizes[:6]) >= 7.49 and max(sizes) <= 9.01, "five hundred characters still read well"
    assert 4.99 <= min(sizes) == sizes[-1]
    with pytest.raises(Unprintable) as refused:
        deck(Order(), [Face("Encyclopaedia", text=RULES * 33)])
    assert "Encyclopaedia" in str(refused.value) and "characters" in str(refused.value)


@pytest.mark.parametrize(
    "face",
    [
        Face("孫悟空"),
        Face("Monkey", text="The sage 孫悟空 leaps."),
        Face("Monkey", kind="猴"),
        Face("Monkey", lore="猴 leaps"),
        Face("Monkey", figures=(("sword", "攻", "3"),)),
        Face("Monkey", letter="猴"),
        Face("Monkey", source="猴"),
    ],
)
def test_a_letter_that_the_typeface_lacks_refuses_the_build_and_names_the_card(face):
    with pytest.raises(Unprintable) as refused:
        deck(Order(), [face])
    assert face.name in str(refused.value) and "typeface" in str(refused.value)


def test_names_in_many_tongues_are_there_and_can_be_copied():
    names = ["Þórr Óðinn", "Ægir", "Šárka", "Θάνατος", "Перун", "Œdipe", "Nguyễn"]
    page = deck(Order(), [Face(name, text=f"{name} acts.") for name in names])[0]
    for name in names:
        assert name in page.text
    assert "\x00" not in page.text


def test_more_letters_than_one_part_of_a_typeface_holds_are_all_there():
    letters = [chr(n) for n in (*range(0xC0, 0x180), *range(0x391, 0x3A2), *range(0x410, 0x450))]
    names = ["".join(letters[n : n + 8]) for n in range(0, len(letters), 8)]
    assert len(letters) > 256
    said = " ".join(page.text for page in deck(Order(), [Face(name) for name in names]))
    assert all(name in said for name in names)


@pytest.mark.parametrize("name", FACES)
def test_a_typeface_is_read_as_the_library_reads_it(name):
    ours = fonts.face(name).face
    theirs = TTFontFace(str(files("printables") / "fonts" / FACES[name]))
    for what in ("charToGlyph", "charWidths", "hmetrics", "glyphPos", "defaultWidth", "bbox", "flags"):
        assert getattr(ours, what) == getattr(theirs, what), what


def test_documents_made_at_once_do_not_mix_up_a_typeface(monkeypatch):
    def slow(self):
        found = read(self)
        time.sleep(0)
        return found

    read = TTFontFace.read_short
    monkeypatch.setattr(TTFontFace, "read_short", slow)
    letters = [ord(letter) for letter in "ÀÉÎÕÜŠŽčěř the quick brown fox"]
    cut = fonts.face(TEXT).face.makeSubset
    want = cut(letters)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(cut, [letters] * 40)) == {want}


def test_icons_in_text_are_drawn_and_found_as_words():
    face = Face(
        "Uriel",
        "Ally",
        "gold",
        text="Pay 2⚡ and strike with 3{sword} against ⛨ or \U0001f6e1\ufe0f.",
        icon="wing",
    )
    page = deck(Order(), [face])[0]
    for word in ("action", "attack", "defence"):
        assert word in page.text
    hidden = [letter for letter in page.letters if letter.hidden]
    assert hidden and min(letter.size for letter in hidden) >= 4.99


def test_an_icon_that_is_not_drawn_is_refused():
    with pytest.raises(Unprintable, match="no icon named “unicorn”"):
        deck(Order(), [Face("Uriel", figures=(("unicorn", "x", "1"),))])


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
    _, page = pages(bound(order, "W", [Section("C", cards.pages(order, faces, backs), "x")]))
    image, found = page.picture(144).convert("L"), []
    for form in card_forms(page):
        x, y = form.middle
        box = [round(v / 25.4 * 144) for v in (x - 3, y + 27, x + 3, y + 33)]
        found.append(image.crop(box).tobytes())
        assert min(found[-1]) < 90, "it is drawn between the rose and the title"
    assert found[0] != found[1]


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
    found = deck(Order(shop="cmyk"), some_faces(3))
    assert len(found) == 6
    for page in found:
        trim, bleed = ([float(v) / 72 * 25.4 for v in page.page[box]] for box in ("/TrimBox", "/BleedBox"))
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((63, 88), abs=NEAR)
        assert (bleed[2] - bleed[0], bleed[3] - bleed[1]) == pytest.approx((69.35, 94.35), abs=NEAR)
        assert page.wide == pytest.approx(69.35, abs=NEAR)
        assert {space for space, _ in page.colours} == {"k"}
        assert max(sum(value) for _, value in page.colours) <= 2.4
        corner = page.picture(100).convert("L").getpixel((1, 1))
        assert corner < 252, "the art goes to the very edge of the bleed"
    assert {space for space, _ in deck(Order(shop="rgb"), some_faces(1))[0].colours} == {"rg"}


# -- chips ------------------------------------------------------------------------------------------------


RINGS = [
    Chip("Health", "red", "heart", "H", count=60),
    Chip("Armor", "grey", "shield", "A", count=8),
    Chip("Trap", "black", "trap", "D/T", count=6, other="sprung"),
]


@pytest.mark.parametrize("punch, ink", [(25.0, "full"), (25.4, "saver"), (16.0, "bw")])
def test_chips_are_as_large_as_the_punch_and_all_there(punch, ink):
    order = Order(ink=ink)
    found = pages(bound(order, "Chips", [Section("Chips", chips.pages(order, RINGS, punch), "x")]))
    circles = [p for page in found[::2] for p in page.paths if p.curved and p.stroked and p.form]
    cuts = [p.box for p in circles if abs(p.box[2] - p.box[0] - punch) < NEAR]
    assert len(cuts) == 74
    assert all(bottom - top == pytest.approx(punch, abs=NEAR) for _, top, _, bottom in cuts)
    for page in found:
        places = [f.middle for f in page.largest(punch + 2 * chips.BLEED, punch + 2 * chips.BLEED)]
        places = sorted(set(places))
        gaps = [hypot(x - a, y - b) for x, y in places for a, b in places if (x, y) != (a, b)]
        assert min(gaps) >= punch + 1.5, "paper for the punch to hold"


def test_chips_lie_back_to_back_and_square_ones_have_marks():
    order = Order(shape="square")
    sheets = chips.pages(order, RINGS, 25.0, round_=False)
    front, back = pages(bound(order, "Chips", [Section("Chips", sheets, "x")]))[:2]
    size = 25 + 2 * chips.BLEED
    ones, others = ([f.middle for f in page.largest(size, size)] for page in (front, back))
    for (x, y), other in zip(dict.fromkeys(ones), dict.fromkeys(others), strict=True):
        assert other == pytest.approx((front.wide - x, y), abs=NEAR)
    assert cut_marks(front) and cut_marks(back)


# -- boards -----------------------------------------------------------------------------------------------


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


def inside(line: list, cell: Cell, made: Board) -> bool:
    """Whether a seam runs through a space: some point of it is nearer to the middle than any edge."""
    cx, cy = made.point(cell.at)
    reach = made.unit * sqrt(3) / 2 * 0.97
    for (x1, y1), (x2, y2) in pairwise(line):
        for n in range(21):
            x, y = x1 + (x2 - x1) * n / 20, y1 + (y2 - y1) * n / 20
            if hypot(x - cx, y - cy) < reach:
                return True
    return False


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


# -- codes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dpi", [150, 300])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", EACH_INK)
def test_codes_on_the_tent_are_read_by_a_real_reader(dpi, paper, ink):
    order = Order(paper=paper, ink=ink)
    (page,) = pages(bound(order, "T", [Section("Tent", tent.pages(order, RUNNING), "x")]))
    read = {code.text for code in zxingcpp.read_barcodes(page.picture(dpi))}
    assert read == {RUNNING.address, *(door.address for door in RUNNING.doors)}


@pytest.mark.parametrize("dpi", [150, 300])
def test_the_code_on_the_sheet_to_resume_from_is_read(dpi):
    order = Order()
    (page,) = pages(bound(order, "T", [Section("Resume", resume.pages(order, RUNNING), "x")]))
    assert [code.text for code in zxingcpp.read_barcodes(page.picture(dpi))] == [RUNNING.address]
    assert all(thing in page.text for thing, _ in RUNNING.state) and not collisions(page)


def test_a_table_with_much_to_say_is_printed_to_resume_from_on_as_many_pages_as_it_takes():
    order = Order(paper="letter")
    long = ", ".join(f"Fire-Tipped Spear {n}" for n in range(30))
    state = tuple((f"{seat} thing {n}", long) for seat in ("Ada", "Ben") for n in range(12))
    running = replace(RUNNING, state=(*state, ("Ada *{pot}*", "of {gold}")), seats=("Ada", "Ben"))
    found = pages(bound(order, "T", [Section("Resume", resume.pages(order, running), "x")]))
    said = " ".join(page.text for page in found)
    assert said.count("Fire-Tipped Spear 29") == 24 and "·(pot)· of (gold)" in said
    for page in found:
        assert not collisions(page) and min(letter.size for letter in page.letters) >= 4.99
        assert max(letter.base for letter in page.letters if letter.size > 6.4) < page.high - 10
    few = pages(bound(order, "T", [Section("Resume", resume.pages(order, RUNNING), "x")]))
    assert len(found) > len(few) == 1


def test_a_code_is_one_path_of_modules_no_smaller_than_0_6_mm_or_is_refused():
    order = Order()
    (page,) = pages(bound(order, "T", [Section("Resume", resume.pages(order, RUNNING), "x")]))
    drawn = [p for p in page.paths if p.filled and len(p.points) > 400]
    assert len(drawn) == 1
    sides = {round(b[0] - a[0], 3) for a, b in pairwise(drawn[0].points) if b[0] > a[0] and b[1] == a[1]}
    assert min(sides) >= 0.6
    assert qr.address("http://10.0.0.7:8000", "kite7q") == "HTTP://10.0.0.7:8000/T/KITE7Q"
    assert len(qr.matrix("HTTPS://HOST.EXAMPLE/T/KITE7Q")) == 25, "short and in capitals: version 2"
    with pytest.raises(Unprintable, match="shorter address"):
        bound(order, "T", [Section("x", [paper.Page(lambda pen: _too_small(pen))], "x")])


def _too_small(pen) -> None:
    qr.draw(pen, RUNNING.address, 10, 10, 15.0)


# -- mats, tracks, pads, calibration ----------------------------------------------------------------------


def test_the_calibration_sheet_has_its_crosses_back_to_back():
    for duplex in ("long", "short"):
        order = Order(duplex=duplex, offset=(0.5, -0.25))
        front, back = pages(bound(order, "C", [Section("C", calibration.pages(order), "x")]))
        rings = [p.box for p in back.paths if p.curved]
        middles = [((a + c) / 2 - 0.5, (b + d) / 2 + 0.25) for a, b, c, d in rings]
        for x, y in middles:
            there = (front.wide - x, y) if duplex == "long" else (x, front.high - y)
            crossing = [line for line in front.lines if line[0] == line[2] and abs(line[0] - there[0]) < NEAR]
            assert any(min(line[1], line[3]) < there[1] < max(line[1], line[3]) for line in crossing)
        assert len(middles) == 9


def test_a_track_has_its_spaces_in_order_and_a_mat_its_zones():
    track = mats.Track("Round", tuple(map(str, range(1, 13))), "1", (("8", "4 actions"),), "hourglass")
    mat = mats.Mat(
        "A mat",
        (
            (91.0, (mats.Zone("Ally", "card", icon="wing"),)),
            (
                1.0,
                (
                    mats.Zone("Round", "track", track=track),
                    mats.Zone("Run", "slot", "Move on.", "boot", "1 AP"),
                ),
            ),
        ),
        "teal",
        "diamond",
    )
    order = Order()
    sheets = mats.pages(order, [mat]) + mats.tracks(order, [track])
    found = pages(bound(order, "M", [Section("M", sheets, "x")]))
    for page in found:
        assert not collisions(page) and "4 actions" in page.text
        places = {letter.letter: letter for letter in page.letters if letter.size > 9}
        assert places
    assert all(word in found[0].text for word in ("A mat", "Ally", "Run", "1 AP", "Move on."))


def test_a_mat_whose_text_does_not_fit_is_refused_by_name():
    mat = mats.Mat("Crowded", ((1.0, tuple(mats.Zone(f"Zone {n}", text=RULES * 150) for n in range(3))),))
    with pytest.raises(Unprintable, match="Crowded"):
        bound(Order(), "M", [Section("M", mats.pages(Order(), [mat]), "x")])


def test_a_score_pad_is_blank_or_filled():
    rows = (pads.Row("Level", "lowest marker × value", "star", ("7", "12")), pads.Row("Total", strong=True))
    pad = pads.Pad("Heaven", (("Anna", "gold"), ("Ben", "crimson")), rows)
    order = Order()
    (page,) = pages(bound(order, "P", [Section("P", pads.pages(order, pad, 1), "x")]))
    assert all(word in page.text for word in ("Anna", "Ben", "7", "12", "Total")) and not collisions(page)
