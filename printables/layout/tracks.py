"""Tracks: numbered spaces for a marker, each larger than it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from companion.words import message
from printables.draw.fonts import BOLD, LORE, TITLE
from printables.draw.pen import WORDS, Pen
from printables.layout.paper import Cutout


@dataclass(frozen=True)
class MarkerTrack:
    """Numbered spaces for a marker."""

    title: str
    spaces: tuple[str, ...]
    start: str = ""
    """Where the marker begins: drawn with a double ring."""
    notes: tuple[tuple[str, str], ...] = ()
    """Small words under a space."""
    icon: str = ""
    tone: str = "ink"
    words: str = ""
    marker: float = 16.0
    """How wide the marker is that stands on it, in millimetres: each space is wider."""
    on: str = ""
    """The board it is drawn on, by its key; else it is cut out."""
    edge: bool = False
    """True where it runs down the left edge of that board."""

    @property
    def ring(self) -> float:
        """Return the width of its rings on a board, which is more than its marker's."""
        return self.marker + 1.0

    @property
    def pitch(self) -> float:
        """Return the least distance between the middles of its spaces."""
        return self.ring / 0.94


def heading(pen: Pen, tone: str, w: float, title: str, icon: str = "", cost: str = "") -> None:
    """The title of a part of a mat, or of a track, with what it costs at the right."""
    paint, start, y = pen.ink.paint(tone), 2.5, 6.0
    if icon:
        pen.icon(icon, start, y - 4.2, 5.2, paint.line, word="")
        start += 6.6
    end = w - 2.5
    if cost:
        end -= pen.text(end, y, cost, BOLD, 10.5, paint.line, "right") + 2
    pen.text(start, y, title, TITLE, 12, pen.ink.text, room=end - start)


LARGEST = 24.0
"""How wide a space is at most, in millimetres, unless there is much room to fill."""
Space = tuple[str, float, float]
"""A space of a track, and where its middle is."""


def spaces(track: MarkerTrack, w: float, h: float, most: float = LARGEST) -> tuple[float, list[Space]]:
    """Return the width of each space of a track in a box, and the spaces: in rows that make them largest."""
    top, n = 8.6, len(track.spaces)
    under = 3.6 if track.notes else 0.0
    rows = max(range(1, min(n, 8) + 1), key=lambda r: min((w - 5) / -(-n // r), (h - top - 1.5) / r - under))
    columns = -(-n // rows)
    size = min((w - 5) / columns, (h - top - 1.5) / rows - under, most)
    left, tall = (w - columns * size) / 2, min((h - top - 1.5) / rows, size + under + 4.0)
    top += (h - top - 1.5 - rows * tall) / 2
    result = []
    for i, name in enumerate(track.spaces):
        row, column = divmod(i, columns)
        result.append((name, left + (column + 0.5) * size, top + row * tall + (tall - under) / 2))
    return size * 0.94, result


def strip(pen: Pen, track: MarkerTrack, w: float, h: float, most: float = LARGEST) -> None:
    """A track in a box, each of its spaces a ring for the marker, so wide at most."""
    pen.about = message("The track “{title}”", title=track.title)
    paint = pen.ink.paint(track.tone)
    pen.box(0, 0, w, h, None, paint.line, 0.2, radius=1.5)
    heading(pen, track.tone, w, track.title, track.icon)
    if track.words:
        pen.text(w - 2.5, 6.0, track.words, LORE, 8, pen.ink.quiet, "right", w * 0.55)
    (size, places), notes = spaces(track, w, h, most), dict(track.notes)
    for name, cx, cy in places:
        ring(pen, track, name, cx, cy, size)
        letters = lettered(size)
        pen.text(cx, cy + letters * 0.118, name, TITLE, letters, pen.ink.text, "centre", size * 0.75)
        if name in notes:
            pen.text(cx, cy + size / 2 + 2.9, notes[name], BOLD, 6.6, pen.ink.quiet, "centre", size)


def ring(pen: Pen, track: MarkerTrack, name: str, cx: float, cy: float, size: float) -> None:
    """A space of a track, so wide, without its number."""
    paint, r, first = pen.ink.paint(track.tone), size / 2, name == track.start
    wash = paint.wash if first or (name.isdigit() and int(name) % 5 == 0) else None
    pen.circle(cx, cy, r, wash, paint.line, 0.2)
    if first:
        pen.circle(cx, cy, r * 0.86, None, paint.line, 0.2)


def lettered(size: float) -> float:
    """Return the size in points of the number in a space of a size."""
    return max(WORDS, min(18.0, size * 1.15))


LONG = 186.0
"""How long the paper of a track is that is cut out."""


def tracks_size(track: MarkerTrack) -> tuple[float, float]:
    """Return the size of a track that is cut out: so large that its marker is smaller than its spaces."""
    rows = -(-len(track.spaces) // int((LONG - 5) / track.pitch))
    return LONG, 10.3 + rows * (track.pitch + (3.6 if track.notes else 0.0))


def tracks(some: Iterable[MarkerTrack]) -> list[Cutout]:
    """Tracks cut out one by one."""
    return [
        Cutout(size, partial(_cut_out, track=track, size=size), bleed=0.0, name=track.title)
        for track in some
        for size in [tracks_size(track)]
    ]


def _cut_out(pen: Pen, track: MarkerTrack, size: tuple[float, float]) -> None:
    with pen.no_smaller(WORDS):
        strip(pen, track, *size)
