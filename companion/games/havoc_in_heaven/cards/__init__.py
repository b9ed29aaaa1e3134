"""The form of a set, and what stands on its cards."""

from companion.games.havoc_in_heaven.cards.form import FORM
from companion.games.havoc_in_heaven.cards.printed import HOUSE, Box, Building, Hero, Item, Skill, built

__all__ = ["FORM", "HOUSE", "Box", "Building", "Hero", "Item", "Skill", "built"]
