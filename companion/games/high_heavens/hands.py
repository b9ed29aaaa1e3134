"""Decks and hands as they lie on a real table, for sittings that are played by themselves."""

import random
from typing import Self

from companion.games.high_heavens.actions.cards import UsePower
from companion.games.high_heavens.actions.invoke import Invoke
from companion.games.high_heavens.actions.turn import DiscardGod
from companion.games.high_heavens.box import SIDE_OF, SIDES
from companion.games.high_heavens.state import BASE, Heavens
from companion.kernel.action import Action

OF_HAND = (Invoke, UsePower, DiscardGod)
"""The verbs that play a card of the hand."""


class Dealt:
    """A deck a side and a hand a seat, kept in step with what the game tells."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.deck: dict[str, list[str]] = {}
        self.hand: dict[str, list[str]] = {}

    def allow(self, heavens: Heavens, action: Action[Heavens]) -> bool:
        """True if the card that an action plays is in the hand."""
        if not isinstance(action, OF_HAND) or heavens.omnipotence:
            return True
        if not self.hand:
            self._begin(heavens)
        card = _card(action)
        return not card or card in self.hand[action.by]

    def follow(self, action: Action[Heavens], before: Heavens, after: Heavens) -> None:
        """Put the card that was played away, draw at the end of a turn, take back what was recalled."""
        if not self.hand:
            self._begin(before)
        hand = self.hand[action.by]
        if isinstance(action, OF_HAND) and (card := _card(action)) in hand:
            hand.remove(card)
        for god in before.at.keys() - after.at.keys() - after.gone:
            self._holder(after, god).append(god)
        for god in (*(after.at.keys() - before.at.keys()), *(after.gone - before.gone)):
            self._leaves(god)
        if after.turn != before.turn and before.phase != BASE:
            self._draw(before.seat, before.turns.hand)

    def seen(self, action: Action[Heavens], before: Heavens) -> None:
        """Swap a card that was played with one of the hand, where it was not dealt to it."""
        if not isinstance(action, OF_HAND) or before.omnipotence:
            return
        if not self.hand:
            self._begin(before)
        card, hand = _card(action), self.hand[action.by]
        if not card or card in hand:
            return
        side = SIDE_OF[action.by]
        others = [self.hand[seat] for seat in self.hand if SIDE_OF[seat] == side and seat != action.by]
        for pile in (self.deck[side], *others):
            if card in pile:
                pile.remove(card)
                if hand:
                    pile.insert(0, hand.pop())
                hand.append(card)
                return

    def guessed(self, seat: str, rng: random.Random) -> Self:
        """Other hands that could be: one's own is as it is, the rest is dealt anew."""
        other = type(self)(rng)
        for side, deck in self.deck.items():
            seats = [s for s in self.hand if SIDE_OF[s] == side and s != seat]
            unseen = [*deck, *(card for s in seats for card in self.hand[s])]
            rng.shuffle(unseen)
            for s in seats:
                other.hand[s] = [unseen.pop() for _ in self.hand[s]]
            other.deck[side] = unseen
        other.hand = {s: other.hand.get(s) or list(hand) for s, hand in self.hand.items()}
        return other

    def _begin(self, heavens: Heavens) -> None:
        box = heavens.box
        for side in SIDES:
            powers = [power for power in box.decks[side] for _ in range(box.powers[power].copies)]
            self.deck[side] = [*box.own[side], *powers]
            seats = [seat for seat in heavens.players if SIDE_OF[seat] == side]
            while True:
                self.rng.shuffle(self.deck[side])
                hands = [self.deck[side][n :: len(seats)][: heavens.turns.hand] for n in range(len(seats))]
                if all(any(card in box.gods for card in hand) for hand in hands):
                    break
            self.deck[side] = self.deck[side][len(seats) * heavens.turns.hand :]
            self.hand |= dict(zip(seats, hands, strict=True))

    def _draw(self, seat: str, most: int) -> None:
        hand, deck = self.hand[seat], self.deck[SIDE_OF[seat]]
        while len(hand) < most and deck:
            hand.append(deck.pop())

    def _holder(self, heavens: Heavens, god: str) -> list[str]:
        return self.hand[heavens.first_of(heavens.box.gods[god].side)]

    def _leaves(self, card: str) -> None:
        for pile in (*self.hand.values(), *self.deck.values()):
            if card in pile:
                pile.remove(card)


def _card(action: Action[Heavens]) -> str:
    given = action.__dict__
    return str(given.get("god") or given.get("power") or "")
