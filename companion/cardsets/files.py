"""A file that holds a set of cards: which game it is for, and what it says.

A file names its game in the line ``game = "…"``; without that line it is known by its decks. Reading makes
whole numbers of what a field counts and leaves out what is empty; whether a set holds is for its form to say.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.cardsets.csv import from_csv, is_csv
from companion.cardsets.faults import Unreadable
from companion.cardsets.toml import from_toml
from companion.cardsets.values import tidy
from companion.kernel.game import Game

MOST = 256 * 1024
"""The largest file, in characters."""


def read(games: Mapping[str, Game[Any]], text: str, game: str = "") -> tuple[Game[Any], dict[str, Any]]:
    """The game and the set a file holds, TOML or CSV; Unreadable says why it is neither."""
    text = text.removeprefix("\ufeff")
    if len(text) > MOST:
        raise Unreadable(f"the file is too long for a set: more than {MOST // 1024} kB.")
    if "\0" in text:
        raise Unreadable("the file is not text.")
    if is_csv(text):
        sheet = from_csv(text)
        box = game_of(games, game or sheet.game, sheet.decks)
        assert box.sets
        return box, tidy(box.sets, sheet.cards(box.sets))
    found = from_toml(text)
    named = found.pop("game", "")
    box = game_of(games, game or (named if isinstance(named, str) else ""), found)
    assert box.sets
    return box, tidy(box.sets, found)


def game_of(games: Mapping[str, Game[Any]], named: str, decks: Iterable[str]) -> Game[Any]:
    """The game a file is for, by its name or else by its decks; Unreadable if it cannot be told."""
    with_sets = {key: game for key, game in games.items() if game.sets}
    if named:
        if named not in with_sets:
            known = ", ".join(with_sets) or "none here"
            raise Unreadable(f"“{named[:40]}” is not a game with sets of cards; those are {known}.")
        return with_sets[named]
    decks = set(decks)
    fits = [g for g in with_sets.values() if g.sets and {deck.key for deck in g.sets.decks} & decks]
    best = [g for g in fits if g.sets and {deck.key for deck in g.sets.decks if deck.least} <= decks] or fits
    if len(best) != 1:
        raise Unreadable(
            'the file does not say its game; start it with a line such as game = "high-heavens".'
        )
    return best[0]
