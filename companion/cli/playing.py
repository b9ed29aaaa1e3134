"""What the commands that let games play by themselves have in common."""

import argparse
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from companion.cli.reading import Told, game, whole
from companion.players.games import Task, began
from companion.players.players import named

WORTH_IT = 4
"""Fewer games are played in this process: others would only have to be begun."""

PATIENCE = 10.0
"""Seconds till a scheduler has to have answered."""


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
    """Where the games are played: in processes of this machine, or on a cluster; None for this process."""
    if cluster := getattr(chosen, "cluster", None):
        with _on_cluster(cluster) as pool:
            yield pool
        return
    if games < WORTH_IT or chosen.processes == 1:
        yield None
        return
    with ProcessPoolExecutor(min(chosen.processes, games), initializer=deaf) as pool:
        yield pool


def deaf() -> None:
    """A process that plays leaves it to the one that asked when to stop: Ctrl-C reaches all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _on_cluster(address: str) -> Iterator[Executor]:
    """A Dask scheduler's executor: whoever works for it needs Companion, too."""
    try:
        from distributed import Client
    except ModuleNotFoundError as no:
        raise Told(f"A cluster needs {no.name}: install companion-table[lab].", 1) from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as no:
        raise Told(f"No scheduler answers at {address[:80]}: {no}", 1) from no
    with client:
        yield client.get_executor(pure=False)
