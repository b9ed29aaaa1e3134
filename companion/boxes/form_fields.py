"""The fields of a form: what each is called, how the value of a table is shown in it and put back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit


@dataclass(frozen=True)
class Field:
    """A field of the form: its name, what it is called, how its value is shown and how it is written."""

    key: str
    title: str
    help: str = ""
    shown: Callable[[Mapping[str, Any], str], str] = lambda table, key: plain(table.get(key))
    put: Callable[[Any, str, str], None] = lambda table, key, typed: _put(table, key, typed)
    choices: tuple[tuple[str, str], ...] = ()
    """Value to its words."""
    usual: tuple[str, ...] = ()
    """What is often typed here."""
    wide: bool = False
    told: str | None = None
    """What stands before its value where a row is told in a line; None where it is left out there."""


def plain(value: Any) -> str:
    """A value as it is typed: a text or a number as it is, a list with commas."""
    if isinstance(value, list):
        return ", ".join(map(plain, value))
    return "" if value is None or isinstance(value, Mapping) else str(value)


def _put(table: Any, key: str, typed: str, value: Any = None) -> None:
    if typed:
        table[key] = typed if value is None else value
    else:
        table.pop(key, None)


def _whole(table: Any, key: str, typed: str) -> None:
    number = _number(typed)
    _put(table, key, typed, number)


def _number(typed: str) -> int | None:
    sign = typed.strip().replace("−", "-").removeprefix("+")
    return int(sign) if re.fullmatch(r"-?\d{1,6}", sign) else None


def _numbers(typed: str) -> list[int] | None:
    """``-5, -1, 1`` or ``−5 −1 +1`` as numbers; None where it is something else."""
    numbers = [_number(part) for part in re.split(r"[,;\s]+", typed.strip(" []"))]
    return [number for number in numbers if number is not None] if None not in numbers else None


def _steps(table: Any, key: str, typed: str) -> None:
    _put(table, key, typed, _numbers(typed))


def _points(table: Mapping[str, Any], key: str) -> str:
    """What is written on a line, or, after a ``=``, how it is worked out."""
    formula = table.get("formula")
    return f"= {plain(formula)}" if formula is not None else plain(table.get(key))


def _put_points(table: Any, key: str, typed: str) -> None:
    if typed.startswith("="):
        table.pop(key, None)
        table["formula"] = typed[1:].strip()
        return
    table.pop("formula", None)
    numbers = _numbers(typed)
    table[key] = numbers if numbers else typed.replace("–", "..").replace(" bis ", "..")


def _within(group: str, key: str) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put a value that stands in a table of its own, which is made where it is needed."""

    def shown(table: Mapping[str, Any], _: str) -> str:
        inner = table.get(group)
        return plain(inner.get(key)) if isinstance(inner, Mapping) else ""

    def put(table: Any, _: str, typed: str) -> None:
        if group not in table and typed:
            table[group] = tomlkit.table()
        if group in table:
            _put(table[group], key, typed)

    return shown, put


def _players(end: int) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put the fewest (0) or the most (1) players."""

    def ends(table: Mapping[str, Any]) -> list[str]:
        least, _, most = plain(table.get("players")).partition("..")
        return [least, most or least]

    def put(table: Any, _: str, typed: str) -> None:
        least, most = typed if end == 0 else ends(table)[0], typed if end == 1 else ends(table)[1]
        table["players"] = least if least == most else f"{least}..{most}"

    return lambda table, _: ends(table)[end], put


COUNTS = tuple((str(number), str(number)) for number in range(1, 9))
EACH = (("", "once a game"), ("round", "every round"))
WHOSE = (("", "each has their own"), ("table", "all have it together"))
ORDERS = (("", "one after the other"), ("together", "all at once"), ("any time", "anybody, at any time"))
WINS = (("", "most points"), ("least", "fewest"))

TOP = (
    Field("name", "Name", wide=True),
    Field("least", "Players, from", "", *_players(0), COUNTS),
    Field("most", "to", "", *_players(1), COUNTS),
    Field("order", "Who plays", "", *_within("turns", "order"), ORDERS, wide=True),
    Field("rounds", "Rounds", "", *_within("turns", "rounds")),
    Field("wins", "Who wins", "", *_within("score", "wins"), WINS),
)
WORDS = (
    Field("blurb", "In a line", wide=True),
    Field("goal", "What one plays for", wide=True),
    Field("turn", "What a turn is", wide=True),
    Field("source", "Where its rules are from", wide=True),
)
LINE = (
    Field("name", "Line"),
    Field(
        "points",
        "Points",
        "from..to, a list, or = a formula",
        _points,
        _put_points,
        usual=("0..50", "0..100", "0..100 by 5", "-50..100", "0, 5, 10, 25", "= towns + roads"),
    ),
    Field("hint", "How it is counted", "small words under it", told=""),
    Field("worth", "Adds to the score", "if not its number: 2 × towns, or 0", told="counts "),
    Field("each", "Written", choices=EACH),
)
COUNTER = (
    Field("name", "Counter"),
    Field("start", "Begins at"),
    Field("change", "Steps one taps", "such as −5, −1, 1, 5", put=_steps, told="by "),
    Field("most", "Goes up to", "99, if left out", put=_whole),
    Field("least", "and down to", "0, if left out", put=_whole),
    Field("of", "Whose", choices=WHOSE),
)
GROUPS: Mapping[str, tuple[Field, ...]] = {"lines": LINE, "counters": COUNTER}
NEW: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "lines": ("line", {"points": "0..50"}),
    "counters": ("counter", {"start": "0", "change": [-1, 1]}),
}
"""What a new row of a group is called, and holds."""
