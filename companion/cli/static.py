"""``companion static``: the whole application as a folder of files, which any static host serves."""

import argparse
from pathlib import Path

from companion.cli.reading import Commands, telling

CHECKOUT = Path(__file__).parent.parent.parent


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("static", help="a folder for a static host: the phone is the server")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to write, new or written before")
    parser.add_argument(
        "--runtime",
        metavar="DIR",
        type=Path,
        default=CHECKOUT / "node_modules" / "pyodide",
        help="Python for browsers: the npm package pyodide",
    )
    parser.add_argument(
        "--wheels",
        metavar="DIR",
        type=Path,
        default=CHECKOUT / "build" / "wheels",
        help="the compiled libraries for it",
    )
    parser.add_argument("--quick", action="store_true", help="compress less, to try something out")
    parser.add_argument("--small", action="store_true", help="compress a tenth smaller, which takes minutes")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the folder and say how large its parts are; Told what is missing."""
    from companion.cli import packs  # the application is loaded only where it is packed

    with telling(packs.CannotPack):
        hard = packs.SMALL if chosen.small else packs.LITTLE if chosen.quick else packs.USUAL
        sizes = packs.write(chosen.folder, chosen.runtime, chosen.wheels, hard)
    for size in sizes:
        plain, packed, small = (n / 1e6 for n in (size.plain, size.gzip, size.brotli))
        print(f"{size.name:20}{plain:8.2f} MB{packed:8.2f} MB by gzip{small:8.2f} MB by brotli")
    print(f"{chosen.folder}: serve it at the root of an address of its own, by https.")
    return 0
