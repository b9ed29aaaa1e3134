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
from companion.games.havoc_in_heaven.state.piles import minus, plus
from companion.words import counted, listed


def cards_listed(cards: Iterable[str]) -> str:
    """``Oak Bow and 2 Pity of Jade Emperor``."""
    return listed([f"{n} {card}" if n > 1 else card for card, n in Tally(cards).items()])


def owned(lane: Havoc, side: str) -> dict[str, int]:
    """Every item and skill card of a side, wherever it is, the locked ones left out."""
    if side not in SIDES:
        return {}
    cards = lane.cards[side]
    found = dict(cards.unseen)
    for pile in (cards.storage, dict.fromkeys(cards.played, 1)):
        for card, n in pile.items():
            found[card] = found.get(card, 0) + n
    for hero, items in lane.items.items():
        if lane.heroes[hero] == side:
            for item in items:
                found[item] = found.get(item, 0) + 1
    for companion, owner in lane.companions.items():
        if owner == side:
            found[lane.box.companions[companion].name] = 1
    return found


def draw(lane: Havoc, side: str, n: int) -> Havoc:
    """Draw from the Armory, shuffling Storage when it is due."""
    before = lane.cards[side]
    after = before.draw(n)
    got, piles = after.hand - before.hand, (ARMORY_OF[side], HAND_OF[side])
    drawn = lane.with_cards(side, after)
    if not got:
        return drawn.tell(f"{side}: no card is left to draw.", *piles)
    if after.shuffles == before.shuffles:
        short = f" (the Armory and Storage hold no more than {got})" if got < n else ""
        return drawn.tell(f"{side}: draw {counted(got, 'card')}{short}.", *piles)
    first = min(n, before.armory)
    if first:
        last = "card" if first == 1 else f"{first} cards"
        drawn = drawn.tell(f"{side}: draw the last {last} of the Armory.", *piles)
    told = f"{side}: shuffle Storage ({counted(got - first + after.armory, 'card')}): it is the new Armory."
    drawn = drawn.tell(told, piles[0], STORAGE_OF[side], UNSEEN_OF[side], rule="reshuffle")
    return drawn.tell(f"{side}: draw {counted(got - first, 'card')} from it.", *piles)


def discard(lane: Havoc, side: str, n: int) -> Havoc:
    """Cards of the hand go to Storage unshown, of the side's choice."""
    cards = lane.cards[side]
    n = min(n, cards.hand)
    told = lane.with_cards(side, cards.bury(n))
    words = f"{side}: {counted(n, 'card')} of your choice from the hand to Storage."
    return told.tell(words, HAND_OF[side], STORAGE_OF[side])


def equip(lane: Havoc, side: str, item: str, hero: str) -> Havoc:
    """Lay an item from the hand on a hero."""
    on = (*lane.items.get(hero, ()), item)
    told = lane.with_cards(side, lane.cards[side].from_hand(item)).but(
        items={**lane.items, hero: on}, equips={**lane.equips, hero: lane.equips.get(hero, 0) + 1}
    )
    given = (of(hero, box.ITEMS), of(hero, box.ITEMS_GIVEN), HAND_OF[side], UNSEEN_OF[side])
    return told.tell(f"Lay {item} on {hero}.", item, hero, *given)


def to_shop(lane: Havoc, item: str, *piles: str) -> Havoc:
    """An item goes back to the shop, from a pile or off a hero."""
    told = lane.but(shop=plus(lane.shop, [item]))
    return told.tell(f"{item} goes back to the shop.", item, in_shop(item), *piles, rule="recipe")


def buy(lane: Havoc, side: str, item: str) -> Havoc:
    """Take an item from the shop to Storage."""
    told = lane.but(shop=minus(lane.shop, item), bought=lane.bought + 1).store(side, item)
    words = f"Take {item} from the shop: face up to Storage."
    return told.tell(words, item, in_shop(item), STORAGE_OF[side], "Purchases", rule="purchase")


def summon(lane: Havoc, side: str, card: str) -> Havoc:
    """A companion, or both that a card brings, enters its summoner's row."""
    skill = lane.box.skills[card]
    row, units = lane.row[skill.hero], skill.companions
    out = lane.with_cards(side, lane.cards[side].from_hand(card)).but(
        companions={**lane.companions, **dict.fromkeys(units, side)},
        row={**lane.row, **dict.fromkeys(units, row)},
    )
    words = f"Put {listed(units)} on {ROW_NAMES[row - 1]}."
    about = [of(unit, what) for unit in units for what in (box.DAMAGE, box.STATUS)]
    return out.tell(words, *units, *about, HAND_OF[side], UNSEEN_OF[side], rule="companion")
