"""The promises of every game, checked for any game: it can be played, taken back, mended and explained.

Each promise takes a game and an opening, plays by seed, and raises Broken in words for the game's author;
Fails, a kind of that, where the game's own code does.
"""

from collections.abc import Callable
from typing import Any

from companion.check.asking import explains, hostile, out_of_turn
from companion.check.common import Broken, Fails, is_box, openings
from companion.check.playing import plays, replays, takes_back
from companion.check.showing import declares, played, shows, writes
from companion.check.telling import settable, tells
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE

__all__ = [
    "PROMISES", "Broken", "Fails", "declares", "is_box", "openings", "played", "plays", "unseen",
]  # fmt: skip

PROMISES: tuple[Callable[..., None], ...] = (
    replays, takes_back, tells, settable, explains, out_of_turn, hostile, writes, shows,
)  # fmt: skip
"""What is promised for each opening."""


def unseen(game: Game[Any], fired: set[tuple[str, str]]) -> list[str]:
    """The game's own rules that code is to keep and that did not fire."""
    return [
        key
        for key, rule in game.rules.items()
        if key not in TABLE and rule.kept != "table" and (key, rule.kept) not in fired
    ]
