"""The pen for paper: lines, fields, words and icons in millimetres, y growing downwards.

Every letter passes through here, so here it is seen to that none is missing, too small or too long.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import cos, pi, sin
from typing import Any

from reportlab.lib.units import mm

from printables import icons
from printables.fit import Fitted, Icon
from printables.fonts import LEAST, TEXT, Unprintable, face, width
from printables.ink import RGB, Ink

Point = tuple[float, float]


def oblong(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


class Pen:
    """Draws on the pages of one document. ``about`` is what is being drawn, for the sentence of a refusal."""

    def __init__(self, canvas: Any, ink: Ink) -> None:
        self.canvas: Any = canvas
        self.ink = ink
        self.about = ""
        self._forms: dict[Any, str] = {}
        self._colours: dict[RGB, Any] = {}

    # -- where --------------------------------------------------------------------------------------------

    @contextmanager
    def at(self, x: float, y: float, turn: float = 0) -> Iterator["Pen"]:
        """A new origin, turned by so many degrees clockwise."""
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x * mm, -y * mm)
        if turn:
            canvas.rotate(-turn)
        try:
            yield self
        finally:
            canvas.restoreState()

    @contextmanager
    def within(self, points: Sequence[Point]) -> Iterator["Pen"]:
        """Draw only inside an outline."""
        canvas = self.canvas
        canvas.saveState()
        canvas.clipPath(self._path(points, True), stroke=0, fill=0)
        try:
            yield self
        finally:
            canvas.restoreState()

    def form(self, key: Any, w: float, h: float, draw: Callable[["Pen"], None], out: float = 0.0) -> str:
        """Something drawn once and used often: ``out`` is how far it reaches over its w × h box."""
        if key not in self._forms:
            name = self._forms[key] = f"f{len(self._forms)}"
            self.canvas.beginForm(name, -out * mm, -(h + out) * mm, (w + out) * mm, out * mm)
            draw(self)
            self.canvas.endForm()
        return self._forms[key]

    def use(self, name: str) -> None:
        """Put a form at the origin."""
        self.canvas.doForm(name)

    # -- lines and fields ---------------------------------------------------------------------------------

    def _colour(self, value: RGB) -> Any:
        if value not in self._colours:
            self._colours[value] = self.ink.colour(value)
        return self._colours[value]

    def _ready(self, fill: RGB | None, line: RGB | None, thick: float) -> tuple[int, int]:
        if fill is not None:
            self.canvas.setFillColor(self._colour(fill))
        if line is not None:
            self.canvas.setStrokeColor(self._colour(line))
            self.canvas.setLineWidth(thick * mm)
        return int(line is not None), int(fill is not None)

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
        """A rectangle."""
        stroke, filled = self._ready(fill, line, thick)
        if not stroke and not filled:
            return
        if radius:
            self.canvas.roundRect(x * mm, -(y + h) * mm, w * mm, h * mm, radius * mm, stroke, filled)
        else:
            self.canvas.rect(x * mm, -(y + h) * mm, w * mm, h * mm, stroke, filled)

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
        stroke, filled = self._ready(fill, line, thick)
        if stroke or filled:
            self.canvas.circle(x * mm, -y * mm, r * mm, stroke, filled)

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
        stroke, filled = self._ready(fill, line, thick)
        if dash:
            self.canvas.setDash([part * mm for part in dash])
        if stroke or filled:
            self.canvas.drawPath(self._path(points, close), stroke, filled)
        if dash:
            self.canvas.setDash()

    def _path(self, points: Sequence[Point], close: bool) -> Any:
        path = self.canvas.beginPath()
        path.moveTo(points[0][0] * mm, -points[0][1] * mm)
        for x, y in points[1:]:
            path.lineTo(x * mm, -y * mm)
        if close:
            path.close()
        return path

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
        self, ends: Iterable[tuple[float, float, float, float]], thick: float, colour: RGB | None = None
    ) -> None:
        """Many straight lines of one thickness."""
        self._ready(None, colour or self.ink.text, thick)
        self.canvas.lines([(x1 * mm, -y1 * mm, x2 * mm, -y2 * mm) for x1, y1, x2, y2 in ends])

    # -- words and icons ----------------------------------------------------------------------------------

    def shrunk(self, words: str, typeface: str, size: float, room: float, least: float = LEAST) -> float:
        """The size at which words fit the room; Unprintable if that is too small to read."""
        wide = width(words, typeface) * size / mm
        if wide <= room:
            return size
        fits = int(size * room / wide * 20) / 20
        if fits < least:
            raise Unprintable(
                f"{self.about or 'The sheet'}: “{words[:40]}{'…' * (len(words) > 40)}” is too long: "
                f"{len(words)} characters do not fit {room:.0f} mm even at {least:g} points."
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
        try:
            if room:
                size = self.shrunk(words, typeface, size, room)
            wide = width(words, typeface) * size / mm
        except Unprintable as refused:
            raise self._named(refused) from None
        face(typeface)
        start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        canvas = self.canvas
        canvas.setFillColor(self._colour(colour or self.ink.text))
        canvas.setFont(typeface, size)
        canvas.drawString(start * mm, -y * mm, words)
        return wide

    def _named(self, refused: Unprintable) -> Unprintable:
        said = str(refused)
        return (
            refused if not self.about or said.startswith(self.about) else Unprintable(f"{self.about}: {said}")
        )

    def block(
        self, fitted: Fitted, x: float, y: float, colour: RGB | None = None, align: str = "left"
    ) -> None:
        """Fitted text; ``y`` is the top of its box."""
        canvas, size = self.canvas, fitted.size
        ink = self._colour(colour or self.ink.text)
        base = y * mm + fitted.rise
        icons_: list[tuple[str, float, float]] = []
        for typeface in fitted.faces:
            face(typeface)
        canvas.setFillColor(ink)
        text = canvas.beginText()
        for line in fitted.lines:
            push = 0.0 if align == "left" else (fitted.wide - line.wide * size) / 2
            for part in line.parts:
                left = x * mm + push + part.at * size
                if isinstance(part, Icon):
                    icons_.append((part.name, left / mm, (base - size * 0.82) / mm))
                else:
                    text.setTextOrigin(left, -base)
                    text.setFont(part.face, size)
                    text.textOut(part.words)
            base += fitted.leading + line.after
        canvas.drawText(text)
        for name, left, top in icons_:
            self.icon(name, left, top, size * 1.05 / mm, colour)

    def icon(
        self, name: str, x: float, y: float, size: float, colour: RGB | None = None, word: str | None = None
    ) -> None:
        """A drawn icon; its word lies invisibly under it, so that it is found and copied as text."""
        if name not in icons.ICONS:
            raise self._named(Unprintable(f"there is no icon named “{name}”."))
        form = self.form(("icon", name), icons.GRID / mm, icons.GRID / mm, lambda pen: pen._strokes(name))
        canvas = self.canvas
        canvas.saveState()
        canvas.setStrokeColor(self._colour(colour or self.ink.text))
        canvas.translate(x * mm, -y * mm)
        scale = size * mm / icons.GRID
        canvas.scale(scale, scale)
        canvas.doForm(form)
        canvas.restoreState()
        word = icons.WORDS.get(name, name) if word is None else word
        if word:
            self._hidden(word, x, y + size * 0.8, size)

    def _strokes(self, name: str) -> None:
        canvas = self.canvas
        canvas.setLineWidth(icons.STROKE)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        drawn = canvas.beginPath()
        for curves, closed in icons.path(name):
            drawn.moveTo(curves[0][0], -curves[0][1])
            for curve in curves[1:]:
                if len(curve) == 2:
                    drawn.lineTo(curve[0], -curve[1])
                else:
                    a, b, c, d, e, f = curve
                    drawn.curveTo(a, -b, c, -d, e, -f)
            if closed:
                drawn.close()
        canvas.drawPath(drawn, 1, 0)

    def _hidden(self, word: str, x: float, y: float, room: float) -> None:
        size = LEAST
        wide = width(word, TEXT) * size / mm
        face(TEXT)
        text = self.canvas.beginText(x * mm, -y * mm)
        text.setFont(TEXT, size)
        text.setTextRenderMode(3)
        text.setHorizScale(min(100.0, 92 * room / wide))
        text.textOut(word)
        text.setHorizScale(100)
        text.setTextRenderMode(0)
        self.canvas.drawText(text)

    # -- ornaments ----------------------------------------------------------------------------------------

    def star(
        self, x: float, y: float, r: float, points: int, skip: int, colour: RGB, thick: float = 0.12
    ) -> None:
        """The star polygon {points/skip}, its lines crossing."""
        corners = [
            (x + r * sin(2 * pi * i * skip / points), y - r * cos(2 * pi * i * skip / points))
            for i in range(points)
        ]
        self.shape(corners, None, colour, thick)

    def pattern(
        self, kind: str, x: float, y: float, w: float, h: float, colour: RGB, step: float = 1.6
    ) -> None:
        """Fill a box with a pattern; draw it ``within`` an outline."""
        thick = step * 0.12
        if kind in ("bars", "grid"):
            ends = [(x + i * step, y, x + i * step, y + h) for i in range(1, int(w / step) + 1)]
            if kind == "grid":
                ends += [(x, y + i * step, x + w, y + i * step) for i in range(1, int(h / step) + 1)]
            self.lines(ends, thick, colour)
        elif kind == "hatch":
            span = int((w + h) / step) + 1
            self.lines([(x + i * step - h, y + h, x + i * step, y) for i in range(1, span)], thick, colour)
        elif kind in ("waves", "chevrons"):
            self._rows(kind, x, y, w, h, colour, step, thick)
        else:
            self._dots(x, y, w, h, colour, step)

    def _dots(self, x: float, y: float, w: float, h: float, colour: RGB, step: float) -> None:
        canvas = self.canvas
        self._ready(None, colour, step * 0.34)
        canvas.setLineCap(1)
        ends = []
        for row in range(int(h / (step / 2)) + 2):
            for column in range(int(w / step) + 2):
                dot = (x + (column + row % 2 / 2) * step) * mm, -(y + row * step / 2) * mm
                ends.append((*dot, dot[0] + 0.01, dot[1]))
        canvas.lines(ends)
        canvas.setLineCap(0)

    def _rows(
        self, kind: str, x: float, y: float, w: float, h: float, colour: RGB, step: float, thick: float
    ) -> None:
        self._ready(None, colour, thick)
        path, half = self.canvas.beginPath(), step / 2
        for row in range(int(h / step) + 2):
            top = y + row * step
            path.moveTo(x * mm, -top * mm)
            for i in range(int(w / step) + 2):
                here = x + i * step
                if kind == "waves":
                    path.curveTo(
                        (here + half * 0.7) * mm,
                        -(top - half) * mm,
                        (here + half * 1.3) * mm,
                        -(top + half) * mm,
                        (here + step) * mm,
                        -top * mm,
                    )
                else:
                    path.lineTo((here + half) * mm, -(top - half * 0.8) * mm)
                    path.lineTo((here + step) * mm, -top * mm)
        self.canvas.drawPath(path, 1, 0)
