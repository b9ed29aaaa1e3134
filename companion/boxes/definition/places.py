"""The places of a box: spaces and what they hold, areas, stones, and what can lie there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.boxes.definition.schema import Box, Space
from companion.boxes.definition.spaces import Spaces
from companion.boxes.definition.things import Things, heap

ORDINARY = Space()
"""A space of which nothing is said."""
HAND, GONE = "in hand", "aside"
"""Where a piece is that is not on the board: not there yet, or taken off."""


@dataclass(frozen=True)
class Places:
    """The board of a box, if it has one, and what can lie there."""

    box: Box
    things: Things
    spaces: Spaces = field(default_factory=Spaces)
    areas: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """Area to its spaces, for each seat."""
    opposite: Mapping[str, str] = field(default_factory=dict)
    """Space to the one that lies across."""

    @cached_property
    def stones(self) -> dict[str, dict[str, str]]:
        """Stones to the spaces on which they can lie, each with the name of their number there."""
        alone = len(self.box.stones) == 1
        return {
            key: {
                space: space if alone else heap(self.things.called(key), space)
                for space, kind in self.spaces.kinds.items()
                if kind in spec.on
            }
            for key, spec in self.box.stones.items()
        }

    @cached_property
    def heaps(self) -> dict[str, tuple[str, str]]:
        """The name of a number of stones to what they are, and the space on which they lie."""
        return {thing: (key, space) for key, things in self.stones.items() for space, thing in things.items()}

    @cached_property
    def whose(self) -> dict[str, str]:
        """Space to the seat it belongs to: the only one in whose part of an area it lies."""
        result: dict[str, str] = {}
        for area in self.areas.values():
            seats: dict[str, list[str]] = {}
            for seat, spots in area.items():
                for space in spots:
                    seats.setdefault(space, []).append(seat)
            for space, [seat, *others] in seats.items():
                if not others:
                    result.setdefault(space, seat)
        return result

    def sort(self, space: str) -> Space:
        """Return the kind of a space."""
        return self._sorts.get(space, ORDINARY)

    @cached_property
    def _sorts(self) -> dict[str, Space]:
        return {space: self.box.spaces.get(kind, ORDINARY) for space, kind in self.spaces.kinds.items()}
