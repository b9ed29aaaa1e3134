"""A board in a form: its fields, what lies on it, and the buttons that make it larger or of another shape."""

from collections.abc import Callable, Mapping
from typing import Any

import tomlkit

from companion.boxes.form.grid import NONE, SHAPES, WIDEST, Grid, fresh, grid, name_of
from companion.boxes.form.tables import changed, without_table
from companion.boxes.form.values import (
    Field,
    each_line,
    pairs,
    plain,
    shown_lines,
    shown_truth,
    table_of,
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

    def put_of_board(table: Any, _: str, typed: str) -> None:
        put(table["board"], key, typed)

    return lambda table, _: shown(table_of(table, "board"), key), put_of_board


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
    board = table_of(data, "board")
    return grid(plain(board.get("drawing")), board.get("shape") == "hexes")


def words_of(data: Mapping[str, Any]) -> list[str]:
    """The spaces of a board as they stand in its drawing, ``a1:gate``."""
    return [word for word in plain(table_of(data, "board").get("drawing")).split() if name_of(word) != NONE]


def shape(data: Mapping[str, Any]) -> str:
    """The shape of a board's spaces; empty where there is no board."""
    return plain(data["board"].get("shape", "squares")) if isinstance(data.get("board"), Mapping) else ""


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
    match what:
        case _ if now is None:
            return text
        case "columns" | "rows" if value.isdecimal() and 1 <= int(value) <= WIDEST:
            sizes = {"columns": now.size[0], "rows": now.size[1], what: int(value)}
            return _sized(text, now, now.sized(**sizes), was == "hexes")
        case "shape" if value in {*SHAPES} - {was}:
            return _drawn(text, lambda board: _shaped(board, now, was, value))
        case "ways" if value in ("lines", "diagonals"):
            return _drawn(text, lambda board: _joined(board, getattr(now, value)()))
    return text


def _drawn(text: str, change: Callable[[Any], None]) -> str:
    return changed(text, [(("board",), lambda box: change(box["board"]))])


def _sized(text: str, was: Grid, now: Grid, hexes: bool) -> str:
    """Draw a larger or a smaller board; what stood on its edge still does."""
    return _drawn(_kept_on(text, was, now), lambda board: _draw(board, "drawing", now.written(hexes)))


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
    pieces = table_of(read_toml(text, LIMITS), "pieces")

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
    return list(dict.fromkeys(word.partition(":")[2] or "plain" for word in words_of(data)))
