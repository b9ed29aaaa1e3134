"""The coach: the best one could do at a moment, and the turn of a sitting that cost most.

It sees no hand, not even that of who asks: where hands are hidden it looks at what could be in them.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.kernel.action import Action
from companion.kernel.asking import read
from companion.kernel.features import ComputerPlay
from companion.kernel.foresight import foresight
from companion.kernel.game import Game
from companion.kernel.hands import Hands
from companion.kernel.journal import Step, Table
from companion.players.absent import Move, Position, Sitting, up_to_chance
from companion.players.moment import ALL, Moment, value
from companion.players.players import Careful, ranked
from companion.words import Text

COACH, AFTERWARDS = "coach", "coach, afterwards"
"""Who thinks about a position where it is advice that is asked for, or which turn cost most."""
MOST = 3
"""The number of moves that are advised."""
SECONDS = 1.0
"""after so long a thought."""
DEALINGS = 8
"""In so many hands that could be a card has to lie, to be taken as held. House."""
SUSPECTS = 8
"""So many turns are looked at move by move: those that brought their seat least. House."""


@dataclass(frozen=True)
class Advice:
    """A move one could make, and what it achieves."""

    move: Move
    brings: Text
    """In words of the game; empty where it has none, or chance has a say."""
    gain: float
    """How much better one stands at once, by the game's own worth."""
    if_held: bool = False
    """Whether it plays a card that one may hold or not: the coach does not know."""


@dataclass(frozen=True)
class Costly:
    """The turn that cost its seat most: its entries, and by how much better moves were worth more."""

    first: int
    last: int
    seat: str
    cost: float
    better: Move
    """The better move at its worst entry."""
    at: int
    """The number of that entry."""


class UnseenHands:
    """Hands of which nobody sees any: only what could be played from all of them is sure to be held."""

    def __init__(self, hands: Hands[Any], rng: random.Random) -> None:
        self._hands = hands
        self._dealt = [hands.guessed("", rng) for _ in range(DEALINGS)]

    def allow(self, state: Any, action: Action[Any]) -> bool:
        """True if an action needs no card that may not be there."""
        return all(one.allow(state, action) for one in self._dealt)

    def guessed(self, seat: str, rng: random.Random) -> Any:
        """All hands dealt again, the thinker's too."""
        return self._hands.guessed("", rng)

    def follow(self, action: Action[Any], before: Any, after: Any) -> None:
        """A thought begins at one moment, and goes on with hands that are guessed."""

    def seen(self, action: Action[Any], before: Any) -> None:
        """The same."""


THINKER = Careful(seconds=SECONDS)


def advised(moment: Moment, thinker: Careful = THINKER) -> tuple[Advice, ...]:
    """The best moves at a moment, best first, each with what it achieves; none where there is no choice.

    An action with a card that one may not hold comes last, and only where it is worth more at once.
    """
    moment = replace(moment, looked_at=ALL)
    seen = _unseen(moment)
    sure = _advice(seen, thinker.weighed(seen))
    if moment.hands is None:
        return sure[:MOST] if len(sure) > 1 else ()
    cards = [pair for pair in ranked(replace(moment, hands=None)) if not seen.allows(pair[1])]
    least = max(_at_once(seen, action) for action in seen.choices)
    better = _advice(moment, [action for worth, action in cards if worth > least][:MOST])
    if_held = tuple(replace(one, if_held=True) for one in better)[: MOST - min(len(sure), MOST - 1)]
    return (*sure[: MOST - len(if_held)], *if_held) if len(sure) + len(cards) > 1 else ()


def _unseen(moment: Moment) -> Moment:
    """The moment without what its seat holds in its hand, where hands are hidden."""
    return replace(moment, hands=UnseenHands(moment.hands, moment.rng)) if moment.hands else moment


def _advice(moment: Moment, actions: Sequence[Action[Any]]) -> tuple[Advice, ...]:
    result: list[Advice] = []
    for action in actions:
        move = up_to_chance(moment.thrown(action))
        if move not in [advice.move for advice in result]:
            brings = foresight(moment.game.tracked, moment.state, action) if move.whole else ""
            result.append(Advice(move, brings, round(_gained(moment, action), 1) if move.whole else 0.0))
    return tuple(result)


def _gained(moment: Moment, action: Action[Any]) -> float:
    return _at_once(moment, action) - value(moment, moment.state, moment.seat)


def _at_once(moment: Moment, action: Action[Any]) -> float:
    return value(moment, moment.after(action), moment.seat)


def afterwards(position: Position) -> Costly | None:
    """The turn that cost most of what was said till a moment; its entries are counted as they stand there."""
    sitting = Sitting(position)
    table = Table.open(sitting.game, position.opening)
    for seat, verb, answers in position.said:
        table = table.say(seat, verb, answers)
    return most_costly(table)


def most_costly(table: Table[Any]) -> Costly | None:
    """The turn of a sitting that cost most, by the game's own worth one action ahead; None where none did.

    Dice and lots are nobody's fault: a move that asks one is not judged. Nor is anybody blamed for a card
    that they may not have held.
    """
    game = table.game
    if game[ComputerPlay].worth is None:
        return None
    turns = [list(steps) for _, steps in groupby(_moves(table), key=lambda pair: pair[1].entry.seat)]
    turns.sort(key=lambda turn: _gain(game, turn))
    suspects = turns[:SUSPECTS]
    hands = _hands(table, {step.entry.n for turn in suspects for _, step in turn})
    judged = [costly for turn in suspects if (costly := _judged(game, turn, hands)) is not None]
    return max(judged, key=lambda costly: costly.cost, default=None)


def _moves(table: Table[Any]) -> Iterator[tuple[Any, Step[Any]]]:
    """The moment before each entry that stands, with it."""
    before = table.start
    for step in table.standing:
        yield before, step
        before = step.state


def _hands(table: Table[Any], asked: set[int]) -> dict[int, UnseenHands]:
    """Return the possible hands before each entry that is asked for; nothing if none are hidden."""
    game, rng, result = table.game, random.Random(table.n), dict[int, UnseenHands]()
    if (deal := game[ComputerPlay].deal) is None:
        return result
    hands = deal(rng, table.start)
    for before, step in _moves(table):
        if step.entry.n in asked:
            result[step.entry.n] = UnseenHands(hands, rng)
        if (kind := game.kind(step.entry.verb)) is not None:
            action = _said(kind, before, step)
            hands.seen(action, before)
            hands.follow(action, before, step.state)
    return result


def _gain(game: Game[Any], turn: Sequence[tuple[Any, Step[Any]]]) -> float:
    """Return how much better a seat stands after its turn."""
    (before, first), (_, last) = turn[0], turn[-1]
    seat = first.entry.seat
    return _value(game, last.state, seat) - _value(game, before, seat)


def _judged(
    game: Game[Any], turn: Sequence[tuple[Any, Step[Any]]], hands: Mapping[int, UnseenHands]
) -> Costly | None:
    """Return what a turn cost against the best at each of its moves, or None if nothing better was found."""
    seat, cost, worst = turn[0][1].entry.seat, 0.0, 0.0
    better: tuple[int, Action[Any]] | None = None
    for before, step in turn:
        kind = game.kind(step.entry.verb)
        if kind is None or kind.anytime or not up_to_chance(_said(kind, before, step)).whole:
            continue
        moment = replace(_moment(game, before, seat), hands=hands.get(step.entry.n))
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
    state = game[ComputerPlay].thought(state)
    return Moment(game, kinds, state, seat, random.Random(state.phase + seat), looked_at=ALL)


def _value(game: Game[Any], state: Any, seat: str) -> float:
    return value(_moment(game, state, seat), state, seat)
