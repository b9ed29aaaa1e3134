"""A track drawn on a board: its rings fill a free corner, row by row, as far as the spaces leave it, or run
down a band at the board's left edge.
"""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin
from typing import NamedTuple

from reportlab.lib.units import mm

from companion.svg.corners import AIR
from companion.words.speaking import said
from printables.draw.fonts import BOLD, TITLE, Unprintable, width
from printables.draw.ink import RGB
from printables.draw.pen import WORDS, Pen, Point
from printables.layout.tracks import MarkerTrack, lettered, ring

SIDE, HEAD, FOOT = 8.0, 13.0, 15.0
"""So far from the edges of the board it keeps, its title above the rings with it."""
TITLE_HIGH = 9.0
CORNERS = ((False, True), (True, True), (False, False), (True, False))
"""At the left and at the top, or not: the corners in the order in which they are tried."""
ICON = 5.2
"""How large the icon at its head is, in millimetres."""


class Laid(NamedTuple):
    """A track where it stands on its board."""

    track: MarkerTrack
    head: Point
    """Where its title begins."""
    rings: tuple[Point, ...]
    """The middles of its rings."""

    def moved(self, by: float) -> "Laid":
        """The same, so much farther to the right and down."""
        x, y = self.head
        return Laid(self.track, (x + by, y + by), tuple((x + by, y + by) for x, y in self.rings))


class Label(NamedTuple):
    """Words of a board: where their line stands, in millimetres, what they say, and how they are set."""

    at: Point
    words: str
    typeface: str
    size: float
    colour: RGB
    align: str
    room: float

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        """True if some of it lies in a part of the board."""
        wide = min(self.room, width(said(self.words), self.typeface) * self.size / mm)
        start = self.at[0] - (wide / 2 if self.align == "centre" else 0.0)
        up, down = self.size * 0.75 / mm, self.size * 0.25 / mm
        return start < right and start + wide > left and self.at[1] - up < bottom and self.at[1] + down > top


def band(tracks: Sequence[MarkerTrack]) -> float:
    """Return how much a board grows at its left by the tracks that run down its edge."""
    return max((track.pitch + AIR for track in tracks if track.edge), default=0.0)


def placed(track: MarkerTrack, size: Point, taken: Sequence[Point]) -> Laid:
    """Return the track in its place, along the edge or in the first corner with room; Unprintable if none
    has."""
    if track.edge:
        return _down(track, size)
    for left, top in CORNERS:
        rows = list(_rows(track, size, taken, left, top))
        if sum(map(len, rows)) >= len(track.spaces):
            high = min(y for row in rows for _, y in row) - track.pitch / 2
            first = min(x for row in rows[:1] for x, _ in row) - track.pitch / 2
            return Laid(track, (first, high - TITLE_HIGH), tuple(at for row in rows for at in row))
    raise Unprintable(
        "The track “{title}” finds no room in a corner of its board: say “edge = true”, or cut it out.",
        title=track.title,
    )


def _down(track: MarkerTrack, size: Point) -> Laid:
    """Return the track along the edge, its rings as far apart as that is long, with room for a note under
    each."""
    x, top, many = SIDE + track.pitch / 2, HEAD + 2 * TITLE_HIGH, len(track.spaces)
    step = (size[1] - FOOT - top) / many
    if step < track.pitch + (NOTE if track.notes else 0.0):
        raise Unprintable(
            "The track “{title}” is too long for the edge of its board: cut it out.", title=track.title
        )
    return Laid(track, (SIDE, HEAD), tuple((x, top + step * n + track.pitch / 2) for n in range(many)))


NOTE = 3.6
"""So much lower the next ring stands where notes are."""


def _rows(
    track: MarkerTrack, size: Point, taken: Sequence[Point], left: bool, top: bool
) -> Iterator[list[Point]]:
    """Rows of rings from the head of a corner down, until all have their place or there is no more room."""
    (w, h), step, rest = size, track.pitch, len(track.spaces)
    y, end = (HEAD + TITLE_HIGH + step / 2, h / 2) if top else (h / 2, h - FOOT)
    while rest > 0 and y + step / 2 < end:
        row: list[Point] = []
        while len(row) < rest:
            out = SIDE + step * (len(row) + 0.5)
            x = out if left else w - out
            if out > w / 2 or any(dist((x, y), point) < step / 2 + AIR for point in taken):
                break
            row.append((x, y))
        if row:
            yield sorted(row)
        rest -= len(row)
        y += step


def takes(laid: Laid) -> list[Point]:
    """The points that its rings and its title take on the board."""
    track, (left, top), rings = laid
    far, turns = track.ring / 2, [pi * n / 4 for n in range(8)]
    result = [(x + far * cos(turn), y + far * sin(turn)) for x, y in rings for turn in turns]
    return result + [(left + n * 6.0, top + TITLE_HIGH / 2) for n in range(5)]


def draw(pen: Pen, laid: Laid) -> None:
    """The track on its board, whose upper left corner is the origin, without its words."""
    track, (x, y), rings = laid
    left = rings[0][0] - ICON / 2 if track.edge else x + 2.5
    pen.icon(track.icon, left, y + 1.8, ICON, pen.ink.paint(track.tone).line, word="")
    for name, (cx, cy) in zip(track.spaces, rings, strict=True):
        ring(pen, track, name, cx, cy, track.ring)


def words(laid: Laid, colour: RGB) -> Iterator[Label]:
    """Its title, its numbers, and the notes under them."""
    track, (x, y), rings = laid
    at, align, room = (x + 9.1, y + 6.0), "left", 60.0
    if track.edge:
        at, align, room = (rings[0][0], y + 1.8 + ICON + 4.6), "centre", track.pitch
    yield Label(at, track.title, TITLE, 12.0, colour, align, room)
    letters, notes = lettered(track.ring), dict(track.notes)
    for name, (cx, cy) in zip(track.spaces, rings, strict=True):
        at = cx, cy + letters * 0.118
        yield Label(at, name, TITLE, letters, colour, "centre", track.marker * 0.75)
        if name in notes:
            under = cx, cy + track.ring / 2 + 2.9
            yield Label(under, notes[name], BOLD, WORDS, colour, "centre", track.pitch)
