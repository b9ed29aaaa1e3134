"""The final score: pure, explained step by step, and the best that can be had.

Where payers can be chosen, every back-step is paid by whichever marker is then furthest ahead: no legal
order leads to more (the tests look at all of them).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.heaven_and_ale import box
from companion.kernel.score import ScoreLine
from companion.words import Text, message

Places = tuple[int, ...]
"""Where the five resource markers stand, in the order of ``COLOURS``; 0 and below: still in the column."""

_RATE = {at: band.rate for at in range(box.LOWEST, box.LAST + 1) for band in box.BANDS if at >= band.at}
_VALUE = {at: band.value for at in range(box.LOWEST, box.LAST + 1) for band in box.BANDS if at >= band.at}
_TEN = box.SCORING.ducats_a_step


@dataclass(frozen=True, slots=True)
class End:
    """The position of one player when the last round is over."""

    name: str
    brewmaster: int
    markers: Places
    ducats: int = 0
    large_barrels: int = 0
    small_barrels: int = 0
    barrel_card: bool = False
    first_player: bool = False


class Unit(NamedTuple):
    """One unit of the exchange: the markers before and after it."""

    mover: int
    before: Places
    after: Places

    @property
    def payers(self) -> list[tuple[str, int, int]]:
        """Return the markers that pay, each with its place before and after."""
        steps = zip(box.COLOURS, self.before, self.after, strict=True)
        return [(colour, before, after) for colour, before, after in steps if after < before]

    @property
    def moved(self) -> tuple[str, int, int]:
        """Return the marker that moves forward, with its place before and after."""
        return box.COLOURS[self.mover], self.before[self.mover], self.after[self.mover]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's score and how it comes about."""

    end: End
    rate: int
    value: int
    exchange: tuple[Unit, ...]
    bought: tuple[Unit, ...]
    """The steps that full tens of ducats pay for."""
    markers: Places
    """Where the markers stand at last."""
    level: int
    """The number under the least advanced; 0 in the column."""
    lines: tuple[ScoreLine, ...]
    total: int
    stopping: "PlayerScore | None" = None
    """The score with an exchange ended early, where stopping is worth more."""

    @property
    def total_may_stop(self) -> int:
        """The total where one may end the exchange early."""
        return self.stopping.total if self.stopping else self.total


def rate_and_value(brewmaster: int) -> tuple[int, int]:
    """Steps back for one forward, and points a level."""
    return _RATE[brewmaster], _VALUE[brewmaster]


def exchanged(markers: Places, rate: int) -> tuple[Unit, ...]:
    """Every unit of the exchange, until the least advanced marker can move no further."""
    units: list[Unit] = []
    at = list(markers)
    while True:
        least = min(at)
        target = least + 1
        if target > box.LAST or sum([place - target for place in at if place > target]) < rate:
            return tuple(units)
        before, mover = tuple(at), at.index(least)
        for _ in range(rate):
            at[at.index(max(at))] -= 1
        at[mover] = target
        units.append(Unit(mover, before, tuple(at)))


def stepped(markers: Places, steps: int) -> tuple[Unit, ...]:
    """Return the units of so many bought steps, each for the least advanced marker."""
    units: list[Unit] = []
    at = list(markers)
    for _ in range(steps):
        least = min(at)
        if least >= box.LAST:
            break
        before, mover = tuple(at), at.index(least)
        at[mover] += 1
        units.append(Unit(mover, before, tuple(at)))
    return tuple(units)


def _lifted(markers: Places, steps: int) -> int:
    """The level that so many bought steps lead to."""
    level = min(markers)
    while level < box.LAST and sum([level + 1 - place for place in markers if place <= level]) <= steps:
        level += 1
    return level


def _scored(end: End, units: tuple[Unit, ...]) -> PlayerScore:
    rate, value = _RATE[end.brewmaster], _VALUE[end.brewmaster]
    bought = stepped(units[-1].after if units else end.markers, end.ducats // _TEN)
    markers = (bought or units)[-1].after if bought or units else end.markers
    level = max(0, min(markers))
    large, small, worth = end.large_barrels, end.small_barrels, box.SCORING
    lines = [ScoreLine("Production", level, value, level * value, "production")]
    lines.append(ScoreLine("Large barrels", large, worth.large, large * worth.large, "barrels"))
    lines.append(ScoreLine("Small barrels", small, worth.small, small * worth.small, "barrels"))
    if end.barrel_card:
        lines.append(
            ScoreLine("Barrel card", large + small, worth.card, (large + small) * worth.card, "barrel-card")
        )
    if end.first_player:
        lines.append(
            ScoreLine("First player", 1, worth.first_player, worth.first_player, "first-player-point")
        )
    total = sum([line.points for line in lines])
    return PlayerScore(end, rate, value, units, bought, markers, level, tuple(lines), total)


def score(end: End) -> PlayerScore:
    """The best score there is from here, as the rules are written; beside it the one with stopping early."""
    units = exchanged(end.markers, _RATE[end.brewmaster])
    literal = _scored(end, units)
    steps = end.ducats // _TEN
    if not steps or not units:
        return literal
    stops = [end.markers, *(unit.after for unit in units)]
    level, rest = max((_lifted(markers, steps), rest) for rest, markers in enumerate(stops))
    if level <= literal.level:
        return literal
    return replace(literal, stopping=_scored(end, units[:rest]))


def winners(scores: Sequence[PlayerScore]) -> list[str]:
    """Return the players with most points; ties share the win."""
    best = max(each.total for each in scores)
    return [each.end.name for each in scores if each.total == best]


def next_threshold(brewmaster: int) -> tuple[int, int, int] | None:
    """Steps to the brewmaster's next better place, and its rate and value; None on the last."""
    for band in box.BANDS:
        if band.at > brewmaster:
            return band.at - brewmaster, band.rate, band.value
    return None


def what_if(end: End, unsold: int = 1) -> list[tuple[Text, int]]:
    """Return small changes that would have brought more, each on its own, with the points it adds."""
    now = score(end).total
    tries: list[tuple[Text, End]] = []
    if end.brewmaster < box.LAST:
        tries.append(("One more step of the brewmaster", replace(end, brewmaster=end.brewmaster + 1)))
    if unsold:
        tries.append(
            (
                message("An unplaced card sold for {n:# ducat|# ducats}", n=box.SALE),
                replace(end, ducats=end.ducats + box.SALE),
            )
        )
    if end.large_barrels + end.small_barrels < len(box.GOALS):
        tries.append(("One more large barrel", replace(end, large_barrels=end.large_barrels + 1)))
        tries.append(("One more small barrel", replace(end, small_barrels=end.small_barrels + 1)))
    return [(words, score(other).total - now) for words, other in tries]
