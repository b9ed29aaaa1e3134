"""A walk over every page of a game in another language: whatever people read or hear is put into it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from flask import Flask
from werkzeug.test import TestResponse

from companion.boxes.shelf import Shelf, keys, source
from companion.kernel import transcript
from companion.kernel.game import Game
from companion.kernel.languages import catalogue_of
from companion.kernel.sittings import sittings
from companion.web.languages import offered
from companion.words import Message
from companion.words.catalogue import language as language_of
from companion.words.language import Language, Name, _says
from tests.conftest import Phone, Phones
from tests.listening import BOXED, PLAYED
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
SILENT = {"script", "style", "svg", "textarea", "code", "pre"}
WORD = re.compile(r"[A-Za-z]{3,}")
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
UNKNOWN = re.compile(r"⟪([^⟪⟫⟦⟧]*)⟫")
"""What no catalogue has."""
MARKED = re.compile(r"⟪[^⟪⟫]*⟫")
TYPED = {
    "Ada", "Ben", "Cleo", "Dan", "Tiny", "Count to ten.", "PNG", "SVG", "Silhouette", "Cricut",
    "Brother ScanNCut", "The Game Crafter", "MakePlayingCards", "DriveThruCards", *offered().values(),
}  # fmt: skip
"""Names of people, file formats, makers and languages, and the game of the tests, which has no catalogue."""
IN_SITTING = re.compile(r"(?<= = ).+$|(?<=\")[^\"\n]+(?=\")", re.MULTILINE)
"""Names and reasons of a sitting."""
PARTS = re.compile("[,;:] ")
"""What stands between the parts of a line of a box, where a form shows them as one."""
NO_WORDS = re.compile(r"https?://.*|[A-Z0-9]{6}")
"""Addresses and the codes of tables."""


class Read(HTMLParser):
    """The texts of a page that people read or hear, but those in the brackets of a language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.silent = 0
        self.quoted = False
        """True within a paragraph that is English on purpose: a licence."""
        self.parts: list[str] = []
        self.feed(page)

    @property
    def left(self) -> set[str]:
        """Return the lines that have words outside of all brackets."""
        text = "\n".join(self.parts)
        while (inner := BRACKETED.sub("", text)) != text:
            text = inner
        return {line.strip() for line in text.split("\n") if WORD.search(line)}

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Hear what attributes say."""
        self.silent += tag in SILENT
        self.quoted = tag == "p" and ("lang", "en") in attrs
        self.parts += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """Come out of what nobody reads."""
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Read a text."""
        if not (self.silent or self.quoted):
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


class Marked(Language):
    """A language that marks what it says, and otherwise what it does not know."""

    @classmethod
    def of(cls, code: str, game: Game[Any] | None) -> "Marked":
        """Return the language of a game as its catalogues have it, each text in brackets."""
        file = catalogue_of(game, code) if game else None
        language = language_of(code, (file,) if file else ())
        sentences = {english: _bracketed(words) for english, words in language.sentences.items()}
        plural = Locale.parse(code, sep="-").plural_form
        return cls(
            code, sentences, {key: _marked(name) for key, name in language.names.items()}, plural, plural.tags
        )

    def text(self, message: Message) -> str:
        """Return a message, marked."""
        page_text = super().text(message)
        return (
            page_text
            if message.template in self.sentences or not _says(message.template)
            else f"⟪{page_text}⟫"
        )

    def _named(self, text: str, form: str = "") -> str:
        if "⟦" in text or "⟪" in text:
            return text
        said = super()._named(text, form)
        return f"⟪{said}⟫" if said == text and WORD.search(text) else said


def _bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def _marked(name: Name) -> Name:
    return Name(
        _bracketed(name.alone), name.gender, {key: _bracketed(form) for key, form in name.forms.items()}
    )


@pytest.mark.parametrize("key", WALKED)
def test_no_word_of_any_page_is_left_untranslated_where_every_sentence_has_a_translation(
    app: Flask, phone: Phones, tmp_path: Path, key: str
) -> None:
    app.config["LANGUAGES"] = {"en-pseudo": lambda _: pseudo()}
    crawl = walk(app, phone(), tmp_path / "pages", key, "en-pseudo")
    left = {(at, line) for at, page in crawl.texts() if page.startswith("<") for line in Read(page).left}
    assert len(crawl.pages) > 25
    assert sorted(left) == []


IN_EACH = [
    pytest.param(code, key, marks=[] if code == "de" else [pytest.mark.slow])
    for code, key in (*PLAYED, *BOXED)
]


def _english(pages: Iterator[tuple[str, str]], key: str, own: str = "") -> set[tuple[str, str]]:
    """The English words on pages of a game in a language that marks what it says, by the page's address."""
    typed = TYPED.union(*(IN_SITTING.findall(text) for text in sittings(Shelf()[key]).values()))
    left = set()
    for at, page in ((at, Read(page)) for at, page in pages):
        unknown = [part for text in page.parts for part in UNKNOWN.findall(text)]
        bare = [part for line in page.left if WORD.search(part := MARKED.sub("", line).strip())]
        mine = at.startswith("/own/")  # a game of somebody's own stands as it is written
        left |= {
            (at, words)
            for words in (*unknown, *bare)
            if not (words in typed or NO_WORDS.fullmatch(words))
            and not (mine and all(part.lower() in own for part in PARTS.split(words)))
        }
    return left


def _marked_in(app: Flask, code: str) -> None:
    tongues: dict[str, Marked] = {}

    def tongue(game: Game[Any] | None) -> Marked:
        return tongues.setdefault(game.key if game else "", Marked.of(code, game))

    app.config["LANGUAGES"] = {code: tongue}


@pytest.mark.parametrize("code, key", IN_EACH)
def test_no_english_word_is_left_on_any_page_of_a_complete_game_or_box(
    app: Flask, phone: Phones, tmp_path: Path, code: str, key: str
) -> None:
    _marked_in(app, code)
    own = "".join(source(box) for box in {"words", key} if box in keys()).lower()
    own += own.replace("_", " ")
    crawl = walk(app, phone(), tmp_path / "pages", key, code)
    pages = ((at, page) for at, page in crawl.texts() if page.startswith("<"))
    assert sorted(_english(pages, key, own)) == []


@pytest.mark.parametrize("code, key", IN_EACH)
def test_no_english_word_is_left_on_a_table_as_it_is_played(
    app: Flask, phone: Phones, code: str, key: str
) -> None:
    _marked_in(app, code)
    anna, store = phone(), app.extensions["companion"].store
    whole = transcript.read(fullest(Shelf()[key]), {key: Shelf()[key]})
    anna.get("/")
    with anna.client.session_transaction() as cookie:
        mine = cookie["phone"] = "a" * 32
    at = store.open(whole.game, whole.as_of(0), mine, list(whole.opening.seats)).code

    def pages() -> Iterator[tuple[str, str]]:
        for n, step in enumerate(whole.log):
            if n % 6 == 0:
                for address in (f"/t/{at}", f"/t/{at}/words"):
                    yield f"{address} after {n}", anna.get(address, headers={"Accept-Language": code}).text
            store.play(at, step.entry.seat, step.entry.verb, step.entry.answers, phone=mine)

    assert sorted(_english(pages(), key)) == []
