"""Letters that our faces lack, from Noto: found by their number, shaped, and handed to a document as glyphs.

Set-up fetches Noto in slices of a few hundred letters. A slice is read when a name first needs one of its
letters; what a document embeds of it are the letters it prints.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from threading import RLock
from typing import Any
from unicodedata import category

from reportlab.pdfbase import pdfmetrics

from companion.work import machine
from printables.draw.faces import Font, TypefaceFile

NOTO = files("printables") / "fonts" / "noto"
FAMILIES = (
    "noto-sans-arabic", "noto-sans-hebrew", "noto-sans-armenian", "noto-sans-georgian",
    "noto-sans-devanagari", "noto-sans-bengali", "noto-sans-tamil", "noto-sans-thai",
    "noto-sans-sc", "noto-sans-kr", "noto-emoji",
)  # fmt: skip
"""The first that has a letter is taken: Han letters look as they do in China, emoji are drawn in one ink."""
WEIGHT = 400.0
OWN = 0xE000
"""From here on stand the glyphs of a slice that are no letter by themselves."""
_READING = RLock()


@cache
def _listed() -> dict[int, list[str]]:
    """The slices that may have a letter; nothing where set-up has not fetched them."""
    result: dict[int, list[str]] = {}
    for family in FAMILIES:
        listed = NOTO / f"{family}.json"
        if listed.is_file():
            for part, spans in json.loads(listed.read_text("utf-8")).items():
                slice_ = f"{family}-{part.strip('[]')}"
                for span in spans.split(","):
                    first, _, last = span.strip().removeprefix("U+").partition("-")
                    for code in range(int(first, 16), int(last or first, 16) + 1):
                        result.setdefault(code, []).append(slice_)
    return result


@cache
def _of(code: int) -> str:
    """The slice that has a letter; empty where none does."""
    with _READING:
        return next((name for name in _listed().get(code, ()) if code in _slice(name).letters), "")


def has(letter: str) -> bool:
    """True if a letter can be printed, or need not be."""
    return bool(_of(ord(letter))) or silent(letter)


def silent(letter: str) -> bool:
    """True if a letter only joins or marks its neighbours: joiners and selectors of an emoji's look."""
    return category(letter) == "Cf" or 0xFE00 <= ord(letter) <= 0xFE0F


@dataclass(frozen=True)
class Glyph:
    """A glyph: the slice and the letter it is called there, and where it stands, in sizes."""

    slice: str
    letter: str
    x: float
    y: float


@dataclass(frozen=True)
class Shaped:
    """Words as glyphs from left to right."""

    words: str
    glyphs: tuple[Glyph, ...]
    wide: float
    plain: bool
    """Whether each glyph is the letter it is called, in the order in which they are read."""


def unpacked(slice_: str) -> bytes:
    """Return the file of a slice as fonts are before they are packed for the web."""
    from fontTools.ttLib import woff2

    whole = BytesIO()
    with (NOTO / f"{slice_}-wght-normal.woff2").open("rb") as packed:
        woff2.decompress(packed, whole)
    return whole.getvalue()


def _file(slice_: str) -> bytes:
    """The same in a browser, too, which has a family unpacked and once a letter of it is wanted."""
    if not machine.IN_BROWSER:
        return unpacked(slice_)
    machine.need(next(family for family in FAMILIES if slice_.startswith(family)))
    return (NOTO / f"{slice_}.ttf").read_bytes()


class Slice:
    """A few hundred letters of Noto at one weight."""

    def __init__(self, name: str) -> None:
        import uharfbuzz as hb  # only where a name needs it

        variable = hb.Face(_file(name))
        wanted = hb.SubsetInput()
        wanted.unicode_set.update(variable.unicodes)
        wanted.pin_axis_location(variable, "wght", WEIGHT)
        self.raw = bytes(hb.subset(variable, wanted).blob.data)
        self.name = name
        self._face = hb.Face(self.raw)
        self._font = hb.Font(self._face)

    @cached_property
    def letters(self) -> dict[int, int]:
        """The glyph of each letter, and of each name for a glyph that is none."""
        glyphs = {OWN + glyph: glyph for glyph in range(self._face.glyph_count)}
        return glyphs | {code: self._font.get_nominal_glyph(code) for code in self._face.unicodes}

    @cached_property
    def font(self) -> Any:
        """The slice as a document embeds it."""
        face: Any = TypefaceFile(BytesIO(self.raw))
        face.name = self.name.encode()
        face.charToGlyph = self.letters
        by = 1000 / face.unitsPerEm
        face.charWidths = {code: face.hmetrics[glyph][0] * by for code, glyph in self.letters.items()}
        font = Font(self.name, face)
        pdfmetrics.registerFont(font)
        return font

    def shaped(self, words: str) -> tuple[list[Glyph], float, bool, bool]:
        """Glyphs from left to right, how wide they are, if they are plain, and if read from the right."""
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_str(words)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer)
        each, glyphs, x, plain = 1 / self._face.upem, [], 0.0, buffer.direction == "ltr"
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            code = ord(words[info.cluster])
            if self.letters.get(code) != info.codepoint or code > 0xFFFF:
                code, plain = OWN + info.codepoint, False
            glyphs.append(Glyph(self.name, chr(code), x + at.x_offset * each, at.y_offset * each))
            x += at.x_advance * each
        return glyphs, x, plain and len(glyphs) == len(words), buffer.direction == "rtl"


@cache
def _slice(name: str) -> Slice:
    return Slice(name)


def font(name: str) -> Any:
    """A slice as a document embeds it, by name."""
    with _READING:
        return _slice(name).font


@cache
def shaped(words: str, space: float) -> Shaped:
    """Words none of whose letters our faces have, with a space so wide; KeyError names a letter that Noto
    lacks, too.
    """
    with _READING:
        parts = [_word(word) for word in words.split(" ")]
    if any(backwards for *_, backwards in parts):
        parts.reverse()
    glyphs: list[Glyph] = []
    x = 0.0
    for n, (some, wide, _, _) in enumerate(parts):
        x += space if n else 0.0
        glyphs += [Glyph(one.slice, one.letter, one.x + x, one.y) for one in some]
        x += wide
    return Shaped(words, tuple(glyphs), x, len(parts) == 1 and parts[0][2])


def _word(word: str) -> tuple[list[Glyph], float, bool, bool]:
    """A word, slice by slice."""
    glyphs: list[Glyph] = []
    x, plain, backwards = 0.0, True, False
    for name, letters in _slices(word):
        some, wide, as_read, rtl = _slice(name).shaped(letters)
        glyphs += [Glyph(one.slice, one.letter, one.x + x, one.y) for one in some]
        x, plain, backwards = x + wide, plain and as_read, backwards or rtl
    return glyphs, x, plain, backwards


def _slices(word: str) -> Iterator[tuple[str, str]]:
    """The letters of a word by the slice that has them; a mark goes with the letter before it."""
    names = [""]
    for letter in word:
        names.append(_after(letter, names[-1]))
    for name, some in groupby(zip(names[1:], word, strict=True), key=lambda pair: pair[0]):
        if name:
            yield name, "".join(letter for _, letter in some)


def _after(letter: str, before: str) -> str:
    """The slice that has a letter, of which the letter before it has one; KeyError where none does."""
    name = _of(ord(letter))
    if not name and not silent(letter):
        raise KeyError(letter)
    if before and silent(letter):
        return before
    mark = before and category(letter)[0] == "M"
    return before if mark and ord(letter) in _slice(before).letters else name
