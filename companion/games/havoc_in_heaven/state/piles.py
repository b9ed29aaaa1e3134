"""The cards of one side, as far as a table that keeps its hands to itself lets the app know.

Open are the cards equipped, in play, and those seen going to Storage. The rest is unseen: in the hand, face
down in the Armory, or discarded from the hand without being shown. Of those the app knows which cards they
are together, and how many lie in each of the three places.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

from companion.kernel.state import changed

K = TypeVar("K")
T = TypeVar("T")
Pile = Mapping[str, int]
"""Card name to how many of it; never a zero."""


def plus(pile: Pile, cards: Iterable[str]) -> dict[str, int]:
    """A pile with some cards more."""
    more = dict(pile)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more


def minus(pile: Pile, card: str) -> dict[str, int]:
    """A pile with one card fewer."""
    return with_number(pile, card, pile[card] - 1)


def with_number(things: Mapping[K, int], name: K, n: int) -> dict[K, int]:
    """A mapping with another number for a name; 0 takes it out."""
    return {**things, name: n} if n else without(things, name)


def without(things: Mapping[K, T], name: K) -> dict[K, T]:
    """A mapping without one of its names, if it has it."""
    rest = dict(things)
    rest.pop(name, None)
    return rest


@dataclass(frozen=True)
class Cards:
    """One side's cards that are not equipped and not companions."""

    unseen: Pile
    armory: int
    hand: int = 0
    buried: int = 0
    """Discarded from the hand unshown: in Storage, among the unseen."""
    storage: Pile = field(default_factory=dict)
    """Seen going to Storage."""
    top: str = ""
    """The card on top of Storage, where it was laid there open."""
    played: tuple[str, ...] = ()
    """Skill cards used this turn, in front of the player."""
    fresh: Pile = field(default_factory=dict)
    """Of the unseen: those that lay open in Storage when it was shuffled last."""
    newest: int = 0
    """Cards in hand that can have been drawn since that shuffle."""
    shuffles: int = 0

    @property
    def stored(self) -> int:
        """Return the number of cards in Storage, shown or not."""
        return sum(self.storage.values()) + self.buried

    def in_hand(self, card: str) -> bool:
        """True if a card can be in the hand."""
        n = self.unseen.get(card, 0)
        return bool(self.hand and n) and (self.newest > 0 or n > self.fresh.get(card, 0))

    def in_storage(self, card: str) -> bool:
        """True if a card is, or can be, in Storage."""
        return card in self.storage or bool(self.buried and card in self.unseen)

    def from_hand(self, card: str) -> Self:
        """A card leaves the hand and is seen."""
        n, hand = self.unseen[card], self.hand - 1
        fresh, newest = self.fresh, min(self.newest, hand)
        if n <= fresh.get(card, 0):
            fresh, newest = minus(fresh, card), self.newest - 1
        return changed(self, unseen=minus(self.unseen, card), hand=hand, fresh=fresh, newest=newest)

    def from_storage(self, card: str) -> Self:
        """A card is taken out of Storage."""
        if card in self.storage:
            top = "" if card == self.top else self.top
            return changed(self, storage=minus(self.storage, card), top=top)
        unseen = minus(self.unseen, card)
        fresh = minus(self.fresh, card) if self.fresh.get(card, 0) > unseen.get(card, 0) else self.fresh
        return changed(self, unseen=unseen, buried=self.buried - 1, fresh=fresh)

    def to_storage(self, *cards: str) -> Self:
        """Cards are laid face up on Storage."""
        return changed(self, storage=plus(self.storage, cards), top=cards[-1] if cards else self.top)

    def play(self, card: str) -> Self:
        """A skill card is laid in front of the player."""
        return changed(self.from_hand(card), played=(*self.played, card))

    def discard(self) -> Self:
        """The used skills, then the rest of the hand unshown, go to Storage."""
        top = "" if self.hand else (self.top, *self.played)[-1]
        storage, buried = plus(self.storage, self.played), self.buried + self.hand
        return changed(self, storage=storage, played=(), buried=buried, hand=0, newest=0, top=top)

    def bury(self, n: int) -> Self:
        """Cards of the hand go to Storage unshown."""
        hand = self.hand - n
        top = "" if n else self.top
        return changed(self, hand=hand, buried=self.buried + n, newest=min(self.newest, hand), top=top)

    def draw(self, n: int) -> Self:
        """Draw from the Armory; when it is empty Storage is shuffled first. Draws what there is."""
        first = min(n, self.armory)
        cards = changed(self, armory=self.armory - first, hand=self.hand + first, newest=self.newest + first)
        if first == n or not cards.stored:
            return cards
        shuffled = changed(
            cards,
            unseen=plus(cards.unseen, (card for card, k in cards.storage.items() for _ in range(k))),
            armory=cards.stored,
            buried=0,
            fresh=cards.storage,
            storage={},
            top="",
            newest=0,
            shuffles=cards.shuffles + 1,
        )
        return shuffled.draw(min(n - first, shuffled.armory))
