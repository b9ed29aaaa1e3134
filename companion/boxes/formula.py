"""Formulas: a small expression over what a table tracks, read into closures and bounded in every direction.

A formula is written as Python writes it, of numbers, names, ``+ − × ÷``, comparisons, ``and or not``,
``a if b else c``, a few functions, ``table[n]`` and ``counter[seat]``. It is parsed by ``ast`` and walked
by a list of what is allowed; nothing of it is ever executed as code. Numbers are whole; ÷ rounds down.
"""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from companion.kernel.schema import nearest

LONGEST, DEEPEST, PARTS = 400, 24, 120
"""The longest formula in characters, how deep it nests, and of how many parts it is."""
LARGEST = 1_000_000
"""The largest number that can stand in a formula."""
BOUND = 10**9
"""No product goes further than this, so that numbers stay small."""
SIGNS = str.maketrans({"×": "*", "÷": "÷", "−": "-", "≥": "≥", "≤": "≤", "≠": "≠"})
SPELLED = {"÷": "//", "≥": ">=", "≤": "<=", "≠": "!="}
_ALLOWED = re.compile(r"[A-Za-z0-9_ \t\n+\-*/%<>=!(),\[\]]*")


class Here(NamedTuple):
    """Where a formula is worked out: a moment, the seat it is about, the round, and what is being said."""

    state: Any
    seat: str
    round: int
    said: Any = None

    def at(self, seat: str) -> "Here":
        """The same for another seat."""
        return Here(self.state, seat, self.round, self.said)

    def in_round(self, number: int) -> "Here":
        """The same in another round."""
        return Here(self.state, self.seat, number, self.said)


Value: TypeAlias = Callable[[Here], int]
Make: TypeAlias = Callable[[Sequence[Value]], Value]


class Wrong(ValueError):
    """A formula that cannot be: what is wrong, and what would be right, in a sentence."""


@dataclass(frozen=True)
class Words:
    """What a formula may say: names, tables of numbers, names of other seats, and functions of places.

    ``seats`` are answers that name a seat, for ``life[whom]``. ``about`` are functions whose arguments are
    names of answers or of areas rather than numbers, such as ``empty(place)``: each is given those names.
    """

    names: Mapping[str, Value]
    tables: Mapping[str, Sequence[int]]
    seats: Mapping[str, Callable[[Here], str]]
    about: Mapping[str, Callable[[Sequence[str]], Value]]


def _most(values: Sequence[Value]) -> Value:
    return lambda here: max(value(here) for value in values)


def _least(values: Sequence[Value]) -> Value:
    return lambda here: min(value(here) for value in values)


def _sum(values: Sequence[Value]) -> Value:
    return lambda here: sum(value(here) for value in values)


def _abs(values: Sequence[Value]) -> Value:
    (value,) = values
    return lambda here: abs(value(here))


def _total(values: Sequence[Value]) -> Value:
    (value,) = values
    return lambda here: sum(value(here.in_round(n)) for n in range(1, here.round + 1))


def _over(how: Callable[..., int], among: Callable[[Here], Sequence[str]]) -> Make:
    def make(values: Sequence[Value]) -> Value:
        (value,) = values
        return lambda here: how([value(here.at(seat)) for seat in among(here)])

    return make


FUNCTIONS: Mapping[str, tuple[Make, int]] = {
    "min": (_least, 0),
    "max": (_most, 0),
    "sum": (_sum, 0),
    "abs": (_abs, 1),
    "total": (_total, 1),
    "everyone": (_over(sum, lambda here: here.state.seats), 1),
    "highest": (_over(max, lambda here: here.state.seats), 1),
    "lowest": (_over(min, lambda here: here.state.seats), 1),
    "team": (_over(sum, lambda here: here.state.partners(here.seat)), 1),
}
"""Function to how it is made, and how many arguments it has; 0 for any number."""
OVER_SEATS = ("everyone", "highest", "lowest", "team")
"""The functions that work a formula out for several seats."""
_OPERATORS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: max(-BOUND, min(BOUND, a * b)),
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else 0,
}
_COMPARES: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}


def formula(text: str, words: Words) -> Value:
    """What a formula says, as a closure; Wrong says what is not right with it."""
    return _Reader(words).value(parsed(text), 0)


def parsed(text: str) -> ast.expr:
    """The tree of a formula, its length and its signs judged; Wrong where it is none."""
    if len(text) > LONGEST:
        raise Wrong(f"a formula has at most {LONGEST} characters, not {len(text)}.")
    spelled = text.translate(SIGNS)
    for sign, plain in SPELLED.items():
        spelled = spelled.replace(sign, plain)
    if not _ALLOWED.fullmatch(spelled):
        odd = next(sign for sign in spelled if not _ALLOWED.fullmatch(sign))
        raise Wrong(f"“{odd}” is no sign of a formula; names are of small letters, digits and _.")
    try:
        return ast.parse(" ".join(spelled.split()) or "?", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Wrong(f"“{text[:60]}” is no formula; one is like “3 × towns + kinds[n]”.") from None


@dataclass
class _Reader:
    words: Words
    parts: int = 0

    def value(self, tree: ast.expr, depth: int) -> Value:
        """What a part says, as a closure."""
        self.parts += 1
        if depth > DEEPEST or self.parts > PARTS:
            raise Wrong(
                f"a formula has at most {PARTS} parts, {DEEPEST} deep; give a part of it a line of its own."
            )
        kind = type(tree).__name__
        read = getattr(self, f"_{kind.lower()}", None)
        if read is None:
            raise Wrong(
                f"a formula cannot hold {_told(tree)}; it is of numbers, names, + − × ÷ and comparisons."
            )
        made: Value = read(tree, depth + 1)
        return made

    def _constant(self, tree: ast.Constant, depth: int) -> Value:
        number = tree.value
        if type(number) is not int or number > LARGEST:
            raise Wrong(f"a formula has whole numbers up to {LARGEST:,}, not {str(number)[:20]}.")
        return lambda here: number

    def _name(self, tree: ast.Name, depth: int) -> Value:
        if tree.id not in self.words.names:
            raise Wrong(f"“{tree.id[:40]}” is not known here; {nearest(tree.id, [*self.words.names])}")
        return self.words.names[tree.id]

    def _binop(self, tree: ast.BinOp, depth: int) -> Value:
        operator = _OPERATORS.get(type(tree.op))
        if operator is None:
            told = "write ÷ or //, which round down" if isinstance(tree.op, ast.Div) else "use + − × ÷ and %"
            raise Wrong(f"that sign is not for formulas; {told}.")
        left, right = self.value(tree.left, depth), self.value(tree.right, depth)
        return lambda here: operator(left(here), right(here))

    def _unaryop(self, tree: ast.UnaryOp, depth: int) -> Value:
        value = self.value(tree.operand, depth)
        if isinstance(tree.op, ast.USub):
            return lambda here: -value(here)
        if isinstance(tree.op, ast.Not):
            return lambda here: int(not value(here))
        return value

    def _boolop(self, tree: ast.BoolOp, depth: int) -> Value:
        values = [self.value(part, depth) for part in tree.values]
        if isinstance(tree.op, ast.And):
            return lambda here: int(all(value(here) for value in values))
        return lambda here: int(any(value(here) for value in values))

    def _compare(self, tree: ast.Compare, depth: int) -> Value:
        if len(tree.ops) == 1 and isinstance(tree.ops[0], ast.In | ast.NotIn):
            return self._among(tree, depth)
        compares = [_COMPARES.get(type(op)) for op in tree.ops]
        values = [self.value(part, depth) for part in (tree.left, *tree.comparators)]
        if None in compares:
            raise Wrong("a formula compares with == != < <= > >= and “in (1, 2)”.")
        if len(compares) == 1:
            compare, left, right = compares[0], *values
            assert compare is not None
            return lambda here: int(compare(left(here), right(here)))
        return self._chain([one for one in compares if one], values)

    def _chain(self, compares: list[Callable[[int, int], bool]], values: list[Value]) -> Value:
        def all_hold(here: Here) -> int:
            numbers = [value(here) for value in values]
            return int(all(one(*numbers[n : n + 2]) for n, one in enumerate(compares)))

        return all_hold

    def _among(self, tree: ast.Compare, depth: int) -> Value:
        (among,) = tree.comparators
        if not isinstance(among, ast.Tuple):
            raise Wrong("after “in” stand numbers in brackets: “in (2, 3, 12)”.")
        left, values = self.value(tree.left, depth), [self.value(part, depth) for part in among.elts]
        wanted = isinstance(tree.ops[0], ast.In)
        if all(isinstance(part, ast.Constant) for part in among.elts):
            known = frozenset(part.value for part in among.elts if isinstance(part, ast.Constant))
            return lambda here: int((left(here) in known) == wanted)
        return lambda here: int((left(here) in [value(here) for value in values]) == wanted)

    def _ifexp(self, tree: ast.IfExp, depth: int) -> Value:
        test, then, other = (self.value(part, depth) for part in (tree.test, tree.body, tree.orelse))
        return lambda here: then(here) if test(here) else other(here)

    def _subscript(self, tree: ast.Subscript, depth: int) -> Value:
        if not isinstance(tree.value, ast.Name):
            raise Wrong("before [ ] stands a name: a table, or what a seat has.")
        name, table = tree.value.id, self.words.tables.get(tree.value.id)
        if table is not None:
            place = self.value(tree.slice, depth)
            return lambda here: table[max(0, min(len(table) - 1, place(here)))]
        if not isinstance(tree.slice, ast.Name) or tree.slice.id not in self.words.seats:
            known = ", ".join(self.words.seats) or "no answer here names one"
            raise Wrong(f"“{name[:30]}[…]” wants a table, or in the brackets a seat: {known}.")
        whose, value = self.words.seats[tree.slice.id], self._name(tree.value, depth)
        return lambda here: value(here.at(whose(here)))

    def _call(self, tree: ast.Call, depth: int) -> Value:
        name = called(tree)
        about = self.words.about.get(name)
        if tree.keywords or (about is None and name not in FUNCTIONS):
            known = [*FUNCTIONS, *self.words.about]
            raise Wrong(f"“{name[:30]}(…)” is no function; {nearest(name, known)}")
        if about is not None:
            if not all(isinstance(part, ast.Name) for part in tree.args):
                raise Wrong(f"in the brackets of {name}(…) stand names.")
            return about([part.id for part in tree.args if isinstance(part, ast.Name)])
        make, wanted = FUNCTIONS[name]
        values = [self.value(part, depth) for part in tree.args]
        if not values or (wanted and len(values) != wanted):
            raise Wrong(f"{name}(…) takes {wanted or 'one or more'}, not {len(values)}.")
        return make(values)


def _told(tree: ast.expr) -> str:
    return {"Lambda": "a function of its own", "Attribute": "a dot", "Tuple": "a list"}.get(
        type(tree).__name__, "that"
    )


def parts(tree: ast.expr) -> list[ast.expr]:
    """What a part of a formula is made of."""
    skip = tree.func if isinstance(tree, ast.Call) else None
    return [part for part in ast.iter_child_nodes(tree) if isinstance(part, ast.expr) and part is not skip]


def names(text: str) -> list[str]:
    """The names a formula says, each once; none where it is no formula."""
    try:
        return list(dict.fromkeys(node.id for node in ast.walk(parsed(text)) if isinstance(node, ast.Name)))
    except Wrong:
        return []


def called(tree: ast.expr) -> str:
    """The function that a part of a formula calls; empty where it calls none."""
    return tree.func.id if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else ""
