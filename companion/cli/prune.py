"""``companion prune``: delete old tables for good."""

import argparse
import re
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.data_options import add_data, database_of, folder_of, in_snapshots, locked
from companion.cli.reading import Commands, telling
from companion.words import counted

if TYPE_CHECKING:
    from companion.storage.engine import Database


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("prune", help="delete old tables for good")
    parser.add_argument("--older-than", required=True, type=_days, metavar="DAYS", help="e.g. 400d")
    parser.add_argument(
        "--ended", action="store_true", help="only those that are over, counted from their end"
    )
    add_data(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Delete them, from the snapshots too, and say how many there were; 1 where a snapshot keeps them."""
    from companion.storage.engine import Unavailable  # loaded only where a command needs it

    database = database_of(chosen.data)
    with telling(Unavailable):
        database.upgrade()
        count = _deleted(database, chosen)
        room = _given_back(database, folder_of(chosen.data))
    which = "over" if chosen.ended else "untouched"
    print(f"{count['tables']} tables deleted that were {which} for more than {chosen.older_than} days.")
    if count["own"]:
        print(f"{count['own']} games of somebody's own deleted that no table plays.")
    if count["tournaments"]:
        print(f"{count['tournaments']} tournaments deleted that nobody touched, and whose tables are gone.")
    if count["people"]:
        print(f"{counted(count['people'], 'player')} of this house forgotten whom no play names any more.")
    for what, words in (("links", "personal link"), ("tokens", "token")):
        if count[what]:
            print(f"{counted(count[what], words)} deleted of phones that have nothing here any more.")
    if room:
        print(f"{room / 1e6:.1f} MB given back to the disk.")
    return in_snapshots(database, lambda kept: any(_deleted(kept, chosen).values()))


def _deleted(database: "Database", chosen: argparse.Namespace) -> dict[str, int]:
    """Delete all that is old enough; return how many of each kind."""
    from companion.storage import retention

    days, all_of_it = chosen.older_than, not chosen.ended
    return {
        "tables": retention.prune(database, days, chosen.ended),
        "own": retention.prune_own(database, days) if all_of_it else 0,
        "tournaments": retention.prune_tournaments(database, days) if all_of_it else 0,
        "people": retention.prune_people(database),
        "links": retention.prune_links(database),
        "tokens": retention.prune_tokens(database),
    }


def _given_back(database: "Database", folder: Path) -> int:
    """Give the room of what was deleted back to the disk; return how many bytes."""
    from companion.storage import retention, sqlite_file

    file = database.file
    if file is None:
        return 0
    before = file.stat().st_size
    database.engine.dispose()
    with locked(folder) as alone, suppress(sqlite3.Error):  # in use, or the disk is full: it stays as it is
        if alone:
            sqlite_file.rewrite(file)
        retention.give_back(database)
    return before - file.stat().st_size


def _days(text: str) -> int:
    match = re.fullmatch(r"([0-9]{1,5})d", text)
    if not match or not int(match[1]):
        raise argparse.ArgumentTypeError("a number of days, please, like 400d")
    return int(match[1])
