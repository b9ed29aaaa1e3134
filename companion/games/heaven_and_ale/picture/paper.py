"""The main board for paper, in millimetres: the way round, and within it rounds, barrels and starting area.

Where a space lies on the printed board is not in the rules; that the way goes round a square is house. A
space takes a pile of tiles, and where barrels, monks and figures lie there is an outline of their size.
"""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey
from companion.kernel.values import ThingName
from companion.kernel.view import Cell, Picture, Point, Stroke
from companion.words import message

ACROSS = 8
"""Spaces along a side: four sides less the corners they share make twenty-eight, the start among them."""
SPACE = 33.0
"""How wide a space is; a pile of tiles lies in it, and a figure beside."""
TILE, FIGURE = 28.0, 18.0
"""Across the places for barrels and monks, and for figures."""
ROUND_SPACE: dict[int, ThingName] = {n: f"round {n}" for n in range(1, max(box.ROUNDS.values()) + 1)}
SLOT_SPACE: dict[str, ThingName] = {slot: f"slot {slot}" for slot in box.SLOTS}
assert len(box.SPACES) + 1 == 4 * (ACROSS - 1)


def _field(name: str, x: float, y: float, wide: float, kind: str, label: str, at: float = 0.0) -> Cell:
    """A space ``wide`` spaces wide, the words ``at`` millimetres from its left edge, or in its middle."""
    left, top, right, low = x * SPACE, y * SPACE, (x + wide) * SPACE, (y + 1) * SPACE
    outline: tuple[Point, ...] = ((left, top), (right, top), (right, low), (left, low))
    return Cell(name, outline, (left + (at or wide * SPACE / 2), top + SPACE / 2), kind, label)


def _way() -> Iterable[Cell]:
    """Clockwise from the start in the lower left corner."""
    far = ACROSS - 1
    places = [(0, y) for y in range(far, -1, -1)]
    places += [(x, 0) for x in range(1, far)]
    places += [(far, y) for y in range(far)]
    places += [(x, far) for x in range(far, 0, -1)]
    for name, (x, y) in zip(("start", *box.SPACES), places, strict=True):
        kind = box.KIND.get(name, "start")
        letters = box.SPACES[name].printed if name in box.SPACES else ""
        label = {box.RESOURCE: name, box.MONK: str(box.PRICE.get(name)), box.DISC: letters}.get(kind, "")
        yield _field(name, x, y, 1, "scoring" if kind == box.DISC else kind, label)


def _inner() -> Iterable[Cell]:
    """The piles of monks that count the rounds, the barrels, and the spaces of the starting area."""
    last = {rounds: players for players, rounds in box.ROUNDS.items()}
    for n, space in ROUND_SPACE.items():
        words = "Round\n{n}\nlast with {players}" if n in last else "Round\n{n}"
        yield _field(space, n, 1, 1, "", str(message(words, n=n, players=last.get(n))))
    for n, goal in enumerate(box.GOALS):
        row, column = divmod(n, 3)
        words = str(box.GOAL[goal].words)
        yield _field(goal, 1 + 2 * column, 2 + row, 2, "", words, TILE + 4 + (2 * SPACE - TILE - 4) / 2)
    for n, (slot, space) in enumerate(SLOT_SPACE.items()):
        words = str(message("{Slot}", slot=box.SLOT_WORDS[slot]))
        yield _field(space, 1 + 1.5 * n, 6, 1.5, "", words, FIGURE + 4 + (1.5 * SPACE - FIGURE - 4) / 2)


def _ring(x: float, y: float, across: float) -> Stroke:
    turns = [2 * pi * n / 72 for n in range(73)]
    return Stroke(tuple((x + across / 2 * cos(turn), y + across / 2 * sin(turn)) for turn in turns))


def _hexagon(x: float, y: float, across: float) -> Stroke:
    """Return the outline of a pile of monks: a hexagon as wide as one, a corner up."""
    turns = [pi / 3 * n for n in range(7)]
    r = across / sqrt(3)
    return Stroke(tuple((x + r * sin(turn), y - r * cos(turn)) for turn in turns))


def _rings(cells: Iterable[Cell]) -> Iterable[Stroke]:
    for cell in cells:
        (left, top), *_ = cell.outline
        if cell.space in box.GOALS:
            yield _ring(left + TILE / 2 + 2.5, top + SPACE / 2, TILE)
        elif cell.space in ROUND_SPACE.values():
            yield _hexagon(*cell.at, TILE)
        elif cell.space in SLOT_SPACE.values():
            yield _ring(left + FIGURE / 2 + 3, top + SPACE / 2, FIGURE)


CELLS = (*_way(), *_inner())
MAIN_BOARD = Picture("The main board", ACROSS * SPACE, ACROSS * SPACE, CELLS, tuple(_rings(CELLS)))


def on_main_board(abbey: Abbey) -> dict[str, tuple[str, ...]]:
    """Return what lies on each space: figures, barrels, and tiles as far as the phone is told of them."""
    result = {space: _pile(abbey, space) for space, n in abbey.piles.items() if n}
    result |= {ROUND_SPACE[n]: ("",) for n in range(abbey.round, abbey.rounds + 1)}
    result |= {goal: (str(box.barrel(size)),) for goal in box.GOALS if (size := abbey.barrel(goal))}
    names = ("", *box.INDEX)
    for seat in abbey.playing:
        board = abbey.boards[seat]
        space = (
            names[board.figure]
            if 0 < board.figure < box.HOME
            else SLOT_SPACE[board.slot]
            if board.slot
            else ""
        )
        if space:
            result[space] = (*result.get(space, ()), box.owned(seat, "figure"))
    return result


def _pile(abbey: Abbey, space: str) -> tuple[str, ...]:
    """A tile that lies alone and is known; else something, of which no phone knows what lies on top."""
    there = abbey.lying.get(space, ())
    return there if len(there) == 1 else ("",)
