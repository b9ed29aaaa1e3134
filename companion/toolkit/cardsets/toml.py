"""A set of cards written as TOML, and as a template that says what each field takes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.kernel.cardset import CardSet, Deck, Field, SetForm, blank
from companion.kernel.game import Game
from companion.toolkit.cardsets.faults import takes
from companion.toolkit.cardsets.values import ABOUT

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def to_toml(form: SetForm, cards: CardSet, game: Game[Any], remarks: bool = False) -> str:
    """A set as TOML; with remarks it is a template that says what each field takes."""
    blanks = remarks and not cards.get("name")
    lines = list(_opening_remarks(game, blanks)) if remarks else []
    lines += [f'game = "{game.key}"', *(f"{key} = {_toml(cards[key])}" for key in ABOUT if cards.get(key))]
    lines += [f"# {key} =" for key in ABOUT if blanks]
    for deck in form.decks:
        lines.append("")
        if remarks:
            lines += _deck_remarks(deck)
        for n, row in enumerate(cards.get(deck.key, [])):
            lines += [""] * (n > 0)
            lines += _card(deck, row, remarks)
    return "\n".join(lines) + "\n"


def _card(deck: Deck, row: Mapping[str, Any], remarks: bool) -> Iterator[str]:
    """Yield the lines of a card; in a template also those to fill in, if it has no name yet."""
    yield f"[[{deck.key}]]"
    for key in row:
        if row[key] not in (None, ""):
            yield f"{key if _KEY.fullmatch(key) else _toml(key)} = {_toml(row[key])}"
    if remarks and blank(row.get(deck.fields[0].key)):
        yield from (f"# {field.key} =" for field in deck.fields if field.key not in row and _asked(field))


def _asked(field: Field) -> bool:
    """True if a template has a line for a field: it must be filled in, or says what the card does."""
    return not field.optional or field.picker is not None or field.key == "text"


def _opening_remarks(game: Game[Any], blanks: bool) -> Iterator[str]:
    if blanks:
        yield f"# A set for {game.name}, to fill in. Write what your box says after each equals sign,"
        yield "# texts in quotes, and take away the # before each. Then look whether everything fits:"
    else:
        yield f"# A set of cards for {game.name}. What stands here is the house set: put what your box"
        yield "# says in its place. A line that starts with # is a remark. Then look whether everything fits:"
    yield "#"
    yield "#     companion set check FILE"
    yield "#"
    yield "# or upload it where a table is opened: the table keeps its own copy."
    yield "# name: what the set is called. source: where the figures are from, e.g. “my box”."


def _deck_remarks(deck: Deck) -> Iterator[str]:
    many = f"{deck.least}" if deck.least == deck.most else f"{deck.least} to {deck.most}"
    each = f", {deck.each} of each {deck.by}" if deck.by else ""
    yield f"# -- {deck.title}: {many}{each} " + "-" * 40
    yield "#"
    for field in deck.fields:
        told = f"{field.title}: {field.help.rstrip('.')}" if field.help else field.title
        yield f"# {field.key:<10} {told}. {takes(field)}"
    yield ""


def _toml(value: Any) -> str:
    """A value as TOML: a whole number, or text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    text = "".join(
        _ESCAPED.get(
            c, c if c.isprintable() else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"
        )
        for c in str(value)
    )
    return f'"{text}"'
