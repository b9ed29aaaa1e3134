"""One sitting that is played by itself."""

import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

from companion.kernel.action import Action, Kind
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.hands import Hands
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves, to_act
from companion.players.moment import Moment, Player, unnamed, used


class Lots(random.Random):
    """Lots that are copied as a whole: ``deepcopy`` copies the 625 numbers of a generator one by one."""

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Self:
        """Return lots that are drawn alike from here on."""
        other = type(self)()
        other.setstate(self.getstate())
        return other


@dataclass(frozen=True)
class Pause:
    """A moment at which a sitting can be played on from: the state, the luck to come, and what all hold."""

    state: Any
    luck: Any
    hands: Hands[Any] | None


@dataclass(frozen=True)
class PlayerStep:
    """A step of a seat: the moment as it saw it, the action, and the state after it."""

    moment: Moment
    action: Action[Any]
    after: Any
    pause: Pause | None = None
    """The moment before it, where one wants to play on from there."""


def sitting(
    game: Game[Any],
    opening: Opening,
    players: Mapping[str, Player],
    seed: str,
    barred: Mapping[str, frozenset[str]] = {},
    wanted: Mapping[str, str] = {},
    pausing: bool = False,
) -> Iterator[PlayerStep]:
    """A sitting step by step to its end; the same seed plays the same.

    ``barred`` is what a seat does without, ``wanted`` what it uses as soon as it can. DeadEnd where nobody
    can go on. Where one is ``pausing`` each step can be played once more.
    """
    deal, before = game[ComputerPlay].deal, game.setup(opening)
    hands = deal(Lots(f"hands {seed}"), before) if deal else None
    begin = Pause(before, random.Random(seed).getstate(), hands)
    yield from onward(game, begin, players, barred, wanted, pausing)


def onward(
    game: Game[Any],
    pause: Pause,
    players: Mapping[str, Player],
    barred: Mapping[str, frozenset[str]] = {},
    wanted: Mapping[str, str] = {},
    pausing: bool = False,
) -> Iterator[PlayerStep]:
    """Play on from a moment to the end; each step keeps the moment before it where one is ``pausing``.

    The hands of ``pause`` are those that are played with.
    """
    rng, before, hands = random.Random(), pause.state, pause.hands
    rng.setstate(pause.luck)
    thought = game[ComputerPlay].thought
    last: list[tuple[Moment, Pause | None]] = []
    left = dict(wanted)

    def choose(kinds: tuple[Kind[Any], ...], state: Any, rng: random.Random) -> Action[Any]:
        here = Pause(state, rng.getstate(), deepcopy(hands)) if pausing else None
        seat = to_act(state, rng)
        without, first = barred.get(seat, frozenset()), left.get(seat, "")
        moment = Moment(game, kinds, thought(state), seat, rng, hands, without, first)
        last[:] = [(moment, here)]
        action = players[seat](moment)
        if first and first in (*used(action), *unnamed(game, state, action)):
            del left[seat]
        return action

    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    for action, after in moves(game, before, rng, choose):
        if not last:  # a draw that all agree on
            last.append((Moment(game, kinds, thought(before), action.by, rng, hands), None))
        moment, here = last.pop()
        yield PlayerStep(moment, action, after, here)
        if hands:
            hands.follow(action, before, after)
        before = after
