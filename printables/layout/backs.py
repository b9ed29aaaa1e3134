"""Backs of cards: a rose of star polygons about the picture of its side or its game, alike for all of a deck;
and the edge that backs and fronts share.
"""

from dataclasses import dataclass
from functools import partial

from companion.words import message
from printables.draw.fonts import TITLE
from printables.draw.ink import RGB, WHITE, tone_of
from printables.draw.ornament import corners, star
from printables.draw.ornament import pattern as pattern_
from printables.draw.pen import Pen, oblong

SIZE = (63.0, 88.0)
RING = 1.5
"""The patterned edge, inside a margin that forgives a crooked cut."""
INSET = 2.3


@dataclass(frozen=True)
class Back:
    """The back of a deck."""

    title: str
    tone: str = "ink"
    icon: str = "star"
    mark: str = ""
    """The sign of the side it belongs to, for who prints without colour."""
    picture: str = ""
    """The silhouette in its middle; its icon stands there where it has none."""


TITLED = 7.4
"""The title takes so much at the head and at the foot, in millimetres: the rosette stands clear of it."""


def back(pen: Pen, of: Back, size: tuple[float, float] = SIZE) -> None:
    """The back of a card, its cut's upper left corner at the origin."""
    w, h = size
    pen.about = message("The back “{title}”", title=of.title)
    pen.use(pen.form(("back", of, size), w, h, partial(_back, of=of, size=size), pen.bleed))


def _back(pen: Pen, of: Back, size: tuple[float, float]) -> None:
    w, h = size
    paint, pattern = pen.ink.paint(of.tone), tone_of(of.tone).pattern
    field = paint.field if pen.ink.mode == "full" else None
    on = paint.on if field else paint.line
    if field:
        ground(pen, w, h, field)
    ring(pen, INSET, INSET, w - 2 * INSET, h - 2 * INSET, on, pattern)
    inner = INSET + RING + 1.2
    pen.box(inner, inner, w - 2 * inner, h - 2 * inner, line=on, thick=0.12)
    cx, cy, r = w / 2, h / 2, min(w / 2 - inner - 0.8, h / 2 - inner - TITLED)
    _rose(pen, of, cx, cy, r, field or WHITE, on)
    corners(pen, inner, w, h, (3.0, 5.0, 7.0), on)
    for turned in (False, True):
        with pen.at(cx, cy, turned):
            pen.text(0, h / 2 - inner - 3.4, of.title, TITLE, 11, on, "centre", w - 2 * inner - 18)
            if of.mark and h / 2 - inner - 8 > r + 5:
                pen.icon(of.mark, -2.4, (h / 2 - inner - 7 + r) / 2 - 2.4, 4.8, on, word="")


def _rose(pen: Pen, of: Back, cx: float, cy: float, r: float, field: RGB, on: RGB) -> None:
    """Star polygons about the picture or the icon in the middle; fewer lines where ink is saved."""
    stars = ((24, 11, 1.0), (24, 7, 1.0), (16, 5, 0.62)) if pen.ink.full else ((12, 5, 0.94),)
    for points, skip, part in stars:
        pen.shape(star(points, skip, cx, cy, r * part), None, on, 0.1 if pen.ink.full else 0.12)
    for part in (1.0, 0.97) if pen.ink.full else (1.0, 0.94, 0.5):
        pen.circle(cx, cy, r * part, None, on, 0.15)
    core = r * (0.58 if of.picture else 0.36)
    pen.circle(cx, cy, core, field, on, 0.3)
    pen.circle(cx, cy, core - r * 0.04, None, on, 0.12)
    if of.picture:
        pen.picture(of.picture, cx - core * 0.66, cy - core * 0.66, core * 1.32, on)
    else:
        pen.icon(of.icon, cx - r * 0.2, cy - r * 0.2, r * 0.4, on, word="")


def ground(pen: Pen, w: float, h: float, colour: RGB) -> None:
    """The paper of a card, over the cut."""
    out = pen.bleed
    pen.box(-out, -out, w + 2 * out, h + 2 * out, colour)


def ring(pen: Pen, x: float, y: float, w: float, h: float, colour: RGB, pattern: str) -> None:
    """A frame 1.5 mm wide, filled with a pattern and lined on both sides."""
    for strip in (
        (x, y, w, RING),
        (x, y + h - RING, w, RING),
        (x, y + RING, RING, h - 2 * RING),
        (x + w - RING, y + RING, RING, h - 2 * RING),
    ):
        trimming(pen, strip, colour, pattern)
    pen.box(x, y, w, h, line=colour, thick=0.18)
    pen.box(x + RING, y + RING, w - 2 * RING, h - 2 * RING, line=colour, thick=0.18)


def trimming(pen: Pen, strip: tuple[float, float, float, float], colour: RGB, pattern: str) -> None:
    """A strip of a pattern: left, top, width and height."""
    step = RING if pattern in ("dots", "waves", "chevrons") else RING * 0.66
    with pen.within(oblong(*strip)):
        pattern_(pen, pattern, *strip, colour, step)
