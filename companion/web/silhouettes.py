"""The pictures of a table: those of its game, and those that its own set of cards chose."""

from collections.abc import Iterator
from typing import Any

from companion.kernel.cardset import CardSet
from companion.kernel.game import Game
from companion.svg.silhouettes import Silhouettes

_kept: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[object, Silhouettes]] = {}
"""One object for all pages that show the same: parts of a page are cached by what they are given."""


def silhouettes(game: Game[Any], cards: CardSet | None = None) -> Silhouettes:
    """Which picture each thing has at a table that plays with these cards; with the house's where it has none."""
    own = tuple(_own(game, cards)) if cards else ()
    kept = _kept.get((game.key, own))
    if kept is None or kept[0] is not game.pictures:
        if len(_kept) > 200:
            _kept.clear()
        kept = _kept[game.key, own] = game.pictures, Silhouettes(game.pictures, own)
    return kept[1]


def _own(game: Game[Any], cards: CardSet) -> Iterator[tuple[str, str]]:
    for deck in game.sets.decks if game.sets else ():
        for row in cards.get(deck.key) or ():
            if picture := row.get("picture"):
                yield str(row[deck.fields[0].key]), str(picture)
