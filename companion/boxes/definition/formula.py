"""Formulas: a small expression over what a table tracks, read into functions and bounded in every direction.

A formula is written as Python writes it, of numbers, names, ``+ − × ÷``, comparisons, ``and or not``,
``a if b else c``, a few functions, ``table[n]`` and ``counter[seat]``. It is parsed by ``ast`` and walked
by a list of what is allowed; from what was found a function is put together of our own words, once, as
random play works out hundreds of thousands a second. It is compiled from nodes that ``nodes`` makes and from
templates of ours, never from the text of a box: its numbers are numbers, its names are looked up and stand as
``c0``, ``c1``. Numbers are whole; ÷ rounds down.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from companion.boxes.definition.expression import WrongFormula, called
from companion.boxes.definition.nodes import (
    added,
    call,
    chosen,
    compared,
    every,
    item,
    joined,
    located,
    name,
    part,
    template,
    truth,
)
from companion.kernel.schema import nearest

DEEPEST, PARTS = 24, 120
"""How deep a formula nests, and of how many parts it is."""
SHORT = 150
"""The most nodes of an expression that is put into what names it."""
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
"""A ``Here`` of its five parts, past the constructor of a named tuple, which takes three times as long."""


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

    tree: ast.expr
    known: Mapping[str, Any] = MappingProxyType({})

    @property
    def named(self) -> "Value | Source":
        """Return what formulas that name it are given: itself if it is short, else a function that they
        call."""
        nodes = len([*islice(ast.walk(self.tree), SHORT + 1)])
        return self if nodes <= SHORT else function(self)


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
    lying: Mapping[str, Callable[[str], Source]] = field(default_factory=dict)
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
        "any": any,
    },
}  # fmt: skip
"""All that a formula calls besides what its names stand for."""
FUNCTIONS: Mapping[str, int] = {
    "min": 0, "max": 0, "sum": 0, "abs": 1, "total": 1, "everyone": 1, "highest": 1, "lowest": 1, "team": 1,
}  # fmt: skip
"""Function to how many arguments it has; 0 for any number."""
OVER_SEATS: Mapping[str, str] = {"everyone": "sum", "highest": "max", "lowest": "min", "team": "sum"}
"""The functions that work a formula out for several seats, and what becomes of the numbers."""
_PLAIN = (ast.Add, ast.Sub)
_BOUNDED: Mapping[type[ast.operator], str] = {ast.Mult: "times", ast.FloorDiv: "over", ast.Mod: "rest"}
"""The operators, as they are and as functions of ours."""
_COMPARES = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_FRAME = "def value(here):\n state, seat, round, said, numbers = here\n"
"""What stands before every formula."""
BOARD: Mapping[str, str] = {"at": " at = state.at\n", "on": " on = state.on_board\n"}
"""What formulas of the board name besides: piece to its place, and space to its top piece."""


def source(tree: ast.expr, words: Vocabulary) -> Source:
    """Return a formula as an expression; WrongFormula says what is not right with it."""
    reader = _FormulaBuilder(words)
    expression = reader.value(tree, 0)
    return Source(expression, reader.known)


def settled(number: int) -> Value:
    """A number that is the same at any moment."""
    return lambda here: number


def function(source: Source) -> Value:
    """An expression as a function; one that a single thing stands for is that thing."""
    match source.tree:
        case ast.Call(func=ast.Name(id=thing), args=[ast.Name(id="here")]) if thing in source.known:
            alone: Value = source.known[thing]
            return alone
    return compiled(source.tree, source.known)


def compiled(tree: ast.expr, names: Mapping[str, Any]) -> Value:
    """A tree of our nodes as a function, with what its names stand for."""
    lines = [_FRAME, *(BOARD[one] for one in BOARD if one in names), " return 0"]
    frame = ast.parse("".join(lines))
    value = frame.body[0]
    assert isinstance(value, ast.FunctionDef)
    value.body[-1] = ast.copy_location(ast.Return(located(tree)), value)
    code = compile(frame, "<formula>", "exec")
    inner = next(one for one in code.co_consts if isinstance(one, CodeType))
    return FunctionType(inner, {**_OURS, **names})


def constant(thing: Any) -> tuple[str, dict[str, Any]]:
    """A name for something that an expression uses, which nothing else has, and what it stands for."""
    name = f"c{next(_COUNT)}"
    return name, {name: thing}


_COUNT = count()


def spelled(text: str, **things: Any) -> Source:
    """Return an expression of ours, in which some names stand for these things, expressions and numbers."""
    trees, vocabulary = dict[str, ast.expr](), dict[str, Any]()
    for word, thing in things.items():
        if isinstance(thing, Source):
            trees[word], more = thing
        elif isinstance(thing, ast.expr):
            trees[word], more = thing, {}
        else:
            called, more = constant(thing)
            trees[word] = name(called)
        vocabulary |= more
    tree, names = template(text, trees)
    return Source(tree, vocabulary | {one: None for one in BOARD if one in names})


def expression(value: Value | Source) -> Source:
    """A number as an expression, which calls it where there is no other."""
    if isinstance(value, Source):
        return value
    thing, names = constant(value.things if isinstance(value, LookedUp) else value)
    if isinstance(value, LookedUp):
        return Source(_looked_up(item(name(thing), name("seat")), value.each_round), names)
    return Source(call(thing, name("here")), names)


def _looked_up(thing: ast.expr, each_round: bool) -> ast.expr:
    """``numbers.get(thing, 0)``, with the round behind the thing where each round has its own."""
    key = joined(thing, name("round")) if each_round else thing
    return call(part("numbers", "get"), key, ast.Constant(0))


def total(value: Source) -> Source:
    """The sum of a number over the rounds up to this one."""
    return Source(_total(value.tree), value.known)


def in_all(values: Sequence[Source]) -> Source:
    """The sum of some numbers."""
    names = {name: thing for value in values for name, thing in value.known.items()}
    return Source(added([value.tree for value in values]), names)


def where(holds: Source, value: Source) -> Source:
    """A number that is 0 unless something holds."""
    return Source(chosen(holds.tree, value.tree, ast.Constant(0)), {**holds.known, **value.known})


@dataclass
class _FormulaBuilder:
    """Rebuilds a formula of our nodes, each part of it an expression of Python."""

    words: Vocabulary
    parts: int = 0
    known: dict[str, Any] = field(default_factory=dict)
    """What ``c0``, ``c1`` … stand for."""
    said: dict[str, ast.expr] = field(default_factory=dict)
    """Names that stood here before, and what stands for them."""

    def stands_for(self, thing: Any) -> str:
        """The name that something has in the function."""
        called, names = constant(thing)
        self.known |= names
        return called

    def spelled(self, value: Value | Source) -> ast.expr:
        """A number as it stands here."""
        tree, names = expression(value)
        self.known |= names
        return tree

    def called(self, value: Value | Source, here: ast.expr) -> ast.expr:
        """A number that is worked out elsewhere, as this expression says."""
        return call(self.stands_for(function(value) if isinstance(value, Source) else value), here)

    def value(self, tree: ast.expr, depth: int) -> ast.expr:
        """A part of a formula as an expression, whose value is a whole number."""
        self.parts += 1
        if depth > DEEPEST or self.parts > PARTS:
            raise WrongFormula(
                f"a formula has at most {PARTS} parts, {DEEPEST} deep; give a part of it a line of its own."
            )
        kind = type(tree).__name__
        read = getattr(self, f"_{kind.lower()}", None)
        if read is None:
            raise WrongFormula(
                f"a formula cannot hold {_told(tree)}; it is of numbers, names, + − × ÷ and comparisons."
            )
        built: ast.expr = read(tree, depth + 1)
        return built

    def _constant(self, tree: ast.Constant, depth: int) -> ast.expr:
        number = tree.value
        if type(number) is not int or number > LARGEST:
            raise WrongFormula(f"a formula has whole numbers up to {LARGEST:,}, not {str(number)[:20]}.")
        return ast.Constant(number)

    def _name(self, tree: ast.Name, depth: int, seat: ast.expr | None = None) -> ast.expr:
        """A name; with ``seat``, for the seat that this expression says."""
        if tree.id in self.words.lying:
            raise WrongFormula(
                f"where do these “{tree.id}” lie? Name a place in brackets: “{tree.id}[last]”."
            )
        if tree.id not in self.words.names:
            raise WrongFormula(f"“{tree.id[:40]}” is not known here; {nearest(tree.id, [*self.words.names])}")
        value = self.words.names[tree.id]
        if seat is None:
            if tree.id not in self.said:
                self.said[tree.id] = self.spelled(value)
            return self.said[tree.id]
        if isinstance(value, LookedUp):
            return _looked_up(item(name(self.stands_for(value.things)), seat), value.each_round)
        return self.called(value, call(part("here", "at"), seat))

    def _binop(self, tree: ast.BinOp, depth: int) -> ast.expr:
        left, right = tree.left, tree.right
        if isinstance(tree.op, _PLAIN):
            return ast.BinOp(self.value(left, depth), tree.op, self.value(right, depth))
        if function := _BOUNDED.get(type(tree.op)):
            return call(function, self.value(left, depth), self.value(right, depth))
        advice = "write ÷ or //, which round down" if isinstance(tree.op, ast.Div) else "use + − × ÷ and %"
        raise WrongFormula(f"that sign is not for formulas; {advice}.")

    def _unaryop(self, tree: ast.UnaryOp, depth: int) -> ast.expr:
        value = self.value(tree.operand, depth)
        if isinstance(tree.op, ast.USub):
            return ast.UnaryOp(ast.USub(), value)
        return chosen(value, ast.Constant(0), ast.Constant(1)) if isinstance(tree.op, ast.Not) else value

    def _boolop(self, tree: ast.BoolOp, depth: int) -> ast.expr:
        return truth(ast.BoolOp(tree.op, [self.value(one, depth) for one in tree.values]))

    def _compare(self, tree: ast.Compare, depth: int) -> ast.expr:
        if len(tree.ops) == 1 and isinstance(tree.ops[0], ast.In | ast.NotIn):
            return self._among(tree, depth)
        first, *others = [self.value(one, depth) for one in (tree.left, *tree.comparators)]
        if not all(isinstance(op, _COMPARES) for op in tree.ops):
            raise WrongFormula("a formula compares with == != < <= > >= and “in (1, 2)”.")
        return truth(ast.Compare(first, tree.ops, others))

    def _among(self, tree: ast.Compare, depth: int) -> ast.expr:
        (among,) = tree.comparators
        if not isinstance(among, ast.Tuple):
            raise WrongFormula("after “in” stand numbers in brackets: “in (2, 3, 12)”.")
        left, values = self.value(tree.left, depth), [self.value(one, depth) for one in among.elts]
        return truth(compared(left, tree.ops[0], ast.Tuple(values, ast.Load())))

    def _ifexp(self, tree: ast.IfExp, depth: int) -> ast.expr:
        return chosen(*(self.value(one, depth) for one in (tree.test, tree.body, tree.orelse)))

    def _subscript(self, tree: ast.Subscript, depth: int) -> ast.expr:
        if not isinstance(tree.value, ast.Name):
            raise WrongFormula("before [ ] stands a name: a table, or what a seat has.")
        key, table = tree.value.id, self.words.tables.get(tree.value.id)
        if key in self.words.lying:
            return self.spelled(self.words.lying[key](_place(tree.slice)))
        if table is not None:
            place = call("min", ast.Constant(len(table) - 1), self.value(tree.slice, depth))
            return item(name(self.stands_for(table)), call("max", ast.Constant(0), place))
        if key in self.words.rounds:
            value, number = self.words.names[key], self.value(tree.slice, depth)
            if isinstance(value, LookedUp):
                thing = joined(item(name(self.stands_for(value.things)), name("seat")), number)
                return call(part("numbers", "get"), thing, ast.Constant(0))
            return self.called(value, call(part("here", "in_round"), number))
        if not isinstance(tree.slice, ast.Name) or tree.slice.id not in self.words.seats:
            names = ", ".join(self.words.seats) or "no answer here names one"
            raise WrongFormula(f"“{key[:30]}[…]” wants a table, a line of each round, or a seat: {names}.")
        seat = call(self.stands_for(self.words.seats[tree.slice.id]), name("here"))
        return self._name(tree.value, depth, seat)

    def _call(self, tree: ast.Call, depth: int) -> ast.expr:
        function, names = called(tree), {**FUNCTIONS, **self.words.about}
        if tree.keywords or function not in names:
            raise WrongFormula(f"“{function[:30]}(…)” is no function; {nearest(function, [*names])}")
        if about := self.words.about.get(function):
            given = [one.id for one in tree.args if isinstance(one, ast.Name)]
            if len(given) < len(tree.args):
                raise WrongFormula(f"in the brackets of {function}(…) stand names.")
            return self.spelled(about(given))
        return _computed(function, [self.value(one, depth) for one in tree.args])


def _place(tree: ast.expr) -> str:
    """The name of some spaces as it stands in brackets: ``pit``, ``opposite(last)``."""
    if isinstance(tree, ast.Name):
        return tree.id
    inner = tree.args[0] if isinstance(tree, ast.Call) and len(tree.args) == 1 else None
    if not isinstance(inner, ast.Name):
        raise WrongFormula(
            "in the brackets behind stones stands a place: “seeds[pit]”, “seeds[opposite(last)]”."
        )
    return f"{called(tree)}({inner.id})"


def _computed(function: str, values: list[ast.expr]) -> ast.expr:
    """A function of numbers; WrongFormula where there are too many of them, or too few."""
    if not values or FUNCTIONS[function] not in (0, len(values)):
        raise WrongFormula(f"{function}(…) takes {FUNCTIONS[function] or 'one or more'}, not {len(values)}.")
    if function == "total":
        return _total(values[0])
    if function in OVER_SEATS:
        return _over_seats(function, values[0])
    if function == "sum":
        return added(values)
    return call(function, *values) if function == "abs" or values[1:] else values[0]


def _total(value: ast.expr) -> ast.expr:
    """A number in each round up to this one, as a sum. Only what looks further is told where it is."""
    if _looks_further(value):
        return call("sum", every(value, ("round", "here"), call("in_rounds", name("here"))))
    rounds = call("range", ast.Constant(1), added([name("round"), ast.Constant(1)]))
    return call("sum", every(value, ("round",), rounds))


def _over_seats(function: str, value: ast.expr) -> ast.expr:
    """A number for each of some seats, and what becomes of them."""
    seats = call(part("state", "partners"), name("seat")) if function == "team" else part("state", "table")
    if _looks_further(value):
        numbers = every(value, ("seat", "here"), call("at_seats", name("here"), seats))
    else:
        numbers = every(value, ("seat",), seats)
    return call(OVER_SEATS[function], numbers)


def _looks_further(value: ast.expr) -> bool:
    """True if a number needs more than the seat and the round."""
    return any(isinstance(one, ast.Name) and one.id == "here" for one in ast.walk(value))


def _told(tree: ast.expr) -> str:
    return {"Lambda": "a function of its own", "Attribute": "a dot", "Tuple": "a list"}.get(
        type(tree).__name__, "that"
    )
