"""``companion count``: the legal actions from the first decision, by verb."""

import argparse
import json

from companion.cli.reading import GAME, Commands, game, telling, whole
from companion.kernel.statistics import counted


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("count", help="count the legal actions from the first decision")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("--players", type=whole(1, 8), default=0, metavar="N", help="the fewest, if left out")
    parser.add_argument("--depth", type=whole(1, 3), default=1, metavar="D", help="1 to 3")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Count them, depth by depth."""
    with telling(ValueError, code=2):
        counts = counted(game(chosen.game), chosen.depth, chosen.players)
    if chosen.json:
        print(json.dumps(counts))
        return 0
    for depth, verbs in counts.items():
        print(f"{depth}: " + ", ".join(f"{verb} {number}" for verb, number in verbs.items()))
    return 0
