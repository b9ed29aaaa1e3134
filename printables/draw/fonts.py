"""The faces we print with: which letters they have and how wide each is. They are fetched at set-up."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import Any
from unicodedata import normalize

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.words import Text, Value, filled
from companion.words.speaking import said
from printables.draw import bidi, scripts
from printables.draw.faces import Font, TypefaceFile

TITLE, LORE, TEXT, SLANT, BOLD = "Title", "Lore", "Text", "Slant", "Bold"
FACES = {
    TITLE: "EBGaramond_600SemiBold.ttf",
    LORE: "EBGaramond_500Medium_Italic.ttf",
    TEXT: "SourceSans3_400Regular.ttf",
    SLANT: "SourceSans3_400Regular_Italic.ttf",
    BOLD: "SourceSans3_700Bold.ttf",
}
_FIRST = Lock()
LEAST = 5.0
"""No letter on any sheet is smaller than this, in points."""


class Unprintable(ValueError):
    """Refusal of a print that cannot be as asked, with the reason in a sentence, a template with values."""

    def __init__(self, why: Text, /, named: bool = False, **values: Value) -> None:
        super().__init__(filled(why, values))
        self.named = named
        """True if the reason says which piece cannot be printed."""


@cache
def face(name: str) -> TTFont:
    """A face by name, registered with the printer's library."""
    path = files("printables") / "fonts" / FACES[name]
    if not path.is_file():
        raise Unprintable("The fonts are not there yet: run make setup.")
    font = Font(name, TypefaceFile(str(path)))
    pdfmetrics.registerFont(font)
    return font


def ready() -> None:
    """See that every face is there, so that threads never meet over the first use of one."""
    with _FIRST:
        for name in FACES:
            face(name)


@cache
def _word(text: str, name: str) -> float:
    font: Any = face(name).face
    glyphs, widths = font.charToGlyph, font.charWidths
    if all(ord(letter) in glyphs for letter in text):
        return float(sum(widths[ord(letter)] for letter in text)) / 1000
    return sum(_word(part, name) if own else foreign(part, name).wide for own, part in parts(text, name))


def parts(text: str, name: str) -> list[tuple[bool, str]]:
    """Text in parts: letters that a face has, and those it lacks with the spaces between them."""
    glyphs: Any = face(name).face.charToGlyph
    runs = [
        (own, "".join(some))
        for own, some in groupby(text, key=lambda letter: None if letter == " " else ord(letter) in glyphs)
    ]
    result: list[tuple[bool, str]] = []
    for n, (own, part) in enumerate(runs):
        if own is None:
            own = [some for some, _ in runs[max(0, n - 1) : n + 2]] != [False, None, False]
        if result and result[-1][0] == own:
            result[-1] = own, result[-1][1] + part
        else:
            result.append((own, part))
    return result


def drawn(text: str, name: str) -> list[tuple[bool, str]]:
    """Text in parts, as ``parts``, in the order in which they stand from left to right."""
    if not bidi.mixed(text):
        return parts(text, name)
    levels = bidi.levels(text, bidi.base(text))
    runs = [
        (level, "".join(letter for letter, _ in run))
        for level, run in groupby(zip(text, levels, strict=True), key=itemgetter(1))
    ]
    result: list[tuple[bool, str]] = []
    for level, run in bidi.reordered(runs, [level for level, _ in runs]):
        some = parts(run, name)
        if level % 2:
            some = [(own, bidi.mirrored(part) if own else part) for own, part in reversed(some)]
        result += some
    return result


def foreign(text: str, name: str) -> scripts.Shaped:
    """Letters that a face lacks, from Noto; Unprintable names one that is not there either."""
    try:
        return scripts.shaped(text, _word(" ", name))
    except KeyError as no:
        letter = no.args[0]
        raise Unprintable(
            "“{letter}” (U+{code}) is in none of our typefaces.", letter=letter, code=f"{ord(letter):04X}"
        ) from None


@cache
def _letters() -> frozenset[int]:
    """The letters that every face has."""
    faces: Iterator[Any] = (face(name).face for name in FACES)
    return frozenset.intersection(*(frozenset(each.charToGlyph) for each in faces))


def legible(text: str) -> str:
    """A player's name as it can be printed: a letter in no typeface loses its marks, or is left out."""
    known, text = _letters(), said(text)

    def prints(letter: str) -> bool:
        return ord(letter) in known or scripts.has(letter)

    if all(map(prints, text)):
        return text
    composed = normalize("NFC", text)
    letters = (letter if prints(letter) else normalize("NFKD", letter) for letter in composed)
    return " ".join("".join(letter for letter in "".join(letters) if prints(letter)).split())


def width(text: str, name: str) -> float:
    """Return the width of some text at one point, in points; Unprintable names a letter the face lacks."""
    if len(text) < 24:
        return _word(text, name)
    return sum(_word(word, name) for word in text.split(" ")) + text.count(" ") * _word(" ", name)
