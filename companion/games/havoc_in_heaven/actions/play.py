"""The verbs that play cards from the hand. Each ``check`` lists the rules in the order of its questions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.games.havoc_in_heaven.actions import checks, nouns
from companion.games.havoc_in_heaven.actions.aim import take_effect
from companion.games.havoc_in_heaven.box import COST, HAND_OF, PLAYED_OF, RULES, TURN, UNSEEN_OF, of
from companion.games.havoc_in_heaven.state import ACTION, Havoc, damage, deck, price, turns
from companion.kernel.action import Action
from companion.kernel.consequences import Becomes
from companion.words import message

require, refuse = RULES.require, RULES.refuse


FIGURES: Mapping[str, Callable[[Havoc, str], int]] = {
    "HP": Havoc.hp, "attack": Havoc.attack, "armor": Havoc.armor, "range": Havoc.reach
}  # fmt: skip
"""The figures of a unit that items raise."""


@dataclass(frozen=True)
class Equip(Action[Havoc]):
    """Lay an item from your hand on one of your heroes."""

    card: nouns.OwnItem
    hero: nouns.OwnHero
    target: nouns.CardTarget
    row: nouns.CardRow
    cost = "free"
    icon = "shield"
    at_once = True
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        checks.need_any(
            lane,
            self,
            "card",
            nouns.own_items,
            "equip",
            "None of your items can be equipped now",
        )
        card = self.card
        checks.need_in_hand(lane, self.by, card)
        checks.need_any(
            lane,
            self,
            "hero",
            nouns.own_heroes,
            "equip",
            "None of your heroes can take {card} now",
            card=card,
        )
        hero = self.hero
        checks.need_active(lane, hero)
        n = max(lane.equips.get(hero, 0), len(lane.items.get(hero, ())))
        require(
            n < TURN.items,
            "equip",
            "{hero} was given {n} items this turn; more cannot be taken.",
            hero=hero,
            n=n,
        )
        item = lane.box.items[card]
        reach = lane.reach(hero) + item.reach
        why = price.why_not(lane, item, hero)
        then = price.pay(lane, item, hero) if item.does.price and not why else lane
        if not item.lasts:
            if why:
                refuse("equip", "{why}.", why=why)
            checks.check_reachable(then, hero, item.does, reach)
        checks.check_aim(then, self, hero, item.does, reach)

    def foresee_also(self, before: Havoc, after: Havoc) -> Iterator[Becomes]:
        if self.hero in after.row:
            for name, figure in FIGURES.items():
                was, now = figure(before, self.hero), figure(after, self.hero)
                if was != now:
                    yield Becomes(of(self.hero, name), was, now)

    def apply(self, lane: Havoc) -> Havoc:
        item, hero = lane.box.items[self.card], self.hero
        after = deck.equip(lane, self.by, self.card, hero)
        if why := price.why_not(after, item, hero):
            after = after.tell(
                message("{why}: it is laid for what lasts alone.", why=why), item.name, hero, rule="equip"
            )
        elif item.when != "dying":
            after, reach = price.pay(after, item, hero), after.reach(hero)
            after = take_effect(after, item.name, hero, self.by, self.target, self.row, reach)
        if hero in after.row and after.left(hero) <= 0 and not any(waits.dying for waits in after.pending):
            after = damage.fell(after, hero, "")
        return turns.settle(after)


@dataclass(frozen=True)
class Skill(Action[Havoc]):
    """Play a skill card from your hand."""

    card: nouns.OwnSkill
    target: nouns.CardTarget
    row: nouns.CardRow
    cost = "AP on the card"
    icon = "lightning"
    at_once = True
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        checks.need_any(
            lane,
            self,
            "card",
            nouns.own_skills,
            "skill",
            "None of your skills can be played now",
        )
        card = lane.box.skills[self.card]
        if card.name in lane.locked:
            needs, has = card.unlock, lane.level[card.hero]
            refuse(
                "unlock",
                "{card} opens at level {needs}; {hero} is level {has}.",
                card=card.name,
                needs=needs,
                hero=card.hero,
                has=has,
            )
        checks.need_active(lane, card.hero)
        checks.need_in_hand(lane, self.by, card.name)
        checks.need_ap(lane, card.ap, card.name, "skill")
        if why := price.why_not(lane, card, card.hero):
            refuse("skill", "{why}.", why=why)
        then = price.pay(lane, card, card.hero) if card.does.price else lane
        checks.check_reachable(then, card.hero, card.does, card.range)
        checks.check_aim(then, self, card.hero, card.does, card.range)

    def apply(self, lane: Havoc) -> Havoc:
        card = lane.box.skills[self.card]
        after = lane.spend(card.ap)
        if card.summons:
            after = deck.summon(after, self.by, card.name)
        else:
            after = after.with_cards(self.by, after.cards[self.by].play(card.name))
            words = message("{hero}: lay {name} in front of you.", hero=card.hero, name=card.name)
            after = after.tell(
                words, card.name, card.hero, *(names[self.by] for names in (HAND_OF, UNSEEN_OF, PLAYED_OF))
            )
        after = price.pay(after, card, card.hero)
        after = take_effect(after, card.name, card.hero, self.by, self.target, self.row, card.range)
        return turns.settle(after)


@dataclass(frozen=True)
class Draw(Action[Havoc]):
    """Draw a card from your Armory."""

    title = "Draw a card"
    cost = message("{ap} AP", ap=COST.draw)
    icon = "hand"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        cards = lane.cards[self.by]
        require(cards.armory or cards.stored, "draw", "Your Armory and your Storage are both empty.")
        checks.need_ap(lane, COST.draw, "Drawing")

    def apply(self, lane: Havoc) -> Havoc:
        return deck.draw(lane.spend(COST.draw), self.by, 1)
