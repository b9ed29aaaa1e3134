"""Hands and Armories as they lie on a real table, for sittings that are played by themselves."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Self

from companion.games.havoc_in_heaven.actions import Buy, Equip, Skill
from companion.games.havoc_in_heaven.box import SIDES
from companion.games.havoc_in_heaven.state import Havoc, recipes
from companion.kernel.action import Action


class Dealt:
    """Hands and Armories as they lie on a real table, kept in step with what the game tells."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.hand: dict[str, list[str]] = {side: [] for side in SIDES}
        self.armory: dict[str, list[str]] = {side: [] for side in SIDES}
        self.buried: dict[str, list[str]] = {side: [] for side in SIDES}

    def allow(self, lane: Havoc, action: Action[Havoc]) -> bool:
        """True if the cards that an action takes from the hand, or unshown from Storage, are there."""
        by = action.by
        if isinstance(action, (Equip, Skill)):
            return action.__dict__.get("card", "") in ("", *self.hand[by])
        if not isinstance(action, Buy) or not action.__dict__.get("parts"):
            return True
        if Counter(played(action, lane)) - Counter(self.hand[by]):
            return False
        return not Counter(unshown(action, lane)) - Counter(self.buried[by])

    def seen(self, action: Action[Havoc], before: Havoc) -> None:
        """Swap the cards that were played with others, where they were not dealt to that hand."""
        hand, buried = self.hand[action.by], self.buried[action.by]
        _hold(hand, played(action, before), (self.armory[action.by], buried))
        _hold(buried, unshown(action, before), (self.armory[action.by], hand))

    def guessed(self, side: str, rng: random.Random) -> Self:
        """Other possible hands: one's own stays as it is, the rest is dealt again."""
        other = type(self)(rng)
        for owner in SIDES:
            hand, armory = list(self.hand[owner]), list(self.armory[owner])
            if owner != side:
                unseen = hand + armory
                rng.shuffle(unseen)
                hand, armory = unseen[: len(hand)], unseen[len(hand) :]
            rng.shuffle(armory)
            other.hand[owner], other.armory[owner] = hand, armory
            other.buried[owner] = list(self.buried[owner])
        return other

    def follow(self, action: Action[Havoc], before: Havoc, after: Havoc) -> None:
        """Deal what the action drew, and put away what it played."""
        for card in played(action, before):
            self.hand[action.by].remove(card)
        for card in unshown(action, before):
            self.buried[action.by].remove(card)
        for side in SIDES:
            if after.cards[side].hand or before.cards[side].hand:
                self._deal(side, before, after)

    def _deal(self, side: str, before: Havoc, after: Havoc) -> None:
        hand, cards = self.hand[side], after.cards[side]
        if before.turn and before.turn != after.turn and before.side == side:
            self.buried[side] += hand
            hand.clear()
        if not before.turn:
            self.armory[side] = self._shuffled(dict(before.cards[side].unseen))
        while len(hand) < cards.hand:
            if not self.armory[side]:
                self.armory[side] = self._shuffled(Counter(self.buried[side]) + Counter(cards.fresh))
                self.buried[side] = []
            hand.append(self.armory[side].pop())

    def _shuffled(self, pile: Mapping[str, int]) -> list[str]:
        cards = [card for card, n in pile.items() for _ in range(n)]
        self.rng.shuffle(cards)
        return cards


def _hold(pile: list[str], cards: list[str], others: tuple[list[str], ...]) -> None:
    """Let a pile hold these cards: each that it lacks comes from another pile, for one it can spare."""
    for card, n in Counter(cards).items():
        while pile.count(card) < n:
            whence = next((other for other in others if card in other), None)
            spare = next((one for one in pile if one not in cards), None)
            if whence is not None:
                whence.remove(card)
                if spare is not None:
                    pile.remove(spare)
                    whence.insert(0, spare)
            pile.append(card)


def played(action: Action[Havoc], lane: Havoc) -> list[str]:
    """Return the cards that an action plays from the hand."""
    if isinstance(action, (Equip, Skill)):
        return [action.card]
    return _taken(action, lane, recipes.HAND)


def unshown(action: Action[Havoc], lane: Havoc) -> list[str]:
    """The cards an action takes from Storage that were not seen going there."""
    shown = lane.cards[action.by].storage
    return [card for card in _taken(action, lane, recipes.STORAGE) if card not in shown]


def _taken(action: Action[Havoc], lane: Havoc, whence: str) -> list[str]:
    """Return the cards that a purchase takes from a place."""
    if not (isinstance(action, Buy) and action.parts):
        return []
    places = recipes.places(lane, action.by, action.card)
    return [card for card, place in (places[part] for part in action.parts) if place == whence]
