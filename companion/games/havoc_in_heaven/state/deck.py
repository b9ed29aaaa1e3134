"""Moves of a side's cards: drawn, equipped, bought, summoned."""

from collections import Counter as Tally
from collections.abc import Iterable

from companion.games.havoc_in_heaven import box
from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    HAND_OF,
    ROW_NAMES,
    SIDES,
    STORAGE_OF,
    UNSEEN_OF,
    in_shop,
    of,
)
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.games.havoc_in_heaven.state.piles import Pile, minus, plus
from companion.words import Text, message


def cards_listed(cards: Iterable[str] | Pile) -> list[Text]:
    """Return cards by name, with how many of the same: Oak Bow and 2 Pity of Jade Emperor."""
    return [message("{n} {card}", n=n, card=card) if n > 1 else card for card, n in Tally(cards).items()]


def owned(lane: Havoc, side: str) -> dict[str, int]:
    """Every item and skill card of a side, wherever it is, the locked ones left out."""
    if side not in SIDES:
        return {}
    cards = lane.cards[side]
    result = dict(cards.unseen)
    for pile in (cards.storage, dict.fromkeys(cards.played, 1)):
        for card, n in pile.items():
            result[card] = result.get(card, 0) + n
    for hero, items in lane.items.items():
        if lane.heroes[hero] == side:
            for item in items:
                result[item] = result.get(item, 0) + 1
    for companion, owner in lane.companions.items():
        if owner == side:
            result[lane.box.companions[companion].name] = 1
    return result


def draw(lane: Havoc, side: str, n: int) -> Havoc:
    """Draw from the Armory, shuffling Storage when it is due."""
    before = lane.cards[side]
    after = before.draw(n)
    got, piles = after.hand - before.hand, (ARMORY_OF[side], HAND_OF[side])
    result = lane.with_cards(side, after)
    if not got:
        return result.tell(message("{side}: no card is left to draw.", side=side), *piles)
    if after.shuffles == before.shuffles:
        words = "{side}: draw {n:# card|# cards}."
        if got < n:
            words = "{side}: draw {n:# card|# cards} (the Armory and Storage hold no more than {n})."
        return result.tell(message(words, side=side, n=got), *piles)
    first = min(n, before.armory)
    if first:
        words = "{side}: draw the last {n:card|# cards} of the Armory."
        result = result.tell(message(words, side=side, n=first), *piles)
    sentence = message(
        "{side}: shuffle Storage ({n:# card|# cards}): it is the new Armory.",
        side=side,
        n=got - first + after.armory,
    )
    result = result.tell(sentence, piles[0], STORAGE_OF[side], UNSEEN_OF[side], rule="reshuffle")
    return result.tell(message("{side}: draw {n:# card|# cards} from it.", side=side, n=got - first), *piles)


def discard(lane: Havoc, side: str, n: int) -> Havoc:
    """Cards of the hand go to Storage unshown, of the side's choice."""
    cards = lane.cards[side]
    n = min(n, cards.hand)
    after = lane.with_cards(side, cards.bury(n))
    words = message("{side}: {n:# card|# cards} of your choice from the hand to Storage.", side=side, n=n)
    return after.tell(words, HAND_OF[side], STORAGE_OF[side])


def equip(lane: Havoc, side: str, item: str, hero: str) -> Havoc:
    """Lay an item from the hand on a hero."""
    on = (*lane.items.get(hero, ()), item)
    after = lane.but(
        cards={**lane.cards, side: lane.cards[side].from_hand(item)},
        items={**lane.items, hero: on},
        equips={**lane.equips, hero: lane.equips.get(hero, 0) + 1},
    )
    given = (of(hero, box.ITEMS), of(hero, box.ITEMS_GIVEN), HAND_OF[side], UNSEEN_OF[side])
    return after.tell(message("Lay {item} on {hero}.", item=item, hero=hero), item, hero, *given)


def to_shop(lane: Havoc, item: str, *piles: str) -> Havoc:
    """An item goes back to the shop, from a pile or off a hero."""
    after = lane.but(shop=plus(lane.shop, [item]))
    return after.tell(
        message("{item} goes back to the shop.", item=item), item, in_shop(item), *piles, rule="recipe"
    )


def buy(lane: Havoc, side: str, item: str) -> Havoc:
    """Take an item from the shop to Storage."""
    after = lane.but(shop=minus(lane.shop, item), bought=lane.bought + 1).store(side, item)
    words = message("Take {item} from the shop: face up to Storage.", item=item)
    return after.tell(words, item, in_shop(item), STORAGE_OF[side], "Purchases", rule="purchase")


def summon(lane: Havoc, side: str, card: str) -> Havoc:
    """A companion, or both that a card brings, enters its summoner's row."""
    skill = lane.box.skills[card]
    row, units = lane.row[skill.hero], skill.companions
    out = lane.with_cards(side, lane.cards[side].from_hand(card)).but(
        companions={**lane.companions, **dict.fromkeys(units, side)},
        row={**lane.row, **dict.fromkeys(units, row)},
    )
    words = message("Put {units} on {row}.", units=units, row=ROW_NAMES[row - 1])
    about = [of(unit, what) for unit in units for what in (box.DAMAGE, box.STATUS)]
    return out.tell(words, *units, *about, HAND_OF[side], UNSEEN_OF[side], rule="companion")
