"""Sets that tables are kept with: an effect that is not carried out (any more) is left to the hands."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.kernel.cardset import CardSet
from companion.words import Text, message

Row = Mapping[str, Any]


def left_to_hands(
    cards: CardSet, decks: Mapping[str, Callable[[Row], str]], instead: str = ""
) -> tuple[CardSet, tuple[Text, ...]]:
    """The set without the effects that cannot be carried out, and what the hands are told of each.

    ``decks`` says of each deck with effects what is wrong with that of a row, in words; ``instead`` is the
    effect of a card by hand. A set that passes its check comes back as it is.
    """
    result, notes = dict(cards), []
    for deck, wrong in decks.items():
        rows = []
        for row in cards.get(deck, ()):
            if why := wrong(row):
                effect = row["effect"]
                row = {**row, "effect": instead, "text": row.get("text") or effect}
                notes.append(
                    message(
                        "{card} is by hand: the phone does not carry out “{effect}”, which {why}.",
                        card=row["name"],
                        effect=effect,
                        why=why,
                    )
                )
            rows.append(row)
        result[deck] = rows
    return (result, tuple(notes)) if notes else (cards, ())
