"""Formulas: a small expression over what a table tracks, read into functions and bounded in every direction.

A formula is written as Python writes it, of numbers, names, ``+ − × ÷``, comparisons, ``and or not``,
``a if b else c``, a few functions, ``table[n]`` and ``counter[seat]``. It is parsed by ``ast`` and walked
by a list of what is allowed; from what was found a function is put together of our own words, once, as
random play works out hundreds of thousands a second. No text of a file is in it: its numbers are numbers,
its names are looked up and stand as ``c0``, ``c1``. Numbers are whole; ÷ rounds down.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from companion.boxes.expression import Wrong, called
from companion.kernel.schema import nearest

DEEPEST, PARTS = 24, 120
"""How deep a formula nests, and of how many parts it is."""
SHORT = 400
"""The longest expression that is written into what names it."""
LARGEST = 1_000_000
"""The largest number that can stand in a formula."""
BOUND = 10**9
"""No product goes further than this, so that numbers stay small."""


class Here(NamedTuple):
    """The place of a formula: a moment, the seat it is about, the round, the sentence so far, and the numbers
    as they would be with it."""

    state: Any
    seat: str
    round: int
    said: Any = None
    numbers: Mapping[str, int] = MappingProxyType({})

    def at(self, seat: str) -> "Here":
        """The same for another seat."""
        return new_here((self.state, seat, self.round, self.said, self.numbers))

    def in_round(self, number: int) -> "Here":
        """The same in another round."""
        return new_here((self.state, self.seat, number, self.said, self.numbers))


new_here: Callable[[tuple[Any, str, int, Any, Mapping[str, int]]], Here] = partial(tuple.__new__, Here)
"""A ``Here`` of its five parts, past the constructor of a named tuple, which takes thrice as long."""


Value: TypeAlias = Callable[[Here], int]


@dataclass(frozen=True)
class LookedUp:
    """A number that is looked up: seat to the thing it is kept for, with the round behind it where each
    round has its own; 0 where there is none yet."""

    things: Mapping[str, str]
    each_round: bool = False

    def __call__(self, here: Here) -> int:
        thing = self.things[here.seat]
        return here.numbers.get(f"{thing}{here.round}" if self.each_round else thing, 0)


class Source(NamedTuple):
    """A number as an expression over the parts of a ``Here``, by their names, and what else it names."""

    text: str
    known: Mapping[str, Any] = MappingProxyType({})

    @property
    def named(self) -> "Value | Source":
        """Return what formulas that name it are given: itself if it is short, else a function that they
        call."""
        return self if len(self.text) <= SHORT else function(self)


@dataclass(frozen=True)
class Vocabulary:
    """The vocabulary of a formula: names, tables of numbers, names of other seats, and functions of places.

    ``seats`` are answers that name a seat, for ``life[whom]``. ``rounds`` are the names that have a number in
    each round, for ``pins[round − 1]``. ``about`` are functions whose arguments are
    names of answers or of areas rather than numbers, such as ``empty(place)``: each is given those names.
    """

    names: Mapping[str, "Value | Source"]
    tables: Mapping[str, Sequence[int]]
    seats: Mapping[str, Callable[[Here], str]]
    rounds: Collection[str]
    about: Mapping[str, Callable[[Sequence[str]], "Value | Source"]]
    lying: Mapping[str, Callable[[str], Value]] = field(default_factory=dict)
    """What lies on spaces and is counted, for ``seeds[pit]``: each is given what stands in the brackets."""


def times(a: int, b: int) -> int:
    """The product, within bounds."""
    return max(-BOUND, min(BOUND, a * b))


def over(a: int, b: int) -> int:
    """Return how often b goes into a, rounded down; 0 if b is 0."""
    return a // b if b else 0


def rest(a: int, b: int) -> int:
    """Return what is left of a when b goes into it; 0 if b is 0."""
    return a % b if b else 0


def at_seats(here: Here, seats: Sequence[str]) -> Iterator[tuple[str, Here]]:
    """Some seats, each with where a formula is worked out for it."""
    return ((seat, here.at(seat)) for seat in seats)


def in_rounds(here: Here) -> Iterator[tuple[int, Here]]:
    """The rounds up to this one, each with where a formula is worked out in it."""
    return ((n, here.in_round(n)) for n in range(1, here.round + 1))


_OURS: Mapping[str, Any] = {
    "times": times, "over": over, "rest": rest, "at_seats": at_seats, "in_rounds": in_rounds,
    "__builtins__": {
        "min": min, "max": max, "sum": sum, "abs": abs, "range": range, "str": str, "int": int, "len": len,
        "getattr": getattr,
    },
}  # fmt: skip
"""All that a formula calls besides what its names stand for."""
FUNCTIONS: Mapping[str, int] = {
    "min": 0, "max": 0, "sum": 0, "abs": 1, "total": 1, "everyone": 1, "highest": 1, "lowest": 1, "team": 1,
}  # fmt: skip
"""Function to how many arguments it has; 0 for any number."""
OVER_SEATS: Mapping[str, tuple[str, str]] = {
    "everyone": ("sum", "state.table"),
    "highest": ("max", "state.table"),
    "lowest": ("min", "state.table"),
    "team": ("sum", "state.partners(seat)"),
}
"""The functions that work a formula out for several seats: what becomes of the numbers, and which seats."""
_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "({} + {})",
    ast.Sub: "({} - {})",
    ast.Mult: "times({}, {})",
    ast.FloorDiv: "over({}, {})",
    ast.Mod: "rest({}, {})",
}
_COMPARES: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


def source(tree: ast.expr, words: Vocabulary) -> Source:
    """Return a formula as an expression; Wrong says what is not right with it."""
    reader = _Reader(words)
    expression = reader.value(tree, 0)
    return Source(expression, reader.known)


def settled(number: int) -> Value:
    """A number that is the same at any moment."""
    return lambda here: number


def function(source: Source) -> Value:
    """An expression as a function; one that a single thing stands for is that thing."""
    if found := re.fullmatch(r"(c\d+)\(here\)", source.text):
        alone: Value = source.known[found[1]]
        return alone
    made: dict[str, Any] = {**_OURS, **source.known}
    exec(f"def value(here):\n state, seat, round, said, numbers = here\n return {source.text}", made)  # noqa: S102 (written by our compiler)
    value: Value = made["value"]
    return value


def constant(thing: Any) -> tuple[str, dict[str, Any]]:
    """A name for something that an expression uses, which nothing else has, and what it stands for."""
    name = f"c{next(_COUNT)}"
    return name, {name: thing}


_COUNT = count()


def expression(value: Value | Source) -> Source:
    """A number as an expression, which calls it where there is no other."""
    if isinstance(value, Source):
        return value
    name, known = constant(value.things if isinstance(value, LookedUp) else value)
    if isinstance(value, LookedUp):
        return Source(_looked_up(f"{name}[seat]", value.each_round), known)
    return Source(f"{name}(here)", known)


def _looked_up(thing: str, each_round: bool) -> str:
    return f'numbers.get(f"{{{thing}}}{{round}}", 0)' if each_round else f"numbers.get({thing}, 0)"


def total(value: Source) -> Source:
    """The sum of a number over the rounds up to this one."""
    return Source(_total(value.text), value.known)


def in_all(values: Sequence[Source]) -> Source:
    """The sum of some numbers."""
    known = {name: thing for value in values for name, thing in value.known.items()}
    return Source(" + ".join(value.text for value in values) or "0", known)


def where(holds: Source, value: Source) -> Source:
    """A number that is 0 unless something holds."""
    return Source(f"({value.text} if {holds.text} else 0)", {**holds.known, **value.known})


@dataclass
class _Reader:
    """Writes a formula anew in words of ours, each part of it an expression of Python."""

    words: Vocabulary
    parts: int = 0
    known: dict[str, Any] = field(default_factory=dict)
    """What ``c0``, ``c1`` … stand for."""
    said: dict[str, str] = field(default_factory=dict)
    """Names that stood here before, and what stands for them."""

    def stands_for(self, thing: Any) -> str:
        """The name that something has in the function."""
        name, known = constant(thing)
        self.known |= known
        return name

    def spelled(self, value: Value | Source) -> str:
        """A number as it stands here."""
        text, known = expression(value)
        self.known |= known
        return text

    def called(self, value: Value | Source, here: str) -> str:
        """A number that is worked out elsewhere, as this expression says."""
        return f"{self.stands_for(function(value) if isinstance(value, Source) else value)}({here})"

    def value(self, tree: ast.expr, depth: int) -> str:
        """A part of a formula as an expression, whose value is a whole number."""
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
        source: str = read(tree, depth + 1)
        return source

    def _constant(self, tree: ast.Constant, depth: int) -> str:
        number = tree.value
        if type(number) is not int or number > LARGEST:
            raise Wrong(f"a formula has whole numbers up to {LARGEST:,}, not {str(number)[:20]}.")
        return str(number)

    def _name(self, tree: ast.Name, depth: int, seat: str = "") -> str:
        """A name; with ``seat``, for the seat that this expression says."""
        if tree.id in self.words.lying:
            raise Wrong(f"where do these “{tree.id}” lie? Name a place in brackets: “{tree.id}[last]”.")
        if tree.id not in self.words.names:
            raise Wrong(f"“{tree.id[:40]}” is not known here; {nearest(tree.id, [*self.words.names])}")
        value = self.words.names[tree.id]
        if not seat:
            if tree.id not in self.said:
                self.said[tree.id] = self.spelled(value)
            return self.said[tree.id]
        if isinstance(value, LookedUp):
            return _looked_up(f"{self.stands_for(value.things)}[{seat}]", value.each_round)
        return self.called(value, f"here.at({seat})")

    def _binop(self, tree: ast.BinOp, depth: int) -> str:
        operator = _OPERATORS.get(type(tree.op))
        if operator is None:
            told = "write ÷ or //, which round down" if isinstance(tree.op, ast.Div) else "use + − × ÷ and %"
            raise Wrong(f"that sign is not for formulas; {told}.")
        return operator.format(self.value(tree.left, depth), self.value(tree.right, depth))

    def _unaryop(self, tree: ast.UnaryOp, depth: int) -> str:
        value = self.value(tree.operand, depth)
        if isinstance(tree.op, ast.USub):
            return f"(-{value})"
        return f"(0 if {value} else 1)" if isinstance(tree.op, ast.Not) else value

    def _boolop(self, tree: ast.BoolOp, depth: int) -> str:
        sign = " and " if isinstance(tree.op, ast.And) else " or "
        return f"(1 if {sign.join([self.value(part, depth) for part in tree.values])} else 0)"

    def _compare(self, tree: ast.Compare, depth: int) -> str:
        if len(tree.ops) == 1 and isinstance(tree.ops[0], ast.In | ast.NotIn):
            return self._among(tree, depth)
        first, *others = [self.value(part, depth) for part in (tree.left, *tree.comparators)]
        signs = [_COMPARES.get(type(op)) for op in tree.ops]
        if None in signs:
            raise Wrong("a formula compares with == != < <= > >= and “in (1, 2)”.")
        compared = " ".join(f"{sign} {other}" for sign, other in zip(signs, others, strict=True))
        return f"(1 if {first} {compared} else 0)"

    def _among(self, tree: ast.Compare, depth: int) -> str:
        (among,) = tree.comparators
        if not isinstance(among, ast.Tuple):
            raise Wrong("after “in” stand numbers in brackets: “in (2, 3, 12)”.")
        left, values = self.value(tree.left, depth), [self.value(part, depth) for part in among.elts]
        sign = "in" if isinstance(tree.ops[0], ast.In) else "not in"
        return f"(1 if {left} {sign} ({' '.join(f'{value},' for value in values)}) else 0)"

    def _ifexp(self, tree: ast.IfExp, depth: int) -> str:
        test, then, other = (self.value(part, depth) for part in (tree.test, tree.body, tree.orelse))
        return f"({then} if {test} else {other})"

    def _subscript(self, tree: ast.Subscript, depth: int) -> str:
        if not isinstance(tree.value, ast.Name):
            raise Wrong("before [ ] stands a name: a table, or what a seat has.")
        name, table = tree.value.id, self.words.tables.get(tree.value.id)
        if name in self.words.lying:
            return f"{self.stands_for(self.words.lying[name](_place(tree.slice)))}(here)"
        if table is not None:
            place = self.value(tree.slice, depth)
            return f"{self.stands_for(table)}[max(0, min({len(table) - 1}, {place}))]"
        if name in self.words.rounds:
            value, place = self.words.names[name], self.value(tree.slice, depth)
            if isinstance(value, LookedUp):
                return f"numbers.get({self.stands_for(value.things)}[seat] + str({place}), 0)"
            return self.called(value, f"here.in_round({place})")
        if not isinstance(tree.slice, ast.Name) or tree.slice.id not in self.words.seats:
            known = ", ".join(self.words.seats) or "no answer here names one"
            raise Wrong(f"“{name[:30]}[…]” wants a table, a line of each round, or a seat: {known}.")
        return self._name(tree.value, depth, f"{self.stands_for(self.words.seats[tree.slice.id])}(here)")

    def _call(self, tree: ast.Call, depth: int) -> str:
        name = called(tree)
        about = self.words.about.get(name)
        if tree.keywords or (about is None and name not in FUNCTIONS):
            known = [*FUNCTIONS, *self.words.about]
            raise Wrong(f"“{name[:30]}(…)” is no function; {nearest(name, known)}")
        if about is not None:
            if not all(isinstance(part, ast.Name) for part in tree.args):
                raise Wrong(f"in the brackets of {name}(…) stand names.")
            return self.spelled(about([part.id for part in tree.args if isinstance(part, ast.Name)]))
        wanted, values = FUNCTIONS[name], [self.value(part, depth) for part in tree.args]
        if not values or (wanted and len(values) != wanted):
            raise Wrong(f"{name}(…) takes {wanted or 'one or more'}, not {len(values)}.")
        if name == "total":
            return _total(values[0])
        if name in OVER_SEATS:
            return _over_seats(*OVER_SEATS[name], values[0])
        if name == "sum":
            return f"({' + '.join(values)})"
        return f"{name}({', '.join(values)})" if name == "abs" or values[1:] else values[0]


def _place(tree: ast.expr) -> str:
    """The name of some spaces as it stands in brackets: ``pit``, ``opposite(last)``."""
    if isinstance(tree, ast.Name):
        return tree.id
    inner = tree.args[0] if isinstance(tree, ast.Call) and len(tree.args) == 1 else None
    if not isinstance(inner, ast.Name):
        raise Wrong("in the brackets behind stones stands a place: “seeds[pit]”, “seeds[opposite(last)]”.")
    return f"{called(tree)}({inner.id})"


def _total(value: str) -> str:
    """A number in each round up to this one, as a sum. Only what looks further is told where it is."""
    if "here" in value:
        return f"sum([{value} for round, here in in_rounds(here)])"
    return f"sum([{value} for round in range(1, round + 1)])"


def _over_seats(how: str, seats: str, value: str) -> str:
    """A number for each of some seats, and what becomes of them."""
    if "here" in value:
        return f"{how}([{value} for seat, here in at_seats(here, {seats})])"
    return f"{how}([{value} for seat in {seats}])"


def _told(tree: ast.expr) -> str:
    return {"Lambda": "a function of its own", "Attribute": "a dot", "Tuple": "a list"}.get(
        type(tree).__name__, "that"
    )
