"""What is in the box: tracks, boards and tiles, read once from ``components.toml``."""

from collections.abc import Mapping
from typing import Any

from companion.kernel.rulebook import Rulebook, facts

FACTS: Mapping[str, Any] = facts(__package__, "components.toml")
RULES = Rulebook.load(__package__)
COLOURS: tuple[str, ...] = tuple(FACTS["colours"])
BREWMASTER = "brewmaster"
MARKERS = (*COLOURS, BREWMASTER)
LAST: int = FACTS["track"]["last"]
"""The last space of the production track."""
NUDGE: int = FACTS["track"]["nudge"]
"""How far the table can nudge the starting places either way."""
SCORING: Mapping[str, int] = FACTS["scoring"]


def starts(nudge: int = 0) -> dict[str, int]:
    """Where each marker starts on the production track."""
    track = FACTS["track"]
    return {marker: track["start"] - track["behind"][marker] + nudge for marker in MARKERS}


LOWEST = min(starts(-NUDGE).values())
"""The lowest place a marker can have on any table."""
BANDS: tuple[Mapping[str, int], ...] = tuple(FACTS["brewmaster"])
"""Rate and value by the brewmaster's place, rising."""

GOALS: tuple[str, ...] = tuple(goal["name"] for goal in FACTS["goals"])
SALE: int = FACTS["sale"]["ducats"]
"""What an unplaced privilege card brings."""
