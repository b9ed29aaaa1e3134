"""The state of High Heavens, and the hands that change it."""

from companion.games.high_heavens.state.heavens import (
    BASE,
    CLEANUP,
    EFFECT,
    EFFECTS,
    OPEN_EFFECT,
    OPEN_TURN,
    TURN,
    TURNS,
    Heavens,
)

__all__ = [
    "BASE",
    "CLEANUP",
    "EFFECT",
    "EFFECTS",
    "OPEN_EFFECT",
    "OPEN_TURN",
    "TURN",
    "TURNS",
    "Heavens",
]
