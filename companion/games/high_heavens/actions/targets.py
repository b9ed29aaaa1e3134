"""Targets of an attack, and the damage that they take."""

from typing import NamedTuple

from companion.games.high_heavens.box import BASE_OF, BASES, ENEMY
from companion.games.high_heavens.state import Heavens, bases, chips
from companion.games.high_heavens.state.around import COLUMN, TRAP, built, built_at, lent
from companion.words import Message, message


class Target(NamedTuple):
    """Something that can be hit: what it is, the god, side or hex it is, and where it stands."""

    kind: str
    """``god``, ``base``, ``trap`` or ``column``."""
    holder: str
    place: str


def named(heavens: Heavens, name: str) -> Target:
    """The target of that name."""
    if name in BASE_OF:
        side = BASE_OF[name]
        return Target("base", side, heavens.bases.get(side, name))
    if name in heavens.box.gods:
        return Target("god", name, heavens.at.get(name, ""))
    thing = built(heavens.box)[name]
    return Target(thing.what, thing.of, heavens.at.get(thing.of, thing.of))


def target_names(heavens: Heavens, side: str) -> list[str]:
    """Everything on the board that can be hit, the enemy's first."""
    foe = ENEMY[side]
    ordered = [*heavens.box.own[foe], *heavens.box.own[side]]
    result = [god for god in ordered if god in heavens.at]
    result.append(BASES[foe])
    for holder, stack in heavens.chips.items():
        if stack.trap:
            result.append(built_at(heavens.box, TRAP, holder))
        if stack.column:
            result.append(built_at(heavens.box, COLUMN, holder))
    result.append(BASES[side])
    return result


def armor(heavens: Heavens, at: Target) -> tuple[int, list[Message]]:
    """Return the armor of a target, including what others lend it, and the terms of the sum."""
    if at.kind != "god":
        return 0, []
    n = heavens.stack(at.holder).armor
    lends = lent(heavens, at.holder, "armor")
    own = [message("− {n} armor", n=n)] if n else []
    return n + sum(more.n for more in lends), [*own, *(more.term(-more.n) for more in lends)]


def land(heavens: Heavens, at: Target, dealt: int, words: Message, rule: str) -> Heavens:
    """Let damage that is already worked out fall on a target."""
    match at.kind:
        case "god":
            return chips.lose_health(heavens, at.holder, dealt, words, rule)
        case "base":
            return bases.hurt_base(heavens, at.holder, dealt, words)
        case kind:
            return chips.wear_down(
                heavens, at.holder, kind, dealt, words, "architecture" if kind == "column" else kind
            )
