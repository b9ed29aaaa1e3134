"""An owner's SVG as the operators that draw it, so that it stays vectors.

A gradient is drawn as many narrow fields, so that inks stay flat and nothing is transparent. Where ink is
saved there are outlines, in black and white what is dark is black.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from printables.art import svg_drawing
from printables.art.svg_drawing import BANDS, Clips, Drawing, Gradient, PaintedPath
from printables.art.wanted import INCH, OPERATORS, Picture, UnreadableArt, Wanted, crop
from printables.draw.ink import BLACK, RGB, WHITE, Ink, light
from printables.draw.svg_path import operators, plain

MM = 72 / INCH
THIN = 0.18
"""How thick an outline is where ink is saved, in millimetres."""
DARK = 0.3
"""In black and white what is less light than this is black."""


def read(wanted: Wanted, ink: Ink) -> Picture:
    """Return the part of a drawing that fills its field; UnreadableArt, in a sentence, where it cannot."""
    try:
        drawing = svg_drawing.read(wanted.data)
        words = "\n".join(_drawn(ink, drawing, wanted))
    except (UnreadableArt, ValueError) as why:
        what = str(why) if isinstance(why, UnreadableArt) else "it has a number or a path that is none"
        wide, high = wanted.dots
        raise UnreadableArt(
            "“{name}” cannot be drawn: {what}. A PNG of {wide} × {high} pixels will do.",
            name=wanted.name,
            what=what,
            wide=wide,
            high=high,
        ) from None
    return Picture(OPERATORS, wanted.dots, words.encode())


def _drawn(ink: Ink, drawing: Drawing, wanted: Wanted) -> Iterator[str]:
    w, _ = wanted.size
    x, y, *size = drawing.box
    left, top, right, _ = crop((size[0], size[1]), wanted.size, wanted.focus)
    scale = w * MM / (right - left)
    yield plain(f"q {scale:.6g} 0 0 {scale:.6g} {-(x + left) * scale:.4f} {(y + top) * scale:.4f} cm")
    for _, shapes in groupby(drawing.shapes, lambda shape: id(shape.clips)):
        yield from _clipped(ink, list(shapes), THIN * MM / scale)
    yield "Q"


def _clipped(ink: Ink, shapes: list[PaintedPath], thin: float) -> Iterator[str]:
    """Shapes that are clipped alike."""
    clips: Clips = shapes[0].clips
    yield "q"
    for clip, even in clips:
        path = list(operators(clip)) or ["0 0 m"]
        if clip and ink.mode == "saver":
            yield from (ink.draws(BLACK), plain(f"{thin:.5g} w [] 0 d"), *path, "S")
        yield from (*path, "W* n" if even else "W n")
    for shape in shapes:
        yield from _shape(ink, shape, thin)
    yield "Q"


def _shape(ink: Ink, shape: PaintedPath, thin: float) -> Iterator[str]:
    a, b, c, d, e, f = shape.there
    yield plain(f"q {a:.6g} {-b:.6g} {-c:.6g} {d:.6g} {e:.6g} {-f:.6g} cm")
    path, fill, line = "\n".join(operators(shape.path)), shape.fill, shape.line
    rule, wide = "*" if shape.even else "", shape.pen
    if ink.mode != "full":
        fill, line = _outlined(ink, shape)
        if shape.line is None:
            wide = f"{thin / abs(a * d - b * c) ** 0.5:.5g} w 0 J 1 j [] 0 d"
    if isinstance(fill, Gradient):
        yield from _banded(ink, fill, path, rule)
    elif fill is not None:
        yield from (ink.fills(fill), path, f"f{rule}")
    if line is not None:
        yield from (ink.draws(line), plain(wide), path, "S")
    yield "Q"


def _outlined(ink: Ink, shape: PaintedPath) -> tuple[RGB | None, RGB | None]:
    """Return what a shape is filled with and what its line is where there is only black, or ink is saved."""
    fill, line = shape.fill, BLACK if shape.line else None
    if fill is None:
        return None, line
    grey = light(fill.at(0.5) if isinstance(fill, Gradient) else fill)
    return (BLACK, line) if ink.mode == "bw" and grey < DARK else (WHITE, BLACK)


def _banded(ink: Ink, gradient: Gradient, path: str, rule: str) -> Iterable[str]:
    """A path filled with a gradient, band by band."""
    a, b, c, d, e, f = gradient.there
    yield from ("q", path, f"W{rule} n")
    yield plain(f"{a:.6g} {-b:.6g} {-c:.6g} {d:.6g} {e:.6g} {-f:.6g} cm")
    far, fields = 1e4, range(BANDS - 1, -1, -1)
    yield from (ink.fills(gradient.at(1.0)), f"{-far:.0f} {-far:.0f} {2 * far:.0f} {2 * far:.0f} re f")
    for n in fields:
        yield ink.fills(gradient.at((n + 0.5) / BANDS))
        edge = (n + 1) / BANDS
        if gradient.round:
            k = edge * 0.5523
            yield (
                f"{edge:.5g} 0 m {edge:.5g} {k:.5g} {k:.5g} {edge:.5g} 0 {edge:.5g} c"
                f" {-k:.5g} {edge:.5g} {-edge:.5g} {k:.5g} {-edge:.5g} 0 c"
                f" {-edge:.5g} {-k:.5g} {-k:.5g} {-edge:.5g} 0 {-edge:.5g} c"
                f" {k:.5g} {-edge:.5g} {edge:.5g} {-k:.5g} {edge:.5g} 0 c f"
            )
        else:
            yield f"{-far:.0f} {-far:.0f} {far + edge:.5f} {2 * far:.0f} re f"
    yield "Q"
