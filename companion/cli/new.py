"""``companion new``: the folder of a small game that runs, plays, prints and keeps every promise."""

import argparse
import importlib.util
import keyword
import re
from pathlib import Path

from companion.boxes.shelf import keys, source
from companion.cli import eject
from companion.cli.reading import Commands, Told, game, games, text

TEMPLATE = Path(__file__).parent / "newgame"
KEY, TITLE = "new-game", "New game"
"""What the template is called, in code and to people."""


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("new", help="write the folder of a small game, to make your own of it")
    parser.add_argument("name", metavar="NAME", help="the name of a Python package, e.g. my_game")
    parser.add_argument("--in", dest="folder", metavar="DIR", default=".", help="where to; here if left out")
    parser.add_argument(
        "--from", dest="box", metavar="BOX", help="the same game as this box: its TOML file, or its key"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the game and say what to do next; Told says why it cannot be."""
    name, where = chosen.name, Path(chosen.folder)
    folder = where / name
    _fits(name)
    if not where.is_dir():
        raise Told(f"{where} is no folder.", 1)
    if folder.exists():
        raise Told(f"{folder} is there already; choose another name, or another place with --in.", 1)
    _is_free(name)
    called = title(name)
    try:
        if chosen.box:
            called = _ejected(folder, chosen.box, key(name))
        else:
            write(folder, key(name), called)
    except OSError as error:
        raise Told(f"{folder} cannot be written: {error.strerror}.", 1) from None
    print(
        f"{folder} is a game that runs. What to do next:\n\n"
        f"  companion check {folder}\n"
        f"  companion print {folder}\n"
        f"  companion serve --games {where}    and open a table of “{called}” on a phone\n\n"
        "Then make it yours, file by file; docs/write-a-game.md builds a whole game that way."
    )
    return 0


def key(name: str) -> str:
    """A package's name as the key of its game: ``my-game``."""
    return name.replace("_", "-")


def title(name: str) -> str:
    """A package's name as people read it: ``My game``."""
    return name.replace("_", " ").capitalize()


def _fits(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name) or len(name) > 40:
        raise Told(
            f"“{name[:40]}” cannot be the name of a Python package: use small letters, digits and single "
            "underscores, 40 at most, e.g. my_game."
        )


def _is_free(name: str) -> None:
    if key(name) in games():
        raise Told(f"“{key(name)}” is on the shelf already; choose another name.")
    if importlib.util.find_spec(name):
        raise Told(f"“{name}” is the name of something installed; choose another.")


def _ejected(folder: Path, named: str, key: str) -> str:
    """Write the game of a box, and say what it is called."""
    if named not in keys() and not named.endswith(".toml"):
        raise Told(
            f"“{named[:40]}” is no box: a file that ends in .toml would be right, or {', '.join(keys())}."
        )
    box = game(named)
    eject.write(folder, box, source(named) if named in keys() else text(named), key)
    return box.name


def write(folder: Path, key: str, title: str) -> None:
    """The template under another name; OSError where it cannot be written."""
    folder.mkdir()
    for file in sorted(TEMPLATE.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            to = folder / file.relative_to(TEMPLATE)
            to.parent.mkdir(exist_ok=True)
            to.write_text(file.read_text("utf-8").replace(KEY, key).replace(TITLE, title), "utf-8")
