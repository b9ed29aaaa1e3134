"""Boards at true size: the PDF pen of a game's picture."""

from dataclasses import dataclass
from functools import cached_property

from companion.kernel.view import Cell, Picture
from printables.fonts import BOLD, TEXT, TITLE
from printables.ink import KINDS, PATTERNS, mixed
from printables.ornament import pattern as pattern_
from printables.pen import Pen, Point, oblong

FRAME, HEAD = 9.0, 7.0
"""The border about the spaces, and the line above them for the board's name."""


@dataclass(frozen=True)
class Board:
    """A picture at a size: ``unit`` is how many millimetres one unit of it is."""

    picture: Picture
    unit: float
    title: str
    tones: tuple[tuple[str, str], ...] = ()
    """Kind of space to tone, where it is not the next one."""
    icons: tuple[tuple[str, str], ...] = ()
    """Kind of space to icon."""

    @cached_property
    def kinds(self) -> dict[str, tuple[str, str, str]]:
        """Each kind of space: tone, pattern, icon. Kinds that are named alike look alike on the phone."""
        tones, icons = dict(self.tones), dict(self.icons)
        names = list(dict.fromkeys(cell.kind for cell in self.picture.cells if cell.kind))
        found = {}
        for n, name in enumerate(names):
            tone = tones.get(name, KINDS[n % len(KINDS)])
            found[name] = tone, PATTERNS[n % len(PATTERNS)], icons.get(name, "")
        return found

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, frame and all."""
        p = self.picture
        legend = 6.0 if self.kinds else 0.0
        return p.width * self.unit + 2 * FRAME, p.height * self.unit + 2 * FRAME + HEAD + legend

    def point(self, at: Point) -> Point:
        """A point of the picture, in millimetres on the board."""
        return at[0] * self.unit + FRAME, at[1] * self.unit + FRAME + HEAD


def draw(pen: Pen, board: Board) -> None:
    """The whole board, its upper left corner at the origin."""
    w, h = board.size
    pen.about = f"The board “{board.title}”"
    ink = pen.ink
    if ink.ground:
        pen.box(0, 0, w, h, ink.ground)
    paint = ink.paint("ink")
    for inset, thick in ((2.0, 0.35), (3.0, 0.12)):
        pen.box(inset, inset, w - 2 * inset, h - 2 * inset, line=paint.line, thick=thick)
    for x, y in ((3.0, 3.0), (w - 3, 3.0), (3.0, h - 3), (w - 3, h - 3)):
        sx, sy = (1 if x < w / 2 else -1), (1 if y < h / 2 else -1)
        for n in (3.0, 4.5, 6.0):
            pen.line(x + sx * n, y, x, y + sy * n, 0.12, paint.line)
    pen.text(w / 2, FRAME + 1.2, board.title, TITLE, 13, paint.line, "centre", w - 40)
    for cell in board.picture.cells:
        _cell(pen, board, cell)
    for stroke in board.picture.strokes:
        points = [board.point(point) for point in stroke.points]
        pen.shape(points, None, paint.line, 0.5, close=False)
    _legend(pen, board, w, h)


def _cell(pen: Pen, board: Board, cell: Cell) -> None:
    cx, cy = board.point(cell.at)
    points = [board.point(point) for point in cell.outline]
    local = tuple((round(x - cx, 3), round(y - cy, 3)) for x, y in points)
    tone, pattern, icon = board.kinds.get(cell.kind, ("ink", "", ""))
    with pen.at(cx, cy):
        pen.use(_stencil(pen, local, tone, pattern))
    icon = cell.icon or icon
    paint = pen.ink.paint(tone)
    tall = max(y for _, y in local) - min(y for _, y in local)
    wide = max(x for x, _ in local) - min(x for x, _ in local)
    size = min(tall, wide)
    if icon:
        pen.icon(icon, cx - size * 0.19, cy - size * 0.19, size * 0.38, paint.line, word="")
    if cell.label:
        letters = max(5.5, min(9.0, size * 0.24))
        down = tall * (0.27 if icon or pattern else 0.34 if size > 14 else 0.0) + letters * 0.12
        pen.text(
            cx, cy + down, cell.label, BOLD if icon else TITLE, letters, paint.line, "centre", wide * 0.86
        )


def _stencil(pen: Pen, outline: tuple[Point, ...], tone: str, pattern: str) -> str:
    """One form for all spaces of a shape and kind."""
    paint = pen.ink.paint(tone)
    reach = max(max(abs(x), abs(y)) for x, y in outline) + 0.5

    def shape(pen: Pen) -> None:
        if pattern and paint.wash:
            pen.shape(outline, paint.wash)
        wide, tall = (max(part) - min(part) for part in zip(*outline, strict=True))
        least = min(wide, tall)
        inner = _inset(outline, least * 0.035, wide, tall)
        if pattern:
            soft = paint.line if not pen.ink.full else mixed(paint.line, (1.0, 1.0, 1.0), 0.55)
            hole = _inset(outline, min(least * 0.19, 8.0), wide, tall)
            step = max(1.2, least / 18, (wide * tall) ** 0.5 / 36)
            with pen.within(inner, hole):
                pattern_(pen, pattern, -reach, -reach, 2 * reach, 2 * reach, soft, step)
            pen.shape(inner, None, paint.line, 0.12)
            pen.shape(hole, None, paint.line, 0.12)
        pen.shape(outline, None, pen.ink.paint("ink").line, 0.2)

    return pen.form(("cell", outline, tone, pattern), 0, 0, shape, reach)


def _inset(outline: tuple[Point, ...], by: float, wide: float, tall: float) -> list[Point]:
    """The outline moved inwards from its middle, by the same measure across and down."""
    return [(x * (1 - 2 * by / wide), y * (1 - 2 * by / tall)) for x, y in outline]


def _legend(pen: Pen, board: Board, w: float, h: float) -> None:
    named = [(kind, *look) for kind, look in board.kinds.items()]
    each = min(34.0, (w - 24) / max(1, len(named)))
    x, y = (w - each * len(named)) / 2, h - FRAME - 1.2
    for kind, tone, pattern, icon in named:
        paint = pen.ink.paint(tone)
        with pen.within(oblong(x, y - 3, 6.0, 4.0)):
            if paint.wash:
                pen.box(x, y - 3, 6.0, 4.0, paint.wash)
            pattern_(pen, pattern, x, y - 3, 6.0, 4.0, paint.line, 1.3)
        pen.box(x, y - 3, 6.0, 4.0, None, paint.line, 0.15)
        start = x + 7.2
        if icon:
            pen.icon(icon, start, y - 2.9, 3.6, paint.line, word="")
            start += 4.4
        pen.text(start, y + 0.2, kind, TEXT, 7, pen.ink.text, room=x + each - start - 1)
        x += each
