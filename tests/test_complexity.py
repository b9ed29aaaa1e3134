"""Functions are short of branches, counted with comprehensions and boolean operators, much as by radon."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MANY, MOST = 10, 30
"""A function has so many branches at most, but for some that are clearer in one piece. House."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def branches(node: ast.AST) -> int:
    """Return how many ways a part of a function adds, without what is inside of it."""
    match node:
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.Match():
            return len(node.cases) - any(_always(case) for case in node.cases)
        case ast.Try() | ast.TryStar():
            return len(node.handlers) + bool(node.orelse)
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
    return isinstance(node, ast.If | ast.IfExp | ast.Assert)


def _always(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield all functions and methods of a module."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def complexity(function: Function) -> int:
    """Return the number of ways through a function, without those of functions inside of it."""
    return 1 + sum(map(_ways, function.body))


def _ways(node: ast.AST) -> int:
    if isinstance(node, Function):
        return 0
    return branches(node) + sum(map(_ways, ast.iter_child_nodes(node)))


def test_branches_are_counted():
    def counted(text: str) -> int:
        return complexity(next(functions(ast.parse(text))))

    assert counted("def f(): return 1") == 1
    assert counted("def f(a): return [x for x in a if x if a] if a or f and g else 0") == 1 + 3 + 1 + 2
    assert counted("def f(a):\n for x in a:\n  if x: pass\n  elif a: pass\n else: pass") == 1 + 2 + 2
    assert counted("def f(a):\n match a:\n  case 1: pass\n  case 2 if a: pass\n  case _: pass") == 1 + 2
    assert counted("def f(a):\n def g(): return 1 if a else 2\n return g") == 1


def test_few_functions_have_more_than_ten_branches():
    over = [
        f"{file.relative_to(ROOT)}:{one.lineno} {one.name}"
        for room in ("companion", "printables")
        for file in sorted((ROOT / room).rglob("*.py"))
        for one in functions(ast.parse(file.read_text("utf-8")))
        if complexity(one) > MANY
    ]
    assert len(over) <= MOST, "\n".join(over)
