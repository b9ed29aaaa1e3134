"""Two players at a real table, to learn whether the cards are fair: hands are dealt, and only what is in the
hand is played. One plays at random; the other looks one action ahead.
"""

import random

from companion.games.havoc_in_heaven.player.ahead import ahead
from companion.games.havoc_in_heaven.player.dealt import Dealt
from companion.games.havoc_in_heaven.state import ACTION, SHARE, Havoc
from companion.kernel.action import Action, Kind
from companion.kernel.simulate import wander


class Player:
    """Chooses an action; one for each game, as it knows the hands."""

    def __init__(self, rng: random.Random, greedy: bool = False) -> None:
        self.dealt, self.greedy = Dealt(rng), greedy
        self.was: tuple[Action[Havoc], Havoc] | None = None

    def __call__(self, kinds: tuple[Kind[Havoc], ...], lane: Havoc, rng: random.Random) -> Action[Havoc]:
        if self.was:
            self.dealt.follow(*self.was, lane)
        action = self._choose(kinds, lane, rng)
        self.was = (action, lane)
        return action

    def _choose(self, kinds: tuple[Kind[Havoc], ...], lane: Havoc, rng: random.Random) -> Action[Havoc]:
        if self.greedy and lane.phase in (ACTION, SHARE):
            return ahead(lane, self.dealt)
        while True:
            action = wander(kinds, lane, rng)
            if self.dealt.has(action, lane):
                return action


def clever(rng: random.Random) -> Player:
    """Somebody who looks one action ahead."""
    return Player(rng, greedy=True)
