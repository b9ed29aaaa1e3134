"""A set of cards as one sheet of CSV for a spreadsheet: a column for the deck, then every field."""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.cardsets.faults import Unreadable
from companion.cardsets.values import ABOUT, value
from companion.kernel.cardset import CardSet, SetForm

SET = "set"
"""The deck of the row about the set itself."""
_HEAD = re.compile(r'\s*"?deck"?\s*[,;\t]', re.IGNORECASE)
_FORMULA = ("=", "+", "-", "@", "\t", "'")
"""What a spreadsheet would not take for text."""


def to_csv(form: SetForm, cards: CardSet, game: str) -> str:
    """A set as one sheet: a column for the deck, then every field; first a row about the set itself."""
    columns = _columns(form)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["deck", *columns])
    about = {"game": game, **{key: cards.get(key, "") for key in ABOUT}}
    writer.writerow([SET, *(_cell(about.get(key, "")) for key in columns)])
    for deck in form.decks:
        for row in cards.get(deck.key, []):
            writer.writerow([deck.key, *(_cell(row.get(key, "")) for key in columns)])
    return out.getvalue()


def _columns(form: SetForm) -> list[str]:
    return list(
        dict.fromkeys(["name", "game", "source", *(f.key for deck in form.decks for f in deck.fields)])
    )


def _cell(value: Any) -> str:
    """A value as a cell; a text that a spreadsheet would take for a formula is marked as text."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


@dataclass(frozen=True)
class Sheet:
    """The rows under the head of a sheet by their number, each from column to cell; empty rows are none."""

    rows: Mapping[int, Mapping[str, str]]

    @property
    def game(self) -> str:
        """The game that the row about the set names; empty where it names none."""
        named = (row.get("game", "") for row in self.rows.values() if row["deck"] == SET)
        return next(filter(None, named), "")

    @property
    def decks(self) -> set[str]:
        """The decks that have rows."""
        return {row["deck"] for row in self.rows.values()}

    def cards(self, form: SetForm) -> dict[str, Any]:
        """The set as the rows say it; Unreadable names a row that is of no deck of this form."""
        found: dict[str, Any] = {}
        decks = {deck.key: deck for deck in form.decks}
        for number, row in self.rows.items():
            key = row["deck"]
            cells = {name: _text(cell) for name, cell in row.items() if cell and name != "deck"}
            if key == SET:
                found |= {name: cells[name] for name in ABOUT if name in cells}
            elif key not in decks:
                known = ", ".join(decks)
                raise Unreadable(f"row {number} is of the deck “{key[:40]}”; the decks are {known}.")
            else:
                fields = {field.key: field for field in decks[key].fields}
                card = {name: value(fields[name], c) if name in fields else c for name, c in cells.items()}
                found.setdefault(key, []).append(card)
        return found


def is_csv(text: str) -> bool:
    """Whether a text is a sheet: its first column is the deck."""
    return _HEAD.match(text.lstrip().partition("\n")[0]) is not None


def from_csv(text: str) -> Sheet:
    """The sheet that a text is; Unreadable says why it is none."""
    text = text.lstrip()
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    try:
        rows = dict(enumerate(csv.reader(io.StringIO(text), delimiter=comma, strict=True), 1))
    except csv.Error as error:
        raise Unreadable(f"the sheet cannot be read: {error}.") from None
    head = [name.strip().lower() for name in rows.pop(1)]
    while not head[-1]:
        head.pop()
    if len(set(head)) < len(head):
        raise Unreadable("the sheet names a column twice.")
    found = {}
    for number, row in rows.items():
        cells = [cell.strip() for cell in row]
        if any(cells[len(head) :]):
            raise Unreadable(
                f"row {number} has {len(cells)} cells for {len(head)} columns; a text with “{comma}” in it"
                " wants quotation marks round it."
            )
        if any(cells):
            found[number] = dict(zip(head, cells, strict=False))
    return Sheet(found)


def _text(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA) else cell
