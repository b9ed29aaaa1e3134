"""Plays a study, in a process of its own."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.extras.lab import output, page
from companion.extras.lab.folder import DONE, FAILED, PLAYS, STOPPED, Progress, Studies, tell
from companion.extras.lab.study import Findings, play_study
from companion.players.games import began
from companion.words import message
from companion.work.pool import processes

MINUTES = 30
"""After so long it tells what it has. House."""


def work(data: bytes) -> Iterator[bytes]:
    """Play a study of a folder, if it is its turn, and save what came of it there; the answer is empty."""
    folder, study, players = json.loads(data)
    studies = Studies(Path(folder))
    with studies.turn(study) as mine:
        if mine:
            _play(studies, study, players)
    yield b""


def _play(studies: Studies, study: str, players: int) -> None:
    request, told = studies.asked(study), studies.path(study, "progress.json")
    assert request
    stop = _stop(studies.path(study, "stop"))
    try:
        with processes(players) as pool:
            progress = lambda *n: tell(told, Progress(PLAYS, *n))  # noqa: E731
            findings = play_study(request.study, pool, progress, studies.games, stop)
        _keep(findings, studies.path(study))
    except ValueError as no:
        tell(told, Progress(FAILED, words=str(no)))
        return
    except Exception as fault:  # of the game's own code, perhaps
        words = "The lab cannot play this: {why}"
        tell(told, Progress(FAILED, words=str(message(words, why=str(fault)[:270]))))
        raise
    games = findings.report.games
    tell(told, Progress(STOPPED if findings.stopped else DONE, games, request.study.games))


def _stop(file: Path) -> Callable[[], bool]:
    """Return a function that is true if a file or a signal says stop, time is over, or nobody waits."""
    until, parent, stopped = time.monotonic() + 60 * MINUTES, os.getppid(), threading.Event()
    for asks in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asks, lambda *_: stopped.set())
    return lambda: stopped.is_set() or file.exists() or time.monotonic() > until or os.getppid() != parent


def _keep(findings: Findings, folder: Path) -> None:
    """Everything that came of it, as files."""
    task = findings.study.task
    pictures: list[tuple[str, str]] = []
    try:
        from companion.extras.lab.charts import pdf, svgs

        game = task.box
        board = game.view(game.setup(began(game, task))).picture
        for n, (title, svg) in enumerate(svgs(findings, board), 1):
            (folder / f"{n}.svg").write_text(svg, "utf-8")
            pictures.append((title, f'<img src="{folder.name}/{n}.svg" alt="">'))
        (folder / "lab.pdf").write_bytes(pdf(findings, board))
    except ModuleNotFoundError:
        pass  # without matplotlib there are the tables
    (folder / "lab.json").write_text(json.dumps(output.data(findings), ensure_ascii=False), "utf-8")
    (folder / "lab.csv").write_text(output.table(findings), "utf-8")
    (folder / "body.html").write_text(page.body(findings, pictures), "utf-8")
