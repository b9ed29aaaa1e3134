"""Draughts' Master against the Monte Carlo tree search of OpenSpiel, which has a fiftieth of its time.

OpenSpiel is written in C++ and calls the game checkers. It is no dependency of ours, so the bench plays this
where it is named alone, after ``pip install open_spiel``. Both count by what each does in a second of the
processor here, so that a busy machine changes nothing.
"""

import random
from time import process_time

import pyspiel

from companion.boxes.shelf import found
from companion.kernel.opening import Opening
from companion.players.intervals import Share
from companion.players.tree import Tree
from tests.bench.kalah import OPENING, moment
from tests.bench.machine import table

GAMES, SECONDS, PART = 40, 1.0, 1 / 50
SQUARES, ROW = 32, 4
POSITIONS, PLAYOUTS = 1_500, 2_000
"""So much each does to find out how fast it is."""
CHECKERS = pyspiel.load_game("checkers")


def square(name: str) -> str:
    """Return what OpenSpiel calls a square; its board is ours from the other side."""
    row, at = divmod(SQUARES - int(name), ROW)
    return "abcdefgh"[2 * at + (row + 1) % 2] + str(2 * ROW - row)


def called(state, action) -> str:
    """Return what OpenSpiel calls a move."""
    return square(state.at[action.which]) + square(action.place)


def begun(game):
    """Return the first moment of a game."""
    return game.setup(Opening(dict.fromkeys(("Red", "White"), ""), game.settled({}, 2)))


def searcher(playouts: int, seed: int):
    """Return OpenSpiel's player, with its usual settings."""
    return pyspiel.MCTSBot(
        CHECKERS,
        pyspiel.RandomRolloutEvaluator(1, seed),
        2.0,  # how much it explores
        playouts,
        500,  # MB
        True,  # it solves what it can
        seed,
        False,  # and tells nothing
        pyspiel.ChildSelectionPolicy.UCT,
    )


def speeds(game) -> tuple[float, float]:
    """Return the positions of ours and the playouts of theirs in a second of the processor."""
    rng, state, seen, begin = random.Random(5), begun(game), 0, process_time()
    for _ in range(6):
        here = moment(game, state, rng)
        tree = Tree(here, most=POSITIONS)
        tree.ranked()
        seen += len(tree.nodes)
        state = here.after(rng.choice(here.choices))
    ours, begin = seen / (process_time() - begin), process_time()
    searcher(PLAYOUTS, 5).step(CHECKERS.new_initial_state())
    return ours, PLAYOUTS / (process_time() - begin)


def played(game, n: int, positions: int, playouts: int) -> float:
    """Play one game; return the win of the Master, half a one where it is drawn."""
    rng, master, other = random.Random(1000 + n // 2), ("Red", "White")[n % 2], searcher(playouts, n)
    state, theirs = begun(game), CHECKERS.new_initial_state()
    moves = 0
    while not state.over and not theirs.is_terminal():  # OpenSpiel calls a draw sooner
        here = moment(game, state, rng)
        if moves < OPENING:
            action = rng.choice(here.choices)
        elif here.seat == master:
            action = Tree(here, most=positions).ranked()[0]
        else:
            answer = theirs.action_to_string(other.step(theirs))
            action = next(one for one in here.choices if called(state, one) == answer)
        legal = {theirs.action_to_string(one): one for one in theirs.legal_actions()}
        theirs.apply_action(legal[called(state, action)])
        state, moves = here.after(action), moves + 1
    return (master in state.over.winners) / len(state.over.winners) if state.over else 0.5


def main() -> None:
    """Print what the Master wins."""
    game = found("draughts")
    ours, theirs = speeds(game)
    positions, playouts = round(ours * SECONDS), round(theirs * SECONDS * PART)
    won = sum(played(game, n, positions, playouts) for n in range(GAMES))
    what = f"Master, {positions} positions a move, against OpenSpiel's {playouts} playouts"
    table("Draughts", [(what, str(Share(won, GAMES)), "50 %")])
