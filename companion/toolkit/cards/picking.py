"""An effect picked instead of typed: ready ones of a game, and the words of its dialect that make one."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from companion.kernel.cardset import Picker
from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import IT, KINDS, OPPONENT, SELF, WHOM, WITHIN
from companion.toolkit.cards.text import propose
from companion.toolkit.cards.wording import words
from companion.words import Text

FIGURES = tuple(map(str, range(1, 10)))
STEPS = (1, 2, 3, 4)


def picker(
    dialect: Dialect,
    ready: Iterable[str],
    me: str = "it",
    names: Callable[[Mapping[str, Any]], Mapping[str, str]] = lambda row: {},
) -> Picker:
    """Return the picker of effects for the set editor, without the ``ready`` ones that the game refuses.

    ``names`` maps the names on a card to targets.
    """

    def says(text: str) -> Text:
        return "" if fault(text, dialect) else words(read(text), dialect, me)

    def reads(row: Mapping[str, Any]) -> str:
        reading = propose(str(row.get("text") or ""), dialect, names(row))
        return "" if reading.left else reading.effect

    result = {text: says(text) for text in ready if text}
    return Picker(tuple((text, word) for text, word in result.items() if word), _words(dialect), says, reads)


def _words(dialect: Dialect) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The words of a part in the order in which they stand, by what they say; none of some may be said."""
    kinds = [kind for kind in KINDS if kind in dialect.kinds or kind in dialect.standing]
    paid = [f"pay {what}" if what == "token" else f"pay 1 {what}" for what in dialect.paid]
    groups = (
        ("When", [f"{head}:" for head in (*dialect.whens, *dialect.pers, *paid)]),
        ("What", kinds),
        ("How much", _amounts(dialect)),
        ("Whom", _whom(dialect)),
        ("How far", _far(dialect.reaches)),
        ("To where", [f"to {place}" for place in dict.fromkeys(_far(chain(*dialect.places.values())))]),
        ("Past what", list(dialect.past)),
        ("How long", list(dialect.lasts)),
    )
    return tuple((title, tuple(said)) for title, said in groups if said)


def _amounts(dialect: Dialect) -> list[str]:
    """Return the amounts: figures, losses where something can be lost, and what is added."""
    losses = ["-1", "-2", "-3"] if dialect.losses or dialect.standing else []
    added = (("level", "L"), ("attack", "attack"), ("all", "all"))
    of = [word for phrase, word in added if phrase in dialect.of]
    return [*FIGURES, *losses, *of, *(["-all"] if "all" in of and losses else [])]


def _whom(dialect: Dialect) -> list[str]:
    """Return the words for all possible targets: one, up to two and all of them."""
    vocabulary = {
        word for kinds in (dialect.kinds, dialect.standing) for who in kinds.values() for word in who
    }
    words = [SELF] if SELF in vocabulary else []
    for one, many in WHOM.items():
        if one in vocabulary:
            several = [f"up to two {many}", many] if one != OPPONENT else []
            words += [one, *(several if dialect.counts > 1 else several[1:])]
    return [*words, IT]


def _far(reaches: Iterable[str]) -> list[str]:
    return [far for how in reaches for far in ([f"{how} {n}" for n in STEPS] if how == WITHIN else [how])]
