"""Sittings played on from a moment, many times, by players with sense."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from companion.boxes import own
from companion.boxes.shelf import Shelf
from companion.kernel import transcript
from companion.kernel.action import Action, Kind
from companion.kernel.fault_barrier import with_fault_barrier
from companion.kernel.game import Game
from companion.kernel.simulate import DeadEnd, moves, to_act
from companion.players.intervals import Share
from companion.players.moment import Moment
from companion.players.players import GLANCE, greedy
from companion.work.process import Failure, Limits, run

GAMES = 50
"""The number of games that are played on."""
SECONDS = 10.0
"""unless that takes longer than this."""
LIMITS = Limits(memory=1024, processor=30, patience=4 * SECONDS)
"""Of the process that plays on: it loads the game first, and ends the last play that it began. House."""


@dataclass(frozen=True)
class Rollouts:
    """The result of playing on: how many games, and the wins of each side; a shared win counts in parts."""

    games: int
    won: Mapping[tuple[str, ...], float]

    def share(self, side: tuple[str, ...]) -> Share:
        """Return the share of wins of a side, with its interval."""
        return Share(self.won.get(side, 0.0), self.games)


def rolled_out(text: str, games: int = GAMES) -> Rollouts:
    """Play a sitting on from where its transcript ends; the same text plays the same.

    Nobody knows who held what, so each may play whatever is not played yet.
    """
    table = transcript.read(text, Shelf(with_fault_barrier), own.Described())
    until, played = perf_counter() + SECONDS, 0
    won: dict[tuple[str, ...], float] = {}
    for n in range(games):
        try:
            end = _end(table.game, table.state, random.Random(f"{n}"))
        except DeadEnd:  # a rule that only hands can keep
            continue
        sides = {end.partners(seat) for seat in end.over.winners or end.seats}
        for side in sides:
            won[side] = won.get(side, 0.0) + 1 / len(sides)
        played += 1
        if perf_counter() > until:
            break
    return Rollouts(played, won)


def _end(game: Game[Any], state: Any, rng: random.Random) -> Any:
    def choose(kinds: tuple[Kind[Any], ...], state: Any, rng: random.Random) -> Action[Any]:
        return greedy(Moment(game, kinds, state, to_act(state, rng), rng, looked_at=GLANCE))

    for _, after in moves(game, state.but(quiet=True), rng, choose):
        state = after
    return state


def work(text: bytes) -> Iterator[bytes]:
    """Answer a transcript with what came of it, as JSON; for a process of its own."""
    rollouts = rolled_out(text.decode())
    yield json.dumps({"games": rollouts.games, "won": [[*pair] for pair in rollouts.won.items()]}).encode()


def elsewhere(text: str) -> Rollouts | None:
    """Play a sitting on in a process of its own, so that taps go on; None if it does not come to its end."""
    answer = run(__name__, text.encode(), LIMITS)
    if isinstance(answer, Failure):
        return None
    rollouts = json.loads(answer)
    return Rollouts(rollouts["games"], {tuple(side): won for side, won in rollouts["won"]})
