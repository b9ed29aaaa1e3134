"""The worth of a moment for a seat's side: bases, gods, what they carry, and how near they are to strike."""

from companion.games.high_heavens.box import ENEMY, SIDE_OF
from companion.games.high_heavens.state import Heavens
from companion.games.high_heavens.state.pathfinding import NONE, touches

BASE, GOD, HEALTH, ARMOR, ATTACK, POISON = 1.1, 4.0, 0.9, 0.8, 1.0, -1.5
"""What a point of a base is worth, a god that stands, its Health, and each chip. House, as all figures."""
IDLE, WAITING, NEAR = 0.55, 2.0, 0.3
"""How much of a god is left where it is trapped or disabled; what one not yet in the Heavens is worth; and
each hex nearer to the enemy's base, by how hard the god strikes."""

LONG, LONGER = 30, 60
"""From one round to the other one's own Health comes to count nothing, nor that enemies are held up: else who
looks one ahead heals the same wound, or disables the same gods, for ever."""

EVERYWHERE = 99
"""More hexes than there are from end to end."""


def worth(heavens: Heavens, seat: str) -> float:
    """Return the worth of a moment for a seat."""
    side = SIDE_OF[seat]
    whole = min(1.0, max(0.0, (LONGER - heavens.round) / (LONGER - LONG)))
    held = IDLE * whole + 1.0 - whole
    return _standing(heavens, side, HEALTH * whole, IDLE) - _standing(heavens, ENEMY[side], HEALTH, held)


def _standing(heavens: Heavens, side: str, health: float, idle: float) -> float:
    total, box = BASE * heavens.health[side], heavens.box
    goal = heavens.bases.get(ENEMY[side]) if heavens.tracked else None
    for god in box.own[side]:
        if not heavens.standing(god):
            total += WAITING if heavens.in_hand(god) else 0.0
            continue
        stack, card = heavens.chips[god], box.gods[god]
        strength = card.melee + (0.7 * card.power if card.range > 1 else 0.0)
        here = GOD + health * stack.health + ARMOR * stack.armor + ATTACK * stack.attack + 0.4 * strength
        here += POISON * stack.poison
        if goal:
            far = touches(box, goal, EVERYWHERE, NONE).get(heavens.at[god], 0)
            here -= NEAR * (1.0 + 0.25 * strength) * max(0, far - card.range)
        total += here * (idle if stack.trap or stack.disable else 1.0)
    return total
