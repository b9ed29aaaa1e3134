"""The lane as a picture: rows, places for a tap, and the units that stand there."""

from collections import Counter as Tally
from functools import lru_cache

from companion.games.havoc_in_heaven.box import BASE, LANE, ROW_NAMES, ROWS, SIDES
from companion.games.havoc_in_heaven.state import Havoc
from companion.kernel.values import ThingName
from companion.kernel.view import Cell, Picture, Piece, Point

WIDTH, TALL, SLOTS = 13.4, 1.6, 6
FIRST_SLOT, NEXT_SLOT, TOWER_AT, ROW_AT = 3.75, 1.72, 1.55, 0.4
"""Where the units, the building and the number of a row stand, from the left."""
SIZE, THUMB = 0.62, 1.7


def height(row: int) -> float:
    """Return the height of the middle of a row; row 9 is at the top."""
    return (LANE.rows - row + 0.5) * TALL


def place(row: int, n: int) -> ThingName:
    """The name of a place for a unit in a row."""
    return f"{ROW_NAMES[row - 1]}, place {n + 1}"


def _row(row: int) -> Cell:
    y = height(row)
    top, low = y - TALL / 2, y + TALL / 2
    outline = ((0.0, top), (WIDTH, top), (WIDTH, low), (0.0, low))
    kind = "" if row == LANE.neutral else SIDES[row > LANE.neutral].lower()
    return Cell("", outline, (ROW_AT, y), kind, str(row))


def _tap(space: str, at: Point, left: float, right: float) -> Cell:
    """A row, or a place within it, large enough for a thumb."""
    top = min(max(at[1] - THUMB / 2, 0), LANE.rows * TALL - THUMB)
    low = top + THUMB
    return Cell(space, ((left, top), (right, top), (right, low), (left, low)), at, quiet=True)


@lru_cache(128)
def cells(names: tuple[str, ...]) -> tuple[Cell, ...]:
    """The lane: nine rows, and in each a place for its building and for the units."""
    result, wide = [_row(row) for row in reversed(ROWS)], NEXT_SLOT / 2
    result += [_tap(ROW_NAMES[row - 1], (WIDTH / 2, height(row)), 0.0, WIDTH) for row in ROWS]
    for row, name in zip((row for row in ROWS if row != LANE.neutral), names, strict=True):
        y = height(row)
        result.append(_tap(name, (TOWER_AT, y), TOWER_AT - wide, TOWER_AT + wide))
        result.append(Cell("", ((0, 0),), (WIDTH - 2.9, y + TALL / 2 - 0.3), "", name, quiet=True))
    for row in ROWS:
        for n in range(SLOTS):
            x = FIRST_SLOT + n * NEXT_SLOT
            result.append(_tap(place(row, n), (x, height(row)), x - wide, x + wide))
    return tuple(result)


def places(lane: Havoc) -> dict[str, tuple[int, int]]:
    """Each unit's row, and its number among those that stand there."""
    taken: Tally[int] = Tally()
    result = {}
    for unit, row in lane.row.items():
        result[unit] = (row, taken[row])
        taken[row] += 1
    return result


def picture(lane: Havoc) -> Picture:
    """The lane with both sides' buildings on the left of the rows, and the units."""
    order = lane.box.order
    names = (*reversed(order[SIDES[0]]), *order[SIDES[1]])
    pieces = []
    for side in SIDES:
        for building in order[side][lane.fallen[side] :]:
            card = lane.box.buildings[building]
            icon = "crown" if card.row == BASE[side] else ""
            pieces.append(
                _piece(lane, building, (TOWER_AT, height(card.row)), initials(building), icon, "tower")
            )
    for unit, (row, n) in places(lane).items():
        icon = "lightning" if unit in lane.stunned else "hourglass" if unit in lane.inactive else ""
        at = (FIRST_SLOT + n * NEXT_SLOT, height(row))
        pieces.append(_piece(lane, unit, at, letter(lane, unit), icon))
    name = "The lane, the Monsters' base at the top"
    size = WIDTH, LANE.rows * TALL
    return Picture(name, *size, cells(names), pieces=tuple(pieces), has_ends=True, under="lane")


def _piece(lane: Havoc, unit: str, at: Point, letters: str, icon: str, shape: str = "") -> Piece:
    left = life(lane, unit)
    dial = (left, lane.hp(unit))
    return Piece(unit, at, lane.owner(unit), letters, icon, str(left), shape=shape, size=SIZE, dial=dial)


def life(lane: Havoc, unit: str) -> int:
    """The HP a unit has left."""
    return max(0, lane.hp(unit) - lane.damage.get(unit, 0))


def letter(lane: Havoc, unit: str) -> str:
    """One or two letters for a unit."""
    if unit in lane.heroes:
        return lane.box.heroes[unit].letter
    return initials(unit).lower() or unit[:2]


def initials(name: str) -> str:
    """The short name of a building."""
    return "".join(word[0] for word in name.split() if word[0].isupper())[:2]
