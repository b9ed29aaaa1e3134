"""Places at the foot of a board for what lies by it in piles: each a little larger than its pieces, with
their picture and their name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printables.draw.fonts import Unprintable
from printables.draw.pen import Pen, Point
from printables.draw.signs import sign
from printables.layout.chips import Form

ROOM = 1.0
"""A place is so much wider than a piece."""
AIR, NAME, APART = 3.0, 4.5, 12.0
"""About the places, for the name under each, and at most between two; millimetres."""
POINTS = 9.0
"""How large names are."""


@dataclass(frozen=True)
class PilePlace:
    """A place for a pile."""

    of: str
    """The chips that lie there, by their key."""
    name: str
    form: Form
    size: float
    """How wide its pieces are, in millimetres."""
    tone: str = "ink"
    icon: str = ""
    picture: str = ""

    @property
    def outline(self) -> list[Point]:
        """Its edge, about its middle."""
        return self.form.outline(self.size + ROOM)

    @property
    def box(self) -> tuple[float, float]:
        """Return its width and height."""
        return self.form.box(self.size + ROOM)


def high(places: Sequence[PilePlace]) -> float:
    """Return how much a board grows at its foot by its places."""
    return max((place.box[1] + NAME + 2 * AIR for place in places), default=0.0)


def laid(
    places: Sequence[PilePlace], left: float, top: float, wide: float
) -> Iterator[tuple[PilePlace, Point]]:
    """Each place and its middle, in a row so wide; Unprintable where they are wider."""
    free = wide - sum(place.box[0] for place in places)
    if free < 0:
        raise Unprintable(
            "The supplies at the foot of the board are {free} mm wider than it: name fewer.",
            free=f"{-free:.0f}",
        )
    gap = min(APART, free / max(1, len(places)))
    x = left + (free - gap * (len(places) - 1)) / 2
    tall = max((place.box[1] for place in places), default=0.0)
    for place in places:
        yield place, (x + place.box[0] / 2, top + AIR + tall / 2)
        x += place.box[0] + gap


def draw(pen: Pen, place: PilePlace, at: Point) -> None:
    """A place about its middle, without its name."""
    paint, size = pen.ink.paint(place.tone), place.size * 0.56
    with pen.at(*at):
        pen.shape(place.outline, paint.wash, paint.line, 0.25, dash=(2, 1.5))
        sign(pen, place.picture, place.icon, -size / 2, -size / 2, size, place.tone)


def named(place: PilePlace, at: Point) -> Point:
    """Return the middle of its name."""
    return at[0], at[1] + place.box[1] / 2 + 3.6
