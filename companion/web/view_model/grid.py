"""The board as a grid for keys and ears: each space with what lies there, and its real neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from companion.kernel.view import Cell, Picture, Piece, Point
from companion.svg.paths import n
from companion.words import Text, joined, message

SAME = 0.08
"""Corners that are no farther apart are one. House."""


@dataclass(frozen=True)
class Spot:
    """A space of the board, or a piece that lies on none."""

    number: int
    name: str
    words: Text
    """What lies there."""
    x: str
    y: str
    near: tuple[int, ...]
    """The numbers of the spots beside it."""
    free: bool
    """True for a piece that lies on no space."""


def grid(picture: Picture) -> list[list[Spot]]:
    """Return the rows of a board, from the top."""
    under = {cell.at: cell.space for cell in picture.cells}
    on: dict[str, list[Piece]] = {}
    loose: dict[str, Piece] = {}
    for piece in picture.pieces:
        space = piece.space or under.get(piece.at, "")
        on.setdefault(space, []).append(piece) if space else loose.setdefault(piece.thing, piece)
    places: list[Cell | Piece] = sorted(
        (*(cell for cell in picture.cells if cell.space), *loose.values()),
        key=lambda place: (round(place.at[1], 1), place.at[0]),
    )
    near = _neighbours(places)
    rows: list[list[Spot]] = []
    last = None
    for number, place in enumerate(places):
        if (at := round(place.at[1], 1)) != last:
            rows.append([])
            last = at
        cell = isinstance(place, Cell)
        name = place.space if isinstance(place, Cell) else place.thing
        lies = on.get(name, ()) if cell else ()
        words = joined(dict.fromkeys(_worded(piece) for piece in lies if piece.thing != name), ", ")
        x, y = map(n, place.at)
        rows[-1].append(Spot(number, name, words, x, y, near[number], not cell))
    return rows


def _worded(piece: Piece) -> Text:
    """Return a piece in words, with whose it is and what is under it."""
    name: Text = piece.thing
    if piece.seat and piece.seat not in piece.thing:
        name = message("{piece} of {seat}", piece=piece.thing, seat=piece.seat)
    under = [message("{n} {chips}", n=chips.n, chips=chips.name) for chips in piece.stack if chips.n]
    return joined([name, *under, *([message("lying")] if piece.lies else [])], ", ")


def _neighbours(places: Sequence[Cell | Piece]) -> list[tuple[int, ...]]:
    """Return the numbers of what lies beside each: spaces that share an edge; else the nearest each way."""
    result: list[tuple[int, ...]] = []
    for number, place in enumerate(places):
        touching = [other for other, it in enumerate(places) if other != number and _touch(place, it)]
        result.append(tuple(touching) if len(touching) > 1 else tuple(_nearest(places, number)))
    for number, beside in enumerate(list(result)):  # what is reached from one reaches it
        for other in beside:
            if number not in result[other]:
                result[other] = (*result[other], number)
    return result


def _touch(one: Cell | Piece, other: Cell | Piece) -> bool:
    if not (isinstance(one, Cell) and isinstance(other, Cell)):
        return False
    return sum(1 for corner in one.outline if any(_far(corner, it) < SAME for it in other.outline)) > 1


def _nearest(places: Sequence[Cell | Piece], number: int) -> Iterator[int]:
    """Yield the nearest to the left, to the right, above and below."""
    x, y = places[number].at
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        ahead = [
            (_far(place.at, (x, y)), other)
            for other, place in enumerate(places)
            if other != number
            and (along := (place.at[0] - x) * dx + (place.at[1] - y) * dy) > 0
            and along >= abs((place.at[0] - x) * dy + (place.at[1] - y) * dx)
        ]
        if ahead:
            yield min(ahead)[1]


def _far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
