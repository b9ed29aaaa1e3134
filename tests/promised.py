"""A game's promises with its openings, as parameters of a test: both in turn, all pairs in the soak."""

from collections.abc import Iterable
from typing import Any

from companion import check
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from tests.conftest import in_turn


def promised(games: Iterable[Game[Any]]) -> list[Any]:
    """These games, each with an opening and a promise."""
    return [one for game in games for one in in_turn([game], check.openings(game), check.PROMISES)]


def called(value: Any) -> str:
    """What a parameter is called in the name of its test."""
    if isinstance(value, Opening):
        return "-".join([str(len(value.seats)), *value.options.values()])
    return value.key if isinstance(value, Game) else str(value.__name__)
