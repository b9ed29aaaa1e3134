"""The coach: the best one could do at a moment, and the turn of a sitting that cost most."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.kernel.action import Action, read
from companion.kernel.foresight import foresight
from companion.kernel.game import Game
from companion.kernel.journal import Step, Table
from companion.players.absent import Move, up_to_chance
from companion.players.moment import Moment
from companion.players.players import Careful, ranked, value

COACH = "coach"
"""Who thinks about a position where it is advice that is asked for."""
MOST = 3
"""So many moves are advised,"""
SECONDS = 1.0
"""after so long a thought."""
SUSPECTS = 8
"""So many turns are looked at move by move: those that brought their seat least. House."""


@dataclass(frozen=True)
class Advice:
    """A move one could make, and what it achieves."""

    move: Move
    brings: str
    """In words of the game; empty where it has none, or chance has a say."""
    gain: float
    """How much better one stands at once, by the game's own worth."""


@dataclass(frozen=True)
class Costly:
    """The turn that cost its seat most: its entries, and by how much better moves were worth more."""

    first: int
    last: int
    seat: str
    cost: float
    better: Move
    """What was better at its worst entry,"""
    at: int
    """and which one that was."""


def advised(moment: Moment, seconds: float = SECONDS) -> tuple[Advice, ...]:
    """The best moves at a moment, best first, each with what it achieves; none where there is no choice."""
    actions = Careful(seconds=seconds).weighed(moment)
    found: list[Advice] = []
    for action in actions if len(actions) > 1 else ():
        move = up_to_chance(moment.thrown(action))
        if move not in [advice.move for advice in found]:
            brings = foresight(moment.game.tracked, moment.state, action) if move.whole else ""
            found.append(Advice(move, brings, round(_gained(moment, action), 1) if move.whole else 0.0))
    return tuple(found[:MOST])


def _gained(moment: Moment, action: Action[Any]) -> float:
    after = moment.thrown(action).apply(moment.bare)
    return value(moment, after, moment.seat) - value(moment, moment.state, moment.seat)


def most_costly(table: Table[Any]) -> Costly | None:
    """The turn of a sitting that cost most, by the game's own worth one action ahead; None where none did.

    Dice and lots are nobody's fault: a move that asks one is not judged. Nor is a hand judged that the phone
    does not see, so none is found in a game whose hands are hidden.
    """
    game = table.game
    if game.worth is None or game.deal is not None:
        return None
    turns = [list(steps) for _, steps in groupby(_moves(table), key=lambda pair: pair[1].entry.seat)]
    turns.sort(key=lambda turn: _gain(game, turn))
    judged = [costly for turn in turns[:SUSPECTS] if (costly := _judged(game, turn)) is not None]
    return max(judged, key=lambda costly: costly.cost, default=None)


def _moves(table: Table[Any]) -> Iterator[tuple[Any, Step[Any]]]:
    """The moment before each entry that stands, with it."""
    before = table.start
    for step in table.standing:
        yield before, step
        before = step.state


def _gain(game: Game[Any], turn: Sequence[tuple[Any, Step[Any]]]) -> float:
    """How much better a seat stands after its turn."""
    (before, first), (_, last) = turn[0], turn[-1]
    seat = first.entry.seat
    return _value(game, last.state, seat) - _value(game, before, seat)


def _judged(game: Game[Any], turn: Sequence[tuple[Any, Step[Any]]]) -> Costly | None:
    """What a turn cost against the best at each of its moves; None where nothing better was found."""
    seat, cost, worst = turn[0][1].entry.seat, 0.0, 0.0
    better: tuple[int, Action[Any]] | None = None
    for before, step in turn:
        kind = game.kind(step.entry.verb)
        if kind is None or kind.anytime or not up_to_chance(_said(kind, before, step)).whole:
            continue
        moment = _moment(game, before, seat)
        worth, best = ranked(moment)[0]
        lost = worth - _value(game, step.state, seat) if len(moment.choices) > 1 else 0.0
        cost += max(0.0, lost)
        if lost > worst and up_to_chance(moment.thrown(best)).whole:
            worst, better = lost, (step.entry.n, best)
    if better is None:
        return None
    n, action = better
    return Costly(turn[0][1].entry.n, turn[-1][1].entry.n, seat, round(cost, 2), up_to_chance(action), n)


def _said(kind: Any, before: Any, step: Step[Any]) -> Action[Any]:
    return read(kind, before, step.entry.seat, step.entry.answers)


def _moment(game: Game[Any], state: Any, seat: str) -> Moment:
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    return Moment(game, kinds, state, seat, random.Random(state.phase + seat))


def _value(game: Game[Any], state: Any, seat: str) -> float:
    return value(_moment(game, state, seat), state, seat)
