"""The designer's lab: a set played many times, beside another on the same seeds, and without some things."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

from companion.players.games import Played, Task, found, play_all
from companion.players.intervals import Share
from companion.players.report import Difference, Report, differences, report

Progress = Callable[[int, int], None]
"""Told after each game how many are done, and of how many."""


@dataclass(frozen=True)
class Study:
    """What is to be played."""

    task: Task
    games: int
    against: Task | None = None
    """Another set or other options, played on the same seeds."""
    without: tuple[str, ...] = ()
    """Things that one seat after the other does without, against somebody who has them."""

    @property
    def all_games(self) -> int:
        """How many games that makes."""
        return self.games * (1 + (self.against is not None) + len(self.without))


@dataclass(frozen=True)
class Findings:
    """What came of it."""

    study: Study
    report: Report
    against: Report | None = None
    differences: tuple[Difference, ...] = ()
    without: tuple[tuple[str, Share], ...] = ()
    """Thing to what a seat wins that may not use it."""
    stopped: bool = False
    """Whether it was stopped before all was played."""
    played: tuple[Played, ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """What was played: the game, and the set if it is not the house's."""
        cards, box = self.study.task.cards, found(self.study.task.game)
        return f"{box.name}, {cards['name']}" if cards else box.name

    @property
    def version(self) -> int:
        """The version of the rules that were played."""
        return found(self.study.task.game).rules.version


def studied(study: Study, executor: Executor | None = None, progress: Progress | None = None) -> Findings:
    """Play it; what was played counts where somebody stops it. ValueError where that is nothing."""
    runs = [*_runs(study)]
    tasks = [(run, task) for run, (_, tasks) in enumerate(runs) for task in tasks]
    done: list[list[Played]] = [[] for _ in runs]
    stopped = False
    try:
        for n, played in play_all([task for _, task in tasks], executor):
            done[tasks[n][0]].append(played)
            if progress:
                progress(sum(map(len, done)), len(tasks))
    except KeyboardInterrupt:
        stopped = True
    for games in done:
        games.sort(key=lambda one: one.number)
    game = found(study.task.game)
    against = done[1] if study.against else []
    first = 2 if study.against else 1
    return Findings(
        study,
        report(game, study.task, done[0]),
        report(game, study.against, against) if study.against and against else None,
        differences(done[0], against) if against else (),
        tuple(
            (name, _restricted(games)) for (name, _), games in zip(runs[first:], done[first:], strict=True)
        ),
        stopped,
        tuple(done[0]),
    )


def _runs(study: Study) -> Iterator[tuple[str, list[Task]]]:
    """What is played, by name: the set, the other set, and each restriction."""
    yield "", [study.task.numbered(n) for n in range(study.games)]
    if study.against:
        yield "", [study.against.numbered(n) for n in range(study.games)]
    for thing in study.without:
        yield thing, [replace(study.task, number=n, barred=thing) for n in range(study.games)]


def _restricted(games: Sequence[Played]) -> Share:
    """What the seat won that had to do without: a different one in each game."""
    return Share(sum(one.won(one.seats[one.number % len(one.seats)]) for one in games), len(games))
