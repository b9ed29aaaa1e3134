"""Names of cards, piles and suits in formulas and statements: by an answer, a pile, or a number."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here
from companion.boxes.definition.model import Parts
from companion.boxes.definition.schema import Ask
from companion.boxes.play.piles import lying_in
from companion.kernel.schema import nearest

Named = Callable[[Here], str]


def pile(parts: Parts, key: str) -> Named:
    """The pile of a key: the table's, or that of the seat it is about. WrongFormula where there is none."""
    if key not in parts.box.piles:
        raise WrongFormula(f"“{key}” is no pile; {nearest(key, parts.box.piles)}")
    if parts.box.piles[key].of == "table":
        name = parts.cards.pile(key, "")
        return lambda here: name
    return lambda here: parts.cards.pile(key, here.seat)


def card(parts: Parts, asks: Mapping[str, Ask], name: str, what: str) -> Named:
    """The card that an answer names, or the top one of a pile that lies face up; empty for none."""
    if name in asks and asks[name].card:
        return lambda here: str(getattr(here.said, name))
    if name in parts.box.piles and parts.box.piles[name].face == "up":
        return partial(_top, pile(parts, name))
    names = [*(key for key, ask in asks.items() if ask.card), *parts.box.piles]
    raise WrongFormula(f"{what} wants a question for a card, or a pile face up; {nearest(name, names)}")


def _top(whence: Named, here: Here) -> str:
    there = lying_in(here.state, whence(here))
    return there[-1] if there else ""


def suit(parts: Parts, asks: Mapping[str, Ask], name: str, what: str) -> Named:
    """The suit that a counter or an option has the number of, or that a card has; empty for none."""
    if name in parts.box.counters:
        value = parts.things.counter_value(name)
        return lambda here: parts.cards.suit_of(value(here))
    if name in parts.box.options:
        return lambda here: parts.cards.suit_of(here.state.options[name])
    try:
        named = card(parts, asks, name, what)
    except WrongFormula:
        names = [*parts.box.counters, *parts.box.options, *asks, *parts.box.piles]
        raise WrongFormula(f"{what} wants the number of a suit, or a card; {nearest(name, names)}") from None
    return lambda here: parts.cards.each[one].suit if (one := named(here)) else ""
