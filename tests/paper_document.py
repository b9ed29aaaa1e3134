"""Writes ``docs/paper.md`` from the schema of ``paper.toml``: ``python -m tests.paper_document``."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from companion.kernel.schema import Schema
from companion.svg.tones import Tone
from companion.toolkit import paper

FILE = Path(__file__).parents[1] / "docs" / "paper.md"
HEAD = """# Paper: what a game prints

A game needs no `paper.toml` to be printed: its boards come from its pictures, its cards from its set or from
what lies before the seats, its tracks from the counters that end somewhere, its quick-reference sheet from
its verbs and rules, its set-up sheet from what it tells when a table opens, the aid of each seat from its
lesson. `paper.toml`, beside the game's `components.toml`, says what else lies in the box, how large things
are, what lies on what, and which pieces of a picture are cardboard. The game takes it in with
`on_paper(__package__)` among its features.

```toml
icon = "wing"

[boards.board]
flat = 38 # millimetres

[tokens] # the pieces of the board are cardboard
size = 28
other = "inactive"

[[chips]]
key = "markers"
title = "Markers"
kinds = [
    { name = "Round", icon = "hourglass", letter = "R" },
    { name = "Action", icon = "lightning", letter = "A", count = "=turns.late_actions" },
]
```

A fact stands once: `"=turns.late_actions"` is what stands at `turns.late_actions` in `components.toml`, be it
a number, a text or a list. A key that is not known, a value of another type and a fact that is not there are
refused when the game is loaded, with file, line and what would be right. `companion check GAME` then prints
every piece on A4 and Letter in every ink, and says what does not fit.

What a piece `lies_on`, `covers`, `stands_in` or is `shuffled_with` is declared at the piece, and checked: a
tile is smaller than its space, a card as large as the slot it covers, a marker smaller than the spaces of
its track, the foot of a figure smaller than the ring it stands in, and backs tell nothing. A place is named
by the key of its board and a kind or space there (`board`, `board gate`), by the key of its mat and its zone
(`hero-mat Step`; `hero-mat token` is a slot's place for one), as a `track` with its title (`track Round`),
by the chips whose middle is kept free (`terrain`), or by a board and the chips whose `supplies` lie at its
foot (`board terrain`).

```toml
[[chips]]
key = "ringchips"
title = "Ringchips"
clear = 16 # a figure stands in it
hole = true
lies_on = ["board"]
of = "=chips"

[[chips]]
key = "gods-figures"
title = "Gods to stand"
deck = "gods"
stand = true
stands_in = ["ringchips"]
```

Which silhouette each thing has, on the phone and on paper, says `pictures.toml` beside it, taken in with
`pictures=pictured(__package__)`: by the name that cards, tokens, chips, spaces and verbs have in common, a
name of the Game-icons set or of `companion/svg/own_pictures.toml`. `[boards.KEY]` says what lies under a
board and about it. A game without it prints icons and letters in a frame.

```toml
[pictures]
Odin = "raven"
Health = "hearts"

[boards.board]
tones = ["crimson", "sky", "gold"] # from its head to its foot
corners = ["greek-temple", "olive", "drakkar", "viking-longhouse"]
```

Where ink is saved a picture is its outline about a hatching; in black and white it is black. `companion check
GAME` refuses a picture that nobody drew, and a name that the game does not have.

No words on a piece are smaller than 6.5 points, none on a card than 8, none of an aid than 9.

Lengths are millimetres. Names of kinds, fields and verbs are the game's own. Icons are those of
`companion/svg/icons.toml`. Colours are {tones}.

This page is made from the docstrings of `companion/toolkit/paper`: `python -m tests.paper_document`.
"""
COLOURS = get_args(Tone)


def written() -> str:
    """The whole document."""
    head = HEAD.replace("{tones}", f"{', '.join(COLOURS[:8])},\n{', '.join(COLOURS[8:-1])} and {COLOURS[-1]}")
    parts = [head, *(section(place, spec) for place, spec in tables())]
    return "\n".join(parts)


def tables(place: str = "", spec: type[Schema] = paper.Paper) -> Iterator[tuple[str, type[Schema]]]:
    """Every table of the file, and how its heading is written, each before those within it."""
    yield place, spec
    for inner, one in _inner(place, spec):
        yield from tables(inner, one)


def _inner(place: str, spec: type[Schema]) -> Iterator[tuple[str, type[Schema]]]:
    """The tables within a table."""
    above = place.strip("[]")
    for key, field in spec.model_fields.items():
        kinds = list(_kinds(field.annotation))
        for one in kinds:
            name = f"{above}.{field.alias or key}".lstrip(".")
            if _is_spec(one):
                yield f"[{name}]", one
            elif get_origin(one) is dict and _is_spec(get_args(one)[1]):
                yield f"[{name}.KEY]", get_args(one)[1]
            elif get_origin(one) is tuple and _is_spec(get_args(one)[0]):
                yield f"[[{name}]]", get_args(one)[0]


def _is_spec(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Schema)


def _kinds(kind: Any) -> Iterator[Any]:
    """A type without its annotations, or each that it may be."""
    if get_origin(kind) is Annotated:
        yield from _kinds(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            yield from _kinds(one)
    elif kind is not NoneType:
        yield kind


def section(place: str, spec: type[Schema]) -> str:
    title = f"`{place}`" if place else "The file"
    words = _plain(inspect.getdoc(spec) or "")
    rows = [
        f"| `{field.alias or key}` | {_type(field.annotation)} | {_plain(docs(spec)[key])} |"
        for key, field in spec.model_fields.items()
    ]
    needed = [f"`{field.alias or key}`" for key, field in spec.model_fields.items() if field.is_required()]
    text = f"\n\nNeeded: {', '.join(needed)}." if needed else ""
    head = ["| key | is | what |", "|---|---|---|"]
    return "\n".join([f"## {title}", "", f"{words}{text}", "", *head, *rows, ""])


@cache
def docs(spec: type[Schema]) -> dict[str, str]:
    """The docstring under each field, its own and those it inherits."""
    result: dict[str, str] = {}
    for one in reversed(spec.__mro__):
        if _is_spec(one) and one is not Schema:
            (node,) = ast.parse(inspect.getsource(one)).body
            assert isinstance(node, ast.ClassDef)
            for field, words in zip(node.body, node.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr):
                    result[ast.unparse(field.target)] = ast.literal_eval(words.value)
    return result


def _plain(words: str) -> str:
    return " ".join(words.replace("``", "`").split())


NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def _type(kind: Any) -> str:
    kinds = list(_kinds(kind))
    kinds = [float] if float in kinds else kinds
    return " or ".join(filter(None, dict.fromkeys(map(_one, kinds))))


def _one(kind: Any) -> str:
    args = get_args(kind)
    if get_origin(kind) is Literal:
        return "colour" if args == COLOURS else " or ".join(f"`{arg}`" for arg in args if arg)
    if get_origin(kind) is dict:
        return "table" if args[1] is Any or _is_spec(args[1]) else f"table of {_type(args[1])}"
    if get_origin(kind) is tuple:
        one = _type(args[0]).replace("table", "tables")
        return f"list of {one}" if args[1] is ... else f"{len(args)} numbers"
    return "table" if _is_spec(kind) else NAMES[kind]


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
