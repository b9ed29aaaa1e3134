"""The faces we print with: which letters they have and how wide each is. They are fetched at set-up."""

from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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
    """What cannot be printed as asked, and why, in a sentence."""


@cache
def face(name: str) -> TTFont:
    """A face by name, registered with the printer's library."""
    path = files(__package__) / "fonts" / FACES[name]
    if not path.is_file():
        raise Unprintable("The fonts are not there yet: run make setup.")
    font = TTFont(name, str(path), asciiReadable=False)
    pdfmetrics.registerFont(font)
    return font


def ready() -> None:
    """See that every face is there, so that threads never meet over the first use of one."""
    with _FIRST:
        for name in FACES:
            face(name)


@cache
def _word(text: str, name: str) -> float:
    made: Any = face(name).face
    glyphs, widths = made.charToGlyph, made.charWidths
    for letter in text:
        if ord(letter) not in glyphs:
            raise Unprintable(f"“{letter}” (U+{ord(letter):04X}) is not in the typeface we print with.")
    return float(sum(widths[ord(letter)] for letter in text)) / 1000


def width(text: str, name: str) -> float:
    """How wide some text is at one point, in points; Unprintable names a letter the face lacks."""
    if len(text) < 24:
        return _word(text, name)
    return sum(_word(word, name) for word in text.split(" ")) + text.count(" ") * _word(" ", name)
