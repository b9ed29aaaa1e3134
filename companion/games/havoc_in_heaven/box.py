"""The contents of the box that never change: the lane, its figures and the names of a side's places."""

from collections.abc import Mapping
from functools import lru_cache

from companion.kernel.rulebook import Rulebook
from companion.kernel.schema import Many, Schema, load
from companion.kernel.values import Thing, ThingName
from companion.toolkit.cards.language import ADJACENT, ANYWHERE, Whom
from companion.words import possessive


class Lane(Schema):
    """The rows, which of them is nobody's, and the buildings of each side."""

    rows: int
    neutral: int
    buildings: int


class Side(Schema):
    """A side: its base row, and which way its buildings stand from there."""

    words: str
    base: int
    outward: int


class Start(Schema):
    """The start of a side: its gold, pity, hand and heroes."""

    gold: int
    pity: int
    hand: int
    heroes: int


class Turn(Schema):
    """The limits of a turn: Action Points, free rows for a unit, free purchases, items for a hero."""

    ap: int
    free_rows: int
    free_purchases: int
    items: int


class Cost(Schema):
    """The costs of things in Action Points."""

    row: int
    draw: int
    purchase: int
    attack_unit: int
    attack_building: int


class Levels(Schema):
    """Exp for a level, the highest, the level that opens each skill, the turns a dead hero misses at each."""

    exp: int
    most: int
    unlock: Many[int]
    revive: Many[int]


class Rewards(Schema):
    """Exp and gold for what is destroyed: for a building, so much times its number."""

    building: int


class Components(Schema):
    """``components.toml``."""

    lane: Lane
    sides: dict[str, Side]
    start: Start
    turn: Turn
    ap: Cost
    levels: Levels
    rewards: Rewards


FACTS = load(__package__, "components.toml", Components)
RULES = Rulebook.load(__package__)
SIDES: tuple[str, ...] = tuple(FACTS.sides)
PITY = "Pity of Jade Emperor"
CELESTIALS, MONSTERS = SIDES
ENEMY = {CELESTIALS: MONSTERS, MONSTERS: CELESTIALS}
LANE, START, TURN, COST, LEVELS, REWARD = (
    FACTS.lane,
    FACTS.start,
    FACTS.turn,
    FACTS.ap,
    FACTS.levels,
    FACTS.rewards,
)
ROWS = tuple(range(1, LANE.rows + 1))
ROW_NAMES: tuple[ThingName, ...] = tuple(f"Row {row}" for row in ROWS)
ROW = dict(zip(ROW_NAMES, ROWS, strict=True))
BASE: Mapping[str, int] = {side: FACTS.sides[side].base for side in SIDES}
OUTWARD: Mapping[str, int] = {side: FACTS.sides[side].outward for side in SIDES}
GLOBAL = LANE.rows
"""A range that reaches every row."""
STARTING_ITEMS = {PITY: START.pity}


@lru_cache(4096)
def of(whom: str, what: str) -> Thing:
    """Return the name of what a unit or a side has: ``Red Boy's damage``."""
    return Thing(f"{possessive(whom)} {what}", whom, what)


ARMORY_OF, HAND_OF, STORAGE_OF, GOLD_OF, UNSEEN_OF, PLAYED_OF, POT_OF, BUILDINGS_OF, LACK_OF = (
    {side: of(side, what) for side in SIDES}
    for what in (
        "Armory",
        "hand",
        "Storage",
        "gold",
        "unseen cards",
        "skills in play",
        "Exp to share",
        "buildings",
        "AP to lack",
    )
)
"""What the log calls what lies before a side."""

DAMAGE, STATUS, STUN_TOKEN, FREE_ROW = "damage", "status", "stun token", "free row"
LEVEL, EXP, ITEMS, ITEMS_GIVEN = "level", "Exp", "items", "items this turn"
"""What the log calls what is on a unit: ``of(unit, DAMAGE)``."""


def in_shop(item: str) -> Thing:
    """Return the log's name for the copies of an item in the shop."""
    return Thing(f"{item} in the shop", item, "in the shop")


def rows(whom: Whom, reach: int) -> int:
    """Return how many rows away a target can be, or ``reach`` if the card does not say."""
    if whom.reach.how == ANYWHERE:
        return GLOBAL
    return 1 if whom.reach.how == ADJACENT else whom.reach.n or reach
