"""Abilities that are for once a turn or once a game, and those that were used."""

from functools import lru_cache

from companion.games.high_heavens.state.heavens import Heavens
from companion.kernel.values import ThingName
from companion.toolkit.cards.language import AT_ONCE, ONCE_A_TURN
from companion.words import message, possessive

TILL = {"once a turn": "this turn", "once a game": "this game"}
"""In which time it was used, in words."""


@lru_cache(maxsize=1024)
def called(god: str, when: str) -> ThingName:
    """Return the log's name for it: ``Odin's ability``, ``Odin's ability on kill``."""
    return f"{possessive(god)} ability {when}".rstrip()


def per(heavens: Heavens, god: str, when: str = AT_ONCE) -> str:
    """Return how often a god's card is for at such a time, if it was used; else an empty string."""
    return heavens.box.gods[god].pers[when] if (god, when) in heavens.done else ""


def used(heavens: Heavens, god: str, when: str = AT_ONCE) -> Heavens:
    """Remember that a god's card was used, if it says how often it is."""
    often = heavens.box.gods[god].pers.get(when, "")
    if not often:
        return heavens
    name = called(god, when)
    after = heavens.but(done=heavens.done | {(god, when)})
    words = message("{ability}: used {till}.", ability=name, till=TILL[often])
    return after.tell(words, god, name, rule="ability")


def reopened(heavens: Heavens) -> Heavens:
    """Reopen at the start of a turn what a god may do once a turn."""
    for one in sorted(heavens.done):
        if per(heavens, *one) == ONCE_A_TURN:
            after = heavens.but(done=heavens.done - {one})
            name = called(*one)
            words = message("{ability} is open again.", ability=name)
            heavens = after.tell(words, one[0], name, rule="ability")
    return heavens
