"""The card that was paid for, as far as it is carried out."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """A card in the middle of its effects."""

    name: str
    """The god whose ability it is, or the Divine Power."""
    choice: int = 0
    step: int = 0
    hit: tuple[str, ...] = ()
    """Whom this step was done to."""
    before: tuple[str, ...] = ()
    """Whom the step before was done to."""
    done: tuple[tuple[int, str], ...] = ()
    """By hand: each part that was done, by its number, and to whom."""
