"""The verbs that play cards from the hand. Each ``check`` lists the rules in the order of its questions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.games.havoc_in_heaven import cards
from companion.games.havoc_in_heaven.actions import checks, nouns
from companion.games.havoc_in_heaven.actions.aim import take_effect
from companion.games.havoc_in_heaven.box import COST, HAND_OF, PLAYED_OF, RULES, TURN, UNSEEN_OF, of
from companion.games.havoc_in_heaven.state import ACTION, Havoc, damage, deck, effects, price, turns
from companion.games.havoc_in_heaven.state.price import PaidCard
from companion.kernel.action import Action
from companion.kernel.consequences import Becomes
from companion.words import message

require, refuse = RULES.require, RULES.refuse


FIGURES: Mapping[str, Callable[[Havoc, str], int]] = {
    "HP": Havoc.hp, "attack": Havoc.attack, "armor": Havoc.armor, "range": Havoc.reach
}  # fmt: skip
"""The figures of a unit that items raise."""


def _works(lane: Havoc, card: cards.Skill | cards.Item, hero: str) -> bool:
    """True if a hero can pay for what a card does, and it does something."""
    use = price.use(lane, card, hero)
    return use is not None and effects.reachable(*use)


def _given(lane: Havoc, hero: str) -> int:
    """Return how many items a hero was given this turn, or has on."""
    return max(lane.equips.get(hero, 0), len(lane.items.get(hero, ())))


@dataclass(frozen=True)
class Equip(Action[Havoc]):
    """Lay an item from your hand on one of your heroes."""

    card: nouns.OwnItem
    hero: nouns.Bearer
    target: nouns.CardTarget
    row: nouns.CardRow
    cost = "free"
    icon = "shield"
    at_once = True
    during = (ACTION,)

    def cards(self, lane: Havoc) -> Iterator[str]:
        """Yield the items that can be in the hand and that a hero can take."""
        hand, items, free = lane.cards[self.by], lane.box.items, self._free(lane)
        for card in hand.unseen if free else ():
            if card in items and hand.in_hand(card):
                item = items[card]
                if item.lasts or any(_works(lane, item, hero) for hero in free):
                    yield card

    def bearers(self, lane: Havoc) -> list[str]:
        """Return the heroes that can take the item."""
        item, free = lane.box.items[self.card], self._free(lane)
        return free if item.lasts else [hero for hero in free if _works(lane, item, hero)]

    def _free(self, lane: Havoc) -> list[str]:
        heroes = lane.own_heroes(self.by)
        return [hero for hero in heroes if lane.active(hero) and _given(lane, hero) < TURN.items]

    def use(self, lane: Havoc) -> PaidCard | None:
        """Return the item as it takes effect; None where it is laid for what lasts alone."""
        return price.use(lane, lane.box.items[self.card], self.hero)

    def check(self, lane: Havoc) -> None:
        checks.need_any(lane, self, "card", "equip", "None of your items can be equipped now")
        card = self.card
        checks.need_in_hand(lane, self.by, card)
        checks.need_any(lane, self, "hero", "equip", "None of your heroes can take {card} now", card=card)
        hero = self.hero
        checks.need_active(lane, hero)
        n = _given(lane, hero)
        require(
            n < TURN.items,
            "equip",
            "{hero} was given {n} items this turn; more cannot be taken.",
            hero=hero,
            n=n,
        )
        item, use = lane.box.items[card], self.use(lane)
        if not item.lasts:
            if use is None:
                refuse("equip", "{why}.", why=price.why_not(lane, item, hero) or "")
            checks.check_reachable(use)
        checks.check_aim(self, use)

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

    def cards(self, lane: Havoc) -> Iterator[str]:
        """Yield the skills that can be in the hand and that can be played."""
        hand, skills = lane.cards[self.by], lane.box.skills
        for name in hand.unseen:
            if name in skills and name not in lane.locked and hand.in_hand(name):
                card = skills[name]
                if card.ap <= lane.ap and lane.active(card.hero) and _works(lane, card, card.hero):
                    yield name

    def use(self, lane: Havoc) -> PaidCard | None:
        """Return the skill as it takes effect; None where it cannot be paid for."""
        card = lane.box.skills[self.card]
        return price.use(lane, card, card.hero)

    def check(self, lane: Havoc) -> None:
        checks.need_any(lane, self, "card", "skill", "None of your skills can be played now")
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
        use = self.use(lane)
        if use is None:
            refuse("skill", "{why}.", why=price.why_not(lane, card, card.hero) or "")
        checks.check_reachable(use)
        checks.check_aim(self, use)

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
