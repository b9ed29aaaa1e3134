"""The course of a sitting: how it stood, side by side, from the set-up to the end."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Any

from companion.kernel.features import ComputerPlay, Figures
from companion.kernel.game import Game
from companion.kernel.journal import Step, Table

MOST = 120
"""The course has so many moments at most: on a phone they lie three pixels apart."""
Value = Callable[[Any], tuple[float, ...]]
"""A moment to how each side stands."""


@dataclass(frozen=True)
class Moment:
    """The standing of each side after an entry; entry 0 is the set-up."""

    n: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Decided:
    """The entry from which on the side that won stayed ahead; where it was never behind, its longest step."""

    n: int
    seat: str
    """The seat that said it."""
    side: int
    """The side that won."""
    step: float
    """How much that one sentence moved its lead."""
    turned: bool
    """True if somebody else was ahead, or level, before."""
    late: bool = False
    """True if somebody else was ahead, or level, until the very end."""


@dataclass(frozen=True)
class Course:
    """The standing over a whole sitting: in points if the game counts them, else in worth."""

    points: bool
    sides: tuple[tuple[str, ...], ...]
    """The seats that win and lose together, in table order."""
    moments: tuple[Moment, ...]
    changes: int
    """How often the lead went from one side to another."""
    decided: Decided | None

    @property
    def mirrored(self) -> bool:
        """True where two sides have one lead between them: what one is ahead, the other is behind."""
        return len(self.sides) == 2 and not self.points


def course(table: Table[Any]) -> Course | None:
    """The course of a sitting; None where nothing moves, or where the game says of no moment how it is."""
    sides = tuple(dict.fromkeys(table.state.partners(seat) for seat in table.state.seats))
    value, points = _value(table.game, [side[0] for side in sides])
    steps = [step for step in table.standing if points or step.state.over is None]
    if value is None or not steps:
        return None
    try:
        return _course(table, sides, steps, value, points)
    except Exception:  # a fault in a game's own figures takes no page with it
        logging.getLogger(__name__).exception("The course of a sitting of %s:", table.game.key)
        return None


def _course(
    table: Table[Any], sides: tuple[tuple[str, ...], ...], steps: list[Step[Any]], value: Value, points: bool
) -> Course | None:
    moments = [Moment(0, value(table.start)), *(Moment(s.entry.n, value(s.state)) for s in _turns(steps))]
    if len({moment.values for moment in moments}) == 1:
        return None
    leaders = [side for moment in moments if (side := _leader(moment.values)) is not None]
    changes = sum(one != other for one, other in pairwise(leaders))
    decided = _decided(table, sides, moments, steps, value)
    then = [Moment(s.entry.n, value(s.state)) for s in steps if decided and s.entry.n == decided.n]
    every = sorted({*moments, *then}, key=attrgetter("n"))
    return Course(points, sides, tuple(every), changes, decided)


def _value(game: Game[Any], seats: Sequence[str]) -> tuple[Value | None, bool]:
    """Return a function of each side's standing, and True if that is points."""
    if points := game[Figures].points:
        return lambda state: tuple(float(points(state).get(seat, 0)) for seat in seats), True
    if worth := game[ComputerPlay].worth:
        return lambda state: tuple(round(worth(state, seat), 2) for seat in seats), False
    return None, False


def _turns(steps: Sequence[Step[Any]]) -> list[Step[Any]]:
    """The last step of every turn, or as many of them as are shown, the last of all among them."""
    ends = [one for one, after in pairwise(steps) if one.entry.seat != after.entry.seat]
    ends = [*(ends if len(ends) >= MOST // 4 else steps[:-1]), steps[-1]]
    if len(ends) <= MOST:
        return ends
    return [ends[round(k * (len(ends) - 1) / (MOST - 1))] for k in range(MOST)]


def _leader(values: Sequence[float]) -> int | None:
    """The side that is ahead; None where the best stand level."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def lead(values: Sequence[float], side: int) -> float:
    """Return how far a side is ahead of the best of the others; negative if it is behind."""
    return values[side] - max((value for n, value in enumerate(values) if n != side), default=0.0)


def _decided(
    table: Table[Any],
    sides: Sequence[tuple[str, ...]],
    moments: Sequence[Moment],
    steps: Sequence[Step[Any]],
    value: Value,
) -> Decided | None:
    side = _winner(table, sides)
    if side is None:
        return None
    leads = [lead(moment.values, side) for moment in moments]
    if leads[-1] <= 0:  # who was behind has won all the same: the end itself decided it
        last = table.standing[-1].entry
        return Decided(last.n, last.seat, side, 0.0, True, late=True)
    turned = min(leads[1:]) <= 0
    pick = _last_behind if turned else _longest_step
    at = pick(leads)
    between = [step for step in steps if moments[at].n < step.entry.n <= moments[at + 1].n]
    exact = [leads[at], *(lead(value(step.state), side) for step in between)]
    index = pick(exact)
    gain, entry = exact[index + 1] - exact[index], between[index].entry
    return Decided(entry.n, entry.seat, side, round(gain, 2), turned)


def _winner(table: Table[Any], sides: Sequence[tuple[str, ...]]) -> int | None:
    """Return the side that has won alone; None where none has, or there is no other."""
    winners = {*table.state.over.winners} if table.state.over else set[str]()
    won = [n for n, side in enumerate(sides) if winners & {*side}]
    return won[0] if len(won) == 1 < len(sides) else None


def _last_behind(leads: Sequence[float]) -> int:
    """Return the last place where a side was not ahead, before the end."""
    return max(n for n, ahead in enumerate(leads[:-1]) if ahead <= 0)


def _longest_step(leads: Sequence[float]) -> int:
    """Return the place after which a side's lead grew most."""
    return max(range(len(leads) - 1), key=lambda n: leads[n + 1] - leads[n])
