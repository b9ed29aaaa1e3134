"""Letters that our faces lack come from Noto: in order, joined as they are written, embedded."""

import random
import re

import pytest
from bidi import get_display
from PIL import ImageChops
from reportlab.lib.units import mm

from printables.draw import bidi, scripts
from printables.draw.fit import Fitted, Icon, clipped, fit
from printables.draw.fonts import FACES, LORE, TEXT, Unprintable, drawn, face, foreign, legible, parts, width
from printables.layout.book import Section, bound
from printables.layout.paper import Order, Page
from tests.paper import pages

NAMES = {
    "Chinese": "张伟 李小龍",
    "Japanese": "さくら カタカナ",
    "Korean": "김민준",
    "Arabic": "أحمد علي",
    "Hebrew": "שרה",
    "Hindi": "जॉन",
    "Bengali": "রহিম",
    "Tamil": "அன்பு",
    "Thai": "สมชาย",
    "Georgian": "ნინო",
    "Armenian": "Արամ",
    "emoji": "😀🎲❤️",
}


def sheet(words: str, typeface: str = LORE) -> bytes:
    page = Page(lambda pen: pen.text(20, 40, words, typeface, 24))
    return bound(Order(), "Names", [Section("Names", [page], words)])


SOME = ("Arabic", "emoji")
"""One script of each kind: many letters, letters that change with their neighbours, pictures."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=key, marks=() if key in SOME else pytest.mark.slow)
        for key, name in NAMES.items()
    ],
)
def test_a_name_is_measured_drawn_embedded_and_the_same_each_time(name):
    assert legible(name) == name
    for typeface in FACES:
        assert width(name, typeface) > 0.4 * len(name.replace(" ", "")) ** 0.5
    document = sheet(f"Ann {name} Bo")
    assert document == sheet(f"Ann {name} Bo") and len(document) < 120_000
    (page,) = pages(document)
    fonts = page.page["/Resources"]["/Font"].values()
    assert any("noto" in font["/BaseFont"] for font in fonts)
    assert all("/FontFile2" in font["/FontDescriptor"] and "/ToUnicode" in font for font in fonts)
    assert "Ann" in page.text and "Bo" in page.text


def test_plain_letters_are_found_and_copied_as_they_are_read():
    for name in (NAMES["Chinese"], NAMES["Japanese"], NAMES["Korean"]):
        assert name in pages(sheet(name))[0].text


def test_letters_that_join_are_joined_and_read_from_the_right():
    one, other = ("".join(glyph.letter for glyph in foreign(word, TEXT).glyphs) for word in ("ب", "ببب"))
    assert len(set(other)) > 1 and one not in other, "they look otherwise at the beginning and the end"
    both = foreign("علي أحمد", TEXT)
    (first, last) = foreign("علي", TEXT), foreign("أحمد", TEXT)
    assert [glyph.letter for glyph in both.glyphs] == [
        *(glyph.letter for glyph in last.glyphs),
        *(glyph.letter for glyph in first.glyphs),
    ]
    assert re.search(rb"ActualText <FEFF0639", pages(sheet("علي"))[0].page.get_contents().get_data())


def test_text_falls_into_what_a_face_has_and_what_it_lacks():
    assert parts("Bob 李 小 Ann", TEXT) == [(True, "Bob "), (False, "李 小"), (True, " Ann")]
    assert parts(" 李", TEXT) == [(True, " "), (False, "李")]
    assert parts("Zoë", TEXT) == [(True, "Zoë")]
    assert width("Bob 李", TEXT) == pytest.approx(width("Bob ", TEXT) + 1.0)


def test_what_is_drawn_is_the_name_and_not_boxes():
    pictures = [pages(sheet(name))[0].picture(72).crop((40, 80, 300, 130)) for name in ("李", "小", "龍")]
    for n, one in enumerate(pictures):
        other = pictures[n - 1]
        assert ImageChops.difference(one.convert("L"), other.convert("L")).getbbox()


def test_a_letter_that_is_nowhere_is_refused_on_a_card_and_left_out_of_a_name():
    with pytest.raises(Unprintable, match="U\\+10900"):
        width("\U00010900", TEXT)
    assert legible("\U00010900 Ann") == "Ann" and legible("\U00010900") == ""


def test_without_noto_names_lose_what_our_faces_lack(monkeypatch):
    monkeypatch.setattr(scripts, "_listed", dict)
    scripts._of.cache_clear()
    assert legible("张伟 Ann") == "Ann" and ord("é") in face(TEXT).face.charToGlyph
    scripts._of.cache_clear()


def test_a_name_too_long_for_its_place_loses_its_end():
    assert clipped("Anna", LORE, 40) == "Anna" and clipped("W" * 24, LORE, 0.1) == ""
    short = clipped("W" * 24, LORE, 20)
    assert short.endswith("W…") and width(short, LORE) * 5 / 72 * 25.4 <= 20


def lines(fitted: Fitted) -> list[str]:
    """Return the words of each line from left to right, an icon as its name."""
    return [
        "|".join(part.name if isinstance(part, Icon) else part.words for part in line.parts)
        for line in fitted.lines
    ]


def test_a_line_is_ordered_as_another_implementation_of_uax_9_orders_it():
    draw = random.Random(9)
    letters = 'abאבجد12٣٤+-#%,./:()[]{} !"\u0301\u05b0'
    words = [
        "שלום",
        "عربي",
        "إلى",
        "Odin",
        "AP",
        "17",
        "(1)",
        "(עד 2)",
        "(Uriel)",
        "+1",
        "3.5",
        "12%",
        "،",
        "?",
        "€5",
    ]
    for n in range(4_000):
        some = [draw.choice(words if n % 2 else letters) for _ in range(draw.randint(2, 12))]
        text = (" " if n % 4 == 1 else "").join(some).strip()
        base = bidi.base(text)
        ours = "".join(bidi.reordered(text, bidi.levels(text, base)))
        assert ours == get_display(text, base_dir="LR"[base]), ascii(text)


def test_a_sentence_from_the_right_begins_at_the_right_edge_with_its_numbers_and_brackets_in_place():
    hebrew = fit("שני אלים נעים (עד 2) ליד *Odin*. קחו {sword} קלף.", 36, 50, "A card", most=9)
    assert lines(hebrew) == [
        "ליד|(|2|עד|)|נעים|אלים|שני",
        ".|קלף|sword|קחו|.|Odin",
    ]
    assert all(line.from_right for line in hebrew.lines)
    section = Section("Names", [Page(lambda pen: pen.block(hebrew, 20, 40))], "")
    (page,) = pages(bound(Order(), "Names", [section]))
    grey = page.picture(72).convert("L").crop((0, 100, 300, 160))
    ink = grey.point(lambda value: 255 * (value < 128)).getbbox()
    assert ink[2] * 25.4 / 72 == pytest.approx(56, abs=0.8), "the right edge of a box of 36 mm at 20 mm"


def test_a_name_with_a_number_or_a_bracket_is_drawn_in_the_order_in_which_it_is_read():
    assert drawn("שרה (2)", TEXT) == [(True, "("), (True, "2"), (True, ") "), (False, "שרה")]
    assert drawn("Ann (שרה)", TEXT) == [(True, "Ann ("), (False, "שרה"), (True, ")")]


@pytest.mark.parametrize(
    "text",
    [
        "将一个友方神祇移动两格，然后对相邻的敌人造成三点伤害；若其生命值为三或更少，则抽一张牌。",
        "自分の神を二マス動かす。その後、隣の敵に三ダメージを与える（体力が三以下なら、カードを一枚引く）。",
    ],
)
def test_a_sentence_without_spaces_breaks_between_its_letters_and_never_before_a_stop(text):
    fitted = fit(text, 30, 60, "A card", most=9, least=9)
    result = lines(fitted)
    assert "".join(result) == text and len(result) > 3
    assert not any(line[0] in "，。；、）ー" or line[-1] == "（" for line in result)
    assert all(line.wide * 9 <= 30 * mm for line in fitted.lines)
