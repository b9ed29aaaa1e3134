"""The frozen moment, and what happens in it as functions by file."""

from companion.games.havoc_in_heaven.state.havoc import (
    ACTION,
    AIM,
    BUILDING,
    COMPANION,
    DRAFT,
    EFFECT,
    HERO,
    LOTS,
    SHARE,
    THIS_TURN,
    Havoc,
)
from companion.games.havoc_in_heaven.state.pending import Pending
from companion.games.havoc_in_heaven.state.piles import Cards, Pile, minus, plus

__all__ = [
    "ACTION",
    "AIM",
    "BUILDING",
    "COMPANION",
    "DRAFT",
    "EFFECT",
    "HERO",
    "LOTS",
    "SHARE",
    "THIS_TURN",
    "Cards",
    "Havoc",
    "Pending",
    "Pile",
    "minus",
    "plus",
]
