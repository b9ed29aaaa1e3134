"""A day, with or without its time, put into words only when somebody reads it."""

import time
from dataclasses import dataclass

DAY, TIME, MONTH = "day", "time", "month"
"""What a day shows: itself, its time besides, or its month alone."""


@dataclass(frozen=True)
class Day:
    """A moment as people read it: ``3 May 2026, 20:15`` in English."""

    seconds: float
    """Since the epoch; shown in the time zone of this machine."""
    shows: str = DAY

    def __str__(self) -> str:
        at = time.localtime(self.seconds)
        month = time.strftime("%B %Y", at)
        return month if self.shows == MONTH else f"{at.tm_mday} {month}{self.clock}"

    @property
    def clock(self) -> str:
        """Return what is shown of its time: ``, 20:15``; empty if nothing is."""
        return time.strftime(", %H:%M", time.localtime(self.seconds)) if self.shows == TIME else ""
