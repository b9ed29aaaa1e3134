"""Moments of games laid out on the table, as hands lay them: a little off, and turned anyhow."""

from itertools import islice
from random import Random

from companion.kernel.game import Game, Opening
from companion.kernel.journal import Table
from companion.kernel.simulate import moves
from companion.kernel.state import State
from companion.kernel.view import Cell
from printables.eye import detect
from printables.eye.compare import Stands
from printables.eye.photograph import grey, opened
from printables.eye.places import Marked, Placed
from printables.eye.sighting import Point, Reading, Sighting
from tests.eye.camera import Kit, Lying

OFF = 5.0
"""A piece lies up to so far off the middle of its space, in millimetres, across and down."""


def begun(game: Game, players: int = 2) -> Table:
    """A table at its first moment."""
    seats = game.seats(players if players in game.players else min(game.players))
    return Table.open(game, Opening(dict.fromkeys(seats, "x"), game.settled({}, len(seats))))


def moment(game: Game, rng: Random, entries: int) -> State:
    """A moment of a game played at random."""
    start = begun(game).start
    return [start, *(after for _, after in islice(moves(game, start, rng), entries))][-1]


def laid(kit: Kit, there: list[Stands], rng: Random, off: float = OFF) -> list[Lying]:
    """What lies on the board at a moment, what spaces are first; what shares a space lies side by side."""
    cells = {cell.space: cell for cell in kit.board.picture.cells}
    found = []
    for one in sorted(there, key=lambda one: not one.ground):
        cell = cells[one.space]
        x, y = kit.board.point(_middle(cell))
        beside = [] if one.ground else [o for o in there if o.space == one.space and not o.ground]
        if len(beside) > 1:
            x, y = _side_by_side(kit, cell, (x, y), beside.index(one), len(beside))
        else:
            x, y = x + rng.uniform(-off, off), y + rng.uniform(-off, off)
        found.append(Lying(one.thing, (x, y), rng.uniform(0, 360), one.up))
    return found


def _middle(cell: Cell) -> Point:
    """Where hands lay a piece: the middle of a space, wherever its words stand."""
    xs, ys = zip(*cell.outline, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _side_by_side(kit: Kit, cell: Cell, at: Point, n: int, of: int) -> Point:
    left, right = (kit.board.point((edge(x for x, _ in cell.outline), 0))[0] for edge in (min, max))
    if right - left < 60:
        return at[0], at[1] + (-9.0, 10.5)[n]
    return left + (right - left) * (n + 1) / (of + 1), at[1]


def read_in(photo: bytes, marked: Marked) -> Reading:
    """What is read in a photograph, in this process."""
    rows = grey(opened(photo))
    found = detect.find(rows)
    border = detect.seen_most(found, marked.borders)
    lying = detect.measured(rows, found, marked.borders[border])
    sightings = tuple(Sighting(one.found.number, one.at, one.right, one.found.corners) for one in lying)
    return Reading(border, (), 8, sightings, 0)


def seen_in(photo: bytes, marked: Marked) -> tuple[Placed, ...]:
    """Where the pieces are that are read in a photograph."""
    return marked.placed(read_in(photo, marked))
