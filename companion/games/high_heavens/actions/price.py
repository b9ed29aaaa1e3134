"""The price of an ability besides its Action Points: chips under its god, and how often it can be used."""

from companion.games.high_heavens.box import WORDS
from companion.games.high_heavens.state import Heavens, ability_limits, chips
from companion.words import Message, message

_paid: dict[str, tuple[Heavens, Heavens]] = {}
"""The moment that was looked at last, by god, before and after its ability is paid for."""


def why_not(heavens: Heavens, god: str) -> tuple[str, Message] | None:
    """Return why a god's ability cannot be paid for by the god, without a full stop; None if it can."""
    if per := ability_limits.per(heavens, god):
        return "ability", message("{god's} ability was used {till}", god=god, till=ability_limits.TILL[per])
    stack = heavens.stack(god)
    for kind, n in heavens.box.gods[god].price.items():
        has, last = getattr(stack, kind), kind == "health"
        if has < n + last:
            return "ability", message(
                "{god} has {has} {chip}; its ability takes {n}, and never its last"
                if last
                else "{god} has {has} {chip}; its ability takes {n}",
                god=god,
                has=has or "no",
                chip=WORDS[kind],
                n=n,
            )
    return None


def pay(heavens: Heavens, name: str) -> Heavens:
    """Pay what the ability of a god takes, and remember that it was used; a Divine Power takes nothing."""
    god = heavens.box.gods.get(name)
    if god is None or not (god.price or god.pers):
        return heavens
    for kind, n in god.price.items():
        heavens = chips.take_off(heavens, name, kind, n, "ability")
    return ability_limits.used(heavens, name)


def paid(heavens: Heavens, god: str) -> Heavens:
    """Return the moment at which an ability is done: once it is paid for, if it can be."""
    card = heavens.box.gods[god]
    if not card.price or why_not(heavens, god) is not None:
        return heavens
    if god not in _paid or _paid[god][0] is not heavens:
        _paid[god] = heavens, pay(heavens, god)
    return _paid[god][1]
