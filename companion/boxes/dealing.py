"""Statements about cards: ``lay card on discard``, ``draw 1 from stock to hand``, ``shuffle``."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Value
from companion.kernel.state import counted

if TYPE_CHECKING:
    from companion.boxes.made import Made
    from companion.boxes.state import BoxState

_KEY = r"([a-z][a-z0-9_]*)"
LAY = re.compile(rf"lay {_KEY} on {_KEY}")
DRAW = re.compile(rf"draw (.+) from {_KEY} to {_KEY}")
SHUFFLE = re.compile(rf"shuffle (?:all but ([1-9]) of )?{_KEY} into {_KEY}")

Hands = Callable[["BoxState", Here, str], tuple["BoxState", tuple[str, ...]]]


def hands(text: str, made: "Made", formulas: Callable[[str], Value]) -> Hands | None:
    """What a statement about cards does; None where it is about something else."""
    if not made.cards:
        return None
    if found := LAY.fullmatch(text):
        return _lay(made, found[1], found[2])
    if found := DRAW.fullmatch(text):
        return _draw(made, formulas(found[1]), found[2], found[3])
    if found := SHUFFLE.fullmatch(text):
        return _shuffle(made, int(found[1] or 0), found[2], found[3])
    return None


def _pile(made: "Made", key: str, face: str = "") -> Callable[[Here], str]:
    if key not in made.box.piles:
        raise Wrong(f"“{key}” is no pile; {made.nearest(key, made.box.piles)}")
    if face and made.box.piles[key].face != face:
        way = "its faces are named: ask for a card" if face == "down" else "nobody knows which lie there"
        raise Wrong(f"“{key}” does not lie face {face}; {way}.")
    return lambda here: made.pile(key, here.seat if made.box.piles[key].of == "seat" else "")


def _lay(made: "Made", card: str, key: str) -> Hands:
    asks, to = made.asking, _pile(made, key)
    whence = asks[card].card if card in asks else None
    if whence is None:
        raise Wrong(f"“{card}” asks for no card; “lay” wants the key of a question that does.")
    source = _pile(made, whence)

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        named, one, other = str(getattr(here.said, card)), source(here), to(here)
        down = tuple(thing for thing in (one, other) if thing in state.numbers)
        return made.lay(state, named, one, other), (named, *down)

    return move


def _draw(made: "Made", number: Value, key: str, to: str) -> Hands:
    source, goal = _pile(made, key, "down"), _pile(made, to, "down")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        one, other, many = source(here), goal(here), max(0, number(here))
        if state.numbers[one] < many:
            state.rules.refuse(rule, f"{one} has {counted(state.numbers[one], 'card')}, not {many}.")
        return made.drawn(state, many, one, other), (one, other)

    return move


def _shuffle(made: "Made", but_last: int, key: str, to: str) -> Hands:
    source, goal = _pile(made, key, "up"), _pile(made, to, "down")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        state, gone = made.shuffled(state, source(here), goal(here), but_last)
        return state, (goal(here), *gone)

    return move
