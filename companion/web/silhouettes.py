"""The pictures of a table: those of its game, and those that its own set of cards chose."""

from typing import Any

from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.game import Game
from companion.svg.looks import chosen_pictures
from companion.svg.silhouettes import Silhouettes
from companion.svg.spec import Pictures

_kept: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[object, Silhouettes]] = {}
"""One object for all pages that show the same: parts of a page are cached by what they are given."""


def silhouettes(game: Game[Any], cards: CardSet | None = None) -> Silhouettes:
    """Return the pictures of a table that plays with these cards: the set's own, or else the game's."""
    own = chosen_pictures(game[SetForm], cards) if game.get(SetForm) and cards else {}
    key = game.key, tuple(own.items())
    cached = _kept.get(key)
    if cached is None or cached[0] is not game.get(Pictures):
        if len(_kept) > 200:
            _kept.clear()
        cached = _kept[key] = game.get(Pictures), Silhouettes(game[Pictures], own)
    return cached[1]
