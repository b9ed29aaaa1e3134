"""Reads a box: its text into tables, its formulas into functions, every fault with its line.

``reader`` notes faults and reads formulas; ``words`` and ``on_board`` are what formulas can say besides the
box's own names. ``names``, ``places``, ``cards``, ``pad``, ``verbs``, ``timers``, ``hidden`` and ``rules``
each go through a part of the box.
"""

from companion.boxes.definition.model import Definition
from companion.boxes.definition.schema import Box
from companion.boxes.reading import cards, hidden, names, pad, places, rules, timers, verbs
from companion.boxes.reading.reader import Reader
from companion.kernel import schema, toml
from companion.kernel.schema import SchemaError
from companion.kernel.untrusted import Limits, Unreadable, read_toml

LIMITS = Limits(size=64 * 1024, lines=3_000, line=2_000, depth=6, items=6_000, text=8_000, digits=7)
"""How much a box file may have of everything."""


def read(text: str, name: str = "box.toml") -> Box:
    """Return the tables of a box file; SchemaError lists every fault with its line."""
    try:
        data = read_toml(text, LIMITS)
    except Unreadable as no:
        raise SchemaError([no.of(name)]) from None
    return schema.check(data, Box, text, name)


def definition(text: str, key: str, name: str = "box.toml") -> Definition:
    """Return the box that a file defines; SchemaError lists every fault with its line."""
    reader = Reader(key, read(text, name))
    _all(reader)
    if reader.faults:
        raise schema.unfit(reader.faults, toml.lines(text), name)
    return reader.definition()


def _all(reader: Reader) -> None:
    """Everything, in the order in which one thing rests on another."""
    names.keys(reader)
    names.board(reader)
    places.places(reader)
    cards.cards(reader)
    if reader.faults:
        return
    pad.numbers(reader)
    pad.lines(reader)
    if reader.faults:
        return
    pad.counters(reader)
    pad.stones(reader)
    cards.dealt(reader)
    verbs.verbs(reader)
    hidden.hidden(reader)
    timers.timers(reader)
    rules.rules(reader)
    rules.score(reader)
    rules.questions(reader)
    if not reader.parts.things.written and not reader.kinds:
        reader.faults.append(
            ((), "There is nothing to do: give the box lines, a verb, or a counter with “change”.")
        )
