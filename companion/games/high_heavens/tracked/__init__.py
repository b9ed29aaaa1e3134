"""The tracked things of High Heavens, how each is set by hand, and the limits of the box."""

from companion.games.high_heavens.state import Heavens
from companion.games.high_heavens.tracked import bases, chips, gods, sequence
from companion.games.high_heavens.tracked.invariant import invariant
from companion.kernel.tracked import Tracked
from companion.toolkit.ruling import set_by_hand

TRACKED: tuple[Tracked[Heavens], ...] = (
    gods.GODS,
    chips.UNDER_GODS,
    chips.HEAPS_ON_HEXES,
    chips.IN_BANK,
    bases.HEALTH,
    bases.HEXES,
    gods.CAME_IN,
    sequence.USED,
    sequence.CARDS,
    sequence.WHOSE,
    sequence.ROUNDS,
    sequence.PHASE_OF,
    sequence.LANE_OF,
    sequence.CHANGED,
    sequence.ONCE,
    sequence.CARD,
    sequence.MAY_SMITE,
)
__all__ = ["TRACKED", "Ruling", "invariant"]

Ruling = set_by_hand(TRACKED, invariant)
