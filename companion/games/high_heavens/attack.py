"""What an attack can be aimed at, and what it amounts to."""

from typing import NamedTuple

from companion.games.high_heavens.box import BASE_OF, BASES, ENEMY, FACTS
from companion.games.high_heavens.state import Heavens

MELEE, RANGE = "melee", "range"
TRAP_UNDER, TRAP_ON, COLUMN_ON = "trap under ", "trap on ", "architecture on "


class Target(NamedTuple):
    """Something that can be hit: what it is, the god, side or hex it is, and where it stands."""

    kind: str
    """``god``, ``base``, ``trap`` or ``column``."""
    holder: str
    place: str


def target(heavens: Heavens, name: str) -> Target:
    """The target of that name."""
    if name in BASE_OF:
        side = BASE_OF[name]
        return Target("base", side, heavens.bases.get(side, name))
    if name in heavens.box.gods:
        return Target("god", name, heavens.at.get(name, ""))
    if name.startswith(TRAP_UNDER):
        god = name[len(TRAP_UNDER) :]
        return Target("trap", god, heavens.at[god])
    if name.startswith(TRAP_ON):
        return Target("trap", name[len(TRAP_ON) :], name[len(TRAP_ON) :])
    place = name[len(COLUMN_ON) :]
    return Target("column", place, place)


def target_names(heavens: Heavens, side: str) -> list[str]:
    """Everything on the board that can be hit, the enemy's first."""
    gods, foe = heavens.box.gods, ENEMY[side]
    ordered = [*heavens.box.own[foe], *heavens.box.own[side]]
    found = [god for god in ordered if god in heavens.at]
    found.append(BASES[foe])
    for holder, stack in heavens.chips.items():
        if stack.trap:
            found.append(f"{TRAP_UNDER if holder in gods else TRAP_ON}{holder}")
        if stack.column:
            found.append(f"{COLUMN_ON}{holder}")
    found.append(BASES[side])
    return found


def blow(heavens: Heavens, god: str, how: str, at: Target) -> tuple[int, str]:
    """The damage of an attack, and the sum in words: ``Thor melee 3 + 1 attack − 2 armor = 2``."""
    card, bonus = heavens.box.gods[god], heavens.stack(god).attack
    n = card.melee if how == MELEE else card.power
    words = f"{god} {how} {n}"
    if bonus:
        words += f" + {bonus} attack"
    n += bonus
    armor = heavens.stack(at.holder).armor if at.kind == "god" else 0
    if armor:
        words += f" − {armor} armor"
    dealt = max(0, n - armor)
    return dealt, f"{words} = {dealt}" if bonus or armor else words


def land(heavens: Heavens, at: Target, dealt: int, words: str, rule: str) -> Heavens:
    """Let damage that is already worked out fall on a target."""
    match at.kind:
        case "god":
            return heavens.lose_health(at.holder, dealt, words, rule)
        case "base":
            return heavens.hurt_base(at.holder, dealt, words)
        case kind:
            return heavens.wear_down(
                at.holder, kind, dealt, words, "architecture" if kind == "column" else kind
            )


def missed(die: str) -> bool:
    """Whether a die misses."""
    return int(die) < int(FACTS["runes"]["hits_from"])
