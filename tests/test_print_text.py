"""Words on paper, read back from the PDF: as large as fits, in embedded typefaces, on top of nothing."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import pytest
from reportlab.pdfbase.ttfonts import TTFontFace

from printables.draw import fonts
from printables.draw.fit import broken, fit, measured, tall
from printables.draw.fonts import FACES, TEXT, Unprintable, width
from printables.layout import cards
from printables.layout.cards import CardFace
from printables.layout.paper import BLEED, Order
from tests.made_up import EACH_INK, RULES, card_forms, deck, some_faces
from tests.paper import collisions


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
    page_text = " ".join(
        part.words if hasattr(part, "words") else "⚡" for line in fitted.lines for part in line.parts
    )
    assert page_text.split() == text.split()


@pytest.mark.parametrize("ink", EACH_INK)
@pytest.mark.parametrize("words", [0, 1, 3, 4])
def test_nothing_is_outside_the_safe_area_nor_too_small_nor_on_top_of_something_else(ink, words):
    page = deck(Order(ink=ink), some_faces(9, words))[0]
    trims = [(f.left + BLEED, f.top + BLEED, f.right - BLEED, f.bottom - BLEED) for f in card_forms(page)]
    assert min(x.size for x in page.letters if x.base < page.high - 9 and not x.hidden) >= 6.49
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
    for words in range(1, 7):
        face = CardFace("Long", "Ally", "gold", icon="wing", text=RULES * words)
        page = deck(Order(), [face])[0]
        sizes.append(min(x.size for x in page.letters if x.letter in "aeo" and x.base < 90 and not x.hidden))
    assert min(sizes) >= 7.99 and max(sizes) <= 10.01, "five hundred characters still read well"
    with pytest.raises(Unprintable) as refused:
        deck(Order(), [CardFace("Encyclopaedia", text=RULES * 33)])
    assert "Encyclopaedia" in str(refused.value) and "characters" in str(refused.value)


@pytest.mark.parametrize(
    "face",
    [
        CardFace("\U00010900"),
        CardFace("Monkey", text="The sage \U00010900 leaps."),
        CardFace("Monkey", kind="\U00010900"),
        CardFace("Monkey", lore="\U00010900 leaps"),
        CardFace("Monkey", figures=(("sword", "\U00010900", "3"),)),
        CardFace("Monkey", letter="\U00010900"),
        CardFace("Monkey", source="\U00010900"),
    ],
)
def test_a_letter_that_the_typeface_lacks_refuses_the_build_and_names_the_card(face):
    with pytest.raises(Unprintable) as refused:
        deck(Order(), [face])
    assert face.name in str(refused.value) and "typeface" in str(refused.value)


def test_a_card_may_speak_any_tongue_that_is_fetched():
    page = deck(Order(), [CardFace("孫悟空", kind="猴", text="The sage 孫悟空 leaps over 天.", letter="猴")])[
        0
    ]
    assert page.text.count("孫悟空") == 2 and page.text.count("猴") == 3 and "天" in page.text


def test_names_in_many_tongues_are_there_and_can_be_copied():
    names = ["Þórr Óðinn", "Ægir", "Šárka", "Θάνατος", "Перун", "Œdipe", "Nguyễn"]
    page = deck(Order(), [CardFace(name, text=f"{name} acts.") for name in names])[0]
    for name in names:
        assert name in page.text
    assert "\x00" not in page.text


def test_more_letters_than_one_part_of_a_typeface_holds_are_all_there():
    letters = [chr(n) for n in (*range(0xC0, 0x180), *range(0x391, 0x3A2), *range(0x410, 0x450))]
    names = ["".join(letters[n : n + 8]) for n in range(0, len(letters), 8)]
    assert len(letters) > 256
    text = " ".join(page.text for page in deck(Order(), [CardFace(name) for name in names]))
    assert all(name in text for name in names)


@pytest.mark.parametrize("name", FACES)
def test_a_typeface_is_read_as_the_library_reads_it(name):
    ours = fonts.face(name).face
    theirs = TTFontFace(str(files("printables") / "fonts" / FACES[name]))
    for what in ("charToGlyph", "charWidths", "hmetrics", "glyphPos", "defaultWidth", "bbox", "flags"):
        assert getattr(ours, what) == getattr(theirs, what), what


def test_documents_made_at_once_do_not_mix_up_a_typeface(monkeypatch):
    def slow(self):
        sheets = read(self)
        time.sleep(0)
        return sheets

    read = TTFontFace.read_short
    monkeypatch.setattr(TTFontFace, "read_short", slow)
    letters = [ord(letter) for letter in "ÀÉÎÕÜŠŽčěř the quick brown fox"]
    cut = fonts.face(TEXT).face.makeSubset
    want = cut(letters)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(cut, [letters] * 40)) == {want}


def test_icons_in_text_are_drawn_and_found_as_words():
    face = CardFace(
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
        deck(Order(), [CardFace("Uriel", figures=(("unicorn", "x", "1"),))])
