"""Changes to the figures of a unit for a while, by cards played for a turn."""

from companion.games.havoc_in_heaven.box import of
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.games.havoc_in_heaven.state.piles import with_number
from companion.kernel.values import Thing
from companion.words import message


def called(unit: str, figure: str, until: str) -> Thing:
    """Return the log's name for a change that ends."""
    name = "range" if figure == "reach" else figure
    return of(unit, f"{name} this turn" if until == "this turn" else f"{name} till the {until} are on turn")


def boost(lane: Havoc, unit: str, figure: str, n: int, until: str) -> Havoc:
    """A figure of a unit is changed for a while."""
    key = (unit, figure, until)
    now = lane.boosts.get(key, 0) + n
    boosts = with_number(lane.boosts, key, now)
    words = message("{figure}: {now:+}.", figure=called(*key), now=now)
    return lane.but(boosts=boosts).tell(words, unit, called(*key), rule="changes")
