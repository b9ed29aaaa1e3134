"""The ways that a hero can walk, and the cost of each."""

from companion.games.heroball.box import AP, DISTANCE, MOVES, WALKED
from companion.games.heroball.cards import Slot
from companion.games.heroball.state.match import Match


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


def ways(match: Match, seat: str, to: str = "") -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every hex a hero can still walk to this turn: the AP it costs in all, and the way there.

    The cheapest way, and among equals the shortest; with the ball no way leads on through a goal. Where
    ``to`` is all that is asked for, only hexes from which it can still be reached are looked at.
    """
    have, terrain, taken = match.ap[seat], match.terrain, match.on
    stops = match.goal if match.holder == seat else ()
    far, left = DISTANCE.get(to), len(MOVES) - len(match.taken)
    result: dict[str, tuple[int, tuple[str, ...]]] = {}
    edge: dict[str, tuple[int, tuple[str, ...]]] = {match.at[seat]: (0, ())}
    for name in MOVES[len(match.taken) :]:
        slot = match.slot(seat, name)
        if slot.by_hand:
            break
        left -= 1
        ahead: dict[str, tuple[int, tuple[str, ...]]] = {}
        for here, (spent, way) in edge.items():
            if way and here in stops:
                continue
            for space in WALKED[here]:
                if space in taken or (far and far[space] > left):
                    continue
                cost = spent + (move_cost(match, seat, slot, space) if space in terrain else slot.cost)
                if cost <= have and (space not in ahead or cost < ahead[space][0]):
                    ahead[space] = (cost, (*way, space))
        for space, there in ahead.items():
            if space not in result or there[0] < result[space][0]:
                result[space] = there
        edge = ahead
    return result
