"""The pen for paper: lines, fields, words and icons in millimetres, y growing downwards.

Every letter passes through here, so here it is seen to that none is missing, too small or too long. The pen
writes its drawing operators itself, to a ten-thousandth of a millimetre; the library beneath sees to pages,
forms, typefaces and the file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import groupby
from math import cos, sin
from typing import Any

from reportlab.lib.units import mm

from companion.svg import pictures
from companion.words import Text
from companion.words.speaking import said, tongue
from printables.draw import icons
from printables.draw.fit import Fitted, Icon
from printables.draw.fonts import LEAST, TEXT, Unprintable, width
from printables.draw.ink import KEY, RGB, WHITE, Ink
from printables.draw.letters import Letters
from printables.draw.pdfx import OVER
from printables.draw.svg_path import operators, segments
from printables.draw.tags import Tags

Point = tuple[float, float]
BLEED = 2.0
"""Art goes this far over the cut, in millimetres."""
CARD_WORDS, WORDS = 8.0, 6.5
"""No words on a card, and none on another piece, are smaller than this, in points."""
FINE = 9.0
"""A picture that is smaller than this, in millimetres, is filled also where ink is saved: its outlines would
run together.
"""
THICK = {"drawn": 0.24, "shaded": 0.4, "outline": 0.16, "edge": 0.5}
"""How thick the outline of a picture is in each style that has one, in millimetres; half of it is outside."""
ROUND = 0.5522847498
"""How far the handles of a quarter of a circle reach, in radii."""


def oblong(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def _to(x: float, y: float, how: str) -> str:
    return f"{x * mm:.3f} {-y * mm:.3f} {how}"


class Pen:
    """Draws on the pages of one document. ``about`` is what is drawn, for the sentence of a refusal."""

    def __init__(self, canvas: Any, ink: Ink) -> None:
        self.canvas = canvas
        self.ink = ink
        self.about: Text = ""
        self.bleed = BLEED
        """How far the art of cards goes over the cut."""
        self.alone = False
        """True where a piece stands by itself: nothing shows where it is cut, no words lie hidden."""
        self.least = LEAST
        """No letter is smaller than this, in points."""
        self.tags: Tags | None = None
        """What is read of the document; None where it has no tags."""
        self._deep = 0
        """In so many forms it is drawn."""
        self._forms: dict[Any, str] = {}
        self._letters = Letters(canvas)
        self._along = 1
        """-1 where pages are mirrored."""

    @property
    def fonts(self) -> list[Any]:
        """The faces whose letters were drawn."""
        return self._letters.fonts

    @property
    def pictured(self) -> bool:
        """True if a silhouette was drawn."""
        return any(isinstance(key, tuple) and key[0] == "picture" for key in self._forms)

    def say(self, *operators: str) -> None:
        """Write drawing operators."""
        self.canvas._code.extend(operators)

    # -- where --------------------------------------------------------------------------------------------

    @contextmanager
    def state(self, first: str, *operators: str) -> Iterator["Pen"]:
        """Draw in a state of its own, which operators set."""
        self.say(f"q {first}", *operators)
        try:
            yield self
        finally:
            self.say("Q")

    def at(
        self, x: float, y: float, turned: bool = False, scale: float = 1.0, by: float = 0.0
    ) -> AbstractContextManager["Pen"]:
        """A new origin, stood on its head if ``turned``, so much larger, and turned clockwise by radians."""
        if by:
            c, s = scale * cos(by), scale * sin(by)
            matrix = f"{c:.6f} {-s:.6f} {s:.6f} {c:.6f}"
        else:
            matrix = f"{-scale if turned else scale:.6g} 0 0 {-scale if turned else scale:.6g}"
        return self.state(f"{matrix} {x * mm:.4f} {-y * mm:.4f} cm")

    def quarter(self, x: float, y: float) -> AbstractContextManager["Pen"]:
        """A new origin, turned so that words run upwards."""
        return self.state(f"0 1 -1 0 {x * mm:.4f} {-y * mm:.4f} cm")

    def reading(self, w: float) -> AbstractContextManager[Any]:
        """Draw what is read and so wide: mirrored in a language that is read from the right."""
        language = tongue()
        return self._mirror(w) if language and language.direction == "rtl" else nullcontext()

    @contextmanager
    def _mirror(self, w: float) -> Iterator["Pen"]:
        """Mirror the places from here to ``w``; words, icons and pictures stay as they are."""
        self._along = -self._along
        with self.state(f"-1 0 0 1 {w * mm:.4f} 0 cm"):
            yield self
        self._along = -self._along

    def unmirrored(self, w: float) -> AbstractContextManager[Any]:
        """Draw as it is, on a mirrored page too, what is so wide: a board, a code."""
        return self._mirror(w) if self._along < 0 else nullcontext()

    def _leaf(self, scale: float, x: float, y: float, size: float) -> str:
        """Return the matrix of something of a size that is never mirrored."""
        x += 0.0 if self._along > 0 else size
        return f"{self._along * scale:.5g} 0 0 {scale:.5g} {x * mm:.3f} {-y * mm:.3f} cm"

    def within(self, points: Sequence[Point], hole: Sequence[Point] = ()) -> AbstractContextManager["Pen"]:
        """Draw only inside an outline, and outside its hole."""
        return self.state(self._path(points, True), self._path(hole, True) if hole else "", "W* n")

    @contextmanager
    def tagged(self, kind: str, alt: str = "") -> Iterator["Pen"]:
        """Tag what is drawn here: a paragraph ``P``, a heading, a ``Figure`` with its words, or an artifact.

        A form is read as the tag around it.
        """
        if self.tags is None or self._deep:
            yield self
            return
        with self.tags.tag(kind, said(alt)):
            yield self

    @contextmanager
    def no_smaller(self, points: float) -> Iterator["Pen"]:
        """Refuse letters that are smaller than this here."""
        before, self.least = self.least, points
        try:
            yield self
        finally:
            self.least = before

    @contextmanager
    def named(self) -> Iterator["Pen"]:
        """Refusals name what is drawn here."""
        try:
            yield self
        except Unprintable as refused:
            raise self._named(refused) from None

    def form(self, key: Any, w: float, h: float, draw: Callable[["Pen"], None], out: float = 0.0) -> str:
        """Something drawn once and used often: ``out`` is how far it reaches over its w × h box."""
        if key not in self._forms:
            name = self._forms[key] = f"f{len(self._forms)}"
            self.canvas.beginForm(name, -out * mm, -(h + out) * mm, (w + out) * mm, out * mm)
            self._deep += 1
            draw(self)
            self._deep -= 1
            self.canvas.endForm()
        return self._forms[key]

    def use(self, name: str) -> None:
        """Put a form at the origin."""
        self.canvas.doForm(name)

    def image(self, name: str, image: Any, w: float, h: float) -> None:
        """Put an image at the origin, so wide and high; it is in the document once by its name."""
        document = self.canvas._doc
        key = document.getXObjectName(name)
        if key not in document.idToObject:
            self.canvas._setXObjects(image)
            document.Reference(image, key)
            document.addForm(name, image)
        self.say(f"q {w * mm:.4f} 0 0 {h * mm:.4f} 0 {-h * mm:.4f} cm", f"/{key} Do Q")
        self.canvas._formsinuse.append(name)

    # -- lines and fields ---------------------------------------------------------------------------------

    def _paint(
        self, path: str, fill: RGB | None, line: RGB | None, thick: float, dash: tuple[float, ...] = ()
    ) -> None:
        if dash:
            self.say(f"[{' '.join(f'{part * mm:.3f}' for part in dash)}] 0 d")
        if fill is not None and line is not None:
            self.say(self.ink.fills(fill), self.ink.draws(line), f"{thick * mm:.4g} w", path, "B")
        elif fill is not None:
            self.say(self.ink.fills(fill), path, "f")
        elif line is not None:
            self.say(self.ink.draws(line), f"{thick * mm:.4g} w", path, "S")
        if dash:
            self.say("[] 0 d")

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: RGB | None = None,
        line: RGB | None = None,
        thick: float = 0.15,
        radius: float = 0,
    ) -> None:
        """A rectangle, its corners round if it has a radius."""
        if not radius:
            path = f"{x * mm:.3f} {-(y + h) * mm:.3f} {w * mm:.3f} {h * mm:.3f} re"
            self._paint(path, fill, line, thick)
            return
        r, k, right, low = radius, radius * (1 - ROUND), x + w, y + h
        parts = [
            _to(x + r, y, "m"),
            _to(right - r, y, "l"),
            _curve(right - k, y, right, y + k, right, y + r),
            _to(right, low - r, "l"),
            _curve(right, low - k, right - k, low, right - r, low),
            _to(x + r, low, "l"),
            _curve(x + k, low, x, low - k, x, low - r),
            _to(x, y + r, "l"),
            _curve(x, y + k, x + k, y, x + r, y),
            "h",
        ]
        self._paint(" ".join(parts), fill, line, thick)

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: RGB | None = None,
        line: RGB | None = None,
        thick: float = 0.15,
    ) -> None:
        """A circle."""
        k = r * ROUND
        parts = [
            _to(x + r, y, "m"),
            _curve(x + r, y + k, x + k, y + r, x, y + r),
            _curve(x - k, y + r, x - r, y + k, x - r, y),
            _curve(x - r, y - k, x - k, y - r, x, y - r),
            _curve(x + k, y - r, x + r, y - k, x + r, y),
            "h",
        ]
        self._paint(" ".join(parts), fill, line, thick)

    def shape(
        self,
        points: Sequence[Point],
        fill: RGB | None = None,
        line: RGB | None = None,
        thick: float = 0.15,
        close: bool = True,
        dash: tuple[float, ...] = (),
    ) -> None:
        """A polygon, or an open line through points."""
        self._paint(self._path(points, close), fill, line, thick, dash)

    def _path(self, points: Sequence[Point], close: bool) -> str:
        (x, y), *rest = points
        parts = [_to(x, y, "m"), *(_to(x, y, "l") for x, y in rest)]
        return " ".join([*parts, "h"] if close else parts)

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        thick: float = 0.15,
        colour: RGB | None = None,
        dash: tuple[float, ...] = (),
    ) -> None:
        """A straight line."""
        self.shape(((x1, y1), (x2, y2)), None, colour or self.ink.text, thick, False, dash)

    def lines(
        self,
        ends: Iterable[tuple[float, float, float, float]],
        thick: float,
        colour: RGB | None = None,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Many straight lines of one thickness; each begins with a dash, if they are dashed."""
        parts = [f"{x1 * mm:.3f} {-y1 * mm:.3f} m {x2 * mm:.3f} {-y2 * mm:.3f} l" for x1, y1, x2, y2 in ends]
        if parts:
            self._paint("\n".join(parts), None, colour or self.ink.text, thick, dash)

    def oblongs(self, boxes: Iterable[tuple[float, float, float, float]], fill: RGB) -> None:
        """Many rectangles as one path."""
        parts = [f"{x * mm:.4f} {-(y + h) * mm:.4f} {w * mm:.4f} {h * mm:.4f} re" for x, y, w, h in boxes]
        self._paint("\n".join(parts), fill, None, 0)

    def fields(self, rows: Iterable[Sequence[bool]], x: float, y: float, side: float, fill: RGB) -> None:
        """Fill the fields of a table that are True, each a square; those side by side are one rectangle."""
        boxes = []
        for r, row in enumerate(rows):
            for filled, run in groupby(range(len(row)), key=row.__getitem__):
                first, *more = run
                if filled:
                    boxes.append((x + first * side, y + r * side, (1 + len(more)) * side, side))
        self.oblongs(boxes, fill)

    def along(self, curves: str, line: RGB, thick: float) -> None:
        """A path one has written oneself, drawn as a line."""
        self._paint(curves, None, line, thick)

    # -- words and icons ----------------------------------------------------------------------------------

    def shrunk(self, words: str, typeface: str, size: float, room: float) -> float:
        """The size at which words fit the room; Unprintable if that is too small to read."""
        words = said(words)
        wide = width(words, typeface) * size / mm
        if wide <= room:
            return size
        fits = int(size * room / wide * 20) / 20
        if fits < self.least:
            raise Unprintable(
                "{what}: “{words}” is too long: {n} characters do not fit {room} mm even at {least} points.",
                what=self.about or "The sheet",
                words=words if len(words) <= 40 else f"{words[:40]}…",
                n=len(words),
                room=f"{room:.0f}",
                least=self.least,
                named=True,
            )
        return fits

    def text(
        self,
        x: float,
        y: float,
        words: str,
        typeface: str,
        size: float,
        colour: RGB | None = None,
        align: str = "left",
        room: float = 0,
    ) -> float:
        """One line of words on a baseline, shrunk to ``room`` if it is given; how wide it is."""
        if not words:
            return 0.0
        words = icons.curly(said(words))
        try:
            if room:
                size = self.shrunk(words, typeface, size, room)
            self._large_enough(words, size)
            wide = width(words, typeface) * size / mm
        except Unprintable as refused:
            raise self._named(refused) from None
        start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        start += 0.0 if self._along > 0 else wide
        written = self._letters.at(start * mm, -y * mm, words, typeface, size, self._along)
        self._write(colour or self.ink.text, [written])
        return wide

    def _write(self, colour: RGB, written: Sequence[str]) -> None:
        """Letters; black ones for a print shop are printed over what lies under them, so that no paper shows
        beside them where the plates are a little off.
        """
        words = (self.ink.fills(colour), "BT", *written, "ET")
        over = self.ink.parts(colour) == KEY
        self.say(f"q /{OVER} gs", *words, "Q") if over else self.say(*words)

    def _large_enough(self, words: str, size: float) -> None:
        if size < self.least - 1e-9:
            what = "“{words}” would be set at {size} points; {least} can be read here."
            raise self._named(Unprintable(what, words=words[:40], size=size, least=self.least))

    def _named(self, refused: Unprintable) -> Unprintable:
        if refused.named or not self.about:
            return refused
        return Unprintable("{what}: {why}", what=self.about, why=str(refused), named=True)

    def block(
        self, fitted: Fitted, x: float, y: float, colour: RGB | None = None, align: str = "left"
    ) -> None:
        """Fitted text; ``y`` is the top of its box."""
        size, left, base = fitted.size, x * mm, y * mm + fitted.rise
        self._large_enough("Its words", size)
        signs: list[tuple[str, float, float]] = []
        written: list[str] = []
        for line in fitted.lines:
            spare = fitted.wide - line.wide * size
            far = line.from_right == (self._along > 0)
            start = left + spare * (0.5 if align != "left" else far)
            start += 0.0 if self._along > 0 else line.wide * size
            for part in line.parts:
                at = start + self._along * part.at * size
                if isinstance(part, Icon):
                    at -= 0.0 if self._along > 0 else size * 1.05
                    signs.append((part.name, at / mm, (base - size * 0.82) / mm))
                else:
                    written.append(self._letters.at(at, -base, part.words, part.face, size, self._along))
            base += fitted.leading + line.after
        self._write(colour or self.ink.text, written)
        for name, across, down in signs:
            self.icon(name, across, down, size * 1.05 / mm, colour)

    def icon(
        self, name: str, x: float, y: float, size: float, colour: RGB | None = None, word: str | None = None
    ) -> None:
        """A drawn icon; its word lies invisibly under it, so that it is found and copied as text."""
        if name not in icons.ICONS:
            raise self._named(Unprintable("there is no icon named “{name}”.", name=name))
        form = self.form(("icon", name), icons.GRID / mm, icons.GRID / mm, lambda pen: pen._strokes(name))
        scale = size * mm / icons.GRID
        self.say(f"q {self._leaf(scale, x, y, size)}", self.ink.draws(colour or self.ink.text))
        self.canvas.doForm(form)
        self.say("Q")
        word = said(icons.WORDS.get(name, name) if word is None else word)
        if word and not self.alone:
            stretched = min(100.0, 92 * size * mm / (width(word, TEXT) * LEAST))
            x += 0.0 if self._along > 0 else size
            written = self._letters.at(x * mm, -(y + size * 0.8) * mm, word, TEXT, LEAST, self._along)
            self.say(f"BT 3 Tr {stretched:.2f} Tz {written} 100 Tz 0 Tr ET")

    def _strokes(self, name: str) -> None:
        self.say(f"{icons.STROKE} w 1 J 1 j", *operators(icons.path(name)), "S")

    # -- pictures -----------------------------------------------------------------------------------------

    def picture(
        self, name: str, x: float, y: float, size: float, colour: RGB | None = None, style: str = ""
    ) -> None:
        """A silhouette in a square of a size: ``filled``; ``bare``, filled with white; ``drawn``, as an
        outline about a hatching; ``shaded``, as a thick one about a close hatching; its ``outline`` alone,
        or its ``edge``, one of half a millimetre. Where ink is saved and no style is asked for, one that is
        not too small is drawn. It is in the document once, whatever its colours and sizes.
        """
        style = style or ("filled" if self.ink.full or size < FINE else "drawn")
        lines = {"drawn": 15 * max(1, round(size / 10)), "shaded": 2 * round(size / 0.8)}.get(style, 0)
        grid, scale = pictures.GRID, size * mm / pictures.GRID
        draw = partial(Pen._silhouette, name=name, style=style, lines=lines)
        form = self.form(("picture", name, style, lines), grid / mm, grid / mm, draw, 15.0)
        fill, line = self.ink.fills(colour or self.ink.text), self.ink.draws(colour or self.ink.text)
        thick = THICK.get(style, 0.0) * mm / scale
        self.say(f"q {self._leaf(scale, x, y, size)}")
        if style != "bare":
            self.say(f"{line} {thick:.4g} w 1 j" if thick else fill)
        self.canvas.doForm(form)
        self.say("Q")

    def _silhouette(self, name: str, style: str, lines: int) -> None:
        """The path of a picture in a style, with so many lines of hatching; Unprintable where there is none
        of that name.
        """
        if name not in pictures.paths():
            raise self._named(Unprintable("there is no picture named “{name}”.", name=name))
        path, white = _outline(name), self.ink.fills(WHITE)
        if style in ("filled", "bare"):
            self.say(white if style == "bare" else "", path, "f")
            return
        if not lines:
            self.say(path, "S")
            return
        step, grid = 2 * pictures.GRID / lines, pictures.GRID
        hatch = [f"{n * step - grid:.4g} {-grid} m {n * step:.4g} 0 l" for n in range(lines)]
        thin = f"{(256 if style == 'shaded' else 123) / lines:.4g} w"
        self.say(path, "S", white, path, "f q", path, "W n", thin, *hatch, "S Q")


@lru_cache(1_000)
def _outline(name: str) -> str:
    """The path of a picture as drawing operators."""
    return "\n".join(operators(segments(pictures.paths()[name])))


def _curve(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> str:
    return f"{x1 * mm:.3f} {-y1 * mm:.3f} {x2 * mm:.3f} {-y2 * mm:.3f} {x3 * mm:.3f} {-y3 * mm:.3f} c"
