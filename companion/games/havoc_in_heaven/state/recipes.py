"""Recipes: where the cards a purchase takes can come from."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from companion.games.havoc_in_heaven.box import HAND_OF, ITEMS, STORAGE_OF, UNSEEN_OF, of
from companion.games.havoc_in_heaven.cards import Item
from companion.games.havoc_in_heaven.state import damage, deck
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.words import message

HAND, STORAGE = "hand", "Storage"
AGAIN = ("", "second ", "third ")
"""What an answer starts with where a recipe takes the same item more than once."""


def places(lane: Havoc, by: str, card: str) -> dict[str, tuple[str, str]]:
    """The answers to where a recipe's cards come from, each with the card and the place."""
    result: dict[str, tuple[str, str]] = {}
    recipe = lane.box.items[card].recipe
    for part, another in zip(recipe, _again(recipe), strict=True):
        for place in (HAND, STORAGE, *lane.own_heroes(by)):
            result[_answer(another, part, place)] = (part, place)
    return result


def _again(recipe: tuple[str, ...]) -> list[str]:
    return [AGAIN[recipe[:n].count(part)] for n, part in enumerate(recipe)]


@lru_cache(4096)
def _answer(another: str, part: str, place: str) -> str:
    words = "{again}{part} from {place}" if place in (HAND, STORAGE) else "{again}{part} on {place}"
    return str(message(words, again=another, part=part, place=place))


def ways(lane: Havoc, by: str, item: Item) -> list[set[str]]:
    """Every set of answers that pays a recipe."""
    again = _again(item.recipe)
    return [
        {_answer(another, *spot) for another, spot in zip(again, way, strict=True)}
        for way in _ways(lane, by, item)
    ]


def payable(lane: Havoc, by: str, item: Item) -> bool:
    """True if the cards of a recipe are there, or an item has none."""
    return not item.recipe or any(_ways(lane, by, item))


def _ways(lane: Havoc, by: str, item: Item) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield every way to pay a recipe: each card with its place."""
    spots, each = (HAND, STORAGE, *lane.own_heroes(by)), []
    for part in item.recipe:
        each.append([(part, place) for place in spots if lies(lane, by, part, place)])
        if not each[-1]:
            return
    yield from (way for way in product(*each) if _pays(lane, by, way))


def lies(lane: Havoc, by: str, part: str, place: str) -> bool:
    """True if a card of a recipe lies, or can lie, in a place."""
    if place == HAND:
        return lane.cards[by].in_hand(part)
    return lane.cards[by].in_storage(part) if place == STORAGE else part in lane.items.get(place, ())


def _pays(lane: Havoc, by: str, way: tuple[tuple[str, str], ...]) -> bool:
    for part, place in way:
        if not lies(lane, by, part, place):
            return False
        lane = taken(lane, by, part, place) if len(way) > 1 else lane
    return True


def taken(lane: Havoc, by: str, part: str, place: str) -> Havoc:
    """A card of a recipe leaves its place."""
    if place == HAND:
        return lane.with_cards(by, lane.cards[by].from_hand(part))
    if place == STORAGE:
        return lane.with_cards(by, lane.cards[by].from_storage(part))
    return lane.take_off(place, part)


def hand_in(lane: Havoc, by: str, parts: Iterable[tuple[str, str]]) -> Havoc:
    """A recipe's cards go back to the shop; then a unit that lived by the HP of one of them dies."""
    bared = []
    for part, place in parts:
        lane = taken(lane, by, part, place)
        if place in (HAND, STORAGE):
            pile = (HAND_OF if place == HAND else STORAGE_OF)[by]
            lane = deck.to_shop(lane, part, pile, UNSEEN_OF[by])
        else:
            lane = deck.to_shop(lane, part, place, of(place, ITEMS))
            bared.append(place)
    for hero in bared:
        if hero in lane.row and lane.left(hero) <= 0:
            lane = damage.fell(lane, hero, "")
    return lane
