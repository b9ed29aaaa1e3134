"""Paper in other languages: every word that is drawn is in the catalogue, and everything fits."""

import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from companion.boxes.shelf import Shelf
from companion.cli.main import main
from companion.kernel.shelf import shelf
from companion.words.language import Language
from companion.words.speaking import speaking
from printables.draw.fonts import Unprintable
from printables.layout.paper import Order
from printables.sources import catalogue
from printables.sources.catalogue import book, chosen, printed
from tests.conftest import Phones
from tests.listening import BOXED, PLAYED, Everything, Listening
from tests.paper import collisions, pages


class Grown(Everything):
    """Every sentence with accents, and each word a third longer."""

    def __missing__(self, sentence: str) -> str:
        parts = FIELDS.split(sentence)
        self[sentence] = "".join(part if n % 2 else LONG.sub(grown, part) for n, part in enumerate(parts))
        return self[sentence]


class Hebrew(Grown):
    """A catalogue that has every sentence, in letters that are read from the right."""

    def __missing__(self, sentence: str) -> str:
        parts = FIELDS.split(sentence)
        self[sentence] = "".join(part if n % 2 else ANY.sub(hebrew, part) for n, part in enumerate(parts))
        return self[sentence]


ANY = re.compile("[A-Za-z]+")
FIELDS = re.compile(r"(\{[^{}]*\})")
LONG = re.compile("[A-Za-z]{3,}")
ACCENTS = str.maketrans("aeiou", "áéíóú")
READ = ("reference", "leaflet", "set-up", "pad", "aid")
"""Paper that is read. Letters of other pieces are in forms, where they cannot be measured in Hebrew."""
REFUSED = 5
"""So many kinds of a game's paper may be refused in a language of long words: a translator shortens."""


def grown(word: re.Match[str]) -> str:
    """Return a word that is a third longer."""
    return f"{word[0]}{word[0][-round(len(word[0]) * 0.35) :]}".translate(ACCENTS)


def hebrew(word: re.Match[str]) -> str:
    """Return a word in as many letters of Hebrew."""
    return "".join(chr(0x5D0 + ord(letter) % 27) for letter in word[0])


def from_the_right(words: dict[str, str]) -> Language:
    """Return a language for tests that is read from the right."""
    return Language("he-test", words, {}, lambda n: "one" if n == 1 else "other", direction="rtl")


def drawn(key: str, tongue: Any) -> bytes:
    """Lay out and draw everything that a game has on paper, each kind by itself; return its kit."""
    game, order = Shelf()[key], Order()
    with speaking(tongue):
        result = catalogue.catalogue(game)
        for one in result.values():
            book(game, [one], order).drawn()
        return printed(game, chosen(result, ()), order)


def astray(raw: bytes) -> list[object]:
    """Return the letters of a document that lie over others, or not on their sheet."""
    return [
        result
        for page in pages(raw)
        for result in (
            *collisions(page),
            *(one for one in page.letters if one.left < 0 or one.right > page.wide),
            *(one for one in page.letters if one.base < 0 or one.base > page.high),
        )
    ]


@pytest.mark.parametrize("code, key", [*PLAYED, *BOXED])
def test_each_word_on_paper_is_translated_and_fits(code: str, key: str) -> None:
    Listening.begin()
    kit = drawn(key, Listening.of(code, Shelf()[key]))
    assert len(Listening.said) > 200
    assert Listening.missed() == []
    assert astray(kit) == []


@pytest.mark.parametrize("key", shelf())
def test_words_a_third_longer_fit_or_are_refused_and_lie_on_nothing(key: str) -> None:
    game, refused = Shelf()[key], []
    with speaking(Language("en-long", Grown(), {}, lambda n: "one" if n == 1 else "other")):
        for one in catalogue.catalogue(game).values():
            try:
                raw = printed(game, [one], Order())
            except Unprintable as because:
                refused.append(f"{one.key}: {because}")
            else:
                assert astray(raw) == [], one.key
    assert len(refused) <= REFUSED, refused


@pytest.mark.parametrize("key", ["war-in-heaven", "five-dice"])
def test_a_kit_in_a_language_from_the_right_fits_and_lies_on_nothing(key: str) -> None:
    game = Shelf()[key]
    for words, kinds in ((Hebrew(), READ), ({}, None)):
        with speaking(from_the_right(words)):
            found = catalogue.catalogue(game)
            for one in (found[kind] for kind in kinds or found if kind in found):
                assert astray(printed(game, [one], Order())) == [], one.key


def test_what_is_read_from_the_right_begins_at_the_right_and_its_board_is_not_mirrored() -> None:
    game, places = Shelf()["war-in-heaven"], []
    for tongue in (None, from_the_right({})):
        with speaking(tongue):
            found = catalogue.catalogue(game)
            reference, set_up = (
                pages(printed(game, [found[k]], Order()))[0] for k in ("reference", "set-up")
            )
        numbers = [one for one in reference.letters if one.letter == "9" and one.base < 280]
        first = min(numbers, key=lambda one: one.base)
        spaces = [one.left for one in set_up.letters if one.letter in "ABCDE" and 35 < one.base < 210]
        places.append((first.left / reference.wide, spaces))
    (left, board), (right, same) = places
    assert left + right == pytest.approx(1, abs=0.02) and len(board) == 20
    assert same == pytest.approx(board, abs=0.01)


def test_the_command_prints_a_kit_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "krieg.pdf"
    assert main(["print", "war-in-heaven", "pad", "reference", "--language", "de", "-o", str(file)]) == 0
    document = PdfReader(file)
    words = " ".join(page.extract_text() for page in document.pages)
    assert document.trailer["/Root"]["/Lang"] == "de"
    assert "Wertungsblock" in words and "Kurzregeln" in words and "Score" not in words
    assert main(["print", "war-in-heaven", "pad", "--language", "tlh", "-o", str(file)]) == 2


def test_a_card_without_a_letter_of_its_own_shows_the_first_of_its_name_in_the_language(
    tmp_path: Path,
) -> None:
    file = tmp_path / "karten.pdf"
    assert main(["print", "heaven-and-ale", "cards", "--language", "de", "-o", str(file)]) == 0
    words = " ".join(PdfReader(file).pages[0].extract_text().split())
    for name in ("Farbkarte", "Scheibenkarte", "Fasskarte", "Dukatenkarte", "Braumeisterkarte"):
        assert f"{name[0]} {name}" in words


def test_words_that_are_said_are_not_said_again(tmp_path: Path) -> None:
    """A line of German that is an English word stays German: “Art” is a kind, and no picture."""
    file = tmp_path / "plan.pdf"
    assert main(["print", "heaven-and-ale", "main-board", "--language", "de", "-o", str(file)]) == 0
    words = " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
    assert "Drei Schuppen einer Art" in words and "Eigenes Bild" not in words


def test_a_phone_prints_in_its_own_language_or_in_the_one_that_it_chooses(phone: Phones) -> None:
    anna, german = phone(), {"Accept-Language": "de"}
    page = anna.get("/games/war-in-heaven/print", headers=german).text
    assert '<option value="de" selected>Deutsch</option>' in page and "Wertungsblock" in page
    for query, lang in (("?piece=pad", b"de"), ("?piece=pad&language=en", b"en")):
        document = anna.get(f"/games/war-in-heaven/print.pdf{query}", headers=german).data
        assert b"/Lang (" + lang + b")" in document


def test_a_set_of_somebodys_own_is_printed_in_the_language_of_the_phone(phone: Phones) -> None:
    anna = phone()
    text = anna.get("/games/heroball/set/house.toml").data
    made = anna.post(
        "/games/heroball/print.pdf?piece=cards",
        data={"text": text.decode()},
        headers={"Accept-Language": "de"},
    )
    assert b"/Lang (de)" in made.data


def test_a_sheet_for_several_numbers_of_players_keeps_its_last_step(tmp_path: Path) -> None:
    """What is said later than in English is said whole."""
    file = tmp_path / "aufbau.pdf"
    assert main(["print", "high-heavens", "set-up", "--language", "de", "-o", str(file)]) == 0
    words = " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
    assert "Bei 4 Spielern: Zug der Asen 1: 1 Aktion." in words


def test_a_word_that_is_too_long_for_a_seal_is_left_to_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "jetons.pdf"
    for code, drawn in (("de", "Betäubung"), ("fr", "Étourdi")):
        assert main(["print", "havoc-in-heaven", "bank", "--language", code, "-o", str(file)]) == 0
        words = " ".join(page.extract_text() for page in PdfReader(file).pages)
        assert drawn in words and "étourdir" not in words and "betäuben" not in words


@pytest.mark.parametrize(
    "code, names",
    [("de", ("Eisenfächerprinzessin", "Stierdämonenkönig")), ("fr", ("Princesseàl’Éventaildefer",))],
)
def test_a_standee_bears_a_long_name_in_parts(tmp_path: Path, code: str, names: tuple[str, ...]) -> None:
    file = tmp_path / "figuren.pdf"
    assert main(["print", "havoc-in-heaven", "heroes-figures", "--language", code, "-o", str(file)]) == 0
    words = " ".join(page.extract_text() for page in PdfReader(file).pages)
    assert {*names} <= {*re.findall("|".join(names), re.sub(r"-?\s", "", words))}, words
