"""The backdrop of a board: a sky from its head to its foot, land in layers, a patterned border, and what
stands in the corners that its spaces leave free.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from zlib import crc32

from reportlab.lib.units import mm

from companion.svg.corners import Inset, in_corners
from companion.svg.skylines import strip
from companion.svg.skylines.strokes import DEEP, LONG
from companion.svg.spec import BackdropSpec
from companion.svg.tones import PALE
from printables.draw.ink import PARCHMENT, RGB, TONES, WHITE, mixed
from printables.draw.ornament import pattern
from printables.draw.pen import Pen, Point, oblong
from printables.draw.vista.scene import millimetres

EDGE, BORDER = 1.2, 3.0
"""Where the border begins, and how wide it is."""
STRIPS, STEP = 96, 1.5
"""So many steps the sky has; and how close the pattern of the border is, in millimetres."""
HORIZON, LOWEST = 0.2, 0.89
"""So far from the head the first and the last land begin, of the height."""
FAR, NEAR = 0.68, 0.6
"""How pale the farthest and the nearest land are."""
WORDS = 16.0
"""Words beside the spaces reach so far to both sides."""


def draw(
    pen: Pen,
    backdrop: BackdropSpec,
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
        if backdrop.land:
            _landscape(pen, backdrop, w, h)
    words = [(x + aside, y) for x, y in beside for aside in (-WORDS, -WORDS / 2, 0.0, WORDS / 2, WORDS)]
    _corners(pen, backdrop, size, aside, [*taken, *words])
    _border(pen, backdrop, w, h)


def _sky(backdrop: BackdropSpec, part: float, pale: float = PALE) -> RGB:
    """The colour of the sky so far down: its tones run into one another."""
    tones = [mixed(TONES[tone].rgb, PARCHMENT, pale) for tone in backdrop.tones]
    at = part * (len(tones) - 1)
    n = min(int(at), len(tones) - 2)
    return mixed(tones[n], tones[n + 1], at - n) if len(tones) > 1 else tones[0]


def _strips(pen: Pen, backdrop: BackdropSpec, w: float, h: float, pale: float) -> None:
    for n in range(STRIPS):
        top, low = h * n / STRIPS, h * (n + 1) / STRIPS
        pen.box(0, top, w, min(low + 0.3, h) - top, _sky(backdrop, (n + 0.5) / STRIPS, pale))


@dataclass(frozen=True)
class Layer:
    """A skyline and the ground before it."""

    name: str
    y: float
    """How far from the head its horizon lies, in millimetres."""
    scale: float
    colour: RGB
    lit: RGB
    """What of it the light strikes."""


def layers(backdrop: BackdropSpec, w: float, h: float) -> Iterator[Layer]:
    """Yield the land of a board of a size from far to near: what is nearer is larger and darker."""
    for n, name in enumerate(backdrop.land):
        near = n / max(1, len(backdrop.land) - 1)
        y = h * (HORIZON + (LOWEST - HORIZON) * near)
        colour = _sky(backdrop, min(1.0, y / h + 0.08), FAR + (NEAR - FAR) * near)
        yield Layer(name, y, max(w / LONG, 1.0) * (1.0 + 0.7 * near), colour, mixed(colour, PARCHMENT, 0.3))


def _landscape(pen: Pen, backdrop: BackdropSpec, w: float, h: float) -> None:
    """The sun at the head, and the land below it."""
    if backdrop.light:
        sky = _sky(backdrop, 0.0)
        x, y, r = w / 2, h * HORIZON * 0.8, min(w, h) * 0.13
        pen.circle(x, y, r * 1.3, mixed(sky, WHITE, 0.3))
        pen.circle(x, y, r, mixed(sky, WHITE, 0.6))
    with pen.within(oblong(0, 0, w, h)):
        for layer in layers(backdrop, w, h):
            _layer(pen, layer, w, h)


def _layer(pen: Pen, layer: Layer, w: float, h: float) -> None:
    """A skyline from edge to edge, its ground down to the foot."""
    s, spare = layer.scale, max(0.0, LONG * layer.scale - w)
    x = -Random(crc32(f"{layer.name} {layer.y:.0f}".encode())).uniform(0, spare)
    for shape, fill in zip(strip(layer.name), (layer.colour, layer.lit), strict=True):
        if shape:
            pen.say(f"q {s:.5g} 0 0 {s:.5g} {x * mm:.3f} {-layer.y * mm:.3f} cm", pen.ink.fills(fill))
            pen.say(*millimetres(shape), "f", "Q")
    low = layer.y + DEEP * s - 0.1
    if low < h:
        pen.box(0, low, w, h - low, layer.colour)


def _border(pen: Pen, backdrop: BackdropSpec, w: float, h: float) -> None:
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


def _corners(pen: Pen, backdrop: BackdropSpec, size: Point, aside: Point, taken: Sequence[Point]) -> None:
    """Each picture as large as its corner leaves it, pale in the colour of its end of the board."""
    edge, (left, foot) = EDGE + BORDER, aside
    w, h = size[0] - left, size[1] - foot
    inset = Inset(edge + 2.0, edge + 7.0, edge + 9.5)
    there = [(x - left, y) for x, y in taken]
    for name, x, y, wide, at_head in in_corners(backdrop.corners, (w, h), inset, there):
        line = pen.ink.paint(backdrop.tones[0 if at_head else -1]).line
        colour = mixed(line, _sky(backdrop, y / size[1]), 0.55) if pen.ink.mode == "full" else line
        pen.picture(name, left + x - wide / 2, y - wide / 2, wide, colour)
