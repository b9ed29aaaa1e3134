"""Scores: how each comes about, who wins, and the same as data, as text and as a sheet to print."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.kernel.rulebook import Rulebook
from companion.words import Message, Text, message


@dataclass(frozen=True)
class ScoreLine:
    """A line of a score: so many, at so much each, by a rule."""

    label: str
    count: int
    each: int
    points: int
    rule: str


@dataclass(frozen=True)
class ScoreStep:
    """A sentence of how a score comes about; ``rule`` where it is worth looking up."""

    words: Text
    rule: str = ""
    quiet: bool = False
    """True where it says that nothing happens."""


@dataclass(frozen=True)
class AlternativeScore:
    """The score by another reading of the rules: the points, when, and why."""

    total: int
    when: str
    why: Text
    rule: str


@dataclass(frozen=True)
class Result:
    """A player's score and how it comes about."""

    name: str
    lines: tuple[ScoreLine, ...]
    steps: tuple[ScoreStep, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)
    """What the printed sheet writes down before the lines."""
    reading: AlternativeScore | None = None
    what_if: tuple[tuple[Text, int], ...] = ()
    """What a little more would have been worth: in words, and the points it adds."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What a program is told besides name, total and lines."""
    standing: tuple[int, ...] = ()
    """What is compared, the greatest first, where the most points are not all that decides."""

    @property
    def total(self) -> int:
        """All points."""
        return sum(line.points for line in self.lines)


def winners(results: Sequence[Result]) -> list[str]:
    """Return the names of the best, by most points unless told otherwise; ties share the win."""
    best = max(result.standing or (result.total,) for result in results)
    return [result.name for result in results if (result.standing or (result.total,)) == best]


def wins(names: Sequence[str]) -> Message:
    """``Anna wins``, ``Anna and Hans win``."""
    return message("{names} {n:wins|win}", names=names, n=len(names))


def leads(names: Sequence[str]) -> Message:
    """``Anna leads``, ``Anna and Hans lead``: as ``wins``, before everybody's score is in."""
    return message("{names} {n:leads|lead}", names=names, n=len(names))


@dataclass(frozen=True)
class Filled:
    """A score sheet filled in, in words, to be printed."""

    names: tuple[str, ...]
    """Who counts, a column each."""
    words: str
    """What it is: the final score, or how things stand."""
    lines: Mapping[str, tuple[str, ...]]
    """What is counted, and a cell for everybody."""
    account: tuple[tuple[str, tuple[str, ...]], ...]
    """How each score came about: a heading, and sentences."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The drawn icon of a line that the blank pad does not have."""


def data(results: Sequence[Result]) -> dict[str, Any]:
    """Every score as plain data, and who wins."""
    players = [
        {"name": each.name, "total": each.total, "lines": list(map(asdict, each.lines)), **each.data}
        for each in results
    ]
    return {"players": players, "winners": winners(results)}


def text(results: Sequence[Result], rules: Rulebook) -> str:
    """Every score to read, line by line, then who wins."""
    best = winners(results)
    top = next(result.total for result in results if result.name in best)
    blocks = [_block(result, rules) for result in results]
    end = message("{best} {n:wins|win} with {points:# point|# points}.", best=best, n=len(best), points=top)
    return "\n\n".join([*blocks, str(end)])


def _block(result: Result, rules: Rulebook) -> str:
    lines = [str(message("{name}: {n:# point|# points}", name=result.name, n=result.total))]
    lines += [f"  {step.words}" for step in result.steps]
    lines += [
        f"  {line.label:<14} {line.count:>3} × {line.each} = {line.points:>3}   {rules[line.rule].where}"
        for line in result.lines
    ]
    return "\n".join([*lines, *([f"  {result.reading.why}"] if result.reading else [])])


def filled(
    results: Sequence[Result], words: str, icons: Mapping[str, str], names: Mapping[str, str] = {}
) -> Filled:
    """The sheet to print, with the icons of some lines, and the players' names where they sit on seats."""
    lines = _cells([result.figures for result in results])
    lines |= _cells([{line.label: str(line.points) for line in result.lines} for result in results])
    lines |= _totals(results)
    called = tuple(names.get(result.name) or result.name for result in results)
    account = tuple(map(_account, called, results))
    return Filled(called, words, lines, account, {**icons, "Most points": "crown"})


def _cells(columns: Sequence[Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the cells of each line that one of these columns has."""
    labels = dict.fromkeys(label for column in columns for label in column)
    return {label: tuple(column.get(label, "–") for column in columns) for label in labels}


def _totals(results: Sequence[Result]) -> dict[str, tuple[str, ...]]:
    lines = {"Points": tuple(str(result.total) for result in results)}
    if len(results) > 1:
        best = winners(results)
        lines["Most points"] = tuple("wins" if result.name in best else "" for result in results)
    for reading in [result.reading for result in results if result.reading][:1]:
        when = str(message("{When}", when=reading.when))
        lines[when] = tuple(str((result.reading or result).total) for result in results)
    return lines


def _account(name: str, result: Result) -> tuple[str, tuple[str, ...]]:
    """Return a name with its total, and the steps of the score."""
    more = (str(result.reading.why),) if result.reading else ()
    return f"{name}: {result.total}", (*(str(step.words) for step in result.steps), *more)
