"""Scenes: a board, or a part of it, small, with what stands on it; for set-up sheets, aids and sheets to go
on from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import atan2, cos, hypot, sin

from reportlab.lib.units import mm

from companion.kernel.view import Cell, Piece, Stroke
from companion.words.speaking import said
from printables.draw.fonts import BOLD, TITLE, width
from printables.draw.ink import RGB, WHITE, Paint
from printables.draw.pen import Pen, Point
from printables.layout.boards import PaperBoard, extent, scaled
from printables.layout.chips import Form

SMALL = 5.5
"""No words of a scene are smaller than this, in points; those that would be are left out."""


@dataclass(frozen=True)
class Scene:
    """A board with what stands on it."""

    board: PaperBoard
    pieces: tuple[Piece, ...] = ()
    tones: tuple[tuple[str, str], ...] = ()
    """Seat to tone."""
    arrows: tuple[tuple[Point, Point], ...] = ()
    """From where to where something goes, in the units of the board."""
    spaces: tuple[str, ...] = ()
    """The spaces that are shown; all if left out."""
    pictures: tuple[tuple[str, str], ...] = ()
    """Thing to its picture."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The spaces that are shown."""
        return tuple(
            cell for cell in self.board.picture.cells if not self.spaces or cell.space in self.spaces
        )

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The lines of the board; none in a part of it."""
        return () if self.spaces else self.board.picture.strokes

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Return the part of the board that is shown, in its units: left, top, right, bottom."""
        points = [point for cell in self.cells for point in cell.outline]
        if not self.spaces:
            points += [(0.0, 0.0), (self.board.picture.width, self.board.picture.height)]
        xs, ys = zip(*points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def unit(self, w: float, h: float) -> float:
        """Return how many millimetres a unit of its board is in a box of so many."""
        left, top, right, low = self.box
        return min(w / (right - left), h / (low - top))

    def size(self, w: float, h: float) -> tuple[float, float]:
        """Return its size in a box of so many millimetres."""
        (left, top, right, low), unit = self.box, self.unit(w, h)
        return (right - left) * unit, (low - top) * unit

    def point(self, at: Point, unit: float) -> Point:
        """Return the place of a point of its board, in millimetres from its upper left corner."""
        return (at[0] - self.box[0]) * unit, (at[1] - self.box[1]) * unit

    def inside(self, at: Point, unit: float, r: float) -> Point:
        """Return the same, in a part of a board so far from its edges that a piece is clear of them."""
        (x, y), (right, low), edge = self.point(at, unit), self.point(self.box[2:], unit), r + 0.3
        return (min(max(x, edge), right - edge), min(max(y, edge), low - edge)) if self.spaces else (x, y)


def draw(pen: Pen, scene: Scene, w: float, h: float) -> None:
    """A scene as large as fits the box, its upper left corner at the origin."""
    wide = scene.size(w, h)[0]
    with pen.tagged("Figure", scene.board.title), pen.unmirrored(wide):
        _drawn(pen, scene, w, h)


def _drawn(pen: Pen, scene: Scene, w: float, h: float) -> None:
    unit = scene.unit(w, h)
    at = partial(scene.point, unit=unit)
    there = {piece.at for piece in scene.pieces}
    for cell in scene.cells:
        _cell(pen, scene.board, cell, [at(point) for point in cell.outline], at(cell.at), cell.at in there)
    for stroke in scene.strokes:
        line = [at(point) for point in stroke.points]
        pen.shape(line, None, pen.ink.paint("ink").line, 0.8 if stroke.kind else 0.3, close=False)
    tones, pictures = dict(scene.tones), dict(scene.pictures)
    for piece in scene.pieces:
        r = piece.size * unit
        with pen.at(*scene.inside(piece.at, unit, r)):
            _piece(pen, piece, r, tones, pictures.get(piece.thing, ""))
    clear = (scene.pieces[0].size if scene.pieces else 0.3) * unit
    for start, end in scene.arrows:
        _arrow(pen, scene.inside(start, unit, clear), scene.inside(end, unit, clear), clear)


def _cell(pen: Pen, board: PaperBoard, cell: Cell, outline: Sequence[Point], at: Point, taken: bool) -> None:
    tone, pattern, icon = board.look_of(cell)
    paint = pen.ink.paint(tone)
    wide, tall = extent(outline)
    size = min(wide, tall)
    pen.shape(outline, paint.wash if pattern else None, pen.ink.paint("ink").line, 0.15)
    if pattern and not paint.wash:
        pen.shape(scaled(outline, 0.9, 0.9), None, paint.line, 0.12)
    if taken:
        return
    picture, (x, y) = board.picture_of(cell), at
    if picture and wide <= 3 * tall:
        part = size * 0.5
        pen.picture(picture, x - part / 2, y - part * 0.66, part, paint.line)
    elif icon:
        part = size * 0.46
        pen.icon(icon, x - part / 2, y - part * 0.6, part, paint.line, word="")
    _word(pen, cell, outline, at, icon, paint.line)


def _word(pen: Pen, cell: Cell, outline: Sequence[Point], at: Point, icon: str, colour: RGB) -> None:
    """A short label of a space, below its icon where it has one; none where it would be too small."""
    (wide, tall), (x, y) = extent(outline), at
    size = min(wide, tall)
    letters, words = min(9.0, size * 0.55), cell.label.split("\n")[0]
    if letters >= SMALL and len(words) <= 5:
        y += 0.3 * size if icon else 0.12 * size
        if icon and size < tall * 1.2:
            y = max(low for _, low in outline) - 0.14 * tall
        pen.text(x, y, words, BOLD, letters, colour, "centre")


def _piece(pen: Pen, piece: Piece, r: float, tones: Mapping[str, str], picture: str) -> None:
    """A piece about the origin: a disc of its seat, a tile, a ball, a sign; what stands small beside it."""
    paint = pen.ink.paint(tones.get(piece.seat, piece.tone))
    on = paint.line if piece.shape == "bare" else paint.on
    _ground(pen, piece, r, paint)
    caption, small = str(piece.caption), max(SMALL, min(8.0, r * mm * 0.55))
    inside = bool(caption) and width(said(caption), BOLD) * small / mm <= 1.4 * r
    up, part, large = (0.26 * r, 1.1, 0.85) if inside else (0.0, 1.4, 1.25)
    if picture:
        size = part * r
        pen.picture(picture, -size / 2, -size / 2 - up, size, on)
    elif piece.letter:
        wide = 1.5 * r * mm / max(0.5, 0.62 * len(piece.letter))
        letters = min(large * r * mm / 0.7, 20.0, wide)
        if letters >= SMALL - 1.5:
            pen.text(
                0, letters * 0.33 / mm - up, piece.letter, TITLE, max(SMALL - 0.5, letters), on, "centre"
            )
    elif piece.icon:
        pen.icon(piece.icon, -0.62 * r, -0.62 * r, 1.24 * r, on, word="")
    if inside:
        pen.text(0, 0.78 * r, caption, BOLD, small, on, "centre")
    elif r * mm * 0.75 >= SMALL - 1:
        pen.text(0, r + small * 0.75 / mm, caption, BOLD, small, pen.ink.text, "centre")


def _ground(pen: Pen, piece: Piece, r: float, paint: Paint) -> None:
    if piece.shape == "bare":
        return
    if piece.shape == "tile":
        pen.shape(Form("hex").outline(1.7 * r), paint.field, paint.line, 0.3)
    elif piece.shape == "tower":
        pen.box(-r, -r, 2 * r, 2 * r, paint.field, paint.line, 0.3, radius=0.2 * r)
    elif not piece.letter and not piece.icon and piece.stack:
        pen.circle(0, 0, 0.8 * r, None, paint.line, 0.3)
    else:
        pen.circle(0, 0, r, paint.field, paint.line, 0.3)
        if paint.field is None:
            pen.circle(0, 0, 0.88 * r, None, paint.line, 0.12)


def _arrow(pen: Pen, start: Point, end: Point, clear: float) -> None:
    """A line from one point to near another, with a head."""
    (x1, y1), (x2, y2) = start, end
    long, turn = hypot(x2 - x1, y2 - y1), atan2(y2 - y1, x2 - x1)
    part = max(0.0, long - clear) / long if long else 0.0
    tip = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
    back = min(clear, 0.3 * long)
    tail = x1 + back * cos(turn), y1 + back * sin(turn)
    pen.shape([tail, tip], None, WHITE, 1.8, close=False)
    pen.shape([tail, tip], None, pen.ink.text, 0.8, close=False)
    head = [(tip[0] - 2.6 * cos(turn + side), tip[1] - 2.6 * sin(turn + side)) for side in (-0.45, 0.45)]
    pen.shape([tip, *head], pen.ink.text, WHITE, 0.2)
