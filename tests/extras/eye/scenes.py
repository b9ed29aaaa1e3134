"""Moments of games laid out on the table, as hands lay them: a little off, and turned anyhow."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random

from companion.extras.eye import detect
from companion.extras.eye.compare import Stands
from companion.extras.eye.photograph import grey, opened
from companion.extras.eye.places import Marked, Placed
from companion.extras.eye.sighting import PhotoReading, Point, Sighting
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves
from companion.kernel.state import State
from companion.kernel.view import Cell, Stroke
from tests.extras.eye.camera import Kit, Lying

OFF = 5.0
"""A piece lies up to so far off the middle of its space, in millimetres, across and down."""
NARROW = 60.0
"""On a space that is narrower, in millimetres, pieces lie one below the other;"""
BESIDE = 2
"""so many do, and more lie on them."""


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
    result = []
    for one in sorted(there, key=lambda one: not one.ground):
        cell = cells[one.space]
        x, y = kit.board.point(_middle(cell, kit.board.picture.strokes))
        beside = [] if one.ground else [o for o in there if o.space == one.space and not o.ground]
        if len(beside) > 1:
            x, y = _side_by_side(kit, cell, (x, y), beside.index(one), len(beside))
        else:
            x, y = x + rng.uniform(-off, off), y + rng.uniform(-off, off)
        result.append(Lying(one.thing, (x, y), rng.uniform(0, 360), one.up))
    return result


def _middle(cell: Cell, strokes: Sequence[Stroke]) -> Point:
    """Where hands lay a piece: into the round drawn in a space, else its middle, wherever words stand."""
    (left, right), (top, low) = ((min(side), max(side)) for side in zip(*cell.outline, strict=True))
    for stroke in strokes:
        if len(stroke.points) > 6 and stroke.points[0] == stroke.points[-1]:
            xs, ys = zip(*stroke.points, strict=True)
            if left < min(xs) and max(xs) < right and top < min(ys) and max(ys) < low:
                return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return (left + right) / 2, (top + low) / 2


def _side_by_side(kit: Kit, cell: Cell, at: Point, n: int, of: int) -> Point:
    wide = _wide(kit, cell)
    if wide < NARROW:
        return at[0], at[1] + (-9.0, 10.5)[n % BESIDE]
    return at[0] + wide * ((n + 1) / (of + 1) - 1 / 2), at[1]


def _wide(kit: Kit, cell: Cell) -> float:
    xs = [x for x, _ in cell.outline]
    return (max(xs) - min(xs)) * kit.board.unit


def covered(kit: Kit, there: list[Stands]) -> int:
    """How many pieces lie under others, where more share a space than have room beside one another."""
    cells = {cell.space: cell for cell in kit.board.picture.cells}
    narrow = [one.space for one in there if not one.ground and _wide(kit, cells[one.space]) < NARROW]
    return sum(max(0, n - BESIDE) for n in Counter(narrow).values())


def read_in(photo: bytes, marked: Marked) -> PhotoReading:
    """What is read in a photograph, in this process."""
    rows = grey(opened(photo))
    result = detect.find(rows)
    border = detect.seen_most(result, marked.borders)
    lying = detect.measured(rows, result, marked.borders[border])
    sightings = tuple(Sighting(one.found.number, one.at, one.right, one.found.corners) for one in lying)
    return PhotoReading(border, (), 8, sightings, 0)


def seen_in(photo: bytes, marked: Marked) -> tuple[Placed, ...]:
    """Where the pieces are that are read in a photograph."""
    return marked.placed(read_in(photo, marked))
