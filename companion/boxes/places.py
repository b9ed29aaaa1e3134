"""Places of a box: spaces and what they hold, areas, stones, and what may be put there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.boxes.formula import Value
from companion.boxes.once import Once
from companion.boxes.schema import Box, Space, Stones
from companion.boxes.spaces import Spaces
from companion.boxes.state import GONE, HAND, BoxState
from companion.boxes.things import Things

ORDINARY = Space()
"""A space of which nothing is said."""


def _by_space(at: Mapping[str, str]) -> dict[str, str]:
    return {place: piece for piece, place in at.items() if place not in (HAND, GONE)}


@dataclass
class Places:
    """The board of a box, if it has one, and what can lie there."""

    box: Box
    things: Things
    once: Once
    spaces: Spaces | None = None
    areas: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """Area to its spaces, for each seat."""
    opposite: dict[str, str] = field(default_factory=dict)
    """Space to the one that lies across."""
    lies: dict[tuple[str, str], Value] = field(default_factory=dict)
    """Stones and a kind of space to how many of them lie there at the start."""

    def on_board(self, state: BoxState) -> dict[str, str]:
        """Space to the piece on it, the top one of several."""
        return self.once("on board", state.at, _by_space)

    # -- stones --------------------------------------------------------------------------------------------

    @cached_property
    def stones(self) -> dict[str, dict[str, str]]:
        """Stones to the spaces on which they can lie, each with the name of their number there."""
        kinds = self.spaces.kinds if self.spaces else {}
        alone = len(self.box.stones) == 1
        return {
            key: {
                space: space if alone else f"{self.things.called(key)} on {space}"
                for space, kind in kinds.items()
                if kind in spec.on
            }
            for key, spec in self.box.stones.items()
        }

    @cached_property
    def heaps(self) -> dict[str, tuple[str, str]]:
        """The name of a number of stones to what they are, and the space on which they lie."""
        return {thing: (key, space) for key, things in self.stones.items() for space, thing in things.items()}

    def laid(self, state: BoxState) -> dict[str, int]:
        """Return how many stones lie on each space at the start."""
        if not self.spaces:
            return {}
        kinds, here = self.spaces.kinds, state.here(state.table[0])
        return {
            thing: max(0, min(self.box.stones[key].most, self.lies[key, kinds[space]](here)))
            for thing, (key, space) in self.heaps.items()
        }

    def held(self, state: BoxState, thing: str, spec: Stones, now: int, rule: str) -> int:
        """A number of stones that a space holds; where it holds fewer a refusal by a verb, and by a rule that
        happens as many as it holds."""
        if rule.replace("-", "_") in self.box.rules:
            return max(0, min(spec.most, now))
        if not 0 <= now <= spec.most:
            was, most = state.numbers[thing], spec.most
            why = f"{thing} holds 0 to {most}: it has {was}, and this would make it {now}."
            state.rules.refuse(rule, why.replace("-", "−"))
        return now

    def counted(self, state: BoxState, key: str) -> int:
        """Return how many stones of a kind lie on the board."""
        return sum(state.numbers[thing] for thing in self.stones[key].values())

    @cached_property
    def whose(self) -> dict[str, str]:
        """Space to the seat it belongs to: the only one in whose part of an area it lies."""
        found: dict[str, str] = {}
        for area in self.areas.values():
            seats: dict[str, list[str]] = {}
            for seat, spots in area.items():
                for space in spots:
                    seats.setdefault(space, []).append(seat)
            for space, [seat, *others] in seats.items():
                if not others:
                    found.setdefault(space, seat)
        return found

    # -- pieces --------------------------------------------------------------------------------------------

    def sort(self, space: str) -> Space:
        """Return the kind of a space."""
        return self._sorts.get(space, ORDINARY)

    @cached_property
    def _sorts(self) -> dict[str, Space]:
        kinds = self.spaces.kinds if self.spaces else {}
        return {space: self.box.spaces.get(kind, ORDINARY) for space, kind in kinds.items()}

    def has_room(self, state: BoxState, piece: str, to: str, rule: str) -> None:
        """Refuse where a space holds no more pieces."""
        holds, on = self.sort(to).holds, [one for one in state.pieces_on(to) if one != piece]
        if to not in (HAND, GONE) and len(on) >= holds:
            there = f"{on[-1]} is there already" if holds == 1 else f"{to} holds {holds}, and is full"
            state.rules.refuse(rule, f"{there}.")

    def off_the_top(self, state: BoxState, piece: str, rule: str) -> None:
        """Refuse where other pieces lie on one."""
        if top := self.on_top_of(state, piece):
            state.rules.refuse(rule, f"{top} lies on {piece}.")

    def on_top_of(self, state: BoxState, piece: str) -> str:
        """The top piece of the stack in which another lies; empty where it is free."""
        place = state.at.get(piece, HAND)
        top = state.piece_on(place) if self.sort(place).stack else piece
        return "" if top == piece else top
