"""A formula as a tree: parsed by ``ast``, its length and its signs judged, nothing of it worked out."""

import ast
import re

LONGEST = 400
"""The longest formula in characters."""
SIGNS = str.maketrans({"×": "*", "÷": "÷", "−": "-", "≥": "≥", "≤": "≤", "≠": "≠"})
SPELLED = {"÷": "//", "≥": ">=", "≤": "<=", "≠": "!="}
_ALLOWED = re.compile(r"[A-Za-z0-9_ \t\n+\-*/%<>=!(),\[\]]*")


class WrongFormula(ValueError):
    """A formula that cannot be: what is wrong, and what would be right, in a sentence."""


def parsed(text: str) -> ast.expr:
    """The tree of a formula, its length and its signs judged; WrongFormula where it is none."""
    if len(text) > LONGEST:
        raise WrongFormula(f"a formula has at most {LONGEST} characters, not {len(text)}.")
    spelled = text.translate(SIGNS)
    for sign, plain in SPELLED.items():
        spelled = spelled.replace(sign, plain)
    if not _ALLOWED.fullmatch(spelled):
        odd = next(sign for sign in spelled if not _ALLOWED.fullmatch(sign))
        raise WrongFormula(f"“{odd}” is no sign of a formula; names are of small letters, digits and _.")
    try:
        return ast.parse(" ".join(spelled.split()) or "?", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise WrongFormula(f"“{text[:60]}” is no formula; one is like “3 × towns + kinds[n]”.") from None


def parts(tree: ast.expr) -> list[ast.expr]:
    """Return the parts of a part of a formula."""
    skip = tree.func if isinstance(tree, ast.Call) else None
    return [part for part in ast.iter_child_nodes(tree) if isinstance(part, ast.expr) and part is not skip]


def names(text: str) -> list[str]:
    """The names a formula says, each once; none where it is no formula."""
    try:
        return list(dict.fromkeys(node.id for node in ast.walk(parsed(text)) if isinstance(node, ast.Name)))
    except WrongFormula:
        return []


def called(tree: ast.AST) -> str:
    """The function that a part of a formula calls; empty where it calls none."""
    return tree.func.id if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else ""
