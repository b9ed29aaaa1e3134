"""The cards of a box as they are shown: how many lie face down, and which lie face up."""

from companion.boxes.state import BoxState
from companion.kernel.state import counted
from companion.kernel.view import Card, Counter, Shelf


def counters(state: BoxState, seat: str) -> tuple[Counter, ...]:
    """The piles of a seat, or of the table, that lie face down."""
    made = state.made
    return tuple(
        Counter(thing, made.called(key), state.numbers[thing], seat=seat)
        for thing, (key, whose) in made.piles.items()
        if whose == seat and thing in state.numbers
    )


def cards(state: BoxState, seat: str) -> tuple[Card, ...]:
    """The cards that lie face up before a seat."""
    made = state.made
    return tuple(
        shown(state, card, thing)
        for thing, (_, whose) in made.piles.items()
        if whose == seat and thing not in state.numbers
        for card in made.lying_in(state, thing)
    )


def shelves(state: BoxState) -> tuple[Shelf, ...]:
    """The piles of the table that lie face up, the top card first."""
    made = state.made
    return tuple(
        Shelf(thing, tuple(shown(state, card, thing) for card in reversed(made.lying_in(state, thing))))
        for thing, (_, whose) in made.piles.items()
        if not whose and thing not in state.numbers and made.cards
    )


def shown(state: BoxState, card: str, where: str) -> Card:
    """A card that lies face up."""
    spec = state.made.cards[card]
    return Card(card, card, spec.suit.lower(), f"in {where}", text=spec.text, letter=card[:1])


def notes(state: BoxState) -> tuple[str, ...]:
    """What lies on top of the table's piles that lie face up."""
    made = state.made
    piles = [thing for thing, (_, whose) in made.piles.items() if not whose and thing not in state.numbers]
    there = {thing: made.lying_in(state, thing) for thing in piles if made.cards}
    return tuple(
        f"{thing}: {cards[-1]} on top of {counted(len(cards), 'card')}"
        if len(cards) > 1
        else f"{thing}: {cards[-1]}"
        for thing, cards in there.items()
        if cards
    )
