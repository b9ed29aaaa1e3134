"""Limits of a card that is carried out by hand: only what it names, only where it acts, each thing once."""

from typing import NamedTuple

from companion.games.high_heavens.actions.checks import refuse, require
from companion.games.high_heavens.actions.using import Using, card_at
from companion.games.high_heavens.box import BASE_OF, COLOUR
from companion.games.high_heavens.cards import Do
from companion.games.high_heavens.effects import CHIP, takes_chips
from companion.games.high_heavens.state import Heavens, Use
from companion.kernel.state import changed
from companion.toolkit.cards.grammar import write_choice
from companion.toolkit.cards.language import EffectPart


class Limit(NamedTuple):
    """A part that a card names and that is not done yet: its number, and its possible targets."""

    number: int
    part: EffectPart
    names: tuple[str, ...]


def open_use(heavens: Heavens) -> Use:
    """The card that was paid for."""
    assert heavens.use is not None
    return heavens.use


def limits(heavens: Heavens, by: str, *kinds: str, loss: bool = False) -> tuple[Limit, ...] | None:
    """Return what is left of these kinds, or None if the card sets no limit."""
    use = open_use(heavens)
    using = card_at(heavens, by, use.name)
    if using.card.limits is None:
        return None
    result = []
    for n, part in enumerate(using.card.limits):
        if part.kind in kinds and part.loss == loss:
            hit = [name for number, name in use.done if number == n]
            if names := _targets(using, part, hit):
                result.append(Limit(n, part, names))
    return tuple(result)


def _targets(using: Using, part: EffectPart, hit: list[str]) -> tuple[str, ...]:
    """Return those a part can still be done to, besides those it was done to."""
    if part.whom.many and len(hit) >= part.whom.many:
        return ()
    names = [name for name in using.search(Do(part.whom, (part,))) if name not in hit]
    left = not takes_chips(part) or using.heavens.bank[COLOUR[CHIP.get(part.kind, part.kind)]]
    return tuple(names if left else filter(BASE_OF.__contains__, names))


def need(heavens: Heavens, by: str, *kinds: str, loss: bool = False) -> None:
    """Before anything is asked: the card must name such a thing, not done yet, and find somebody."""
    if limits(heavens, by, *kinds, loss=loss) == ():
        says = write_choice(card_at(heavens, by, open_use(heavens).name).card.limits or ())
        hint = "Tap Done, or set it by hand."
        if not says:
            refuse("ability", "{card} names nothing that the phone knows.", hint, card=heavens.using)
        refuse("ability", "{card} names nothing more of this: {says}.", hint, card=heavens.using, says=says)


def need_name(heavens: Heavens, by: str, name: str, *kinds: str, loss: bool = False) -> None:
    """The card must name this one."""
    left = limits(heavens, by, *kinds, loss=loss)
    if left is not None:
        named = any(name in limit.names for limit in left)
        require(named, "ability", "{card} does not name {name} for this.", card=heavens.using, name=name)


def need_amount(heavens: Heavens, by: str, name: str, n: int, *kinds: str, loss: bool = False) -> None:
    """The card must name so much."""
    most = most_of(heavens, by, name, *kinds, loss=loss)
    require(n <= most, "ability", "{card} says {most} at most, not {n}.", card=heavens.using, most=most, n=n)


def need_whole(heavens: Heavens, by: str, name: str, n: int, kind: str) -> None:
    """The card must name just so much for a hex, or the bank have no more than that."""
    need_amount(heavens, by, name, n, kind)
    if limits(heavens, by, kind) is not None:
        most = min(most_of(heavens, by, name, kind), heavens.bank[COLOUR[CHIP.get(kind, kind)]])
        require(n >= most, "ability", "{card} says {most}, not {n}.", card=heavens.using, most=most, n=n)


def most_of(heavens: Heavens, by: str, name: str, *kinds: str, loss: bool = False) -> int:
    """Return the most that the card allows for somebody."""
    left = limits(heavens, by, *kinds, loss=loss)
    return MOST if left is None else max((_n(limit.part) for limit in left if name in limit.names), default=0)


def _n(part: EffectPart) -> int:
    if part.amount is None:
        return 1
    return MOST if part.amount.of else abs(part.amount.n)


MOST = 10
"""The largest amount of one effect, and the farthest a god is moved, where the card does not say."""


def part_for(heavens: Heavens, by: str, name: str, *kinds: str) -> EffectPart | None:
    """The part that a card names for somebody; None where it does not say."""
    left = limits(heavens, by, *kinds) or ()
    return next((limit.part for limit in left if name in limit.names), None)


def noted(heavens: Heavens, by: str, name: str, *kinds: str, loss: bool = False) -> Heavens:
    """Remember that a part is done."""
    return heavens.but(use=used(heavens, by, name, *kinds, loss=loss))


def used(heavens: Heavens, by: str, name: str, *kinds: str, loss: bool = False) -> Use:
    """The card once a part of it is done."""
    left = limits(heavens, by, *kinds, loss=loss) or ()
    number = next((limit.number for limit in left if name in limit.names), None)
    use = open_use(heavens)
    return use if number is None else changed(use, done=(*use.done, (number, name)))
