"""Moves of the hands with counted stones: so many put on a space, or sown along a way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.boxes.definition.formula import Here, Value
from companion.boxes.definition.model import Hands, Parts
from companion.boxes.definition.naming import Where
from companion.boxes.definition.schema import Stones
from companion.boxes.definition.things import in_figures
from companion.boxes.play.state import BoxState

_KEY = r"[a-z][a-z0-9_]*"
_WHERE = rf"{_KEY}(?:\({_KEY}\))?"
SET = re.compile(rf"({_KEY})\[({_WHERE})\]\s*([+−-]?=)(?!=)\s*(.+)", re.DOTALL)
SOW = re.compile(rf"sow ({_KEY}) from ({_WHERE}) along ({_KEY})(?: skipping ({_WHERE}))?(?: if (.+))?")


def setting(parts: Parts, key: str, there: Where, sign: str, value: Value) -> Hands:
    """``seeds[home] += 3``: another number of stones on each of some spaces."""
    spec, things = parts.box.stones[key], parts.places.stones[key]

    def hands(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        by, touched = value(here), [things[space] for space in there(here) if space in things]
        for thing in touched:
            was = state.numbers[thing]
            now = by if sign == "=" else was + by if sign == "+=" else was - by
            state = state.put(thing, held(state, thing, spec, now, rule))
        return state, tuple(touched)

    return hands


@dataclass(frozen=True)
class Sowing:
    """``sow seeds from pit along way``: all stones of some spaces, one by one onto those that come after."""

    parts: Parts
    key: str
    whence: Where
    way: str
    skipping: Where

    def __call__(self, state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        things = self.parts.places.stones[self.key]
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
            spec = self.parts.box.stones[self.key]
            numbers[thing] = held(state, thing, spec, numbers[thing], rule)
        return state.but(numbers=numbers, last=(here.seat, ring[rest - 1])), touched

    def _ring(self, here: Here, sources: Sequence[str]) -> list[str]:
        """The spaces that get stones, the first one first: those after the one sown from, round and round."""
        way, passed = self.parts.places.areas[self.way][here.seat], {*self.skipping(here)}
        start = way.index(sources[-1]) + 1 if sources and sources[-1] in way else 0
        things = self.parts.places.stones[self.key]
        return [space for space in way[start:] + way[:start] if space in things and space not in passed]


def held(state: BoxState, thing: str, spec: Stones, now: int, rule: str) -> int:
    """A number of stones that a space holds; where it holds fewer a refusal by a verb, and by a rule that
    happens as many as it holds."""
    if rule in state.definition.cited:
        return max(0, min(spec.most, now))
    if not 0 <= now <= spec.most:
        why = "{thing} holds 0 to {most}: it has {was}, and this would make it {now}."
        was = state.numbers[thing]
        state.rules.refuse(rule, why, thing=thing, most=spec.most, was=was, now=in_figures(now))
    return now


def laid(state: BoxState) -> dict[str, int]:
    """Return how many stones lie on each space at the start."""
    definition, here = state.definition, state.here(state.table[0])
    kinds = definition.places.spaces.kinds
    return {
        thing: max(0, min(definition.box.stones[key].most, definition.lies[key, kinds[space]](here)))
        for thing, (key, space) in definition.places.heaps.items()
    }


def on_board(state: BoxState, key: str) -> int:
    """Return how many stones of a kind lie on the board."""
    return sum(state.numbers[thing] for thing in state.definition.places.stones[key].values())
