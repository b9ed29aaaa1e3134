"""Hands, decks and discard piles, where the phones hold the cards.

With the cards on the table there are none of them, and nothing here does anything.
"""

import random
from collections.abc import Collection, Mapping

from companion.games.high_heavens.box import SIDE_OF, SIDES, Box
from companion.games.high_heavens.state.heavens import Heavens
from companion.kernel.values import Thing
from companion.kernel.veil import HIDDEN
from companion.words import message, possessive

CARDS_OF = {seat: Thing(f"{possessive(seat)} cards", seat, "cards") for seat in SIDE_OF}
"""What the log calls the cards that a seat has drawn: its own phone alone is told of them."""

ORDER_OF = {side: Thing(side + " order", side, "order") for side in SIDES}
"""The name of what nobody sees: which cards lie in a draw pile, and in which order."""
HAND_OF = {seat: Thing(f"{possessive(seat)} hand", seat, "hand") for seat in SIDE_OF}
"""What the log calls the number of cards in a seat's hand, which all see."""
DECK_OF = {side: Thing(f"{side} draw pile", side, "draw pile") for side in SIDES}
"""What the log calls the number of cards in a side's draw pile."""


def counts(heavens: Heavens) -> dict[str, int]:
    """Return how many cards lie in each hand and draw pile, where the phones hold them."""
    hands = ((HAND_OF[seat], cards) for seat, cards in heavens.held.items())
    decks = ((DECK_OF[side], cards) for side, cards in heavens.deck.items())
    return {name: len(cards) for name, cards in (*hands, *decks)}


def counted(before: Heavens, after: Heavens) -> tuple[str, ...]:
    """Return the hands and draw piles that have more or fewer cards than before, by name."""
    was = counts(before)
    return tuple(name for name, n in counts(after).items() if n != was.get(name))


def whole(box: Box, side: str) -> list[str]:
    """Return every card of a side's deck."""
    return [*box.own[side], *(power for power in box.decks[side] for _ in range(box.powers[power].copies))]


def deal(heavens: Heavens, lot: str) -> Heavens:
    """Shuffle both decks by a lot and deal the first hands; a hand without a god is shown and dealt again."""
    chance = random.Random(lot)
    for side in SIDES:
        deck = whole(heavens.box, side)
        chance.shuffle(deck)
        heavens = heavens.but(deck={**heavens.deck, side: tuple(deck)}, pile={**heavens.pile, side: ()})
    heavens = heavens.but(held=dict.fromkeys(heavens.players, ()))
    for seat in heavens.players:
        heavens = draw(heavens, seat)
        while not any(card in heavens.box.gods for card in heavens.held[seat]):
            heavens = _anew(heavens, seat, chance)
    return heavens


def _anew(heavens: Heavens, seat: str, chance: random.Random) -> Heavens:
    """Show a hand without a god, shuffle it back and deal another."""
    side, hand = SIDE_OF[seat], heavens.held[seat]
    words = message(
        "{seat}: no god is among {hand}. These are shown, shuffled back, and dealt again.",
        seat=seat,
        hand=hand,
    )
    deck = [*heavens.deck[side], *hand]
    chance.shuffle(deck)
    after = heavens.tell(words, HAND_OF[seat], DECK_OF[side], rule="hands", icon="redo")
    return draw(after.but(deck={**heavens.deck, side: tuple(deck)}, held={**heavens.held, seat: ()}), seat)


def draw(heavens: Heavens, seat: str) -> Heavens:
    """Draw up to a full hand, as far as the deck goes; only the seat's own phone is told which cards."""
    side = SIDE_OF[seat]
    hand, deck = heavens.held[seat], heavens.deck[side]
    cards = deck[: max(0, heavens.turns.hand - len(hand))]
    left = deck[len(cards) :]
    words = "{seat}: {n:# card is|# cards are} drawn, {left:# is|# are} left in the deck."
    if not cards:
        words = "{seat}: no card is drawn, as the hand is full." if deck else "{seat}: the deck is empty."
    sentence = message(words, seat=seat, n=len(cards), left=len(left))
    held, rule = {**heavens.held, seat: (*hand, *cards)}, "four-players" if heavens.four else "draw"
    heavens = heavens.but(held=held, deck={**heavens.deck, side: left})
    heavens = heavens.tell(sentence, HAND_OF[seat], DECK_OF[side], rule=rule, icon="hand")
    if not cards or HIDDEN in cards:
        return heavens
    return heavens.tell(message("Drawn: {cards}.", cards=cards), CARDS_OF[seat], icon="hand")


def leaves(heavens: Heavens, card: str, side: str, seat: str = "") -> Heavens:
    """Take a card out of where it lies: a hand, this seat's first, the deck, or the discard pile."""
    if not heavens.held:
        return heavens
    hands = sorted(heavens.who(side), key=lambda name: name != seat)
    for name in (card, HIDDEN):  # what is hidden from this phone may lie in any hidden place
        for here in hands:
            if name in heavens.held[here]:
                return heavens.but(held={**heavens.held, here: _without(heavens.held[here], name)})
        if name in heavens.deck[side]:
            return heavens.but(deck={**heavens.deck, side: _without(heavens.deck[side], name)})
        if name in heavens.pile[side]:
            return heavens.but(pile={**heavens.pile, side: _without(heavens.pile[side], name)})
    return heavens


def discarded(heavens: Heavens, card: str, side: str) -> Heavens:
    """Put a card that lies nowhere else on the discard pile."""
    if not heavens.held:
        return heavens
    return heavens.but(pile={**heavens.pile, side: (*heavens.pile[side], card)})


def used_up(heavens: Heavens, power: str) -> Heavens:
    """Put a Divine Power on the discard pile, from the hand if it is there."""
    side = heavens.box.powers[power].side
    return discarded(leaves(heavens, power, side, heavens.seat), power, side)


def taken_back(heavens: Heavens, power: str) -> Heavens:
    """Take a Divine Power from the discard pile into the hand again."""
    side = heavens.box.powers[power].side
    if power not in heavens.pile.get(side, ()):
        return heavens
    pile = {**heavens.pile, side: _without(heavens.pile[side], power)}
    return returned(heavens.but(pile=pile), power, side)


def returned(heavens: Heavens, card: str, side: str) -> Heavens:
    """Put a card that lies nowhere else into the hand of its side: with four, of its first player."""
    if not heavens.held:
        return heavens
    seat = heavens.first_of(side)
    return heavens.but(held={**heavens.held, seat: (*heavens.held[seat], card)})


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def holds(heavens: Heavens, seat: str, card: str) -> bool:
    """True if a seat may play a card: it holds it, or its hand is on the table."""
    return not heavens.held or card in heavens.held[seat]


def recounted(before: Heavens, after: Heavens) -> Heavens:
    """Tell what a card set by hand has made of hands and draw piles."""
    for name in counted(before, after):
        words = message("{pile}: {n:# card|# cards}.", pile=name, n=counts(after)[name])
        after = after.tell(words, name, rule="ruling")
    return after


def masked(piles: Mapping[str, tuple[str, ...]], whose: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return piles of which some hide their cards, but not how many there are."""
    return {name: (HIDDEN,) * len(cards) if name in whose else cards for name, cards in piles.items()}
