"""The things before one player: track, garden, scoring spots, cards and barrels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.scoring.score import End
from companion.kernel.state import changed
from companion.kernel.values import ThingName

HAND, PLACED, SOLD = "in hand", "placed", "sold"
LARGE, SMALL = "large", "small"
EMPTY = "empty"


@dataclass(frozen=True)
class Board:
    """One player's things."""

    markers: tuple[int, ...]
    """Where the resource markers stand, in the order of ``COLOURS``."""
    brewmaster: int
    ducats: int
    tiles: Mapping[str, str] = field(default_factory=dict)
    """Spot of the garden to the tile on it."""
    sheds: Mapping[str, str] = field(default_factory=dict)
    """Closed shed spot to the kind of its shed."""
    discs: frozenset[str] = frozenset()
    """Scoring spots with a disc."""
    cards: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(box.CARDS, HAND))
    barrels: Mapping[str, str] = field(default_factory=dict)
    """Goal to the size of its barrel."""
    figure: int = 0
    """Spaces from the starting area; ``HOME`` when back there."""
    slot: str = ""
    """The space of the starting area, while the figure stands there."""

    but = changed

    def __hash__(self) -> int:
        return hash((self.markers, self.brewmaster, self.ducats, frozenset(self.tiles.items()), self.discs))

    def at(self, marker: str) -> int:
        """Return the place of a marker on the track."""
        return self.brewmaster if marker == box.BREWMASTER else self.markers[box.COLOURS.index(marker)]

    def moved(self, marker: str, to: int) -> dict[str, Any]:
        """Return what is another on the board once a marker stands on another place."""
        if marker == box.BREWMASTER:
            return {"brewmaster": to}
        at = dict(zip(box.COLOURS, self.markers, strict=True)) | {marker: to}
        return {"markers": tuple(at.values())}

    @property
    def back(self) -> bool:
        """True if the figure is back for this round."""
        return self.figure == box.HOME

    @property
    def factor(self) -> int:
        """Return the least factor by which a tile's price is multiplied here, or 0 if the garden is full."""
        if not self.tiles.keys() >= box.SHADE:
            return 1
        return 0 if self.tiles.keys() >= box.SUN else box.SUNNY_FACTOR

    @property
    def hand(self) -> list[str]:
        """The cards neither placed nor sold."""
        return [card for card, where in self.cards.items() if where == HAND]

    @property
    def placed(self) -> int:
        """Return the number of placed cards."""
        return sum(1 for where in self.cards.values() if where == PLACED)

    def around(self, shed: str) -> int:
        """The sum of the numbers around a shed spot."""
        return sum(box.TILE[self.tiles[spot]].number for spot in box.AROUND[shed] if spot in self.tiles)

    def closes(self, shed: str) -> bool:
        """True if a shed spot is enclosed and has no shed yet."""
        return shed not in self.sheds and self.tiles.keys() >= _RING[shed]

    def lies(self, spot: str) -> ThingName:
        """Return the tile or shed on a spot of the garden."""
        return self.tiles.get(spot) or (f"{self.sheds[spot]} shed" if spot in self.sheds else EMPTY)

    def of_colour(self, colour: str) -> list[str]:
        """The spots with tiles of a colour."""
        return [spot for spot, tile in self.tiles.items() if box.TILE[tile].colour == colour]

    def of_number(self, number: int) -> list[str]:
        """The spots with resource tiles of a number."""
        return [spot for spot, tile in self.tiles.items() if box.TILE[tile].number == number]

    def furthest_behind(self) -> list[str]:
        """The markers that are least advanced."""
        least = min(self.markers)
        return [colour for colour, at in zip(box.COLOURS, self.markers, strict=True) if at == least]

    def reached(self, goal: str) -> int:
        """Return the progress to a barrel's goal."""
        return PROGRESS[goal](self)

    def goals(self) -> list[str]:
        """The goals reached now."""
        return [goal for goal in box.GOAL if PROGRESS[goal](self) >= box.GOAL[goal].of]

    def end(self, name: str) -> End:
        """Return the position for the final score."""
        sizes = list(self.barrels.values())
        return End(
            name,
            self.brewmaster,
            self.markers,
            self.ducats,
            sizes.count(LARGE),
            sizes.count(SMALL),
            self.cards[box.CARD_OF["barrels"]] == PLACED,
            self.slot == box.FIRST,
        )


_RING = {shed: frozenset(ring) for shed, ring in box.AROUND.items()}


def _alike(board: Board) -> int:
    sheds = [*board.sheds.values()]
    return max(map(sheds.count, sheds), default=0)


PROGRESS: dict[str, Callable[[Board], int]] = {
    "brewmaster out": lambda board: int(board.brewmaster > 0),
    "markers out": lambda board: sum([at > 0 for at in board.markers]),
    "six ones": lambda board: len(board.of_number(1)),
    "six fives": lambda board: len(board.of_number(5)),
    "monk spots": lambda board: len(board.discs.intersection(box.MONKS)),
    "resource spots": lambda board: len(board.discs.intersection(box.COLOURS)),
    "sheds alike": _alike,
    "sheds unlike": lambda board: len(set(board.sheds.values())),
    "marker on 20": lambda board: int(max(board.markers) == box.LAST),
    "three cards": lambda board: board.placed,
    "sun full": lambda board: len(box.SUN.intersection(board.tiles)),
    "shade full": lambda board: len(box.SHADE.intersection(board.tiles)),
}
"""Goal to how far a board has come."""
