"""What every formula can say, and what it says of the answers of a verb."""

from collections.abc import Mapping, Sequence

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Value
from companion.boxes.made import Made

BUILT_IN: dict[str, Value] = {
    "round": lambda here: here.round,
    "rounds": lambda here: 0,
    "players": lambda here: len(here.state.table),
    "left": lambda here: 0,
    "first": lambda here: int(here.state.first == here.seat),
    "stuck": lambda here: 0,
    "it": lambda here: 0,
}
"""Names that every formula knows; some of them are filled in for each box."""


def answer(key: str, here: Here) -> str:
    """The seat that an answer names."""
    return str(getattr(here.said, key))


def left(here: Here) -> int:
    """How many others have yet to act."""
    pending = here.state.pending
    return len(pending) - (here.seat in pending)


def number(key: str, here: Here) -> int:
    """The number that was answered."""
    return int(getattr(here.said, key))


def chosen(key: str, choices: Mapping[str, int], here: Here) -> int:
    """The number beside the choice."""
    return choices[getattr(here.said, key)]


def where(holds: Value, value: Value) -> Value:
    """A number that is 0 unless something holds."""
    return lambda here: value(here) if holds(here) else 0


def written(made: Made, names: Sequence[str]) -> Value:
    """``written(bid)``: 1 where a seat has written this line."""
    if len(names) != 1 or names[0] not in made.written:
        meant = made.nearest("".join(names[:1]), made.written)
        raise Wrong(f"written(…) wants a line that is written by hand; {meant}")
    (key,) = names
    return lambda here: int(made.cell(key, here.seat, here.round) in here.numbers)
