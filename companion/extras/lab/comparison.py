"""Comparison of two sets or options on the same seeds, game by game: luck that both share counts nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from companion.players.games import Played
from companion.words import message


@dataclass(frozen=True)
class Difference:
    """The difference in wins between two runs of games that began alike."""

    name: str
    more: float
    low: float
    high: float

    @property
    def sure(self) -> float:
        """Return how many times half its interval it is off."""
        half = (self.high - self.low) / 2
        return abs(self.more) / half if half else 0.0


def differences(before: Sequence[Played], after: Sequence[Played]) -> tuple[Difference, ...]:
    """Return how much more each seat won in the second games, pair by pair of the same number, with 95 %
    intervals."""
    both = [*pairs(before, after)]
    return tuple(
        _difference(seat, [two.won(seat) - one.won(seat) for one, two in both])
        for seat in (before[0].seats if both else ())
    )


def gains(
    before: Sequence[Played], after: Sequence[Played], names: Collection[str]
) -> tuple[Difference, ...]:
    """Return how much more the users of each of these cards won, if the same seat used it both times.

    The most certain first. Who has the card that was changed gains in every game; who meets him loses in
    some, so that the card, or the hero who plays it, stands before its victims.
    """
    gaps: dict[str, list[float]] = {}
    for one, two in pairs(before, after):
        for name in names:
            for seat in {*one.taken.get(name, ())} & {*two.taken.get(name, ())}:
                gaps.setdefault(name, []).append(two.won(seat) - one.won(seat))
    found = (
        _difference(str(message("who used {card}", card=name)), gap)
        for name, gap in sorted(gaps.items())
        if any(gap)
    )
    return tuple(sorted(found, key=lambda one: -one.sure))


def pairs(before: Sequence[Played], after: Sequence[Played]) -> Iterator[tuple[Played, Played]]:
    """Yield the games of the same number."""
    other = {one.number: one for one in after}
    return ((one, other[one.number]) for one in before if one.number in other)


def _difference(name: str, gaps: Sequence[float]) -> Difference:
    middle, n = mean(gaps), len(gaps)
    error = (sum((gap - middle) ** 2 for gap in gaps) / max(1, n - 1) / n) ** 0.5
    return Difference(name, middle, middle - 1.96 * error, middle + 1.96 * error)
