"""The cards of a box: which there are, and in which piles they lie."""

from dataclasses import dataclass
from functools import cached_property

from companion.boxes.definition.schema import Box, Card
from companion.boxes.definition.things import Things, card_name, of_seat


@dataclass(frozen=True)
class Cards:
    """The cards of a box and the piles in which they lie."""

    box: Box
    things: Things

    @cached_property
    def each(self) -> dict[str, Card]:
        """Every card by name; several of a kind are numbered."""
        deck = self.box.deck
        if deck is None:
            return {}
        worth = dict(zip(deck.ranks, deck.worth, strict=False))
        ranked = [
            Card(name=card_name(rank, suit), suit=suit, rank=n, worth=worth.get(rank, n))
            for suit in deck.suits
            for n, rank in enumerate(deck.ranks, 1)
        ]
        return {
            f"{card.name} {n}" if card.count > 1 else card.name: card
            for card in (*ranked, *deck.cards)
            for n in range(1, card.count + 1)
        }

    @cached_property
    def signs(self) -> dict[str, str]:
        """Return the first sign of each card, or all of a rank that is a number: ``10``."""
        deck = self.box.deck
        ranks = {card_name(rank, suit): rank for suit in deck.suits for rank in deck.ranks} if deck else {}
        return {card: rank if (rank := ranks.get(card, "")).isdecimal() else card[:1] for card in self.each}

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
            for seat in self.things.owners_of(spec)
        }

    def pile(self, key: str, seat: str) -> str:
        """The name of a seat's pile, or of the table's."""
        return self._piles[key, seat]

    @cached_property
    def _piles(self) -> dict[tuple[str, str], str]:
        return {
            (key, seat): of_seat(seat, self.things.called(key).lower())
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
