"""What is in the box: the board, gods, terrain and tracks, read once from ``components.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.rulebook import Rulebook, facts
from companion.toolkit.hexes import Hexes

FACTS: Mapping[str, Any] = facts(__package__, "components.toml")
RULES = Rulebook.load(__package__)
BOARD = Hexes.drawn(FACTS["board"]["drawing"], FACTS["board"]["half"], pointy=False)
SPACES, BESIDE = BOARD.spaces, BOARD.beside
(POST,) = BOARD.of("post")
PILLARS = frozenset(BOARD.of("pillar"))
CORNERS = BOARD.of("corner")
SEATS: tuple[str, ...] = tuple(FACTS["seats"])
START: Mapping[int, tuple[str, ...]] = {n: tuple(FACTS["corners"][str(n)]) for n in (2, 3, 4)}
TURNS: Mapping[str, int] = FACTS["turns"]
AP: Mapping[str, Any] = FACTS["ap"]
POINTS: Mapping[str, int] = FACTS["points"]
TERRAIN: tuple[str, ...] = tuple(FACTS["terrain"]["kinds"])
TERRAIN_ICON: Mapping[str, str] = FACTS["terrain"]["icons"]
TOKENS: int = FACTS["terrain"]["tokens"]
FAVOURED: Mapping[str, str] = {god: kind for god, kind in FACTS["gods"].items() if kind in TERRAIN}
"""God to favoured terrain, as the house has it."""
HERMES = next(god for god, kind in FACTS["gods"].items() if not kind)
MOVES = ("Step", "Run", "Sprint")

DISTANCE: Mapping[str, Mapping[str, int]] = {
    space: {space: 0, **BOARD.reach(space, len(SPACES))} for space in SPACES
}
WITHIN: tuple[Mapping[str, tuple[str, ...]], ...] = tuple(
    {space: tuple(other for other in SPACES if DISTANCE[space][other] <= steps) for space in SPACES}
    for steps in range(12)
)
"""Number of hexes, then space, to the spaces no farther away, itself among them."""
AWAY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    here: {
        there: tuple(on for on in BESIDE[there] if DISTANCE[here][on] > DISTANCE[here][there])
        for there in SPACES
    }
    for here in SPACES
}
"""From, then a space, to the spaces beside it that are farther from the first."""
LEAPS: Mapping[str, tuple[str, ...]] = {
    space: tuple(line[1] for line in BOARD.lines[space].values() if len(line) > 1) for space in SPACES
}
"""Space to those two away in a straight line."""
GOAL_AT = {
    corner: (corner, *(space for space in BESIDE[corner] if len(BESIDE[space]) == 4)) for corner in CORNERS
}
"""A goal is its corner and the two edge hexes beside it."""


@dataclass(frozen=True, slots=True)
class Goals:
    """Where the seats of a sitting start and score."""

    corner: Mapping[str, str]
    owner: Mapping[str, str]
    """Goal space to its seat."""


GOALS: Mapping[tuple[str, ...], Goals] = {
    SEATS[:n]: Goals(
        dict(zip(SEATS, corners, strict=False)),
        {space: seat for seat, corner in zip(SEATS, corners, strict=False) for space in GOAL_AT[corner]},
    )
    for n, corners in START.items()
}
