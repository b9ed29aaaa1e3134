"""``companion score``: the points of final boards."""

import argparse
import json
from typing import Any

from companion.cli.reading import Commands, Told, game, text
from companion.kernel.sheet import ScoreSheet
from companion.kernel.untrusted import Unreadable, read_json, read_toml


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("score", help="score final boards")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("file", metavar="FILE", help="the boards as JSON or TOML; - for what is piped in")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Count the points; Told says what a board lacks."""
    box = game(chosen.game)
    if box.get(ScoreSheet) is None:
        raise Told(f"{box.name} counts no points.")
    sheet = box[ScoreSheet]
    try:
        boards = sheet.read(_data(chosen.file))
    except ValueError as no:
        raise Told(f"{chosen.file}: {no}", 1) from None
    print(
        json.dumps(sheet.data(boards), ensure_ascii=False) if chosen.json else sheet.text(boards, box.rules)
    )
    return 0


def _data(file: str) -> Any:
    """A file of JSON, or else of TOML."""
    raw = text(file)
    try:
        return read_json(raw)
    except Unreadable as no_json:
        try:
            return read_toml(raw)
        except Unreadable as no_toml:
            why = no_toml if file.endswith(".toml") else no_json
            raise Told(str(why.of(file)), 1) from None
