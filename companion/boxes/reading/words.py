"""Words of every formula, and formulas about the answers of a verb."""

from collections.abc import Mapping, Sequence

from companion.boxes import turns
from companion.boxes.definition import Parts
from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Source, Value, constant
from companion.boxes.state import BoxState
from companion.kernel.action import draft, refusal
from companion.kernel.schema import nearest


def _stuck(here: Here) -> int:
    """1 where the seat whose turn it is can do nothing."""
    state: BoxState = here.state
    if state.turn != here.seat or state.over:
        return 0
    return int(all(refusal(state, draft(kind, here.seat, {})) for kind in state.definition.kinds))


BUILT_IN: Mapping[str, Value | Source] = {
    "round": Source("round"),
    "rounds": lambda here: turns.rounds(here.state),
    "players": Source("len(state.table)"),
    "left": Source("(len(state.pending) - (seat in state.pending) if round == state.round else 0)"),
    "first": Source("(1 if state.first == seat else 0)"),
    "stuck": _stuck,
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


def whole_round(parts: Parts) -> Source:
    """1 where a seat has written all lines of a round."""
    if len(parts.things.by_round) == 1 and not parts.rounds.by_one:
        return written(parts, parts.things.by_round)
    name, known = constant(parts.rounds.whole_round)
    return Source(f"{name}(here)", known)


def during(parts: Parts, names: Sequence[str]) -> Source:
    """``during(bidding)``: 1 in this phase of the round."""
    if len(names) != 1 or names[0] not in parts.box.phases:
        meant = nearest("".join(names[:1]), parts.box.phases)
        raise Wrong(f"during(…) wants a phase; {meant}")
    name, known = constant(names[0])
    return Source(f"(1 if state.phase == {name} and round == state.round else 0)", known)


def written(parts: Parts, names: Sequence[str]) -> Source:
    """``written(bid)``: 1 where a seat has written this line."""
    if len(names) != 1 or names[0] not in parts.things.written:
        meant = nearest("".join(names[:1]), parts.things.written)
        raise Wrong(f"written(…) wants a line that is written by hand; {meant}")
    (key,) = names
    cells = parts.things.cell_value(key)
    name, known = constant(cells.things)
    cell = f'f"{{{name}[seat]}}{{round}}"' if cells.each_round else f"{name}[seat]"
    return Source(f"(1 if {cell} in numbers else 0)", known)
