"""The state of High Heavens, and the hands that change it."""

from companion.games.high_heavens.state.heavens import (
    BASE,
    CLEANUP,
    EFFECT,
    EFFECTS,
    LANE,
    OPEN_EFFECT,
    OPEN_TURN,
    PHASE,
    ROUND,
    SMITER,
    TURN,
    TURN_OF,
    TURNS,
    USING,
    Heavens,
)

__all__ = [
    "BASE",
    "CLEANUP",
    "EFFECT",
    "EFFECTS",
    "LANE",
    "OPEN_EFFECT",
    "OPEN_TURN",
    "PHASE",
    "ROUND",
    "SMITER",
    "TURN",
    "TURNS",
    "TURN_OF",
    "USING",
    "Heavens",
]
