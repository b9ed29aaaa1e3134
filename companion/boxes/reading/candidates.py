"""The spaces that a rule leaves for an answer, found from the board, so that a search tries no others."""

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from companion.boxes.definition import formula
from companion.boxes.definition.expression import called, parsed
from companion.boxes.definition.formula import Here
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
    return _narrowed(reader, tree, asks, last)


def _narrowed(reader: Reader, tree: ast.expr, asks: Mapping[str, Ask], field: str) -> Candidates | None:
    """The spaces for which a part of a formula can hold."""
    parts = reader.parts
    if isinstance(tree, ast.BoolOp):
        each = [_narrowed(reader, one, asks, field) for one in tree.values]
        if isinstance(tree.op, ast.And):
            return next((one for one in each if one), None)
        others = [one for one, narrowed in zip(tree.values, each, strict=True) if not narrowed]
        return _unless(reader, others, asks, field, [*filter(None, each)])
    names = [ast.unparse(one) for one in tree.args] if isinstance(tree, ast.Call) else []
    what = called(tree)
    if what == "within" and names[0] == field:
        area = parts.places.areas[names[1]]
        return lambda here: area[here.seat]
    if what in ("joined", "jumps") and names[1] == field and names[0] != field:
        return _from(where(parts, asks, names[0]), _reached(parts, what))
    return None


def _unless(
    reader: Reader,
    others: Sequence[ast.expr],
    asks: Mapping[str, Ask],
    field: str,
    each: Sequence[Candidates],
) -> Candidates | None:
    """All these spaces, or any at all where one of the other parts holds, which the answer has no say in."""
    if not each or any(isinstance(one, ast.Name) and one.id == field for o in others for one in ast.walk(o)):
        return None
    words = reader.words(asks)
    holds = [formula.function(formula.source(one, words)) for one in others]

    def found(here: Here) -> Iterable[str] | None:
        if any(one(here) for one in holds):
            return None
        return dict.fromkeys(chain.from_iterable(one(here) or () for one in each))

    return found


def _reached(parts: Parts, what: str) -> Mapping[str, Sequence[str]]:
    """Space to the spaces that are one step away, or that a jump could reach."""
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
