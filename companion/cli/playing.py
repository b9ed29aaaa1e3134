"""Options of all commands that let games play by themselves."""

import argparse
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from threading import Event, current_thread, main_thread

from companion.cli.reading import Told, game, telling, whole
from companion.players.games import NOTHING, Played, Task, began, play_all
from companion.players.players import named, unfit
from companion.work.pool import processes

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
    """Return the task of a command; Told for an unknown player or option, or a wrong number of players."""
    box = game(chosen.game)
    for word in chosen.option:
        if "=" not in word:
            raise Told(f"--option is a key and a value, as in first=Angels; not “{word[:40]}”.")
    given = tuple((key, value) for key, _, value in (word.partition("=") for word in chosen.option))
    wanted = Task(chosen.game, 0, chosen.seed, by, chosen.players, given)
    with telling(ValueError, code=2):
        if why := next(filter(None, (unfit(box, named(words)) for words in by)), ""):
            raise Told(f"{why} Random players can play.")
        began(box, wanted)
    return wanted


def executor(chosen: argparse.Namespace, games: int) -> AbstractContextManager[Executor | None]:
    """Return the executor of the games: processes of this machine, or None for this process."""
    if games < WORTH_IT or chosen.processes == 1:
        return nullcontext()
    return processes(min(chosen.processes, games))


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Yield a function that is true after Ctrl-C: games in play end first, unless it comes twice."""
    interrupted, usual = Event(), signal.getsignal(signal.SIGINT)

    def hears(*_: object) -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, usual)

    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, hears)
    try:
        yield interrupted.is_set
    finally:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, usual)


@dataclass(frozen=True)
class Run:
    """The result of a list of games."""

    played: list[Played]
    """In the order of the list."""
    stopped: bool
    """Whether somebody stopped it before all was played."""
    unplayed: list[int]
    """The numbers of those that came to a moment at which nobody could do anything."""

    @property
    def code(self) -> int:
        """The command's exit code."""
        return 130 if self.stopped else 0


def run(chosen: argparse.Namespace, tasks: Sequence[Task]) -> Run:
    """Play these games, till somebody stops it; Told where none comes to its end."""
    done: dict[int, Played | None] = {}
    with (
        executor(chosen, len(tasks)) as where,
        stopping() as stop,
        suppress(KeyboardInterrupt, BrokenExecutor),
    ):
        done.update(play_all(tasks, where, stop))  # as far as it comes
    played = [game for _, game in sorted(done.items()) if game]
    if not played:
        raise Told(NOTHING, 1)
    unplayed = [tasks[n].number for n, game in sorted(done.items()) if not game]
    return Run(played, len(done) < len(tasks), unplayed)
