"""A score without a table: what is entered, read and counted."""

from collections.abc import Callable, Iterator, Sequence

from companion.boxes import expression
from companion.boxes.made import Made
from companion.boxes.rules import END, endings
from companion.boxes.state import BoxState
from companion.kernel.score import Line, Result
from companion.kernel.sheet import Fault, Faulty, Number, Row, Sheet

MOST = 60
"""So many numbers a player is asked for at most."""
UNTIL = 20
"""So many rounds at most are asked for where a rule ends the game, *house*: longer evenings want a table."""


def sheet(made: Made, opened: Callable[[int], BoxState]) -> Sheet | None:
    """The score sheet of a pad, or of what verbs have counted; None where there are no points, or more cells
    than one would fill in."""
    fields = dict(_fields(made, opened) if made.things.written else _counted(made, opened))
    if not made.things.counts or not 0 < len(fields) <= MOST:
        return None

    def moment(rows: Sequence[Row]) -> BoxState:
        state = opened(len(rows))
        rounds = _played(made, state, fields, rows) if made.things.by_round else 1
        cells = {
            made.things.cell(line, seat, number): row[key]
            for key, (line, number, _) in fields.items()
            for seat, row in zip(state.table, rows, strict=True)
            if number <= rounds and (row[key] or line not in made.rounds.by_one)
        }
        return state.but(numbers={**state.numbers, **cells}, round=rounds)

    def scored(rows: Sequence[Row]) -> list[Result]:
        state = moment(rows)
        return [_result(made, state, seat, row["name"]) for seat, row in zip(state.table, rows, strict=True)]

    def boards(state: BoxState) -> list[Row]:
        if made.things.by_round and state.round > (asked := max(n for _, n, _ in fields.values())):
            why = f"has played {state.round} rounds; a sheet of {asked} has room for no more"
            raise Faulty([Fault("The table", "", why)])
        return [
            {"name": seat}
            | {
                key: state.numbers.get(made.things.cell(line, seat, n), 0)
                for key, (line, n, _) in fields.items()
            }
            for seat in state.table
        ]

    return Sheet(
        players=made.things.seats,
        scored=scored,
        rows=boards,
        standing=lambda state: [_result(made, state, seat, seat) for seat in state.table],
        numbers=tuple(number for _, _, number in fields.values()),
        parts=(_rule(made),),
        together=lambda rows: [*_faults(made, fields, moment, rows)],
    )


def _fields(made: Made, opened: Callable[[int], BoxState]) -> Iterator[tuple[str, tuple[str, int, Number]]]:
    """Key to the line, the round and the number that is asked for."""
    rounds = 1
    if made.things.by_round:
        once = len(made.things.written) - len(made.things.by_round)
        rounds = min(UNTIL, (MOST - once) // len(made.things.by_round))
        if made.rounds.rounds_of is not None:
            rounds = max(made.rounds.number(opened(players)) for players in made.things.players)
        if rounds * len(made.things.by_round) + once > MOST:
            return
    for n in range(1, rounds + 1):
        for key, line in made.things.written.items():
            if line.each == "round" or n == 1:
                name = f"{made.things.called(key)} {n}" if line.each == "round" else made.things.called(key)
                short = f"{key}_{n}" if line.each == "round" else key
                yield short, (key, n, _number(made, opened, key, name, short, n))


def _counted(made: Made, opened: Callable[[int], BoxState]) -> Iterator[tuple[str, tuple[str, int, Number]]]:
    """The same where nothing is written: the counters of a seat on which the points rest."""
    box, state = made.box, opened(made.things.players[0])
    texts = list(made.box.score.ties)
    texts += (
        [box.score.points] if box.score.points else [line.worth or key for key, line in box.lines.items()]
    )
    names = list[str]()
    while texts:
        for name in expression.names(texts.pop(0)):
            if name not in names:
                names.append(name)
                texts += [box.lines[name].formula or ""] if name in box.lines else []
    if any(name in made.things.table_counters for name in names):
        return  # what is the table's is nobody's to enter
    for key in made.things.seat_counters:
        if key in names:
            counter, start = box.counters[key], state.numbers[made.things.thing(key, state.table[0])]
            least, most = made.things.bounds[key]
            yield (
                key,
                (key, 1, Number(key, made.things.called(key), most, least, start, icon=counter.icon or "")),
            )


def _played(
    made: Made, state: BoxState, fields: dict[str, tuple[str, int, Number]], rows: Sequence[Row]
) -> int:
    """Return how many rounds there were: if a rule ends the game, up to the last with something written."""
    if made.rounds.rounds_of is not None:
        return made.rounds.number(state)
    return max([1, *(n for row in rows for key, (_, n, _) in fields.items() if n > 1 and row[key])])


def _number(made: Made, opened: Callable[[int], BoxState], key: str, name: str, short: str, n: int) -> Number:
    points = made.things.written[key].points
    if isinstance(points, tuple):
        return Number(short, name, max(points), min(0, *points), icon=made.things.written[key].icon or "")
    least, most, _ = made.ends[key]
    heres = [
        state.here(seat).in_round(n) for state in map(opened, made.things.players) for seat in state.table
    ]
    low = min(0, *map(least, heres))
    return Number(short, name, max(map(most, heres)), low, icon=made.things.written[key].icon or "")


def _faults(
    made: Made,
    fields: dict[str, tuple[str, int, Number]],
    moment: Callable[[Sequence[Row]], BoxState],
    rows: Sequence[Row],
) -> Iterator[Fault]:
    """Yield the numbers that cannot be written on a line: between its steps, or not in its list."""
    for n, row in enumerate(rows, 1):
        for key, (line, _, _) in fields.items():
            if line not in made.things.written:
                continue
            points = made.things.written[line].points
            if isinstance(points, tuple):
                allowed = points
            else:
                least, _most, step = made.ends[line]
                low = least(moment(rows).here(moment(rows).table[0])) if step > 1 else row[key]
                allowed = (row[key],) if (row[key] - low) % step == 0 else (low, low + step)
            if row[key] != 0 and row[key] not in allowed:
                known = ", ".join(map(str, allowed[:8]))
                yield Fault(row["name"], key, f"is {row[key]}; one of {known} … would be right", n)


def _result(made: Made, state: BoxState, seat: str, name: str) -> Result:
    here = state.here(seat)
    total = made.points(state, seat)
    if made.box.score.points is not None or state.partners(seat) != (seat,):
        lines: tuple[Line, ...] = (Line(made.box.score.name, total, 1, total, _rule(made)),)
    else:
        lines = tuple(
            _line(made, key, made.values[key](here), worth(here)) for key, worth in made.worth.items()
        )
    figures = {
        made.things.called(key): str(made.values[key](here))
        for key in made.box.lines
        if made.box.lines[key].each == "game"
    }
    return Result(name, lines, figures=figures, standing=made.standing(state, seat))


def _line(made: Made, key: str, value: int, points: int) -> Line:
    each, rest = divmod(points, value) if value else (0, points)
    count, one = (1, points) if rest else (value, each)
    return Line(made.things.called(key), count, one, points, _rule(made))


def _rule(made: Made) -> str:
    """The rule by which the points are counted: the one that ends the game."""
    return next(iter(endings(made)), END)
