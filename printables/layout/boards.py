"""Boards at true size: the PDF pen of a game's picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.kernel.view import Cell, Picture
from companion.svg.corners import along
from companion.svg.spec import BackdropSpec
from companion.words import message
from printables.draw import sigil
from printables.draw.ink import KINDS, PATTERNS, RGB, WHITE, mixed
from printables.draw.ornament import corners
from printables.draw.ornament import pattern as pattern_
from printables.draw.pen import Pen, Point, oblong
from printables.layout import backdrops, board_tracks, supplies
from printables.layout.supplies import PilePlace
from printables.layout.tracks import MarkerTrack

FRAME, HEAD = 9.0, 7.0
"""The border about the spaces, and the line above them for the board's name."""
WIDER = 15.0
"""The border that has room for sigils."""
ALONG = (0.27, 0.73)
"""Besides those in the corners two sigils stand on each of its longer sides, so far along: off every seam."""


SOFT = 0.3
"""So much of the ground is in the pictures of spaces."""
SIGN = 5
"""A label of so many letters is a sign; a longer one is words."""


@dataclass(frozen=True)
class PaperBoard:
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
    backdrop: BackdropSpec | None = None
    tracks: tuple[MarkerTrack, ...] = ()
    """What stands in its free corners, or runs down its left edge."""
    places: tuple[PilePlace, ...] = ()
    """Where piles lie at its foot."""
    sigils: tuple[int, ...] = ()
    """The eight sigils in its border by which a photograph of it is read; none unless they are asked for."""

    @property
    def frame(self) -> float:
        """Return the width of its border in millimetres."""
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
        result = {}
        for n, name in enumerate(names):
            tone = tones.get(name, KINDS[n % len(KINDS)])
            result[name] = tone, PATTERNS[n % len(PATTERNS)], icons.get(name, "")
        return result

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, frame and all."""
        p = self.picture
        legend = 6.0 if self.kinds else 0.0
        w, h = p.width * self.unit + self.band, p.height * self.unit + HEAD + self.foot + legend
        return w + 2 * self.frame, h + 2 * self.frame

    @property
    def band(self) -> float:
        """Return how much of it lies to the left of its spaces, for a track."""
        return board_tracks.band(self.tracks)

    @property
    def foot(self) -> float:
        """Return how much of it lies below its spaces, for piles."""
        return supplies.high(self.places)

    @cached_property
    def laid(self) -> tuple[tuple[PilePlace, Point], ...]:
        """Its places, and the middle of each in millimetres."""
        left, top = self.point((0.0, self.picture.height))
        return tuple(supplies.laid(self.places, left, top, self.picture.width * self.unit))

    @cached_property
    def rings(self) -> tuple[board_tracks.Laid, ...]:
        """Return its tracks in their places, which are the same with sigils or without."""
        plain = replace(self, sigils=())
        found = (board_tracks.placed(track, plain.size, _taken(plain)) for track in self.tracks)
        return tuple(one.moved(self.frame - FRAME) for one in found)

    @cached_property
    def beside(self) -> tuple[tuple[Point, ...], ...]:
        """The outlines of its rings and places beside the spaces, in millimetres: no seam should cut one."""
        result = [tuple((x + dx, y + dy) for dx, dy in place.outline) for place, (x, y) in self.laid]
        for track, _, rings in self.rings:
            far = track.ring / 2
            result += [tuple(oblong(x - far, y - far, 2 * far, 2 * far)) for x, y in rings]
        return tuple(result)

    def look_of(self, cell: Cell) -> tuple[str, str, str]:
        """Return the tone, the pattern and the icon of a space."""
        tone, pattern, icon = self.kinds.get(cell.kind, ("ink", "", ""))
        return tone, pattern, cell.icon or icon

    def picture_of(self, cell: Cell) -> str:
        """The picture of a space, its own or that of its kind; none where it says it in words."""
        if len(cell.label) > SIGN:
            return ""
        picture = dict(self.pictures)
        return picture.get(cell.space) or picture.get(cell.kind, "")

    def extent(self, cell: Cell) -> Point:
        """Return the width and height of a space in millimetres."""
        wide, tall = extent(cell.outline)
        return wide * self.unit, tall * self.unit

    def point(self, at: Point) -> Point:
        """A point of the picture, in millimetres on the board."""
        return at[0] * self.unit + self.frame + self.band, at[1] * self.unit + self.frame + HEAD

    def drawn(self, at: Point) -> Point:
        """A point of the board, in millimetres, in units of the picture."""
        left, top = self.point((0.0, 0.0))
        return (at[0] - left) / self.unit, (at[1] - top) / self.unit


def draw(pen: Pen, board: PaperBoard) -> None:
    """The whole board but its words, its upper left corner at the origin; with sigils a margin about it."""
    pen.about = message("The board “{title}”", title=board.title)
    if pen.ink.ground:
        pen.box(0, 0, *board.size, pen.ink.ground)
    if board.sigils:
        with pen.at(WIDER - FRAME, WIDER - FRAME):
            draw(pen, replace(board, sigils=()))
        for number, (x, y) in zip(board.sigils, board.references, strict=True):
            with pen.at(x, y):
                sigil.draw(pen, number)
    else:
        _drawn(pen, board)


def _drawn(pen: Pen, board: PaperBoard) -> None:
    """Draw what lies on the ground of a board: its backdrop or border, tracks, places, spaces and lines."""
    line = pen.ink.paint("ink").line
    if board.backdrop:
        _backdrop(pen, board, board.backdrop)
    else:
        _border(pen, *board.size)
    for one in board.rings:
        board_tracks.draw(pen, one)
    for place, at in board.laid:
        supplies.draw(pen, place, at)
    for cell in board.picture.cells:
        _cell(pen, board, cell)
    for stroke in board.picture.strokes:
        points = [board.point(point) for point in stroke.points]
        pen.shape(points, None, line, 1.1 if stroke.kind else 0.5, close=False)
    _legend(pen, board)


def _backdrop(pen: Pen, board: PaperBoard, backdrop: BackdropSpec) -> None:
    rings = (at for one in board.rings if not one.track.edge for at in board_tracks.takes(one))
    taken, beside = [*_taken(board), *rings], [board.point(at) for at, _ in board.words]
    backdrops.draw(pen, backdrop, board.size, (board.band, board.foot), taken, beside)


def _taken(board: PaperBoard) -> list[Point]:
    """Points along the edges of all spaces, in millimetres."""
    outlines = ([board.point(point) for point in cell.outline] for cell in board.picture.cells)
    return [at for outline in outlines for at in along(outline)]


def _border(pen: Pen, w: float, h: float) -> None:
    """Two lines, and small ones across the corners."""
    paint = pen.ink.paint("ink")
    for inset, thick in ((2.0, 0.35), (3.0, 0.12)):
        pen.box(inset, inset, w - 2 * inset, h - 2 * inset, line=paint.line, thick=thick)
    corners(pen, 3.0, w, h, (3.0, 4.5, 6.0), paint.line)


def extent(outline: Sequence[Point]) -> tuple[float, float]:
    """Return the width and height of an outline."""
    wide, tall = (max(part) - min(part) for part in zip(*outline, strict=True))
    return wide, tall


def scaled(outline: Sequence[Point], across: float, down: float) -> list[Point]:
    """Return an outline about its own middle, so much of it across and down."""
    xs, ys = zip(*outline, strict=True)
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(cx + (x - cx) * across, cy + (y - cy) * down) for x, y in outline]


def _cell(pen: Pen, board: PaperBoard, cell: Cell) -> None:
    cx, cy = board.point(cell.at)
    points = [board.point(point) for point in cell.outline]
    local = tuple((round(x - cx, 3), round(y - cy, 3)) for x, y in points)
    tone, pattern, icon = board.look_of(cell)
    paint = pen.ink.paint(tone)
    line = paint.line if pattern else pen.ink.text
    with pen.at(cx, cy):
        pen.use(_stencil(pen, local, tone, pattern))
    _sign(pen, board, cell, icon, line, paint.wash)


def _sign(pen: Pen, board: PaperBoard, cell: Cell, icon: str, line: RGB, wash: RGB | None) -> None:
    """The picture of a space, or its icon: above its label where it has one."""
    cx, cy = board.point(cell.at)
    wide, tall = board.extent(cell)
    if picture := board.picture_of(cell):
        size = min(wide, tall) * (0.44 if cell.label else 0.52)
        up = size * 0.68 if cell.label else size * 0.5
        if wide > 3 * tall:  # a row, whose label stands at the left
            cx, size, up = board.point(max(cell.outline))[0] - tall * 0.7, tall * 0.8, tall * 0.4
        soft = mixed(line, wash, SOFT) if pen.ink.mode == "full" and wash else line
        pen.picture(picture, cx - size / 2, cy - up, size, soft)
    elif icon:
        size = min(wide, tall) * 0.38
        up = size * 0.6 if cell.label else size * 0.5
        pen.icon(icon, cx - size / 2, cy - up, size, line, word="")


def _stencil(pen: Pen, outline: tuple[Point, ...], tone: str, pattern: str) -> str:
    """One form for all spaces of a shape and kind."""
    paint = pen.ink.paint(tone)
    reach = max(max(abs(x), abs(y)) for x, y in outline) + 0.5

    def shape(pen: Pen) -> None:
        if pattern and paint.wash:
            pen.shape(outline, paint.wash)
        wide, tall = extent(outline)

        def inset(by: float) -> list[Point]:
            return scaled(outline, 1 - 2 * by / wide, 1 - 2 * by / tall)

        least, left, top = min(wide, tall), min(x for x, _ in outline), min(y for _, y in outline)
        inner = inset(least * 0.035)
        if pattern:
            soft = paint.line if not pen.ink.full else mixed(paint.line, WHITE, 0.55)
            hole = inset(min(least * 0.19, 8.0))
            step = max(1.2, least / 18, (wide * tall) ** 0.5 / 36)
            with pen.within(inner, hole):
                pattern_(pen, pattern, left, top, wide, tall, soft, step)
            pen.shape(inner, None, paint.line, 0.12)
            pen.shape(hole, None, paint.line, 0.12)
        pen.shape(outline, None, pen.ink.paint("ink").line, 0.2)

    return pen.form(("cell", outline, tone, pattern), 0, 0, shape, reach)


EACH = 30.0
"""How much room a kind of space has in the legend, in millimetres."""


def named(board: PaperBoard) -> Iterator[tuple[float, float, str, str, str, str]]:
    """Yield each kind of space with its place in the legend, from the left, and its look."""
    for n, (kind, look) in enumerate(board.kinds.items()):
        x = board.frame + n * min(EACH, (board.size[0] - 2 * board.frame) / len(board.kinds))
        yield x, board.size[1] - board.frame - 1.2, kind, *look


def _legend(pen: Pen, board: PaperBoard) -> None:
    for x, y, kind, tone, pattern, icon in named(board):
        paint = pen.ink.paint(tone)
        with pen.within(oblong(x, y - 3, 6.0, 4.0)):
            if paint.wash:
                pen.box(x, y - 3, 6.0, 4.0, paint.wash)
            pattern_(pen, pattern, x, y - 3, 6.0, 4.0, paint.line, 1.3)
        pen.box(x, y - 3, 6.0, 4.0, None, paint.line, 0.15)
        if picture := dict(board.pictures).get(kind):
            pen.picture(picture, x + 7.0, y - 3.2, 4.2, paint.line)
        elif icon:
            pen.icon(icon, x + 7.2, y - 2.9, 3.6, paint.line, word="")
