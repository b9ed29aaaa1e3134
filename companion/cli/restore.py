"""``companion restore``: a backup or a snapshot, brought back into an empty folder."""

import argparse
from pathlib import Path

from companion.cli.data_options import add_data, folder_of
from companion.cli.reading import Commands, telling


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("restore", help="bring a backup back into an empty folder")
    parser.add_argument("file", metavar="FILE", help="what “companion backup” made, or a snapshot")
    add_data(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Bring it back and say what came; Told why it does not."""
    from companion.storage import backup  # the database is loaded only where a command needs it

    folder = folder_of(chosen.data)
    with telling(backup.BackupError):
        manifest = backup.restore(Path(chosen.file), folder)
    print(f"{folder}: {manifest.words}, as of {manifest.made}.")
    print(f"Serve it: companion serve --data {folder}")
    return 0
