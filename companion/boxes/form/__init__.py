"""A box as a form: the common things of its text as fields, and what was changed in a field put back.

The text is the one truth. A field is named by where its value stands, such as ``lines.roses.points``; what
was typed into one is written there, and everything else of the text stays as it is, remarks too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, starmap
from typing import Any

import tomlkit

from companion.boxes.form import questions
from companion.boxes.form.board import BOARD, YES, board_grid, shape
from companion.boxes.form.fields import FLAT, GROUPS, KEYED, NEW, TOP, TURNS, WORDS
from companion.boxes.form.questions import ASK
from companion.boxes.form.tables import changed, without_table
from companion.boxes.form.values import Field, plain, table_of
from companion.boxes.reading import LIMITS
from companion.kernel.toml import Path
from companion.kernel.untrusted import Unreadable, read_toml
from companion.words import Text, joined, message

MOST_ROWS = 60
Shown = tuple[tuple[str, Field, str], ...]
"""Fields, each with its name and its value."""


@dataclass(frozen=True)
class FormRow:
    """A line or a counter as fields. Its key stands in formulas."""

    group: str
    key: str
    called: str
    fields: Shown
    asks: tuple["FormRow", ...] = ()
    """The questions of a button."""

    @property
    def first(self) -> Shown:
        """Return the fields that are seen without unfolding the row, besides its name."""
        ends = self.fields[1:3] if self.group == "lines" else self.fields[self.named : self.named + 1]
        return ends if self.group != "lines" or ends[0][2] else self.fields[3:4]

    @property
    def number(self) -> str:
        """Return the number of a row that nobody has named yet."""
        unnamed = self.called == titled(self.key) and numbered(self.group, self.key)
        return self.key.rpartition("_")[2] if unnamed else ""

    @property
    def named(self) -> bool:
        """True if it has a name besides its key."""
        return self.group not in KEYED

    @property
    def folded(self) -> Shown:
        """Return the fields that are seen when the row is unfolded."""
        return tuple(field for field in self.fields[self.named :] if field not in self.first)

    @property
    def said(self) -> Text:
        """Return the fields behind the first two in a line."""
        fields = [(field, value) for _, field, value in self.folded if value]
        return joined([_told(*one) for one in fields if one[0].choices or one[0].told], " · ")


def _told(field: Field, value: str) -> Text:
    """Return a field in a line of its row."""
    if field.choices is YES:
        return message("{field:small}", field=field.title)
    return dict(field.choices).get(value) or message(field.told or "{value}", value=value)


@dataclass(frozen=True)
class Form:
    """The common things of a box as fields."""

    top: Shown
    turns: Shown
    words: Shown
    board: Shown
    """Nothing where there is no board."""
    rows: Mapping[str, tuple[FormRow, ...]]
    more: tuple[str, ...]
    """What else the text has: a deck, piles."""
    shape: str = ""
    """Of what the board's spaces are; empty where there is none."""
    size: tuple[int, int] | None = None
    """How many columns and rows the board has; None where it does not grow by a button."""

    @property
    def values(self) -> dict[str, str]:
        """Every field's name with its value."""
        rows = chain(*self.rows.values())
        inner = [field for row in rows for each in (row, *row.asks) for field in each.fields]
        return {name: value for name, _, value in (*self.single, *inner)}

    @property
    def single(self) -> Shown:
        """The fields that are in no row."""
        return (*self.top, *self.turns, *self.words, *self.board)


def form(text: str) -> Form | None:
    """The fields of a text; None where it is no TOML."""
    try:
        data = read_toml(text, LIMITS)
    except Unreadable:
        return None
    grid = board_grid(data)
    return Form(
        _shown(data, TOP),
        _shown(data, TURNS),
        _shown(data, WORDS),
        _shown(data, BOARD) if shape(data) else (),
        {group: tuple(_rows(data, group)) for group in GROUPS},
        tuple(key for key in ("deck", "piles") if data.get(key)),
        shape(data),
        grid.size if grid else None,
    )


def _shown(table: Mapping[str, Any], fields: tuple[Field, ...], at: str = "") -> Shown:
    return tuple((f"{at}{field.key}", field, field.shown(table, field.key)) for field in fields)


def _rows(data: Mapping[str, Any], group: str) -> list[FormRow]:
    tables = table_of(data, group)
    if group in FLAT:
        rows = [_keyed(group, key, tables) for key in tables]
    else:
        rows = [_row(group, key, table) for key, table in tables.items() if isinstance(table, Mapping)]
    return rows[:MOST_ROWS]


def _keyed(group: str, key: str, table: Mapping[str, Any]) -> FormRow:
    """A row without a name: what it holds stands under its key, in the table or in one of its own."""
    at = f"{group}.{key}."
    fields = tuple((f"{at}{field.key}", field, field.shown(table, key)) for field in GROUPS[group])
    return FormRow(group, key, key, fields)


def _row(group: str, key: str, table: Mapping[str, Any]) -> FormRow:
    fields, at = GROUPS[group], f"{group}.{key}."
    if group in KEYED:
        return FormRow(group, key, key, _shown(table, fields, at))
    first = fields[0].key
    called = plain(table.get(first)) or ("" if numbered(group, key) else titled(key))
    if group == "rules":  # a rule has no name: its words are what one knows it by
        return FormRow(group, key, called[:32], _shown(table, fields, at))
    asked = questions.asked(table) if group == "verbs" else []
    asks = tuple(FormRow("asks", name, name, _shown(ask, ASK, f"{at}asks.{name}.")) for name, ask in asked)
    return FormRow(group, key, called or titled(key), _shown({**table, first: called}, fields, at), asks)


def titled(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ").capitalize()


def numbered(group: str, key: str) -> bool:
    """True if this is the key of a row that nobody has named yet."""
    return re.fullmatch(rf"{NEW[group][0]}_\d+", key) is not None


# -- what was typed, put back ------------------------------------------------------------------------------


def merged(text: str, was: str, typed: Mapping[str, str]) -> str:
    """The text with every field put into it that differs from what it was on the page.

    ``was`` is the text the fields were made from: what was typed into the text itself is kept beside them.
    """
    before = form(was)
    if before is None or form(text) is None:
        return text
    new, bare = dict[str, str](), text
    for name, value in before.values.items():
        field = _field(name)
        if name in typed and (now := field.typed(typed[name])) != value:
            new[name] = now[: field.longest]
            if inner := _inner(name):
                bare = without_table(bare, inner)
    after = changed(bare, starmap(_written, new.items())) if new else text
    return text if after == bare else after


def _field(name: str) -> Field:
    """The field of that name."""
    group, _, rest = name.partition(".")
    if not rest:
        return next(field for field in (*TOP, *TURNS, *WORDS, *BOARD) if field.key == name)
    fields = ASK if ".asks." in rest else GROUPS[group]
    return next(field for field in fields if field.key == rest.rpartition(".")[2])


def _inner(name: str) -> Path:
    """The table of its own in which the value of a field may stand; nothing where it stands in its row."""
    match name.split("."):
        case [group, key, _] if group in FLAT or _field(name).inner:
            return (group, key, *_field(name).inner)
    return ()


def _written(name: str, value: str) -> tuple[Path, Callable[[Any], None]]:
    """Return the path at which a field is written, and the function that writes it."""
    group, _, rest = name.partition(".")
    key, _, what = rest.rpartition(".")
    field = _field(name)
    if not rest:
        return ((field.table,) if field.table else ()), lambda box: field.put(box, name, value)
    if group in FLAT:
        return (group,), lambda box: field.put(box.setdefault(group, tomlkit.table()), key, value)
    row, _, ask = key.partition(".asks.")

    def put(box: Any) -> None:
        table = box[group][row]
        if ask:
            field.put(table["asks"][ask], what, value)
            return
        field.put(table, what, value)
        if what in ("name", "title") and group != "options" and table.get(what) == titled(key):
            table.pop(what)  # its key says it, unless it has to be said

    return (group, row, *(("asks", ask) if ask else ())), put
