"""The cards of a set as printed: gods and Divine Powers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from companion.games.high_heavens.effects import (
    CHIP,
    GODS,
    MOVERS,
    WHOLE,
    choice_names,
    number,
    says,
    takes_chips,
)
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import (
    AT_ONCE,
    BY_HAND,
    TRIGGERS,
    Card,
    CardStep,
    Choice,
    EffectPart,
    clause,
    parts,
    steps,
)
from companion.words import joined, message

MANY = 1_000
"""More chips than any box has."""


@dataclass(frozen=True)
class Do(CardStep):
    """A step of a card on this board."""

    @cached_property
    def mover(self) -> EffectPart | None:
        """The part that carries somebody, if there is one."""
        return next((part for part in self.parts if part.kind in MOVERS), None)

    @cached_property
    def decisive(self) -> tuple[EffectPart, ...]:
        """The parts of which one must do something: where it carries somebody, that one."""
        return (self.mover,) if self.mover else self.parts

    @cached_property
    def takes_chips(self) -> bool:
        """True if it takes anything from the bank."""
        return any(map(takes_chips, self.parts))

    @cached_property
    def asks(self) -> bool:
        """True if it needs an answer: a target, or the hex to which somebody is carried."""
        return self.whom.pointed or self.mover is not None


def _done(choice: Choice) -> tuple[Do, ...]:
    return tuple(Do(step.whom, step.parts) for step in steps(choice))


class Says:
    """A card with an effect in the card language."""

    effect: str
    limits: Choice | None
    """The most that hands may do for it; None where it does not say what it is."""

    @cached_property
    def card(self) -> Card:
        """All that it says."""
        return read(self.effect)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices of its effect on use, or nothing if hands carry it out."""
        at_once = clause(self.card)
        return at_once.choices if at_once else ()

    @cached_property
    def steps(self) -> tuple[tuple[Do, ...], ...]:
        """The steps of each choice."""
        return tuple(map(_done, self.choices))

    @cached_property
    def on(self) -> Mapping[str, tuple[Do, ...]]:
        """Return the steps that it does by itself, by the time at which they happen."""
        return {one.when: _done(one.choices[0]) for one in self.card if one.when in TRIGGERS}

    @cached_property
    def pers(self) -> Mapping[str, str]:
        """Return how often it is for, by the time at which it happens; one by hand is used at once."""
        return {AT_ONCE if one.when == BY_HAND else one.when: one.per for one in self.card if one.per}

    @cached_property
    def price(self) -> Mapping[str, int]:
        """Return the chips that its god pays, by kind."""
        result = Counter[str]()
        for one in self.card:
            result.update({paid.what: paid.n for paid in one.pay})
        return result

    @cached_property
    def first(self) -> tuple[Do, ...]:
        """The steps that depend on no step before."""
        return tuple(step for step in chain.from_iterable(self.steps) if not step.so)

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """Return the kinds of chips that it takes off gods, where it does nothing else."""
        decisive = [part for step in self.first for part in step.decisive]
        alone = all(part.loss and not part.lasts for part in decisive)
        of_gods = all(step.whom.words and {*step.whom.words} <= {*GODS} for step in self.first)
        return tuple(dict.fromkeys(part.kind for part in decisive)) if alone and of_gods else ()

    @cached_property
    def pairs(self) -> bool:
        """True if all that it does is done to two gods of its side who stand together."""
        return all(step.whom.together and step.whom.words == ("friend",) for step in self.first)

    @cached_property
    def changes(self) -> bool:
        """True if it changes a figure for a while."""
        return any(part.lasts for part in parts(self.card))

    @cached_property
    def choice_names(self) -> tuple[str, ...]:
        """Return the answers that name its choices."""
        return choice_names(self.choices)

    @cached_property
    def at_most(self) -> Mapping[str, int]:
        """Return each kind of chip it takes to the most that it can take of all kinds together."""
        most = Counter[str]()
        for step in chain.from_iterable(self.steps):
            for part in filter(takes_chips, step.parts):
                plain = part.amount.of == "" if part.amount else part.kind not in WHOLE
                n = (number(part) if plain else MANY) * (step.whom.many or MANY)
                most[CHIP.get(part.kind, part.kind)] += n
        return dict.fromkeys(most, most.total())


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
    limits: Choice | None

    @cached_property
    def said(self) -> str:
        """Return the text of the card: its ability with the cost, and its story."""
        text = says(self.text, self.effect, self.name)
        title = message("{ability} ({cost})", ability=self.ability or "Ability", cost=self.cost)
        ability = title if self.ability or text else ""
        return str(joined((joined((ability, text), ": "), self.mythos), " "))


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
    limits: Choice | None

    @cached_property
    def said(self) -> str:
        """Return the text of the card: its effect and its story."""
        return str(joined((says(self.text, self.effect), self.mythos), " "))
