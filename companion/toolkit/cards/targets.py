"""The targets of a card, at a table that a game describes in three answers."""

from collections.abc import Iterable
from itertools import chain
from typing import Protocol

from companion.toolkit.cards.language import SELF, CardStep, Choice, EffectPart, If, Reach, Whom, steps
from companion.words import Message, message


class CardContext(Protocol):
    """A moment of a game while somebody uses a card."""

    def named(self, word: str) -> Iterable[str]:
        """Return the names of all that a word means: every ``enemy``, every ``trap``, every open ``hex``."""

    def reaches(self, reach: Reach, name: str) -> bool:
        """True if something is within reach."""

    def takes(self, part: EffectPart, name: str) -> bool:
        """True if a part would do anything to it: there is room, it is hurt, it is not too many."""


def unmet(only: If, who: str, has: int, called: str) -> Message | None:
    """Return why a condition does not hold for who has so much of a figure, without a full stop."""
    if only.holds(has):
        return None
    return message(
        "{who} has {has} {called}; the card says {n} or {how}",
        who=who,
        has=has or "no",
        called=called,
        n=only.n,
        how="less" if only.less else "more",
    )


def whose(table: CardContext, whom: Whom) -> Iterable[str]:
    """Return everybody that the words name, however far, each once."""
    return dict.fromkeys(chain.from_iterable(map(table.named, whom.words)))


def within(table: CardContext, whom: Whom) -> list[str]:
    """Return those that are near enough; oneself always is."""
    own = set(table.named(SELF)) if SELF in whom.words else ()
    return [name for name in whose(table, whom) if name in own or table.reaches(whom.reach, name)]


def open_to(table: CardContext, step: CardStep) -> list[str]:
    """Return the targets that are near enough and that at least one part of a step does anything to."""
    return [name for name in within(table, step.whom) if any(table.takes(part, name) for part in step.parts)]


def needed(step: CardStep) -> int:
    """Return how many must be there for a step that points at them: its number, or 1 if it says up to."""
    if not step.whom.pointed:
        return 0
    return 1 if step.whom.up_to else step.whom.many


def can(table: CardContext, step: CardStep) -> bool:
    """True if a step does anything at all: enough targets are there, or it needs none."""
    if not step.whom.words:
        return any(table.takes(part, "") for part in step.parts)
    return len(open_to(table, step)) >= max(1, needed(step))


def playable(table: CardContext, choice: Choice) -> bool:
    """True if a choice does anything: at least one of its steps finds somebody."""
    return any(can(table, step) for step in steps(choice))
