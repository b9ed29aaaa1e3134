"""The process that plays a study: ``python -m companion.players.worker FOLDER STUDY PROCESSES``."""

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from companion.players import page, words
from companion.players.games import began, found
from companion.players.lab import Findings, studied
from companion.players.studies import DONE, FAILED, PLAYS, STOPPED, Progress, Studies, tell

LOWLY = 19
"""How nice it is: what phones ask for goes first."""
MINUTES = 30
"""After so long it tells what it has. House."""
LOOKS = 0.3
"""Seconds between two looks whether it is to stop."""


def main(folder: str, study: str, processes: str) -> int:
    """Play a study of a folder, and keep what came of it; the exit code."""
    studies = Studies(Path(folder))
    with studies.turn(study) as mine:
        if not mine:
            return 1
        os.nice(LOWLY)
        for asks in (signal.SIGINT, signal.SIGTERM):
            signal.signal(asks, _stop)
        _play(studies, study, int(processes))
    return 0


def _play(studies: Studies, study: str, processes: int) -> None:
    asked, told = studies.asked(study), studies.path(study, "progress.json")
    assert asked
    parent = os.getppid()
    threading.Thread(target=_watch, args=(studies.path(study, "stop"), parent), daemon=True).start()
    try:
        with ProcessPoolExecutor(processes, initializer=_player) as pool:
            try:
                findings = studied(
                    asked.study, pool, lambda *n: tell(told, Progress(PLAYS, *n)), studies.games
                )
            finally:
                for child in multiprocessing.active_children():
                    child.terminate()
        deaf()
        _keep(findings, studies.path(study))
    except (ValueError, KeyboardInterrupt) as no:
        tell(told, Progress(FAILED, words=str(no) or "No game was played to its end."))
        return
    except Exception as fault:  # of the game's own code, perhaps
        tell(told, Progress(FAILED, words=f"The lab cannot play this: {fault}"[:300]))
        raise
    games = findings.report.games
    tell(told, Progress(STOPPED if findings.stopped else DONE, games, asked.study.games))


def _stop(*_: object) -> None:
    """Stop playing, once: what was played is told in peace."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    deaf()
    raise KeyboardInterrupt


def deaf() -> None:
    """A process that plays leaves it to the one that asked when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _player() -> None:
    """A process that plays goes when it is told to."""
    deaf()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _watch(stop: Path, parent: int) -> None:
    """Interrupt this process when it is told to stop, its time is over, or nobody is there who asked."""
    until = time.monotonic() + 60 * MINUTES
    while not stop.exists() and time.monotonic() < until and os.getppid() == parent:
        time.sleep(LOOKS)
    os.kill(os.getpid(), signal.SIGINT)


def _keep(findings: Findings, folder: Path) -> None:
    """Everything that came of it, as files."""
    task = findings.study.task
    pictures: list[tuple[str, str]] = []
    try:
        from companion.players.pictures import pdf, svgs

        game = found(task.game)
        board = game.view(game.setup(began(game, task))).picture
        for n, (title, svg) in enumerate(svgs(findings, board), 1):
            (folder / f"{n}.svg").write_text(svg, "utf-8")
            pictures.append((title, f'<img src="{folder.name}/{n}.svg" alt="">'))
        (folder / "lab.pdf").write_bytes(pdf(findings, board))
    except ModuleNotFoundError:
        pass  # without matplotlib there are the tables
    (folder / "lab.json").write_text(json.dumps(words.data(findings), ensure_ascii=False), "utf-8")
    (folder / "lab.csv").write_text(words.table(findings), "utf-8")
    (folder / "body.html").write_text(page.body(findings, pictures), "utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
