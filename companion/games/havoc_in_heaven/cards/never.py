"""Cards that nobody can ever have or play, and heroes the lane cannot tell apart."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.havoc_in_heaven.box import PITY, TURN
from companion.games.havoc_in_heaven.cards.row import effect_of, recipe_of
from companion.kernel.cardset import CardFault, CardSet
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import parts


def never(cards: CardSet) -> Iterator[CardFault]:
    """Yield the cards that nobody can ever have, or play."""
    items = {row["name"]: row for row in cards["items"]}
    for name, row in items.items():
        if not row["stock"] and name != PITY:
            yield name, "stock", "is 0, so nobody can ever have it; 1 or more would be right"
        for part, n in Counter(recipe_of(row)).items():
            if part != PITY and n > items[part]["stock"]:
                yield name, "part", f"takes {n} {part}, of which there are {items[part]['stock']}"
        if name in _made_of(items, name):
            yield name, "part", "needs the item itself: their recipes go round in a circle"
    yield from _too_dear(cards)


def _too_dear(cards: CardSet) -> list[CardFault]:
    effects = [read(effect_of(row)) for row in (*cards["skills"], *cards["items"])]
    if any(part.kind == "ap" and not part.loss for effect in effects for part in parts(effect)):
        return []
    return [
        (row["name"], "ap", f"is {row['ap']}; a turn has {TURN.ap}, and no card of the set gives more")
        for row in cards["skills"]
        if row["ap"] > TURN.ap
    ]


def _made_of(items: Mapping[str, Mapping[str, Any]], name: str) -> set[str]:
    """Every item that goes into one, and into those."""
    result: set[str] = set()
    left = recipe_of(items[name])
    while left:
        part = left.pop()
        if part not in result:
            result.add(part)
            left += recipe_of(items[part])
    return result


def marks(cards: CardSet) -> list[CardFault]:
    result = Counter(row["letter"].casefold() for row in cards["heroes"])
    return [
        (row["name"], "letter", f"is “{row['letter']}”, as another hero's is; the lane tells them by it")
        for row in cards["heroes"]
        if result[row["letter"].casefold()] > 1
    ]
