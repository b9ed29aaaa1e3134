"""Drawing of the things on a board's spaces: pieces, stacks of them, and numbers of stones."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, sqrt
from typing import TYPE_CHECKING

from companion.boxes.state import GONE, HAND, BoxState
from companion.kernel.view import Chips, Piece, Point

if TYPE_CHECKING:
    from companion.boxes.made import Made

ROUND, HEXAGONAL = 0.34, 0.62
"""The radius of a piece that lies alone on a square or point, and on a hex: house."""
LIFT = 0.05
"""By how much of its size a piece of a stack lies above the one below it."""


def pieces(state: BoxState) -> tuple[Piece, ...]:
    """Everything on the board, what lies below first."""
    made = state.made
    assert made.places.spaces and made.box.board
    radius = HEXAGONAL if made.box.board.shape == "hexes" else ROUND
    on: dict[str, list[Piece]] = {}
    for space, one in _lying(made, state, radius):
        on.setdefault(space, []).append(one)
    return tuple(
        one
        for space, here in on.items()
        for one in _laid(here, made.places.spaces.at[space], made.places.sort(space).stack)
    )


def _lying(made: "Made", state: BoxState, radius: float) -> Iterator[tuple[str, Piece]]:
    for name, place in state.at.items():
        if place not in (HAND, GONE):
            kind, seat = made.things.pieces[name]
            yield (
                place,
                Piece(
                    name,
                    (0, 0),
                    seat,
                    str(made.box.pieces[kind].letter),
                    size=radius,
                    space=place,
                    kind=made.things.sigil(kind, seat),
                ),
            )
    for thing, (key, space) in made.places.heaps.items():
        if number := state.numbers[thing]:
            called, seat = made.things.called(key), made.places.whose.get(space, "")
            heap = () if seat else (Chips(key, called, called[0], "", number),)
            yield space, Piece(thing, (0, 0), seat, str(number), size=radius, space=space, stack=heap)


def _laid(here: list[Piece], at: Point, stack: bool) -> Iterator[Piece]:
    """The pieces of a space where they lie: alone in its middle, on one another, or side by side."""
    (x, y), n = at, len(here)
    if n == 1:
        yield replace(here[0], at=at, space="")
        return
    if stack:
        for level, one in enumerate(here):
            up = 2 * one.size * LIFT * (level - (n - 1) / 2)
            top = level == n - 1
            yield replace(one, at=(x, y - up), letter=one.letter, caption=f"{n} high" if top else "")
        return
    across = ceil(sqrt(n))
    size = here[0].size / across * 1.15
    for i, one in enumerate(here):
        row, column = divmod(i, across)
        wide = min(across, n - row * across)
        dx, dy = column - (wide - 1) / 2, row - (ceil(n / across) - 1) / 2
        yield replace(one, at=(x + 2 * size * dx, y + 2 * size * dy), size=size)
