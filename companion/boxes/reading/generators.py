"""Generators of legal answers: what the rules of a verb leave, found without a judgement of each answer.

The rules of a verb, and what must hold for what it does, are put into one expression a question: the answers
to it, those to the later questions inside of it, each with what can be judged by then. A search for
legal answers reads these; the ``check`` of a verb says why an answer is not legal.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import SimpleNamespace

from companion.boxes.definition import formula
from companion.boxes.definition.expression import called, parsed
from companion.boxes.definition.formula import Here, Source, new_here, source, spelled
from companion.boxes.definition.model import Judging, Parts, Statement
from companion.boxes.definition.nodes import call, name, replaced
from companion.boxes.definition.schema import Ask
from companion.boxes.play.actions import TRIED, BoxAction
from companion.boxes.play.statements import ANYTHING
from companion.boxes.reading import work
from companion.boxes.reading.on_board import space_of
from companion.boxes.reading.reader import Reader
from companion.boxes.reading.verbs import reads
from companion.kernel.action import Noun, nouns
from companion.kernel.rulebook import Refusal


@dataclass(frozen=True)
class Candidates:
    """A question: the answers that are looked at, and how many these are at most."""

    field: str
    answers: Source
    most: int


@dataclass(frozen=True)
class AnswerLoop:
    """A loop over answers: the name of each, the answers, and the conditions for one."""

    goal: ast.Name
    answers: Source
    holds: Sequence[Source]


def generated(reader: Reader, kind: type[BoxAction]) -> Judging:
    """Return what can be judged of a verb, with its generators of legal answers."""
    judged, whole = reader.judging[kind.key], _Generators(reader, kind)
    legal = [whole.legal(n) if whole.work(n) <= judged.budgets[n] else None for n in range(len(judged.asked))]
    opens = whole.opens() if whole.work(0) <= judged.budgets[0] else None
    return replace(judged, legal=tuple(legal), opens=opens)


class _Generators:
    """The expressions that find the legal answers of a verb."""

    def __init__(self, reader: Reader, kind: type[BoxAction]) -> None:
        asks = reader.box.verbs[kind.key].asks
        self.judging = reader.judging[kind.key]
        self.asked = [_asked(reader, kind, asks, field) for field in asks]
        self.conditions: list[tuple[int, int, Source]] = []
        """Each condition, after the questions that it rests on, and those that its rule rests on."""
        for condition, questions in (*reader.conditions.get(kind.key, ()), *_of_moves(self.judging, kind)):
            due = self._last(questions)
            for tree in _parts(condition.tree):
                own = _answers(tree)
                last = due if own is None else self._last(own)
                self.conditions.append((last, due, Source(tree, condition.known)))

    def _last(self, questions: Iterable[str]) -> int:
        """Return how many questions are answered once all of these are."""
        return max([self.judging.asked.index(key) + 1 for key in questions], default=0)

    def work(self, n: int) -> int:
        """Return the most steps to find a legal answer once so many questions are answered."""
        steps, times = 1, 1
        for one, stage in zip(self.asked[n:], self.judging.added[n:], strict=True):
            times *= one.most
            steps += times * (TRIED + stage.judged + stage.done)
        return steps

    def legal(self, n: int) -> Callable[[Here], Iterable[str]]:
        """Return the function that yields the legal answers of a question, after allowed ones before it."""
        here = self._each(n, n)
        tree, vocabulary = _all_of([*here.holds, *self._some(n + 1, n)])
        each = ast.comprehension(here.goal, here.answers.tree, [tree], 0)
        result = _settled(ast.GeneratorExp(name(f"a{n}"), [each]))
        return formula.compiled(result, {**vocabulary, **here.answers.known})  # type: ignore[return-value]

    def opens(self) -> Callable[[Here], int]:
        """Return the function that is true if a verb can be begun."""
        some = [Source(_settled(tree), vocabulary) for tree, vocabulary in self._some(0, -1)]
        return formula.compiled(*_all_of([*self._judged(0, -1), *some]))

    def _some(self, n: int, first: int) -> list[Source]:
        """Return the condition that questions ``n`` and later have legal answers; none after the last."""
        loops = [self._each(m, first) for m in range(n, len(self.asked))]
        if not loops:
            return []
        vocabulary = _all_of([part for one in loops for part in (one.answers, *one.holds)]).known
        each = [
            ast.comprehension(one.goal, one.answers.tree, [part.tree for part in one.holds], 0)
            for one in loops
        ]
        return [Source(call("any", ast.GeneratorExp(ast.Constant(1), each)), vocabulary)]

    def _each(self, n: int, first: int) -> AnswerLoop:
        """The loop over the answers of a question, where those from the first one on are looked for."""
        holds = [self._looked_for(one, first, n + 1) for one in self._judged(n + 1, first)]
        holds.sort(key=lambda one: len([*ast.walk(one.tree)]))  # what is soon looked at comes first
        return AnswerLoop(
            ast.Name(f"a{n}", ast.Store()), self._looked_for(self.asked[n].answers, first, n), holds
        )

    def _judged(self, answers: int, first: int) -> list[Source]:
        """The conditions to look at once so many questions are answered, where the first ones were judged."""
        return [one for own, due, one in self.conditions if due > first and max(own, first + 1) == answers]

    def _looked_for(self, part: Source, first: int, last: int) -> Source:
        """An expression in which the answers from one question to another are those that are looked for."""
        fields = {one.field: name(f"a{n}") for n, one in enumerate(self.asked[:last]) if n >= first}
        if not fields:
            return part
        answers = ast.Tuple([*fields.values()], ast.Load())
        here = spelled(
            "said_too(here, fields, answers)", said_too=_said_too, fields=tuple(fields), answers=answers
        )

        def other(node: ast.AST) -> ast.expr | None:
            if isinstance(node, ast.Attribute) and _is_said(node):
                return fields.get(node.attr)
            return here.tree if isinstance(node, ast.Name) and node.id == "here" else None

        return Source(replaced(part.tree, other), {**part.known, **here.known})


def _settled(tree: ast.expr) -> ast.expr:
    """The same loops, in which what is the same for each answer is found once, before them."""
    loops = tree.args[0] if isinstance(tree, ast.Call) else tree
    assert isinstance(loops, ast.GeneratorExp)
    result: dict[str, tuple[str, ast.expr]] = {}

    def other(node: ast.AST) -> ast.expr | None:
        if isinstance(node, ast.IfExp):  # what is seldom asked is not found for all
            return ast.IfExp(replaced(node.test, other), node.body, node.orelse)
        if not (isinstance(node, ast.Call) and called(node) in moment):
            return None
        return name(result.setdefault(ast.dump(node), (f"m{len(result)}", node))[0])

    calls = (node for node in ast.walk(loops) if isinstance(node, ast.Call))
    moment = {called(node) for node in calls if _of_moment(node)} - {""}
    inner = replaced(loops, other)
    assert isinstance(inner, ast.GeneratorExp)
    once = [
        ast.comprehension(ast.Name(word, ast.Store()), ast.Tuple([node], ast.Load()), [], 0)
        for word, node in result.values()
    ]
    whole = ast.GeneratorExp(inner.elt, [*once, *inner.generators])
    return call("any", whole) if loops is not tree else whole


def _of_moment(node: ast.Call) -> bool:
    """True if a function of ours is asked about the moment alone, or a seat in it."""
    return all(isinstance(one, ast.Name) and one.id in ("state", "seat") for one in node.args)


def _said_too(here: Here, fields: tuple[str, ...], answers: tuple[str, ...]) -> Here:
    """The same place with these answers said, too."""
    said = SimpleNamespace(**{**here.said.__dict__, **dict(zip(fields, answers, strict=True))})
    return new_here((here.state, here.seat, here.round, said, here.numbers))


def _all_of(parts: Sequence[Source]) -> Source:
    """Return the conjunction of conditions."""
    vocabulary = {word: thing for part in parts for word, thing in part.known.items()}
    trees = [part.tree for part in parts] or [ast.Constant(1)]
    return Source(ast.BoolOp(ast.And(), trees) if trees[1:] else trees[0], vocabulary)


def _parts(tree: ast.expr) -> Iterator[ast.expr]:
    """The parts of a condition that all must hold, as what is true or not rather than 1 or 0."""
    match tree:
        case ast.IfExp(test=test, body=ast.Constant(value=1), orelse=ast.Constant(value=0)):
            yield from _parts(test)
        case ast.BoolOp(op=ast.And(), values=values):
            yield from chain.from_iterable(map(_parts, values))
        case ast.Constant(value=1):
            return
        case _:
            yield tree


def _is_said(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "said"


def _answers(tree: ast.expr) -> set[str] | None:
    """The questions whose answers an expression reads; None where it hands on where it stands."""
    walked = [*ast.walk(tree)]
    if any(isinstance(one, ast.Name) and one.id == "here" for one in walked):
        return None
    return {one.attr for one in walked if isinstance(one, ast.Attribute) and _is_said(one)}


def _of_moves(judging: Judging, kind: type[BoxAction]) -> Iterator[tuple[Source, frozenset[str]]]:
    """Yield the conditions of a verb's moves, each with the questions it rests on.

    Where one move may make another impossible, it is one condition: that all can be done in turn.
    """
    moves, changed = judging.whole[-1].does, frozenset[str]()
    result = list[tuple[Source, frozenset[str]]]()
    for one in moves:
        if one.refuses:
            if one.possible is None or one.rests & changed or (one.rests & ANYTHING and changed):
                yield (
                    spelled("tried(here)", tried=_tried(kind.rule, moves)),
                    frozenset().union(*[m.reads for m in moves]),
                )
                return
            result.append((one.possible, one.reads))
        changed |= one.touches
    yield from result


def _tried(rule: str, moves: Sequence[Statement]) -> Callable[[Here], bool]:
    """Return a function that is true if moves can be done one after the other."""

    def tried(here: Here) -> bool:
        state = here.state
        try:
            for one in moves:
                state, _ = one.hands(state, new_here((state, *here[1:4], state.numbers)), rule)
        except Refusal:
            return False
        return True

    return tried


# -- what is looked at -------------------------------------------------------------------------------------


def _asked(reader: Reader, kind: type[BoxAction], asks: Mapping[str, Ask], field: str) -> Candidates:
    parts, ask, most = reader.parts, asks[field], work.answers(reader.parts, asks[field])
    if ask.piece and parts.places.spaces:
        fits = {seat: parts.things.answering[ask.piece, seat] for seat in parts.things.seats}
        return Candidates(
            field, spelled("[piece for piece in on.values() if piece in fits[seat]]", fits=fits), most
        )
    if ask.place and parts.places.spaces:
        rules = [rule.needs for rule in reader.box.rules.values() if rule.needs and kind.key in rule.of]
        spaces, number = _Near(reader, asks, field).spaces_of(rules)
        return Candidates(field, spaces, min(most, number))
    noun = nouns(kind)[field]
    assert isinstance(noun, Noun)
    options = noun.options
    return Candidates(
        field, spelled("options(here)", options=lambda here: options(here.state, here.said)), most
    )


def _last_read(asks: Mapping[str, Ask], text: str) -> str:
    """The last question that a rule rests on."""
    read = reads(text, asks)
    return next((key for key in reversed(list(asks)) if key in read), "")


Spaces = tuple[Source, int]
"""Some spaces, and how many they are at most."""


class _Near:
    """Finds the spaces for which formulas about a question for a space can hold, where the board tells."""

    def __init__(self, reader: Reader, asks: Mapping[str, Ask], field: str) -> None:
        self.reader, self.asks, self.field = reader, asks, field
        everywhere = tuple(reader.parts.places.spaces.at)
        self.everywhere = spelled("everywhere", everywhere=everywhere), len(everywhere)

    def spaces_of(self, texts: Iterable[str]) -> Spaces:
        """The spaces for which the first of some formulas that tells it can hold."""
        trees = (parsed(text) for text in texts if _last_read(self.asks, text) == self.field)
        return next(filter(None, map(self.spaces, trees)), self.everywhere)

    def spaces(self, tree: ast.expr) -> Spaces | None:
        """The spaces for which a formula can hold; None for all."""
        parts = self.reader.parts
        match tree:
            case ast.BoolOp(op=ast.And(), values=values):
                return next(filter(None, map(self.spaces, values)), None)
            case ast.BoolOp(values=values):
                return self._any_of(values)
            case ast.Call(ast.Name("within"), [ast.Name(self.field), ast.Name(key)]):
                area = parts.places.areas[key]
                return spelled("area[seat]", area=area), max(map(len, area.values()))
            case ast.Call(ast.Name("joined" | "jumps" as what), [ast.Name(key), ast.Name(self.field)]):
                if key != self.field:
                    reached, one = _reached(parts, what), space_of(self.asks, key)
                    return spelled("reached[one]", reached=reached, one=one), max(map(len, reached.values()))
        return None

    def _any_of(self, values: Sequence[ast.expr]) -> Spaces | None:
        """The spaces of all these parts, or any at all where one holds in which the answer has no say."""
        each = {one: self.spaces(one) for one in values}
        some, others = [*filter(None, each.values())], [one for one, spaces in each.items() if not spaces]
        if not some or any(map(self._reads, others)):
            return None
        near, (everywhere, most) = some[0][0], self.everywhere
        for more, _ in some[1:]:
            near = spelled("merged(near, more)", merged=_merged, near=near, more=more)
        for one in others:
            holds = source(one, self.reader.words(self.asks))
            near = spelled("everywhere if holds else near", everywhere=everywhere, holds=holds, near=near)
        return near, most

    def _reads(self, tree: ast.expr) -> bool:
        """True if a part of a formula names the question."""
        return any(isinstance(one, ast.Name) and one.id == self.field for one in ast.walk(tree))


def _merged(some: Iterable[str], more: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys((*some, *more))


def _reached(parts: Parts, what: str) -> Mapping[str, Sequence[str]]:
    """Space to the spaces that are one step away, or that a jump could reach."""
    spaces = parts.places.spaces
    if what == "joined":
        return spaces.beside
    result: dict[str, list[str]] = {space: [] for space in spaces.at}
    for one, other in spaces.between:
        result[one].append(other)
    return result
