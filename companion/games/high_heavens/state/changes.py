"""Figures of gods that cards change for a while: for this turn, or until a seat's next turn."""

from functools import lru_cache

from companion.games.high_heavens.state.heavens import Heavens
from companion.kernel.values import ThingName
from companion.toolkit.cards.language import LASTS
from companion.words import Message, message, possessive

THIS_TURN = LASTS[0]
"""Till when a figure is changed; else till the next turn of the seat named there."""


def till(until: str) -> Message | str:
    """Return how long in words: ``this turn``, ``until the next Greek turn``."""
    return until if until == THIS_TURN else message("until the next {seat} turn", seat=until)


@lru_cache(maxsize=1024)
def called(god: str, figure: str, until: str) -> ThingName:
    """Return the log's name for a change: ``Thor's attack this turn``."""
    return f"{possessive(god)} {figure} {till(until)}"


def of(heavens: Heavens, god: str) -> tuple[str, ...]:
    """Return the log's names for the changes of a god."""
    return tuple(called(*key) for key in heavens.changes if key[0] == god)


def change(heavens: Heavens, god: str, figure: str, n: int, until: str) -> Heavens:
    """A figure of a god is changed for a while."""
    key = (god, figure, until)
    now = heavens.changes.get(key, 0) + n
    changes = {other: much for other, much in {**heavens.changes, key: now}.items() if much}
    name = called(*key)
    words = message("{change}: {n:+}.", change=name, n=now)
    return heavens.but(changes=changes).tell(words, god, name, rule="for-a-while")


def ended(heavens: Heavens, until: str) -> Heavens:
    """Figures that were changed till now are as printed again."""
    for key in [key for key in heavens.changes if key[2] == until]:
        left = {other: n for other, n in heavens.changes.items() if other != key}
        name = called(*key)
        words = message("{change}: over.", change=name)
        heavens = heavens.but(changes=left).tell(words, key[0], name, rule="for-a-while")
    return heavens


def dropped(heavens: Heavens, god: str) -> Heavens:
    """A god that falls or leaves keeps no change. Tells nothing."""
    if not heavens.changes:
        return heavens
    return heavens.but(changes={key: n for key, n in heavens.changes.items() if key[0] != god})
