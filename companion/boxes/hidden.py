"""Hidden things of a box at a moment: lines and counters, and what would tell of them."""

from collections.abc import Collection, Iterator

from companion.boxes.made import POINTS, Made
from companion.boxes.rounds import ROUNDS
from companion.boxes.rules import endings
from companion.boxes.state import BoxState
from companion.kernel.hands import Unseen


def unseen(made: Made, state: BoxState, seats: Collection[str]) -> Unseen:
    """Return what these seats do not see. Once the game has ended by its own rules all is open; who resigns
    opens nothing."""
    if state.over and state.over.rule in endings(made):
        return Unseen()
    others = [seat for seat in state.table if seat not in seats]
    hidden = frozenset(thing for seat in others for thing in _of(made, state, seat))
    counted, there = tells(made, POINTS) if made.things.counts else (), hidden & state.numbers.keys()
    closed = [
        seat
        for seat in others
        if any(made.things.cell(key, seat, n) in there for key in counted for n in range(1, state.round + 1))
    ]
    whose = state.table if made.things.shared and closed else closed
    return Unseen(hidden, frozenset(made.things.points_things[seat] for seat in whose))


def _of(made: Made, state: BoxState, seat: str) -> Iterator[str]:
    """Yield a seat's things that are hidden from the others. So are rounds to come, which may have been
    played and taken back."""
    for key, holds in made.hidden.items():
        if key not in made.things.by_round:
            if holds(state.here(seat)):
                yield made.things.thing(key, seat)
            continue
        for number in range(1, ROUNDS + 1):
            if number > state.round or holds(state.here(seat).in_round(number)):
                yield made.things.cell(key, seat, number)


def tells(made: Made, key: str) -> frozenset[str]:
    """The hidden lines and counters that a line rests on."""
    found, left = set[str](), [key]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += made.rests.get(one, ())
    return frozenset(found & made.hidden.keys())


def veil(made: Made, state: BoxState, things: frozenset[str]) -> BoxState:
    """A moment without some things: they are nothing in it, and it says of them that they are hidden."""
    numbers = {thing: 0 if thing in things else number for thing, number in state.numbers.items()}
    return state.but(numbers=numbers, veil=things)


def closed(made: Made, state: BoxState, key: str, seat: str, number: int) -> bool:
    """True if a line or a counter is hidden here, or rests on something that is."""
    if not state.veil or key in made.hidden:
        return made.things.cell(key, seat, number) in state.veil
    whose = state.table if made.things.shared else (seat,)
    cells = {made.things.cell(one, who, number) for one in tells(made, key) for who in whose}
    return bool(cells & state.veil & state.numbers.keys())
