"""A match of two players, with seats and openings swapped."""

from collections.abc import Sequence
from dataclasses import replace

from companion.players.games import Played, Task
from companion.players.intervals import Share


def match(task: Task, a: str, b: str, games: int) -> list[Task]:
    """Return so many games of one player against another: each opening twice, with the seats swapped."""
    return [replace(task, number=n, by=(a, b) if n % 2 == 0 else (b, a), alike=2) for n in range(games)]


def share(played: Sequence[Played]) -> Share:
    """Return the share of wins of the first player; a shared win counts in parts."""
    won = [game.won(seat) / len(side) for game in played for side in game.sides for seat in _of_a(game, side)]
    return Share(sum(won), len(played))


def _of_a(game: Played, side: tuple[str, ...]) -> list[str]:
    return [seat for seat in side if (game.seats.index(seat) + game.number) % 2 == 0]
