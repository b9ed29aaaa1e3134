"""Words as a document writes them: each face's letters are numbered as they are met, 256 to a part."""

from collections.abc import Iterator
from typing import Any

from printables.draw import scripts
from printables.draw.fonts import drawn, face, foreign, width

_PLAIN = frozenset((*range(1, 24), *range(32, 127))) - set(b"()\\\r\n")
"""The numbers whose letters stand for themselves, in pages (UTF-8) and in forms (PDFDocEncoding) alike."""


class _Later(Exception):
    """A letter is beyond the first part of its face."""


class _Codes(dict[int, str]):
    """The codes of a face's letters inside a string operator, learnt as they are met."""

    def __init__(self, font: Any, document: Any) -> None:
        self.font, self.document = font, document
        self.name = font.getSubsetInternalName(0, document)

    def __missing__(self, letter: int) -> str:
        if letter not in self.font.face.charToGlyph:
            raise _Foreign
        [(part, code)] = self.font.splitString(chr(letter), self.document)
        if part:
            raise _Later
        self[letter] = code.decode() if code[0] in _PLAIN else f"\\{code[0]:03o}"
        return self[letter]


class _Foreign(Exception):
    """A face lacks a letter."""


class Letters:
    """The faces of one document."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._codes: dict[str, _Codes] = {}

    @property
    def fonts(self) -> list[Any]:
        """Return the fonts of which a letter was written."""
        return [codes.font for codes in self._codes.values()]

    def at(self, x: float, y: float, words: str, typeface: str, size: float, along: int = 1) -> str:
        """Words at a point, both in points, as text operators; ``along`` is -1 in a mirror."""
        codes = self._codes.get(typeface)
        if codes is None:
            codes = self._codes[typeface] = _Codes(face(typeface), self._canvas._doc)
        try:
            return f"{along} 0 0 1 {x:.3f} {y:.3f} Tm {codes.name} {size:g} Tf ({words.translate(codes)}) Tj"
        except (_Later, _Foreign):
            if all(ord(letter) in codes.font.face.charToGlyph for letter in words):
                return f"{along} 0 0 1 {x:.3f} {y:.3f} Tm {self._parts(words, codes, size)}"
            return " ".join(self._mixed(x, y, words, typeface, size, along))

    def _mixed(self, x: float, y: float, words: str, typeface: str, size: float, along: int) -> Iterator[str]:
        """Words with letters that the face lacks: what is read stands beside glyphs that are none."""
        for own, part in drawn(words, typeface):
            if own:
                yield self.at(x, y, part, typeface, size, along)
                x += along * width(part, typeface) * size
                continue
            shaped = foreign(part, typeface)
            glyphs = " ".join(self._glyph(x, y, glyph, size, along) for glyph in shaped.glyphs)
            read = shaped.words.encode("utf-16-be").hex().upper()
            yield glyphs if shaped.plain else f"/Span <</ActualText <FEFF{read}>>> BDC {glyphs} EMC"
            x += along * shaped.wide * size

    def _glyph(self, x: float, y: float, glyph: scripts.Glyph, size: float, along: int) -> str:
        codes = self._codes.get(glyph.slice)
        if codes is None:
            codes = self._codes[glyph.slice] = _Codes(scripts.font(glyph.slice), self._canvas._doc)
        at = f"{along} 0 0 1 {x + along * glyph.x * size:.3f} {y + glyph.y * size:.3f} Tm"
        return f"{at} {self._parts(glyph.letter, codes, size)}"

    def _parts(self, words: str, codes: _Codes, size: float) -> str:
        """Words with letters of several parts of a face."""
        result = []
        for part, letters in codes.font.splitString(words, codes.document):
            name = codes.font.getSubsetInternalName(part, codes.document)
            result.append(f"{name} {size:g} Tf ({self._canvas._escape(letters)}) Tj")
        return " ".join(result)
