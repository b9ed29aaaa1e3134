"""Typeface files as ReportLab takes them."""

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

_CUTTING = Lock()


class TypefaceFile(TTFontFace):
    """A typeface file."""

    def makeSubset(self, subset: Any) -> bytes:
        """The glyphs one document needs; one at a time, since the file has one place to read from."""
        with _CUTTING:
            return bytes(super().makeSubset(subset))


class Font(TTFont):
    """A typeface as the library's documents take it, read by ``Face``."""

    def __init__(self, name: str, face: TypefaceFile) -> None:
        self.fontName = name
        self.face = face
        self.encoding = TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = False
        self.shapable = False
