"""The effects that the printed texts of a set's cards say, where the set does not."""

from dataclasses import dataclass
from typing import Any

from companion.kernel.cardset import CardSet, SetForm, blank
from companion.toolkit.cardsets.values import cards_of
from companion.words import Text, message


@dataclass(frozen=True)
class Proposal:
    """A text for an empty field, read from the printed words of a card."""

    deck: str
    row: int
    """The card's number in its deck, from 0."""
    field: str
    card: str
    printed: str
    """The printed words of the card."""
    text: str
    words: Text
    """The meaning of the text."""

    def __str__(self) -> str:
        """``Odin reads as “heal 1 friend adjacent”: Heal 1 on one of your gods next to it.``"""
        words = "{card} reads as “{text}”: {meaning}"
        return str(message(words, card=self.card, text=self.text, meaning=self.words))


def proposals(form: SetForm, cards: Any) -> list[Proposal]:
    """Return a proposal for each empty field that a card's printed words fill."""
    matches = []
    for deck in form.decks:
        fields = [(field, field.picker) for field in deck.fields if field.picker]
        for n, row in cards_of(cards, deck):
            for field, picker in fields:
                if blank(row.get(field.key)) and (text := picker.reads(row)):
                    printed, card = str(row.get("text") or ""), deck.called(n + 1, row)
                    proposal = Proposal(deck.key, n, field.key, card, printed, text, picker.says(text))
                    matches.append(proposal)
    return matches


def with_proposals(form: SetForm, cards: CardSet, *which: tuple[str, int]) -> dict[str, Any]:
    """Return the set with its proposals taken: of these cards (deck, row), of all if none is named."""
    changed = {key: [*rows] if isinstance(rows, list) else rows for key, rows in cards.items()}
    for one in proposals(form, cards):
        if not which or (one.deck, one.row) in which:
            changed[one.deck][one.row] = {**changed[one.deck][one.row], one.field: one.text}
    return changed
