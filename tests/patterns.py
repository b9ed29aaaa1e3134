"""The regular expressions of the project, collected from its source, and the texts that slow each most."""

import ast
import importlib
import re
import re._compiler as compiler  # type: ignore[import-not-found]
import re._constants as code  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from time import thread_time
from typing import Any

ALL_OVER = {"sub", "subn", "split", "findall", "finditer"}
METHODS = ALL_OVER | {"match", "fullmatch", "search"}
FLAGS_AT = {"compile": 1, "sub": 4, "subn": 4, "split": 3}
"""Function of ``re`` to which of its arguments the flags are; the third of all others."""
WORD = "word"
"""What stands in a pattern for something that is known only when it is called."""

REPEATS = {code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT}
MANY = 12
"""From so many times on, a repeat is as good as endless."""
ENDS = ("", "\n\0")
ENOUGH, LONGEST = 0.001, 30_000
"""Texts grow until one takes so many seconds of the processor. If none up to so many characters does, the
pattern is quick: in quadratic time that would be twenty times as long."""
MOST, TRIES = 6.25, 200
"""Four times the text takes so many times as long at most (sixteen times in quadratic time). A busy machine
only adds to a time, so the best of many tries counts; they take longer than a burst of other work."""


@dataclass(frozen=True)
class Pattern:
    """A regular expression of the source, with a method that is called on it."""

    place: str
    pattern: re.Pattern[str]
    method: str

    def seconds(self, text: str) -> float:
        """Return the seconds of the processor that the method takes to go through a text."""
        began = thread_time()
        if self.method in ALL_OVER:
            for _ in self.pattern.finditer(text):
                pass
        else:
            getattr(self.pattern, self.method)(text)
        return thread_time() - began


# -- in the source -----------------------------------------------------------------------------------------


def collected(root: Path, packages: Sequence[str]) -> list[Pattern]:
    """Return each regular expression of these packages with each method that is called on it."""
    paths = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    trees = {path: ast.parse(path.read_text()) for path in paths}
    within = {path: [*_calls(tree)] for path, tree in trees.items()}
    calls = [call for some in within.values() for call in some if getattr(call.func, "attr", "") in METHODS]
    return [
        Pattern(f"{path.relative_to(root)}:{call.lineno}", pattern, method)
        for path, tree in trees.items()
        for call in within[path]
        if isinstance(call.func, ast.Attribute)
        and _name(call.func.value) == "re"
        and call.func.attr in {*METHODS, "compile"}
        for pattern in [_pattern(call, call.func.attr, _module(root, path))]
        for method in _methods(call, tree, calls)
    ]


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(node: ast.AST) -> str:
    """Return the last name of ``NAME`` and of ``module.NAME``; empty for anything else."""
    return getattr(node, "id", "") or getattr(node, "attr", "")


def _module(root: Path, path: Path) -> Mapping[str, Any]:
    parts = path.relative_to(root).with_suffix("").parts
    return vars(importlib.import_module(".".join(parts).removesuffix(".__init__")))


def _pattern(call: ast.Call, function: str, names: Mapping[str, Any]) -> re.Pattern[str]:
    """Return the pattern of a call, compiled with its flags."""
    flags = [
        *call.args[FLAGS_AT.get(function, 2) :],
        *(key.value for key in call.keywords if key.arg == "flags"),
    ]
    return re.compile(_text(call.args[0], names), *[_value(flag, names) for flag in flags])


def _text(node: ast.expr, names: Mapping[str, Any]) -> str:
    if not isinstance(node, ast.JoinedStr):
        return str(_value(node, names))
    return "".join(_text(part, names) for part in node.values)


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return what an expression of a module comes to; a word for a part of a text that only a call knows."""
    part = node.value if isinstance(node, ast.FormattedValue) else node
    try:
        return eval(compile(ast.Expression(part), "pattern", "eval"), {**names})
    except Exception:
        if part is node:
            raise
        return WORD


def _methods(call: ast.Call, tree: ast.Module, calls: Sequence[ast.Call]) -> set[str]:
    """Return what is called on a pattern; the slowest two where no call names it."""
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr != "compile":
        return {call.func.attr}
    names = {
        _name(to)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for to, of in _pairs(node)
        if of is call
    }
    on_it = [
        one.func
        for one in calls
        if isinstance(one.func, ast.Attribute) and _name(one.func.value) in names - {""}
    ]
    return {func.attr for func in on_it if func.attr in METHODS} or {"fullmatch", "finditer"}


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    to, of = node.targets[0], node.value
    if isinstance(to, ast.Tuple) and isinstance(of, ast.Tuple):
        return [*zip(to.elts, of.elts, strict=True)]
    return [(to, of)]


# -- hostile texts -----------------------------------------------------------------------------------------


def slow_text(pattern: Pattern) -> str:
    """Return the first text, in words, that takes longer than its length allows; empty if none does."""
    return next((words for words, text in _hostile(pattern.pattern) if _slow(pattern, text)), "")


def _slow(pattern: Pattern, text: Callable[[int], str]) -> bool:
    """True if four times the text takes more than so many times as long, however often it is tried."""
    number = 8
    while pattern.seconds(text(number)) < ENOUGH:
        number += number // 4
        if len(text(number)) > LONGEST:
            return False
    texts, best = (text(number // 4), text(number)), [inf, inf]
    for _ in range(TRIES):
        best = [min(before, pattern.seconds(one)) for before, one in zip(best, texts, strict=True)]
        if best[1] < ENOUGH / 2 or best[1] <= MOST * best[0]:
            return False
    return True


def _hostile(pattern: re.Pattern[str]) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Yield texts that grow: a beginning, what stands there again and again, and an end."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    repeats = [(before, again) for before, inside in _endless(tree, "") for again in inside]
    starts = [("", text) for before, again in repeats for text in (before, before + again)]
    signs = {sign for _, text in starts for sign in text}
    whole = _examples(tree)
    others = product(("", *whole[:1]), (*sorted(signs), *whole))
    for (before, again), end in product(dict.fromkeys((*repeats, *starts, *others)), ENDS):
        if again:
            yield f"{before!r} {again!r}* {end!r}", lambda n, b=before, a=again, e=end: b + a * n + e


def _endless(tree: Any, before: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each repeat that has no end, by a text that leads to it, with texts that it takes."""
    for kind, given in tree:
        if kind in REPEATS:
            _, most, inner = given
            if most >= MANY:
                yield before, _examples(inner)
        for inner in _inner(kind, given):
            yield from _endless(inner, before)
        before += (_examples([(kind, given)]) or [""])[0]


def _inner(kind: Any, given: Any) -> list[Any]:
    if kind in REPEATS or kind is code.SUBPATTERN:
        return [given[-1]]
    if kind is code.BRANCH:
        return [*given[1]]
    return [given] if kind is code.ATOMIC_GROUP else []


def _examples(tree: Any) -> list[str]:
    """Return a few texts that a part of a pattern takes."""
    result = [""]
    for kind, given in tree:
        result = [text + more for text, more in product(result, _taken(kind, given))][:6]
    return result


def _taken(kind: Any, given: Any) -> list[str]:
    """Return a few texts that one thing of a pattern takes."""
    if kind in REPEATS:
        least, most, inner = given
        return [one * max(least, min(1, most)) for one in _examples(inner)]
    if inner := _inner(kind, given):
        return [one for part in inner for one in _examples(part)[:3]]
    if kind in (code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN):
        return _signs(kind, given)
    return [""]


SIGNS = [*map(chr, range(32, 127)), "\n", "é"]


def _signs(kind: Any, given: Any) -> list[str]:
    """Return up to three signs that one place of a pattern takes."""
    if kind is code.LITERAL:
        return [chr(given)]
    state = parser.State()
    state.str = ""  # type: ignore[attr-defined]
    takes = compiler.compile(parser.SubPattern(state, [(kind, given)]))
    return [sign for sign in SIGNS if takes.match(sign)][:3]
