"""The nodes of ``ast`` of which a formula is put together: no other is ever compiled."""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def name(called: str) -> ast.Name:
    """A part of a ``Here``, a function of ours, or ``c0``, ``c1`` …"""
    return ast.Name(called, ast.Load())


def part(of: str, attribute: str) -> ast.Attribute:
    """``state.table``."""
    return ast.Attribute(name(of), attribute, ast.Load())


def said(key: str) -> ast.expr:
    """The answer to a question: ``said.place``."""
    return part("said", key)


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


def template(text: str, trees: Mapping[str, ast.expr]) -> tuple[ast.expr, set[str]]:
    """Return an expression of ours with these trees in place of some names; and all names of the text."""
    tree = ast.parse(text, mode="eval").body
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return replaced(tree, lambda node: trees.get(node.id) if isinstance(node, ast.Name) else None), names


def replaced(tree: ast.expr, other: Callable[[ast.AST], ast.expr | None]) -> ast.expr:
    """Return a copy of a tree, without places in a text, with others in place of some of its nodes."""
    whole: ast.expr = _copied(tree, other)
    return whole


def _copied(node: Any, other: Callable[[ast.AST], ast.expr | None]) -> Any:
    if isinstance(node, list):
        return [_copied(one, other) for one in node]
    if not isinstance(node, ast.AST):
        return node
    return other(node) or type(node)(**{field: _copied(part, other) for field, part in ast.iter_fields(node)})
