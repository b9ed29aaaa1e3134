"""Words of every formula, and formulas about the answers of a verb."""

import ast
import keyword
from collections.abc import Mapping, Sequence

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import FUNCTIONS, Here, Source, Value, constant
from companion.boxes.definition.model import Parts
from companion.boxes.definition.nodes import call, chosen, compared, item, joined, name, part, said, truth
from companion.boxes.definition.schema import Ask
from companion.boxes.play import turns
from companion.boxes.play.state import BoxState
from companion.kernel.action import draft, may
from companion.kernel.schema import nearest


def _stuck(here: Here) -> int:
    """1 where the seat whose turn it is can do nothing."""
    state: BoxState = here.state
    if state.turn != here.seat or state.over:
        return 0
    for kind in state.definition.kinds:
        if (not kind.during or state.phase in kind.during) and may(state, draft(kind, here.seat, {})):
            return 0
    return 1


_NOW = compared(name("round"), ast.Eq(), part("state", "round"))
"""True in the round that is played now."""
_PENDING = part("state", "pending")
BUILT_IN: Mapping[str, Value | Source] = {
    "round": Source(name("round")),
    "rounds": lambda here: turns.rounds(here.state),
    "players": Source(call("len", part("state", "table"))),
    "left": Source(
        chosen(
            _NOW,
            ast.BinOp(call("len", _PENDING), ast.Sub(), compared(name("seat"), ast.In(), _PENDING)),
            ast.Constant(0),
        )
    ),
    "first": Source(truth(compared(part("state", "first"), ast.Eq(), name("seat")))),
    "stuck": _stuck,
    "it": Source(ast.Constant(0)),
}
"""Names that every formula knows. ``it`` is the number that is being written."""
OF_FORMULAS = frozenset((*BUILT_IN, *FUNCTIONS, *keyword.kwlist))
"""The words of formulas, which nothing of a box is called by."""
IT = Source(call("int", name("said")))


def answer(key: str, here: Here) -> str:
    """The seat that an answer names."""
    return str(getattr(here.said, key))


def number_of(key: str, ask: Ask) -> Source | None:
    """The number that was answered, or the one beside the choice; None where the answer is no number."""
    if ask.choice and not ask.seat:
        numbers, vocabulary = constant(ask.choice)
        return Source(item(name(numbers), said(key)), vocabulary)
    return Source(call("int", said(key))) if (ask.number or ask.die) and not ask.seat else None


def settled(key: str) -> Source:
    """The number of the choice that an option is set to."""
    option, vocabulary = constant(key)
    return Source(item(part("state", "options"), name(option)), vocabulary)


def whole_round(parts: Parts) -> Source:
    """1 where a seat has written all lines of a round."""
    if len(parts.things.by_round) == 1 and not parts.rounds.by_one:
        return written(parts, parts.things.by_round)
    whole, vocabulary = constant(parts.rounds.whole_round)
    return Source(call(whole, name("here")), vocabulary)


def during(parts: Parts, names: Sequence[str]) -> Source:
    """``during(bidding)``: 1 in this phase of the round."""
    if len(names) != 1 or names[0] not in parts.box.phases:
        meant = nearest("".join(names[:1]), parts.box.phases)
        raise WrongFormula(f"during(…) wants a phase; {meant}")
    phase, vocabulary = constant(names[0])
    in_it = compared(part("state", "phase"), ast.Eq(), name(phase))
    return Source(truth(ast.BoolOp(ast.And(), [in_it, _NOW])), vocabulary)


def written(parts: Parts, names: Sequence[str]) -> Source:
    """``written(bid)``: 1 where a seat has written this line."""
    if len(names) != 1 or names[0] not in parts.things.written:
        meant = nearest("".join(names[:1]), parts.things.written)
        raise WrongFormula(f"written(…) wants a line that is written by hand; {meant}")
    (key,) = names
    cells = parts.things.cell_value(key)
    things, vocabulary = constant(cells.things)
    cell: ast.expr = item(name(things), name("seat"))
    cell = joined(cell, name("round")) if cells.each_round else cell
    return Source(truth(compared(cell, ast.In(), name("numbers"))), vocabulary)
