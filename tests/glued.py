"""Words that Python puts together where a message is wanted: f-strings, sums, ``join`` and English forms.

What a function of the same file returns is followed, and what a variable of the function holds, so that a
value is found where it is made.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.f_strings import called

SHOWN: dict[str, set[int | str]] = {
    "Noun": {0, "ask", "price"},
    "Aimed": {0, "ask", "price"},
    "Attacked": {0, "ask", "price"},
    "Words": {0, "ask", 2, "otherwise"},
    "Card": {1, "name", 3, "where", 7, "text"},
    "Counter": {1, "name", "lines"},
    "View": {0, "phase", "notes"},
    "Picture": {0, "name", "caption"},
    "Shelf": {0, "name", 2, "up"},
    "PadLine": {0, "name", 2, "hint"},
    "Blank": {4, "title"},
    "Tracked": {"follows", "back"},
    "TableOption": {1, 2, "title", "words"},
    "Choice": {1, "words"},
    "Turns": {1, 2, "words", "how"},
    "Costs": {1, "words"},
    "Pointing": {"label"},
    "Printable": {2, "words"},
}
"""Classes to their arguments that players read, by number and by name."""
SAID = {
    "draw_words",
    "face",
    "foresee",
    "label",
    "phase",
    "phase_words",
    "throws_away",
    "throws_away_by",
}
"""Functions that return what players read, besides those that return a ``Text`` or a ``Message``."""
OF_CLASS = {"cost", "title"}
"""Values of a class that players read."""
FORMS = {"counted", "does", "listed", "possessive"}
"""English forms, which a template has in its braces."""
ITERATES = {"dict", "filter", "list", "next", "tuple"}


class Source:
    """A file of ours, and the lines in which it glues words."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self.functions = {
            node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)
        }
        self._within: dict[ast.AST, ast.FunctionDef] = {}
        for function in ast.walk(self.tree):
            if isinstance(function, ast.FunctionDef):
                self._within |= dict.fromkeys(ast.walk(function), function)

    @classmethod
    def of(cls, path: Path) -> "Source":
        """Read a file."""
        return cls(path.read_text("utf-8"))

    def lines(self) -> set[int]:
        """Return the lines in which words are glued that players read."""
        return {line for value in self._read() for line in self._glued(value, frozenset())}

    def _read(self) -> Iterator[ast.expr]:
        """Yield every value that players read."""
        for node in ast.walk(self.tree):
            match node:
                case ast.Call():
                    wanted = SHOWN.get(called(node), set())
                    yield from (value for n, value in enumerate(node.args) if n in wanted)
                    yield from (word.value for word in node.keywords if word.arg in wanted)
                case ast.FunctionDef() if node.name in SAID or _says(node):
                    yield from _returned(node)
                case ast.ClassDef():
                    yield from (
                        line.value
                        for line in node.body
                        if isinstance(line, ast.Assign)
                        if any(isinstance(name, ast.Name) and name.id in OF_CLASS for name in line.targets)
                    )

    def _glued(self, value: ast.AST, seen: frozenset[object]) -> Iterator[int]:
        """Yield the lines where this value is glued; ``seen`` are the names that led here."""
        match value:
            case ast.JoinedStr():
                yield value.lineno
            case ast.BinOp() if any(map(_is_text, (value.left, value.right))):
                yield value.lineno
            case ast.Call():
                yield from self._of_call(value, seen)
            case ast.Name():
                yield from self._of_name(value, seen)
            case _:
                yield from self._all(_parts(value), seen)

    def _all(self, values: Iterable[ast.expr], seen: frozenset[object]) -> Iterator[int]:
        for value in values:
            yield from self._glued(value, seen)

    def _of_call(self, call: ast.Call, seen: frozenset[object]) -> Iterator[int]:
        name = called(call)
        if name in FORMS or (name == "join" and isinstance(call.func, ast.Attribute)):
            yield call.lineno
        elif name in ITERATES:
            yield from self._all(call.args, seen)
        elif not isinstance(call.func, ast.Attribute) or _is_own(call.func.value):
            yield from self._of_function(name, seen)

    def _of_name(self, name: ast.Name, seen: frozenset[object]) -> Iterator[int]:
        function = self._within.get(name)
        here = (function, name.id)
        if function and here not in seen:
            yield from self._all(_assigned(function, name.id), seen | {here})
        yield from self._of_function(name.id, seen)

    def _of_function(self, name: str, seen: frozenset[object]) -> Iterator[int]:
        if name in self.functions and name not in seen:
            yield from self._all(_returned(self.functions[name]), seen | {name})


def _parts(value: ast.AST) -> list[ast.expr]:
    """Return the values of which a value is one, or is made."""
    match value:
        case ast.IfExp():
            return [value.body, value.orelse]
        case ast.Dict() | ast.BoolOp():
            return value.values
        case ast.Tuple() | ast.List():
            return value.elts
        case ast.GeneratorExp() | ast.ListComp():
            return [value.elt]
        case ast.DictComp() | ast.Starred() | ast.NamedExpr():
            return [value.value]
        case ast.Lambda():
            return [value.body]
    return []


def _says(function: ast.FunctionDef) -> bool:
    """True if a function says by its type that it returns what players read."""
    said = function.returns
    return said is not None and any(getattr(part, "id", "") in ("Text", "Message") for part in ast.walk(said))


def _is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.JoinedStr) or (
        isinstance(value, ast.Constant) and isinstance(value.value, str)
    )


def _returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) and node.value:
            yield node.value


def _assigned(function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and one.id == name for one in targets):
                yield node.value
