"""How sure a share is: Wilson's interval, the difference of two, and how many games would settle it."""

from dataclasses import dataclass
from math import ceil, sqrt

Z = 1.959964
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True)
class Share:
    """So much won of so many games; a win that is shared counts in parts."""

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

    def _ends(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.share
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(max(0.0, p * (1 - p)) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.0f} to {100 * self.high:.0f} %)"


def settles(share: Share, fair: float, margin: float) -> int:
    """How many more games would tell whether a share is within ``margin`` of what is fair; 0 where these do.

    They do where the whole interval lies within the margin, or the fair share outside the interval.
    """
    low, high = share.low, share.high
    if not low <= fair <= high or (fair - margin <= low and high <= fair + margin):
        return 0
    off = abs(share.share - fair)
    tell = max(off, margin - off)
    p = min(max(share.share, 0.05), 0.95)
    return max(1, ceil(Z * Z * p * (1 - p) / (tell * tell)) - share.of)


def shrunk(won: float, of: int, mean: float, weight: int = 20) -> float:
    """A share drawn towards the mean as if ``weight`` games more had shown just that."""
    return (won + weight * mean) / (of + weight)


def sure(one: Share, other: Share) -> float:
    """How many standard errors two shares lie apart, with their sign; 0 where one has no games."""
    if not (one.of and other.of):
        return 0.0
    pooled = (one.won + other.won) / (one.of + other.of)
    error = sqrt(max(pooled * (1 - pooled), 1e-9) * (1 / one.of + 1 / other.of))
    return (one.share - other.share) / error
