"""A walk over every page of a game in another language: whatever people read or hear is put into it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.boxes.shelf import Shelf
from tests.conftest import Phone, Phones
from tests.listening import BOXED, Listening
from tests.sittings import fullest
from tests.test_language import pseudo
from tests.test_valid_html import Crawl, middle, table

WALKED = (
    "war-in-heaven", "heaven-and-ale", "havoc-in-heaven", "high-heavens", "heroball",
    "draughts", "cribbage", "five-dice",
)  # fmt: skip
"""The five games and three boxes."""
SPOKEN = {"title", "alt", "aria-label", "label", "placeholder"}
"""The attributes that people read or hear."""
SILENT = {"script", "style", "svg", "textarea", "code", "pre", "option"}
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = {
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Count",
    "to",
    "ten",
    "Havoc",
    "in",
    "Heaven",
    "Heroball",
    "High",
    "Heavens",
}
"""Names of people and games, which stay as they are."""
EDITED = re.compile(r"/own|/about|.*/report|.*/print")
"""The pages of what stays English: the text of a box, licences, what is sent to developers; and print."""
AS_IT_IS = re.compile(r"https?://|\d+ \w+ \d{4}|Deutsch|English|Français|Polski")
"""Addresses, days, and languages in their own words."""
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")


class Read(HTMLParser):
    """The texts of a page that people read or hear, but those in the brackets of a language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.silent = 0
        self.parts: list[str] = []
        self.feed(page)

    @property
    def left(self) -> set[str]:
        """Return the lines that have words outside of all brackets."""
        said = "\n".join(self.parts)
        while (inner := BRACKETED.sub("", said)) != said:
            said = inner
        return {line.strip() for line in said.split("\n") if WORD.search(line)}

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Hear what attributes say."""
        self.silent += tag in SILENT
        self.parts += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """Come out of what nobody reads."""
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Read a text."""
        if not self.silent:
            self.parts.append(data)


class OneGame(Crawl):
    """A crawl that stays with one game, and looks at everything that belongs to none."""

    game = ""

    def kind(self, address: str) -> object:
        """Return nothing for an address of another game."""
        other = re.match(r"/games/([\w-]+)", address)
        return None if other and other[1] != self.game else super().kind(address)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Give each page: its address, and its text."""
        for n, at in enumerate(self.pages, 1):
            yield at, (self.folder / f"{n}.html").read_text()


class Speaking:
    """A phone that asks for a language."""

    def __init__(self, phone: Phone, code: str) -> None:
        self.phone, self.headers = phone, {"Accept-Language": code}

    def get(self, address: str) -> TestResponse:
        """Look at an address."""
        return self.phone.get(address, headers=self.headers)


def walk(app: Flask, anna: Phone, folder: Path, key: str, code: str) -> OneGame:
    """Look at every page of a game in a language, from the middle of a played sitting and from its end."""
    crawl = OneGame(app, folder)
    crawl.game, whole = key, fullest(Shelf()[key])
    for sitting in (middle(whole), whole):
        crawl.follow(Speaking(anna, code), f"/t/{table(anna, sitting)}")  # type: ignore[arg-type]
    return crawl


@pytest.mark.parametrize("key", WALKED)
def test_no_word_of_any_page_is_left_untranslated_where_every_sentence_has_a_translation(
    app: Flask, phone: Phones, tmp_path: Path, key: str
) -> None:
    app.config["LANGUAGES"] = {"en-pseudo": lambda _: pseudo()}
    crawl = walk(app, phone(), tmp_path / "pages", key, "en-pseudo")
    left = {(at, line) for at, page in crawl.texts() if page.startswith("<") for line in Read(page).left}
    assert len(crawl.pages) > 25
    assert sorted(left) == []


@pytest.mark.parametrize("code, key", BOXED)
def test_no_sentence_of_any_page_of_a_box_is_left_in_english(
    app: Flask, phone: Phones, tmp_path: Path, code: str, key: str
) -> None:
    app.config["LANGUAGES"] = {code: lambda game: Listening.of(code, game)}
    Listening.begin()
    crawl = walk(app, phone(), tmp_path / "pages", key, code)
    Listening.said |= NAMES
    shown = "\n".join(
        part
        for at, page in crawl.texts()
        if not EDITED.match(at) and page.startswith("<")
        for part in Read(page).parts
    )
    left = [words for words in Listening.missed() if re.search(rf"(?<!\w){re.escape(words)}(?!\w)", shown)]
    assert len(crawl.pages) > 25
    assert [words for words in left if not AS_IT_IS.match(words)] == []
