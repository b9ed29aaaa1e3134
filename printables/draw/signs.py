"""Signs: the picture of a thing, or its icon, and the ground it stands on where that is tinted."""

from printables.draw.ink import INK, RGB, WHITE, mixed, tone_of
from printables.draw.pen import Pen


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
    return mixed(tone_of(tone).rgb, WHITE, TINT) if full else pen.ink.paper


def dark(pen: Pen, tone: str) -> RGB:
    """A picture on that ground: darker than a line on paper."""
    line = pen.ink.paint(tone).line
    return mixed(line, INK, 0.45) if pen.ink.mode == "full" else line
