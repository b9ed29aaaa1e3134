"""Games that were played are kept in a folder, by all that they hang on, so that none is played twice."""

import json
from dataclasses import asdict, fields, replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.kernel.features import Origin
from companion.players.games import Played, Task

PLAYED_BY = ("companion.players", "companion.extras.lab")
"""The packages whose code plays games and tells what came of them."""


class SavedGames:
    """A folder with a file for each kind of game, a line for each that was played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def played(self, task: Task) -> dict[int, Played]:
        """Return the saved games of this kind by number; a line that was cut off counts for nothing."""
        file, result = self._file(task), {}
        if not file.exists():
            return {}
        file.touch()  # the oldest go first
        for line in file.read_text("utf-8").splitlines():
            try:
                one = _read(json.loads(line))
            except (ValueError, TypeError, KeyError):
                continue
            result[one.number] = one
        return result

    def keep(self, task: Task, played: Played) -> None:
        """Keep one more."""
        plain = asdict(played) | {"fired": sorted(played.fired)}
        with self._file(task).open("a", encoding="utf-8") as file:
            file.write(json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n")

    def _file(self, task: Task) -> Path:
        return self.folder / f"{digest(task)}.jsonl"


def digest(*tasks: Task, rest: str = "") -> str:
    """A name for what games hang on: the tasks, the rules' version, the code that plays, the ``rest``."""
    parts = [(asdict(replace(task, number=0)), task.box.rules.version) for task in tasks]
    code = [_code(package) for package in dict.fromkeys([*PLAYED_BY, *(_home(t) for t in tasks)])]
    return blake2b(json.dumps([parts, code, rest], sort_keys=True).encode(), digest_size=12).hexdigest()


def _home(task: Task) -> str:
    return task.box[Origin].package


def _code(package: str) -> str:
    """Return a hash of a package's files, without its folders."""
    if not package:
        return ""
    heard = blake2b(digest_size=12)
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        if file.name.endswith((".py", ".toml")):
            heard.update(file.read_bytes())
    return heard.hexdigest()


def _read(plain: dict[str, Any]) -> Played:
    """A game as it was kept."""
    lists = {
        key: _tuples(plain[key]) for key in ("seats", "by", "sides", "winners", "course", "without", "killer")
    }
    named = {key: {name: tuple(who) for name, who in plain[key].items()} for key in ("offered", "taken")}
    return Played(**{**_known(plain), **lists, **named, "fired": frozenset(plain["fired"])})


def _known(plain: dict[str, Any]) -> dict[str, Any]:
    return {field.name: plain[field.name] for field in fields(Played)}


def _tuples(thing: Any) -> Any:
    return tuple(map(_tuples, thing)) if isinstance(thing, list) else thing
