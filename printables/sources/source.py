"""A game as the printer reads it: its first moment, its seats, its cards and its ``paper.toml``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.kernel.cardset import CardSet
from companion.kernel.game import Game, Opening
from companion.kernel.state import State
from companion.kernel.view import View
from companion.svg.seats import MARKS
from printables.draw.ink import SEATS

if TYPE_CHECKING:
    from companion.kernel.paper import Paper

GROUPS = 4
"""So many groups of cards look like seats, with their marks."""
MANY = ("teal", "violet", "green", "blue", "brown", "orange", "red", "grey", "gold", "crimson")
"""Tones where there are more groups than seats."""


@dataclass(frozen=True)
class Source:
    """What the pieces of a game are made from."""

    game: Game[Any]
    paper: "Paper"
    cards: CardSet
    """The set that is printed; empty where the game has none."""
    state: State
    """The first moment of the largest table with the options as they are by default."""
    view: View
    """How that moment looks."""
    seats: tuple[str, ...]
    """The seats of that table."""

    @classmethod
    def of(cls, game: Game[Any], own: CardSet | None = None) -> "Source":
        """A game, with a set of one's own in place of the house set."""
        from companion.kernel.paper import Paper  # only where a game is printed: it brings pydantic

        seats = game.seats(max(game.players))
        options = {option.key: option.default for option in game.options}
        opening = Opening({seat: seat for seat in seats}, options, own)
        house = game.sets.house if game.sets else {}
        state = game.setup(opening)
        return cls(game, game.paper or Paper(), own or house, state, game.view(state), seats)


def tone(value: str, among: Sequence[str]) -> tuple[str, str]:
    """The tone and mark of a seat, by its number; where there are more than seats, only a tone."""
    if value not in among or not value:
        return "ink", ""
    n = list(among).index(value)
    return (SEATS[n], MARKS[n]) if len(among) <= GROUPS else (MANY[n % len(MANY)], "")
