"""Clocks that run: how each stood at the last entry, and when somebody may say that its time is up.

No clock is kept and none ticks: how much of its time a clock has spent follows from the times of the
entries. So it is the same on every phone and after every restart, and what a phone shows in between it counts
by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.kernel.rulebook import Rulebook

TIME_UP = "time-up"
"""The verb that says that a clock's time is up; its noun is the ``clock``."""
VERBS = ("start-clocks", "stop-clocks", TIME_UP)
"""What is said of clocks."""


@dataclass(frozen=True)
class Clock:
    """A clock as it stood at a time."""

    thing: str
    name: str
    seat: str
    """Whose it is; empty for the table's."""
    seconds: float
    """What was left, below 0 where it is over its time; or what had passed, where it counts up."""
    at: float
    """The time of that, in seconds since 1970."""
    runs: bool = False
    up: bool = False
    """True where it counts up, and has no end."""
    rule: str = ""
    """The rule by which something happens at its end."""

    def shown(self, now: float) -> float:
        """The seconds it shows at a time."""
        passed = max(0.0, now - self.at) if self.runs else 0.0
        return self.seconds + passed if self.up else self.seconds - passed


def words(seconds: float) -> str:
    """Seconds as a clock shows them, 0 where there are none: ``4:59``, ``1:02:03``."""
    whole = max(0, int(seconds))
    minutes, hours = whole // 60, whole // 3600
    return f"{hours}:{minutes % 60:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def require_up(clocks: Sequence[Clock], rules: Rulebook, thing: str, at: float) -> None:
    """Raise a Refusal if the time of this clock is not up at a time, with what is left.

    Only a sentence that is being said is judged so: one that is kept was, and holds when it is replayed.
    """
    for clock in clocks:
        if clock.thing == thing and (left := clock.shown(at)) > 0:
            time = words(left) if left >= 1 else "less than a second"
            rules.refuse(clock.rule, "{clock} has {time} left.", clock=thing, time=time)
