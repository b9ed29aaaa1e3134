"""What is in the box and never changes: the lane, its figures and the names of what lies before a side."""

from collections.abc import Mapping
from typing import Any

from companion.kernel.rulebook import Rulebook, facts
from companion.kernel.state import possessive

FACTS: Mapping[str, Any] = facts(__package__, "components.toml")
RULES = Rulebook.load(__package__)
SIDES: tuple[str, ...] = tuple(FACTS["sides"])
PITY = "Pity of Jade Emperor"
CELESTIALS, MONSTERS = SIDES
ENEMY = {CELESTIALS: MONSTERS, MONSTERS: CELESTIALS}
LANE: Mapping[str, int] = FACTS["lane"]
START: Mapping[str, int] = FACTS["start"]
TURN: Mapping[str, int] = FACTS["turn"]
COST: Mapping[str, int] = FACTS["ap"]
LEVELS: Mapping[str, Any] = FACTS["levels"]
REWARD: Mapping[str, int] = FACTS["rewards"]
ROWS = tuple(range(1, LANE["rows"] + 1))
ROW_NAMES = tuple(f"Row {row}" for row in ROWS)
ROW = dict(zip(ROW_NAMES, ROWS, strict=True))
BASE: Mapping[str, int] = {side: FACTS["sides"][side]["base"] for side in SIDES}
OUTWARD: Mapping[str, int] = {side: FACTS["sides"][side]["outward"] for side in SIDES}
ARMORY_OF, HAND_OF, STORAGE_OF, GOLD_OF = (
    {side: f"{possessive(side)} {what}" for side in SIDES} for what in ("Armory", "hand", "Storage", "gold")
)
"""What the log calls what lies before a side."""
GLOBAL = LANE["rows"]
"""A range that reaches every row."""
STARTING_ITEMS = {PITY: START["pity"]}
