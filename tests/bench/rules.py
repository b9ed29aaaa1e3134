"""Speed of the rules alone: replay, random legal play, and python-chess beside it in the same run."""

import random
import time

import chess

from companion.kernel.action import written
from companion.kernel.journal import Entry, Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from tests.bench.machine import table

SECONDS = 4.0


def chess_moves() -> float:
    """Random legal chess with python-chess, all rules of ending on: moves a second."""
    rng, count, start = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False):
            board.push(rng.choice(list(board.legal_moves)))
            count += 1
    return count / (time.perf_counter() - start)


def opened(game) -> Table:
    """A sitting of a game with its fewest players and the house options."""
    seats = game.seats(game.players[0])
    return Table.open(game, Opening(dict.fromkeys(seats, "x")))


def random_moves(game) -> float:
    """Random legal play from the set-up: moves a second."""
    rng, count, start, state = random.Random(1), 0, time.perf_counter(), opened(game).start
    while time.perf_counter() - start < SECONDS:
        count += sum(1 for _ in moves(game, state, rng))
    return count / (time.perf_counter() - start)


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
    """Print the table."""
    rows = []
    for game in shelf().values():
        entries, slowest = replayed_entries(game)
        rows.append((f"{game.name}: random legal play", f"{random_moves(game):,.0f} moves/s", "26,000"))
        rows.append((f"{game.name}: replay of a journal, cold", f"{entries:,.0f} entries/s", "20,000"))
        rows.append((f"{game.name}: the slowest whole sitting replayed", f"{slowest:.1f} ms", ""))
    rows.append(
        (f"python-chess {chess.__version__}: random legal play", f"{chess_moves():,.0f} moves/s", "beside it")
    )
    table("Rules, one core", rows)
