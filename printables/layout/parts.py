"""The layout of pages: parts that know how tall they are, one under another and in columns.

Lengths are millimetres. A part is drawn from its upper left corner, as wide as its column.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from printables.draw.fit import Fitted
from printables.draw.pen import Pen
from printables.layout.paper import Draw, Order, Page


class Part(NamedTuple):
    """A part that is not broken."""

    tall: float
    draw: Callable[[Pen, float], None]
    """Draws it at the origin, so wide."""
    head: bool = False
    """True for a heading, which is never the last of its column."""


def words(fitted: Fitted, after: float = 0.0, before: float = 0.0, head: bool = False) -> Part:
    """Return fitted text as a part, with so much room before and after it."""
    return Part(before + fitted.tall + after, partial(_words, fitted=fitted, before=before), head)


def _words(pen: Pen, w: float, fitted: Fitted, before: float) -> None:
    pen.block(fitted, 0.0, before)


def tall(parts: Iterable[Part]) -> float:
    """Return the height of parts one under another."""
    return sum(part.tall for part in parts)


def column(pen: Pen, parts: Iterable[Part], x: float, y: float, w: float, between: float = 0.0) -> float:
    """Draw parts one under another, so wide; return where they end."""
    for part in parts:
        with pen.at(x, y):
            part.draw(pen, w)
        y += part.tall + between
    return y


def flowed(parts: Sequence[Part], rooms: Sequence[float]) -> list[list[Part]]:
    """Return parts in columns, each in the next of some rooms, the last one as often as it takes."""
    columns: list[list[Part]] = [[]]
    left = rooms[0]
    for n, part in enumerate(parts):
        follows = next((m for m in range(n, len(parts)) if not parts[m].head), n)
        if columns[-1] and not columns[-1][-1].head and tall(parts[n : follows + 1]) > left:
            left = rooms[min(len(columns), len(rooms) - 1)]
            columns.append([])
        columns[-1].append(part)
        left -= part.tall
    return columns


class Columns(NamedTuple):
    """The columns of the pages of a text."""

    across: int
    """So many stand on a page."""
    w: float
    gap: float
    margin: float
    """What stays free at the left, at the foot, and above the columns of a further page."""


def spread(order: Order, some: Sequence[Part], shape: Columns, top: float, head: Draw) -> list[Page]:
    """Return the pages of a text in columns: on the first one ``head`` draws what stands above ``top``."""
    across, w, gap, margin = shape
    foot = order.size[1] - margin
    columns = flowed(some, [foot - top] * across + [foot - margin])

    def draw(pen: Pen, first: int) -> None:
        if not first:
            head(pen)
        for n, one in enumerate(columns[first : first + across]):
            column(pen, one, margin + n * (w + gap), margin if first else top, w)

    return [Page(partial(draw, first=first), reads=True) for first in range(0, len(columns), across)]
