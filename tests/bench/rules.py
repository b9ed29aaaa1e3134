"""Speed of the rules alone: replay, random legal play, and python-chess beside it in the same run."""

import random
import time
from functools import partial

import chess

from companion.boxes.shelf import found
from companion.kernel.action import written
from companion.kernel.journal import Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table

CHESS = "chess"
SECONDS = 4.0
ROUNDS = 4
"""So many turns each game and chess have, one after the other, so that a busy moment meets all of them."""
ASKED = {
    "war-in-heaven": 1.0, "heroball": 1.0, "heaven-and-ale": 1.0, "havoc-in-heaven": 0.8, "high-heavens": 0.6,
    "draughts": 0.6, "nine-mens-morris": 0.6, "mancala": 0.6,
}  # fmt: skip
"""Game or box to the random moves that are asked of it for one of python-chess."""


def opened(game) -> Table:
    """A sitting of a game with its fewest players and the house options."""
    seats = game.seats(game.players[0])
    return Table.open(game, Opening(dict.fromkeys(seats, "x")))


def chess_game(rng: random.Random) -> int:
    """Play chess at random with python-chess, all rules of ending on: the moves of a game."""
    board, count = chess.Board(), 0
    while not board.is_game_over(claim_draw=False):
        board.push(rng.choice(list(board.legal_moves)))
        count += 1
    return count


def game_of(game, start, rng: random.Random) -> int:
    """Play a game at random: its moves."""
    return sum(1 for _ in moves(game, start, rng))


def random_moves(games) -> dict[str, float]:
    """Random moves in a second of the processor: of each game from its set-up, and of python-chess."""
    plays = {CHESS: chess_game} | {
        key: partial(game_of, game, opened(game).start.but(quiet=True)) for key, game in games.items()
    }
    rng, count, took = random.Random(1), dict.fromkeys(plays, 0), dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for key, play in plays.items():
            until = took[key] + SECONDS / ROUNDS
            while took[key] < until:
                start = time.process_time()
                count[key] += play(rng)
                took[key] += time.process_time() - start
    return {key: count[key] / took[key] for key in plays}


def replayed_entries(game) -> tuple[float, float]:
    """Entries a second of cold replay, and the slowest whole sitting in ms."""
    fresh, rng, count, took = opened(game), random.Random(2), 0, []
    while sum(took) < SECONDS:
        entries = [
            Entry(n, a.by, a.verb, written(a)) for n, (a, _) in enumerate(moves(game, fresh.start, rng), 1)
        ]
        start = time.perf_counter()
        again = fresh.replayed(entries)
        took.append(time.perf_counter() - start)
        assert again.n == len(entries) and again.stopped is None
        count += len(entries)
    return count / sum(took), max(took) * 1000


def main() -> None:
    """Print the tables."""
    games = {key: found(key) for key in ASKED}
    speeds = random_moves(games)
    rows = [
        (
            f"{game.name}: moves/s",
            f"{speeds[key]:,.0f} ({speeds[key] / speeds[CHESS]:.2f})",
            f"{ASKED[key]:.1f}",
        )
        for key, game in games.items()
    ]
    rows.append((f"python-chess {chess.__version__}: moves/s", f"{speeds[CHESS]:,.0f}", "1.0"))
    table("Random legal play, a second of the processor, beside python-chess", rows)
    rows = []
    for game in shelf().values():
        entries, slowest = replayed_entries(game)
        rows.append((f"{game.name}: replay of a journal, cold", f"{entries:,.0f} entries/s", "20,000"))
        rows.append((f"{game.name}: the slowest whole sitting replayed", f"{slowest:.1f} ms", ""))
    table("Rules, one core", rows)
