"""Rows of a form that come and go: one more of a group, a question, a button for pieces; and their keys."""

import re
import unicodedata
from collections.abc import Mapping
from itertools import chain
from typing import Any

import tomlkit

from companion.boxes.form import MOST_ROWS, Form, form, numbered, questions, titled
from companion.boxes.form.board import kinds, reshaped, shape, words_of
from companion.boxes.form.fields import FLAT, GROUPS, KEYED, NEW
from companion.boxes.form.grid import name_of
from companion.boxes.form.tables import changed, with_table, without_table
from companion.boxes.form.values import inline, table_of
from companion.boxes.reading import LIMITS
from companion.boxes.reading.on_board import ON_BOARD
from companion.boxes.reading.words import OF_FORMULAS
from companion.kernel.toml import Path
from companion.kernel.untrusted import read_toml
from companion.words import Message, message
from companion.words.speaking import say


def renamed(text: str) -> str:
    """The text with a key that says what it is for each row that was numbered and has a name now."""
    before = form(text)
    rows = [*chain(*before.rows.values())] if before else []
    taken = {"", *(row.key for row in rows), *OF_FORMULAS, *ON_BOARD}
    for row in rows:
        key = _key(row.called)
        alone = len(re.findall(rf"\b{row.key}\b", text)) == 1
        if numbered(row.group, row.key) and alone and key not in taken:
            taken.add(key)
            text = re.sub(rf"\b{row.key}\b", key, text)
            if titled(key) == row.called and row.group != "options":
                text = re.sub(
                    rf"(?m)^(\[{row.group}\.{key}\]\n(?:[^\[\n].*\n)*?)(?:name|title) = .*\n", r"\1", text
                )
    return text


def _key(name: str) -> str:
    """A key made of a name; empty where it has no letters for one."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:30]
    return key if re.match(r"[a-z]", key) else ""


def added(text: str, group: str, called: str = "") -> str:
    """The text with one row more of a group; of those that have only a key it may be ``called`` so."""
    before = form(text)
    if before is None or group not in GROUPS or len(before.rows[group]) >= MOST_ROWS:
        return text
    data = read_toml(text, LIMITS)
    key = _new_key(before, data, group, called)
    if group in FLAT:
        return changed(text, [((group,), lambda box: _begun(box, group, key, data))])
    row = {name: _said(value) for name, value in NEW[group][1].items()}
    return with_table(text, group, tomlkit.dumps({group: {key: row}})) if key else text


def _new_key(before: Form, data: Mapping[str, Any], group: str, called: str) -> str:
    """A key for one row more; empty where the board has no other kind of spaces."""
    if group == "spaces":
        there = {row.key for row in before.rows[group]}
        return next((kind for kind in kinds(data) if kind not in there), "")
    word, key = NEW[group][0], _key(called) if group in KEYED else ""
    taken = {"", *(row.key for row in chain(*before.rows.values()))}
    return next(one for one in (key, *(f"{word}_{n}" for n in range(1, 200))) if one not in taken)


def _said(value: Any) -> Any:
    """Return the values of a new row, its sentences in the language of the game."""
    if isinstance(value, Mapping):
        return inline(value)
    return str(say(value)) if isinstance(value, Message) else value


def _begun(box: Any, group: str, key: str, data: Mapping[str, Any]) -> None:
    """A table of numbers, or an area with no spaces yet, under its key."""
    table = box.setdefault(group, tomlkit.table())
    if group == "tables":
        table[key] = [0, 1, 3, 6]
    else:
        table[key] = inline({"table": name_of(next(iter(words_of(data)), "a1"))})


def asking(text: str, key: str) -> str:
    """The text with one question more of a button."""
    data = read_toml(text, LIMITS)
    verbs = table_of(data, "verbs")
    if not isinstance(verbs.get(key), Mapping):
        return text
    name, question = questions.new(verbs[key], bool(shape(data)))

    def ask(box: Any) -> None:
        box["verbs"][key].setdefault("asks", tomlkit.inline_table())[name] = question

    return changed(text, [(("verbs", key), ask)])


MOVES: Mapping[str, tuple[Message, Mapping[str, str], str]] = {
    "put": (message("Put a piece from your hand on a space."), {"place": "place"}, "put {} on place"),
    "move": (
        message("Move one of your pieces to a space."),
        {"which": "own", "place": "place"},
        "move which to place",
    ),
    "take": (message("Take a piece of another off the board."), {"which": "other"}, "take which"),
}
"""Buttons for what pieces do: what each is, what it asks, and what it does."""


def moving(text: str, how: str) -> str:
    """The text with a button that puts, moves or takes a piece; as it was where there is none to move."""
    data = read_toml(text, LIMITS)
    pieces, verbs = table_of(data, "pieces"), table_of(data, "verbs")
    if how not in MOVES or not pieces or not shape(data):
        return text
    words, asks, does = MOVES[how]
    key = next(key for n in range(1, 99) if (key := how if n == 1 else f"{how}_{n}") not in verbs)
    verb = tomlkit.table()
    verb["words"] = _said(words)
    verb["asks"] = tomlkit.inline_table()
    for name, kind in asks.items():
        _, question = questions.new({"asks": {"which": 1} if name == "place" else {}}, True)
        questions.put_kind(question, "", kind)
        verb["asks"][name] = question
    verb["does"] = [does.format(next(iter(pieces)))]
    return with_table(text, "verbs", tomlkit.dumps({"verbs": {key: verb}}))


def dropped(text: str, group: str, key: str) -> str:
    """The text without a row of a group, or without a question of a button."""
    if group not in GROUPS:
        return text
    row, _, ask = key.partition(".asks.")
    at = (group, row, "asks", ask) if ask else (group, key)
    bare = without_table(text, at)
    return bare if bare != text else changed(text, [(at[:-1], lambda box: _out(box, at))])


def _out(box: Any, at: Path) -> None:
    for key in at[:-1]:
        box = box[key]
    box.pop(at[-1])


def with_board(text: str, what: str, value: str) -> str:
    """The text with its board changed by a button; see ``board.reshaped``."""
    return reshaped(text, what, value) if form(text) else text
