"""A set of cards as one sheet of CSV for a spreadsheet: a column for the deck, then every field."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import CardSet, Deck, SetForm
from companion.kernel.toml import Path
from companion.kernel.untrusted import Unreadable, read_csv
from companion.toolkit.cardsets.values import ABOUT, value
from companion.words import message

SET = "set"
"""The deck of the row about the set itself."""
DECK = "deck"
"""The first column."""
_FORMULA = ("=", "+", "-", "@", "\t", "'")
"""What a spreadsheet would not take for text."""


def to_csv(form: SetForm, cards: CardSet, game: str) -> str:
    """A set as one sheet: a column for the deck, then every field; first a row about the set itself."""
    fields = (field.key for deck in form.decks for field in deck.fields)
    columns = [*dict.fromkeys(("name", "game", "source", *fields))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([DECK, *columns])
    about = {"game": game, **{key: cards.get(key, "") for key in ABOUT}}
    writer.writerow([SET, *(_cell(about.get(key, "")) for key in columns)])
    for deck in form.decks:
        for row in cards.get(deck.key, []):
            writer.writerow([deck.key, *(_cell(row.get(key, "")) for key in columns)])
    return out.getvalue()


def _cell(value: Any) -> str:
    """A value as a cell; a text that a spreadsheet would take for a formula is marked as text."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


@dataclass(frozen=True)
class Spreadsheet:
    """The rows under the head of a sheet by their number, each from column to cell; empty rows are none."""

    rows: Mapping[int, Mapping[str, str]]

    @property
    def game(self) -> str:
        """The game that the row about the set names; empty where it names none."""
        named = (row.get("game", "") for row in self.rows.values() if row[DECK] == SET)
        return next(filter(None, named), "")

    @property
    def decks(self) -> set[str]:
        """The decks that have rows."""
        return {row[DECK] for row in self.rows.values()}

    def cards(self, form: SetForm) -> tuple[dict[str, Any], dict[Path, int]]:
        """The set as the rows say it, and the row of each card; Unreadable names a row of no deck of it."""
        result: dict[str, Any] = {}
        rows: dict[Path, int] = {}
        decks = {deck.key: deck for deck in form.decks}
        for number, row in self.rows.items():
            key = row[DECK]
            cells = {name: _text(cell) for name, cell in row.items() if cell}
            cells.pop(DECK, None)
            if key == SET:
                result |= {name: cells[name] for name in ABOUT if name in cells}
                rows |= {(name,): number for name in ABOUT}
            elif key not in decks:
                raise Unreadable(
                    message(
                        "there is no deck “{deck}”; the decks are {decks:, }.", deck=key[:40], decks=[*decks]
                    ),
                    number,
                )
            else:
                cards = result.setdefault(key, [])
                rows.setdefault((key,), number)
                rows[key, len(cards)] = number
                cards.append(_card(decks[key], cells))
        return result, rows


def _card(deck: Deck, cells: Mapping[str, str]) -> dict[str, Any]:
    """Return a card of a deck as its cells say it."""
    fields = {field.key: field for field in deck.fields}
    return {name: value(fields[name], cell) if name in fields else cell for name, cell in cells.items()}


def delimiter(text: str) -> str:
    """Return the sign that separates the cells of a sheet whose first column is the deck, or empty for other
    text."""
    first = text.lstrip().partition("\n")[0]
    sign = max(",;\t", key=first.count)
    named, parted, _ = first.partition(sign)
    return sign if parted and named.strip(' "').lower() == DECK else ""


def from_csv(text: str, comma: str) -> Spreadsheet:
    """The sheet that a text is; Unreadable says why it is none."""
    rows = {number: [*map(str.strip, row)] for number, row in read_csv(text, comma).items()}
    first = next(number for number, row in rows.items() if any(row))
    head = [*map(str.lower, rows.pop(first))]
    while not head[-1]:
        head.pop()
    if len(set(head)) < len(head):
        raise Unreadable("the sheet names a column twice.", first)
    result = {}
    for number, cells in rows.items():
        if any(cells[len(head) :]):
            raise Unreadable(
                message(
                    "there are {n} cells for {columns} columns; a text with “{comma}” in it wants "
                    "quotation marks round it.",
                    n=len(cells),
                    columns=len(head),
                    comma=comma,
                ),
                number,
            )
        if any(cells):
            result[number] = dict(zip(head, cells, strict=False))
    return Spreadsheet(result)


def _text(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA) else cell
