"""Mancala's Master against sixty lines of alpha-beta that know nothing but Kalah and think for a second.

Both count processor time, so that a busy machine changes nothing: the plain one has a second, the Master as
many positions as go into the first move of its turn on a machine that looks at 6,000 a second.
"""

import random
from math import inf
from time import process_time

from companion.boxes.shelf import found
from companion.kernel.opening import Opening
from companion.players.intervals import Share
from companion.players.moment import Moment
from companion.players.tree import Tree
from tests.bench.machine import table

GAMES, SECONDS, POSITIONS = 4, 1.0, 28_800
OPENING = 4
"""So many moves at random begin each pair of games."""
PITS = {"South": [f"A{n}" for n in range(1, 7)], "North": [f"B{n}" for n in range(1, 7)]}


class OutOfTime(Exception):
    """A second that is over."""


def sown(seeds: list[int], pit: int) -> tuple[list[int], bool]:
    """Sow a pit of the mover's six; its store is 6, the other's 13. True if the same side sows again."""
    seeds = seeds.copy()
    hand, at = seeds[pit], pit
    seeds[pit] = 0
    while hand:
        at = (at + 1) % 13  # not into the other's store
        seeds[at] += 1
        hand -= 1
    if at < 6 and seeds[at] == 1 and seeds[12 - at]:
        seeds[6] += 1 + seeds[12 - at]
        seeds[at] = seeds[12 - at] = 0
    if not any(seeds[:6]) or not any(seeds[7:13]):
        seeds[6] += sum(seeds[:6])
        seeds[13] += sum(seeds[7:13])
        seeds[:6] = seeds[7:13] = [0] * 6
    return seeds, at == 6


def value(seeds: list[int], depth: int, alpha: float, beta: float, until: float) -> float:
    """Return by how many seeds the mover comes out ahead."""
    if process_time() > until:
        raise OutOfTime
    moves = [pit for pit in (5, 4, 3, 2, 1, 0) if seeds[pit]]
    if not moves:
        return 100.0 * (seeds[6] - seeds[13])
    if not depth:
        return float(seeds[6] - seeds[13])
    for pit in moves:
        after, again = sown(seeds, pit)
        if again:
            got = value(after, depth - 1, alpha, beta, until)
        else:
            got = -value(after[7:] + after[:7], depth - 1, -beta, -alpha, until)
        alpha = max(alpha, got)
        if alpha >= beta:
            break
    return alpha


def plain(seeds: list[int], seconds: float) -> int:
    """Return the pit that looks best after so many seconds, by ever deeper searches."""
    until, order = process_time() + seconds, [pit for pit in (5, 4, 3, 2, 1, 0) if seeds[pit]]
    for depth in range(30):
        result: list[tuple[float, int]] = []
        try:
            for pit in order:
                after, again = sown(seeds, pit)
                best = max((got for got, _ in result), default=-inf)
                if again:
                    got = value(after, depth, best, inf, until)
                else:
                    got = -value(after[7:] + after[:7], depth, -inf, -best, until)
                result.append((got, pit))
        except OutOfTime:
            break
        order = [pit for _, pit in sorted(result, key=lambda one: -one[0])]
    return order[0]


def moment(game, state, rng) -> Moment:
    """Return a moment as its mover sees it."""
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    return Moment(game, kinds, state, state.to_act[0], rng)


def seeds_of(state) -> list[int]:
    """Return the seeds as the plain one counts them: the mover's pits and store, then the other's."""
    mine = state.to_act[0]
    other = next(seat for seat in PITS if seat != mine)
    return [state.numbers[place] for seat in (mine, other) for place in (*PITS[seat], f"{seat}-store")]


def played(game, seed: int, master: str, positions: int = POSITIONS, seconds: float = SECONDS) -> float:
    """Play one game; return the win of the Master, half a one where both have won."""
    rng = random.Random(seed)
    state = game.setup(Opening(dict.fromkeys(PITS, ""), game.settled({}, 2)))
    for _ in range(OPENING):
        here = moment(game, state, rng)
        state = here.after(rng.choice(here.choices))
    while not state.over:
        here = moment(game, state, rng)
        if here.seat == master:
            action = Tree(here, most=positions).ranked()[0]
        else:
            pit = PITS[here.seat][plain(seeds_of(state), seconds)]
            action = next(one for one in here.choices if one.pit == pit)
        state = here.after(action)
    return (master in state.over.winners) / len(state.over.winners)


def main() -> None:
    """Print what the Master wins."""
    game = found("mancala")
    won = sum(played(game, n // 2, ("South", "North")[n % 2]) for n in range(GAMES))
    table("Mancala", [("Master against a plain alpha-beta of a second", str(Share(won, GAMES)), "50 %")])
