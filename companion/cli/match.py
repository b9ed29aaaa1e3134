"""``companion match``: two players against one another, with seats and openings swapped."""

import argparse
import json

from companion.cli import playing
from companion.cli.playing import options, task
from companion.cli.reading import GAME, Commands
from companion.players.games import asides
from companion.players.match import match, share
from companion.players.players import WHO


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("match", help="let two players play one another")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--a", default="careful", metavar="PLAYER", help=WHO)
    parser.add_argument("--b", default="greedy", metavar="PLAYER", help=WHO)
    options(parser, games=20)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and print who won how much."""
    tasks = match(task(chosen, chosen.a, chosen.b), chosen.a, chosen.b, chosen.games)
    done = playing.run(chosen, tasks)
    played = done.played
    won = share(played)
    shared = sum(1 for game in played if game.shared)
    if chosen.json:
        figures = {"a": chosen.a, "b": chosen.b, "games": len(played), "seed": chosen.seed, "shared": shared}
        figures |= {"won": round(won.won, 2), "share": won.share, "low": won.low, "high": won.high}
        figures |= {"stopped": done.stopped, "unplayed": done.unplayed}
        print(json.dumps(figures))
    else:
        print("".join(f"{note}\n" for note in asides(done.stopped, done.unplayed)), end="")
        print(f"{chosen.a} against {chosen.b}: {won} of {len(played)} games, {shared} of them shared")
    return done.code
