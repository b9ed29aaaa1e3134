"""A box as a form: the common things of its text as fields, and what was changed in a field put back.

The text is the one truth. A field is named by where its value stands, such as ``lines.roses.points``; what
was typed into one is written there, and everything else of the text stays as it is, remarks too.
"""

import keyword
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit

from companion.boxes.form_fields import GROUPS, NEW, THROWN, TOP, TURNS, WORDS, YES, Field, plain
from companion.boxes.formula import FUNCTIONS
from companion.boxes.reading import LIMITS
from companion.boxes.reading.on_board import ON_BOARD
from companion.boxes.reading.words import BUILT_IN
from companion.boxes.tables_of_text import changed, with_table, without_table
from companion.kernel.toml import Path
from companion.kernel.untrusted import Unreadable, read_toml

MOST_ROWS = 60
LONG = 400
"""The longest value of a field."""


@dataclass(frozen=True)
class Row:
    """A line or a counter as fields. Its key stands in formulas."""

    group: str
    key: str
    called: str
    fields: tuple[tuple[str, Field, str], ...]
    """Each with its name and its value."""

    @property
    def said(self) -> str:
        """What the fields behind the first two say, in a line."""
        told = [(field, value) for _, field, value in self.fields[2:] if value]
        return " · ".join(
            field.title.lower()
            if field.choices is YES
            else dict(field.choices).get(value, f"{field.told or ''}{value}")
            for field, value in told
            if field.choices or field.told is not None
        )


@dataclass(frozen=True)
class Form:
    """The common things of a box as fields."""

    top: tuple[tuple[str, Field, str], ...]
    turns: tuple[tuple[str, Field, str], ...]
    words: tuple[tuple[str, Field, str], ...]
    rows: Mapping[str, tuple[Row, ...]]
    more: tuple[str, ...]
    """What else the text has: boards, verbs, rules."""

    @property
    def values(self) -> dict[str, str]:
        """Every field's name with its value."""
        rows = [field for rows in self.rows.values() for row in rows for field in row.fields]
        return {name: value for name, _, value in (*self.top, *self.turns, *self.words, *rows)}


def form(text: str) -> Form | None:
    """The fields of a text; None where it is no TOML."""
    try:
        data = read_toml(text, LIMITS)
    except Unreadable:
        return None
    return Form(
        _shown(data, TOP),
        _shown(data, TURNS),
        _shown(data, WORDS),
        {group: tuple(_rows(data, group)) for group in GROUPS},
        tuple(key for key in ("options", "tables", "board", "pieces") if data.get(key)),
    )


def _shown(
    table: Mapping[str, Any], fields: tuple[Field, ...], at: str = ""
) -> tuple[tuple[str, Field, str], ...]:
    return tuple((f"{at}{field.key}", field, field.shown(table, field.key)) for field in fields)


def _rows(data: Mapping[str, Any], group: str) -> list[Row]:
    tables = data.get(group)
    if not isinstance(tables, Mapping):
        return []
    return [_row(group, key, table) for key, table in tables.items() if isinstance(table, Mapping)][
        :MOST_ROWS
    ]


def _row(group: str, key: str, table: Mapping[str, Any]) -> Row:
    first = GROUPS[group][0].key
    called = plain(table.get(first)) or ("" if _numbered(group, key) else _titled(key))
    if group == "rules":  # a rule has no name: its words are what one knows it by
        return Row(group, key, called[:32], _shown(table, GROUPS[group], f"{group}.{key}."))
    shown = _shown({**table, first: called}, GROUPS[group], f"{group}.{key}.")
    return Row(group, key, called or _titled(key), shown)


def _titled(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _numbered(group: str, key: str) -> bool:
    """Whether this is the key of a row that nobody has named yet."""
    return re.fullmatch(rf"{NEW[group][0]}_\d+", key) is not None


# -- what was typed, put back ------------------------------------------------------------------------------


def merged(text: str, was: str, typed: Mapping[str, str]) -> str:
    """The text with every field put into it that differs from what it was on the page.

    ``was`` is the text the fields were made from: what was typed into the text itself is kept beside them.
    """
    before = form(was)
    if before is None or form(text) is None:
        return text
    new = {
        name: typed[name].strip()[:LONG]
        for name, value in before.values.items()
        if name in typed and typed[name].strip() != value
    }
    thrown = [tuple(name.split(".")[:2]) for name, value in new.items() if name.endswith(".throws")]
    bare = text
    for row in thrown:
        bare = without_table(bare, (*row, "asks", THROWN))
    after = changed(bare, [_written(name, value) for name, value in new.items()]) if new else text
    return text if after == bare else after


def _written(name: str, value: str) -> tuple[Path, Callable[[Any], None]]:
    """Where a field is written, and how."""
    group, _, rest = name.partition(".")
    key, _, what = rest.rpartition(".")
    if not rest:
        field = next(field for field in (*TOP, *TURNS, *WORDS) if field.key == name)
        return ((field.table,) if field.table else ()), lambda box: field.put(box, name, value)
    field = next(field for field in GROUPS[group] if field.key == what)

    def put(box: Any) -> None:
        table = box[group][key]
        field.put(table, what, value)
        if what in ("name", "title") and table.get(what) == _titled(key):
            table.pop(what)

    return (group, key), put


def renamed(text: str) -> str:
    """The text with a key that says what it is for each row that was numbered and has a name now."""
    shown = form(text)
    rows = [row for rows in shown.rows.values() for row in rows] if shown else []
    taken = {row.key for row in rows} | {*FUNCTIONS, *BUILT_IN, *ON_BOARD, *keyword.kwlist}
    for row in rows:
        key = _key(row.called)
        alone = len(re.findall(rf"\b{row.key}\b", text)) == 1
        if _numbered(row.group, row.key) and alone and key and key not in taken:
            taken.add(key)
            text = re.sub(rf"\b{row.key}\b", key, text)
            if _titled(key) == row.called:
                text = re.sub(
                    rf"(\[{row.group}\.{key}\]\n(?:[^\[\n].*\n)*?)(?:name|title) = .*\n", r"\1", text
                )
    return text


def _key(name: str) -> str:
    """A key made of a name; empty where it has no letters for one."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:30]
    return key if re.match(r"[a-z]", key) else ""


def added(text: str, group: str) -> str:
    """The text with one row more of a group."""
    shown = form(text)
    if shown is None or group not in GROUPS or len(shown.rows[group]) >= MOST_ROWS:
        return text
    word, holds = NEW[group]
    taken = {row.key for rows in shown.rows.values() for row in rows}
    key = next(key for n in range(1, 200) if (key := f"{word}_{n}") not in taken)

    return with_table(text, group, tomlkit.dumps({group: {key: dict(holds)}}))


def dropped(text: str, group: str, key: str) -> str:
    """The text without a row of a group."""

    if group not in GROUPS:
        return text
    return without_table(text, (group, key))
