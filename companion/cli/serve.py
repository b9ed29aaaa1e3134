"""``companion serve``: the tables, for the phones around."""

import argparse

from companion.cli.reading import Commands, whole


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("serve", help="serve the tables to the phones around")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (0.0.0.0: on all)")
    parser.add_argument("--port", type=whole(1, 65535), default=8000)
    parser.add_argument("--data", metavar="DIR", help="where the tables are kept")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve until stopped; the exit code."""
    from companion.cli.server import serve  # the web is loaded only where it is served

    return serve(chosen.host, chosen.port, chosen.data)
