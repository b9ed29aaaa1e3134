"""Hidden things of a box at a moment: lines and counters, and what would tell of them."""

from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain, product

from companion.boxes.definition.model import POINTS, Definition
from companion.boxes.definition.rounds import ROUNDS
from companion.boxes.play.rules import endings
from companion.boxes.play.state import BoxState
from companion.kernel.hands import Unseen


def unseen(definition: Definition, state: BoxState, seats: Collection[str]) -> Unseen:
    """Return what these seats do not see. Once the game has ended by its own rules all is open; who resigns
    opens nothing."""
    if state.over and state.over.rule in endings(definition):
        return Unseen()
    things, others = definition.things, [seat for seat in state.table if seat not in seats]
    hidden = frozenset(chain.from_iterable(map(partial(_of, definition, state), others)))
    if not things.counts:
        return Unseen(hidden)
    there = hidden & state.numbers.keys()
    cells = product(tells(definition, POINTS), others, range(1, state.round + 1))
    closed = {seat for key, seat, n in cells if things.cell(key, seat, n) in there}
    whose = state.table if things.shared and closed else closed
    return Unseen(hidden, frozenset(map(things.points_things.__getitem__, whose)))


def _of(definition: Definition, state: BoxState, seat: str) -> Iterator[str]:
    """Yield a seat's things that are hidden from the others. So are rounds to come, which may have been
    played and taken back."""
    for key, holds in definition.hidden.items():
        if key not in definition.things.by_round:
            if holds(state.here(seat)):
                yield definition.things.thing(key, seat)
            continue
        for number in range(1, ROUNDS + 1):
            if number > state.round or holds(state.here(seat).in_round(number)):
                yield definition.things.cell(key, seat, number)


def tells(definition: Definition, key: str) -> frozenset[str]:
    """The hidden lines and counters that a line rests on."""
    result, left = set[str](), [key]
    while left:
        one = left.pop()
        if one not in result:
            result.add(one)
            left += definition.rests.get(one, ())
    return frozenset(result & definition.hidden.keys())


def veil(definition: Definition, state: BoxState, things: frozenset[str]) -> BoxState:
    """A moment without some things: they are nothing in it, and it says of them that they are hidden."""
    numbers = {thing: 0 if thing in things else number for thing, number in state.numbers.items()}
    return state.but(numbers=numbers, veil=things)


def closed(definition: Definition, state: BoxState, key: str, seat: str, number: int) -> bool:
    """True if a line or a counter is hidden here, or rests on something that is."""
    if not state.veil or key in definition.hidden:
        return definition.things.cell(key, seat, number) in state.veil
    whose = state.table if definition.things.shared else (seat,)
    cells = {definition.things.cell(one, who, number) for one in tells(definition, key) for who in whose}
    return bool(cells & state.veil & state.numbers.keys())
