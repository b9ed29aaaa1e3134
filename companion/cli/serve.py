"""``companion serve``: the tables, for the phones around."""

import argparse
import os
from pathlib import Path

from companion.cli.reading import Commands, Told, whole
from companion.kernel.shelf import FOLDERS, NoGame, shelf


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("serve", help="serve the tables to the phones around")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (0.0.0.0: on all)")
    parser.add_argument("--port", type=whole(1, 65535), default=8000)
    parser.add_argument("--data", metavar="DIR", help="where the tables are kept")
    parser.add_argument("--games", metavar="DIR", help="a folder of games that are not installed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve until stopped; the exit code."""
    if chosen.games:
        os.environ[FOLDERS] = str(Path(chosen.games).absolute())  # for every process that serves
        try:
            shelf()
        except NoGame as no:
            raise Told(str(no), 1) from None
    from companion.cli.server import serve  # the web is loaded only where it is served

    return serve(chosen.host, chosen.port, chosen.data)
