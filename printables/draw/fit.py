"""Text that fits its box, or a refusal: nothing is ever cut off.

Widths grow with the size of the letters, so each word is measured once, lines are broken by arithmetic,
and the largest size that fits is found by halving. ``{sword}`` in a text is the drawn icon.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.words import Text
from companion.words.speaking import said
from printables.draw import bidi
from printables.draw.fonts import BOLD, LEAST, TEXT, Unprintable, parts, width
from printables.draw.icons import spelled

LEADING = 1.19
"""From one line to the next, in sizes."""
ASCENT, DESCENT = 0.74, 0.23
"""How far letters reach over and under the line they stand on, in sizes."""
ICON = 1.12
BETWEEN = 0.4
"""Space between two paragraphs, in sizes."""
_PART = re.compile(r"\{([a-z]+)\}|\*([^*]+)\*|([^{*]+)|(.)")
BREAKS = re.compile("[^\\S\u00a0]+")
"""Spaces at which a line may break: not those before French signs."""
WITHOUT_SPACES = re.compile("[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff]")
"""Letters of scripts whose lines break between words that no space parts."""


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
class TextLine:
    """One line: its parts, its width in sizes, and what stands after it in points."""

    parts: tuple[Span | Icon, ...]
    wide: float
    after: float = 0.0
    from_right: bool = False
    """True if it begins at the right edge."""


@dataclass(frozen=True)
class Fitted:
    """Text broken into lines at the size at which it fits."""

    size: float
    lines: tuple[TextLine, ...]
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


class Run(NamedTuple):
    """Letters of one face, or an icon's name without a face, as wide as at one point."""

    words: str
    face: str
    wide: float
    level: int = 0
    """Odd where letters are read from the right."""

    @property
    def letters(self) -> str:
        """Return its letters, or the sign that stands for an object in a text."""
        return self.words if self.face else "\ufffc"


class Word(NamedTuple):
    """Runs between which no line breaks, and how wide they are together at one point."""

    runs: tuple[Run, ...]
    wide: float
    gap: int | None = 0
    """The level of the space before it; None where there is none."""
    base: int = 0
    """The level of its paragraph."""

    @property
    def letters(self) -> str:
        """Return the letters of its runs."""
        return "".join(run.letters for run in self.runs)


@lru_cache(1024)
def measured(text: str, typeface: str = TEXT) -> list[list[Word]]:
    """Paragraphs of words, each measured; Unprintable names a letter the face lacks."""
    result = []
    for part in spelled(text).split("\n"):
        if part.strip():
            words = list(_words(part, typeface))
            special = bidi.mixed(part) or WITHOUT_SPACES.search(part)
            result.append(list(_parted(words)) if special else words)
    return result


def _words(text: str, typeface: str) -> Iterator[Word]:
    """Yield what stands between spaces."""
    if "{" in text or "*" in text:
        yield from _marked(text, typeface)
        return
    for word in filter(None, BREAKS.split(text)):  # most texts, in half the time
        wide = width(word, typeface)
        yield Word((Run(word, typeface, wide),), wide)


def _marked(text: str, typeface: str) -> Iterator[Word]:
    """Yield what stands between spaces of a text with icons and bold letters."""
    runs: list[Run] = []
    for icon, strong, plain, other in _PART.findall(text):
        if icon:
            runs.append(Run(icon, "", ICON))
            continue
        letters, used = (strong, BOLD) if strong else (plain or other, typeface)
        for i, word in enumerate(BREAKS.split(letters)):
            if i and runs:
                yield _word(runs)
                runs = []
            if word:
                runs.append(Run(word, used, width(word, used)))
    if runs:
        yield _word(runs)


def _word(runs: Sequence[Run], gap: int | None = 0, base: int = 0) -> Word:
    return Word(tuple(runs), sum(run.wide for run in runs), gap, base)


def _parted(words: Sequence[Word]) -> Iterator[Word]:
    """Yield words parted where a line may break (UAX #14), their runs where the direction turns."""
    from uniseg.linebreak import line_break_boundaries  # only where a text needs it

    text = " ".join(word.letters for word in words)
    base = bidi.base(text)
    levels, breaks = bidi.levels(text, base), set(line_break_boundaries(text))
    at = 0
    for word in words:
        gap: int | None = levels[at - 1]  # the first one stands at the start of a line, where none is drawn
        runs: list[Run] = []
        for run in word.runs:
            end = at + len(run.letters)
            cuts = (n for n in range(at + 1, end) if n in breaks or levels[n] != levels[n - 1])
            for start, stop in pairwise((at, *cuts, end)):
                if runs and start in breaks:
                    yield _word(runs, gap, base)
                    runs, gap = [], None
                runs += _directed(run, start - at, stop - at, levels[start])
            at = end
        yield _word(runs, gap, base)
        at += 1


def _directed(run: Run, start: int, stop: int, level: int) -> Iterator[Run]:
    """Yield the part of a run that has one direction, letters of its face as they are drawn from the left."""
    letters, face = run.words[start:stop], run.face
    if not face:
        yield run._replace(level=level)
        return
    for own, part in parts(letters, face) if level % 2 else [(False, letters)]:
        yield Run(bidi.mirrored(part) if own else part, face, width(part, face), level)


def clipped(name: str, typeface: str, room: float) -> str:
    """A name as it fits so many millimetres at the least size, its end left out if need be."""
    name = said(name)
    for n in range(len(name), 0, -1):
        words = name if n == len(name) else f"{name[:n].rstrip()}…"
        if width(words, typeface) * LEAST <= room * mm:
            return words
    return ""


def broken(paragraphs: list[list[Word]], room: float, space: float) -> list[list[list[Word]]] | None:
    """Lines of words a paragraph, for so much room in sizes; None if a word is wider than that."""
    result = []
    for words in paragraphs:
        lines: list[list[Word]] = []
        line: list[Word] = []
        left = room
        for word in words:
            need = word.wide
            gap = 0.0 if word.gap is None else space
            if line and need + gap <= left:
                left -= need + gap
                line.append(word)
                continue
            if need > room:
                return None
            if line:
                lines.append(line)
            line, left = [word], room - need
        lines.append(line)
        result.append(lines)
    return result


def fit(
    text: str, w: float, h: float, what: Text, typeface: str = TEXT, most: float = 9.0, least: float = LEAST
) -> Fitted:
    """The text at the largest size, in tenths of a point, that fits w × h mm; Unprintable names ``what``."""
    fitted = fits(text, w, h, what, typeface, most, least)
    if fitted is None:
        raise Unprintable(
            "{what}: {n} characters do not fit {w} × {h} mm even at {least} points. Shorten the text.",
            what=what,
            n=len(said(text)),
            w=f"{w:.0f}",
            h=f"{h:.0f}",
            least=least,
            named=True,
        )
    return fitted


def fits(
    text: str, w: float, h: float, what: Text, typeface: str, most: float, least: float
) -> Fitted | None:
    """Return the text as ``fit`` does, or None if it does not fit; a missing letter still refuses."""
    try:
        paragraphs = measured(said(text), typeface)
    except Unprintable as refused:
        raise Unprintable(f"{what}: {refused}") from None
    space = width(" ", typeface)
    best = _largest(paragraphs, space, w * mm, h * mm, round(most * 10), round(least * 10))
    return placed(paragraphs, *best, space, w * mm) if best else None


def placed(
    paragraphs: list[list[Word]], size: float, lines: list[list[list[Word]]], space: float, wide: float
) -> Fitted:
    """Broken lines as something to draw; ``wide`` is the box's width in points."""
    faces = {run.face for words in paragraphs for word in words for run in word.runs if run.face}
    return Fitted(size, tuple(_set(lines, space, size)), wide, frozenset(faces))


def _largest(
    paragraphs: list[list[Word]], space: float, w: float, h: float, most: int, least: int
) -> tuple[float, list[list[list[Word]]]] | None:
    """The largest size, in tenths of a point, that fits, with its lines.

    Words side by side bound the number of lines from below, and so the size from above: the search starts
    there, a step or two over the answer.
    """
    long = sum(_long(words, space) for words in paragraphs)
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


def _long(words: Sequence[Word], space: float) -> float:
    """Return how long the words of a paragraph are side by side, at one point."""
    return sum(word.wide + (0.0 if word.gap is None else space) for word in words) - space


def tall(paragraphs: list[list[list[Word]]], size: float) -> float:
    """Return the height of broken lines at a size, in points."""
    return height(sum(len(lines) for lines in paragraphs), len(paragraphs) - 1, size)


def height(lines: int, gaps: int, size: float) -> float:
    """Return the height of so many lines with so many gaps between paragraphs, in points."""
    return size * (ASCENT + DESCENT + (lines - 1) * LEADING + max(0, gaps) * BETWEEN)


def _set(paragraphs: list[list[list[Word]]], space: float, size: float) -> Iterator[TextLine]:
    for lines in paragraphs:
        for n, words in enumerate(lines, 1):
            after = BETWEEN * size if n == len(lines) else 0.0
            yield TextLine(*_placed(_in_order(words, space)), after, bool(words[0].base))


def _in_order(words: Sequence[Word], space: float) -> list[Run]:
    """Return the runs of a line from left to right, its spaces as runs of a blank."""
    runs = []
    for n, word in enumerate(words):
        if n and word.gap is not None:
            runs.append(Run(" ", "", space, word.gap))
        runs += word.runs
    return bidi.reordered(runs, [run.level for run in runs])


def _placed(runs: Sequence[Run]) -> tuple[tuple[Span | Icon, ...], float]:
    """Place runs one after the other; neighbours of one face become one string, spaces and all."""
    spans: list[Span | Icon] = []
    at, blank, ready = 0.0, "", False
    for run in runs:
        last = spans[-1] if spans else None
        if run.words == " ":
            blank = " "
        elif not run.face:
            spans.append(Icon(at, run.words))
        elif ready and isinstance(last, Span) and last.face == run.face and not run.level % 2:
            spans[-1] = Span(last.at, f"{last.words}{blank}{run.words}", run.face)
        else:
            spans.append(Span(at, run.words, run.face))
        if run.words != " ":
            blank, ready = "", not run.level % 2
        at += run.wide
    return tuple(spans), at
