"""Transcripts that say which entries the phone said for somebody absent, and which a photograph showed.

The kernel knows neither: they stand in remarks, ``# the phone said: 3 5 6``, which any reader may pass over.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.kernel import transcript
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.state import changed
from companion.storage.session import EYE, PHONE, Session

MARKS = {"the phone said": PHONE, "a photograph showed": EYE}
"""What a remark says of entries, and how their keys begin."""
A_LINE = 100
"""So many entries on a line."""
_REMARK = re.compile(rf"# ({'|'.join(MARKS)}): ([0-9 ]+)")


def write(session: Session) -> str:
    """The sitting as text, with its marks at the end."""
    table, lines = session.table, list[str]()
    for words, mark in MARKS.items():
        numbers = [str(step.entry.n) for step in table.log if step.entry.key.startswith(mark)]
        starts = range(0, len(numbers), A_LINE)
        lines += [f"# {words}: {' '.join(numbers[n : n + A_LINE])}\n" for n in starts]
    return transcript.write(table, session.players) + "".join(lines)


def read(text: str, games: Mapping[str, Game[Any]], described: Callable[[str], Game[Any]]) -> Table[Any]:
    """The sitting that a text tells, with its marks; Unreadable says which line does not hold."""
    table, marks = transcript.read(text, games, described), dict[str, str]()
    for line in text.splitlines():
        if match := _REMARK.fullmatch(line.strip()):
            marks |= dict.fromkeys(match[2].split(), MARKS[match[1]])
    if not marks:
        return table
    log = [
        replace(step, entry=replace(step.entry, key=marks.get(str(step.entry.n), "") + step.entry.key))
        for step in table.log
    ]
    return changed(table, log=tuple(log))
