"""``companion backup``: everything that is kept, in one file, while the tables are played at."""

import argparse
from pathlib import Path

from companion.cli.data_options import add_data, file_of, folder_of
from companion.cli.reading import Commands, telling


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("backup", help="everything that is kept in one file, also while it serves")
    parser.add_argument("file", metavar="FILE", help="the file to make, a ZIP")
    add_data(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the backup and say what is in it; Told why it cannot be made."""
    from companion.storage import backup  # the database is loaded only where a command needs it
    from companion.web.config import key_fault

    database = file_of(chosen.data)
    with telling(backup.BackupError):
        manifest = backup.write(database, folder_of(chosen.data) / backup.KEY, Path(chosen.file))
    print(f"{chosen.file}: {manifest.words}.")
    if backup.KEY not in manifest.files:
        print(
            f"No {backup.KEY} lies there. Keep what COMPANION_SECRET says with the backup: without the key "
            "every phone loses its seat."
        )
    elif fault := key_fault(folder_of(chosen.data) / backup.KEY):
        print(fault)
    return 0
