"""A game's promises, each with some opening: both in turn, or all pairs in the soak."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from companion import check
from companion.kernel.game import Game
from companion.kernel.opening import Opening


def keep_promises(game: Game[Any], every_pair: bool = False) -> None:
    """Check each promise and each opening of a game at least once, in turn; or every pair of the two."""
    for n, opening in _pairs(game, every_pair):
        promise = check.PROMISES[n]
        try:
            promise(game, opening)
        except Exception as fault:
            fault.add_note(f"{game.key}: {promise.__name__}, {dict(opening.options)}, {[*opening.seats]}")
            raise


def _pairs(game: Game[Any], every_pair: bool) -> Iterator[tuple[int, Opening]]:
    """Yield the number of a promise, and an opening."""
    openings = list(check.openings(game))
    many = len(check.PROMISES)
    if every_pair:
        yield from product(range(many), openings)
    else:
        yield from ((n % many, openings[n % len(openings)]) for n in range(max(many, len(openings))))
