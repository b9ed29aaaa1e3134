"""A table that is taken along: its homes, in remarks of its transcript, and what two copies of it share."""

import re
from typing import Any

from companion.kernel.journal import Table
from companion.storage.session import CODE_OF

HOMES = 2
"""So many homes stand in a transcript: the table it was written at, and the one that came from."""
_REMARK = re.compile(rf"# home: (https?://[a-z0-9.:\[\]-]{{1,120}}/t/{CODE_OF})")


def remarked(text: str, *homes: str) -> str:
    """Return a transcript with the addresses at which its table is at home, the nearest first."""
    return text + "".join(f"# home: {home}\n" for home in homes if home)


def homes(text: str) -> list[str]:
    """Return the addresses of the tables at which a transcript is at home, the nearest first."""
    match = (_REMARK.fullmatch(line.strip()) for line in text.splitlines() if line.startswith("# home: "))
    return [one[1] for one in match if one][:HOMES]


def same_start(one: Table[Any], other: Table[Any]) -> bool:
    """True if two sittings are of one game, with the same seats, options and cards."""
    a, b = one.opening, other.opening
    alike = (one.game.key, [*a.seats], a.options, a.cards) == (other.game.key, [*b.seats], b.options, b.cards)
    return alike and not one.stopped


def in_common(one: Table[Any], other: Table[Any]) -> int:
    """Return how many entries two sittings begin with that are the same."""
    n = 0
    for a, b in zip(one.log, other.log, strict=False):
        if (a.entry.seat, a.entry.verb, _named(a)) != (b.entry.seat, b.entry.verb, _named(b)):
            break
        n += 1
    return n


def _named(step: Any) -> dict[str, list[str]]:
    """Return the answers of an entry, each as a list, without those that are empty."""
    answers = step.entry.answers.items()
    return {name: [*([answer] if isinstance(answer, str) else answer)] for name, answer in answers if answer}
