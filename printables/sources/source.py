"""A game as the printer reads it: its first moment, its seats, its cards and its ``paper.toml``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.state import State
from companion.kernel.view import Picture, View
from companion.svg.looks import ART, FOCUS, LOOKS, MIDDLE, chosen_pictures, focus
from companion.svg.seats import MARKS
from companion.svg.spec import Pictures
from companion.toolkit.paper import Paper
from companion.toolkit.paper.boards import PaperBoards
from printables.art.field import Art
from printables.draw.ink import SEATS

GROUPS = 4
"""So many groups of cards look like seats, with their marks."""
MANY = ("teal", "violet", "green", "blue", "brown", "orange", "red", "grey", "gold", "crimson")
"""Tones where there are more groups than seats."""


@dataclass(frozen=True)
class Source:
    """The data that the pieces of a game are made from."""

    game: Game[Any]
    paper: Paper
    cards: CardSet
    """The set that is printed; empty where the game has none."""
    state: State
    """The first moment of the table."""
    view: View
    """How that moment looks."""
    seats: tuple[str, ...]
    """The seats of that table."""
    arts: Mapping[str, bytes] | None = None
    """The files with art that were given, by name; None where only what is drawn is printed."""
    to_come: Opening | None = None
    """How a table to come is opened; None at a table that stands, where chance has said who begins."""

    @property
    def pictures(self) -> dict[str, Picture]:
        """Return the boards by key: the picture everybody sees, the one before a seat, and those that the
        game has for paper alone.
        """
        view = self.view
        pictures_by_key = {"board": view.picture} if view.picture else {}
        if view.panels and (own := view.panels[0].picture):
            pictures_by_key["own-board"] = own
        return pictures_by_key | dict(self.game[PaperBoards].pictures)

    @property
    def printed(self) -> dict[str, Picture]:
        """Return those boards that are printed: not skipped, and with spaces that are drawn."""
        return {
            key: picture
            for key, picture in self.pictures.items()
            if not self.paper.board(key).skip and any(not cell.quiet for cell in picture.cells)
        }

    @classmethod
    def of(
        cls,
        game: Game[Any],
        own: CardSet | None = None,
        players: int | None = None,
        arts: Mapping[str, bytes] | None = None,
    ) -> "Source":
        """A game, with a set of one's own in place of the house set, and its options as they are by default;
        for so many players, or for the largest table.
        """
        seats = game.seats(players or max(game.players))
        opening = Opening({seat: seat for seat in seats}, game.settled({}, len(seats)), own)
        return replace(cls.at(game, opening), arts=arts, to_come=opening)

    @classmethod
    def of_each_table(
        cls, game: Game[Any], own: CardSet | None = None, arts: Mapping[str, bytes] | None = None
    ) -> list["Source"]:
        """Return the game for every number of players, the largest first."""
        return [cls.of(game, own, players, arts) for players in sorted(game.players, reverse=True)]

    @classmethod
    def at(cls, game: Game[Any], opening: Opening) -> "Source":
        """A game as it is opened at a table: its players, options and set."""
        house = game[SetForm].house if game.get(SetForm) else {}
        state = game.setup(opening)
        cards = opening.cards or house
        game = _with_pictures(game, opening.cards)
        return cls(game, game.get(Paper) or Paper(), cards, state, game.view(state), tuple(opening.seats))


def _with_pictures(game: Game[Any], cards: CardSet | None) -> Game[Any]:
    """Return the same game, whose cards have the pictures that a table's own set chose for them."""
    form, pictures = game.get(SetForm), game.get(Pictures)
    if not (form and cards and pictures):
        return game
    own = {name: picture for name, picture in chosen_pictures(form, cards).items() if picture}
    return game.having(pictures.model_copy(update={"pictures": {**pictures.pictures, **own}}))


def art(source: Source, row: Mapping[str, Any]) -> Art | None:
    """The art that a card names; None where it names none, or none is printed."""
    name = str(row.get(ART.key) or "")
    if not name or source.arts is None:
        return None
    return Art(name, source.arts.get(name), focus(str(row.get(FOCUS.key) or "")) or MIDDLE)


def picture(source: Source, row: Mapping[str, Any]) -> str:
    """The picture of a card by its name, or by what another of its fields says, so that a skill of a table's
    own has that of its hero; empty where there is none.
    """
    looks = {field.key for field in LOOKS}
    said = (value for key, value in row.items() if isinstance(value, str) and key not in looks)
    return source.game[Pictures].of(*said)


def tone(value: str, among: Sequence[str]) -> tuple[str, str]:
    """The tone and mark of a seat, by its number; where there are more than seats, only a tone."""
    if value not in among or not value:
        return "ink", ""
    n = list(among).index(value)
    return (SEATS[n], MARKS[n]) if len(among) <= GROUPS else (MANY[n % len(MANY)], "")
