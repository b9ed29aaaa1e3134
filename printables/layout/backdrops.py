"""The backdrop of a board: a sky from its head to its foot, a patterned border, and what stands in the
corners that its spaces leave free.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.svg.corners import Inset, in_corners
from companion.svg.tones import PALE
from printables.draw.ink import PARCHMENT, RGB, TONES, mixed
from printables.draw.ornament import pattern
from printables.draw.pen import Pen, Point, oblong

EDGE, BORDER = 1.2, 3.0
"""Where the border begins, and how wide it is."""
STRIPS, STEP = 96, 1.5
"""So many steps the sky has; and how close the pattern of the border is, in millimetres."""
WORDS = 16.0
"""Words beside the spaces reach so far to both sides."""


@dataclass(frozen=True)
class Backdrop:
    """The picture under the spaces of a board and around them."""

    tones: tuple[str, ...]
    """From its head to its foot."""
    corners: tuple[str, ...] = ()
    """The pictures at the upper left, upper right, lower left and lower right."""


def draw(
    pen: Pen,
    backdrop: Backdrop,
    size: Point,
    aside: Point,
    taken: Sequence[Point],
    beside: Sequence[Point],
) -> None:
    """The backdrop of a board of a size, whose spaces take these points; words stand ``beside`` them. So much
    at its left and at its foot is no corner.
    """
    w, h = size
    if pen.ink.mode == "full":
        _strips(pen, backdrop, w, h, PALE)
    words = [(x + aside, y) for x, y in beside for aside in (-WORDS, -WORDS / 2, 0.0, WORDS / 2, WORDS)]
    _corners(pen, backdrop, size, aside, [*taken, *words])
    _border(pen, backdrop, w, h)


def _sky(backdrop: Backdrop, part: float, pale: float = PALE) -> RGB:
    """The colour of the sky so far down: its tones run into one another."""
    tones = [mixed(TONES[tone].rgb, PARCHMENT, pale) for tone in backdrop.tones]
    at = part * (len(tones) - 1)
    n = min(int(at), len(tones) - 2)
    return mixed(tones[n], tones[n + 1], at - n) if len(tones) > 1 else tones[0]


def _strips(pen: Pen, backdrop: Backdrop, w: float, h: float, pale: float) -> None:
    for n in range(STRIPS):
        top, low = h * n / STRIPS, h * (n + 1) / STRIPS
        pen.box(0, top, w, min(low + 0.3, h) - top, _sky(backdrop, (n + 0.5) / STRIPS, pale))


def _border(pen: Pen, backdrop: Backdrop, w: float, h: float) -> None:
    """A patterned band about the board, in its colours."""
    paint, kind = pen.ink.paint("ink"), TONES[backdrop.tones[0]].pattern
    inner, full = EDGE + BORDER, pen.ink.mode == "full"
    band = oblong(EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE), oblong(inner, inner, w - 2 * inner, h - 2 * inner)
    with pen.within(*band):
        if full:
            _strips(pen, backdrop, w, h, 0.0)
        on = PARCHMENT if full else paint.line
        pattern(pen, kind, EDGE, EDGE, w - 2 * EDGE, BORDER, on, STEP)
        pattern(pen, kind, EDGE, h - inner, w - 2 * EDGE, BORDER, on, STEP)
        for x in (EDGE, w - inner):
            pattern(pen, kind, x, inner, BORDER, h - 2 * inner, on, STEP)
    for inset, thick in ((EDGE, 0.3), (inner, 0.25), (inner + 0.8, 0.12)):
        pen.box(inset, inset, w - 2 * inset, h - 2 * inset, line=paint.line, thick=thick)


def _corners(pen: Pen, backdrop: Backdrop, size: Point, aside: Point, taken: Sequence[Point]) -> None:
    """Each picture as large as its corner leaves it, pale in the colour of its end of the board."""
    edge, (left, foot) = EDGE + BORDER, aside
    w, h = size[0] - left, size[1] - foot
    inset = Inset(edge + 2.0, edge + 7.0, edge + 9.5)
    there = [(x - left, y) for x, y in taken]
    for name, x, y, wide, at_head in in_corners(backdrop.corners, (w, h), inset, there):
        line = pen.ink.paint(backdrop.tones[0 if at_head else -1]).line
        colour = mixed(line, _sky(backdrop, y / size[1]), 0.55) if pen.ink.mode == "full" else line
        pen.picture(name, left + x - wide / 2, y - wide / 2, wide, colour)
