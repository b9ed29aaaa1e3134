"""A score without a table: what is entered, read and counted."""

from collections.abc import Callable, Iterator, Sequence

from companion.boxes.definition import expression
from companion.boxes.definition.model import Definition
from companion.boxes.play import turns
from companion.boxes.play.points import points as points_of
from companion.boxes.play.points import standing
from companion.boxes.play.rules import END, endings
from companion.boxes.play.state import BoxState
from companion.kernel.score import Result, ScoreLine
from companion.kernel.sheet import Faulty, Number, Row, ScoreSheet, SheetFault
from companion.words import message

MOST = 60
"""So many numbers a player is asked for at most."""
Opened = Callable[[int], BoxState]
"""The moment in which a game of so many players begins."""
Fields = dict[str, tuple[str, int, Number]]
"""Key to the line, the round and the number that is asked for."""
UNTIL = 20
"""So many rounds at most are asked for where a rule ends the game, *house*: longer evenings want a table."""


def sheet(definition: Definition, opened: Opened) -> ScoreSheet | None:
    """The score sheet of a pad, or of what verbs have counted; None where there are no points, or more cells
    than one would fill in."""
    fields = (_fields if definition.things.written else _counted)(definition, opened)
    if not definition.things.counts or not 0 < len(fields) <= MOST:
        return None

    def moment(rows: Sequence[Row]) -> BoxState:
        state = opened(len(rows))
        rounds = _played(definition, state, fields, rows) if definition.things.by_round else 1
        cells = {
            definition.things.cell(line, seat, number): row[key]
            for key, (line, number, _) in fields.items()
            for seat, row in zip(state.table, rows, strict=True)
            if number <= rounds and (row[key] or line not in definition.rounds.by_one)
        }
        return state.but(numbers={**state.numbers, **cells}, round=rounds)

    def scored(rows: Sequence[Row]) -> list[Result]:
        state = moment(rows)
        there = zip(state.table, rows, strict=True)
        return [_result(definition, state, seat, row["name"]) for seat, row in there]

    def boards(state: BoxState) -> list[Row]:
        if definition.things.by_round and state.round > (number := max(n for _, n, _ in fields.values())):
            why = message(
                "has played {n} rounds; a sheet of {asked} has room for no more", n=state.round, asked=number
            )
            raise Faulty([SheetFault("The table", "", str(why))])
        cell, numbers = definition.things.cell, state.numbers
        return [
            {"name": seat}
            | {key: numbers.get(cell(line, seat, n), 0) for key, (line, n, _) in fields.items()}
            for seat in state.table
        ]

    return ScoreSheet(
        players=definition.things.seats,
        scored=scored,
        rows=boards,
        standing=lambda state: [_result(definition, state, seat, seat) for seat in state.table],
        numbers=tuple(number for _, _, number in fields.values()),
        parts=(_rule(definition),),
        together=lambda rows: [*_faults(definition, fields, moment, rows)],
    )


def _fields(definition: Definition, opened: Opened) -> Fields:
    """Return the written fields of a pad, round by round; nothing where they are too many."""
    things, result, rounds = definition.things, Fields(), 1
    each, once = len(things.by_round), len(things.written) - len(things.by_round)
    if each and definition.rounds_of is not None:
        rounds = max(turns.rounds(opened(players)) for players in things.players)
    elif each:
        rounds = min(UNTIL, (MOST - once) // each)
    for n in range(1, rounds + 1) if rounds * each + once <= MOST else ():
        for key in things.by_round if n > 1 else things.written:
            name, short = things.called(key), key
            if key in things.by_round:
                name, short = f"{name} {n}", f"{key}_{n}"
            result[short] = key, n, _number(definition, opened, key, name, short, n)
    return result


def _counted(definition: Definition, opened: Opened) -> Fields:
    """The counters of a seat on which the points rest; nothing where the table's are among them."""
    things, state, names = definition.things, opened(definition.things.players[0]), _scoring(definition)
    result = Fields()
    for key in things.seat_counters if names.isdisjoint(things.table_counters) else ():
        if key in names:
            start, icon = state.numbers[things.thing(key, state.table[0])], definition.box.counters[key].icon
            least, most = things.bounds[key]
            result[key] = key, 1, Number(key, things.called(key), most, least, start, icon=icon or "")
    return result


def _scoring(definition: Definition) -> set[str]:
    """The names on which the points and what decides between equals rest."""
    score, lines, names = definition.box.score, definition.box.lines, set[str]()
    points = [score.points] if score.points else [line.worth or key for key, line in lines.items()]
    texts = [*score.ties, *points]
    while texts:
        new = {*expression.names(texts.pop())} - names
        names |= new
        texts += [lines[name].formula or "" for name in new & lines.keys()]
    return names


def _played(definition: Definition, state: BoxState, fields: Fields, rows: Sequence[Row]) -> int:
    """Return how many rounds there were: if a rule ends the game, up to the last with something written."""
    if definition.rounds_of is not None:
        return turns.rounds(state)
    return max([1, *(n for row in rows for key, (_, n, _) in fields.items() if row[key])])


def _number(definition: Definition, opened: Opened, key: str, name: str, short: str, n: int) -> Number:
    points, icon = definition.things.written[key].points, definition.things.written[key].icon or ""
    if isinstance(points, tuple):
        return Number(short, name, max(points), min(0, *points), icon=icon)
    least, most, _ = definition.ends[key]
    states = map(opened, definition.things.players)
    heres = [state.here(seat).in_round(n) for state in states for seat in state.table]
    return Number(short, name, max(map(most, heres)), min(0, *map(least, heres)), icon=icon)


def _faults(
    definition: Definition, fields: Fields, moment: Callable[[Sequence[Row]], BoxState], rows: Sequence[Row]
) -> Iterator[SheetFault]:
    """Yield the numbers that cannot be written on a line: between its steps, or not in its list."""
    written = {key: line for key, (line, _, _) in fields.items() if line in definition.things.written}
    for n, row in enumerate(rows, 1):
        for key, line in written.items():
            points = definition.things.written[line].points
            if isinstance(points, tuple):
                allowed = points
            else:
                least, _most, step = definition.ends[line]
                low = least(moment(rows).here(moment(rows).table[0])) if step > 1 else row[key]
                allowed = (row[key],) if (row[key] - low) % step == 0 else (low, low + step)
            if row[key] not in (0, *allowed):
                why = message(
                    "is {number}; one of {allowed:, } … would be right", number=row[key], allowed=allowed[:8]
                )
                yield SheetFault(row["name"], key, str(why), n)


def _result(definition: Definition, state: BoxState, seat: str, name: str) -> Result:
    here = state.here(seat)
    total = points_of(state, seat)
    if definition.box.score.points is not None or state.partners(seat) != (seat,):
        lines = [ScoreLine(definition.box.score.name, total, 1, total, _rule(definition))]
    else:
        lines = [
            _line(definition, key, definition.values[key](here), worth(here))
            for key, worth in definition.worth.items()
        ]
    figures = {
        definition.things.called(key): str(definition.values[key](here))
        for key in definition.box.lines
        if key not in definition.things.round_lines
    }
    return Result(name, tuple(lines), figures=figures, standing=standing(state, seat))


def _line(definition: Definition, key: str, value: int, points: int) -> ScoreLine:
    each, rest = divmod(points, value) if value else (0, points)
    count, one = (1, points) if rest else (value, each)
    return ScoreLine(definition.things.called(key), count, one, points, _rule(definition))


def _rule(definition: Definition) -> str:
    """The rule by which the points are counted: the one that ends the game."""
    return next(iter(endings(definition)), END)
