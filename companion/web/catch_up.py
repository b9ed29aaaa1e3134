"""Sentences about entries that came between the page a phone tapped on and its tap."""

from typing import Any

from companion.kernel.journal import Table, sentence
from companion.words import Text, joined, message

TOLD = 3
"""So many entries are named when a page was late; the rest is counted."""


def since(table: Table[Any], seen: int, until: int | None = None) -> Text:
    """Return the entries after ``seen`` and before ``until`` in words: ``Demons: Move: Baal, A7``."""
    late = table.log[max(seen, 0) : until]
    sentences = [
        message("{seat}: {sentence}", seat=step.entry.seat, sentence=sentence(table.game, step.entry))
        for step in late[-TOLD:]
    ]
    more = len(late) - len(sentences)
    return joined([message("{n} more", n=more), *sentences] if more > 0 else sentences)


def played_after(t: Table[Any], seen: int, n: int) -> Text:
    """Return the sentence about a tap that was late, but still allowed."""
    between = t.log[max(seen, 0) : n - 1]
    if not between or seen < 0:
        return ""
    seats = list(dict.fromkeys(step.entry.seat for step in between))
    return message("Played after {seats}: {entries}.", seats=seats, entries=since(t, seen, n - 1))
