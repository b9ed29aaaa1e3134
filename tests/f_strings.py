"""F-strings that read like words, told by where they stand from keys, code and sentences for authors."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

CODE = {"compile", "execute", "exec_driver_sql", "executescript", "match", "once", "dice", "Random"} | {
    "warning", "error", "info", "exception", "debug", "print", "add_argument", "escaped", "Lots",
}  # fmt: skip
"""Calls to which an f-string is a pattern, a query, a key, or a line of a server's log or of a terminal."""
KEYED = {"Thing", "Piece", "Card", "Counter", "Cell", "Chips", "_box", "_field"}
"""Calls whose first argument is the name of a thing or a space, by which it is found."""
WRONG = {"AssertionError", "AttributeError", "Misdeclared", "NoGame", "SchemaError", "TypeError"} | {
    "BackupError", "BackupThere", "DeadEnd", "NoMove", "Told",
}  # fmt: skip
"""Errors that only the author of a game reads, or the host in a terminal."""
OF_BOXES = {"WrongFormula", "NoBoard", "ValueError"}
"""More such errors in the rooms that make games: of what an author declares in a box or a set of cards."""
MAKING = ("companion/boxes", "companion/games", "printables")
"""The rooms that make games and paper."""
NO = "no"
"""The method that notes an error in a box file."""
FOR_AUTHORS = {"CardFault", "ForAuthor"}
"""Types of what only an author reads: of a function's result, or of a variable."""
NAMES = {"ThingName", "Thing"}
"""Types of names of things and spaces: of a function's result, or of a variable."""
ALL = "all of it"
Elsewhere = Collection[str]
ELSEWHERE: Mapping[str, Elsewhere] = {
    # An author of a game reads these: faults of its Python, and of its folder.
    "kernel/action.py": ("__getattr__",),
    "kernel/rulebook.py": ("NoRule",),
    "kernel/shelf.py": ("_where",),
    # These are written to files and read by machines or by programs: transcripts, sets, the card language.
    "kernel/sittings.py": ("usual_opening",),
    "kernel/transcript.py": ("write", "_over"),
    "toolkit/cards/grammar.py": ("_written", "_part", "_condition", "_reach"),
    "toolkit/cards/parser.py": ALL,
    "toolkit/cards/picking.py": ("_words", "_whom"),
    "toolkit/cards/sentences.py": ALL,
    "toolkit/cardsets/toml.py": ("_opening_remarks", "_deck_remarks"),
    "plays/bg_stats.py": ALL,
    "storage/along.py": ("remarked",),
    "story/report.py": ("write",),
    "web/sse.py": ("frame",),
    # The host reads these: at the start, in the log, and what commands say in a terminal.
    "storage/backup.py": ALL,
    "storage/engine.py": ALL,
    "storage/forgetting.py": ALL,
    "storage/keeper.py": ALL,
    "storage/sqlite_file.py": ALL,
    "storage/verify.py": ALL,
    "web/config.py": ALL,
    "web/once_a_minute.py": ALL,
    "web/pubsub.py": ALL,
    "web/rate_limits.py": ALL,
    "extras/api/command.py": ALL,
    "extras/eye/command.py": ALL,
    "extras/lab/output.py": ("lines", "_at", "_gap", "_report", "_row", "_killers"),
    # A browser reads these.
    "svg/covers.py": ("drawn",),
    "svg/ground.py": ("_classes",),
    "web/security.py": ("HEADERS",),
}
"""A file of ``companion`` to what in it no player reads: functions, classes and constants, or all of it."""
LIKE_WORDS = re.compile(
    r"[A-Za-z’'”)}]{2,}[,;:.]? [a-zA-Z“({]{2,}"  # two words
    r"|[}] [a-z]{2,}|[a-z]{2,}[:,;]? [{]"  # a value and a word
)
OPERATORS = re.compile(
    r"(?:[{}().\d/-]+|BT|ET|cm|Do|f|gs|q|Q|re|Tf|Tj|Tm|Tr|Tz|W|n)"
    r"(?: (?:[{}().\d/-]+|BT|ET|cm|Do|f|gs|q|Q|re|Tf|Tj|Tm|Tr|Tz|W|n))*+"
)
"""Operators of a PDF with their numbers."""


def for_players(source: str, elsewhere: Elsewhere = frozenset(), wrong: Collection[str] = WRONG) -> list[int]:
    """Return the lines of the f-strings of a file that a player could read.

    ``elsewhere`` are the functions, classes and constants whose words no player reads.
    """
    tree = ast.parse(source)
    other = {
        id(part)
        for node in ast.walk(tree)
        for some in (*_others(node, wrong), *_named(node, elsewhere))
        for part in ast.walk(some)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and id(node) not in other and _reads(node)
    ]


def found_in(room: Path, root: Path) -> set[str]:
    """Return the places of such f-strings in a room, as file and line."""
    files = [room] if room.suffix else sorted(room.rglob("*.py"))
    result = set()
    for file in files:
        name = str(file.relative_to(root))
        wrong = WRONG | OF_BOXES if name.startswith(MAKING) else WRONG
        elsewhere = ELSEWHERE.get(name.removeprefix("companion/"), frozenset())
        if elsewhere != ALL:
            result |= {f"{name}:{line}" for line in for_players(file.read_text("utf-8"), elsewhere, wrong)}
    return result


def _named(node: ast.AST, names: Elsewhere) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if name in names:
            yield node
        case ast.Assign(targets=[ast.Name(id=name)]) if name in names:
            yield node


def _reads(node: ast.JoinedStr) -> bool:
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return LIKE_WORDS.search(text) is not None and "<" not in text and not OPERATORS.fullmatch(text)


def _others(node: ast.AST, wrong: Collection[str]) -> Iterator[ast.AST]:
    """Yield what no player reads: keys, code, names, and sentences for authors."""
    match node:
        case ast.Call():
            name = called(node)
            if name in CODE or (name == NO and isinstance(node.func, ast.Attribute)):
                yield node
            elif name in KEYED:
                yield from node.args[:1]
        case ast.Subscript():
            yield node.slice
        case ast.Raise(exc=ast.Call() as error) if called(error) in wrong:
            yield error
        case ast.Assign(targets=[ast.Subscript(value=ast.Attribute(attr="headers"))], value=value):
            yield value
        case ast.AnnAssign(annotation=kind, value=ast.expr() as value) if _of(kind):
            yield value
        case ast.FunctionDef(returns=ast.expr() as kind) if _of(kind):
            yield node


def _of(kind: ast.expr) -> bool:
    """True if a type is one of names, or of what only an author reads."""
    return any(getattr(part, "id", "") in NAMES | FOR_AUTHORS for part in ast.walk(kind))


def called(call: ast.Call) -> str:
    """Return the name of what is called: ``Noun`` of ``Noun[War](…)``."""
    what = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return what.attr if isinstance(what, ast.Attribute) else getattr(what, "id", "")
