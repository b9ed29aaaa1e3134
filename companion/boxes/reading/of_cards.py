"""What formulas can say of cards: suit, rank and worth of one, and how many a pile has."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.boxes.expression import Wrong
from companion.boxes.formula import Here, Value
from companion.boxes.made import Made
from companion.boxes.schema import Ask


def _card(made: Made, asks: Mapping[str, Ask], names: Sequence[str], what: str) -> Callable[[Here], str]:
    """The card that an answer names, or the top one of a pile that lies face up; empty for none."""
    name = names[0] if len(names) == 1 else ""
    if name in asks and asks[name].card:
        return lambda here: str(getattr(here.said, name))
    if name in made.box.piles and made.box.piles[name].face == "up":
        pile = partial(made.pile, name)
        of_seat = made.box.piles[name].of == "seat"

        def top(here: Here) -> str:
            there = made.lying_in(here.state, pile(here.seat if of_seat else ""))
            return there[-1] if there else ""

        return top
    known = [*(key for key, ask in asks.items() if ask.card), *made.box.piles]
    raise Wrong(f"{what}(…) wants a question for a card, or a pile face up; {made.nearest(name, known)}")


def _suit(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``suit(card)``: the number of its suit, the first is 1; 0 where there is no card."""
    card = _card(made, asks, names, "suit")
    numbers = {name: made.suits.index(one.suit) + 1 if one.suit else 0 for name, one in made.cards.items()}
    return lambda here: numbers.get(card(here), 0)


def _rank(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``rank(card)``: the number of its rank, the first is 1; 0 where there is no card."""
    card = _card(made, asks, names, "rank")
    return lambda here: made.cards[one].rank if (one := card(here)) else 0


def _worth(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``worth(card)``: what it counts."""
    card = _card(made, asks, names, "worth")
    return lambda here: made.cards[one].worth if (one := card(here)) else 0


def _count(made: Made, asks: Mapping[str, Ask], names: Sequence[str]) -> Value:
    """``count(hand)``: how many cards a pile has."""
    name = names[0] if len(names) == 1 else ""
    if name not in made.box.piles:
        raise Wrong(f"count(…) wants a pile; {made.nearest(name, made.box.piles)}")
    of_seat = made.box.piles[name].of == "seat"
    return lambda here: made.number(here.state, made.pile(name, here.seat if of_seat else ""))


OF_CARDS: Mapping[str, Callable[[Made, Mapping[str, Ask], Sequence[str]], Value]] = {
    "suit": _suit,
    "rank": _rank,
    "worth": _worth,
    "count": _count,
}
"""Functions of cards; in their brackets stand names."""
