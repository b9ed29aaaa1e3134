"""Hands on the home bases: put on their hexes, and hurt."""

from companion.games.high_heavens.box import BASES, ENEMY, HEX_OF
from companion.games.high_heavens.state.heavens import Heavens
from companion.words import Message, message


def put_base(heavens: Heavens, side: str, place: str, rule: str = "") -> Heavens:
    """Put a home base on a hex."""
    after = heavens.but(bases={**heavens.bases, side: place})
    words = message("Put {base} on {place}.", base=BASES[side], place=place)
    return after.tell(words, BASES[side], HEX_OF[side], rule=rule).settled()


def hurt_base(heavens: Heavens, side: str, n: int, how: Message | str) -> Heavens:
    """Turn a base's health marker down; at none the game is over."""
    base, left = BASES[side], max(0, heavens.health[side] - n)
    if not n:
        words = message("{how}: {base} loses nothing.", how=how, base=base)
        return heavens.tell(words, base, rule="base")
    after = heavens.but(health={**heavens.health, side: left})
    words = message(
        "{how}: turn {base} from {had} to {left}.", how=how, base=base, had=heavens.health[side], left=left
    )
    after = after.tell(words, base, rule="base")
    return after if left else base_lost(after, side)


def base_lost(heavens: Heavens, side: str) -> Heavens:
    """End the game because a home base has fallen."""
    why = message("{base} has fallen: {side} win.", base=BASES[side], side=ENEMY[side])
    return heavens.lost(side, "base", why, BASES[side])
