"""The movements of hands in Havoc in Heaven: tokens, cards and units."""

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Self

from companion.games.havoc_in_heaven.box import ARMORY_OF, GOLD_OF, HAND_OF, LEVELS, ROW_NAMES, STORAGE_OF
from companion.games.havoc_in_heaven.cards import Cards, minus, plus
from companion.games.havoc_in_heaven.lane import Lane
from companion.kernel.state import counted, listed, possessive


def cards_listed(cards: Iterable[str]) -> str:
    """``Oak Bow and 2 Pity of Jade Emperor``."""
    return listed([f"{n} {card}" if n > 1 else card for card, n in Tally(cards).items()])


class Hands(Lane):
    """A moment, and what hands can move in it."""

    # -- tokens -------------------------------------------------------------------------------------------

    def spend(self, ap: int) -> Self:
        """Put Action Tokens back."""
        if not ap:
            return self
        return self.but(ap=self.ap - ap).tell(f"{ap} AP: {self.ap - ap} left.", "AP")

    def gain_ap(self, ap: int, rule: str) -> Self:
        """Take Action Tokens for this turn."""
        return self.but(ap=self.ap + ap).tell(f"{ap} AP more: {self.ap + ap} now.", "AP", rule=rule)

    def gain(self, side: str, gold: int, rule: str = "gold") -> Self:
        """Take gold."""
        now = self.gold[side] + gold
        told = self.but(gold={**self.gold, side: now})
        return told.tell(f"{side} take {gold} gold: {now}.", GOLD_OF[side], rule=rule)

    def pay(self, side: str, gold: int) -> Self:
        """Pay gold."""
        now = self.gold[side] - gold
        told = self.but(gold={**self.gold, side: now})
        return told.tell(f"Pay {gold} gold: {now} left.", GOLD_OF[side])

    def learn(self, hero: str, exp: int, rule: str = "level-up") -> Self:
        """A hero takes Exp; ten are a level, at once."""
        exp = min(exp, self.room(hero))
        if exp <= 0:
            return self.tell(f"{hero} is at level {LEVELS['most']} and takes no Exp.", hero, rule="level-up")
        level, rest = divmod(self.exp[hero] + exp, LEVELS["exp"])
        told = self.but(exp={**self.exp, hero: rest}).tell(
            f"Put {exp} Exp on {hero}: {self.exp[hero] + exp}.", hero, rule=rule
        )
        return told.rise(hero, level) if level else told

    def rise(self, hero: str, levels: int) -> Self:
        """Exchange Exp for level tokens, and unlock what that level unlocks."""
        level, side = self.level[hero] + levels, self.heroes[hero]
        tokens = "a level token" if levels == 1 else f"{levels} level tokens"
        risen = self.but(level={**self.level, hero: level}).tell(
            f"Exchange {levels * LEVELS['exp']} Exp for {tokens}: {hero} is level {level}.",
            hero,
            rule="level-up",
        )
        risen = risen.tell(f"{possessive(hero)} HP is {risen.hp(hero)} now.", hero, rule="level-token")
        for skill, needs in zip(self.box.heroes[hero].skills, LEVELS["unlock"], strict=True):
            if skill in risen.locked and needs <= level:
                risen = risen.but(locked=risen.locked - {skill}).store(side, skill)
                words = f"{skill} is unlocked: face up to Storage."
                risen = risen.tell(words, skill, STORAGE_OF[side], rule="unlock")
        return risen

    # -- cards --------------------------------------------------------------------------------------------

    def with_cards(self, side: str, cards: Cards) -> Self:
        """The same with a side's cards changed."""
        return self.but(cards={**self.cards, side: cards})

    def store(self, side: str, *cards: str) -> Self:
        """Cards are laid face up on a side's Storage."""
        return self.with_cards(side, self.cards[side].to_storage(*cards))

    def draw(self, side: str, n: int) -> Self:
        """Draw from the Armory, shuffling Storage when it is due."""
        before = self.cards[side]
        after = before.draw(n)
        got, piles = after.hand - before.hand, (ARMORY_OF[side], HAND_OF[side])
        drawn = self.with_cards(side, after)
        if not got:
            return drawn.tell(f"{side}: no card is left to draw.", *piles)
        if after.shuffles == before.shuffles:
            short = f" (the Armory and Storage hold no more than {got})" if got < n else ""
            return drawn.tell(f"{side}: draw {counted(got, 'card')}{short}.", *piles)
        first = min(n, before.armory)
        if first:
            last = "card" if first == 1 else f"{first} cards"
            drawn = drawn.tell(f"{side}: draw the last {last} of the Armory.", *piles)
        told = (
            f"{side}: shuffle Storage ({counted(got - first + after.armory, 'card')}): it is the new Armory."
        )
        drawn = drawn.tell(told, piles[0], STORAGE_OF[side], rule="reshuffle")
        return drawn.tell(f"{side}: draw {counted(got - first, 'card')} from it.", *piles)

    def equip(self, side: str, item: str, hero: str) -> Self:
        """Lay an item from the hand on a hero."""
        on = (*self.items.get(hero, ()), item)
        told = self.with_cards(side, self.cards[side].from_hand(item)).but(
            items={**self.items, hero: on}, equips={**self.equips, hero: self.equips.get(hero, 0) + 1}
        )
        return told.tell(f"Lay {item} on {hero}.", item, hero, HAND_OF[side])

    def take_off(self, hero: str, item: str) -> Self:
        """An item leaves a hero."""
        on = list(self.items[hero])
        on.remove(item)
        items = {**self.items, hero: tuple(on)}
        if not on:
            del items[hero]
        return self.but(items=items)

    def to_shop(self, item: str, *piles: str) -> Self:
        """An item goes back to the shop, from a pile or off a hero."""
        told = self.but(shop=plus(self.shop, [item]))
        return told.tell(f"{item} goes back to the shop.", item, *piles, rule="recipe")

    def buy(self, side: str, item: str) -> Self:
        """Take an item from the shop to Storage."""
        told = self.but(shop=minus(self.shop, item), bought=self.bought + 1).store(side, item)
        words = f"Take {item} from the shop: face up to Storage."
        return told.tell(words, item, STORAGE_OF[side], rule="purchase")

    # -- units --------------------------------------------------------------------------------------------

    def walk(self, unit: str, row: int, rule: str = "") -> Self:
        """Move a unit along the lane."""
        if row == self.row[unit]:
            return self
        told = self.but(row={**self.row, unit: row})
        return told.tell(f"Move {unit} to {ROW_NAMES[row - 1]}.", unit, rule=rule)

    def tire(self, unit: str) -> Self:
        """A unit has attacked; the turn ends with the last one."""
        tired = self.but(inactive=self.inactive | {unit})
        if any(own not in tired.inactive for own in tired.units(self.side)):
            return tired
        return tired.but(ending=True)

    def stun(self, unit: str) -> Self:
        """Put a stun token on a unit."""
        if unit not in self.row:
            return self
        told = self.but(stunned=self.stunned | {unit})
        return told.tell(f"Put a stun token on {unit}.", unit, rule="stun")

    def mend(self, unit: str, n: int, rule: str = "") -> Self:
        """Take damage off a unit."""
        had = self.damage.get(unit, 0)
        off = min(n, had)
        damage = {**self.damage, unit: had - off}
        if damage[unit] == 0:
            del damage[unit]
        told = f"Take {off} damage off {unit}: {had - off} left." if off else f"{unit} has no damage."
        return self.but(damage=damage).tell(told, unit, rule=rule)

    def summon(self, side: str, companion: str) -> Self:
        """A companion enters its summoner's row."""
        row = self.row[self.hero_of(companion)]
        cards = self.cards[side].from_hand(companion)
        out = self.with_cards(side, cards).but(
            companions={**self.companions, companion: side}, row={**self.row, companion: row}
        )
        words = f"Put {companion} on {ROW_NAMES[row - 1]}."
        return out.tell(words, companion, HAND_OF[side], rule="companion")
