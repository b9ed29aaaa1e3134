"""The cards of a box: which there are, in which piles they lie, and what is known of each.

A card is seen once it lies face up, and unseen again once it is shuffled in. Of a pile that lies face down
the table knows how many cards it has, and no more: hands hold the secrets.
"""

from dataclasses import dataclass, field
from functools import cached_property

from companion.boxes.formula import Value
from companion.boxes.schema import Box, Card
from companion.boxes.state import BoxState
from companion.boxes.things import Things
from companion.kernel.state import possessive

UNSEEN = "unseen"


@dataclass
class Cards:
    """The cards of a box and the piles in which they lie."""

    box: Box
    things: Things
    dealt: dict[str, Value] = field(default_factory=dict)
    """Pile to how many cards lie there at the start."""

    @cached_property
    def each(self) -> dict[str, Card]:
        """Every card by name; several of a kind are numbered."""
        deck = self.box.deck
        if deck is None:
            return {}
        worth = dict(zip(deck.ranks, deck.worth, strict=False))
        made = [
            Card(name=f"{rank} of {suit}", suit=suit, rank=n, worth=worth.get(rank, n))
            for suit in deck.suits
            for n, rank in enumerate(deck.ranks, 1)
        ]
        return {
            f"{card.name} {n}" if card.count > 1 else card.name: card
            for card in (*made, *deck.cards)
            for n in range(1, card.count + 1)
        }

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits, in their order; the first has the number 1."""
        return tuple(dict.fromkeys(card.suit for card in self.each.values() if card.suit))

    def suit_of(self, number: int) -> str:
        """The suit of a number; empty where there is none."""
        return self.suits[number - 1] if 0 < number <= len(self.suits) else ""

    @cached_property
    def piles(self) -> dict[str, tuple[str, str]]:
        """The name of each pile to its key, and to its seat; empty for the table's."""
        return {
            self.pile(key, seat): (key, seat)
            for key, spec in self.box.piles.items()
            for seat in (self.things.seats if spec.of == "seat" else ("",))
        }

    def pile(self, key: str, seat: str) -> str:
        """The name of a seat's pile, or of the table's."""
        return self._piles[key, seat]

    @cached_property
    def _piles(self) -> dict[tuple[str, str], str]:
        return {
            (key, seat): f"{possessive(seat)} {self.things.called(key).lower()}"
            if spec.of == "seat" and seat
            else self.things.called(key)
            for key, spec in self.box.piles.items()
            for seat in ("", *self.things.seats)
        }

    @cached_property
    def rest(self) -> str:
        """The pile that has what is not dealt: the first that lies face down and is nobody's."""
        keys = (key for key, spec in self.box.piles.items() if spec.of == "table" and spec.face == "down")
        return next((self.pile(key, "") for key in keys), "")

    def at_first(self, state: BoxState) -> dict[str, int]:
        """Return how many cards each face-down pile has once they are dealt."""
        if not self.each:
            return {}
        found, left = dict[str, int](), len(self.each)
        for thing, (key, seat) in self.piles.items():
            if self.box.piles[key].face == "down" and (not seat or seat in state.table):
                found[thing] = max(0, min(left, self.dealt[key](state.here(seat or state.table[0]))))
                left -= found[thing]
        return {**found, self.rest: found[self.rest] + left}

    def unseen(self, state: BoxState) -> list[str]:
        """The cards that lie face down, wherever."""
        return [card for card in self.each if card not in state.cards]

    def lying_in(self, state: BoxState, thing: str) -> list[str]:
        """The cards that lie in a pile face up, the last that came last."""
        return [card for card, where in state.cards.items() if where == thing]

    def number(self, state: BoxState, thing: str) -> int:
        """Return how many cards a pile has."""
        number = state.numbers.get(thing)
        return len(self.lying_in(state, thing)) if number is None else number

    def offered(self, state: BoxState, thing: str) -> list[str]:
        """The cards one may name that lie in a pile: all there, or all unseen ones; one of each kind."""
        if thing in state.numbers:
            there = [card for card in self.unseen(state) if state.known.get(card, thing) == thing]
            kinds = {self.each[card].name: card for card in reversed(there)}
            return [*reversed(kinds.values())] if state.numbers[thing] else []
        return self.lying_in(state, thing)

    # -- what hands do -------------------------------------------------------------------------------------

    def lay(self, state: BoxState, card: str, whence: str, to: str) -> BoxState:
        """A card of a pile onto another, face up or down; everybody has seen which it was."""
        numbers, cards, known = dict(state.numbers), dict(state.cards), dict(state.known)
        cards.pop(card, None)
        known.pop(card, None)
        if whence in numbers:
            numbers[whence] -= 1
        if to in numbers:
            numbers[to] += 1
            known[card] = to
        else:
            cards[card] = to
        return state.but(numbers=numbers, cards=cards, known=known)

    def drawn(self, state: BoxState, number: int, whence: str, to: str) -> BoxState:
        """Move so many cards of a face-down pile onto another, unseen."""
        numbers = dict(state.numbers)
        numbers[whence] -= number
        numbers[to] += number
        return self.mixed(state.but(numbers=numbers), whence, to)

    def shuffled(self, state: BoxState, whence: str, to: str, but_last: int) -> tuple[BoxState, list[str]]:
        """The cards of a pile, but the last few, into one that lies face down; and which these are."""
        there = self.lying_in(state, whence)
        gone = there[: max(0, len(there) - but_last)]
        cards = {card: where for card, where in state.cards.items() if card not in gone}
        state = state.put(to, state.numbers[to] + len(gone)).but(cards=cards)
        return self.mixed(state, to, to), gone

    @staticmethod
    def mixed(state: BoxState, whence: str, to: str) -> BoxState:
        """The moment after unseen cards went from a pile to another: what was known of both is no longer."""
        if not (state.known or state.lacks):
            return state
        known = {card: pile for card, pile in state.known.items() if pile != whence}
        return state.but(
            known=known, lacks=frozenset([one for one in state.lacks if one[0] not in (whence, to)])
        )
