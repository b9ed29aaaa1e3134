"""The shelf: every installed game, ours and strangers' by the same door, and games that lie in folders."""

import importlib.util
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.kernel.features import Origin
from companion.kernel.game import Game

FOLDERS = "COMPANION_GAMES"
"""The setting that names folders of games that are not installed, divided as in PATH."""


A_GAME = "a game is a folder, named like a Python package, with an __init__.py that says GAME = Game(…)."


class NoGame(Exception):
    """A folder that holds no game, and why, in a sentence."""


@cache
def shelf() -> dict[str, Game[Any]]:
    """Every game by key, in the order of their names; NoGame where a folder of games holds a faulty one."""
    result = [point.load() for point in entry_points(group="companion.games")]
    for folder in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        result += games_in(Path(folder))
    return {game.key: game for game in sorted(result, key=lambda game: game.name)}


@cache
def installed(key: str) -> Game[Any] | None:
    """The game of this key, without loading the others; None where none is installed under it, and where
    folders of games may hold another.
    """
    if os.environ.get(FOLDERS):
        return None
    games = (point.load() for point in entry_points(group="companion.games", name=key))
    return next((game for game in games if game.key == key), None)


def games_in(folder: Path) -> Iterator[Game[Any]]:
    """The games of a folder: itself a game, or a folder of them."""
    if not folder.is_dir():
        raise NoGame(f"{folder} is no folder.")
    inner = [folder] if _is_game(folder) else [path for path in sorted(folder.iterdir()) if _is_game(path)]
    yield from map(load, inner or [folder])


def _is_game(path: Path) -> bool:
    file = path / "__init__.py"
    return path.name.isidentifier() and file.is_file() and "GAME" in file.read_text("utf-8", "replace")


def load(folder: Path) -> Game[Any]:
    """The game that a folder holds, imported under the folder's name."""
    if not _is_game(folder := folder.absolute()):
        raise NoGame(f"{folder} holds no game: {A_GAME}")
    name, file = folder.name, folder / "__init__.py"
    module = sys.modules.get(name)
    if getattr(module, "__file__", None) != str(file):
        if module or ((spec := importlib.util.find_spec(name)) and spec.origin != str(file)):
            raise NoGame(f"{folder} is named like something that is installed; give the folder another name.")
        module = _imported(folder, file)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise NoGame(f"{file} does not say GAME = Game(…).")
    return game


def _imported(folder: Path, file: Path) -> ModuleType:
    name = folder.name
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(folder)])
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as fault:
        for loaded in [loaded for loaded in sys.modules if loaded.split(".")[0] == name]:
            del sys.modules[loaded]
        raise NoGame(f"{folder} cannot be loaded: {_where(fault, folder)}{fault}") from fault
    return module


def where(fault: BaseException, game: Game[Any]) -> str:
    """The last line of a game's own code that a fault went through: ``state.py, line 12: ``, or nothing."""
    file = getattr(sys.modules.get(game[Origin].package), "__file__", None)
    return _where(fault, Path(file).parent) if file else ""


def _where(fault: BaseException, folder: Path) -> str:
    """The last line of the folder's own code that a fault went through: ``state.py, line 12: ``."""
    place, trace = "", fault.__traceback__
    while trace:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(folder):
            place = f"{file.relative_to(folder)}, line {trace.tb_lineno}: "
        trace = trace.tb_next
    return place
