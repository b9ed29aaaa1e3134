"""Everything the table tracks, how it is set by hand, and what must always hold."""

from companion.games.havoc_in_heaven.tracked.invariant import invariant
from companion.games.havoc_in_heaven.tracked.verbs import KINDS, TRACKED, Ruling, SetCard

__all__ = ["KINDS", "TRACKED", "Ruling", "SetCard", "invariant"]
