"""Statements about cards: ``lay card on discard``, ``draw 1 from stock to hand``, ``hand lacks led``."""

import re
from collections.abc import Callable, Mapping

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Value
from companion.boxes.definition.model import Hands, Parts
from companion.boxes.definition.schema import Ask
from companion.boxes.play import deduction, piles
from companion.boxes.play.naming_cards import Named, card, pile, suit
from companion.boxes.play.state import BoxState

_KEY = r"([a-z][a-z0-9_]*)"
LAY = re.compile(rf"lay {_KEY} on {_KEY}")
GATHER = re.compile(rf"gather {_KEY} on {_KEY}")
LACKS = re.compile(rf"{_KEY} lacks {_KEY}")
DRAW = re.compile(rf"draw (.+) from {_KEY} to {_KEY}")
SHUFFLE = re.compile(rf"shuffle (?:all but ([1-9]) of )?{_KEY} into {_KEY}")


def hands(text: str, parts: Parts, formulas: Callable[[str], Value], asks: Mapping[str, Ask]) -> Hands | None:
    """Return the moves of a statement about cards, or None if it is about something else."""
    if not parts.cards.each:
        return None
    if match := LAY.fullmatch(text):
        return _lay(parts, asks, match[1], match[2])
    if match := GATHER.fullmatch(text):
        return _gather(parts, match[1], match[2])
    if match := LACKS.fullmatch(text):
        return _lacks(parts, asks, match[1], match[2])
    if match := DRAW.fullmatch(text):
        return _draw(parts, formulas(match[1]), match[2], match[3])
    if match := SHUFFLE.fullmatch(text):
        return _shuffle(parts, int(match[1] or 0), match[2], match[3])
    return None


def _pile(parts: Parts, key: str, face: str = "") -> Named:
    named = pile(parts, key)
    if face and parts.box.piles[key].face != face:
        way = "its faces are named: ask for a card" if face == "down" else "nobody knows which lie there"
        raise WrongFormula(f"“{key}” does not lie face {face}; {way}.")
    return named


def _lay(parts: Parts, asks: Mapping[str, Ask], name: str, key: str) -> Hands:
    """The card of a question, or the top one of a pile that lies face up, onto a pile."""
    to = _pile(parts, key)
    asked = asks[name].card if name in asks else None
    if asked is None and name not in parts.box.piles:
        raise WrongFormula(
            f"“{name}” asks for no card; “lay” wants the key of a question that does, or a pile."
        )
    source, named = _pile(parts, asked or name), card(parts, asks, name, "“lay”")

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        one, whence, other = named(here), source(here), to(here)
        if not one:
            return state, ()
        if whence in state.numbers and not deduction.may_lie(state, whence, one):
            why = "By all that was seen and said, {one} cannot be in {whence}."
            state.rules.refuse(rule, why, one=one, whence=whence)
        down = tuple(thing for thing in (whence, other) if thing in state.numbers)
        return piles.lay(state, one, whence, other), (one, *down)

    return move


def _gather(parts: Parts, key: str, to: str) -> Hands:
    """All cards of a pile, or of every seat's, onto another: a trick that is over."""
    _pile(parts, key, "up")
    goal, sources = _pile(parts, to), [thing for thing, (one, _) in parts.cards.piles.items() if one == key]

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        there = [one for one, where in state.cards.items() if where in sources]
        for one in there:
            state = piles.lay(state, one, "", goal(here))
        return state, (*there, goal(here))

    return move


def _lacks(parts: Parts, asks: Mapping[str, Ask], key: str, name: str) -> Hands:
    """A hand has no card of a suit, but those that were seen going there; refused where no deal is so."""
    there, what = _pile(parts, key, "down"), suit(parts, asks, name, "“lacks”")

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        thing, one = there(here), what(here)
        if not one:
            return state, ()
        if sure := deduction.holds(state, thing, one):
            why = "By all that was seen and said, {thing} has {n:# card|# cards} of {suit}."
            state.rules.refuse(rule, why, thing=thing, n=sure, suit=one)
        return state.but(lacks=state.lacks | {(thing, one)}), (deduction.thing(thing),)

    return move


def _draw(parts: Parts, number: Value, key: str, to: str) -> Hands:
    source, goal = _pile(parts, key, "down"), _pile(parts, to, "down")

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        one, other, many = source(here), goal(here), max(0, number(here))
        if (there := state.numbers[one]) < many:
            why = "{one} has {number:# card|# cards}, not {many}."
            state.rules.refuse(rule, why, one=one, number=there, many=many)
        return piles.draw(state, many, one, other), (one, other, deduction.thing(other))

    return move


def _shuffle(parts: Parts, but_last: int, key: str, to: str) -> Hands:
    source, goal = _pile(parts, key, "up"), _pile(parts, to, "down")

    def move(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        state, gone = piles.shuffle(state, source(here), goal(here), but_last)
        return state, (goal(here), *gone, deduction.thing(goal(here)))

    return move
