"""Facts that a whole table can know of face-down cards: those it saw put there, and suits a hand has shown to
lack.

No hand is looked into. A seat that does not follow suit says that it has none left. From then on a card that
belies it is refused, as are words that no deal could make true.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.boxes.play.piles import lying_in
from companion.boxes.play.state import BoxState
from companion.kernel.values import ThingName


class UnseenCards(NamedTuple):
    """Cards of which nobody knows where they lie: how many of each suit, and how many in each pile."""

    suits: Mapping[str, int]
    piles: Mapping[str, int]

    def less(self, pile: str, suit: str, number: int) -> "UnseenCards":
        """The same once so many of them are known to lie in a pile."""
        suits, piles = dict(self.suits), dict(self.piles)
        suits[suit] = suits.get(suit, 0) - number
        piles[pile] -= number
        return UnseenCards(suits, piles)

    def possible(self, lacks: Iterable[tuple[str, str]]) -> bool:
        """True if the cards can lie so that each pile is without the suits it lacks (Hall's condition)."""
        if min((*self.suits.values(), *self.piles.values()), default=0) < 0:
            return False
        short: dict[str, set[str]] = {}
        for pile, suit in lacks:
            short.setdefault(pile, set()).add(suit)
        common = set[frozenset[str]]()
        for suits in map(frozenset, short.values()):
            common |= {suits, *[suits & one for one in common]}
        return all(self._room(short, without) for without in common)

    def _room(self, short: Mapping[str, set[str]], without: frozenset[str]) -> bool:
        """True if there are cards enough of other suits for the piles that lack all of these."""
        fit = sum([n for suit, n in self.suits.items() if suit not in without])
        return sum([self.piles[pile] for pile, lacking in short.items() if lacking >= without]) <= fit


def unseen(state: BoxState) -> UnseenCards:
    """The cards whose place nobody knows."""
    return state.once("unseen cards", state, _unseen)


def _unseen(state: BoxState) -> UnseenCards:
    cards, known, seen = (
        state.definition.cards,
        Counter(state.known.values()),
        state.cards.keys() | state.known.keys(),
    )
    return UnseenCards(
        Counter([one.suit for card, one in cards.each.items() if card not in seen]),
        {thing: state.numbers[thing] - known[thing] for thing in cards.piles if thing in state.numbers},
    )


def holds(state: BoxState, pile: str, suit: str) -> int:
    """Return how many cards of a suit surely lie in a pile: those that were seen, and those no deal could
    avoid."""
    each = state.definition.cards.each
    if pile not in state.numbers:
        return sum(each[card].suit == suit for card in lying_in(state, pile))
    seen = sum(each[card].suit == suit for card, where in state.known.items() if where == pile)
    cards, lacks = unseen(state), state.lacks | {(pile, suit)}
    most = min(cards.piles[pile], cards.suits.get(suit, 0))
    return seen + next((n for n in range(most) if cards.less(pile, suit, n).possible(lacks)), most)


def may_lie(state: BoxState, pile: str, card: str) -> bool:
    """True if a card can lie face down in a pile, by all that was seen and said."""
    if card in state.known or not (state.known or state.lacks):
        return state.known.get(card, pile) == pile
    suit = state.definition.cards.each[card].suit
    if (pile, suit) in state.lacks:
        return False
    return unseen(state).less(pile, suit, 1).possible(state.lacks)


def without(state: BoxState) -> dict[str, tuple[str, ...]]:
    """Return the suits that are known to be in no hand, as things of the table."""
    cards, result = state.definition.cards, dict[str, list[str]]()
    for pile, suit in state.lacks:
        result.setdefault(pile, []).append(suit)
    return {
        thing(pile): tuple(sorted(result[pile], key=cards.suits.index))
        for pile in cards.piles
        if pile in result
    }


def thing(pile: str) -> ThingName:
    """Return the name of the tracked thing for the suits that a pile has shown to lack."""
    return f"Not in {pile}"
