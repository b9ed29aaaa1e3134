"""The played sittings of the games on the shelf, as text."""

from typing import Any

from companion.boxes.shelf import box
from companion.kernel import transcript
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings

PLAYED = {
    "war-in-heaven": "commander",
    "heroball": "three",
    "high-heavens": "base",
    "heaven-and-ale": "two",
    "havoc-in-heaven": "whole-game",
}
"""A played sitting of each game that goes through most of its moments."""


def sitting_text(game: str, name: str) -> str:
    """One of a game's played sittings: ``sitting_text("heroball", "two-shared")``."""
    return sittings(shelf()[game])[f"{name}.game"]


def sitting_table(game: str, name: str) -> Table[Any]:
    """The same as a table, of a box as well."""
    known = shelf().get(game) or box(game)
    return transcript.read(sittings(known)[f"{name}.game"], {game: known})


def longest(game: Game) -> str:
    """The longest of a game's played sittings; empty where it has none."""
    return max(sittings(game).values(), key=lambda text: text.count("\n"), default="")


def fullest(game: Game) -> str:
    """The played sitting of a game that goes through most of its phases, the longest of those."""

    def phases(text: str) -> int:
        return len({step.state.phase for step in transcript.read(text, {game.key: game}).log})

    return max(sittings(game).values(), key=lambda text: (phases(text), text.count("\n")))
