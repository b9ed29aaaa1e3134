"""The names of a box: keys that nobody else has, phases and spaces that there are, what stands where."""

import keyword
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.boxes.definition import spaces
from companion.boxes.definition.spaces import PLAIN
from companion.boxes.play.state import OF_CLOCKS, TABLE_S
from companion.boxes.reading.reader import Reader
from companion.boxes.reading.words import OF_FORMULAS
from companion.kernel.schema import nearest
from companion.kernel.toml import Path
from companion.words import ForAuthor

TAKEN = frozenset(("Turn", "Round", "Phase", "First player", "Out", "Result", "Draw", "Clocks"))
"""What every table tracks, by name."""
OF_TABLES = frozenset(
    ("write", "change", "done", "ruling", "resign", "undo", "redo", *OF_CLOCKS, *keyword.kwlist)
)
"""Keys that a verb of a box cannot have."""


def keys(reader: Reader) -> None:
    """Every key is a word of its own, and seats, teams and options fit."""
    box, seen = reader.box, dict[str, str]()
    groups: Mapping[str, Mapping[str, Any]] = {
        "options": box.options, "tables": box.tables, "lines": box.lines, "counters": box.counters,
        "pieces": box.pieces, "phases": box.phases, "timers": box.timers, "areas": box.areas,
        "stones": box.stones,
    }  # fmt: skip
    for group, keys in groups.items():
        for key in keys:
            if key in seen or key in OF_FORMULAS:
                where: ForAuthor = f"a key of “{seen[key]}” already" if key in seen else "a word of formulas"
                reader.no((group, key), f"“{key}” is {where}; choose another.")
            seen[key] = group
    _seats(reader)
    for key, option in box.options.items():
        if option.usual not in option.choices:
            reader.no(
                ("options", key, "usual"),
                f"“{option.usual}” is no choice; {nearest(option.usual, option.choices)}",
            )
    _things(reader)
    _lines(reader)
    _verbs(reader)
    _phases(reader)


def _seats(reader: Reader) -> None:
    """There is a seat for each player, and pairs are even."""
    box, players = reader.box, reader.parts.things.players
    if box.seats and len(box.seats) != players[-1]:
        reader.no(
            ("seats",),
            f"there are {len(box.seats)} seats for up to {players[-1]} players; as many would be right.",
        )
    if len(set(box.seats)) < len(box.seats):
        reader.no(("seats",), "a seat stands twice.")
    if box.turns.teams == "pairs" and any(number % 2 for number in players):
        reader.no(("turns", "teams"), "pairs want 4 players, or 2, 6 or 8.")


def _things(reader: Reader) -> None:
    """No two things have one name."""
    if reader.faults:
        return
    box, parts, taken = reader.box, reader.parts, set(TAKEN)
    for group, keys in (
        ("lines", box.lines), ("counters", box.counters), ("pieces", box.pieces), ("timers", box.timers),
        ("stones", box.stones),
    ):  # fmt: skip
        for key in keys:
            called = parts.things.called(key)
            if called in taken or called == box.score.name:
                reader.no((group, key), f"“{called}” is the name of something else; give this one another.")
            taken.add(called)


def _lines(reader: Reader) -> None:
    """Lines are written or worked out, in phases that there are."""
    for key, line in reader.box.lines.items():
        if (line.points is None) == (line.formula is None):
            reader.no(
                ("lines", key),
                f"the line “{key}” is written by hand or worked out: give it “points” or “formula”.",
            )
        if line.during is not None:
            _phase(reader, ("lines", key, "during"), line.during)


def _verbs(reader: Reader) -> None:
    """Verbs have keys of their own, and are said in phases that there are."""
    for key, verb in reader.box.verbs.items():
        for n, phase in enumerate(verb.during):
            _phase(reader, ("verbs", key, "during", n), phase)
    for key in filter(OF_TABLES.__contains__, reader.box.verbs):
        reader.no(("verbs", key), f"“{key}” is a verb that tables have by themselves; choose another key.")


def _phases(reader: Reader) -> None:
    """A phase that can be left out is neither the first nor aside."""
    for key, phase in reader.box.phases.items():
        if phase.when is not None and key not in reader.parts.rounds.parts[1:]:
            reader.no(
                ("phases", key, "when"), "a round begins with its first phase, and a “then” leads aside."
            )


def _phase(reader: Reader, path: Path, phase: str) -> None:
    """Note a phase that there is not."""
    if phase not in reader.box.phases:
        reader.no(path, f"there is no phase “{phase}”; {nearest(phase, reader.box.phases)}")


def board(reader: Reader) -> None:
    """The board, if there is one, and what stands on it."""
    if reader.box.board is None:
        if reader.box.pieces:
            reader.no(("pieces",), "pieces want a board; give the box one.")
        return
    try:
        places = replace(reader.parts.places, spaces=spaces.drawn(reader.box.board))
    except spaces.NoBoard as no:
        reader.no(("board", "drawing"), str(no))
    else:
        reader.parts = replace(reader.parts, places=places)
        _set_up(reader)
        _sigils(reader)


SIGILS = 84
"""So many kinds of piece can bear sigils: a hundred, but for those of a board and of its frame."""


def _sigils(reader: Reader) -> None:
    """Not more kinds of piece for photographs than there are sigils."""
    seats, marked = len(reader.parts.things.seats), [one for one in reader.box.pieces.values() if one.sigils]
    kinds = sum(seats if one.of == "seat" else 1 for one in marked)
    if kinds > SIGILS:
        reader.no(("pieces",), f"{kinds} kinds of piece would bear sigils, and there are {SIGILS}.")


def _set_up(reader: Reader) -> None:
    """Note pieces that start on unknown spaces, for unknown seats, or more of them than there are or fit."""
    board = reader.parts.places
    taken = Counter[str]()
    for key, piece in reader.box.pieces.items():
        names = reader.parts.things.seats if piece.of == "seat" else (TABLE_S,)
        for whose, text in piece.at.items():
            path, places = ("pieces", key, "at", whose), text.split()
            if whose not in names:
                reader.no(path, f"“{whose}” has no such piece; {nearest(whose, names)}")
            if len(places) > piece.count:
                reader.no(path, f"{len(places)} stand there, and there are {piece.count}.")
            for place in places:
                taken[place] += 1
                if place not in board.spaces.at:
                    meant = nearest(place, board.spaces.at)
                    reader.no(path, f"“{place[:12]}” is no space of the board; {meant}")
                elif taken[place] > board.sort(place).holds:
                    reader.no(
                        path,
                        _too_many(place, taken[place], board.sort(place).holds, board.spaces.kinds[place]),
                    )


def _too_many(place: str, number: int, holds: int, kind: str) -> ForAuthor:
    """Return what is wrong where more pieces start on a space than it holds, and what would be right."""
    right = f"holds = {number} in [spaces.{kind or PLAIN}] would be right"
    return f"{number} pieces start on {place}, which holds {holds}; {right}."
