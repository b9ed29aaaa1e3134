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
    table: str = ""
    """The table it stands in, where that is one of the box's own: ``turns``."""
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
REFILLS = (("", "never"), ("turn", "every turn"), ("round", "every round"))
LASTS = (("", "the whole game"), ("turn", "a turn"))
EACH = (("", "once a game"), ("round", "every round"))
WHOSE = (("", "each has their own"), ("table", "all have it together"))
ORDERS = (
    ("", "one after the other"),
    ("together", "all at once"),
    ("one", "one for all: whoever begins"),
    ("any time", "anybody, at any time"),
)
WINS = (("", "most points"), ("least", "fewest"))
YES = (("", "no"), ("true", "yes"))
PARTS = (*ORDERS[:3], ("aside", "only where something leads there"))
THROWS = (("", "nothing"), ("die", "a die of six"), ("coin", "a coin"))
COIN: Mapping[str, Any] = {
    "ask": "What did the coin show?",
    "choice": {"Heads": 1, "Tails": 0},
    "chance": True,
}
DIE: Mapping[str, Any] = {"ask": "What did you throw?", "die": 6}
THROWN = "thrown"
"""The question of a verb that a field makes: its key in formulas."""


def _truth(table: Any, key: str, typed: str) -> None:
    _put(table, key, typed, True)


def _shown_truth(table: Mapping[str, Any], key: str) -> str:
    return "true" if table.get(key) is True else ""


def _sentences(table: Any, key: str, typed: str) -> None:
    """Statements, each behind a semicolon, as a list: a formula has commas of its own."""
    _put(table, key, typed, [one.strip() for one in typed.split(";") if one.strip()])


def _shown_sentences(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return "; ".join(map(plain, value)) if isinstance(value, list) else plain(value)


def _names(table: Any, key: str, typed: str) -> None:
    _put(table, key, typed, [one for one in re.split(r"[,;\s]+", typed) if one])


def _throw(table: Any, _: str, typed: str) -> None:
    """A question that the phone may throw for, in the place of the one that was there."""
    asks = table.get("asks")
    if isinstance(asks, Mapping):
        table["asks"].pop(THROWN, None)
    if typed in ("die", "coin"):
        if not isinstance(asks, Mapping):
            table["asks"] = tomlkit.inline_table()
        question = tomlkit.inline_table()
        question.update(DIE if typed == "die" else COIN)
        table["asks"][THROWN] = question
    elif not table.get("asks"):
        table.pop("asks", None)


def _thrown(table: Mapping[str, Any], _: str) -> str:
    asks = table.get("asks")
    asked = asks.get(THROWN) if isinstance(asks, Mapping) else None
    if not isinstance(asked, Mapping):
        return ""
    return "die" if "die" in asked else "coin" if asked.get("chance") is True else ""


TOP = (
    Field("name", "Name", wide=True),
    Field("least", "Players, from", "", *_players(0), COUNTS),
    Field("most", "to", "", *_players(1), COUNTS),
    Field("order", "Who plays", "", *_within("turns", "order"), ORDERS, table="turns", wide=True),
    Field("rounds", "Rounds", "", *_within("turns", "rounds"), table="turns"),
    Field("wins", "Who wins", "", *_within("score", "wins"), WINS, table="score"),
)
FIRST = (("", "the same seat"), ("passes", "the next one each time"))
TEAMS = (("", "each for themselves"), ("pairs", "pairs, seats opposite"), ("all", "all together"))
TURNS = (
    Field("first", "Who begins a round", "", *_within("turns", "first"), FIRST, table="turns"),
    Field("teams", "Who plays together", "", *_within("turns", "teams"), TEAMS, table="turns"),
    Field("round", "A round is called", "Round, if left out", *_within("turns", "round"), table="turns"),
    Field(
        "by",
        "Next is who has most of",
        "such as −way, for the hindmost",
        *_within("turns", "by"),
        table="turns",
    ),
    Field(
        "score",
        "Points",
        "a formula, if not the sum of the lines",
        *_within("score", "points"),
        table="score",
    ),
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
    Field("during", "In the phase", "its key, where there are some", told="in "),
    Field("hidden", "Hidden while", "left: until all have written; 1: to the end", told="hidden while "),
    Field("strong", "Stands out, as a sum", "", _shown_truth, _truth, YES),
)
COUNTER = (
    Field("name", "Counter"),
    Field("start", "Begins at"),
    Field("change", "Steps one taps", "such as −5, −1, 1, 5", put=_steps, told="by "),
    Field("most", "Goes up to", "99, if left out; or a formula", put=_whole),
    Field("least", "and down to", "0, if left out; or a formula", put=_whole),
    Field("of", "Whose", choices=WHOSE),
    Field("refill", "Filled again", "", choices=REFILLS),
    Field("stops", "Stops at its ends", "else what goes beyond is refused", _shown_truth, _truth, YES),
    Field("hidden", "Hidden while", "1: to the end; not open: until a counter says so", told="hidden while "),
)
PHASE = (
    Field("name", "Phase"),
    Field("order", "Who acts", choices=PARTS),
    Field("when", "Only when", "left out of a round unless this holds", told="when "),
)
TIMER = (
    Field("name", "Clock"),
    Field("seconds", "Seconds", "none: it counts up"),
    Field("words", "What happens at its end", wide=True, told=""),
    Field("each", "Lasts", choices=LASTS),
    Field("of", "Whose", choices=WHOSE),
    Field("gains", "Seconds more for a turn", told="and "),
    Field("does", "At its end", "such as lose; or strikes += 1", _shown_sentences, _sentences, told="does "),
    Field("then", "and then", choices=(("", "the turn goes on"), ("next", "the turn passes"))),
    Field("waits", "Stands at the start of a turn", "", _shown_truth, _truth, YES),
)
VERB = (
    Field("title", "Button"),
    Field("does", "What it does", "such as gold −= 3; sheds += 1", _shown_sentences, _sentences),
    Field("words", "In a sentence", wide=True, told=""),
    Field("throws", "It throws", "in formulas it is thrown; heads are 1", _thrown, _throw, THROWS),
    Field("then", "and then", "next, stay, or a phase", told="then "),
    Field("during", "In the phases", "any, if left out", put=_names, told="in "),
)
RULE = (
    Field("words", "Rule", wide=True),
    Field("when", "Happens when", "such as life == 0"),
    Field(
        "does", "and does", "out, win, lose, end; or gold += 1", _shown_sentences, _sentences, told="does "
    ),
    Field("of", "Judges", "the keys of buttons or lines", put=_names, told="judges "),
    Field("needs", "which need", "such as gold >= 3", told="needs "),
    Field("why", "else it says", "with numbers in braces: You have {gold}."),
)
GROUPS: Mapping[str, tuple[Field, ...]] = {
    "lines": LINE,
    "counters": COUNTER,
    "phases": PHASE,
    "timers": TIMER,
    "verbs": VERB,
    "rules": RULE,
}
NEW: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "lines": ("line", {"points": "0..50"}),
    "counters": ("counter", {"start": "0", "change": [-1, 1]}),
    "phases": ("phase", {}),
    "timers": ("timer", {"seconds": "60", "words": "When its time is up, the turn is over."}),
    "verbs": ("verb", {"words": "What one does with it."}),
    "rules": ("rule", {"words": "What everybody keeps to."}),
}
"""What a new row of a group is called, and holds."""
