"""Moves of the hands with counted stones: so many put on a space, or sown along a way."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.boxes.formula import Here, Value
from companion.boxes.naming import Where

if TYPE_CHECKING:
    from companion.boxes.made import Made
    from companion.boxes.state import BoxState

_KEY = r"[a-z][a-z0-9_]*"
_WHERE = rf"{_KEY}(?:\({_KEY}\))?"
SET = re.compile(rf"({_KEY})\[({_WHERE})\]\s*([+−-]?=)(?!=)\s*(.+)", re.DOTALL)
SOW = re.compile(rf"sow ({_KEY}) from ({_WHERE}) along ({_KEY})(?: skipping ({_WHERE}))?(?: if (.+))?")

Hands = Callable[["BoxState", Here, str], tuple["BoxState", tuple[str, ...]]]


def setting(made: "Made", key: str, there: Where, sign: str, value: Value) -> Hands:
    """``seeds[home] += 3``: another number of stones on each of some spaces."""
    spec, things = made.box.stones[key], made.places.stones[key]

    def hands(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        by, touched = value(here), [things[space] for space in there(here) if space in things]
        for thing in touched:
            was = state.numbers[thing]
            now = by if sign == "=" else was + by if sign == "+=" else was - by
            state = state.put(thing, made.places.held(state, thing, spec, now, rule))
        return state, tuple(touched)

    return hands


@dataclass(frozen=True)
class Sowing:
    """``sow seeds from pit along way``: all stones of some spaces, one by one onto those that come after."""

    made: "Made"
    key: str
    whence: Where
    way: str
    skipping: Where

    def __call__(self, state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        things = self.made.places.stones[self.key]
        sources = [space for space in self.whence(here) if space in things]
        number = sum(state.numbers[things[space]] for space in sources)
        ring = self._ring(here, sources)
        if not number or not ring:
            return state, ()
        numbers = {**state.numbers, **dict.fromkeys((things[space] for space in sources), 0)}
        rounds, rest = divmod(number, len(ring))
        for n, space in enumerate(ring):
            numbers[things[space]] += rounds + (n < rest)
        touched = tuple(dict.fromkeys(things[space] for space in (*sources, *ring[:number])))
        for thing in touched:
            spec = self.made.box.stones[self.key]
            numbers[thing] = self.made.places.held(state, thing, spec, numbers[thing], rule)
        return state.but(numbers=numbers, last=(here.seat, ring[rest - 1])), touched

    def _ring(self, here: Here, sources: Sequence[str]) -> list[str]:
        """The spaces that get stones, the first one first: those after the one sown from, round and round."""
        way, passed = self.made.places.areas[self.way][here.seat], {*self.skipping(here)}
        start = way.index(sources[-1]) + 1 if sources and sources[-1] in way else 0
        things = self.made.places.stones[self.key]
        return [space for space in way[start:] + way[:start] if space in things and space not in passed]
