"""Paper in other languages: every word that is drawn is in the catalogue, and everything fits."""

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from companion.boxes.shelf import Shelf
from companion.cli.main import main
from companion.words.speaking import speaking
from printables.layout.paper import Order
from printables.sources import catalogue
from printables.sources.catalogue import book, chosen, printed
from tests.conftest import Phones
from tests.listening import BOXED, PLAYED, Listening


def drawn(key: str, tongue: Any) -> None:
    """Lay out and draw everything that a game has on paper, each kind by itself, then its kit."""
    game, order = Shelf()[key], Order()
    with speaking(tongue):
        found = catalogue.catalogue(game)
        for one in found.values():
            book(game, [one], order).drawn()
        printed(game, chosen(found, ()), order)


@pytest.mark.parametrize("code, key", [*PLAYED, *BOXED])
def test_each_word_on_paper_is_translated_and_fits(code: str, key: str) -> None:
    Listening.begin()
    drawn(key, Listening.of(code, Shelf()[key]))
    assert len(Listening.said) > 200
    assert Listening.missed() == []


def test_the_command_prints_a_kit_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "krieg.pdf"
    assert main(["print", "war-in-heaven", "pad", "reference", "--language", "de", "-o", str(file)]) == 0
    made = PdfReader(file)
    words = " ".join(page.extract_text() for page in made.pages)
    assert made.trailer["/Root"]["/Lang"] == "de"
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
