"""Sets of cards as files and forms, for any game that has sets: TOML, CSV for a spreadsheet, browser forms.

A file names its game in the line ``game = "…"``; without that line it is known by its decks. Reading makes
whole numbers of what a field counts and leaves out what is empty; whether a set holds is for its form to say.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import CardSet, Deck, Field, SetForm, blank
from companion.kernel.game import Game

MOST = 256 * 1024
"""The largest file, in characters."""
CARDS = 500
"""The most cards of one deck that are read."""
ABOUT = ("name", "source")
SET = "set"
"""In a spreadsheet, the row about the set itself."""
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_FORMULA = ("=", "+", "-", "@", "\t", "'")
"""What a spreadsheet would not take for text."""


class Unreadable(Exception):
    """A file that is no set at all, and why."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a set: where, and what would be right."""

    card: str
    field: str
    words: str
    deck: str = ""
    row: int = -1
    """The card's number in its deck, from 0, where it can be pointed at."""

    def __str__(self) -> str:
        """``Thor, Health is missing.``"""
        return f"{self.card}{', ' if self.field else ''}{self.field} {self.words}."


def faults(form: SetForm, cards: Any) -> list[Fault]:
    """All that is wrong with a set, with the titles of the fields and the places of the cards."""
    return [_placed(form, cards, *fault) for fault in form.faults(cards)]


def _placed(form: SetForm, cards: Any, card: str, key: str, words: str) -> Fault:
    for deck in form.decks:
        rows = cards.get(deck.key) if isinstance(cards, Mapping) else None
        field = next((field for field in deck.fields if field.key == key), None)
        for n, row in enumerate(rows if isinstance(rows, list) else (), 1):
            if field and isinstance(row, Mapping) and card == deck.called(n, row):
                return Fault(card, field.title, words, deck.key, n - 1)
    titles = {deck.key: f"{deck.title}s" for deck in form.decks} | {"name": "Name", "source": "Source"}
    return Fault(card[:1].upper() + card[1:], titles.get(key, key), words)


def tidy(form: SetForm, cards: CardSet) -> dict[str, Any]:
    """The same set in the order of its form, without what is empty, each text on one line.

    What is unknown stays, for the faults.
    """
    found: dict[str, Any] = {key: _line(cards[key]) for key in ABOUT if not blank(cards.get(key))}
    for deck in form.decks:
        rows = cards.get(deck.key)
        if not rows and not deck.least:
            continue
        tidied = isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows)
        found[deck.key] = [_tidy(deck, row) for row in rows] if tidied and rows is not None else rows
    known = {*ABOUT, *(deck.key for deck in form.decks)}
    return found | {key: value for key, value in cards.items() if key not in known}


def _tidy(deck: Deck, row: Mapping[str, Any]) -> dict[str, Any]:
    order = [field.key for field in deck.fields if field.key in row]
    return {
        key: _line(row[key]) for key in (*order, *(k for k in row if k not in order)) if not blank(row[key])
    }


def _line(value: Any) -> Any:
    """A text without line ends, and with one plain space between its words."""
    return " ".join(value.split()) if isinstance(value, str) else value


def value(field: Field, text: str) -> Any:
    """What a cell or an input says: a whole number where the field counts, else text on one line."""
    text = _line(text)
    if field.most is not None and (whole := re.fullmatch(r"(-?\d{1,9})(\.0+)?", text)):
        return int(whole[1])
    return text


# -- which game -------------------------------------------------------------------------------------------


def game_of(games: Mapping[str, Game[Any]], named: str, decks: Iterable[str]) -> Game[Any]:
    """The game a file is for, by its name or else by its decks; Unreadable if it cannot be told."""
    with_sets = {key: game for key, game in games.items() if game.sets}
    if named:
        if named not in with_sets:
            known = ", ".join(with_sets) or "none here"
            raise Unreadable(f"“{named[:40]}” is not a game with sets of cards; those are {known}.")
        return with_sets[named]
    decks = set(decks)
    fits = [g for g in with_sets.values() if g.sets and {deck.key for deck in g.sets.decks} & decks]
    best = [g for g in fits if g.sets and {deck.key for deck in g.sets.decks if deck.least} <= decks] or fits
    if len(best) != 1:
        raise Unreadable(
            'the file does not say its game; start it with a line such as game = "high-heavens".'
        )
    return best[0]


def read(games: Mapping[str, Game[Any]], text: str, game: str = "") -> tuple[Game[Any], dict[str, Any]]:
    """The game and the set a file holds, TOML or CSV; Unreadable says why it is neither."""
    text = text.removeprefix("\ufeff")
    if len(text) > MOST:
        raise Unreadable(f"the file is too long for a set: more than {MOST // 1024} kB.")
    if "\0" in text:
        raise Unreadable("the file is not text.")
    first = text.lstrip().partition("\n")[0]
    if re.match(r'\s*"?deck"?\s*[,;\t]', first, re.IGNORECASE):
        return _read_csv(games, text, game)
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"the file is not TOML: {_toml_fault(error)}") from None
    named = found.pop("game", "")
    box = game_of(games, game or (named if isinstance(named, str) else ""), found)
    assert box.sets
    return box, tidy(box.sets, found)


def _toml_fault(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply."
    words = str(error)
    return words[:1].lower() + words[1:] + "."


# -- CSV --------------------------------------------------------------------------------------------------


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


def _read_csv(games: Mapping[str, Game[Any]], text: str, game: str) -> tuple[Game[Any], dict[str, Any]]:
    found: dict[str, Any] = {}
    named = game
    cards = _sheet(text)
    for card in cards.values():
        if card["deck"] == SET:
            named = named or card.get("game", "")
    box = game_of(games, named, {card["deck"] for card in cards.values()})
    assert box.sets
    decks = {deck.key: deck for deck in box.sets.decks}
    for number, card in cards.items():
        key = card.pop("deck")
        cells = {name: _text(cell) for name, cell in card.items() if cell}
        if key == SET:
            found |= {name: cells[name] for name in ABOUT if name in cells}
        elif key not in decks:
            raise Unreadable(f"row {number} is of the deck “{key[:40]}”; the decks are {', '.join(decks)}.")
        else:
            fields = {field.key: field for field in decks[key].fields}
            row = {
                name: value(fields[name], cell) if name in fields else cell for name, cell in cells.items()
            }
            found.setdefault(key, []).append(row)
    return box, tidy(box.sets, found)


def _sheet(text: str) -> dict[int, dict[str, str]]:
    """The rows under the head of a sheet by their number, each from column to cell; empty rows are none."""
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
    return found


def _text(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_FORMULA) else cell


# -- TOML -------------------------------------------------------------------------------------------------


def to_toml(form: SetForm, cards: CardSet, game: Game[Any], remarks: bool = False) -> str:
    """A set as TOML; with remarks it is a template that says what each field takes."""
    lines = list(_opening_remarks(game)) if remarks else []
    lines += [f'game = "{game.key}"', *(f"{key} = {_toml(cards[key])}" for key in ABOUT if cards.get(key))]
    for deck in form.decks:
        lines.append("")
        if remarks:
            lines += _deck_remarks(deck)
        for n, row in enumerate(cards.get(deck.key, [])):
            if n:
                lines.append("")
            lines.append(f"[[{deck.key}]]")
            lines += [f"{_bare(key)} = {_toml(row[key])}" for key in row if row[key] not in (None, "")]
    return "\n".join(lines) + "\n"


def _opening_remarks(game: Game[Any]) -> Iterator[str]:
    yield f"# A set of cards for {game.name}. What stands here is the house set: put in its place what your"
    yield "# box says. A line that starts with # is a remark. Then look whether everything fits:"
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


def takes(field: Field) -> str:
    """What a field takes, in words."""
    if field.choices:
        said = f"One of: {', '.join(field.choices)}."
    elif field.most is not None:
        said = f"A whole number from {field.least} to {field.most}."
    else:
        said = f"Text, at most {field.at_most} characters."
    return f"{said} May be left out." if field.optional else said


def _bare(key: str) -> str:
    return key if _KEY.fullmatch(key) else _toml(key)


_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


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


# -- forms ------------------------------------------------------------------------------------------------


def named(deck: Deck, row: int, field: Field) -> str:
    """The name of an input of the editor: ``gods-3-health``."""
    return f"{deck.key}-{row}-{field.key}"


def from_form(form: SetForm, given: Mapping[str, str]) -> dict[str, Any]:
    """The set that the editor's inputs say."""
    found: dict[str, Any] = {key: given.get(key, "") for key in ABOUT}
    for deck in form.decks:
        rows = {
            int(match[1]): True
            for name in given
            if (match := re.fullmatch(rf"{re.escape(deck.key)}-(\d{{1,3}})-\w+", name))
            and int(match[1]) < CARDS
        }
        found[deck.key] = [
            {field.key: value(field, given.get(named(deck, row, field), "")) for field in deck.fields}
            for row in sorted(rows)
        ]
    return tidy(form, found)


def changed(form: SetForm, cards: Mapping[str, Any], what: str) -> dict[str, Any]:
    """The set after a button of the editor: ``add gods``, or ``drop gods 3``."""
    do, _, rest = what.partition(" ")
    key, _, number = rest.partition(" ")
    rows = list(cards.get(key) or [])
    if key not in {deck.key for deck in form.decks}:
        return dict(cards)
    if do == "add" and len(rows) < CARDS:
        rows.append({})
    elif do == "drop" and number.isdecimal() and int(number) < len(rows):
        del rows[int(number)]
    return {**cards, key: rows}
