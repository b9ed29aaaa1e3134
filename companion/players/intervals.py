"""Intervals of shares: Wilson's interval, and how many games would settle it."""

from bisect import bisect_left
from dataclasses import dataclass
from math import sqrt

from companion.words import message

Z = 1.959964
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True)
class Share:
    """A number of wins among so many games; a shared win counts in parts."""

    won: float
    of: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1; one half of nothing."""
        return self.won / self.of if self.of else 0.5

    @property
    def low(self) -> float:
        """The lower end of Wilson's 95 % interval."""
        return self._ends()[0]

    @property
    def high(self) -> float:
        """Its upper end."""
        return self._ends()[1]

    def within(self, least: float, most: float) -> bool:
        """True if the whole interval lies within these limits."""
        return least <= self.low and self.high <= most

    def off(self, fair: float) -> float:
        """Return how many standard errors it is off from ``fair``, which is neither 0 nor 1."""
        return (self.share - fair) / (fair * (1 - fair) / self.of) ** 0.5 if self.of else 0.0

    def _ends(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.share
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(max(0.0, p * (1 - p)) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        share, low, high = 100 * self.share, 100 * self.low, 100 * self.high
        words = "{share:.1f} % ({low:.0f} to {high:.0f} %)"
        return str(message(words, share=share, low=low, high=high))


def told(share: Share, fair: float, margin: float, bar: float) -> str:
    """``fair``, ``too strong``, ``too weak``, or nothing where these games tell neither.

    Fair is what lies within the margin with its whole interval; not fair what is more than ``bar`` standard
    errors and half of the margin off.
    """
    off = share.off(fair)
    if abs(off) > bar and abs(share.share - fair) > margin / 2:
        return "too strong" if off > 0 else "too weak"
    return "fair" if share.within(fair - margin, fair + margin) else ""


def settles(share: Share, fair: float, margin: float, bar: float) -> int:
    """Return how many more games would tell if a share is fair, if it stays as it is; 0 if these do."""

    def enough(games: int) -> bool:
        return bool(told(Share(share.share * games, games), fair, margin, bar))

    most = max(1, share.of)
    while not enough(most):
        most *= 2
    return bisect_left(range(share.of, most), True, key=enough)
