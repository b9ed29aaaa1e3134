"""What the commands that let games play by themselves have in common."""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from companion.cli.reading import Told, game, whole
from companion.players.games import Task, began
from companion.players.players import named

WORTH_IT = 4
"""Fewer games are played in this process: others would only have to be begun."""


def options(parser: argparse.ArgumentParser, games: int) -> None:
    """The options of every command that plays."""
    parser.add_argument("--players", type=whole(1, 8), default=0, metavar="N", help="the fewest, if left out")
    parser.add_argument("--games", type=whole(1, 10_000_000), default=games, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a table option")
    parser.add_argument("--processes", type=whole(1, 512), default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--json", action="store_true")


def task(chosen: argparse.Namespace, *by: str) -> Task:
    """What is to be played; Told for a player, an option or a number of players that is not."""
    box = game(chosen.game)
    for word in chosen.option:
        if "=" not in word:
            raise Told(f"--option is a key and a value, as in first=Angels; not “{word[:40]}”.")
    given = tuple((key, value) for key, _, value in (word.partition("=") for word in chosen.option))
    wanted = Task(chosen.game, 0, chosen.seed, by, chosen.players, given)
    try:
        for words in by:
            named(words)
        began(box, wanted)
    except ValueError as no:
        raise Told(str(no)) from no
    return wanted


@contextmanager
def executor(chosen: argparse.Namespace, games: int) -> Iterator[Executor | None]:
    """Where the games are played: in processes of this machine; None for this one."""
    if games < WORTH_IT or chosen.processes == 1:
        yield None
        return
    with ProcessPoolExecutor(min(chosen.processes, games)) as pool:
        yield pool
