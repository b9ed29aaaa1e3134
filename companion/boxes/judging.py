"""The time to judge a verb of a box: its rules and moves, as soon as the answers they rest on are given.

A rule is worked out once its answers are there and not before; where an answer is tried, only what it adds is
judged. Both are settled as a box is read, as random play asks it a hundred thousand times a second.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.boxes.formula import Here, Value
from companion.boxes.schema import Ask
from companion.boxes.statements import Statement


@dataclass(frozen=True)
class Need:
    """A rule with teeth: what must hold, and why not in words with numbers in them."""

    key: str
    holds: Value
    why: Callable[[Here], str]
    reads: frozenset[str] = frozenset()
    """The questions of a verb whose answers it rests on."""
    work: int = 0
    """The steps it takes, with its words."""


@dataclass(frozen=True)
class Stage:
    """Rules, and what a verb does up to the last thing of it that can be refused."""

    needs: tuple[Need, ...]
    does: tuple[Statement, ...]

    @cached_property
    def judged(self) -> int:
        """The steps of its rules."""
        return sum([need.work for need in self.needs])

    @cached_property
    def done(self) -> int:
        """The steps of what the verb does."""
        return sum([one.work for one in self.does])

    def __bool__(self) -> bool:
        return bool(self.needs or self.does)


@dataclass(frozen=True)
class Judging:
    """The parts of a verb that can be judged, by the number of its questions that are answered."""

    asked: tuple[str, ...]
    """Its questions, in their order."""
    whole: tuple[Stage, ...]
    """All that can be judged then."""
    added: tuple[Stage, ...]
    """The rules that one answer more lets judge."""
    free: tuple[bool, ...]
    """True if it can be finished then whatever is answered."""
    budgets: tuple[int, ...] = ()
    """The most steps of a search for how it can be finished then."""


def judging(asks: Mapping[str, Ask], needs: Sequence[Need], does: Sequence[Statement]) -> Judging:
    """Return what can be judged of a verb, with these questions, rules and moves, after each answer."""
    asked = tuple(asks)
    refused = [n for n, one in enumerate(does) if one.refuses]
    moved = [one for one in does[: max(refused, default=-1) + 1] if not one.ends]
    needed = [(need, _last(asked, need.reads)) for need in needs]
    done = [
        (one, _last(asked, set().union(*[o.reads for o in moved[: n + 1]]))) for n, one in enumerate(moved)
    ]

    def stage(least: int, most: int) -> Stage:
        return Stage(
            tuple([need for need, n in needed if least <= n <= most]),
            tuple([one for one, n in done if least <= n <= most]),
        )

    added = tuple([stage(n, n) for n in range(1, len(asked) + 1)])
    open_to_all = [not stage and _has_answers(ask) for stage, ask in zip(added, asks.values(), strict=True)]
    return Judging(
        asked,
        tuple([stage(0, n) for n in range(len(asked) + 1)]),
        added,
        tuple([all(open_to_all[n:]) for n in range(len(asked) + 1)]),
    )


def _last(asked: Sequence[str], read: frozenset[str] | set[str]) -> int:
    """Return how many questions are answered once all of these are."""
    return max([n for n, key in enumerate(asked, 1) if key in read], default=0)


def _has_answers(ask: Ask) -> bool:
    """True if there is an answer to choose, whatever the moment."""
    if ask.number is not None:
        least, _, most = ask.number.partition("..")
        return least.isdecimal() and most.isdecimal()
    return ask.die is not None or ask.choice is not None or ask.seat == "any"
