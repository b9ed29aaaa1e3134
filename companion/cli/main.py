"""The command line: one file a command, each with ``add`` (its options) and ``run`` (its exit code)."""

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module

from companion.cli.reading import Told

COMMANDS = {
    "serve": "serve",
    "backup": "backup",
    "restore": "restore",
    "verify": "verify",
    "prune": "prune",
    "forget": "forget",
    "language": "language",
    "replay": "replay",
    "score": "score",
    "simulate": "simulate",
    "match": "match",
    "count": "count",
    "print": "printing",
    "set": "cardset",
    "new": "new",
    "check": "check",
    "static": "static",
}
"""Command to its file."""


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
    """Return the options that the words of a command line ask for."""
    parser, _ = parsers(words[0] if words else "")
    if "--offset" in words[:-1]:  # what follows may begin with a minus
        at = words.index("--offset")
        words[at : at + 2] = [f"--offset={words[at + 1]}"]
    chosen, more = parser.parse_known_args(words)
    if more and (not hasattr(chosen, "pieces") or any(word.startswith("-") for word in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if more:  # pieces that are named after an option
        chosen.pieces += more
    return chosen


def parsers(command: str = "") -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Return the parser, and that of each command by name; only of this command if there is one of the name,
    as loading all takes twice as long.
    """
    parser = argparse.ArgumentParser("companion", description="Every phone at the table knows the rules.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    if command not in COMMANDS:
        from companion.hooks import plugins  # plug-ins are loaded only where one may be meant

        plugins().hook.companion_commands(commands=commands)
    if command not in commands.choices:
        for name in [COMMANDS[command]] if command in COMMANDS else COMMANDS.values():
            import_module(f"companion.cli.{name}").add(commands)
    return parser, commands.choices
