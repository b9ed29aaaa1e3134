"""``companion simulate``: a game played by itself, and what came of it, in a few lines."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from companion.cli import playing
from companion.cli.playing import options, task
from companion.cli.reading import GAME, Commands
from companion.players.games import Played, asides
from companion.players.intervals import Share
from companion.players.players import WHO


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("simulate", help="play a game by itself")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--by", default="random", metavar="PLAYER", help=WHO)
    options(parser, games=100)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and print their figures."""
    wanted = task(chosen, chosen.by)
    tasks = [wanted.numbered(n) for n in range(chosen.games)]
    began = perf_counter()
    done = playing.run(chosen, tasks)
    result = figures(done.played)
    result |= {"by": chosen.by, "seed": chosen.seed, "stopped": done.stopped, "unplayed": done.unplayed}
    result["moves_per_second"] = round(result["moves"] / (perf_counter() - began))
    if chosen.json:
        print(json.dumps(result, ensure_ascii=False))
        return done.code
    _tell(result, done)
    return done.code


def _tell(findings: dict[str, Any], done: playing.Run) -> None:
    played = done.played
    if notes := asides(done.stopped, done.unplayed):
        print(*notes, sep="\n")
    length = findings["length"]
    print(
        f"{findings['games']} games by {findings['by']}, {findings['moves']} moves,"
        f" {findings['moves_per_second']:,} moves/s"
    )
    print(f"length {length['min']} / {length['mean']} / {length['max']} (shortest, mean, longest)")
    for what, label in (("wins", "won alone"), ("rules", "rules")):
        print(f"{label}: " + ", ".join(f"{name} {n}" for name, n in findings[what].items()))
    print(f"shared: {findings['shared']}, draws: {findings['draws']}")
    for seat, share in shares(played).items():
        print(f"{seat}'s part of the wins, a shared one in parts: {share}")
    if firsts := [game for game in played if game.first in game.seats]:
        print(f"who goes first wins {Share(sum(game.won(game.first) for game in firsts), len(firsts))}")


def shares(played: Sequence[Played]) -> dict[str, Share]:
    """Return the share of wins of each seat; a shared win counts in parts."""
    return {seat: Share(sum(game.won(seat) for game in played), len(played)) for seat in played[0].seats}


def figures(played: Sequence[Played]) -> dict[str, Any]:
    """Return the winners, their ways to win and the lengths as plain data; only wins without others count."""
    wins = Counter(seat for game in played for seat in _alone(game))
    lengths = [game.moves for game in played]
    mean = round(sum(lengths) / len(played), 1)
    return {
        "games": len(played),
        "moves": sum(lengths),
        "wins": {seat: wins[seat] for seat in played[0].seats},
        "shares": {seat: round(share.share, 4) for seat, share in shares(played).items()},
        "first": _first(played),
        "shared": sum(bool(game.shared and game.winners) for game in played),
        "draws": sum(not game.winners for game in played),
        "rules": dict(Counter(game.rule for game in played).most_common()),
        "length": {"min": min(lengths), "mean": mean, "max": max(lengths)},
    }


def _alone(game: Played) -> tuple[str, ...]:
    """Return the winners of a game, if no side shares the win."""
    return () if game.shared else game.winners


def _first(played: Sequence[Played]) -> dict[str, dict[str, int]]:
    """Return how many games each seat began, and how many of those it won."""
    games = Counter(game.first for game in played if game.first)
    wins = Counter(game.first for game in played if game.first in _alone(game))
    return {seat: {"games": games[seat], "wins": wins[seat]} for seat in sorted(games)}
