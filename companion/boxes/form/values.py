"""The values of a form: how what stands in a table is shown in a field, and what was typed put back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit

from companion.kernel.toml import Path


@dataclass(frozen=True)
class Field:
    """A field of the form: its name, what it is called, how its value is shown and how it is written."""

    key: str
    title: str
    help: str = ""
    shown: Callable[[Mapping[str, Any], str], str] = lambda table, key: plain(table.get(key))
    put: Callable[[Any, str, str], None] = lambda table, key, typed: write(table, key, typed)
    choices: tuple[tuple[str, str], ...] = ()
    """Value to its words."""
    usual: tuple[str, ...] = ()
    """What is often typed here."""
    table: str = ""
    """The table it stands in, where that is one of the box's own: ``turns``."""
    wide: bool = False
    told: str = ""
    """How its value is said where a row is told in a line; empty if it is left out there."""
    number: bool = False
    """True for a whole number, for which a phone shows its digits."""
    lines: int = 0
    """So many lines one sees of it, where it has several."""
    inner: Path = ()
    """The table of its own in which its value may stand: ``("asks", "thrown")``."""

    @property
    def longest(self) -> int:
        """Return the most letters that it takes."""
        return 8_000 if self.lines else 5_000

    def typed(self, value: str) -> str:
        """Return the typed value, without spaces and line ends that do not count."""
        value = value.replace("\r\n", "\n")
        return value.rstrip().strip("\n") if self.lines else value.strip()


def table_of(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The table that stands within a table; an empty one where there is none, or something else."""
    inner = table.get(key)
    return inner if isinstance(inner, Mapping) else {}


def inline(value: Mapping[str, Any]) -> Any:
    """A table in a line."""
    inner = tomlkit.inline_table()
    inner.update(value)
    return inner


def plain(value: Any, between: str = ", ") -> str:
    """A value as it is typed: a text or a number as it is, a list with ``between`` its items."""
    if isinstance(value, list):
        return between.join(map(plain, value))
    return "" if value is None or isinstance(value, Mapping) else str(value)


def write(table: Any, key: str, typed: str, value: Any = None) -> None:
    """Put what was typed, or what it means; nothing takes it out."""
    if typed:
        table[key] = typed if value is None else value
    else:
        table.pop(key, None)


def whole(table: Any, key: str, typed: str) -> None:
    """Put a number, or a formula."""
    number = as_number(typed)
    write(table, key, typed, number)


def as_number(typed: str) -> int | None:
    """A whole number with its sign; None where it is something else."""
    sign = typed.strip().replace("−", "-").removeprefix("+")
    return int(sign) if re.fullmatch(r"-?\d{1,6}", sign) else None


def _numbers(typed: str) -> list[int] | None:
    """``-5, -1, 1`` or ``−5 −1 +1`` as numbers; None where it is something else."""
    numbers = [as_number(part) for part in re.split(r"[,;\s]+", typed.strip(" []"))]
    return [number for number in numbers if number is not None] if None not in numbers else None


def steps(table: Any, key: str, typed: str) -> None:
    """Put a list of numbers."""
    write(table, key, typed, _numbers(typed))


def shown_points(table: Mapping[str, Any], key: str) -> str:
    """Return the points of a line as written, or its formula after a ``=``."""
    formula = table.get("formula")
    return f"= {plain(formula)}" if formula is not None else plain(table.get(key))


def put_points(table: Any, key: str, typed: str) -> None:
    """Put what is written on a line, or how it is worked out."""
    if typed.startswith("="):
        table.pop(key, None)
        table["formula"] = typed[1:].strip()
        return
    table.pop("formula", None)
    numbers = _numbers(typed)
    table[key] = numbers if numbers else typed.replace("–", "..").replace(" bis ", "..")


RANGE = re.compile(r"\s*(?P<least>[-−]?\d{1,6})\s*\.\.\s*(?P<most>[-−]?\d{1,6})\s*")
"""Points that are every number from one to another."""


def range_end(end: str) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put the least or the most of a line; nothing where its points are no plain range."""

    def shown(table: Mapping[str, Any], _: str) -> str:
        match = RANGE.fullmatch(plain(table.get("points")))
        return match[end] if match else ""

    def put(table: Any, _: str, typed: str) -> None:
        match = RANGE.fullmatch(plain(table.get("points")))
        ends = {**(match.groupdict() if match else {"least": "0", "most": "0"}), end: typed or "0"}
        table.pop("formula", None)
        table["points"] = "{least}..{most}".format(**ends).replace("−", "-")

    return shown, put


def shown_unless_range(table: Mapping[str, Any], key: str) -> str:
    """Return the points of a line, or its formula; nothing where they are every number of a range."""
    text = shown_points(table, key)
    return "" if RANGE.fullmatch(text) else text


def put_unless_range(table: Any, key: str, typed: str) -> None:
    """Put other points than a range; nothing leaves the range as it is."""
    if typed:
        put_points(table, key, typed)


def within(group: str, key: str) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put a value that stands in a table of its own, which is made where it is needed."""

    def put(table: Any, _: str, typed: str) -> None:
        if group not in table and typed:
            table[group] = tomlkit.table()
        if group in table:
            write(table[group], key, typed)

    return lambda table, _: plain(table_of(table, group).get(key)), put


def number_within(group: str, key: str) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put a whole number that stands in a table of its own."""
    text, put_words = within(group, key)

    def put(table: Any, name: str, typed: str) -> None:
        put_words(table, name, typed)
        if typed.isdecimal():
            table[group][key] = int(typed)

    return text, put


def pairs(
    between: str, behind: str, numbered: bool = False
) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put a table of words, or of numbers, in a line: ``White: a1 b1; Black: a8 b8``."""

    def shown(table: Mapping[str, Any], key: str) -> str:
        some = table_of(table, key).items()
        return f"{behind} ".join(f"{name}{between} {plain(value)}" for name, value in some)

    def put(table: Any, key: str, typed: str) -> None:
        some = [one.partition(between.strip()) for one in typed.split(behind) if one.strip()]
        inner = tomlkit.inline_table()
        for name, _, value in some:
            number = as_number(value) if numbered else None
            inner[name.strip().strip('"')] = value.strip() if number is None else number
        write(table, key, typed, inner)

    return shown, put


def players(end: int) -> tuple[Callable[..., str], Callable[..., None]]:
    """Show and put the fewest (0) or the most (1) players."""

    def ends(table: Mapping[str, Any]) -> list[str]:
        least, _, most = plain(table.get("players")).partition("..")
        return [least, most or least]

    def put(table: Any, _: str, typed: str) -> None:
        least, most = typed if end == 0 else ends(table)[0], typed if end == 1 else ends(table)[1]
        table["players"] = least if least == most else f"{least}..{most}"

    return lambda table, _: ends(table)[end], put


CHANCES: Mapping[str, Mapping[str, Any]] = {
    "coin": {"ask": "What did the coin show?", "choice": {"Heads": 1, "Tails": 0}, "chance": True},
    "die": {"ask": "What did you throw?", "die": 6},
}
"""The questions that the phone may throw for."""
THROWN = "thrown"
"""The question of a verb that a field makes: its key in formulas."""


def truth(table: Any, key: str, typed: str) -> None:
    """Put yes; nothing takes it out."""
    write(table, key, typed, True)


def shown_truth(table: Mapping[str, Any], key: str) -> str:
    """Return “true” if the key is true, else nothing."""
    return "true" if table.get(key) is True else ""


def split_by(between: re.Pattern[str]) -> Callable[[Any, str, str], None]:
    """Put a list of what stands between matches of a pattern."""

    def put(table: Any, key: str, typed: str) -> None:
        parts = [part.strip() for part in between.split(typed)]
        write(table, key, typed, [*filter(None, parts)])

    return put


sentences = split_by(re.compile(";"))
seats = split_by(re.compile("[,;]"))
names = split_by(re.compile(r"[,;\s]+"))
"""Put statements, which have commas of their own; names of seats, which may be of several words; keys."""


def shown_sentences(table: Mapping[str, Any], key: str) -> str:
    """Statements in a line."""
    return plain(table.get(key), "; ")


def each_line(table: Any, key: str, typed: str) -> None:
    """Put a list of words, one on a line."""
    write(table, key, typed, [" ".join(one.split()) for one in typed.splitlines() if one.strip()])


def shown_lines(table: Mapping[str, Any], key: str) -> str:
    """A list of words, one on a line."""
    return plain(table.get(key), "\n")


def throw(table: Any, _: str, typed: str) -> None:
    """A question that the phone may throw for, in the place of the one that was there."""
    has_asks = isinstance(table.get("asks"), Mapping)
    if has_asks:
        table["asks"].pop(THROWN, None)
    if typed in CHANCES:
        if not has_asks:
            table["asks"] = tomlkit.inline_table()
        table["asks"][THROWN] = inline(CHANCES[typed])
    elif not table.get("asks"):
        table.pop("asks", None)


def thrown(table: Mapping[str, Any], _: str) -> str:
    """Return what a button throws."""
    ask = table_of(table_of(table, "asks"), THROWN)
    return "die" if "die" in ask else "coin" if ask.get("chance") is True else ""
