"""The order of letters in a line where some are read from the right (UAX #9).

A paragraph is one run of one direction: marks that embed or isolate (UAX #9, X1 to X10) are not printed, so
the steps are W1 to W7, N0 to N2, I1 and I2, and L2 for each line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar
from unicodedata import bidirectional

Item = TypeVar("Item")
FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
PAIRS = "()[]{}<>«»‹›≤≥（）［］｛｝「」『』〈〉《》【】〔〕"
MIRRORED = dict(zip(PAIRS, "".join(b + a for a, b in zip(PAIRS[::2], PAIRS[1::2], strict=True)), strict=True))
"""The sign that stands for a sign where the line is read from the right."""
CLOSING = {a: b for a, b in zip(PAIRS[::2], PAIRS[1::2], strict=True) if a not in "<«‹≤"}
"""The bracket that closes a bracket."""


def mixed(text: str) -> bool:
    """Return True if a text has a letter that is read from the right."""
    return FROM_THE_RIGHT.search(text) is not None


def base(text: str) -> int:
    """Return 1 if the first letter with a direction is read from the right, else 0 (P2, P3)."""
    return next((int(kind != "L") for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), 0)


def levels(text: str, level: int) -> list[int]:
    """Return how deep each letter of a paragraph lies: odd ones are read from the right."""
    kinds = [_kind(letter) for letter in text]
    marks = {n for n, kind in enumerate(kinds) if kind == "NSM"}
    along = "LR"[level]
    _weak(kinds, along)
    for n, direction in _brackets(text, kinds, along):
        kinds[n] = direction
        while n + 1 in marks:
            n += 1
            kinds[n] = direction
    _neutral(kinds, along)
    return [level + _DEEPER[level][kind] for kind in kinds]


_DEEPER = ({"L": 0, "R": 1, "AN": 2, "EN": 2}, {"R": 0, "L": 1, "EN": 1, "AN": 1})
"""By the level of the paragraph (I1, I2)."""


def _kind(letter: str) -> str:
    """Return the class of a letter; a mark that would change the direction goes with its neighbour (X9)."""
    kind = bidirectional(letter) or "L"
    return "NSM" if kind in _UNPRINTED else kind


_UNPRINTED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


def _weak(kinds: list[str], along: str) -> None:
    """Settle marks, numbers and the signs at numbers (W1 to W7)."""
    _marks(kinds, along)
    _separators(kinds)
    for start, end, kind in _runs(kinds):
        beside = (*kinds[max(0, start - 1) : start], *kinds[end : end + 1])
        if kind == "ET":
            kinds[start:end] = ["EN" if "EN" in beside else "ON"] * (end - start)
    strong = along
    for n, kind in enumerate(kinds):
        strong = kind if kind in _STRONG else strong
        kinds[n] = _SETTLED.get(kind, kind) if kind != "EN" or strong != "L" else "L"


def _marks(kinds: list[str], along: str) -> None:
    """Settle marks as the letters they stand on, and numbers among Arabic letters (W1 to W3)."""
    last = strong = along
    for n, kind in enumerate(kinds):
        if kind == "NSM":
            kind = last
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        kinds[n] = last = kind
        strong = kind if kind in _STRONG else strong


def _separators(kinds: list[str]) -> None:
    """Settle a sign between two numbers of a kind as one of them (W4)."""
    for n in range(1, len(kinds) - 1):
        before, kind, after = kinds[n - 1 : n + 2]
        if before == after and (before, kind) in (("EN", "ES"), ("EN", "CS"), ("AN", "CS")):
            kinds[n] = before


_STRONG = ("L", "R", "AL")


_SETTLED = {"AL": "R", "ES": "ON", "CS": "ON", "ET": "ON"}


def _runs(kinds: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield each run of one class: from, to and which."""
    start = 0
    for kind, run in groupby(list(kinds)):
        end = start + len(list(run))
        yield start, end, kind
        start = end


def _brackets(text: str, kinds: list[str], along: str) -> Iterator[tuple[int, str]]:
    """Yield the brackets of a pair that take a direction, and which (N0)."""
    for opening, closing in sorted(_pairs(text, kinds)):
        inside = {_SIDE.get(kind) for kind in kinds[opening + 1 : closing]}
        if along in inside:
            direction = along
        elif inside & {"L", "R"}:
            before = next((_SIDE[kind] for kind in reversed(kinds[:opening]) if kind in _SIDE), along)
            direction = before if before != along else along
        else:
            continue
        yield opening, direction
        yield closing, direction


_SIDE = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The direction that a class has for what stands beside it: numbers go with letters from the right."""


def _pairs(text: str, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where brackets open and close (BD16)."""
    opened: list[tuple[str, int]] = []
    for n, letter in enumerate(text):
        if kinds[n] != "ON":
            continue
        if letter in CLOSING:
            opened.append((CLOSING[letter], n))
        elif any(closing == letter for closing, _ in opened):
            while True:
                closing, at = opened.pop()
                if closing == letter:
                    yield at, n
                    break


def _neutral(kinds: list[str], along: str) -> None:
    """Give signs and spaces the direction of both sides, or that of the paragraph (N1, N2)."""
    plain = [kind if kind in _SIDE else "ON" for kind in kinds]
    for start, end, kind in _runs(plain):
        if kind == "ON":
            before = _SIDE[plain[start - 1]] if start else along
            after = _SIDE[plain[end]] if end < len(plain) else along
            kinds[start:end] = [before if before == after else along] * (end - start)


def reordered(items: Iterable[Item], deep: Sequence[int]) -> list[Item]:
    """Return the items of a line from left to right, by their levels (L2)."""
    order = list(zip(deep, items, strict=True))
    for level in range(max(deep, default=0), 0, -1):
        turned: list[tuple[int, Item]] = []
        for within, run in groupby(order, key=lambda pair: pair[0] >= level):
            some = list(run)
            turned += reversed(some) if within else some
        order = turned
    return [item for _, item in order]


def mirrored(text: str) -> str:
    """Return signs that are read from the right as they are drawn from the left."""
    return "".join(MIRRORED.get(letter, letter) for letter in reversed(text))
