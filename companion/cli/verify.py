"""``companion verify``: whether everything that is kept is whole, and every journal still holds."""

import argparse
import os

from companion.boxes.own import Described
from companion.cli.data_options import add_data, database_of, folder_of
from companion.cli.reading import Commands, games


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "verify", help="say whether everything that is kept is whole and still holds"
    )
    add_data(parser)
    parser.add_argument("--games", metavar="DIR", default="", help="a folder of games that are not installed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Report every fault, one a line; 1 where there is any."""
    from companion.storage.backup import KEY  # the database is loaded only where a command needs it
    from companion.storage.verify import verify
    from companion.web.config import key_fault

    report = verify(database_of(chosen.data), games(chosen.games), Described())
    faults = [*report.faults]
    wrong = "" if os.environ.get("COMPANION_SECRET") else key_fault(folder_of(chosen.data) / KEY)
    faults += [wrong] if wrong else []
    for fault in faults:
        print(fault)
    counted = f"{report.tables} tables, {report.entries} entries"
    told = f"{len(faults)} faults, told above" if faults else "all is whole, and every entry holds"
    print(f"{counted}: {told}.")
    return bool(faults)
