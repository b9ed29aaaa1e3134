"""A track drawn on a board: its rings fill a free corner, row by row, as far as the spaces leave it."""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin

from companion.kernel.corners import AIR
from printables.draw.fonts import Unprintable
from printables.draw.pen import Pen, Point
from printables.layout.tracks import Track, lettered, ring

SIDE, HEAD, FOOT = 8.0, 13.0, 15.0
"""So far from the edges of the board it keeps, its title above the rings with it."""
TITLE_HIGH = 9.0
CORNERS = ((False, True), (True, True), (False, False), (True, False))
"""At the left and at the top, or not: the corners in the order in which they are tried."""


def ring_size(track: Track) -> float:
    """How wide its rings are: wider than its marker."""
    return track.marker + 1.0


def pitch(track: Track) -> float:
    """How far apart the middles of its rings are."""
    return ring_size(track) / 0.94


def placed(track: Track, size: Point, taken: Sequence[Point]) -> tuple[Point, list[Point]]:
    """Where its title begins, and the middles of its rings, in the first corner that has room; Unprintable
    where none has.
    """
    for left, top in CORNERS:
        rows = list(_rows(track, size, taken, left, top))
        if sum(map(len, rows)) >= len(track.spaces):
            high = min(y for row in rows for _, y in row) - pitch(track) / 2
            first = min(x for row in rows[:1] for x, _ in row) - pitch(track) / 2
            return (first, high - TITLE_HIGH), [at for row in rows for at in row]
    raise Unprintable(f"The track “{track.title}” finds no room in a corner of its board: cut it out.")


def _rows(track: Track, size: Point, taken: Sequence[Point], left: bool, top: bool) -> Iterator[list[Point]]:
    """Rows of rings from the head of a corner down, until all have their place or there is no more room."""
    (w, h), step, rest = size, pitch(track), len(track.spaces)
    y = HEAD + TITLE_HIGH + step / 2 if top else h / 2
    while rest > 0 and y + step / 2 < (h / 2 if top else h - FOOT):
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


def takes(track: Track, size: Point, taken: Sequence[Point]) -> list[Point]:
    """The points that its rings and its title take on the board."""
    (left, top), rings = placed(track, size, taken)
    far, turns = ring_size(track) / 2, [pi * n / 4 for n in range(8)]
    found = [(x + far * cos(turn), y + far * sin(turn)) for x, y in rings for turn in turns]
    return found + [(left + n * 6.0, top + TITLE_HIGH / 2) for n in range(5)]


def draw(pen: Pen, track: Track, size: Point, taken: Sequence[Point]) -> None:
    """The track on its board, whose upper left corner is the origin, without its words."""
    (x, y), rings = placed(track, size, taken)
    pen.icon(track.icon, x + 2.5, y + 1.8, 5.2, pen.ink.paint(track.tone).line, word="")
    for name, (cx, cy) in zip(track.spaces, rings, strict=True):
        ring(pen, track, name, cx, cy, ring_size(track))


def words(track: Track, size: Point, taken: Sequence[Point]) -> Iterator[tuple[Point, str, float]]:
    """Its words: where the middle of each stands, what it says, and its size in points. The first is its
    title, which begins there.
    """
    (x, y), rings = placed(track, size, taken)
    yield (x + 9.1, y + 6.0), track.title, 12.0
    letters = lettered(ring_size(track))
    for name, (cx, cy) in zip(track.spaces, rings, strict=True):
        yield (cx, cy + letters * 0.118), name, letters
