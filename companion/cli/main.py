"""The command line: one file a command, each with ``add`` (its options) and ``run`` (its exit code)."""

import argparse
import sys

from companion.cli import (
    backup,
    cardset,
    check,
    count,
    eye,
    lab,
    match,
    new,
    printing,
    prune,
    replay,
    restore,
    score,
    serve,
    simulate,
    verify,
)
from companion.cli.reading import Told

COMMANDS = (
    serve,
    backup,
    restore,
    verify,
    prune,
    replay,
    score,
    simulate,
    lab,
    match,
    count,
    printing,
    eye,
    cardset,
    new,
    check,
)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; its exit code."""
    chosen = _chosen(list(sys.argv[1:] if arguments is None else arguments))
    try:
        return int(chosen.run(chosen))
    except Told as told:
        print(told, file=sys.stderr)
        return told.code
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


def _chosen(words: list[str]) -> argparse.Namespace:
    """What the words of a command line ask for."""
    parser = argparse.ArgumentParser("companion", description="Every phone at the table knows the rules.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    if "--offset" in words[:-1]:  # what follows may begin with a minus
        at = words.index("--offset")
        words[at : at + 2] = [f"--offset={words[at + 1]}"]
    chosen, more = parser.parse_known_args(words)
    if more and (not hasattr(chosen, "pieces") or any(word.startswith("-") for word in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if more:  # pieces that are named after an option
        chosen.pieces += more
    return chosen
