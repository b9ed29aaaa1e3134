"""Text that fits its box, or a refusal: nothing is ever cut off.

Widths grow with the size of the letters, so each word is measured once, lines are broken by arithmetic,
and the largest size that fits is found by halving. ``{sword}`` in a text is the drawn icon.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from reportlab.lib.units import mm

from printables.draw.fonts import BOLD, LEAST, TEXT, Unprintable, width
from printables.draw.icons import spelled

LEADING = 1.19
"""From one line to the next, in sizes."""
ASCENT, DESCENT = 0.74, 0.23
"""How far letters reach over and under the line they stand on, in sizes."""
ICON = 1.12
BETWEEN = 0.4
"""Space between two paragraphs, in sizes."""
_PART = re.compile(r"\{([a-z]+)\}|\*([^*]+)\*|([^{*]+)|(.)")


@dataclass(frozen=True, slots=True)
class Span:
    """Letters of one face in a line; ``at`` in sizes from its start."""

    at: float
    words: str
    face: str


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in a line."""

    at: float
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its parts, its width in sizes, and what stands after it in points."""

    parts: tuple[Span | Icon, ...]
    wide: float
    after: float = 0.0


@dataclass(frozen=True)
class Fitted:
    """Text broken into lines at the size at which it fits."""

    size: float
    lines: tuple[Line, ...]
    wide: float
    """Width of the box, in points."""
    faces: frozenset[str]

    @property
    def leading(self) -> float:
        """Return the distance from one line to the next, in points."""
        return self.size * LEADING

    @property
    def rise(self) -> float:
        """Return the distance from the top of the box to the first line, in points."""
        return self.size * ASCENT

    @property
    def tall(self) -> float:
        """Return its height in millimetres."""
        lines = len(self.lines)
        after = sum(line.after for line in self.lines[:-1])
        return (self.size * (ASCENT + DESCENT) + (lines - 1) * self.leading + after) / mm if lines else 0.0


Run = tuple[str, str, float]
"""Letters or an icon's name, the face (empty for an icon), and the width at one point."""
Word = tuple[tuple[Run, ...], float]


@lru_cache(1024)
def measured(text: str, typeface: str = TEXT, bold: str = BOLD) -> list[list[Word]]:
    """Paragraphs of words, each measured; Unprintable names a letter the face lacks."""
    return [list(_words(part, typeface, bold)) for part in spelled(text).split("\n") if part.strip()]


def _words(text: str, typeface: str, bold: str) -> Iterator[Word]:
    if "{" not in text and "*" not in text:
        for word in text.split():
            wide = width(word, typeface)
            yield ((word, typeface, wide),), wide
        return
    runs: list[Run] = []
    for icon, strong, plain, other in _PART.findall(text):
        if icon:
            runs.append((icon, "", ICON))
            continue
        letters, used = (strong, bold) if strong else (plain or other, typeface)
        for i, word in enumerate(re.split(r"\s+", letters)):
            if i and runs:
                yield tuple(runs), sum(run[2] for run in runs)
                runs = []
            if word:
                runs.append((word, used, width(word, used)))
    if runs:
        yield tuple(runs), sum(run[2] for run in runs)


def clipped(name: str, typeface: str, room: float) -> str:
    """A name as it fits so many millimetres at the least size, its end left out if need be."""
    for n in range(len(name), 0, -1):
        words = name if n == len(name) else f"{name[:n].rstrip()}…"
        if width(words, typeface) * LEAST <= room * mm:
            return words
    return ""


def broken(paragraphs: list[list[Word]], room: float, space: float) -> list[list[list[Word]]] | None:
    """Lines of words a paragraph, for so much room in sizes; None if a word is wider than that."""
    found = []
    for words in paragraphs:
        lines: list[list[Word]] = []
        line: list[Word] = []
        left = room
        for word in words:
            need = word[1]
            if line and need + space <= left:
                left -= need + space
                line.append(word)
                continue
            if need > room:
                return None
            if line:
                lines.append(line)
            line, left = [word], room - need
        lines.append(line)
        found.append(lines)
    return found


def fit(
    text: str, w: float, h: float, what: str, typeface: str = TEXT, most: float = 9.0, least: float = LEAST
) -> Fitted:
    """The text at the largest size, in tenths of a point, that fits w × h mm; Unprintable names ``what``."""
    fitted = fits(text, w, h, what, typeface, most, least)
    if fitted is None:
        raise Unprintable(
            f"{what}: {len(text):,} characters do not fit {w:.0f} × {h:.0f} mm even at {least:g} points. "
            "Shorten the text."
        )
    return fitted


def fits(text: str, w: float, h: float, what: str, typeface: str, most: float, least: float) -> Fitted | None:
    """Return the text as ``fit`` does, or None if it does not fit; a missing letter still refuses."""
    try:
        paragraphs = measured(text, typeface)
    except Unprintable as refused:
        raise Unprintable(f"{what}: {refused}") from None
    space = width(" ", typeface)
    best = _largest(paragraphs, space, w * mm, h * mm, round(most * 10), round(least * 10))
    return placed(paragraphs, *best, space, w * mm) if best else None


def placed(
    paragraphs: list[list[Word]], size: float, lines: list[list[list[Word]]], space: float, wide: float
) -> Fitted:
    """Broken lines as something to draw; ``wide`` is the box's width in points."""
    faces = {run[1] for words in paragraphs for word, _ in words for run in word if run[1]}
    return Fitted(size, tuple(_set(lines, space, size)), wide, frozenset(faces))


def _largest(
    paragraphs: list[list[Word]], space: float, w: float, h: float, most: int, least: int
) -> tuple[float, list[list[list[Word]]]] | None:
    """The largest size, in tenths of a point, that fits, with its lines.

    Words side by side bound the number of lines from below, and so the size from above: the search starts
    there, a step or two over the answer.
    """
    long = sum(sum(word[1] + space for word in words) - space for words in paragraphs)
    gaps = len(paragraphs) - 1
    for tenths in range(most, least - 1, -1):
        size = tenths / 10
        fewest = max(ceil(long * size / w), len(paragraphs))
        if height(fewest, gaps, size) > h:
            continue
        lines = broken(paragraphs, w / size, space)
        if lines is not None and tall(lines, size) <= h:
            return size, lines
    return None


def tall(paragraphs: list[list[list[Word]]], size: float) -> float:
    """Return the height of broken lines at a size, in points."""
    return height(sum(len(lines) for lines in paragraphs), len(paragraphs) - 1, size)


def height(lines: int, gaps: int, size: float) -> float:
    """Return the height of so many lines with so many gaps between paragraphs, in points."""
    return size * (ASCENT + DESCENT + (lines - 1) * LEADING + max(0, gaps) * BETWEEN)


def _set(paragraphs: list[list[list[Word]]], space: float, size: float) -> Iterator[Line]:
    for lines in paragraphs:
        for n, words in enumerate(lines, 1):
            after = BETWEEN * size if n == len(lines) else 0.0
            yield Line(*_placed(words, space), after)


def _placed(words: Iterable[Word], space: float) -> tuple[tuple[Span | Icon, ...], float]:
    """Neighbouring words of one face become one string, spaces and all."""
    parts: list[Span | Icon] = []
    at, joined, start, used = 0.0, "", 0.0, ""
    for n, (runs, _) in enumerate(words):
        lead = space if n else 0.0
        for letters, typeface, run in runs:
            if typeface and typeface == used:
                joined += (" " if lead else "") + letters
            else:
                if used:
                    parts.append(Span(start, joined, used))
                used, joined, start = typeface, letters, at + lead
                if not typeface:
                    parts.append(Icon(at + lead, letters))
            at += lead + run
            lead = 0.0
    if used:
        parts.append(Span(start, joined, used))
    return tuple(parts), at
