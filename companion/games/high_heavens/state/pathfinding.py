"""Ways over the Heavens: what a god reaches, and where it can go, through hexes that are not occupied."""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.high_heavens.box import Box

Walls = frozenset[str]
"""Occupied hexes."""
NONE: Walls = frozenset()


@lru_cache(maxsize=1 << 14)
def touches(box: Box, here: str, steps: int, walls: Walls) -> Mapping[str, int]:
    """Each hex within so many steps to its distance. Occupied hexes are reached, but never passed."""
    beside = box.board.beside
    result, edge = {here: 0}, [here]
    for step in range(1, steps + 1):
        ahead = []
        for place in edge:
            for space in beside[place]:
                if space not in result:
                    result[space] = step
                    if space not in walls:
                        ahead.append(space)
        edge = ahead
    del result[here]
    return result


@lru_cache(maxsize=1 << 14)
def ways(
    box: Box, here: str, steps: int, walls: Walls, lying: Walls
) -> Mapping[str, tuple[frozenset[str], ...]]:
    """Each hex one can go to, to the different sets of fallen gods' hexes entered on the way there.

    The hex one starts from is empty meanwhile: a way may lead over it, or back to it when it entered any.
    """
    reach = touches(box, here, steps, walls)
    if lying.isdisjoint(reach):
        return {space: (NONE,) for space in reach if space not in walls}
    closed, seen, edge = walls - {here}, {(here, NONE)}, [(here, NONE)]
    result: dict[str, list[frozenset[str]]] = {}
    for _ in range(steps):
        ahead = []
        for place, entered in edge:
            for space in box.board.beside[place]:
                after = entered | lying.intersection((space,))
                if space not in closed and (space, after) not in seen:
                    seen.add((space, after))
                    result.setdefault(space, []).append(after)
                    ahead.append((space, after))
        edge = ahead
    return {space: tuple(sets) for space, sets in result.items()}
