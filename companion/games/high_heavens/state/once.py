"""Abilities that are for once a turn or once a game, and those that were used."""

from companion.games.high_heavens.state.heavens import Heavens
from companion.toolkit.cards.language import AT_ONCE, ONCE_A_TURN
from companion.words import possessive

TILL = {"once a turn": "this turn", "once a game": "this game"}
"""In which time it was used, in words."""


def called(god: str, when: str) -> str:
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
    return after.tell(f"{name}: used {TILL[often]}.", god, name, rule="ability")


def reopened(heavens: Heavens) -> Heavens:
    """Reopen at the start of a turn what a god may do once a turn."""
    for one in sorted(heavens.done):
        if per(heavens, *one) == ONCE_A_TURN:
            after = heavens.but(done=heavens.done - {one})
            heavens = after.tell(f"{called(*one)} is open again.", one[0], called(*one), rule="ability")
    return heavens
