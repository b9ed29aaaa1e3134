"""One sitting that is played by itself."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.action import Action, Kind
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves, to_act
from companion.players.moment import Moment, Player, unnamed, used


@dataclass(frozen=True)
class PlayerStep:
    """A step of a seat: the moment as it saw it, the action, and the state after it."""

    moment: Moment
    action: Action[Any]
    after: Any


def sitting(
    game: Game[Any],
    opening: Opening,
    players: Mapping[str, Player],
    seed: str,
    barred: Mapping[str, frozenset[str]] = {},
    wanted: Mapping[str, str] = {},
) -> Iterator[PlayerStep]:
    """A sitting step by step to its end; the same seed plays the same.

    ``barred`` is what a seat does without, ``wanted`` what it uses as soon as it can. DeadEnd where nobody
    can go on.
    """
    rng = random.Random(seed)
    deal, thought = game[ComputerPlay].deal, game[ComputerPlay].thought
    last: list[Moment] = []
    left = dict(wanted)

    def choose(kinds: tuple[Kind[Any], ...], state: Any, rng: random.Random) -> Action[Any]:
        seat = to_act(state, rng)
        without, first = barred.get(seat, frozenset()), left.get(seat, "")
        last[:] = [Moment(game, kinds, thought(state), seat, rng, hands, without, first)]
        action = players[seat](last[0])
        if first and first in (*used(action), *unnamed(game, state, action)):
            del left[seat]
        return action

    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    before = game.setup(opening)
    hands = deal(random.Random(f"hands {seed}"), before) if deal else None
    for action, after in moves(game, before, rng, choose):
        if not last:  # a draw that all agree on
            last.append(Moment(game, kinds, thought(before), action.by, rng, hands))
        yield PlayerStep(last.pop(), action, after)
        if hands:
            hands.follow(action, before, after)
        before = after
