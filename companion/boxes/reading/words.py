"""Words of every formula, and formulas about the answers of a verb."""

from collections.abc import Mapping, Sequence

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Source, Value, constant
from companion.boxes.made import Made
from companion.kernel.schema import nearest

BUILT_IN: Mapping[str, Value | Source] = {
    "round": Source("round"),
    "rounds": lambda here: here.state.made.rounds.number(here.state),
    "players": Source("len(state.table)"),
    "left": Source("(len(state.pending) - (seat in state.pending) if round == state.round else 0)"),
    "first": Source("(1 if state.first == seat else 0)"),
    "stuck": lambda here: here.state.made.stuck(here),
    "it": Source("0"),
}
"""Names that every formula knows. ``it`` is the number that is being written."""
IT = Source("int(said)")


def answer(key: str, here: Here) -> str:
    """The seat that an answer names."""
    return str(getattr(here.said, key))


def number(key: str) -> Source:
    """The number that was answered."""
    name, known = constant(key)
    return Source(f"int(getattr(said, {name}))", known)


def chosen(key: str, choices: Mapping[str, int]) -> Source:
    """The number beside the choice."""
    (name, known), (numbers, looked_up) = constant(key), constant(choices)
    return Source(f"{numbers}[getattr(said, {name})]", {**known, **looked_up})


def settled(key: str) -> Source:
    """The number of the choice that an option is set to."""
    name, known = constant(key)
    return Source(f"state.options[{name}]", known)


def whole_round(made: Made) -> Source:
    """1 where a seat has written all lines of a round."""
    if len(made.things.by_round) == 1 and not made.rounds.by_one:
        return written(made, made.things.by_round)
    name, known = constant(made.rounds.whole_round)
    return Source(f"{name}(here)", known)


def during(made: Made, names: Sequence[str]) -> Source:
    """``during(bidding)``: 1 in this phase of the round."""
    if len(names) != 1 or names[0] not in made.box.phases:
        meant = nearest("".join(names[:1]), made.box.phases)
        raise Wrong(f"during(…) wants a phase; {meant}")
    name, known = constant(names[0])
    return Source(f"(1 if state.phase == {name} and round == state.round else 0)", known)


def written(made: Made, names: Sequence[str]) -> Source:
    """``written(bid)``: 1 where a seat has written this line."""
    if len(names) != 1 or names[0] not in made.things.written:
        meant = nearest("".join(names[:1]), made.things.written)
        raise Wrong(f"written(…) wants a line that is written by hand; {meant}")
    (key,) = names
    cells = made.things.cell_value(key)
    name, known = constant(cells.things)
    cell = f'f"{{{name}[seat]}}{{round}}"' if cells.each_round else f"{name}[seat]"
    return Source(f"(1 if {cell} in numbers else 0)", known)
