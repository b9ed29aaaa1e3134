"""The tables of a text, one after the other: what is changed in one of them leaves all others as they are."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.kernel.toml import TOKEN, Path


@dataclass(frozen=True)
class TomlTable:
    """A table with its header and all up to the next one; the first has no header."""

    path: Path
    text: str


def tables(text: str) -> list[TomlTable]:
    """The tables of a text that is TOML, as they stand."""
    starts = [0, *_headers(text)]
    ends = [*starts[1:], len(text)]
    return [
        TomlTable(_path(text[start:end]) if n else (), text[start:end])
        for n, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]


def _headers(text: str) -> Iterator[int]:
    """Yield where each header begins: a bracket that opens a line, outside of every value."""
    deep, fresh, valued = 0, True, False
    for match in TOKEN.finditer(text):
        if match.lastgroup == "skip":
            continue
        sign = match[0]
        if fresh and not valued and deep == 0 and sign == "[":
            yield match.start()
        deep += (sign in "[{") - (sign in "]}")
        valued = sign == "=" or (valued and (deep > 0 or sign != "\n"))
        fresh = sign == "\n"


def _path(text: str) -> Path:
    """Return the path of a header, or nothing for one entry of several."""
    header = text.partition("\n")[0]
    table, path = tomllib.loads(header), list[str]()
    while isinstance(table, dict) and len(table) == 1:
        ((key, table),) = table.items()
        path.append(key)
    return tuple(path) if table == {} else ()


def changed(text: str, changes: Iterable[tuple[Path, Callable[[Any], None]]]) -> str:
    """The text after changes to some tables, each rewritten once.

    What is in no table of its own is changed where it stands; a change that cannot be is left out.
    """
    parts, due = tables(text), dict[int, list[Callable[[Any], None]]]()
    places = {part.path: n for n, part in enumerate(parts)}
    for at, change in changes:
        n = next(places[at[:k]] for k in range(len(at), -1, -1) if at[:k] in places)
        due.setdefault(n, []).append(change)
    texts = [part.text for part in parts]
    for n, some in due.items():
        new = _rewritten(texts[n], some)
        texts[n] = new if n == len(texts) - 1 or new.endswith("\n") else f"{new}\n"
    return _if_read("".join(texts), text)


def _if_read(whole: str, before: str) -> str:
    """The whole if it can be read, else the text before."""
    try:
        tomllib.loads(whole)
    except ValueError:
        return before
    return whole


def _rewritten(text: str, changes: Iterable[Callable[[Any], None]]) -> str:
    try:
        box = tomlkit.parse(text)
    except (TOMLKitError, ValueError):
        return text
    for change in changes:
        with suppress(TOMLKitError, ValueError, TypeError, KeyError, AttributeError):
            change(box)
    return tomlkit.dumps(box)


def with_table(text: str, group: str, table: str) -> str:
    """The text with a table more behind the last of its group; as it was where that cannot be."""
    parts = tables(text)
    last = max([n for n, part in enumerate(parts) if part.path[:1] == (group,)], default=len(parts) - 1)
    before = "".join(part.text for part in parts[: last + 1]).rstrip()
    after = "".join(part.text for part in parts[last + 1 :])
    return _if_read(f"{before}\n\n{table}" + (f"\n{after}" if after else ""), text)


def without_table(text: str, at: Path) -> str:
    """The text without a table and all within it; as it was where it does not stand as one."""
    parts = tables(text)
    left = [part for n, part in enumerate(parts) if not n or part.path[: len(at)] != at]
    return "".join(part.text for part in left)
