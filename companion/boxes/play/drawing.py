"""Drawing of the things on a board's spaces: pieces, stacks of them, and numbers of stones."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, sqrt

from companion.boxes.definition.model import Definition
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.play.state import BoxState
from companion.kernel.view import Chips, Piece, Point
from companion.words import message

ROUND, HEXAGONAL = 0.34, 0.62
"""The radius of a piece that lies alone on a square or point, and on a hex: house."""
LIFT = 0.05
"""By how much of its size a piece of a stack lies above the one below it."""


def pieces(state: BoxState) -> tuple[Piece, ...]:
    """Everything on the board, what lies below first."""
    definition = state.definition
    assert definition.box.board
    radius = HEXAGONAL if definition.box.board.shape == "hexes" else ROUND
    on: dict[str, list[Piece]] = {}
    for space, one in _lying(definition, state, radius):
        on.setdefault(space, []).append(one)
    return tuple(
        one
        for space, here in on.items()
        for one in _laid(here, definition.places.spaces.at[space], definition.places.sort(space).stack)
    )


def _lying(definition: Definition, state: BoxState, radius: float) -> Iterator[tuple[str, Piece]]:
    kinds = definition.box.pieces
    for name, place in state.at.items():
        if place not in (HAND, GONE):
            kind, seat = definition.things.pieces[name]
            letter = str(kinds[kind].letter) if len(kinds) > 1 else ""  # all are alike: the seat says it
            sigil = definition.things.sigil(kind, seat)
            yield place, Piece(name, (0, 0), seat, letter, size=radius, space=place, kind=sigil)
    for thing, (key, space) in definition.places.heaps.items():
        if number := state.numbers[thing]:
            called, seat = definition.things.called(key), definition.places.whose.get(space, "")
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
            yield replace(
                one, at=(x, y - up), letter=one.letter, caption=message("{n} high", n=n) if top else ""
            )
        return
    across = ceil(sqrt(n))
    size = here[0].size / across * 1.15
    for i, one in enumerate(here):
        row, column = divmod(i, across)
        wide = min(across, n - row * across)
        dx, dy = column - (wide - 1) / 2, row - (ceil(n / across) - 1) / 2
        yield replace(one, at=(x + 2 * size * dx, y + 2 * size * dy), size=size)
