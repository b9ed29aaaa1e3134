"""A board in a form: its fields, what lies on it, and the buttons that make it larger or of another shape."""

from collections.abc import Callable, Mapping
from typing import Any

import tomlkit

from companion.boxes.form.grid import SHAPES, WIDEST, Grid, fresh, grid, name_of
from companion.boxes.form.tables import changed, without_table
from companion.boxes.form.values import (
    Field,
    each_line,
    pairs,
    plain,
    shown_lines,
    shown_truth,
    truth,
    whole,
)
from companion.boxes.reading import LIMITS
from companion.kernel.untrusted import read_toml

BEGUN = 4
"""So many columns and rows a new board has."""


def _of_board(
    key: str,
    shown: Callable[[Mapping[str, Any], str], str],
    put: Callable[[Any, str, str], None],
) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put a value of the board; a form gives no board to a game that has none."""

    def of_board(table: Mapping[str, Any], _: str) -> str:
        board = table.get("board")
        return shown(board, key) if isinstance(board, Mapping) else ""

    def put_of_board(table: Any, _: str, typed: str) -> None:
        put(table["board"], key, typed)

    return of_board, put_of_board


def _drawing(board: Mapping[str, Any], key: str) -> str:
    return plain(board.get(key)).strip("\n").rstrip()


def _draw(board: Any, key: str, typed: str) -> None:
    odd = "\\" in typed or '"' in typed
    new = tomlkit.string(typed) if odd else tomlkit.parse(f'drawn = """\n{typed}\n"""')["drawn"]
    board[key] = new


BOARD = (
    Field(
        "drawing",
        "Its spaces, row by row",
        "A dot where there is none. a4:gate gives a space a kind.",
        *_of_board("drawing", _drawing, _draw),
        table="board",
        wide=True,
        lines=8,
    ),
    Field(
        "ways",
        "Lines that join spaces",
        "A line each: a1 b1 c1. Squares and hexes that touch are joined without one.",
        *_of_board("ways", shown_lines, each_line),
        table="board",
        wide=True,
        lines=4,
    ),
    Field(
        "opposite",
        "Pairs that lie opposite each other",
        "A pair a line: a1 b6.",
        *_of_board("opposite", shown_lines, each_line),
        table="board",
        wide=True,
        lines=2,
    ),
)
WHOSE = (("", "each has so many"), ("table", "all have them together"))
YES = (("", "no"), ("true", "yes"))
PIECE = (
    Field("name", "Piece"),
    Field("letter", "Letter on it"),
    Field("plural", "Several of them", "the name with an s, if left out"),
    Field("count", "How many", put=whole, told="× {value}"),
    Field("of", "Whose", choices=WHOSE),
    Field(
        "at",
        "Stand at the start",
        "White: a1 b1; Black: a8 — or table: a1",
        *pairs(":", ";"),
        wide=True,
        told="{value}",
        inner=("at",),
    ),
)
SPACE = (
    Field("holds", "How many pieces it holds", "1, if left out", put=whole),
    Field("stack", "They lie on one another", "", shown_truth, truth, YES),
)
STONES = (
    Field("name", "Stones"),
    Field("on", "So many on each space", "", *pairs(":", ";"), inner=("on",)),
    Field("one", "A single one", "as all of them, if left out"),
    Field("count", "How many, all in all", "99, if left out", put=whole),
    Field("most", "At most on a space", put=whole),
)
AREA = (
    Field("spaces", "Its spaces, in their order", "White: a1 b1; Black: a8 b8", *pairs(":", ";"), inner=()),
)


# -- larger, smaller, of another shape ---------------------------------------------------------------------


def board_grid(data: Mapping[str, Any]) -> Grid | None:
    """The grid of a box's board; None where it has no board, or none that grows."""
    board = data.get("board")
    if not isinstance(board, Mapping):
        return None
    return grid(plain(board.get("drawing")), board.get("shape") == "hexes")


def rows_of(data: Mapping[str, Any], group: str) -> Mapping[str, Any]:
    """The rows of a group; none where something else stands there."""
    rows = data.get(group)
    return rows if isinstance(rows, Mapping) else {}


def shape(data: Mapping[str, Any]) -> str:
    """The shape of a board's spaces; empty where there is no board."""
    board = data.get("board")
    return plain(board.get("shape", "squares")) if isinstance(board, Mapping) else ""


def reshaped(text: str, what: str, value: str) -> str:
    """The text with its board changed by a button: ``add``, ``columns``, ``rows``, ``shape``, ``ways``.

    A change that cannot be done leaves it as it is.
    """
    data = read_toml(text, LIMITS)
    if what == "add" and "board" not in data:
        return f'{text.rstrip()}\n\n[board]\ndrawing = """\n{fresh(BEGUN, BEGUN).written()}\n"""\n'
    if what == "drop":
        for group in ("board", "spaces", "areas", "stones", "pieces"):
            text = without_table(text, (group,))
        return text
    now, was = board_grid(data), shape(data)
    if now is None:
        return text
    if what in ("columns", "rows") and value.isdecimal() and 1 <= int(value) <= WIDEST:
        columns, rows = now.size
        new = now.sized(int(value), rows) if what == "columns" else now.sized(columns, int(value))
        drawing = new.written(was == "hexes")
        return _drawn(_kept_on(text, now, new), lambda board: _draw(board, "drawing", drawing))
    if what == "shape" and value in SHAPES and value != was:
        return _drawn(text, lambda board: _shaped(board, now, was, value))
    if what == "ways" and value in ("lines", "diagonals"):
        return _drawn(text, lambda board: _joined(board, getattr(now, value)()))
    return text


def _drawn(text: str, change: Callable[[Any], None]) -> str:
    return changed(text, [(("board",), lambda box: change(box["board"]))])


def _shaped(board: Any, now: Grid, was: str, new: str) -> None:
    board["shape"] = new
    _draw(board, "drawing", now.written(new == "hexes"))
    if was == "points":  # their lines joined what touches now
        board.pop("ways", None)
    if new == "points":
        _joined(board, now.lines())


def _joined(board: Any, ways: list[str]) -> None:
    there = list(board.get("ways", ()))
    board["ways"] = tomlkit.array()
    board["ways"].extend(dict.fromkeys([*there, *ways]))
    board["ways"].multiline(True)


def _kept_on(text: str, was: Grid, now: Grid) -> str:
    """Pieces stand on the edge as before, and on no space that is gone."""
    pieces = rows_of(read_toml(text, LIMITS), "pieces")

    def put(key: str) -> Callable[[Any], None]:
        def stand(box: Any) -> None:
            at = box["pieces"][key]["at"]
            for seat, spots in at.items():
                at[seat] = now.moved(spots, was)

        return stand

    some = [key for key, piece in pieces.items() if isinstance(piece, Mapping) and piece.get("at")]
    deep = [(("pieces", key, "at"), put(key)) for key in some]
    return changed(text, deep)


def kinds(data: Mapping[str, Any]) -> list[str]:
    """The kinds of the spaces of a board, ``plain`` for those without one."""
    board = data.get("board")
    words = plain(board.get("drawing")).split() if isinstance(board, Mapping) else []
    return list(dict.fromkeys(word.partition(":")[2] or "plain" for word in words if name_of(word) != "."))
