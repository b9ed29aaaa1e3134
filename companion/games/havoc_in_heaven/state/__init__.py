"""The frozen moment, and what happens in it as functions by file."""

from companion.games.havoc_in_heaven.state.havoc import (
    ACTION,
    BUILDING,
    COMPANION,
    DRAFT,
    EFFECT,
    HERO,
    LOTS,
    SHARE,
    Havoc,
    Pending,
)
from companion.games.havoc_in_heaven.state.piles import Cards, Pile, minus, plus

__all__ = [
    "ACTION",
    "BUILDING",
    "COMPANION",
    "DRAFT",
    "EFFECT",
    "HERO",
    "LOTS",
    "SHARE",
    "Cards",
    "Havoc",
    "Pending",
    "Pile",
    "minus",
    "plus",
]
