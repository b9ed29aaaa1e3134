"""Typeface files as ReportLab takes them, read in one go."""

from struct import iter_unpack, unpack_from
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

_CUTTING = Lock()


class TypefaceFile(TTFontFace):
    """A typeface file. The library reads its long tables number by number; here each is read in one go."""

    def extractInfo(self, charInfo: int = 1) -> None:
        """The head of the file as the library has it, then widths, places and letters of the glyphs."""
        super().extractInfo(charInfo=0)
        table: Any = self.get_table
        most, hmtx = self.numGlyphs, table("hmtx")
        (whole,) = unpack_from(">H", table("hhea"), 34)
        pairs = list(iter_unpack(">HH", hmtx[: 4 * whole]))
        bearings = unpack_from(f">{most - whole}H", hmtx, 4 * whole)
        self.hmetrics = pairs + [(pairs[-1][0], bearing) for bearing in bearings]
        (long,) = unpack_from(">H", table("head"), 50)
        each, times = ("L", 1) if long else ("H", 2)
        self.glyphPos = [at * times for at in unpack_from(f">{most + 1}{each}", table("loca"))]
        self.charToGlyph = self._letters(table("cmap"))
        by = 1000 / self.unitsPerEm
        wide = [advance * by for advance, _ in self.hmetrics]
        self.defaultWidth = wide[0]
        self.charWidths = {letter: wide[glyph] for letter, glyph in self.charToGlyph.items()}

    def _letters(self, cmap: bytes) -> dict[int, int]:
        """The glyph of each letter, from the table of whole Unicode (platform 3, encoding 10, format 12)."""
        (count,) = unpack_from(">H", cmap, 2)
        tables = {table[:2]: table[2] for table in iter_unpack(">HHL", cmap[4 : 4 + 8 * count])}
        at = tables[3, 10]
        (runs,) = unpack_from(">L", cmap, at + 12)
        result: dict[int, int] = {}
        for first, last, glyph in iter_unpack(">LLL", cmap[at + 16 : at + 16 + 12 * runs]):
            if first == last:
                result[first] = glyph
            else:
                result.update(
                    zip(range(first, last + 1), range(glyph, glyph + last + 1 - first), strict=True)
                )
        result[0xA0] = result[0x20]
        return result

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
