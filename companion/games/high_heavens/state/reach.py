"""The reach of gods: the hexes they can move to, and those their attacks can hit."""

from collections.abc import Mapping

from companion.games.high_heavens.box import ENEMY, FACTS
from companion.games.high_heavens.state.around import RANGED, lent
from companion.games.high_heavens.state.heavens import Heavens
from companion.games.high_heavens.state.pathfinding import NONE, Walls, touches, ways

LEAVING = FACTS.leaving.gods
"""How many gods must have come before one leaves the invoking hexes."""


def stays(heavens: Heavens, god: str) -> Walls:
    """The hexes outside the invoking ones, where a god may not go yet; none once two have come."""
    side = heavens.box.gods[god].side
    if heavens.entered[side] >= LEAVING or heavens.at[god] in heavens.box.beyond[side]:
        return NONE
    return heavens.box.beyond[side]


def steps(heavens: Heavens, god: str, seat: str) -> Mapping[str, tuple[frozenset[str], ...]]:
    """Return each hex that a god can move to, with the sets of fallen it can smite on the way."""
    if heavens.four and heavens.at[god] in heavens.box.outside[seat]:
        return {}
    closed = closed_to(heavens, god, seat)
    return ways(heavens.box, heavens.at[god], movement(heavens, god), closed, heavens.lying())


def closed_to(heavens: Heavens, god: str, seat: str) -> Walls:
    """Return the hexes that a god may not enter when a seat moves it."""
    walls = heavens.walls
    if heavens.four:
        walls |= heavens.box.outside[seat]
    if held := stays(heavens, god):
        walls |= held
    return walls


def movement(heavens: Heavens, god: str) -> int:
    """Return how many hexes a god moves, including what others lend it."""
    n, more = heavens.box.gods[god].movement, lent(heavens, god, "movement")
    return max(0, n + sum(one.n for one in more)) if more else n


def range_of(heavens: Heavens, god: str) -> int:
    """A god's range, with what others lend it."""
    n, more = heavens.box.gods[god].range, lent(heavens, god, "range")
    return n + sum(one.n for one in more) if more else n


def can_move(heavens: Heavens, god: str, seat: str) -> bool:
    """True if a god can move to any hex."""
    if not heavens.tracked:
        return True
    here = heavens.at[god]
    if movement(heavens, god) < 1 or (heavens.four and here in heavens.box.outside[seat]):
        return False
    return not closed_to(heavens, god, seat).issuperset(heavens.box.board.beside[here])


def strikes(heavens: Heavens, god: str) -> Mapping[str, int]:
    """The hexes a god's attacks reach, with their distance."""
    far = range_of(heavens, god)
    if far < RANGED:
        return touches(heavens.box, heavens.at[god], 1, NONE)
    return touches(heavens.box, heavens.at[god], far, heavens.walls)


def is_target(heavens: Heavens, place: str, god: str, side: str) -> bool:
    """True if there is something to attack on a hex."""
    there = heavens.on.get(place)
    if there is not None and there != god and heavens.standing(there):
        return True
    stack = heavens.chips.get(place)
    return (stack is not None and stack.column + stack.trap > 0) or place == heavens.bases[ENEMY[side]]


def has_target(heavens: Heavens, god: str, side: str) -> bool:
    """True if a god can attack anything."""
    if not heavens.tracked:
        return True
    return any(
        is_target(heavens, place, god, side) for place in strikes(heavens, god) if place in heavens.walls
    )


def distance(heavens: Heavens, here: str, there: str) -> int | None:
    """Return the number of hexes to a target, or None if no line of empty hexes leads there."""
    return touches(heavens.box, here, len(heavens.box.board.at), heavens.walls).get(there)
