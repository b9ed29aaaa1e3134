"""Scenery: the large field of a card, with the picture of what the card is about."""

from printables.draw.ink import INK, RGB, TONES, WHITE, mixed
from printables.draw.pen import Pen

AIR = 0.94
"""How much of its field's height a picture takes."""


def sign(pen: Pen, picture: str, icon: str, x: float, y: float, size: float, tone: str) -> None:
    """The picture of a thing in a square of a size, or its icon where it has none, or nothing."""
    line = pen.ink.paint(tone).line
    if picture:
        pen.picture(picture, x, y, size, line)
    elif icon:
        pen.icon(icon, x, y, size, line, word="")


TINT = 0.7
"""How light the ground of a picture on a chip is: so much white is in its tone."""


def tint(pen: Pen, tone: str) -> RGB:
    """The ground of a picture on a chip."""
    full = pen.ink.mode == "full"
    return mixed(TONES.get(tone, TONES["ink"]).rgb, WHITE, TINT) if full else pen.ink.ground or WHITE


def dark(pen: Pen, tone: str) -> RGB:
    """A picture on that ground: darker than a line on paper."""
    line = pen.ink.paint(tone).line
    return mixed(line, INK, 0.45) if pen.ink.mode == "full" else line


def field(pen: Pen, picture: str, tone: str, x: float, y: float, w: float, h: float) -> None:
    """A picture before its ground in a box; in millimetres."""
    paint = pen.ink.paint(tone)
    if paint.wash:
        pen.box(x, y, w, h, paint.wash)
        pen.circle(x + w / 2, y + h / 2, h / 2, mixed(paint.wash, paint.line, 0.1))
    size = min(w, h) * AIR
    pen.picture(picture, x + (w - size) / 2, y + (h - size) / 2, size, paint.line)
