"""Formulas about cards: suit, rank and worth of one, its part in a trick, the contents of a pile."""

from collections.abc import Callable, Mapping, Sequence

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Value
from companion.boxes.definition.model import Parts
from companion.boxes.definition.schema import Ask
from companion.boxes.play import deduction, piles
from companion.boxes.play.naming_cards import card, pile, suit
from companion.kernel.schema import nearest


def _card(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Callable[[Here], str]:
    """The card that stands in the brackets; empty for none."""
    return card(parts, asks, names[0] if len(names) == 1 else "", f"{what}(…)")


def _suit(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``suit(card)``: the number of its suit, the first is 1; 0 where there is no card."""
    named = _card(parts, asks, names, "suit")
    numbers = {
        name: parts.cards.suits.index(one.suit) + 1 if one.suit else 0
        for name, one in parts.cards.each.items()
    }
    return lambda here: numbers.get(named(here), 0)


def _rank(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``rank(card)``: the number of its rank, the first is 1; 0 where there is no card."""
    named = _card(parts, asks, names, "rank")
    return lambda here: parts.cards.each[one].rank if (one := named(here)) else 0


def _worth(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``worth(card)``: what it counts."""
    named = _card(parts, asks, names, "worth")
    return lambda here: parts.cards.each[one].worth if (one := named(here)) else 0


def _count(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``count(hand)``: how many cards a pile has."""
    name = names[0] if len(names) == 1 else ""
    if name not in parts.box.piles:
        raise WrongFormula(f"count(…) wants a pile; {nearest(name, parts.box.piles)}")
    of_seat = parts.box.piles[name].of == "seat"
    return lambda here: piles.number(here.state, parts.cards.pile(name, here.seat if of_seat else ""))


def _strength(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``strength(played, led, trumps)``: what a card is in a trick, by its rank: trumps before the suit led,
    and 0 for others and for no card."""
    if len(names) not in (2, 3):
        raise WrongFormula("strength(…) takes a card, the suit led, and trumps where there are any.")
    named = _card(parts, asks, names[:1], "strength")
    led, trumps = (suit(parts, asks, name, "strength(…)") for name in (names[1], names[-1]))
    above = max((one.rank for one in parts.cards.each.values()), default=0) + 1

    def strength(here: Here) -> int:
        if not (name := named(here)) or not (own := parts.cards.each[name]).suit:
            return 0
        if names[2:] and own.suit == trumps(here):
            return own.rank + 2 * above
        return own.rank + above if own.suit == led(here) else 0

    return strength


def _holds(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``holds(hand, led)``: how many cards of a suit surely lie in a pile, by all that was seen."""
    if len(names) != 2:
        raise WrongFormula("holds(…) takes a pile, and a suit: holds(hand, led).")
    there, what = pile(parts, names[0]), suit(parts, asks, names[1], "holds(…)")
    return lambda here: deduction.holds(here.state, there(here), one) if (one := what(here)) else 0


def _may_lie(parts: Parts, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``may_hold(hand, card)``: 1 where this card can lie in a pile, by all that was seen."""
    if len(names) != 2:
        raise WrongFormula("may_hold(…) takes a pile, and a card: may_hold(hand, card).")
    there, named = pile(parts, names[0]), _card(parts, asks, names[1:], "may_hold")

    def may_hold(here: Here) -> int:
        one, where = named(here), there(here)
        down = where in here.state.numbers
        return int(deduction.may_lie(here.state, where, one) if down else here.state.cards.get(one) == where)

    return may_hold


OF_CARDS: Mapping[str, Callable[[Parts, Mapping[str, Ask], Sequence[str]], Value]] = {
    "suit": _suit,
    "rank": _rank,
    "worth": _worth,
    "count": _count,
    "strength": _strength,
    "holds": _holds,
    "may_hold": _may_lie,
}
"""Functions of cards; in their brackets stand names."""
