"""``companion simulate``: a game played by itself, and what came of it."""

import argparse
import json

from companion.cli.reading import GAME, Commands, Told, game, whole
from companion.kernel.statistics import simulated


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("simulate", help="play a game by itself")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--players", type=whole(1, 8), default=0, metavar="N", help="the fewest, if left out")
    parser.add_argument("--games", type=whole(1, 10_000_000), default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--greedy", action="store_true", help="let the game's own player choose")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games and print their figures."""
    box = game(chosen.game)
    if chosen.greedy and box.player is None:
        raise Told(f"{box.name} has nobody who plays it with sense; leave --greedy out.")
    try:
        figures = simulated(box, chosen.games, chosen.seed, chosen.greedy, chosen.players)
    except ValueError as no:
        raise Told(str(no)) from no
    if chosen.json:
        print(json.dumps(figures, ensure_ascii=False))
        return 0
    length = figures["length"]
    print(f"{figures['games']} games, {figures['moves']} moves, {figures['moves_per_second']:,.0f} moves/s")
    print(f"length {length['min']} / {length['mean']} / {length['max']} (shortest, mean, longest)")
    for name in ("wins", "first", "rules"):
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures[name].items()))
    print(f"draws: {figures['draws']}")
    return 0
