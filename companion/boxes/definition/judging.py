"""The time to judge a verb of a box: its rules and moves, as soon as the answers they rest on are given.

A rule is worked out once its answers are there and not before; where an answer is tried, only what it adds is
judged. Both are settled as a box is read, as random play asks it a hundred thousand times a second.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.boxes.definition.model import Judging, Need, Stage, Statement
from companion.boxes.definition.schema import Ask


def judging(asks: Mapping[str, Ask], needs: Sequence[Need], does: Sequence[Statement]) -> Judging:
    """Return what can be judged of a verb, with these questions, rules and moves, after each answer."""
    names = tuple(asks)
    needed = [(need, _last(names, need.reads)) for need in needs]
    done = [*_refusable(names, does)]

    def stage(least: int, most: int) -> Stage:
        return Stage(
            tuple([need for need, n in needed if least <= n <= most]),
            tuple([one for one, n in done if least <= n <= most]),
        )

    whole = tuple([stage(0, n) for n in range(len(names) + 1)])
    added = tuple([stage(n, n) for n in range(1, len(names) + 1)])
    open_to_all = [not stage and _has_answers(ask) for stage, ask in zip(added, asks.values(), strict=True)]
    return Judging(names, whole, added, tuple([all(open_to_all[n:]) for n in range(len(names) + 1)]))


def _refusable(names: Sequence[str], does: Sequence[Statement]) -> Iterator[tuple[Statement, int]]:
    """Yield the moves up to the last that can be refused, each with the answers that it and those before it
    rest on."""
    read, last = set[str](), max([n for n, one in enumerate(does, 1) if one.refuses], default=0)
    for one in does[:last]:
        if not one.ends:
            read |= one.reads
            yield one, _last(names, read)


def _last(names: Sequence[str], read: frozenset[str] | set[str]) -> int:
    """Return how many questions are answered once all of these are."""
    return max([n for n, key in enumerate(names, 1) if key in read], default=0)


def _has_answers(ask: Ask) -> bool:
    """True if there is an answer to choose, whatever the moment."""
    if ask.number is not None:
        least, _, most = ask.number.partition("..")
        return least.isdecimal() and most.isdecimal()
    return ask.die is not None or ask.choice is not None or ask.seat == "any"
