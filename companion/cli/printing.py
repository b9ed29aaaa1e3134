"""``companion print``: what a game's table needs on paper, as a PDF."""

import argparse
import gc
import sys
from pathlib import Path

from companion.cli.reading import GAME, Commands, game, telling


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("print", help="make what the table needs on paper")
    option = parser.add_argument
    option("game", metavar="GAME", help=GAME)
    option("pieces", metavar="PIECE", nargs="*", help="which pieces; all that a table needs if none")
    option("--language", default="", help="en, de, fr or another that is complete")
    option("--paper", default="", help="a4, letter or a3")
    option("--duplex", default="", help="long, short, gutterfold or none")
    option("--ink", default="", help="full, saver or bw")
    option(
        "--seam", default="", help="how boards are cut: best, straight, zigzag, one poster, or fit a sheet"
    )
    option("--cut", default="", help="cards apart, or butt: edge to edge; svg or dxf: paths for a machine")
    option("--cutter", default="", help="which machine: silhouette, feeder, cricut or brother")
    option("--punch", default="", help="how large chips are: 25 or 25.4 mm")
    option("--shape", default="", help="round or square chips")
    option("--sigils", action="store_const", const="yes", default="", help="marks that a photograph can read")
    option(
        "--as",
        dest="outlet",
        default="",
        help="pdf, or each piece by itself: pdfx, png, or by a plug-in: svg, tts, playingcards, screentop",
    )
    option(
        "--at", default="", metavar="ADDRESS", help="where pictures for tts will lie: an address or a folder"
    )
    option("--shop", default="", help="as a print shop wants it: mpc, tgc or drivethru")
    option("--product", default="", help="the size of cards: own, poker, bridge, tarot, mini or square")
    option("--offset", default="", metavar="X,Y", help="how far backs move right and down, in mm")
    option("--players", type=int, metavar="N", help="for so many players; the largest table if left out")
    option("--copies", type=int, default=1, metavar="N", help="so many of everything")
    option("--set", metavar="FILE", help="a set of cards of your own, TOML or CSV")
    option("--since", metavar="FILE", help="only what changed since that earlier set, TOML or CSV")
    option("-o", "--out", metavar="FILE", help="where to: a file, a folder or a zip for many, - for the pipe")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the document; Told says why it cannot be made."""
    gc.disable()  # looking for garbage takes a tenth of the time, and leaves the peak of memory as it is
    try:
        return _run(chosen)
    finally:
        gc.enable()


def _run(chosen: argparse.Namespace) -> int:
    from printables.draw.fonts import Unprintable  # the pens are loaded only where they are used
    from printables.job import filled, job, piped, written

    box = game(chosen.game)
    folder = _is_folder(chosen.out or "")
    with telling(Unprintable, code=2):
        at = chosen.at or (str(Path(chosen.out).resolve()) if folder else "")
        output = job(box, chosen.pieces, {**vars(chosen), "at": at}, chosen.set)
        out = chosen.out or f"{box.key}{output.ending}"
        if out == "-":
            piped(sys.stdout, output.whole())
            return 0
        if out.endswith("/") or (folder and not output.one):
            filled(Path(out), output)
        else:
            written(Path(out), output.whole())
    size = sum(len(file.data) for file in output.files) / 1000
    print(f"{out}: {size:,.0f} kB; {output.words}")
    return 0


def _is_folder(out: str) -> bool:
    return out.endswith("/") or (out != "" and Path(out).is_dir())
