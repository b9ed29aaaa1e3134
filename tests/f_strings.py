"""F-strings that read like words, told by where they stand from keys, code and sentences for authors."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CODE = {"compile", "execute", "exec_driver_sql", "once", "dice", "Random"} | {
    "warning", "error", "info", "exception", "debug",
}  # fmt: skip
"""Calls to which an f-string is a pattern, a query, a key or a line of a server's log."""
KEYED = {"Thing", "Piece", "Card", "Counter", "Cell", "Chips", "_box", "_field"}
"""Calls whose first argument is the name of a thing or a space, by which it is found."""
WRONG = {"Wrong", "NoBoard", "ValueError", "SchemaError", "AssertionError", "TypeError"}
"""Errors of what an author declares: of a game, a box or a set of cards."""
NO = "no"
"""The method that notes an error in a box file."""
FOR_AUTHORS = {"CardFault", "ForAuthor"}
"""Types of what only an author reads: of a function's result, or of a variable."""
NAMES = {"ThingName", "Thing"}
"""Types of names of things and spaces: of a function's result, or of a variable."""
LIKE_WORDS = re.compile(
    r"[A-Za-z’'”)}]{2,}[,;:.]? [a-zA-Z“({]{2,}"  # two words
    r"|[}] [a-z]{2,}|[a-z]{2,}[:,;]? [{]"  # a value and a word
)
OPERATORS = re.compile(
    r"(?:[{}().\d/-]+|BT|ET|cm|Do|f|gs|q|Q|re|Tf|Tj|Tm|Tr|Tz|W|n)"
    r"(?: (?:[{}().\d/-]+|BT|ET|cm|Do|f|gs|q|Q|re|Tf|Tj|Tm|Tr|Tz|W|n))*+"
)
"""Operators of a PDF with their numbers."""


def for_players(source: str) -> list[int]:
    """Return the lines of the f-strings of a file that a player could read."""
    tree = ast.parse(source)
    other = {id(part) for node in ast.walk(tree) for some in _others(node) for part in ast.walk(some)}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and id(node) not in other and _reads(node)
    ]


def found_in(room: Path, root: Path) -> set[str]:
    """Return the places of such f-strings in a room, as file and line."""
    files = [room] if room.suffix else sorted(room.rglob("*.py"))
    return {
        f"{file.relative_to(root)}:{line}" for file in files for line in for_players(file.read_text("utf-8"))
    }


def _reads(node: ast.JoinedStr) -> bool:
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return LIKE_WORDS.search(text) is not None and "<" not in text and not OPERATORS.fullmatch(text)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what no player reads: keys, code, names, and sentences for authors."""
    match node:
        case ast.Call():
            called = _called(node)
            if called in CODE or (called == NO and isinstance(node.func, ast.Attribute)):
                yield node
            elif called in KEYED:
                yield from node.args[:1]
        case ast.Subscript():
            yield node.slice
        case ast.Raise(exc=ast.Call() as error) if _called(error) in WRONG:
            yield error
        case ast.AnnAssign(annotation=kind, value=ast.expr() as value) if _of(kind):
            yield value
        case ast.FunctionDef(returns=ast.expr() as kind) if _of(kind):
            yield node


def _of(kind: ast.expr) -> bool:
    """True if a type is one of names, or of what only an author reads."""
    return any(getattr(part, "id", "") in NAMES | FOR_AUTHORS for part in ast.walk(kind))


def _called(call: ast.Call) -> str:
    what = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return what.attr if isinstance(what, ast.Attribute) else getattr(what, "id", "")
