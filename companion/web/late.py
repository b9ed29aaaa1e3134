"""Sentences about entries that came between the page a phone tapped on and its tap."""

from typing import Any

from companion.kernel.journal import Table, sentence
from companion.words import listed

TOLD = 3
"""So many entries are named when a page was late; the rest is counted."""


def since(table: Table[Any], seen: int, until: int | None = None) -> str:
    """Return the entries after ``seen`` and before ``until`` in words: ``Demons: Move: Baal, A7``."""
    late = table.log[max(seen, 0) : until]
    said = [f"{step.entry.seat}: {sentence(table.game, step.entry)}" for step in late[-TOLD:]]
    more = len(late) - len(said)
    return "; ".join([f"{more} more", *said] if more > 0 else said)


def played_after(t: Table[Any], seen: int, n: int) -> str:
    """Return the sentence about a tap that was late, but still allowed."""
    between = t.log[max(seen, 0) : n - 1]
    if not between or seen < 0:
        return ""
    seats = listed(list(dict.fromkeys(step.entry.seat for step in between)))
    return f"Played after {seats}: {since(t, seen, n - 1)}."
