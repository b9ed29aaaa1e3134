"""The parts of a row of a set: its fields, its effect, its recipe."""

from collections.abc import Mapping
from typing import Any

from companion.toolkit.cards.language import WHEN_DYING

PARTS = ("part", "second", "third")


def given(row: Mapping[str, Any], key: str) -> Any:
    """A field of a card, or None where it is left empty."""
    value = row.get(key)
    return None if value == "" else value


def effect_of(row: Mapping[str, Any]) -> str:
    """The effect of a card as the language has it: what its one-time field says is a head of its own."""
    effect = str(given(row, "effect") or "")
    return (
        f"{WHEN_DYING}: {effect}" if effect and row.get("when") == "dying" and ":" not in effect else effect
    )


def recipe_of(row: Mapping[str, Any]) -> list[str]:
    """The items that an item is made of."""
    return [str(part) for key in PARTS if (part := given(row, key))]
