"""Boards at true size: the PDF pen of a game's picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from reportlab.lib.units import mm

from companion.kernel.corners import along
from companion.kernel.view import Cell, Picture
from printables.draw import sigil
from printables.draw.fonts import BOLD, LEAST, TEXT, TITLE, width
from printables.draw.ink import KINDS, PATTERNS, RGB, mixed
from printables.draw.ornament import pattern as pattern_
from printables.draw.pen import Pen, Point, oblong
from printables.layout import backdrops, corner_tracks
from printables.layout.backdrops import Backdrop
from printables.layout.tracks import Track

FRAME, HEAD = 9.0, 7.0
"""The border about the spaces, and the line above them for the board's name."""
WIDER = 15.0
"""The border that has room for sigils."""
ALONG = (0.27, 0.73)
"""Besides those in the corners two sigils stand on each of its longer sides, so far along: off every seam."""


SIGN = 5
"""A label of so many letters is a sign; a longer one is words."""


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
    words: tuple[tuple[Point, str], ...] = ()
    """What stands beside the spaces, and the point of the picture where its middle is."""
    pictures: tuple[tuple[str, str], ...] = ()
    """Space, or kind of space, to its picture."""
    backdrop: Backdrop | None = None
    tracks: tuple[Track, ...] = ()
    """What stands in its free corners."""
    sigils: tuple[int, ...] = ()
    """The eight sigils in its border by which a photograph of it is read; none unless they are asked for."""

    @property
    def frame(self) -> float:
        """How wide its border is, in millimetres."""
        return WIDER if self.sigils else FRAME

    @property
    def references(self) -> tuple[Point, ...]:
        """The middles of its border's sigils, in millimetres: its corners, then along its longer sides."""
        (w, h), near = self.size, WIDER / 2
        corners = ((near, near), (w - near, near), (near, h - near), (w - near, h - near))
        if h >= w:
            return (*corners, *((x, h * part) for part in ALONG for x in (near, w - near)))
        return (*corners, *((w * part, y) for part in ALONG for y in (near, h - near)))

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
        edge = 2 * self.frame
        return p.width * self.unit + edge, p.height * self.unit + edge + HEAD + legend

    def picture_of(self, cell: Cell) -> str:
        """The picture of a space, its own or that of its kind; none where it says it in words."""
        if len(cell.label) > SIGN:
            return ""
        shown = dict(self.pictures)
        return shown.get(cell.space) or shown.get(cell.kind, "")

    def point(self, at: Point) -> Point:
        """A point of the picture, in millimetres on the board."""
        return at[0] * self.unit + self.frame, at[1] * self.unit + self.frame + HEAD

    def drawn(self, at: Point) -> Point:
        """A point of the board, in millimetres, in units of the picture."""
        left, top = self.point((0.0, 0.0))
        return (at[0] - left) / self.unit, (at[1] - top) / self.unit


@dataclass(frozen=True)
class Label:
    """Words of a board: where their line stands, in millimetres, and how they are set."""

    at: Point
    words: str
    typeface: str
    size: float
    colour: RGB
    align: str
    room: float

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether some of it lies in a part of the board."""
        wide = min(self.room, width(self.words, self.typeface) * self.size / mm)
        start = self.at[0] - (wide / 2 if self.align == "centre" else 0.0)
        up, down = self.size * 0.75 / mm, self.size * 0.25 / mm
        return start < right and start + wide > left and self.at[1] - up < bottom and self.at[1] + down > top


def draw(pen: Pen, board: Board) -> None:
    """The whole board but its words, its upper left corner at the origin; with sigils a margin about it."""
    w, h = board.size
    pen.about = f"The board “{board.title}”"
    if pen.ink.ground:
        pen.box(0, 0, w, h, pen.ink.ground)
    if board.sigils:
        with pen.at(WIDER - FRAME, WIDER - FRAME):
            draw(pen, replace(board, sigils=()))
        for number, (x, y) in zip(board.sigils, board.references, strict=True):
            with pen.at(x, y):
                sigil.draw(pen, number)
        return
    paint = pen.ink.paint("ink")
    taken = _taken(board)
    rings = [at for track in board.tracks for at in corner_tracks.takes(track, (w, h), taken)]
    if board.backdrop:
        beside = [board.point(at) for at, _ in board.words]
        backdrops.draw(pen, board.backdrop, w, h, [*taken, *rings], beside)
    else:
        _border(pen, w, h)
    for track in board.tracks:
        corner_tracks.draw(pen, track, (w, h), taken)
    for cell in board.picture.cells:
        _cell(pen, board, cell)
    for stroke in board.picture.strokes:
        points = [board.point(point) for point in stroke.points]
        pen.shape(points, None, paint.line, 1.1 if stroke.kind else 0.5, close=False)
    _legend(pen, board)


def _taken(board: Board) -> list[Point]:
    """Points along the edges of all spaces, in millimetres."""
    outlines = ([board.point(point) for point in cell.outline] for cell in board.picture.cells)
    return [at for outline in outlines for at in along(outline)]


def _border(pen: Pen, w: float, h: float) -> None:
    """Two lines, and small ones across the corners."""
    paint = pen.ink.paint("ink")
    for inset, thick in ((2.0, 0.35), (3.0, 0.12)):
        pen.box(inset, inset, w - 2 * inset, h - 2 * inset, line=paint.line, thick=thick)
    for x, y in ((3.0, 3.0), (w - 3, 3.0), (3.0, h - 3), (w - 3, h - 3)):
        sx, sy = (1 if x < w / 2 else -1), (1 if y < h / 2 else -1)
        for n in (3.0, 4.5, 6.0):
            pen.line(x + sx * n, y, x, y + sy * n, 0.12, paint.line)


def letter(pen: Pen, board: Board, part: tuple[float, float, float, float], scale: float = 1.0) -> None:
    """The words in a part of the board: left, top, right, bottom. So a word is found on the sheet that shows
    it; on a board that is shrunk words are not shrunk below what can be read.
    """
    pen.about = f"The board “{board.title}”"
    for one in _labels(pen, board):
        if one.meets(*part):
            (x, y), size = one.at, max(LEAST, one.size * scale)
            pen.text(
                x * scale, y * scale, one.words, one.typeface, size, one.colour, one.align, one.room * scale
            )


def _labels(pen: Pen, board: Board) -> Iterator[Label]:
    """Every word on a board."""
    ink = pen.ink
    at = board.frame, board.frame + 1.2
    yield Label(at, board.title, TITLE, 13, ink.paint("ink").line, "left", board.size[0])
    for cell in board.picture.cells:
        if cell.label:
            tone, pattern, icon = board.kinds.get(cell.kind, ("ink", "", ""))
            x, y = board.point(cell.at)
            wide, tall = _measure(board, cell)
            size, left = min(wide, tall), board.point(min(cell.outline))[0]
            icon = cell.icon or icon
            letters, down = max(5.5, min(9.5, size * 0.36)), tall * 0.34
            if wide > 3 * tall:
                letters, down = 20.0, 0.0
                x = left + min(tall * 0.19, 8.0) + 6.0
            elif len(cell.label) == 1 and not cell.label.isalnum():
                letters, down = 20.0, 0.0
            elif icon or pattern:
                down = tall * 0.2
            elif size < 14:
                down = 0.0
            lines, face = cell.label.split("\n"), BOLD if icon else TITLE
            if len(lines) > 1 or (abs(x - left - wide / 2) > 1 and wide <= 3 * tall):
                down = (1 - len(lines)) * letters * 0.2
            room = 2 * min(x - left, left + wide - x) * 0.86
            for n, words in enumerate(lines):
                base = y + down + letters * (0.12 + n * 0.4)
                yield Label((x, base), words, face, letters, ink.paint(tone).line, "centre", room)
    for at, words in board.words:
        x, y = board.point(at)
        room = 2 * min(x - board.frame, board.size[0] - board.frame - x)
        yield Label((x, y), words, TITLE, 12, ink.paint("ink").line, "centre", room)
    for track in board.tracks:
        (there, title, points), *numbers = corner_tracks.words(track, board.size, _taken(board))
        yield Label(there, title, TITLE, points, ink.text, "left", 60.0)
        for at, number, points in numbers:
            yield Label(at, number, TITLE, points, ink.text, "centre", track.marker * 0.75)
    for x, y, kind, _, _, icon in _named(board):
        start = 7.2 + (4.4 if icon or kind in dict(board.pictures) else 0.0)
        words = kind[:1].upper() + kind[1:]
        yield Label((x + start, y + 0.2), words, TEXT, 7, ink.text, "left", EACH - start - 1)


def _measure(board: Board, cell: Cell) -> tuple[float, float]:
    """How wide and how tall a space is, in millimetres."""
    wide, tall = (max(part) - min(part) for part in zip(*cell.outline, strict=True))
    return wide * board.unit, tall * board.unit


def _cell(pen: Pen, board: Board, cell: Cell) -> None:
    cx, cy = board.point(cell.at)
    points = [board.point(point) for point in cell.outline]
    local = tuple((round(x - cx, 3), round(y - cy, 3)) for x, y in points)
    tone, pattern, icon = board.kinds.get(cell.kind, ("ink", "", ""))
    with pen.at(cx, cy):
        pen.use(_stencil(pen, local, tone, pattern))
    wide, tall = _measure(board, cell)
    if shown := board.picture_of(cell):
        size = min(wide, tall) * (0.44 if cell.label else 0.52)
        up = size * 0.68 if cell.label else size * 0.5
        if wide > 3 * tall:  # a row, whose label stands at the left
            cx, size, up = board.point(max(cell.outline))[0] - tall * 0.7, tall * 0.8, tall * 0.4
        paint = pen.ink.paint(tone)
        soft = mixed(paint.line, paint.wash, 0.3) if pen.ink.mode == "full" and paint.wash else paint.line
        pen.picture(shown, cx - size / 2, cy - up, size, soft)
    elif icon := cell.icon or icon:
        size = min(wide, tall) * 0.38
        up = size * 0.6 if cell.label else size * 0.5
        pen.icon(icon, cx - size / 2, cy - up, size, pen.ink.paint(tone).line, word="")


def _stencil(pen: Pen, outline: tuple[Point, ...], tone: str, pattern: str) -> str:
    """One form for all spaces of a shape and kind."""
    paint = pen.ink.paint(tone)
    reach = max(max(abs(x), abs(y)) for x, y in outline) + 0.5

    def shape(pen: Pen) -> None:
        if pattern and paint.wash:
            pen.shape(outline, paint.wash)
        wide, tall = (max(part) - min(part) for part in zip(*outline, strict=True))
        least, left, top = min(wide, tall), min(x for x, _ in outline), min(y for _, y in outline)
        inner = _inset(outline, least * 0.035, wide, tall)
        if pattern:
            soft = paint.line if not pen.ink.full else mixed(paint.line, (1.0, 1.0, 1.0), 0.55)
            hole = _inset(outline, min(least * 0.19, 8.0), wide, tall)
            step = max(1.2, least / 18, (wide * tall) ** 0.5 / 36)
            with pen.within(inner, hole):
                pattern_(pen, pattern, left, top, wide, tall, soft, step)
            pen.shape(inner, None, paint.line, 0.12)
            pen.shape(hole, None, paint.line, 0.12)
        pen.shape(outline, None, pen.ink.paint("ink").line, 0.2)

    return pen.form(("cell", outline, tone, pattern), 0, 0, shape, reach)


def _inset(outline: tuple[Point, ...], by: float, wide: float, tall: float) -> list[Point]:
    """The outline moved inwards, by the same measure across and down."""
    xs, ys = zip(*outline, strict=True)
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(cx + (x - cx) * (1 - 2 * by / wide), cy + (y - cy) * (1 - 2 * by / tall)) for x, y in outline]


EACH = 30.0
"""How much room a kind of space has in the legend, in millimetres."""


def _named(board: Board) -> Iterator[tuple[float, float, str, str, str, str]]:
    """Where each kind of space stands in the legend, from the left, and how it looks."""
    for n, (kind, look) in enumerate(board.kinds.items()):
        x = board.frame + n * min(EACH, (board.size[0] - 2 * board.frame) / len(board.kinds))
        yield x, board.size[1] - board.frame - 1.2, kind, *look


def _legend(pen: Pen, board: Board) -> None:
    for x, y, kind, tone, pattern, icon in _named(board):
        paint = pen.ink.paint(tone)
        with pen.within(oblong(x, y - 3, 6.0, 4.0)):
            if paint.wash:
                pen.box(x, y - 3, 6.0, 4.0, paint.wash)
            pattern_(pen, pattern, x, y - 3, 6.0, 4.0, paint.line, 1.3)
        pen.box(x, y - 3, 6.0, 4.0, None, paint.line, 0.15)
        if shown := dict(board.pictures).get(kind):
            pen.picture(shown, x + 7.0, y - 3.2, 4.2, paint.line)
        elif icon:
            pen.icon(icon, x + 7.2, y - 2.9, 3.6, paint.line, word="")
