"""Each moment of a game judged once more with a card as another set has it, by the same luck."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

from companion.players.moment import Moment, Player, value
from companion.players.sitting import Pause, PlayerStep, onward

TURNS = 4
"""So many turns are played on from a moment at which the card changes something. House."""
SWING = 25.0
"""Nothing gains or loses more by worth, not even the game: else one game outweighs all others. House."""
SUMS = ("uses", "uses before", "worth", "worth before", "moments", "gain", "followed", "later")


@dataclass(frozen=True)
class Sets:
    """The fields of a moment in which a set lies, as they are with this set and with the other."""

    mine: Mapping[str, Any]
    others: Mapping[str, Any]

    @classmethod
    def of(cls, mine: Any, others: Any) -> Self:
        """Return what differs in the first moments of two games."""
        first, second = mine.__dict__, others.__dict__
        fields = [key for key in first if key != "told" and first[key] != second[key]]
        return cls({key: first[key] for key in fields}, {key: second[key] for key in fields})

    def swapped(self, state: Any) -> Any:
        """Return a moment with the other set; what has changed in play stays as it is."""
        here = state.__dict__
        return state.but(**{key: self.others[key] for key, was in self.mine.items() if here[key] == was})

    def worth(self, moment: Moment, state: Any, seat: str) -> float:
        """Return the worth of a moment for a seat, halfway between what either set makes of it."""
        both = [value(moment, state.but(**cards), seat) for cards in (self.mine, self.others)]
        return sum(both) / 2

    def alike(self, one: Any, other: Any) -> bool:
        """True if two moments are the same but for the set and for what was told."""
        first, second = one.__dict__, other.__dict__
        return all(second[key] == was for key, was in first.items() if key != "told" and key not in self.mine)


def otherwise(
    sets: Sets, steps: Sequence[PlayerStep], players: Mapping[str, Player], card: str, seat: str
) -> dict[str, float]:
    """Return what a card makes otherwise in a game for the seat that has it, in sums.

    At each moment who acts chooses once more with the other set. ``uses`` and ``uses before`` count the card
    with either, ``worth`` and ``worth before`` are what its uses gained. ``gain`` is what the ``moments`` at
    which something changed gained more with this set at once, ``later`` what those ``followed`` had gained
    some turns on: drawn by lot, for as many moves as the game had.
    """
    sums, changed = dict.fromkeys(SUMS, 0.0), list[int]()
    for n, step in enumerate(steps):
        other = _again(sets, step, players)
        if other is None:
            continue
        for one, when in ((step, ""), (other, " before")):
            if card in one.moment.uses(one.action):
                sums[f"uses{when}"] += 1
                sums[f"worth{when}"] += _gained(sets, step, one.after, step.moment.state, step.moment.seat)
        gain = _gained(sets, step, step.after, other.after, seat)
        if gain or (step.action == other.action and not sets.alike(step.after, other.after)):
            sums["moments"] += 1
            sums["gain"] += gain
            changed.append(n)
    random.Random(len(steps)).shuffle(changed)
    for step, now, then in _followed(sets, steps, players, changed):
        sums["followed"] += 1
        sums["later"] += _gained(sets, step, now, then, seat)
    return {key: round(value, 3) for key, value in sorted(sums.items())}


def _followed(
    sets: Sets, steps: Sequence[PlayerStep], players: Mapping[str, Player], numbers: list[int]
) -> Iterator[tuple[PlayerStep, Any, Any]]:
    """Yield steps of these numbers, each with the moments that either set comes to some turns later."""
    left = len(steps)
    while numbers and left > 0:
        n = numbers.pop()
        now, then = [*_turns(steps[n:])], [*_turns(_onward(sets, steps[n], players))]
        left -= len(then)
        yield steps[n], now[-1].after, then[-1].after


def _again(sets: Sets, step: PlayerStep, players: Mapping[str, Player]) -> PlayerStep | None:
    """Return the step with the other set; None in the middle of an effect that it has not."""
    try:
        return next(_onward(sets, step, players), None)
    except LookupError:
        return None


def _onward(sets: Sets, step: PlayerStep, players: Mapping[str, Player]) -> Iterator[PlayerStep]:
    """Play on from the moment before a step with the other set, by the same luck."""
    pause, moment = step.pause, step.moment
    if pause is None:
        return iter(())
    swapped = Pause(sets.swapped(pause.state), pause.luck, deepcopy(pause.hands))
    return onward(moment.game, swapped, players, {moment.seat: moment.barred}, {moment.seat: moment.wanted})


def _turns(steps: Iterable[PlayerStep]) -> Iterator[PlayerStep]:
    """Yield the steps of the first turns."""
    turns, last = 0, ""
    for step in steps:
        turns, last = turns + (step.moment.seat != last), step.moment.seat
        if turns > TURNS:
            return
        yield step


def _gained(sets: Sets, step: PlayerStep, state: Any, other: Any, seat: str) -> float:
    """Return how much better one moment is than another for a seat."""
    gain = sets.worth(step.moment, state, seat) - sets.worth(step.moment, other, seat)
    return max(-SWING, min(SWING, gain))
