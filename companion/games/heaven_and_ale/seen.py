"""A moment of Heaven & Ale as one can see it, and the words for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.heaven_and_ale.board import LARGE, SMALL, Board
from companion.games.heaven_and_ale.box import (
    DISC,
    FIRST,
    HOME,
    INDEX,
    KIND,
    MONK,
    OF_KIND,
    PRICE,
    RESOURCE,
    RESOURCE_TILES,
    ROUNDS,
    RULES,
    SALE,
    SLOTS,
    TILE,
    TILES,
)
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State, counted

START, TURN, MORE, CLOSING, PAIR, LAST_CALL, TRACK = (
    "start",
    "turn",
    "more",
    "closing",
    "pair",
    "last call",
    "track",
)
PHASES = {
    START: "the choice of starting spaces",
    TURN: "a turn",
    MORE: "a purchase",
    CLOSING: "the closing of a shed",
    PAIR: "the completing of a pair",
    LAST_CALL: "the last sale",
    TRACK: "a table that keeps just the track",
}


NOTHING = 99
"""The price of a tile where none is left."""


def ducats(n: int) -> str:
    """``1 ducat``, ``2 ducats``."""
    return counted(n, "ducat")


@dataclass(frozen=True, kw_only=True)
class Seen(State):
    """Every board, what lies on the spaces, and whose turn it is."""

    rules: ClassVar[Rulebook] = RULES

    players: tuple[str, ...]
    """The seats, clockwise."""
    boards: Mapping[str, Board]
    may_stop: bool = False
    """True where the exchange of the final score may be ended early."""
    round: int = 1
    turn: str = ""
    piles: Mapping[str, int] = field(default_factory=dict)
    """Space of the main board to how many tiles, monks or discs lie on it."""
    left: Mapping[str, int] = field(default_factory=dict)
    """Tile to how many like it lie in nobody's garden."""
    pending: tuple[str, ...] = ()
    """Shed spots just enclosed, whose tiles must still be chosen."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        return self.players if self.phase == TRACK else (self.turn,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def rounds(self) -> int:
        """How many rounds the game lasts."""
        return ROUNDS[len(self.players)]

    @property
    def board(self) -> Board:
        """The board of the player whose turn it is."""
        return self.boards[self.turn]

    @property
    def here(self) -> str:
        """The space the figure of the player whose turn it is stands on; empty in the starting area."""
        at = self.board.figure
        return _NAMES[at - 1] if 0 < at < HOME else ""

    @property
    def last_round(self) -> bool:
        """Whether this is the last round."""
        return self.round == self.rounds

    def ahead(self, kind: str) -> list[str]:
        """The spaces of a kind ahead of the figure that hold something (a barrel space always does)."""
        at, piles = self.board.figure, self.piles
        return [space for space in OF_KIND[kind] if INDEX[space] > at and piles.get(space, 1)]

    def free_slots(self, seat: str) -> list[str]:
        """The spaces of the starting area where no other figure stands."""
        taken = {
            board.slot
            for other, board in self.boards.items()
            if other != seat and (board.figure == HOME or board.figure == 0)
        }
        return [slot for slot in SLOTS if slot not in taken]

    def must_be_first(self, seat: str) -> bool:
        """Whether all the others are back and the first player space is free."""
        return FIRST in self.free_slots(seat) and all(
            board.figure == HOME for other, board in self.boards.items() if other != seat
        )

    def barrel(self, goal: str) -> str:
        """The size of the uppermost barrel of a goal; empty if both are gone."""
        taken = {board.barrels.get(goal) for board in self.boards.values()}
        return LARGE if LARGE not in taken else "" if SMALL in taken else SMALL

    def claims(self, seat: str) -> list[str]:
        """The goals whose barrel a seat could take now."""
        board = self.boards[seat]
        return [goal for goal in board.goals() if goal not in board.barrels and self.barrel(goal)]

    def can_go_on_buying(self) -> bool:
        """Whether another tile of this space can be paid for, if need be by selling cards."""
        space, board = self.here, self.board
        if not self.piles.get(space, 0) or not board.factor:
            return False
        purse = board.ducats + SALE * len(board.hand)
        return purse >= board.factor * self.cheapest(space)

    def cheapest(self, space: str) -> int:
        """The least that a tile of a space can cost in the shade."""
        if KIND[space] == MONK:
            return PRICE[space]
        for number, names in _OF_NUMBER.items():
            for name in names:
                if self.left[name]:
                    return number
        return NOTHING

    def counted(self) -> list[tuple[str, int, int]]:
        """What of the box lies in gardens and on the main board, how many, and how many there are."""
        lying = {kind: sum([self.piles[space] for space in OF_KIND[kind]]) for kind in (RESOURCE, MONK, DISC)}
        boards = self.boards.values()
        laid = [TILE[tile].colour for board in boards for tile in board.tiles.values()]
        discs = sum(len(board.discs) for board in boards)
        return [
            ("resource tiles", len(laid) - laid.count("") + lying[RESOURCE], RESOURCE_TILES),
            ("monks", laid.count("") + lying[MONK], len(PRICE) * self.rounds),
            ("discs", discs + lying[DISC], TILES["discs"]),
        ]


def space_name(space: str) -> str:
    """A space in words: ``resource space 3``."""
    match KIND[space]:
        case kind if kind == RESOURCE:
            return f"resource space {space.removeprefix('R')}"
        case kind if kind == MONK:
            return f"the monk space at {PRICE[space]}"
        case kind if kind == DISC:
            return f"scoring space {'A/B/C ' + space[3:] if space.startswith('ABC') else space}"
    return space.lower()


def start(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]


def so_often(n: int) -> str:
    """How often, where it is more than once."""
    return "" if n == 1 else " twice" if n == 2 else f" {n} times"


_NAMES = tuple(INDEX)
_OF_NUMBER: dict[int, list[str]] = {
    n: [name for name, tile in TILE.items() if tile.number == n] for n in TILES["numbers"]
}
