"""The numbers of a box: lines, each after those it rests on, and counters."""

import re
from collections.abc import Iterator

from companion.boxes.definition import expression, formula
from companion.boxes.definition.formula import LookedUp, Source, Value
from companion.boxes.definition.schema import Line
from companion.boxes.reading import work
from companion.boxes.reading.reader import FOR_ROUNDS, Reader
from companion.boxes.reading.words import BUILT_IN, settled, whole_round, written

CHAIN = 10
"""So many lines rest on one another at most."""


def numbers(reader: Reader) -> None:
    """Read the numbers that a formula can name besides the answers of a verb."""
    parts, looked_up = reader.parts, dict[str, LookedUp]()
    for key in reader.box.counters:
        looked_up[key] = parts.things.counter_value(key)
    for key in parts.things.written:
        looked_up[key] = parts.things.cell_value(key)
    reader.values.update(looked_up)
    reader.names = {**BUILT_IN, **{key: settled(key) for key in reader.box.options}, **looked_up}
    reader.cost = {
        **dict.fromkeys(reader.names, 1),
        **dict.fromkeys(parts.things.by_round, 2),
        "left": 3 * len(parts.things.seats),
        "rounds": FOR_ROUNDS,
    }


def lines(reader: Reader) -> None:
    """The lines of the pad: what can be written, what is worked out, what each adds to the score."""
    lines = reader.box.lines
    for key, line in lines.items():
        if isinstance(line.points, str):
            reader.ends[key] = reader.range(("lines", key, "points"), line.points)
    for key in _in_order(reader):
        _worked_out(reader, key, lines[key])
    if reader.faults:
        return
    for key, line in reader.parts.things.written.items():  # a page shows all cells of the pad
        reader.spend(("lines", key), work.CELL, len(reader.parts.things.seats) * _times(reader, line))
    worth = {key: formula.expression(_worth(reader, key, line).named) for key, line in lines.items()}
    reader.worth = {key: formula.function(value) for key, value in worth.items()}
    reader.points_of = formula.function(formula.in_all([*worth.values()])) if worth else None


def _worked_out(reader: Reader, key: str, line: Line) -> None:
    """A line that is worked out."""
    assert line.formula
    if re.search(r"\bcan\(", line.formula):
        reader.no(("lines", key, "formula"), "what can be said is for rules and for “then”, not for lines.")
    value = reader.source(("lines", key, "formula"), line.formula)
    if line.each == "round":
        value = formula.where(whole_round(reader.parts), value)
        reader.spent += len(reader.parts.things.by_round)
    reader.names[key], reader.values[key] = value.named, formula.function(value)
    reader.cost[key] = reader.spent


def _times(reader: Reader, line: Line) -> int:
    """Return how many numbers a seat can have on a line."""
    return work.rounds(reader.parts) if line.each == "round" else 1


def _worth(reader: Reader, key: str, line: Line) -> Source:
    """Return what a line adds to the score, in all rounds."""
    if line.worth is None:
        value, reader.spent = formula.expression(reader.names[key]), reader.cost[key]
    else:
        value = reader.source(("lines", key, "worth"), line.worth)
    if reader.box.score.points is None:
        reader.spend(("lines", key), reader.spent * _times(reader, line), work.points(reader.parts))
    if line.worth is not None and line.points is not None:
        value = formula.where(written(reader.parts, [key]), value)
    return formula.total(value) if line.each == "round" else value


def counters(reader: Reader) -> None:
    """Read where counters begin, and when a phase is played."""
    for key, counter in reader.box.counters.items():
        least, most = reader.parts.things.bounds[key]
        if least >= most:
            reader.no(
                ("counters", key), f"the counter “{key}” goes from {least} to {most}, which is nowhere."
            )
        if counter.says and not len(set(counter.says)) == len(counter.says) == most - least + 1:
            why = "what a counter says is a word for each number from its least to its most, no two alike"
            reader.no(("counters", key, "says"), f"{why}: here {max(0, most - least + 1)}.")
        if not reader.parts.things.fixed(key):
            reader.moving[key] = (_end(reader, key, "least"), _end(reader, key, "most"))
        reader.starts[key] = reader.formula(("counters", key, "start"), counter.start)
    for key, phase in reader.box.phases.items():
        if phase.when is not None:
            reader.played_when[key] = reader.formula(("phases", key, "when"), phase.when)


def _end(reader: Reader, key: str, end: str) -> Value | None:
    """Read an end of a counter; None where it does not move."""
    text = getattr(reader.box.counters[key], end)
    return reader.formula(("counters", key, end), text) if isinstance(text, str) else None


def stones(reader: Reader) -> None:
    """Read how many stones lie on spaces at the start."""
    for key, spec in reader.box.stones.items():
        for kind, text in spec.on.items():
            reader.lies[key, kind] = reader.formula(("stones", key, "on", kind), text)


def _in_order(reader: Reader) -> Iterator[str]:
    """The lines that are worked out, each after those it rests on; a ring of them is noted."""
    lines = {key: line.formula for key, line in reader.box.lines.items() if line.formula is not None}
    rests: dict[str, int] = {}

    def visit(key: str, above: tuple[str, ...]) -> Iterator[str]:
        if key in above:
            reader.no(
                ("lines", key, "formula"), f"the line “{key}” rests on itself, by way of {', '.join(above)}."
            )
        elif len(above) >= CHAIN:
            reader.no(("lines", key, "formula"), f"more than {CHAIN} lines rest on one another here.")
        elif key not in rests and not reader.faults:
            for name in expression.names(lines[key]):
                if name in lines:
                    yield from visit(name, (*above, key))
            rests[key] = 1
            yield key

    for key in lines:
        yield from visit(key, ())
