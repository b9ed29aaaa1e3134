"""``companion language``: begin a language, and what its catalogues still miss."""

import argparse
import ast
import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from companion.cli.reading import Commands, Told
from companion.kernel.features import Origin
from companion.web.config import files_dir
from companion.words.catalogue import NAME, OWN, entries
from companion.words.language import LISTS

ROOM = Path(__file__).parents[1]
SHELF = ROOM / "boxes" / "shelf"
ROOMS = ("kernel", "toolkit", "boxes", "players", "storage", "story", "web", "plays", "extras", "work")
"""The rooms whose messages are in the catalogue of the pages."""
FOR_AUTHORS = ("toolkit", "boxes")
"""Those of them whose other sentences are for authors, in English."""
CALLS: Mapping[str, int] = {
    "message": 0, "filled": 0, "tell": 0, "Told": 0, "finish": 2, "Outcome": 2,
    "require": 2, "refuse": 1, "ensure": 1, "Setting": 1, "Choice": 1, "TableOption": 1, "yes_or_no": 1,
    "by_lot": 1, "need_any": 4,
    "Printable": 1, "Item": 1, "Section": 0, "Group": 0, "_heading": 0, "text": 2, "Measured": 0,
    "TurnStep": 0, "_rule": 1, "Noun": 0, "Field": 1, "Outlet": 1,
}  # fmt: skip
"""The calls that say something, and the number of their first argument that players read."""
TITLED = ("Field", "Outlet", "Printable")
"""Those of them whose titles are often one word."""
READ = ("goal", "turn", "title", "words", "reading", "hint", "section", "where")
"""What players read of a file of rules."""
ON_PAPER = (
    "title", "name", "words", "text", "kind", "caption", "other", "note", "hint", "chance", "then",
    "columns", "notes", "turns", "says", "figures",
)  # fmt: skip
"""What players read of a game's ``paper.toml``."""
TABLES = (
    "STEPS", "STAND", "BY_HAND", "BY_MACHINE", "SIDES", "DUPLEX", "INKS", "CHOICES", "HOW", "READ", "LONG",
    "GO_ON", "OVER", "HEADING", "READINGS", "AGREED", "TITLES", "ELSEWHERE", "ENDED", "CREDIT", "FORMS",
    "ABOUT",
)  # fmt: skip
"""The constants of the printer whose texts are put into words later."""
MADE_OF = ("{what} in round {rest}", "{what} of {rest}")
"""The names of cells and cards, which are made of names."""
LABEL = ("name", "blurb", "fits")
"""What a list of games says of a box."""
BOX = (
    "goal", "turn", "set_up", "source", "title", "words", "why", "reading", "section", "where", "hint", "ask",
    "text", "tells",
)  # fmt: skip
"""What players read of a box, besides its names."""
BOX_NAMES = ("name", "plural", "one", "round", "says", "seats", "suits", "ranks")
"""The names that a box gives."""
BY_KEY = {
    "lines": "name", "counters": "name", "timers": "name", "phases": "name", "stones": "name",
    "piles": "name", "pieces": "name", "verbs": "title",
}  # fmt: skip
"""The tables whose things are called like their keys, unless they say this."""
SILENT = (
    ROOM / "toolkit" / "cards" / "sentences.py",
    ROOM / "storage" / "export.py",
    ROOM / "web" / "metrics.py",
    files_dir() / "printables" / "draw" / "pdfx.py",
    files_dir() / "printables" / "draw" / "xmp.py",
    *(ROOM / "extras" / "api").glob("*.py"),
    *(ROOM / "extras" / "lab" / f"{name}.py" for name in ("charts", "command", "output", "study")),
)
"""Patterns of printed texts, the head of a document, and what programs and the command line say: no player
reads them."""
_NAMED = re.compile(r"\{[A-Za-z]\w*('s)?(:[^{}]*)?\}")
_SENTENCE = re.compile(r"[A-Z]\S* \S+ .*[.!]")
_A_KEY = re.compile(r"[A-Za-z][\w'-]*")


@dataclass(frozen=True)
class SourceSentence:
    """An English sentence, and the file and line where it stands."""

    text: str
    file: Path
    line: int
    name: bool = False
    """True for the name of a thing, whose translation may have forms."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "language", help="begin a language, say what it misses, or show where sentences stand"
    )
    parser.add_argument("do", choices=("new", "missing", "show"))
    parser.add_argument("code", metavar="LANGUAGE", help="its code: it, pt-BR")
    parser.add_argument("words", metavar="WORDS", nargs="?", default="", help="show: words of the sentence")
    parser.add_argument(
        "--game", metavar="GAME", default="", help="a game's or box's own catalogue, by its key"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Do it; 1 where a sentence is missing."""
    _check_code(chosen.code)
    own = OWN / f"{chosen.code}.po"
    file, result = _of(chosen.game, chosen.code) if chosen.game else (own, [*of_pages()])
    if chosen.do == "show":
        return _show(chosen.words, result, own, file)
    return _new(file, chosen.code, result) if chosen.do == "new" else _missing(file, result, own)


def _check_code(code: str) -> None:
    """Check the code of a language; Told if sentences cannot be translated into it."""
    from babel.localedata import exists

    if code == "en":
        raise Told("The sentences are in English. Name the language they are translated into: it, de, pt-BR.")
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z]{2,8})?", code) or not exists(code.replace("-", "_")):
        raise Told(f"“{code}” is no code of a language: it, de, pt-BR.")


def _of(game: str, code: str) -> tuple[Path, list[SourceSentence]]:
    """Return the catalogue of a game or a box, and what it has to translate."""
    folder, box = ROOM / "games" / game.replace("-", "_"), SHELF / f"{game}.toml"
    if (folder / "rules.toml").is_file():
        return folder / f"{code}.po", [*of_game(folder)]
    if box.is_file():
        return box.with_suffix(f".{code}.po"), [*of_box(box)]
    raise Told(f"There is no game “{game}” here.")


def _new(file: Path, code: str, sentences: list[SourceSentence]) -> int:
    if file.exists():
        raise Told(f"{file} is there already: companion language missing {code} says what it lacks.")
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog(code, project="Companion", fuzzy=False)
    for one in sentences:
        catalogue.add(one.text, locations=[(one.file.name, one.line)], context=NAME if one.name else None)
    with file.open("wb") as text:
        write_po(text, catalogue, width=0)
    print(f"{file} has {len(catalogue)} sentences to translate.")
    return 0


def _missing(file: Path, sentences: list[SourceSentence], own: Path) -> int:
    lacks = missing(file, sentences, own)
    for one in lacks:
        print(one)
    print(f"{file.name}: {len(lacks)} of {len({one.text for one in sentences})} sentences are missing.")
    return bool(lacks)


def _show(words: str, sentences: list[SourceSentence], *files: Path) -> int:
    """Show the sentences with these words, their translations, and the pages on which they stand."""
    translations = {text: translation for file in files for text, translation in entries(file)[0].items()}
    some = [one for one in sentences if words.lower() in one.text.lower()]
    for one in some:
        print(one, translations.get(one.text, "(no translation)"), *_pages(one.file), sep="\n    ")
    return not some


def _pages(file: Path) -> list[str]:
    """Return the pages that have a template in them, by the templates that bring it."""
    pages, todo = set[str](), {file.name}
    while todo and file.suffix == ".html":
        name = todo.pop()
        pages.add(name)
        bring = re.compile(rf'(?:extends|include|from|import) "{re.escape(name)}"')
        texts = {one.name: one.read_text("utf-8") for one in file.parent.glob("*.html")}
        todo |= {one for one, text in texts.items() if bring.search(text)} - pages
    return sorted(f"on {name}" for name in pages if not name.startswith("_"))


def missing(file: Path, sentences: list[SourceSentence], *more: Path) -> list[SourceSentence]:
    """Return the sentences that a catalogue lacks, each once; ``more`` are others that may have them."""
    texts = {text for one in (file, *more) for part in entries(one) for text in part}
    texts |= {name[:1].swapcase() + name[1:] for one in (file, *more) for name in entries(one)[1]}
    return [*{one.text: one for one in sentences if one.text not in texts}.values()]


def of_pages() -> Iterator[SourceSentence]:
    """Give the sentences of the templates, the messages of rooms that are no game, and the ends of lists."""
    yield from of_templates()
    yield from (SourceSentence(text, ROOM / "words" / "language.py", 1) for text in LISTS.values())
    things = ROOM / "boxes" / "definition" / "things.py"
    yield from (SourceSentence(text, things, 1, name=True) for text in MADE_OF)
    for room in ROOMS:
        yield from of_code(ROOM / room, whole=room not in FOR_AUTHORS)
    yield from of_printer()
    yield from of_form()
    yield from of_rules(ROOM / "kernel" / "table.toml")
    yield from of_shelf()


def of_shelf() -> Iterator[SourceSentence]:
    """Give what a list of games says of each box: its name, its line, and what it fits."""
    for file in sorted((*SHELF.glob("*.toml"), *(ROOM / "boxes").glob("form/starts/*.toml"))):
        text = tomllib.loads(file.read_text("utf-8"))
        yield from (SourceSentence(text[key], file, 1) for key in LABEL if key in text)


def of_box(file: Path) -> Iterator[SourceSentence]:
    """Give what players read of a box: its sentences, and its names."""
    text = file.read_text("utf-8")
    box = {key: value for key, value in tomllib.loads(text).items() if key not in LABEL}
    drawing = box.get("board", {}).get("drawing", "")
    spaces = [space for space in re.findall(r"[^\s:]+", drawing) if re.search("[a-z]{2}", space)]
    called = (
        (key.replace("_", " ").capitalize(), field == "name", f".{key}")
        for group, field in BY_KEY.items()
        for key, thing in box.get(group, {}).items()
        if field not in thing
    )
    for words, name, mark in (*_of_table(box), *called, *zip(spaces, repeat(True), spaces)):
        if any(map(str.isalpha, words)):
            line = text[: max(0, text.find(mark))].count("\n") + 1
            yield SourceSentence(words, file, line, name)


def _of_table(table: Mapping[str, Any]) -> Iterator[tuple[str, bool, str]]:
    """Give what players read of a table of a box, True for names, and what stands in the file for it."""
    from companion.boxes.reading.rules import with_numbers  # it loads the language of boxes

    for key, value in table.items():
        values = value if isinstance(value, list) else [value]
        if key in ("choice", "choices"):
            yield from zip(value, repeat(True), value)
        elif key in (*BOX, *BOX_NAMES) and not isinstance(value, dict):
            for text in values:
                yield with_numbers(text)[0] if key == "why" else text, key in BOX_NAMES, f'"{text}"'
        else:
            for one in values:
                yield from _of_table(one) if isinstance(one, dict) else ()


def of_printer() -> Iterator[SourceSentence]:
    """Give what is on paper of every game: messages, and the tables of what a print can be."""
    for folder in (files_dir() / "printables", ROOM / "svg"):
        yield from of_code(folder)
    for file in (
        *files_dir().glob("printables/*/*.py"),
        ROOM / "web" / "printing.py",
        ROOM / "svg" / "pictures.py",
        ROOM / "extras" / "tournaments" / "tournament.py",
        ROOM / "extras" / "outlets" / "__init__.py",
    ):
        for table in filter(_is_table, ast.parse(file.read_text("utf-8")).body):
            silent = {id(part) for one in ast.walk(table) for part in _silent(one)}
            for one in ast.walk(table):
                if isinstance(one, ast.Constant) and id(one) not in silent and _reads(one.value):
                    yield SourceSentence(str(one.value), file, one.lineno)


def _is_table(node: ast.stmt) -> bool:
    named = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return getattr(named, "id", "") in TABLES


def _reads(text: object) -> bool:
    return isinstance(text, str) and (_says(text) or (text.isalpha() and text.istitle()))


def of_form() -> Iterator[SourceSentence]:
    """Give the words of choices in the form of one's own game: each stands behind its value."""
    for file in sorted((ROOM / "boxes" / "form").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Tuple(elts=choices):
                    for choice in choices:
                        match choice:
                            case ast.Tuple(elts=[ast.Constant(), ast.Constant(value=str() as words)]) if (
                                words
                            ):
                                yield SourceSentence(words, file, node.lineno)


def of_game(folder: Path) -> Iterator[SourceSentence]:
    """Give the sentences of a game: its rules, its messages, and what it has on paper."""
    yield from of_rules(folder / "rules.toml")
    yield from of_code(folder, whole=True)
    yield from of_paper(folder / "paper.toml")
    yield from of_verbs(folder)


def of_paper(file: Path) -> Iterator[SourceSentence]:
    """Give what players read of a game's ``paper.toml``."""
    text = file.read_text("utf-8")

    def read(value: object, reads: bool) -> Iterator[str]:
        if isinstance(value, dict):
            for key, one in value.items():
                if reads and isinstance(one, str) and not one[:1].isupper():
                    yield key  # the heading of a column
                yield from read(one, reads or key in ON_PAPER)
        elif isinstance(value, list):
            for one in value:
                yield from read(one, reads)
        elif reads and isinstance(value, str) and not value.startswith("=") and "|" not in value:
            yield value.replace("SEAT", "{seat}").replace("{}", "{value}")

    for sentence in read(tomllib.loads(text), False):
        if _says(sentence):
            line = text[: max(0, text.find(sentence.replace("{seat}", "SEAT")[:40]))].count("\n") + 1
            yield SourceSentence(sentence, file, line)


def of_verbs(folder: Path) -> Iterator[SourceSentence]:
    """Give what the reference sheet says of each verb of a game."""
    from companion.kernel.shelf import shelf  # it loads the games
    from printables.sources.reference import described

    game = next((one for one in shelf().values() if one[Origin].package.endswith(f".{folder.name}")), None)
    for kind, words in described(game) if game else ():
        yield SourceSentence(words, Path(inspect.getsourcefile(kind) or ""), inspect.getsourcelines(kind)[1])


def of_templates() -> Iterator[SourceSentence]:
    """Give the sentences of the templates."""
    from jinja2 import Environment

    from companion.web.sentences import Sentences

    environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)
    for file in sorted((files_dir() / "templates").glob("*.html")):
        sentences = Sentences(lambda sentence: sentence)
        sentences.put_into(environment.parse(file.read_text("utf-8")))
        yield from (SourceSentence(text, file, line) for text, line in sentences.found)


def of_code(folder: Path, whole: bool = False) -> Iterator[SourceSentence]:
    """Give the templates of the messages in a folder: what a call says, every text with a named value, and
    every ``whole`` sentence, such as that of an error."""

    def reads(text: object) -> bool:
        return _is_template(text) or (whole and _is_sentence(text))

    for file in sorted({*folder.rglob("*.py")} - {*SILENT}):
        tree = ast.parse(file.read_text("utf-8"))
        silent = {id(part) for node in ast.walk(tree) for part in _silent(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from (SourceSentence(text, file, node.lineno) for text in _said(node))
            elif isinstance(node, ast.Constant) and id(node) not in silent and reads(node.value):
                yield SourceSentence(str(node.value), file, node.lineno)


def _is_template(text: object) -> bool:
    """Return True for a text with a named value, as tables of messages have them."""
    return isinstance(text, str) and _NAMED.search(text) is not None and _says(text)


def _is_sentence(text: object) -> bool:
    """Return True for a text of three words or more, from a capital to a full stop; not for a log's line."""
    return isinstance(text, str) and _SENTENCE.fullmatch(text) is not None and "%" not in text


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """Give the texts in a node that no player reads: docstrings, keys, the parts of f-strings, what is
    compiled."""
    if isinstance(node, ast.Expr):
        yield node.value
    elif isinstance(node, ast.Dict):
        yield from (key for key in node.keys if key)
    elif isinstance(node, ast.JoinedStr):
        yield from ast.walk(node)
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "compile":
        yield from node.args


def _said(call: ast.Call) -> Iterator[str]:
    """Give the sentences among the arguments of a call."""
    func = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    for argument in call.args[CALLS[name] :] if name in CALLS else ():
        yield from filter(_reads if name in TITLED else _says, _texts(argument))
    if name == "Counter":  # its name, which is often one small word
        yield from (text for argument in call.args[1:2] for text in _texts(argument) if text[:1].isalpha())


def of_rules(file: Path) -> Iterator[SourceSentence]:
    """Give what players read of a file of rules."""
    lines = file.read_text("utf-8").splitlines()

    def read(table: object) -> Iterator[str]:
        for key, value in table.items() if isinstance(table, dict) else enumerate(table):  # type: ignore[arg-type]
            if isinstance(value, (dict, list)):
                yield from read(value)
            elif key in READ:
                yield str(value)

    for text in read(tomllib.loads(file.read_text("utf-8"))):
        yield SourceSentence(text, file, next((n for n, line in enumerate(lines, 1) if text[:40] in line), 1))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from _texts(part)
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
        case ast.BoolOp():
            for value in node.values:
                yield from _texts(value)


def _says(text: str) -> bool:
    """True for a sentence; false for the name of a thing, the key of a rule, and values with signs alone."""
    return (not _A_KEY.fullmatch(text) and any(map(str.isalpha, re.sub(r"\{[^{}]*\}", "", text)))) or (
        bool(re.search(r"\{\w+:[^{}]*\w\|", text))
    )
