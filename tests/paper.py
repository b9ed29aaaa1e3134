"""Reads a PDF back: what is drawn where, in millimetres from the upper left corner of each page."""

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from io import BytesIO
from math import hypot
from typing import Any

import pypdf
import pypdfium2

from companion.kernel.shelf import shelf
from printables.layout.paper import Order
from printables.sources.catalogue import catalogue, printed
from printables.sources.running import Door, RunningTable

MM = 72 / 25.4
ORDER = Order()
Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1, 0, 0, 1, 0, 0)
COLOURS = ("rg", "RG", "k", "K", "g", "G")
STRINGS = re.compile(r"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>", re.DOTALL)
LISTS = re.compile(r"\[[^\]]*\]")
EIGHTHS = [n / 8 for n in range(1, 9)]
BEZIER = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in EIGHTHS]
"""The weights of the four points of a curve, at eight places along it."""


@dataclass(frozen=True)
class Form:
    """A form where it is used: its box on the page."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    upside_down: bool
    depth: int

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


Points = list[tuple[float, float]]
Colour = tuple[str, tuple[float, ...]]


@dataclass(frozen=True)
class Path:
    """A path that is painted: its points, and how."""

    drawn: Points
    """As its form has them, in points of 1/72 inch."""
    at: Matrix
    """From there to the page, in millimetres."""
    curved: bool
    filled: bool
    stroked: bool
    thick: float
    form: str
    colour: Colour
    """That it is filled with."""

    @cached_property
    def points(self) -> Points:
        """Where they are on the page."""
        a, b, c, d, e, f = self.at
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in self.drawn]

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class Letter:
    """A letter: its box from descender to ascender, the line it stands on, and its size in points."""

    letter: str
    left: float
    right: float
    base: float
    size: float
    hidden: bool
    turned: bool
    tilted: bool = False
    """Neither upright nor on its head."""

    @cached_property
    def reach(self) -> tuple[float, float]:
        """From the top of the highest to the bottom of the lowest letters of its line."""
        up, down = self.size * 0.73 / MM, self.size * 0.21 / MM
        return (self.base - down, self.base + up) if self.turned else (self.base - up, self.base + down)


Found = tuple[list[Form], list[Path], list[Path]]
"""Forms, paths that are painted, and paths that what follows is clipped to."""
Shape = tuple[Points, bool, str, float, Colour]
"""The points of a path, whether it is curved, how it is painted, how thick, and its colour."""


def times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


class Painting:
    """The paths that the operators of a page or a form have painted, each operator read by its own method."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Matrix, Shape | None]] = []
        self.stack: list[tuple[Matrix, float, Colour]] = []
        self.m, self.thick, self.colour = UNIT, 1.0, ("g", (0.0,))
        self.points: Points = []
        self.here, self.curved, self.clips = (0.0, 0.0), False, False

    def at(self, x: float, y: float) -> tuple[float, float]:
        m = self.m
        return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]

    def save(self, *_: Any) -> None:
        self.stack.append((self.m, self.thick, self.colour))

    def restore(self, *_: Any) -> None:
        self.m, self.thick, self.colour = self.stack.pop()

    def transform(self, _: str, __: str, values: list[float]) -> None:
        self.m = times(tuple(values), self.m)  # type: ignore[arg-type]

    def width(self, _: str, __: str, values: list[float]) -> None:
        self.thick = values[0] * abs(self.m[0] * self.m[3] - self.m[1] * self.m[2]) ** 0.5

    def paint(self, op: str, _: str, values: list[float]) -> None:
        self.colour = (op, tuple(values))

    def line(self, _: str, __: str, values: list[float]) -> None:
        self.here = self.at(*values)
        self.points.append(self.here)

    def curve(self, _: str, __: str, values: list[float]) -> None:
        self.points += _curve(self.here, [self.at(values[i], values[i + 1]) for i in (0, 2, 4)])
        self.here, self.curved = self.points[-1], True

    def rectangle(self, _: str, __: str, values: list[float]) -> None:
        x, y, w, h = values
        self.points += [self.at(*corner) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]

    def clip(self, *_: Any) -> None:
        self.clips = True

    def draw(self, op: str, name: str, _: list[float]) -> None:
        if self.points and (op != "n" or self.clips):
            how = "W" if op == "n" else op
            self.found.append((name, UNIT, (self.points, self.curved, how, self.thick, self.colour)))
        self.points, self.curved, self.clips = [], False, False

    def use(self, _: str, name: str, __: list[float]) -> None:
        self.found.append((name, self.m, None))

    def other(self, *_: Any) -> None:
        """Pass over an operator that paints nothing."""


OPERATORS = {
    "q": Painting.save,
    "Q": Painting.restore,
    "cm": Painting.transform,
    "w": Painting.width,
    **dict.fromkeys(("rg", "k", "g"), Painting.paint),
    **dict.fromkeys(("m", "l"), Painting.line),
    "c": Painting.curve,
    "re": Painting.rectangle,
    **dict.fromkeys(("W", "W*"), Painting.clip),
    **dict.fromkeys(("S", "s", "f", "f*", "B", "B*", "b", "b*", "n"), Painting.draw),
    "Do": Painting.use,
}


SIDEWAYS = re.compile(rb"q 0 1 -1 0 0\.0000 -[\d.]+ cm\n")
"""What is drawn sideways on upright paper begins so."""


class Page:
    """One page, walked operator by operator, and turned so that one can read what is drawn sideways."""

    def __init__(self, reader: pypdf.PdfReader, page: Any, number: int, raw: bytes, read: Any) -> None:
        self.page, self.reader, self.number, self.raw, self._read = page, reader, number, raw, read
        self.paper = tuple(float(side) / MM for side in (page.mediabox.width, page.mediabox.height))
        self.sideways = SIDEWAYS.search(page.get_contents().get_data()[:300]) is not None
        self.wide, self.high = self.paper[::-1] if self.sideways else self.paper

    @cached_property
    def _drawn(self) -> Found:
        return self._walked(into_forms=True)

    @cached_property
    def _itself(self) -> Found:
        """Every path of the page itself, none of its forms."""
        return self._walked(into_forms=False)

    def _walked(self, into_forms: bool) -> Found:
        result: Found = [], [], []
        self._walk(
            self.page.get_contents(), self.page["/Resources"], UNIT, "", 0 if into_forms else None, result
        )
        return result

    @property
    def forms(self) -> list[Form]:
        """Every form where it is used, also within others."""
        return self._drawn[0]

    @property
    def paths(self) -> list[Path]:
        """Every path that is painted."""
        return self._drawn[1]

    @property
    def own_paths(self) -> list[Path]:
        """Every path that the page itself paints, none of its forms."""
        return self._itself[1]

    @property
    def clips(self) -> list[Path]:
        """Every path that the page itself clips to."""
        return self._itself[2]

    def digest(self, name: str) -> str:
        """Return eight letters that change with what a form of the page draws, forms within it too."""
        return self._digest(self.page["/Resources"]["/XObject"][name])

    def _digest(self, form: Any) -> str:
        if (id(form), "digest") not in self._read:
            drawn = [
                self._digest(form["/Resources"]["/XObject"][name])
                if op == "Do"
                else (op, [round(value, 2) for value in values])
                for op, name, values in self._parsed(form)
            ]
            self._read[id(form), "digest"] = sha256(repr(drawn).encode()).hexdigest()[:8]
        return self._read[id(form), "digest"]  # type: ignore[no-any-return]

    @cached_property
    def colours(self) -> set[tuple[str, tuple[float, ...]]]:
        """Every colour that is set, with its colour space, also in forms."""
        streams = [(self.page.get_contents(), self.page["/Resources"])]
        result, seen = set(), set()
        while streams:
            stream, resources = streams.pop()
            for op, name, values in self._parsed(stream):
                if op in COLOURS:
                    result.add((op.lower(), tuple(values)))
                elif op == "Do" and id(form := resources["/XObject"][name].get_object()) not in seen:
                    seen.add(id(form))
                    streams.append((form, form.get("/Resources", resources)))
        return result

    def _at(self, m: Matrix) -> Matrix:
        """What leads from the points of a form to the millimetres of the page."""
        if self.sideways:
            return m[1] / MM, m[0] / MM, m[3] / MM, m[2] / MM, m[5] / MM, m[4] / MM
        return m[0] / MM, -m[1] / MM, m[2] / MM, -m[3] / MM, m[4] / MM, self.high - m[5] / MM

    def _walk(
        self, stream: Any, resources: Any, m: Matrix, inside: str, depth: int | None, result: Found
    ) -> None:
        for name, by, shape in self._shapes(stream):
            here = times(by, m)
            if shape:
                points, curved, how, thick, colour = shape
                filled, stroked = how[0] in "fBb", how[0] in "SsBb"
                thick *= abs(m[0] * m[3] - m[1] * m[2]) ** 0.5
                path = Path(points, self._at(m), curved, filled, stroked, thick / MM, inside, colour)
                result[2 if how == "W" else 1].append(path)
            elif depth is not None:
                self._use(name, resources, here, depth, result)

    def _shapes(self, stream: Any) -> list[tuple[str, Matrix, Shape | None]]:
        """What a page or a form paints, and the forms that it uses and where, in its own points.

        A form is walked once however often it is used.
        """
        if (id(stream), "shapes") in self._read:
            return self._read[id(stream), "shapes"]  # type: ignore[no-any-return]
        painting = Painting()
        for op, name, values in self._parsed(stream):
            OPERATORS.get(op, Painting.other)(painting, op, name, values)
        self._read[id(stream), "shapes"] = painting.found
        return painting.found

    def _parsed(self, stream: Any) -> list[tuple[str, str, list[float]]]:
        """The operators of a page or a form, each with the last name and the numbers before it; a form is
        read once however often it is used.
        """
        if id(stream) not in self._read:
            result: list[tuple[str, str, list[float]]] = []
            name, values = "", list[float]()
            for token in LISTS.sub("", STRINGS.sub("", stream.get_data().decode("latin-1"))).split():
                if token[0] in "-.0123456789":
                    values.append(float(token))
                elif token[0] == "/":
                    name = token
                else:
                    result.append((token, name, values))
                    values = []
            self._read[id(stream)] = stream, result
        return self._read[id(stream)][1]  # type: ignore[no-any-return]

    def _use(self, name: str, resources: Any, m: Matrix, depth: int, result: Found) -> None:
        form = resources["/XObject"][name]
        x0, y0, x1, y1 = (float(v) for v in form["/BBox"])
        a, b, c, d, e, f = self._at(m)
        ax, ay, bx, by = a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f
        result[0].append(Form(name, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), by > ay, depth))
        self._walk(form, form.get("/Resources", resources), m, name, depth + 1, result)

    @cached_property
    def lines(self) -> list[tuple[float, float, float, float, float]]:
        """Straight lines drawn on the page itself: x1, y1, x2, y2 and how thick."""
        result = []
        for path in self.own_paths:
            if path.stroked and not path.curved and not path.filled:
                for (x1, y1), (x2, y2) in zip(path.points[::2], path.points[1::2], strict=False):
                    result.append((x1, y1, x2, y2, path.thick))
        return result

    def largest(self, wide: float, high: float) -> list[Form]:
        """The forms of that size that are used on the page itself."""
        return [
            f
            for f in self.forms
            if f.depth == 0 and abs(f.size[0] - wide) < 0.02 and abs(f.size[1] - high) < 0.02
        ]

    @property
    def letters(self) -> list[Letter]:
        """Every letter, hidden ones too."""
        return self._said[0]

    @property
    def text(self) -> str:
        """The words as one would copy them."""
        return self._said[1]

    @cached_property
    def _said(self) -> tuple[list[Letter], str]:
        raw = pypdfium2.raw
        document = pypdfium2.PdfDocument(self.raw)
        text = document[self.number].get_textpage()
        words = " ".join(text.get_text_range().split())
        result = []
        for i in range(text.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(text, i))
            if letter.isspace() or raw.FPDFText_IsGenerated(text, i) == 1:
                continue
            x, y = ctypes.c_double(), ctypes.c_double()
            raw.FPDFText_GetCharOrigin(text, i, x, y)
            box = [v / MM for v in text.get_charbox(i)]
            matrix = raw.FS_MATRIX()
            raw.FPDFText_GetMatrix(text, i, matrix)
            (left, right), base = (box[0], box[2]), self.high - y.value / MM
            along, across, up = matrix.a, matrix.b, matrix.d
            if self.sideways:
                (left, right), base = (box[1], box[3]), x.value / MM
                along, across, up = matrix.b, -matrix.a, -matrix.c
            if abs(across) > abs(along):
                continue  # along the edge of the sheet
            size = raw.FPDFText_GetFontSize(text, i) * hypot(matrix.c, matrix.d)
            hidden = raw.FPDFTextObj_GetTextRenderMode(raw.FPDFText_GetTextObject(text, i)) == 3
            result.append(Letter(letter, left, right, base, size, hidden, up < 0, abs(across) > 1e-6))
        document.close()
        return result, words

    def picture(self, dpi: float) -> Any:
        """The page as a picture."""
        document = pypdfium2.PdfDocument(self.raw)
        image = document[self.number].render(scale=dpi / 72, rotation=90 if self.sideways else 0).to_pil()
        document.close()
        return image


def _curve(start: tuple[float, float], to: Points) -> Iterator[tuple[float, float]]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *to
    for a, b, c, d in BEZIER:
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def pages(raw: bytes) -> list[Page]:
    """Every page of a document."""
    reader = pypdf.PdfReader(BytesIO(raw))
    read: dict[Any, Any] = {}
    return [Page(reader, page, n, raw, read) for n, page in enumerate(reader.pages)]


NEAR = 0.01
"""So many millimetres are nothing."""
OVER = 0.12
"""Letters may overlap by as much, in millimetres."""


def collisions(page: Page) -> list[tuple[Letter, Letter]]:
    """Letters of different lines that overlap both ways."""
    columns: dict[int, list[Letter]] = {}
    for letter in page.letters:
        if not (letter.hidden or letter.tilted):
            for column in range(int(letter.left // 4), int(letter.right // 4) + 1):
                columns.setdefault(column, []).append(letter)
    result = []
    for letters in columns.values():
        letters.sort(key=lambda letter: letter.reach)
        for i, one in enumerate(letters):
            low = one.reach[1] - OVER
            for other in letters[i + 1 :]:
                if other.reach[0] > low:
                    break
                across = min(one.right, other.right) - max(one.left, other.left)
                down = min(one.reach[1], other.reach[1]) - other.reach[0]
                if abs(other.base - one.base) > OVER and across > OVER and down > OVER:
                    result.append((one, other))
    return result


RUNNING = RunningTable(
    "High Heavens",
    "KITE7Q",
    "HTTP://192.168.178.31:8000/W/ABCDEFGHIJKLMNOPQRSTUVWX",
    tuple(
        Door(seat, f"Player {seat}", f"HTTP://192.168.178.31:8000/S/{'QWERTZUIOPASDFGHJKLYXCVBN' + seat[0]}")
        for seat in ("Gold", "Crimson", "Teal", "Violet")
    ),
    tuple((f"Thing {n}", "on A4, face up") for n in range(90)),
    "Gold's turn",
)


@lru_cache(64)
def read(game: str, key: str, order: Order = ORDER) -> list[Page]:
    """The pages of one piece of a game on the shelf, read once for all tests that look at them."""
    box = shelf()[game]
    return pages(printed(box, [catalogue(box, running=RUNNING)[key]], order))
