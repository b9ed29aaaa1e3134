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
