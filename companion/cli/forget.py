"""``companion forget``: let a name go from all that is kept."""

import argparse
import sqlite3
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from companion.boxes.own import Described
from companion.cli.data_options import add_data, database_of, in_snapshots
from companion.cli.reading import Commands, Told, games, telling
from companion.kernel.asking import plain
from companion.words import counted, listed

if TYPE_CHECKING:
    from companion.storage.forgetting import Forgotten


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("forget", help="let a name go from all that is kept")
    parser.add_argument("name", metavar="NAME", help="as it stands at a table")
    add_data(parser)
    parser.add_argument("--games", metavar="DIR", default="", help="a folder of games that are not installed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Let the name go and say where it stood; 1 where it still stands somewhere."""
    from companion.storage import forgetting, sqlite_file  # loaded only where a command needs them
    from companion.storage.engine import Unavailable

    name = plain(chosen.name)
    if not name:
        raise Told("A name, please, as it stands at a table: companion forget Anna.")
    database = database_of(chosen.data)
    forget = partial(forgetting.forget, name=name, games=games(chosen.games), described=Described())
    with telling(Unavailable):
        database.upgrade()
        result = forget(database)
    print(_told(name, result))
    if database.file:
        database.engine.dispose()
        with suppress(sqlite3.Error):  # in use: the log is emptied once nobody plays
            sqlite_file.checkpoint(database.file, patience=10.0)
    kept = in_snapshots(database, lambda copy: bool(forget(copy)))
    for where in result.left:
        print(f"It still stands in {where}.")
    return bool(kept or result.left)


def _told(name: str, forgotten: "Forgotten") -> str:
    """Return where a name stood, in a sentence."""
    if not forgotten:
        return f"Nothing here is called “{name}”."
    stood = [
        counted(forgotten.tables, "table"),
        counted(forgotten.plays, "play"),
        counted(forgotten.tournaments, "tournament"),
        counted(forgotten.players, "player of this house", "players of this house"),
    ]
    return f"“{name}” is forgotten: {listed(stood)}."
