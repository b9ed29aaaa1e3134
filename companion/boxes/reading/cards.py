"""The cards of a box: its deck, and the piles in which they lie."""

from companion.boxes.definition.schema import Deck
from companion.boxes.definition.terms import SIGNS
from companion.boxes.definition.things import card_name
from companion.boxes.reading.reader import Reader

MOST = 200
"""So many cards a deck has at most."""


def cards(reader: Reader) -> None:
    """Check that the deck has cards with names of their own, and a stock to deal from."""
    deck = reader.box.deck
    if deck:
        _deck(reader, deck)
    elif reader.box.piles:
        reader.no(("piles",), "piles want cards; give the box a deck.")


def _deck(reader: Reader, deck: Deck) -> None:
    """Check what a deck is made of, and the names and the number of its cards."""
    names = [card_name(rank, suit) for suit in deck.suits for rank in deck.ranks]
    longest = max(names, key=len, default="")
    number = len(names) + sum(card.count for card in deck.cards)
    if bool(deck.suits) != bool(deck.ranks) or not (deck.suits or deck.cards):
        reader.no(("deck",), "a deck has suits and ranks, or cards one by one.")
    elif len(longest) > SIGNS:
        reader.no(
            ("deck", "ranks"),
            f"“{longest}” has {len(longest)} signs; {SIGNS} at most would be right for a card.",
        )
    elif number > MOST:
        reader.no(("deck",), f"a deck has at most {MOST} cards, not {number}.")
    else:
        _piles(reader, deck, number)


def _piles(reader: Reader, deck: Deck, number: int) -> None:
    """Check that no two of so many cards have one name, what they are worth, and where they lie."""
    parts = reader.parts
    if len(parts.cards.each) < number:
        reader.no(("deck",), "two cards have one name.")
    if deck.worth and len(deck.worth) != len(deck.ranks):
        reader.no(("deck", "worth"), f"there are {len(deck.ranks)} ranks; as many numbers would be right.")
    if not parts.cards.rest:
        reader.no(("piles",), "one pile of the table lies face down: it has what is not dealt.")
    for thing in parts.cards.piles:
        if thing in parts.cards.each or thing in parts.things.seats:
            reader.no(("piles",), f"“{thing}” is the name of something else.")


def dealt(reader: Reader) -> None:
    """Read how many cards are dealt to each pile."""
    for key, pile in reader.box.piles.items():
        if pile.deal is not None and pile.face == "up":
            reader.no(("piles", key, "deal"), "what lies face up has a face: a verb asks which.")
        reader.dealt[key] = reader.formula(("piles", key, "deal"), pile.deal or "0")
