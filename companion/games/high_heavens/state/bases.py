"""Hands on the home bases: put on their hexes, and hurt."""

from companion.games.high_heavens.box import BASES, ENEMY, HEX_OF
from companion.games.high_heavens.state.heavens import Heavens


def put_base(heavens: Heavens, side: str, place: str, rule: str = "") -> Heavens:
    """Put a home base on a hex."""
    after = heavens.but(bases={**heavens.bases, side: place})
    return after.tell(f"Put {BASES[side]} on {place}.", BASES[side], HEX_OF[side], rule=rule).settled()


def hurt_base(heavens: Heavens, side: str, n: int, how: str) -> Heavens:
    """Turn a base's health marker down; at none the game is over."""
    base, left = BASES[side], max(0, heavens.health[side] - n)
    if not n:
        return heavens.tell(f"{how}: {base} loses nothing.", base, rule="base")
    after = heavens.but(health={**heavens.health, side: left})
    after = after.tell(f"{how}: turn {base} from {heavens.health[side]} to {left}.", base, rule="base")
    if left:
        return after
    return after.lost(side, "base", f"{base} has fallen: {ENEMY[side]} win.", base)
