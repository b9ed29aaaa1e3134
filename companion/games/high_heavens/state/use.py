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
    """The target of this step."""
    before: tuple[str, ...] = ()
    """The target of the step before."""
    done: tuple[tuple[int, str], ...] = ()
    """By hand: each part that was done, by its number, and its target."""
