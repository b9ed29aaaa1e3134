"""Names of cards, piles and suits in formulas and statements: by an answer, a pile, or a number."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here
from companion.boxes.schema import Ask
from companion.kernel.schema import nearest

if TYPE_CHECKING:
    from companion.boxes.made import Made

Named = Callable[[Here], str]


def pile(made: "Made", key: str) -> Named:
    """The pile of a key: the table's, or that of the seat it is about. Wrong where there is none."""
    if key not in made.box.piles:
        raise Wrong(f"“{key}” is no pile; {nearest(key, made.box.piles)}")
    if made.box.piles[key].of == "table":
        name = made.cards.pile(key, "")
        return lambda here: name
    return lambda here: made.cards.pile(key, here.seat)


def card(made: "Made", asks: Mapping[str, Ask], name: str, what: str) -> Named:
    """The card that an answer names, or the top one of a pile that lies face up; empty for none."""
    if name in asks and asks[name].card:
        return lambda here: str(getattr(here.said, name))
    if name in made.box.piles and made.box.piles[name].face == "up":
        return partial(_top, made, pile(made, name))
    known = [*(key for key, ask in asks.items() if ask.card), *made.box.piles]
    raise Wrong(f"{what} wants a question for a card, or a pile face up; {nearest(name, known)}")


def _top(made: "Made", whence: Named, here: Here) -> str:
    there = made.cards.lying_in(here.state, whence(here))
    return there[-1] if there else ""


def suit(made: "Made", asks: Mapping[str, Ask], name: str, what: str) -> Named:
    """The suit that a counter or an option has the number of, or that a card has; empty for none."""
    if name in made.box.counters:
        value = made.values[name]
        return lambda here: made.cards.suit_of(value(here))
    if name in made.box.options:
        return lambda here: made.cards.suit_of(here.state.options[name])
    try:
        named = card(made, asks, name, what)
    except Wrong:
        known = [*made.box.counters, *made.box.options, *asks, *made.box.piles]
        raise Wrong(f"{what} wants the number of a suit, or a card; {nearest(name, known)}") from None
    return lambda here: made.cards.each[one].suit if (one := named(here)) else ""
