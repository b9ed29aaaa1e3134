"""The price of a card besides its Action Points, and how often it can be played."""

from typing import NamedTuple

from companion.games.havoc_in_heaven.cards import Item, Skill
from companion.games.havoc_in_heaven.effects import Does
from companion.games.havoc_in_heaven.state import damage, effects
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.toolkit.cards.language import AT_ONCE
from companion.words import Message, message


class PaidCard(NamedTuple):
    """A card that is paid for: the moment after that, whose it is, what it does and how far it reaches."""

    lane: Havoc
    hero: str
    does: Does
    reach: int


def use(lane: Havoc, card: Skill | Item, hero: str) -> PaidCard | None:
    """Return a card that a hero plays; None if the hero cannot pay for what it does."""
    if why_not(lane, card, hero) is not None:
        return None
    reach = card.range if isinstance(card, Skill) else lane.reach(hero) + card.reach
    return PaidCard(pay(lane, card, hero) if card.does.price else lane, hero, card.does, reach)


def why_not(lane: Havoc, card: Skill | Item, hero: str) -> Message | None:
    """Return why a hero cannot pay for what a card does, without a full stop; None if it can."""
    side = lane.heroes[hero]
    if (hero, card.name, AT_ONCE) in lane.done:
        return message("{card} was played this game; it is for once a game", card=card.name)
    for price in card.does.price:
        has = lane.gold[side] if price.what == "gold" else lane.left(hero) - 1
        if has < price.n:
            words = "{card} takes {n} gold; you have {has}"
            if price.what != "gold":
                words = "{card} takes {n} HP; {hero} can lose {has} and live"
            return message(words, card=card.name, n=price.n, hero=hero, has=has)
    return None


def pay(lane: Havoc, card: Skill | Item, hero: str) -> Havoc:
    """Pay what a card takes besides its Action Points, and remember that it was played."""
    side = lane.heroes[hero]
    for price in card.does.price:
        if price.what == "gold":
            lane = lane.pay(side, price.n)
        else:
            lane = damage.hurt(lane, hero, price.n, "", magical=True)
    if AT_ONCE not in card.does.pers:
        return lane
    words = message("{card} is used up for this game.", card=card.name)
    done = lane.done | {(hero, card.name, AT_ONCE)}
    return lane.but(done=done).tell(words, effects.once_called(hero, card.name, AT_ONCE), rule="effects")
