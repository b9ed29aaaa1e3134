"""Let the strengths of the phone play one another, and keep what it comes to: ``make strengths``.

Each plays the strongest below it that was shown to be one, with seats and openings swapped. What is kept is
not played again; ``GAMES="mancala"`` plays these games anew. The players think over a number of playouts,
not of seconds, so that the same seed plays the same games on any machine.
"""

import json
import sys
from itertools import product
from pathlib import Path
from random import Random

from companion.boxes.shelf import Shelf
from companion.kernel.game import Game
from companion.kernel.statistics import opening
from companion.players import strengths
from companion.players.absent import cannot
from companion.players.games import Task, attempted
from companion.players.match import match, share
from companion.players.strengths import APART, BEATEN, RANDOM, STRENGTHS, MatchResult

KEPT = Path(strengths.__file__).with_suffix(".toml")
SEED, MOST, LEAST = 43, 24, 8
HEAD = """# The matches of the phone's strengths, each against the one below it. Written by `make strengths`.
# A strength that did not win enough is not offered; companion/players/strengths.py has the rule.
"""
ADEPT, MASTER = "careful:32", "careful:128"
THOUGHT = {
    "war-in-heaven": ("careful:128", "careful:512"),
    "heaven-and-ale": ("careful:16", "careful:64"),
    "high-heavens": ("careful:16", "careful:64"),
    "havoc-in-heaven": ("careful:16", "careful:64"),
    "mancala": ("careful:900", "careful:4000"),
    "draughts": ("careful:150", "careful:1200"),
    "nine-mens-morris": ("careful:600", "careful:3000"),
}
"""What Adept and Master play with in a match: less than goes into their seconds, and no further apart."""


def played(key: str, by: str, below: str, against: str) -> MatchResult:
    """Play a match until it is sure that the share is enough, or that it is not, or to the most games."""
    games, enough = [], BEATEN.get(below, APART)
    for task in match(Task(key, 0, SEED, ()), by, against, MOST):
        games += [game for game in [attempted(task)] if game]
        won = share(games)
        print(f"{key}: {by} against {against} {won.won:g} of {won.of}", file=sys.stderr, flush=True)
        if task.number % 2 and won.of >= LEAST and (won.low >= enough or won.high < enough):
            break
    return MatchResult(by, below, against, won.won, won.of)


def next_match(game: Game, name: str, result: dict[str, MatchResult]) -> MatchResult:
    """Let a strength play the strongest that was shown to be one."""
    adept, master = THOUGHT.get(game.key, (ADEPT, MASTER))
    by = {"adept": adept, "master": master}.get(name) or STRENGTHS[name].plays(game)
    below = next((one for one in reversed(result) if result[one].beats), RANDOM)
    return played(game.key, by, below, result[below].by if below in result else RANDOM)


def keep(result: dict[str, dict[str, MatchResult]]) -> None:
    """Write them all."""
    parts = [HEAD]
    for key, matches in sorted(result.items()):
        for name, one in matches.items():
            lines = [f"{field} = {json.dumps(value)}" for field, value in vars(one).items()]
            parts.append("\n".join([f"[{key}.{name}]", *lines, ""]))
    KEPT.write_text("\n".join(parts), "utf-8")


def playable() -> dict[str, Game]:
    """Return the games of the house that the phone can play."""
    return {key: game for key, game in Shelf().items() if not cannot(game, opening(game, Random(SEED)))}


def main(wanted: list[str]) -> None:
    """Play what is not kept yet, or what is named."""
    counts = {key: dict(one) for key, one in strengths._all().items() if key not in wanted}
    games = {key: game for key, game in playable().items() if not wanted or key in wanted}
    for name, (key, game) in product(STRENGTHS, games.items()):  # the cheapest first
        mine = counts.setdefault(key, {})
        if name not in mine:
            mine[name] = next_match(game, name, mine)
            keep(counts)


if __name__ == "__main__":
    main(sys.argv[1:])
