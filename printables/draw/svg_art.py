"""An owner's SVG as art, drawn as vectors.

A gradient is drawn as many narrow fields, so that inks stay flat and nothing is transparent. Where ink is
saved there are outlines, in black and white what is dark is black.
"""

from reportlab.lib.units import mm

from printables.draw.ink import WHITE, light
from printables.draw.pen import Pen
from printables.draw.svg_drawing import Drawing, Gradient, Shape
from printables.draw.svg_path import operators

BLACK = (0.0, 0.0, 0.0)
BANDS = 48
"""So many fields a gradient is drawn in."""
THIN = 0.18
"""How thick an outline is where ink is saved, in millimetres."""
DARK = 0.3
"""In black and white what is less light than this is black."""


def draw(pen: Pen, drawing: Drawing, to: tuple[float, float, float, float], w: float, h: float) -> None:
    """The part of a drawing, left, top, right and bottom, that fills a box of a size in millimetres."""
    left, top, right, _ = to
    x, y = drawing.box[:2]
    scale = w * mm / (right - left)
    pen.box(0, 0, w, h, pen.ink.ground or WHITE)
    pen.say(f"q {scale:.6g} 0 0 {scale:.6g} {-(x + left) * scale:.4f} {(y + top) * scale:.4f} cm")
    for shape in drawing.shapes:
        _shape(pen, shape, THIN * mm / scale)
    pen.say("Q")


def _shape(pen: Pen, shape: Shape, thin: float) -> None:
    pen.say("q")
    for clip, even in shape.clips:
        if clip and pen.ink.mode == "saver":
            pen.say(pen.draws(BLACK), f"{thin:.5g} w [] 0 d", *operators(clip), "S")
        pen.say(*(operators(clip) if clip else ("0 0 m",)), "W* n" if even else "W n")
    a, b, c, d, e, f = shape.there
    pen.say(f"{a:.6g} {-b:.6g} {-c:.6g} {d:.6g} {e:.6g} {-f:.6g} cm")
    path, fill, line = "\n".join(operators(shape.path)), shape.fill, shape.line
    rule, wide = "*" if shape.even else "", shape.pen
    if pen.ink.mode != "full":
        grey = None if fill is None else light(fill.at(0.5) if isinstance(fill, Gradient) else fill)
        if grey is not None:
            dark = pen.ink.mode == "bw" and grey < DARK
            fill, line = (BLACK if dark else WHITE), line or (None if dark else BLACK)
        if shape.line is None:
            wide = f"{thin / abs(a * d - b * c) ** 0.5:.5g} w 0 J 1 j [] 0 d"
        line = BLACK if line else None
    if isinstance(fill, Gradient):
        _banded(pen, fill, path, rule)
    elif fill is not None:
        pen.say(pen.fills(fill), path, f"f{rule}")
    if line is not None:
        pen.say(pen.draws(line), wide, path, "S")
    pen.say("Q")


def _banded(pen: Pen, gradient: Gradient, path: str, rule: str) -> None:
    """A path filled with a gradient, band by band."""
    a, b, c, d, e, f = gradient.there
    pen.say("q", path, f"W{rule} n", f"{a:.6g} {-b:.6g} {-c:.6g} {d:.6g} {e:.6g} {-f:.6g} cm")
    far, fields = 1e4, range(BANDS - 1, -1, -1)
    pen.say(pen.fills(gradient.at(1.0)), f"{-far:g} {-far:g} {2 * far:g} {2 * far:g} re f")
    for n in fields:
        colour = pen.fills(gradient.at((n + 0.5) / BANDS))
        edge = (n + 1) / BANDS
        if gradient.round:
            k = edge * 0.5523
            pen.say(
                colour,
                f"{edge:.5g} 0 m {edge:.5g} {k:.5g} {k:.5g} {edge:.5g} 0 {edge:.5g} c"
                f" {-k:.5g} {edge:.5g} {-edge:.5g} {k:.5g} {-edge:.5g} 0 c"
                f" {-edge:.5g} {-k:.5g} {-k:.5g} {-edge:.5g} 0 {-edge:.5g} c"
                f" {k:.5g} {-edge:.5g} {edge:.5g} {-k:.5g} {edge:.5g} 0 c f",
            )
        else:
            pen.say(colour, f"{-far:g} {-far:g} {far + edge:.5f} {2 * far:g} re f")
    pen.say("Q")
