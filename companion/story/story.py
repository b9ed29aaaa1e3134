"""The story of a sitting: turns, thought, what each did most, and its course."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.kernel.game import AGREE_UNDO, UNDO
from companion.kernel.journal import Table
from companion.story.course import Course, course
from companion.words import Text, message

BREAK = 600.0
"""Seconds between two entries that are a break and no thought."""
DID = 3
"""The most verbs of a seat that a story names."""
TURNS = "Turns"
"""What a game calls them among its figures."""
Numbers = Iterable[tuple[str, Mapping[str, int] | int]]


@dataclass(frozen=True)
class StoryPart:
    """The part of one seat in a sitting."""

    seat: str
    turns: int
    """As the game counts them; where it does not, how often the seat came up."""
    thought: float
    """Seconds from the entry before to each of its own; breaks are left out."""
    sentences: int
    did: tuple[tuple[str, int], ...]
    """What it did most: the verb's title, and how often."""
    taken_back: int
    """How often it took something back."""


@dataclass(frozen=True)
class Story:
    """The story of a sitting; of one that goes on, so far."""

    parts: tuple[StoryPart, ...]
    turns: int
    """The turns of all seats."""
    played: float
    """Seconds of all its thought together; 0 where the entries have no times."""
    began: float
    ended: float
    course: Course | None

    def came_up(self, part: StoryPart) -> Text:
        """The turns of a seat in words; where the game counts them otherwise, how often it came up."""
        counted = sum(one.turns for one in self.parts) == self.turns
        words = "{n:# turn|# turns}" if counted else "{n:# time|# times} on turn"
        return message(words, n=part.turns)


def story(table: Table[Any], created: float, numbers: Numbers = ()) -> Story:
    """The story of a sitting that was opened at ``created``, in seconds since 1970.

    ``numbers`` are the game's own figures of it, which may count the turns.
    """
    counted = dict(numbers).get(TURNS)
    turns = counted if isinstance(counted, Mapping) else _came_up(table)
    took = took_place(table, created)
    return Story(
        tuple(_part(table, seat, turns[seat], took.thought) for seat in table.opening.seats),
        counted if isinstance(counted, int) else sum(turns.values()),
        took.played,
        took.began,
        took.ended,
        course(table),
    )


@dataclass(frozen=True)
class TookPlace:
    """The times at which a sitting began and ended, in seconds since 1970, and the seconds of thought by
    seat."""

    began: float
    ended: float
    thought: Mapping[str, float]

    @property
    def played(self) -> float:
        """Seconds of all its thought together; 0 where the entries have no times."""
        return sum(self.thought.values())


def took_place(table: Table[Any], created: float) -> TookPlace:
    """Return when a sitting that was opened at ``created`` took place, and how long it was thought about."""
    times = [step.entry.at for step in table.log if step.entry.at]
    return TookPlace(min([created, *times]), max(times, default=created), _thought(table, created))


def _came_up(table: Table[Any]) -> Mapping[str, int]:
    """Seat to how often it began to speak after another."""
    heads = [None, *(step.entry.seat for step in table.standing)]
    came = Counter(after for before, after in pairwise(heads) if after != before)
    return {seat: came[seat] for seat in table.opening.seats}


def _part(table: Table[Any], seat: str, turns: int, thought: Mapping[str, float]) -> StoryPart:
    own = [step.entry for step in table.standing if step.entry.seat == seat]
    verbs = Counter(entry.verb for entry in own)
    did = [(kind.title, n) for verb, n in verbs.most_common() if (kind := table.game.kind(verb))]
    return StoryPart(
        seat,
        turns,
        thought[seat],
        len(own),
        tuple(did[:DID]),
        sum(step.entry.seat == seat and step.entry.verb in (UNDO, AGREE_UNDO) for step in table.log),
    )


def _thought(table: Table[Any], created: float) -> dict[str, float]:
    """Seat to its seconds of thought."""
    spent = dict.fromkeys(table.opening.seats, 0.0)
    first = table.log[0].entry.at if table.log else 0.0
    before = min(created, first) if first else created
    for step in table.log:
        gap = step.entry.at - before
        if step.entry.seat in spent and 0 < gap <= BREAK:
            spent[step.entry.seat] += gap
        before = max(before, step.entry.at)
    return spent
