"""The contents of the box: the board, gods, terrain and tracks, read once from ``components.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field

from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Many, Schema, load
from companion.kernel.values import Thing
from companion.toolkit.hexes import Hexes


class Board(Schema):
    """The drawing, and half of what lies between neighbours of a row in it, in characters."""

    source: str
    half: int
    drawing: str


class Corners(Schema):
    """The starting corners by number of players, clockwise."""

    source: str
    two: Many[str] = Field(alias="2")
    three: Many[str] = Field(alias="3")
    four: Many[str] = Field(alias="4")


class TurnNumbers(Schema):
    """Rounds, and the terrain tokens that each seat seeds."""

    rounds: int
    seed: int


class ActionPoints(Schema):
    """The AP track, what a turn brings, and what terrain adds to a move."""

    source: str
    most: int
    start: int
    refresh: int
    rest: int
    favoured: int
    terrain: int


class Points(Schema):
    """The points of a goal for its owner."""

    carried: int
    otherwise: int
    save: int
    """House, like the hexes from a goal within which a push is a save."""
    save_within: int


class Even(Schema):
    """The heroes that a tie goes to, in rows, the first before the second; by number of players. House."""

    two: Many[Many[str]] = Field(alias="2")
    three: Many[Many[str]] = Field(alias="3")
    four: Many[Many[str]] = Field(alias="4")
    nought: dict[str, Many[str]]
    """Number of players to the heroes who lose a tie in which nobody has scored."""


class Terrain(Schema):
    """The kinds of terrain, the icon of each, and how many tokens of a kind there are."""

    source: str
    kinds: Many[str]
    tokens: int
    icons: dict[str, str]


class Gods(Schema, extra="allow"):
    """God to favoured terrain; empty for who does not play."""

    source: str
    __pydantic_extra__: dict[str, str] = Field(init=False)


class Basic(Schema):
    """A slot of the mat and its basic action."""

    name: str
    cost: int
    reach: int = 1
    letters: str
    """What it goes by where there is little room: ``FF``."""
    text: str


class Components(Schema):
    """``components.toml``."""

    board: Board
    corners: Corners
    seats: dict[str, str]
    turns: TurnNumbers
    ap: ActionPoints
    points: Points
    even: Even
    terrain: Terrain
    gods: Gods
    slots: Many[Basic]


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
BOARD = Hexes.drawn(FACTS.board.drawing, FACTS.board.half, pointy=False)
SPACES, BESIDE = BOARD.spaces, BOARD.beside
(POST,) = BOARD.of("post")
PILLARS = frozenset(BOARD.of("pillar"))
CORNERS = BOARD.of("corner")
SEATS = tuple(FACTS.seats)
AP_OF, SCORE_OF, HERO_OF, GOD_OF = (
    {seat: Thing(f"{seat} {what}", seat, what) for seat in SEATS} for what in ("AP", "score", "hero", "god")
)
TERRAIN_ON = {space: Thing(f"Terrain {space}", space, "Terrain") for space in SPACES}
START = {2: FACTS.corners.two, 3: FACTS.corners.three, 4: FACTS.corners.four}
EVEN = {2: FACTS.even.two, 3: FACTS.even.three, 4: FACTS.even.four}
NOUGHT = {int(players): heroes for players, heroes in FACTS.even.nought.items()}
TURNS, AP, POINTS = FACTS.turns, FACTS.ap, FACTS.points
TERRAIN, TOKENS = FACTS.terrain.kinds, FACTS.terrain.tokens
GODS: Mapping[str, str] = FACTS.gods.__pydantic_extra__
FAVOURED = {god: kind for god, kind in GODS.items() if kind}
"""God to favoured terrain, as the house has it."""
HERMES = next(god for god, kind in GODS.items() if not kind)
MOVES = ("Step", "Run", "Sprint")

WALKED: Mapping[str, tuple[str, ...]] = {
    space: tuple(other for other in BESIDE[space] if other not in PILLARS) for space in SPACES
}
"""Space to those beside it that a hero can stand on."""
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
    """The corners where the seats of a sitting start, and their goals."""

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
