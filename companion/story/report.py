"""A report that carries the game: a sitting as its transcript, with what was wrong in remarks before it.

Its remarks are lines like ``# shown: The Angels' turn``. So it is read, replayed and tested like any
transcript.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.kernel import transcript
from companion.kernel.action import Words, nouns
from companion.kernel.game import Game
from companion.kernel.journal import Entry, Step, Table
from companion.kernel.state import changed

FIRST = "# a report of Companion"
LINES, LINE = 120, 240
"""So many lines of each thing are kept, and so many letters of each."""
SHORTEST = 2
"""A name of one letter is not looked for in what was shown: it could be anything."""


@dataclass(frozen=True)
class ProblemReport:
    """A report of something wrong: the player's words, and what the phone showed."""

    said: str
    """The player's own words."""
    shown: str
    """The text of the page."""
    refused: str
    """The last refusal."""
    browser: str
    version: str
    """The version of Companion."""


def write(table: Table[Any], players: Mapping[str, str], report: ProblemReport, names: bool) -> str:
    """The report as text; seats stand for the names of the players unless ``names`` are kept."""
    put = partial(_with_seats, {} if names else {name: seat for seat, name in players.items()})
    lines = [FIRST, f"# version: {report.version}", f"# rules: {table.game.rules.version}"]
    for what in ("browser", "said", "refused", "shown"):
        text_lines = [" ".join(line.split()) for line in getattr(report, what).splitlines()]
        lines += [f"# {what}: {_printable(put(line)).strip()[:LINE]}" for line in text_lines if line][:LINES]
    if stop := table.stopped:
        lines.append(f"# stopped: entry {stop.entry.n}: {_printable(put(stop.refusal.why))[:LINE]}")
    log = tuple(_without(table.game, step, put) for step in table.log)
    seats = dict(players) if names else dict(zip(players, players, strict=True))
    return "\n".join(lines) + "\n" + transcript.write(changed(table, log=log), seats)


def _with_seats(seats: Mapping[str, str], words: str) -> str:
    """Return words with the seats in place of the players' names; names of one letter stay."""
    for name, seat in seats.items():
        if len(name) >= SHORTEST:
            words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", seat, words)
    return words


def remarks(text: str) -> dict[str, list[str]]:
    """Return the remarks of a report, by their kind; nothing for a text that is no report."""
    if not text.startswith(FIRST):
        return {}
    result: dict[str, list[str]] = {}
    for line in text[: (LINES + 1) * (LINE + 20) * 5].splitlines()[1:]:
        what, colon, words = line.removeprefix("# ").partition(": ")
        if not line.startswith("# ") or not colon:
            break
        result.setdefault(what, []).append(words)
    return result


def _printable(words: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in words)


def _without(game: Game[Any], step: Step[Any], put: Any) -> Step[Any]:
    """An entry whose free words name seats instead of people."""
    entry: Entry = step.entry
    kind = game.kind(entry.verb)
    free = [name for name, noun in nouns(kind).items() if isinstance(noun, Words)] if kind else []
    if not free:
        return step
    answers = {
        name: put(answer) if name in free and isinstance(answer, str) else answer
        for name, answer in entry.answers.items()
    }
    return changed(step, entry=changed(entry, answers=answers))
