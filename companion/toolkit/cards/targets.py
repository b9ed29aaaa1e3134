"""Who a card can be done to, at a table that a game describes in three answers."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.toolkit.cards.language import SELF, Choice, Part, Reach, Step, Whom, steps


class Table(Protocol):
    """A moment of a game while somebody uses a card."""

    def named(self, word: str) -> Iterable[str]:
        """Who or what there is of a word: every ``enemy``, every ``trap``, every open ``hex``."""

    def reaches(self, reach: Reach, name: str) -> bool:
        """Whether it is as near as that."""

    def takes(self, part: Part, name: str) -> bool:
        """Whether a part would do anything to it: there is room, it is hurt, it is not too many."""


def whose(table: Table, whom: Whom) -> Iterator[str]:
    """Everybody that the words name, however far."""
    found: set[str] = set()
    for word in whom.words:
        for name in table.named(word):
            if name not in found:
                found.add(name)
                yield name


def within(table: Table, whom: Whom) -> list[str]:
    """Those that are near enough; oneself always is."""
    own = set(table.named(SELF)) if SELF in whom.words else ()
    return [name for name in whose(table, whom) if name in own or table.reaches(whom.reach, name)]


def open_to(table: Table, step: Step) -> list[str]:
    """Those near enough to whom at least one part of a step does anything."""
    return [name for name in within(table, step.whom) if any(table.takes(part, name) for part in step.parts)]


def needed(step: Step) -> int:
    """How many must be there for a step that points at them: the number it names, unless it says up to."""
    if not step.whom.pointed:
        return 0
    return 1 if step.whom.up_to else step.whom.many


def can(table: Table, step: Step) -> bool:
    """Whether a step does anything at all: enough are there, or it is done to nobody in particular."""
    if not step.whom.words:
        return any(table.takes(part, "") for part in step.parts)
    return len(open_to(table, step)) >= max(1, needed(step))


def playable(table: Table, choice: Choice) -> bool:
    """Whether a choice does anything: one of its steps finds somebody; the others then do nothing."""
    return any(can(table, step) for step in steps(choice))
