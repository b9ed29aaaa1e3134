"""Whether the house set is fair: many sittings of the simulated players, as a table.

``python -m companion.games.havoc_in_heaven.player.fairness --games 200 --greedy`` prints it.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.box import SIDES
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.player import Player
from companion.kernel.game import Opening
from companion.kernel.simulate import moves


def simulated(games: int, seed: int, greedy: bool) -> dict[str, Any]:
    """Play so many games; who won, how long they were, and how the heroes fared."""
    won: Counter[str] = Counter()
    first: Counter[str] = Counter()
    heroes: dict[str, list[int]] = {hero: [0, 0] for hero in HOUSE.heroes}
    turns: list[int] = []
    for n in range(games):
        rng = random.Random(seed * 1_000_003 + n)
        options = GAME.settled({"first-pick": SIDES[n % 2]})
        lane = GAME.setup(Opening({side: side for side in SIDES}, options))
        *_, (_, lane) = moves(GAME, lane, rng, Player(rng, greedy))
        assert lane.over is not None
        winner = lane.over.winners[0]
        won[winner] += 1
        first["starting player" if winner == lane.first else "second player"] += 1
        turns.append(lane.turn)
        for hero, side in lane.heroes.items():
            heroes[hero][0] += 1
            heroes[hero][1] += side == winner
    turns.sort()
    return {
        "games": games,
        "play": "greedy" if greedy else "random",
        "won": dict(won),
        "by_start": dict(first),
        "turns": {"least": turns[0], "half": turns[len(turns) // 2], "most": turns[-1]},
        "heroes": {hero: round(100 * won_ / (had or 1)) for hero, (had, won_) in heroes.items()},
    }


def table(found: Mapping[str, Any]) -> str:
    """The figures as lines."""
    games = found["games"]
    lines = [f"{games} {found['play']} games"]
    for key in ("won", "by_start"):
        lines += [f"  {name:18}{n:6}  {100 * n / games:5.1f} %" for name, n in sorted(found[key].items())]
    lines.append(
        "  turns of both sides: {least} least, {half} in half the games, {most} most".format(**found["turns"])
    )
    lines.append("  won with: " + ", ".join(f"{hero} {n} %" for hero, n in found["heroes"].items()))
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser("balance", description="Play Havoc in Heaven against itself.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--greedy", action="store_true", help="look one action ahead instead of playing at random"
    )
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = simulated(chosen.games, chosen.seed, chosen.greedy)
    print(json.dumps(found) if chosen.json else table(found))


if __name__ == "__main__":
    main()
