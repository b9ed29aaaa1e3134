"""The ways that a hero can walk, and the cost of each."""

from collections.abc import Container

from companion.games.heroball.box import AP, DISTANCE, MOVES, WALKED, WITHIN
from companion.games.heroball.cards import Slot
from companion.games.heroball.state.match import Match

Ways = dict[str, tuple[int, tuple[str, ...]]]
"""A hex to the AP that it costs to go there, and the way."""


def hex_cost(match: Match, seat: str, space: str) -> int:
    """Return what terrain adds to the cost of a move into this space."""
    kind = match.terrain.get(space)
    if kind is None:
        return 0
    return AP.favoured if kind == match.favoured(seat) else AP.terrain


def move_cost(match: Match, seat: str, slot: Slot, space: str) -> int:
    """Return the cost of a move into this space with this slot; never less than 0."""
    if space not in match.terrain:
        return slot.cost
    more = hex_cost(match, seat, space)
    return max(0, slot.cost + (min(more, 0) if slot.sure else more))


def ways(match: Match, seat: str, to: str = "") -> Ways:
    """Every hex a hero can still walk to this turn: the AP it costs in all, and the way there.

    The cheapest way, and among equals the shortest; with the ball no way leads on through a goal. Where
    ``to`` is all that is asked for, only hexes from which it can still be reached are looked at.
    """
    stops = match.goal if match.holder == seat else ()
    result: Ways = {}
    edge: Ways = {match.at[seat]: (0, ())}
    for left in reversed(range(len(MOVES) - len(match.taken))):
        slot = match.slot(seat, MOVES[-1 - left])
        if slot.by_hand:
            break
        edge = _one_on(match, seat, slot, edge, frozenset(WITHIN[left][to]) if to else DISTANCE)
        for space, there in edge.items():
            if space not in result or there[0] < result[space][0]:
                result[space] = there
        edge = {space: there for space, there in edge.items() if space not in stops}
    return result


def _one_on(match: Match, seat: str, slot: Slot, edge: Ways, within: Container[str]) -> Ways:
    """Return the ways that go one hex on from the edge, to hexes within some others."""
    have, terrain, taken, ahead = match.ap[seat], match.terrain, match.on, Ways()
    for here, (spent, way) in edge.items():
        for space in WALKED[here]:
            if space in taken or space not in within:
                continue
            cost = spent + (move_cost(match, seat, slot, space) if space in terrain else slot.cost)
            if cost <= have and (space not in ahead or cost < ahead[space][0]):
                ahead[space] = (cost, (*way, space))
    return ahead
