"""Stickers for a box one has: sigils to stick onto its pieces, and four corners to lay round its board.

The corners need no size of that board: where their inner corners lie, and how large they are beside it in a
photograph, says how large it is.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.words import message
from printables.draw import sigil
from printables.draw.fit import fits
from printables.draw.fonts import BOLD, TEXT
from printables.draw.ink import WHITE
from printables.draw.pen import WORDS, Pen, Point
from printables.layout.boards import PaperBoard
from printables.layout.chips import Chip
from printables.layout.outline import Circle, Polygon
from printables.layout.paper import Cutout
from printables.layout.sigil_faces import coin

ROUND = 16.0
"""How wide a sticker is, in millimetres: a sigil with some white, and what a punch of five eighths cuts."""
CELL = (23.0, 24.0)
"""The paper of a sticker, in millimetres: its name stands below it and stays there."""
NEAR = 0.4
ARM, WIDE = 46.0, 16.0
"""How long the inner edges of a corner are, and how wide its arms, in millimetres."""
EDGE = 0.8
"""A line shows the inner edges, so far from them."""
ALONG = 35.0
"""The sigils of a corner stand so far along its arms."""


class FrameCorner(NamedTuple):
    """A corner of a frame: what it is called, and to which side and how far up it lies of what it frames."""

    words: str
    right: int
    down: int

    @property
    def inner(self) -> Point:
        """Return its inner corner on its paper."""
        return WIDE if self.right < 0 else ARM, WIDE if self.down < 0 else ARM

    @property
    def sigils(self) -> tuple[Point, Point]:
        """Return the places of its sigils from its inner corner: beside the frame, and above or below it."""
        right, down = self.right, self.down
        return (right * WIDE / 2, -down * ALONG), (-right * ALONG, down * WIDE / 2)

    def turned(self, points: Iterable[Point]) -> list[Point]:
        """Return points of the lower right corner, from its inner corner, as those of this one."""
        x, y = self.inner
        return [(x + self.right * across, y + self.down * far) for across, far in points]


CORNERS = (
    FrameCorner("Upper left", -1, -1),
    FrameCorner("Upper right", 1, -1),
    FrameCorner("Lower left", -1, 1),
    FrameCorner("Lower right", 1, 1),
)


def rounds(chips: Iterable[Chip]) -> list[Cutout]:
    """A sticker for each face of each piece, as often as there are of it."""
    return [one for chip in chips for face in range(len(chip.sigils)) for one in _faces(chip, face)]


def _faces(chip: Chip, face: int) -> list[Cutout]:
    words = str(message("{Thing}, face down" if face else "{Thing}", thing=chip.thing))
    middle = Circle(CELL[0] / 2, ROUND / 2 + NEAR, ROUND / 2)
    draw = partial(_round, chip=chip, face=face, words=words)
    one = Cutout(CELL, draw, bleed=0.0, gap=1.0, marks=False, stock="paper", outline=(middle,), name=words)
    return [one] * chip.count


def _round(pen: Pen, chip: Chip, face: int, words: str) -> None:
    """A sticker, and under it what it is for."""
    pen.about = message("The sticker “{words}”", words=words)
    wide, high = CELL
    with pen.no_smaller(WORDS):
        with pen.at(wide / 2, ROUND / 2 + NEAR):
            coin(pen, chip, ROUND / 2, down=bool(face))
            sigil.draw(pen, chip.sigils[face], 0.0)
        top = ROUND + 2 * NEAR
        lines = str(message("{Thing}\nface down" if face else "{Thing}", thing=chip.thing))
        block = fits(lines, wide, high - top, pen.about, TEXT, 8, WORDS)
        if block:
            pen.block(block, (wide - block.wide / mm) / 2, top, pen.ink.text, "centre")


# -- the frame --------------------------------------------------------------------------------------------


def frame(board: PaperBoard) -> Iterator[tuple[Point, Point]]:
    """Yield, for each sigil of a frame, the corner of the spaces it belongs to, in millimetres of the board
    as we draw it, and its place from there, in millimetres of the table."""
    xs, ys = zip(*(board.point(at) for cell in board.picture.cells for at in cell.outline), strict=True)
    for one in CORNERS:
        corner = (max(xs) if one.right > 0 else min(xs)), (max(ys) if one.down > 0 else min(ys))
        for at in one.sigils:
            yield corner, at


def corners(title: str, numbers: Sequence[int]) -> list[Cutout]:
    """The four corners of a frame, with their eight sigils."""
    return [_corner(title, one, numbers[2 * n : 2 * n + 2]) for n, one in enumerate(CORNERS)]


def _corner(title: str, corner: FrameCorner, numbers: Sequence[int]) -> Cutout:
    side = ARM + WIDE
    turns = ((0, 0), (-ARM, 0), (-ARM, WIDE), (WIDE, WIDE), (WIDE, -ARM), (0, -ARM))
    edge = Polygon(tuple(corner.turned(turns)))
    draw = partial(_arms, title=title, corner=corner, numbers=numbers, edge=edge)
    name = f"{title}: {corner.words}"
    return Cutout((side, side), draw, bleed=0.0, marks=False, outline=(edge,), name=name)


def _arms(pen: Pen, title: str, corner: FrameCorner, numbers: Sequence[int], edge: Polygon) -> None:
    """A corner: white, its sigils, which corner it is, and a line and an arrow where the spaces begin."""
    x, y = corner.inner
    pen.about = message("The frame of “{title}”", title=title)
    pen.shape(edge.points, WHITE, pen.ink.text, 0.15)
    bend = ((-ARM, EDGE), (EDGE, EDGE), (EDGE, -ARM))
    tip = ((2.0, 2.0), (9.0, 5.0), (5.0, 9.0))
    pen.shape(corner.turned(bend), None, pen.ink.text, 0.5, close=False)
    pen.shape(corner.turned(tip), pen.ink.text)
    for number, (dx, dy) in zip(numbers, corner.sigils, strict=True):
        with pen.at(x + dx, y + dy):
            sigil.draw(pen, number)
    room, middle = ALONG - sigil.SIDE / 2 - sigil.QUIET - 2.0, y + corner.down * WIDE / 2
    left = x - (room + 1.0 if corner.right > 0 else -1.0)
    pen.text(left, middle - 0.2, corner.words, BOLD, 8.5, pen.ink.text, room=room)
    pen.text(left, middle + 3.2, title, TEXT, 7.0, pen.ink.text, room=room)
