"""A printer that plays with a document: what it puts on which side of which sheet, in millimetres."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2

MM = 72 / 25.4
LABEL = re.compile(r" sheet (\d+)/(\d+)(?: (front|back, empty|back|folded))?")


@dataclass(frozen=True)
class Side:
    """One side of a sheet as it comes out."""

    wide: float
    high: float
    text: str
    words: dict[str, tuple[float, float, tuple[int, int]]]
    """Where the middle of each word is, and the step on the paper towards which its letters run."""

    @property
    def label(self) -> tuple[int, int, str]:
        """The sheet's number, how many there are, and which side it is."""
        match = LABEL.search(self.text)
        assert match, self.text[-200:]
        return int(match[1]), int(match[2]), match[3] or ""

    def art(self) -> str:
        """Its words without ruler and label."""
        return re.sub(r"100 mm.*", "", self.text)


@dataclass(frozen=True)
class Printed:
    """A sheet that came out: its front, and its back if the printer turned it."""

    front: Side
    back: Side | None = None


def play(raw: bytes) -> list[Printed]:
    """Print a document as it says: one side, or both, page after page."""
    document: Any = pypdfium2.PdfDocument(raw)
    duplex = re.search(rb"/Duplex\s*/(\w+)", raw)
    sides = [_side(page) for page in document]
    document.close()
    if duplex is None or duplex[1] == b"Simplex":
        return [Printed(side) for side in sides]
    assert len(sides) % 2 == 0
    return [Printed(front, back) for front, back in zip(sides[::2], sides[1::2], strict=True)]


def _side(page: Any) -> Side:
    text = page.get_textpage()
    wide, high = (side / MM for side in page.get_size())
    words = {}
    for start, end, word in _words(text.get_text_range()):
        boxes = [text.get_charbox(i) for i in (start, end - 1)]
        xs, ys = [b[n] for b in boxes for n in (0, 2)], [b[n] for b in boxes for n in (1, 3)]
        middle = (min(xs) + max(xs)) / 2 / MM, high - (min(ys) + max(ys)) / 2 / MM
        right, up = (boxes[1][n] - boxes[0][n] for n in (0, 1))
        run = (1 if right > 0 else -1, 0) if abs(right) > abs(up) else (0, -1 if up > 0 else 1)
        words[word] = *middle, run
    return Side(wide, high, " ".join(text.get_text_range().split()), words)


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    for match in re.finditer(r"\S+", text):
        yield match.start(), match.end(), match[0]


def wrong(sheets: list[Printed]) -> list[str]:
    """What is wrong with sheets as they came out, by their labels: a front without its own back, two faces
    that do not belong together, a sheet that is missing or out of turn.
    """
    result = []
    for n, sheet in enumerate(sheets, 1):
        number, many, side = sheet.front.label
        if (number, many) != (n, len(sheets)):
            result.append(f"sheet {n}: its front says {number}/{many}")
        if sheet.back is None:
            result += [f"sheet {n}: {side} printed on one side"] if side in ("front", "back") else []
            continue
        behind, _, other = sheet.back.label
        if behind != n:
            result.append(f"sheet {n}: behind it lies {behind}")
        if (side, other) not in (("front", "back"), ("", "back, empty")):
            result.append(
                f"sheet {n}: {side or 'a sheet of one face'} has {other or 'another such'} behind it"
            )
        if other == "back, empty" and sheet.back.art().strip():
            result.append(f"sheet {n}: there is something on its empty back: {sheet.back.art()}")
        if (sheet.front.wide, sheet.front.high) != (sheet.back.wide, sheet.back.high):
            result.append(f"sheet {n}: its faces are of two sizes")
    return result
