"""Words as a document writes them: each face's letters are numbered as they are met, 256 to a part."""

from typing import Any

from printables.draw.fonts import face

_PLAIN = frozenset((*range(1, 24), *range(32, 127))) - set(b"()\\\r\n")
"""The numbers whose letters stand for themselves, in pages (UTF-8) and in forms (PDFDocEncoding) alike."""


class _Later(Exception):
    """A letter is beyond the first part of its face."""


class _Codes(dict[int, str]):
    """What letters of a face are called inside a string operator, learnt as they are met."""

    def __init__(self, font: Any, document: Any) -> None:
        self.font, self.document = font, document
        self.name = font.getSubsetInternalName(0, document)

    def __missing__(self, letter: int) -> str:
        [(part, code)] = self.font.splitString(chr(letter), self.document)
        if part:
            raise _Later
        self[letter] = code.decode() if code[0] in _PLAIN else f"\\{code[0]:03o}"
        return self[letter]


class Letters:
    """The faces of one document."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._codes: dict[str, _Codes] = {}

    def at(self, x: float, y: float, words: str, typeface: str, size: float) -> str:
        """Words at a point, both in points, as text operators."""
        codes = self._codes.get(typeface)
        if codes is None:
            codes = self._codes[typeface] = _Codes(face(typeface), self._canvas._doc)
        try:
            return f"1 0 0 1 {x:.3f} {y:.3f} Tm {codes.name} {size:g} Tf ({words.translate(codes)}) Tj"
        except _Later:
            return f"1 0 0 1 {x:.3f} {y:.3f} Tm {self._parts(words, codes, size)}"

    def _parts(self, words: str, codes: _Codes, size: float) -> str:
        """Words with letters of several parts of a face."""
        found = []
        for part, letters in codes.font.splitString(words, codes.document):
            name = codes.font.getSubsetInternalName(part, codes.document)
            found.append(f"{name} {size:g} Tf ({self._canvas._escape(letters)}) Tj")
        return " ".join(found)
