"""The ways of units in the lane, and the cost of each."""

from collections.abc import Container

from companion.games.havoc_in_heaven.box import COST, ENEMY, ROWS, TURN
from companion.games.havoc_in_heaven.state.havoc import Havoc


def barred(lane: Havoc, side: str) -> dict[int, str]:
    """The rows a side's units may not enter, and who bars them."""
    enemy = ENEMY[side]
    standing = lane.box.order[enemy][lane.fallen[enemy] :]
    units = (unit for unit in lane.row if (lane.heroes.get(unit) or lane.companions[unit]) == enemy)
    return {lane.box.buildings[building].row: building for building in standing} | {
        lane.row[unit]: unit for unit in units
    }


def barring(lane: Havoc, unit: str, row: int) -> str:
    """Return the enemy in a unit's way to a row, or an empty string."""
    here, bars = lane.row[unit], barred(lane, lane.owner(unit))
    step = 1 if row > here else -1
    return next((bars[on] for on in range(here + step, row + step, step) if on in bars), "")


def way_out(lane: Havoc, unit: str, bars: Container[int] | None = None) -> bool:
    """True if a unit can go to a row beside its own; ``bars`` are the rows barred to its side, if known."""
    here = lane.row[unit]
    bars = barred(lane, lane.owner(unit)) if bars is None else bars
    return any(row in ROWS and row not in bars for row in (here - 1, here + 1))


def open_rows(lane: Havoc, unit: str, most: int) -> list[int]:
    """Return the rows to which a unit can go, so many away at most; its own is one of them."""
    here, bars = lane.row[unit], barred(lane, lane.owner(unit))
    low = high = here
    while low > ROWS[0] and here - low < most and low - 1 not in bars:
        low -= 1
    while high < ROWS[-1] and high - here < most and high + 1 not in bars:
        high += 1
    return [*range(low, high + 1)]


def most_rows(lane: Havoc, unit: str) -> int:
    """Return how many rows a unit can go for the AP that are left."""
    free = 0 if unit in lane.walked else TURN.free_rows
    return free + lane.ap // COST.row


def fare(lane: Havoc, unit: str, rows: int) -> int:
    """The AP it costs to move a unit so many rows now."""
    free = 0 if unit in lane.walked else TURN.free_rows
    return max(0, rows - free) * COST.row
