"""The timers of a box: how long each is, what it gains, and what happens at its end."""

from companion.boxes.definition.rounds import ANY_TIME
from companion.boxes.reading.reader import Reader
from companion.boxes.reading.verbs import statement_of


def timers(reader: Reader) -> None:
    """Every timer."""
    parts, box = reader.parts, reader.box
    for key, timer in box.timers.items():
        path = ("timers", key)
        if timer.of == "seat" and any(parts.rounds.order[part] == ANY_TIME for part in parts.rounds.parts):
            reader.no(
                (*path, "of"),
                "a seat's clock runs in its turn, and there are no turns where anybody plays at any time; "
                'of = "table" would be right, or an order.',
            )
        if timer.seconds is None and (timer.gains or timer.does):
            reader.no(path, "without “seconds” a timer counts up and has no end; say how many it has.")
            continue
        if timer.gains and (timer.of == "table" or timer.each == "turn"):
            reader.no(
                (*path, "gains"),
                "a turn brings seconds to a seat's clock of the whole game, and to no other.",
            )
            continue
        if timer.seconds is not None:
            reader.seconds[key] = reader.formula((*path, "seconds"), timer.seconds)
        if timer.gains is not None:
            reader.gains[key] = reader.formula((*path, "gains"), timer.gains)
        does = (statement_of(reader, (*path, "does", n), text, {}) for n, text in enumerate(timer.does))
        reader.at_end[key] = tuple(one for one in does if one)
