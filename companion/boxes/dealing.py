"""Statements about cards: ``lay card on discard``, ``draw 1 from stock to hand``, ``hand lacks led``."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.boxes import deduced
from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Value
from companion.boxes.naming_cards import Named, card, pile, suit
from companion.kernel.state import counted

if TYPE_CHECKING:
    from companion.boxes.made import Made
    from companion.boxes.state import BoxState

_KEY = r"([a-z][a-z0-9_]*)"
LAY = re.compile(rf"lay {_KEY} on {_KEY}")
GATHER = re.compile(rf"gather {_KEY} on {_KEY}")
LACKS = re.compile(rf"{_KEY} lacks {_KEY}")
DRAW = re.compile(rf"draw (.+) from {_KEY} to {_KEY}")
SHUFFLE = re.compile(rf"shuffle (?:all but ([1-9]) of )?{_KEY} into {_KEY}")

Hands = Callable[["BoxState", Here, str], tuple["BoxState", tuple[str, ...]]]


def hands(text: str, made: "Made", formulas: Callable[[str], Value]) -> Hands | None:
    """Return the moves of a statement about cards, or None if it is about something else."""
    if not made.cards.each:
        return None
    if found := LAY.fullmatch(text):
        return _lay(made, found[1], found[2])
    if found := GATHER.fullmatch(text):
        return _gather(made, found[1], found[2])
    if found := LACKS.fullmatch(text):
        return _lacks(made, found[1], found[2])
    if found := DRAW.fullmatch(text):
        return _draw(made, formulas(found[1]), found[2], found[3])
    if found := SHUFFLE.fullmatch(text):
        return _shuffle(made, int(found[1] or 0), found[2], found[3])
    return None


def _pile(made: "Made", key: str, face: str = "") -> Named:
    named = pile(made, key)
    if face and made.box.piles[key].face != face:
        way = "its faces are named: ask for a card" if face == "down" else "nobody knows which lie there"
        raise Wrong(f"“{key}” does not lie face {face}; {way}.")
    return named


def _lay(made: "Made", name: str, key: str) -> Hands:
    """The card of a question, or the top one of a pile that lies face up, onto a pile."""
    asks, to = made.asking, _pile(made, key)
    asked = asks[name].card if name in asks else None
    if asked is None and name not in made.box.piles:
        raise Wrong(f"“{name}” asks for no card; “lay” wants the key of a question that does, or a pile.")
    source, named = _pile(made, asked or name), card(made, asks, name, "“lay”")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        one, whence, other = named(here), source(here), to(here)
        if not one:
            return state, ()
        if whence in state.numbers and not deduced.may_lie(made, state, whence, one):
            state.rules.refuse(rule, f"By all that was seen and said, {one} cannot be in {whence}.")
        down = tuple(thing for thing in (whence, other) if thing in state.numbers)
        return made.cards.lay(state, one, whence, other), (one, *down)

    return move


def _gather(made: "Made", key: str, to: str) -> Hands:
    """All cards of a pile, or of every seat's, onto another: a trick that is over."""
    _pile(made, key, "up")
    goal, sources = _pile(made, to), [thing for thing, (one, _) in made.cards.piles.items() if one == key]

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        there = [one for one, where in state.cards.items() if where in sources]
        for one in there:
            state = made.cards.lay(state, one, "", goal(here))
        return state, (*there, goal(here))

    return move


def _lacks(made: "Made", key: str, name: str) -> Hands:
    """A hand has no card of a suit, but those that were seen going there; refused where no deal is so."""
    there, what = _pile(made, key, "down"), suit(made, made.asking, name, "“lacks”")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        thing, one = there(here), what(here)
        if not one:
            return state, ()
        if sure := deduced.holds(made, state, thing, one):
            held = counted(sure, "card")
            state.rules.refuse(rule, f"By all that was seen and said, {thing} has {held} of {one}.")
        return state.but(lacks=state.lacks | {(thing, one)}), (deduced.thing(thing),)

    return move


def _draw(made: "Made", number: Value, key: str, to: str) -> Hands:
    source, goal = _pile(made, key, "down"), _pile(made, to, "down")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        one, other, many = source(here), goal(here), max(0, number(here))
        if state.numbers[one] < many:
            state.rules.refuse(rule, f"{one} has {counted(state.numbers[one], 'card')}, not {many}.")
        return made.cards.drawn(state, many, one, other), (one, other, deduced.thing(other))

    return move


def _shuffle(made: "Made", but_last: int, key: str, to: str) -> Hands:
    source, goal = _pile(made, key, "up"), _pile(made, to, "down")

    def move(state: "BoxState", here: Here, rule: str) -> tuple["BoxState", tuple[str, ...]]:
        state, gone = made.cards.shuffled(state, source(here), goal(here), but_last)
        return state, (goal(here), *gone, deduced.thing(goal(here)))

    return move
