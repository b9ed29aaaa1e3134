"""Names of spaces in formulas and statements: an answer, ``last``, an area, and the opposite space."""

from collections.abc import Callable, Mapping, Sequence

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Source, spelled
from companion.boxes.definition.model import Parts
from companion.boxes.definition.nodes import said
from companion.boxes.definition.schema import Ask
from companion.kernel.schema import nearest

LAST = "last"
"""The space on which the last stone fell that a seat has sown."""

Where = Callable[[Here], Sequence[str]]


def where(parts: Parts, asks: Mapping[str, Ask], name: str) -> Where:
    """The spaces a name stands for: an answer, that of a piece, ``last``, or an area; ``opposite(…)`` for
    those across. WrongFormula where it stands for none."""
    inner = name.removeprefix("opposite(").removesuffix(")")
    if name == f"opposite({inner})":
        across, there = parts.places.opposite, where(parts, asks, inner)
        return lambda here: [across[space] for space in there(here) if space in across]
    if name in parts.places.areas:
        area = parts.places.areas[name]
        return lambda here: area[here.seat]
    if name == LAST:
        return lambda here: here.state.last[1:] if here.state.last[0] == here.seat else ()
    return _answered(parts, asks, name)


def _answered(parts: Parts, asks: Mapping[str, Ask], name: str) -> Where:
    """The space that an answer is, or that of the piece it is."""
    on_board = {key: ask for key, ask in asks.items() if ask.place or ask.piece}
    if name not in on_board:
        meant = nearest(name, [LAST, *parts.places.areas, *on_board])
        raise WrongFormula(f"“{name[:30]}” names no space here; {meant}")
    if on_board[name].place:
        return lambda here: (getattr(here.said, name),)
    return lambda here: (here.state.at[getattr(here.said, name)],)


def lying(parts: Parts, asks: Mapping[str, Ask], key: str, name: str) -> Source:
    """``seeds[pit]``: how many of these stones lie there, all in all."""
    there, things = where(parts, asks, name), parts.places.stones[key]
    if name in parts.places.areas:
        areas = {
            seat: [things[space] for space in area if space in things]
            for seat, area in parts.places.areas[name].items()
        }
        return spelled("sum([numbers[thing] for thing in areas[seat]])", areas=areas)
    if name in asks and asks[name].place:
        return spelled("numbers[things[place]] if place in things else 0", things=things, place=said(name))
    return spelled(
        "sum([numbers[things[space]] for space in there(here) if space in things])",
        things=things,
        there=there,
    )
