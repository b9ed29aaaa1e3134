"""Decks and hands as they lie on a real table, for sittings that are played by themselves; and what is
hidden where the phones hold them."""

import random
from collections.abc import Collection
from copy import copy
from itertools import chain
from typing import Self

from companion.games.high_heavens.actions.cards import UsePower
from companion.games.high_heavens.actions.invoke import Invoke
from companion.games.high_heavens.actions.playing import Playing
from companion.games.high_heavens.actions.turn import DiscardGod
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.state import BASE, Heavens, piles
from companion.kernel.action import Action
from companion.kernel.hands import Unseen
from companion.kernel.opening import Opening

OF_HAND = (Invoke, UsePower, DiscardGod)
"""The verbs that play a card of the hand."""
NATURAL = ("base", "pantheon", "stalemate")
"""The ends that open all hands: who resigns may take it back, and sees nothing by it."""


def on_phones(opening: Opening) -> bool:
    """True for a table whose phones deal and hold the cards."""
    return opening.options["hands"] == "phones" and opening.options["omnipotence"] == "no"


def unseen(heavens: Heavens, seats: Collection[str]) -> Unseen:
    """Return the cards of the other seats, and of the decks, which nobody sees."""
    if not heavens.held or (heavens.over and heavens.over.rule in NATURAL):
        return Unseen()
    others = (piles.CARDS_OF[seat] for seat in heavens.players if seat not in seats)
    return Unseen(frozenset((*others, *piles.ORDER_OF.values())))


def veil(heavens: Heavens, things: frozenset[str]) -> Heavens:
    """Return a moment without the cards of these hands and decks: how many there are is for all to see."""
    hands = [seat for seat in heavens.held if piles.CARDS_OF[seat] in things]
    decks = [side for side in heavens.deck if piles.ORDER_OF[side] in things]
    return heavens.but(held=piles.masked(heavens.held, hands), deck=piles.masked(heavens.deck, decks))


def thought(heavens: Heavens) -> Heavens:
    """Return a moment as if the cards were on the table: who thinks has the hands of ``Dealt``."""
    return heavens.but(held={}, deck={}, pile={}) if heavens.held else heavens


class Dealt:
    """A deck a side and a hand a seat, kept in step with what the game tells."""

    def __init__(self, rng: random.Random, heavens: Heavens) -> None:
        self.rng = rng
        self.deck: dict[str, list[str]] = {}
        self.hand: dict[str, list[str]] = {}
        self._as_held(heavens if heavens.held else piles.deal(heavens, str(rng.random())))

    def allow(self, heavens: Heavens, action: Action[Heavens]) -> bool:
        """True if the card that an action plays is in the hand."""
        return heavens.omnipotence or all(card in self.hand[action.by] for card in _cards(action, heavens))

    def follow(self, action: Action[Heavens], before: Heavens, after: Heavens) -> None:
        """Put the card that was played away, draw at the end of a turn, take back what was recalled."""
        if after.held:
            self._as_held(after)
            return
        hand = self.hand[action.by]
        for card in _cards(action, before):
            if card in hand:
                hand.remove(card)
        for god in before.at.keys() - after.at.keys() - after.gone:
            self.hand[after.first_of(after.box.gods[god].side)].append(god)
        for god in (*(after.at.keys() - before.at.keys()), *(after.gone - before.gone)):
            self._leaves(god)
        if after.turn != before.turn and before.phase != BASE:
            self._draw(before.seat, before.turns.hand)

    def seen(self, action: Action[Heavens], before: Heavens) -> None:
        """Swap a card that was played with one of the hand, where it was not dealt to it."""
        if before.held:
            self._as_held(before)
        for card in () if before.omnipotence else _cards(action, before):
            if card not in self.hand[action.by]:
                self._dealt(action.by, card)

    def _dealt(self, by: str, card: str) -> None:
        """Swap a card of a seat's hand with one that was not dealt to it."""
        hand, side = self.hand[by], SIDE_OF[by]
        others = [self.hand[seat] for seat in self.hand if SIDE_OF[seat] == side and seat != by]
        for pile in (self.deck[side], *others):
            if card in pile:
                pile.remove(card)
                if hand:
                    pile.insert(0, hand.pop())
                hand.append(card)
                return

    def guessed(self, seat: str, rng: random.Random) -> Self:
        """Other possible hands: one's own stays as it is, the rest is dealt again."""
        other = copy(self)
        other.rng, other.deck = rng, {}
        other.hand = {s: list(hand) for s, hand in self.hand.items()}
        for side, deck in self.deck.items():
            seats = [s for s in self.hand if SIDE_OF[s] == side and s != seat]
            unseen = [*deck, *chain.from_iterable(self.hand[s] for s in seats)]
            rng.shuffle(unseen)
            for s in seats:
                other.hand[s] = [unseen.pop() for _ in self.hand[s]]
            other.deck[side] = unseen
        return other

    def _as_held(self, heavens: Heavens) -> None:
        """Hold what the phones hold."""
        self.hand = {seat: [*cards] for seat, cards in heavens.held.items()}
        self.deck = {side: [*reversed(cards)] for side, cards in heavens.deck.items()}

    def _draw(self, seat: str, most: int) -> None:
        hand, deck = self.hand[seat], self.deck[SIDE_OF[seat]]
        while len(hand) < most and deck:
            hand.append(deck.pop())

    def _leaves(self, card: str) -> None:
        for pile in (*self.hand.values(), *self.deck.values()):
            if card in pile:
                pile.remove(card)


def _cards(action: Action[Heavens], heavens: Heavens) -> tuple[str, ...]:
    """Return the cards of the hand that an action plays: its own, or those that a card brings from there."""
    answers = action.__dict__
    own = (answers.get("god") or answers.get("power"),) if isinstance(action, OF_HAND) else ()
    named = answers.get("target", ()) if isinstance(action, Playing) else ()
    brought = (god for god in named if god in heavens.box.gods and heavens.in_hand(god))
    return tuple(card for card in (*own, *brought) if card)
