"""A card that was paid for, as far as it is carried out."""

from dataclasses import dataclass

from companion.kernel.values import ThingName


@dataclass(frozen=True)
class Pending:
    """A card in the middle of its effect, and its hero: it waits for targets, or for hands to resolve it."""

    card: str
    hero: str
    side: str
    dying: bool = False
    """True where the hero dies unless the effect keeps him."""
    by: str = ""
    """Who would be rewarded for his death."""
    aims: bool = False
    """True if it asks step by step for the targets of its effect."""
    choice: int = -1
    """The number of the choice that was taken."""
    step: int = 0
    hit: tuple[str, ...] = ()
    """The targets of this step so far."""
    before: tuple[str, ...] = ()
    """The targets of the steps before it."""
    did: bool = False
    """True if the step before was done to somebody."""
    done: tuple[tuple[int, str], ...] = ()
    """By hand: each part that was done, by its number, and its target."""

    @property
    def name(self) -> ThingName:
        """Return the log's name for it."""
        return f"{self.card} for {self.hero}"
