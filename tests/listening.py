"""A language that listens: what it is asked for and does not know."""

import re
from typing import Any, ClassVar

from babel import Locale

from companion.cli import language
from companion.kernel.game import Game
from companion.kernel.languages import catalogue_of
from companion.words import Message
from companion.words.catalogue import language as language_of
from companion.words.language import Language, _says

GAMES = language.ROOM / "games"
COMPLETE = {
    "de": ("war_in_heaven", "heaven_and_ale", "havoc_in_heaven", "high_heavens", "heroball"),
    "fr": ("war_in_heaven", "heaven_and_ale", "havoc_in_heaven", "heroball", "high_heavens"),
    "pl": ("war_in_heaven",),
}
"""The games whose catalogues miss nothing, by language; the lists only grow."""
BOXES = {
    "de": (
        "backgammon", "crazy-eights", "darts", "draughts", "five-dice",
        "hearts", "liars-dice", "mancala", "nine-mens-morris", "skat",
    ),
    "fr": (
        "backgammon", "crazy-eights", "darts", "draughts", "five-dice",
        "hearts", "liars-dice", "mancala", "nine-mens-morris", "skat",
    ),
}  # fmt: skip
"""The boxes whose catalogues miss nothing, likewise."""
PLAYED = [(code, game.replace("_", "-")) for code, games in COMPLETE.items() for game in games]
"""The complete games by language, each by its key."""
BOXED = [(code, box) for code, boxes in BOXES.items() for box in boxes]
"""The complete boxes by language."""


class Everything(dict[str, str]):
    """A catalogue that has every sentence, as ``__missing__`` makes it."""

    def get(self, sentence: str, _: Any = None) -> str:  # type: ignore[override]
        """Return a sentence as it would stand in that language."""
        return self[sentence]

    def __contains__(self, sentence: object) -> bool:
        return True


WORD = re.compile(r"[A-Za-z][a-z]")
STAMP = re.compile(r"[0-9a-f]{8}")
"""The letters of a stamp are no word."""
WORDS = re.compile(r"\w+")


class Listening(Language):
    """A language that remembers each sentence and name which it does not know."""

    unknown: ClassVar[set[str]] = set()
    said: ClassVar[set[str]] = set()
    """Every word that it said."""

    @classmethod
    def of(cls, code: str, game: Game[Any] | None) -> "Listening":
        """Return the language of a game that listens."""
        file = catalogue_of(game, code) if game else None
        language = language_of(code, (file,) if file else ())
        cls.said |= {word for words in language.sentences.values() for word in WORDS.findall(words)}
        plural = Locale.parse(code, sep="-").plural_form
        return cls(code, language.sentences, language.names, plural, plural.tags)

    def text(self, message: Message) -> str:
        """Return a message; it is unknown if no catalogue has its template."""
        if message.template not in self.sentences and _says(message.template):
            self.unknown.add(message.template)
        page_text = super().text(message)
        self.said |= {*WORDS.findall(page_text)}
        return page_text

    def _named(self, text: str, form: str = "") -> str:
        said = super()._named(text, form)
        if said == text and text not in self.names and text not in self.sentences and WORD.search(text):
            self.unknown.add(text)
        if said != text or text in self.names or text in self.sentences:
            self.said |= {*WORDS.findall(said)}
        return said

    @classmethod
    def begin(cls) -> None:
        """Forget what was heard."""
        cls.unknown.clear()
        cls.said.clear()

    @classmethod
    def missed(cls) -> list[str]:
        """Return what it does not know, without what is made of its own words: a label, lines of a text."""
        return sorted(text for text in cls.unknown if not cls._own(text))

    @classmethod
    def _own(cls, text: str) -> bool:
        cut = text.endswith("…")
        words = [word for word in WORDS.findall(text) if WORD.search(word) and not STAMP.fullmatch(word)]
        return all(word in cls.said for word in (words[:-1] if cut else words))
