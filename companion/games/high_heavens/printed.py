"""What stands on the cards of a set: gods and Divine Powers."""

from dataclasses import dataclass
from functools import cached_property

from companion.games.high_heavens.effects import TAKING, choice_names
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import BY_HAND, Card, Choice, Step, clause, steps


class Says:
    """What a card does, where its effect is written."""

    effect: str

    @cached_property
    def card(self) -> Card:
        """All that it says."""
        return read(self.effect)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What it does at once; nothing where hands carry it out."""
        at_once = clause(self.card)
        return at_once.choices if at_once else ()

    @cached_property
    def steps(self) -> tuple[tuple[Step, ...], ...]:
        """The steps of each choice."""
        return tuple(map(steps, self.choices))

    @cached_property
    def choice_names(self) -> tuple[str, ...]:
        """What its choices are answered with."""
        return choice_names(self.choices)

    @cached_property
    def takes_chips(self) -> bool:
        """Whether it takes anything from the bank."""
        return any(part.kind in TAKING and not part.loss for choice in self.choices for part in choice)

    @cached_property
    def limits(self) -> Choice:
        """What hands may do at most; nothing where it does not say."""
        by_hand = clause(self.card, BY_HAND)
        return by_hand.choices[0] if by_hand else ()


@dataclass(frozen=True)
class God(Says):
    """A god's card."""

    name: str
    side: str
    title: str
    health: int
    movement: int
    range: int
    melee: int
    power: int
    """Range power."""
    cost: int
    """Action points of the ability."""
    ability: str
    text: str
    effect: str
    mythos: str
    letter: str
    source: str


@dataclass(frozen=True)
class Power(Says):
    """A Divine Power card; ``copies`` of it are in the deck."""

    name: str
    side: str
    type: str
    cost: int
    text: str
    effect: str
    mythos: str
    copies: int
    letter: str
