"""The nodes of ``ast`` of which a formula is put together: no other is ever compiled."""

import ast
from collections.abc import Sequence


def name(called: str) -> ast.Name:
    """A part of a ``Here``, a function of ours, or ``c0``, ``c1`` …"""
    return ast.Name(called, ast.Load())


def part(of: str, attribute: str) -> ast.Attribute:
    """``state.table``."""
    return ast.Attribute(name(of), attribute, ast.Load())


def call(function: str | ast.expr, *given: ast.expr) -> ast.Call:
    """``max(a, b)``."""
    return ast.Call(name(function) if isinstance(function, str) else function, [*given], [])


def item(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """``of[index]``."""
    return ast.Subscript(of, index, ast.Load())


def added(parts: Sequence[ast.expr]) -> ast.expr:
    """``a + b + c``; 0 for none."""
    whole: ast.expr = parts[0] if parts else ast.Constant(0)
    for one in parts[1:]:
        whole = ast.BinOp(whole, ast.Add(), one)
    return whole


def compared(left: ast.expr, sign: ast.cmpop, right: ast.expr) -> ast.Compare:
    """``left == right``."""
    return ast.Compare(left, [sign], [right])


def chosen(test: ast.expr, then: ast.expr, other: ast.expr) -> ast.IfExp:
    """``then if test else other``."""
    return ast.IfExp(test, then, other)


def truth(test: ast.expr) -> ast.IfExp:
    """1 where something holds, else 0."""
    return chosen(test, ast.Constant(1), ast.Constant(0))


def joined(*parts: ast.expr) -> ast.JoinedStr:
    """Some texts and numbers, one behind the other, as a text."""
    return ast.JoinedStr([ast.FormattedValue(one, -1, None) for one in parts])


def every(value: ast.expr, called: Sequence[str], of: ast.expr) -> ast.ListComp:
    """``[value for called in of]``."""
    names: list[ast.expr] = [ast.Name(one, ast.Store()) for one in called]
    goal = names[0] if len(names) == 1 else ast.Tuple(names, ast.Store())
    return ast.ListComp(value, [ast.comprehension(goal, of, [], 0)])


def located(tree: ast.expr) -> ast.expr:
    """Give a tree the place in a text that Python asks of all it compiles; return the tree.

    Trees share parts, and a part that has its place is passed over: ``ast.fix_missing_locations`` walks it
    each time it occurs, which takes a third of the reading of a long box.
    """
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.expr):
            if hasattr(node, "lineno"):
                continue
            node.lineno, node.col_offset = 1, 0
        left += ast.iter_child_nodes(node)
    return tree
