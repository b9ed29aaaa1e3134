"""The timers of a box: how long each is, what it gains, and what happens at its end."""

from companion.boxes.definition.rounds import ANY_TIME
from companion.boxes.definition.schema import Timer
from companion.boxes.reading.reader import Reader
from companion.boxes.reading.verbs import statements


def timers(reader: Reader) -> None:
    """Every timer."""
    rounds = reader.parts.rounds
    for key, timer in reader.box.timers.items():
        path = ("timers", key)
        if timer.of == "seat" and ANY_TIME in map(rounds.order.get, rounds.parts):
            reader.no(
                (*path, "of"),
                "a seat's clock runs in its turn, and there are no turns where anybody plays at any time; "
                'of = "table" would be right, or an order.',
            )
        if timer.seconds is None and (timer.gains or timer.does):
            reader.no(path, "without “seconds” a timer counts up and has no end; say how many it has.")
        elif timer.gains and (timer.of, timer.each) != ("seat", "game"):
            reader.no(
                (*path, "gains"),
                "a turn brings seconds to a seat's clock of the whole game, and to no other.",
            )
        else:
            _timer(reader, key, timer)


def _timer(reader: Reader, key: str, timer: Timer) -> None:
    """Read the formulas of a timer, and what happens at its end."""
    path = ("timers", key)
    if timer.seconds is not None:
        reader.seconds[key] = reader.formula((*path, "seconds"), timer.seconds)
    if timer.gains is not None:
        reader.gains[key] = reader.formula((*path, "gains"), timer.gains)
    reader.at_end[key] = statements(reader, (*path, "does"), timer.does)
