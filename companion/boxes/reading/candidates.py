"""The spaces that a rule leaves for an answer, found from the board, so that a search tries no others."""

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from companion.boxes.definition.expression import called, parsed
from companion.boxes.definition.model import Candidates, Parts
from companion.boxes.definition.naming import where
from companion.boxes.definition.schema import Ask
from companion.boxes.reading.reader import Reader


def candidates(reader: Reader, text: str, asks: Mapping[str, Ask]) -> Candidates | None:
    """Return the answers that a rule leaves to the last of the questions it reads; None where it leaves all
    of them."""
    tree = parsed(text)
    read = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    last = next((key for key in reversed(list(asks)) if key in read), "")
    if not last or not asks[last].place:
        return None
    return _narrowed(reader.parts, tree, asks, last)


def _narrowed(parts: Parts, tree: ast.expr, asks: Mapping[str, Ask], field: str) -> Candidates | None:
    """The spaces for which a part of a formula can hold."""
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        each = (_narrowed(parts, one, asks, field) for one in tree.values)
        return next((one for one in each if one), None)
    names = [ast.unparse(one) for one in tree.args] if isinstance(tree, ast.Call) else []
    what = called(tree)
    if what == "within" and names[0] == field:
        area = parts.places.areas[names[1]]
        return lambda here: area[here.seat]
    if what in ("joined", "jumps") and names[1] == field and names[0] != field:
        return _from(where(parts, asks, names[0]), _reached(parts, what))
    return None


def _reached(parts: Parts, what: str) -> Mapping[str, Sequence[str]]:
    """Space to the spaces that are one step away, or that a jump could reach, in the board's order."""
    spaces = parts.places.spaces
    assert spaces
    if what == "joined":
        return spaces.beside
    found: dict[str, list[str]] = {space: [] for space in spaces.at}
    for one, other in spaces.between:
        found[one].append(other)
    return found


def _from(there: Callable[..., Sequence[str]], reached: Mapping[str, Sequence[str]]) -> Candidates:
    return lambda here: tuple(chain.from_iterable(reached.get(space, ()) for space in there(here)))
