"""Studies in a folder: what is asked, how far it is, and its results, for readers outside the process.

A study is played by a process of its own (``companion.extras.lab.worker``), one on a machine at a time, and
everything else goes first; the phone that asked may go away and come back.
"""

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.extras.lab.saved_games import SavedGames, digest
from companion.extras.lab.study import Study, Varied
from companion.players.games import Task
from companion.work.process import Limits, run
from companion.work.queue import Busy, Queue

MOST = 300_000_000
"""The bytes that everything in the folder may take together; what was used longest ago goes first. House."""
BEGINS, TRIES = 20.0, 20
"""Seconds a process may take to begin, and so often it asks for its turn."""
LIMITS = Limits(memory=4096, processor=3600, patience=2400, nice=19)
"""Of each process that plays a study; it stops by itself after half an hour. House."""
STUDIES = Queue(at_once=1, waiting=1)
"""The study that this process has played; the next may wait for it to end, not to be played. House."""
PLAYS, DONE, STOPPED, FAILED = "plays", "done", "stopped", "failed"


@dataclass(frozen=True)
class Progress:
    """The progress of a study."""

    state: str
    """One of the four above; ``plays`` as long as its process lives."""
    done: int = 0
    of: int = 0
    words: str = ""
    """Why it failed."""


@dataclass(frozen=True)
class StudyOrder:
    """A study as it was asked for, and the phone that asked."""

    study: Study
    title: str
    by: str
    """The phone that may stop it."""
    name: str


class Studies:
    """A folder of studies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, study: str, name: str = "") -> Path:
        """The folder of a study, or a file in it."""
        return self.folder / "studies" / study / name

    @property
    def games(self) -> SavedGames:
        """The games that were played for all of them."""
        return SavedGames(self.folder / "games")

    def start(self, study: Study, title: str, by: str, processes: int) -> str:
        """Have it played, unless it was already; its name. Busy where another is being played."""
        name = named(study)
        if self.progress(name).state in (PLAYS, DONE):
            return name
        if (other := self.playing()) and self.progress(other).state == PLAYS:
            raise Busy
        self._prune()
        self.path(name).mkdir(parents=True, exist_ok=True)
        request = {"study": asdict(study), "title": title, "by": by, "asked": time.time()}
        _write(self.path(name, "asked.json"), request)
        for old in ("stop", "progress.json"):
            self.path(name, old).unlink(missing_ok=True)
        tell(self.path(name, "progress.json"), Progress(PLAYS, 0, study.all_games))
        question = json.dumps([str(self.folder), name, processes]).encode()
        STUDIES.put(by, partial(run, "companion.extras.lab.worker", question, LIMITS))
        return name

    def stop(self, study: str) -> None:
        """Let its process stop after the game it plays, and tell what came of the rest."""
        self.path(study, "stop").touch()

    def asked(self, study: str) -> StudyOrder | None:
        """Return the request for a study, or None if nothing is saved under that name."""
        plain = _json(self.path(study, "asked.json"))
        if plain is None:
            return None
        return StudyOrder(_study(plain["study"]), plain["title"], plain["by"], study)

    def progress(self, study: str) -> Progress:
        """Return the progress of a study; one that ended without a word has failed."""
        plain = _json(self.path(study, "progress.json"))
        if plain is None:
            return Progress(FAILED, words="Nothing was played.")
        progress = Progress(**plain)
        if progress.state == PLAYS and self.playing() != study and not self._young(study):
            words = (
                "It ended before its time. What was played is kept: ask once more, and it goes on from there."
            )
            return Progress(FAILED, progress.done, progress.of, words)
        return progress

    def _young(self, study: str) -> bool:
        """True if its process may not have begun yet."""
        return time.time() - self.path(study, "asked.json").stat().st_mtime < BEGINS

    def playing(self) -> str:
        """The study that is being played on this machine; empty where none is."""
        with self._lock(shared=True) as free:
            return "" if free else _text(self.folder / "playing")

    @contextmanager
    def turn(self, study: str) -> Iterator[bool]:
        """Yield True if it is this process's turn to play a study, for as long as it holds this."""
        for _ in range(TRIES):  # somebody who only looks is gone at once
            with self._lock() as mine:
                if mine:
                    (self.folder / "playing").write_text(study, "utf-8")
                    yield True
                    return
            time.sleep(0.1)
        yield False

    @contextmanager
    def _lock(self, shared: bool = False) -> Iterator[bool]:
        import fcntl  # which Windows lacks: there nothing is served

        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "turn").open("w") as file:
            try:
                fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            except OSError:
                yield False
            else:
                yield True

    def listed(self, game: str) -> list[tuple[StudyOrder, Progress]]:
        """The studies of a game, the newest first."""
        there = (self.folder / "studies").glob("*/asked.json")
        order = sorted(there, key=lambda file: -file.stat().st_mtime)
        result = [
            (request, self.progress(request.name))
            for file in order
            if (request := self.asked(file.parent.name))
        ]
        return [(run, progress) for run, progress in result if run.study.task.game == game]

    def _prune(self) -> None:
        """Delete what was used longest ago, studies and games, till the rest is not too much."""
        there = [*self.folder.glob("games/*"), *self.folder.glob("studies/*")]
        sizes = {path: _size(path) for path in there}
        for path in sorted(there, key=lambda path: path.stat().st_mtime):
            if sum(sizes.values()) <= MOST:
                return
            sizes.pop(path)
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in (path, *path.glob("*")))


def named(study: Study) -> str:
    """A name for a study: the same for the same, as long as rules and players stay what they are."""
    rest = json.dumps([study.games, study.without, asdict(study.varied) if study.varied else None])
    tasks = [study.task, *([study.against] if study.against else [])]
    return digest(*tasks, rest=rest)


def _study(plain: Mapping[str, Any]) -> Study:
    varied = plain["varied"]
    return Study(
        _task(plain["task"]),
        plain["games"],
        _task(plain["against"]) if plain["against"] else None,
        tuple(plain["without"]),
        Varied(**{**varied, "values": tuple(varied["values"]), "used_as": tuple(varied["used_as"])})
        if varied
        else None,
    )


def _task(plain: Mapping[str, Any]) -> Task:
    options = tuple((key, value) for key, value in plain["options"])
    return Task(**{**plain, "by": tuple(plain["by"]), "options": options})


def _write(file: Path, plain: object) -> None:
    """The whole file or none of it."""
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(plain, ensure_ascii=False), "utf-8")
    new.replace(file)


def tell(file: Path, progress: Progress) -> None:
    """Keep how far a study is."""
    _write(file, asdict(progress))


def _json(file: Path) -> Any:
    try:
        return json.loads(_text(file) or "null")
    except ValueError:
        return None


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError:
        return ""
