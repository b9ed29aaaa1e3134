"""The tracked things of the cards: the piles before each side, the shop, and the places of a card."""

from collections import Counter

from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    HAND_OF,
    ITEMS,
    PLAYED_OF,
    STORAGE_OF,
    UNSEEN_OF,
    in_shop,
    of,
)
from companion.games.havoc_in_heaven.state import Cards, Havoc, Pile, minus, plus, recipes
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import Costs, silent
from companion.kernel.state import changed
from companion.kernel.tracked import Tracked
from companion.kernel.values import Contents, Thing

STORAGE, SHOP, HAND, ARMORY, PLAY, LOCKED = "Storage", "shop", "hand", "Armory", "in play", "locked"
PLACES = (HAND, ARMORY, STORAGE, PLAY)
"""Where a skill card can lie, unlocked."""
BY_CARD = "where the cards lie; set a card by hand"


def places(lane: Havoc, side: str, card: str) -> tuple[str, ...]:
    """Return the places where a card of a side can lie."""
    if card in lane.box.items:
        return (SHOP, HAND, ARMORY, STORAGE, *lane.own_heroes(side))
    return (HAND, ARMORY, STORAGE, LOCKED) if lane.box.skills[card].summons else (*PLACES, LOCKED)


def lies(lane: Havoc, side: str, card: str, place: str) -> bool:
    """True if such a card lies, or can lie, in a place."""
    cards = lane.cards[side]
    match place:
        case "shop":
            return card in lane.shop
        case "Armory":
            return bool(cards.armory and card in cards.unseen)
        case "in play":
            return card in cards.played
        case "locked":
            return card in lane.locked
    return recipes.lies(lane, side, card, place)


def taken(lane: Havoc, side: str, card: str, place: str) -> Havoc:
    """A card leaves a place."""
    cards = lane.cards[side]
    match place:
        case "shop":
            return lane.but(shop=minus(lane.shop, card))
        case "Armory":
            unseen = minus(cards.unseen, card)
            fresh = {c: k for c, n in cards.fresh.items() if (k := min(n, unseen.get(c, 0)))}
            return lane.with_cards(side, changed(cards, unseen=unseen, armory=cards.armory - 1, fresh=fresh))
        case "in play":
            played = list(cards.played)
            played.remove(card)
            return lane.with_cards(side, changed(cards, played=tuple(played)))
        case "locked":
            return lane.but(locked=lane.locked - {card})
    return recipes.taken(lane, side, card, place)


def put(lane: Havoc, side: str, card: str, place: str) -> Havoc:
    """A card comes to a place."""
    cards: Cards = lane.cards[side]
    match place:
        case "shop":
            return lane.but(shop=plus(lane.shop, [card]))
        case "hand":
            grown = changed(cards, unseen=plus(cards.unseen, [card]), hand=cards.hand + 1)
            return lane.with_cards(side, grown)
        case "Armory":
            grown = changed(cards, unseen=plus(cards.unseen, [card]), armory=cards.armory + 1)
            return lane.with_cards(side, grown)
        case "Storage":
            return lane.store(side, card)
        case "in play":
            return lane.with_cards(side, changed(cards, played=(*cards.played, card)))
        case "locked":
            return lane.but(locked=lane.locked | {card})
    return lane.but(items={**lane.items, place: (*lane.items.get(place, ()), card)})


def _sorted(pile: Pile) -> tuple[str, ...]:
    return tuple(sorted(Counter(pile).elements()))


def _put_hand(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Cards drawn that were not told, or put back: they come from the Armory and go there."""
    side = thing.of
    cards, n = lane.cards[side], int(to)
    armory = cards.armory + cards.hand - n
    newest = min(n, max(0, cards.newest + n - cards.hand))
    return lane.with_cards(side, changed(cards, hand=n, armory=armory, newest=newest))


def _put_armory(lane: Havoc, thing: Thing, to: str) -> Havoc:
    """Set the Armory; the difference was discarded unshown, and lies in Storage."""
    side = thing.of
    cards, n = lane.cards[side], int(to)
    return lane.with_cards(side, changed(cards, armory=n, buried=cards.buried + cards.armory - n))


def _cards(lane: Havoc) -> dict[str, Cards]:
    return dict(lane.cards) if lane.level else {}


def _drawn(lane: Havoc, thing: Thing, was: int | None, to: int | None) -> Costs | None:
    """Return how many cards a hand draws; a first or a new turn's hand, and a card that is played, are no
    news."""
    if was is None or to is None or to <= was or thing.of != lane.side:
        return None
    return Costs(was - to, "{change} {n:card|cards}")


PILES: tuple[Tracked[Havoc], ...] = (
    Tracked(
        lambda lane: {HAND_OF[side]: cards.hand for side, cards in _cards(lane).items()},
        lambda lane, thing: Number(0, (cards := lane.cards[thing.of]).hand + cards.armory),
        _put_hand,
        account=_drawn,
        back=put_back.cards,
    ),
    Tracked(
        lambda lane: {ARMORY_OF[side]: cards.armory for side, cards in _cards(lane).items()},
        lambda lane, thing: Number(0, (cards := lane.cards[thing.of]).armory + cards.buried),
        _put_armory,
        account=silent,
        back=put_back.cards,
    ),
    Tracked(
        lambda lane: {
            STORAGE_OF[side]: Contents(_sorted(cards.storage), cards.stored, cards.top)
            for side, cards in _cards(lane).items()
        },
        follows=BY_CARD,
        back=put_back.cards,
    ),
    Tracked(
        lambda lane: {
            PLAYED_OF[side]: Contents(cards.played) for side, cards in _cards(lane).items() if cards.played
        },
        follows=BY_CARD,
        back=put_back.among,
    ),
    Tracked(
        lambda lane: {
            UNSEEN_OF[side]: Contents(_sorted(cards.unseen))
            for side, cards in _cards(lane).items()
            if cards.unseen
        },
        follows=BY_CARD,
    ),
    Tracked(
        lambda lane: {of(hero, ITEMS): Contents(items) for hero, items in lane.items.items()},
        follows=BY_CARD,
        back=put_back.among,
    ),
    Tracked(
        lambda lane: {in_shop(item): lane.shop.get(item, 0) for item in lane.box.items},
        follows=BY_CARD,
        account=silent,
        back=put_back.so_many,
    ),
    Tracked(
        lambda lane: {"Locked": Contents(tuple(sorted(lane.locked)))} if lane.locked else {},
        follows=BY_CARD,
        back=lambda thing, was, to: put_back.among("the locked skills", was, to),
    ),
)
