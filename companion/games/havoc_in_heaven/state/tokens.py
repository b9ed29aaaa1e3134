"""Hands that lay tokens on units and take them off: damage and stuns."""

from companion.games.havoc_in_heaven import box
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.games.havoc_in_heaven.state.piles import with_number
from companion.words import message


def mend(lane: Havoc, unit: str, n: int, rule: str = "") -> Havoc:
    """Take damage off a unit."""
    had = lane.damage.get(unit, 0)
    off = min(n, had)
    damage = with_number(lane.damage, unit, had - off)
    words = "Take {off} damage off {unit}: {left} left." if off else "{unit} has no damage."
    sentence = message(words, off=off, unit=unit, left=had - off)
    return lane.but(damage=damage).tell(sentence, unit, box.of(unit, box.DAMAGE), rule=rule)


def stun(lane: Havoc, unit: str) -> Havoc:
    """Put a stun token on a unit."""
    if unit not in lane.row:
        return lane
    after = lane.but(stunned=lane.stunned | {unit})
    return after.tell(
        message("Put a stun token on {unit}.", unit=unit), unit, box.of(unit, box.STUN_TOKEN), rule="stun"
    )


def unstun(lane: Havoc, unit: str) -> Havoc:
    """Take a stun token off a unit; if it made the unit Inactive in this turn, the unit is active again."""
    if unit not in lane.stunned:
        return lane
    inactive = lane.inactive - {unit} if unit in lane.dazed else lane.inactive
    after = lane.but(stunned=lane.stunned - {unit}, dazed=lane.dazed - {unit}, inactive=inactive)
    about = (unit, box.of(unit, box.STUN_TOKEN), box.of(unit, box.STATUS))
    return after.tell(message("Take the stun token off {unit}.", unit=unit), *about, rule="stun")
