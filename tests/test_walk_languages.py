"""A walk over every page of a game in another language: whatever people read or hear is put into it."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.boxes import shelf as boxes
from companion.kernel.shelf import shelf
from tests.conftest import Phone, Phones
from tests.sittings import fullest
from tests.test_language import pseudo
from tests.test_valid_html import Crawl, middle, table

WALKED = (
    "war-in-heaven", "heaven-and-ale", "havoc-in-heaven", "high-heavens", "heroball",
    "draughts", "cribbage", "five-dice",
)  # fmt: skip
"""The five games and three boxes."""
SPOKEN = {"title", "alt", "aria-label", "placeholder"}
"""The attributes that people read or hear."""
SILENT = {"script", "style", "svg", "textarea", "code", "pre", "option"}
WORD = re.compile(r"[A-Za-z]{3,}")
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


class Speaking:
    """A phone that asks for a language."""

    def __init__(self, phone: Phone, code: str) -> None:
        self.phone, self.headers = phone, {"Accept-Language": code}

    def get(self, address: str) -> TestResponse:
        """Look at an address."""
        return self.phone.get(address, headers=self.headers)


@pytest.mark.parametrize("key", WALKED)
def test_no_word_of_any_page_is_left_untranslated_where_every_sentence_has_a_translation(
    app: Flask, phone: Phones, tmp_path: Path, key: str
) -> None:
    app.config["LANGUAGES"] = {"en-pseudo": lambda _: pseudo()}
    anna, crawl = phone(), OneGame(app, tmp_path / "pages")
    crawl.game, whole = key, fullest(shelf().get(key) or boxes.box(key))
    for sitting in (middle(whole), whole):
        crawl.follow(Speaking(anna, "en-pseudo"), f"/t/{table(anna, sitting)}")  # type: ignore[arg-type]
    pages = {at: (crawl.folder / f"{n}.html").read_text() for n, at in enumerate(crawl.pages, 1)}
    left = {(at, line) for at, page in pages.items() if page.startswith("<") for line in Read(page).left}
    assert len(pages) > 25
    assert sorted(left) == []
