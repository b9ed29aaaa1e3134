"""The verbs that play cards from the hand. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass
from typing import Any

from companion.games.havoc_in_heaven.box import COST, HAND_OF, LEVELS, ROW, RULES, TURN
from companion.games.havoc_in_heaven.checks import (
    check_reachable,
    check_row,
    check_target,
    need_active,
    need_any,
    need_ap,
    need_in_hand,
)
from companion.games.havoc_in_heaven.effects import Effect, mover
from companion.games.havoc_in_heaven.lane import ACTION, Pending
from companion.games.havoc_in_heaven.nouns import (
    CardRow,
    CardTarget,
    OwnHero,
    OwnItem,
    OwnSkill,
    effects_of,
    own_items,
    own_skills,
)
from companion.games.havoc_in_heaven.resolve import resolve
from companion.games.havoc_in_heaven.state import Havoc
from companion.kernel.action import Action

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Equip(Action[Havoc]):
    """Lay an item from your hand on one of your heroes."""

    card: OwnItem
    hero: OwnHero
    target: CardTarget
    row: CardRow
    cost = "free"
    icon = "shield"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        need_any(
            lane, self, "card", own_items(lane, self), "equip", "None of your items can be equipped now."
        )
        card = self.card
        need_in_hand(lane, self.by, card)
        heroes = lane.own_heroes(self.by)
        need_any(lane, self, "hero", heroes, "equip", f"None of your heroes can take {card} now.")
        hero = self.hero
        need_active(lane, hero)
        n = lane.equips.get(hero, 0)
        require(n < TURN["items"], "equip", f"{hero} was given {n} items this turn; more cannot be taken.")
        effects = effects_of(lane, self)
        reach = lane.reach(hero) + lane.box.items[card].reach
        check_reachable(lane, hero, effects, reach)
        check_aim(lane, self, hero, effects, reach)

    def apply(self, lane: Havoc) -> Havoc:
        item, hero = lane.box.items[self.card], self.hero
        after = lane.equip(self.by, self.card, hero)
        if item.when == "at once":
            after = take_effect(after, self, hero, item.effects, after.reach(hero))
        return after.settle()


def check_aim(lane: Havoc, action: Any, hero: str, effects: tuple[Effect, ...], reach: int) -> None:
    """The target and the row a card names."""
    for unit in action.target:
        check_target(lane, hero, effects, unit, reach)
    move = mover(effects)
    for row in action.row:
        assert move is not None
        check_row(lane, effects, hero if move.on == "self" else action.target[0], ROW[row])


def take_effect(lane: Havoc, action: Any, hero: str, effects: tuple[Effect, ...], reach: int) -> Havoc:
    """Let a card resolve itself; one whose effect is not written down waits for the table."""
    if not effects:
        waits = Pending(action.card, hero, action.by)
        told = f"{hero}: do what {action.card} says, one thing at a time."
        return lane.but(pending=(*lane.pending, waits)).tell(told, action.card, rule="effects")
    target, row = (*action.target, "")[0], (*action.row, "")[0]
    return resolve(lane, hero, effects, target, row, reach)


@dataclass(frozen=True)
class Skill(Action[Havoc]):
    """Play a skill card from your hand."""

    card: OwnSkill
    target: CardTarget
    row: CardRow
    cost = "AP on the card"
    icon = "lightning"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        need_any(
            lane, self, "card", own_skills(lane, self), "skill", "None of your skills can be played now."
        )
        card = lane.box.skills[self.card]
        if card.name in lane.locked:
            needs, has = LEVELS["unlock"][card.number - 1], lane.level[card.hero]
            refuse("unlock", f"{card.name} opens at level {needs}; {card.hero} is level {has}.")
        need_active(lane, card.hero)
        need_in_hand(lane, self.by, card.name)
        need_ap(lane, card.ap, card.name, "skill")
        check_reachable(lane, card.hero, card.effects, card.range)
        check_aim(lane, self, card.hero, card.effects, card.range)

    def apply(self, lane: Havoc) -> Havoc:
        card = lane.box.skills[self.card]
        after = lane.spend(card.ap)
        if card.summons:
            after = after.summon(self.by, card.name)
        else:
            after = after.with_cards(self.by, after.cards[self.by].play(card.name))
            told = f"{card.hero}: lay {card.name} in front of you."
            after = after.tell(told, card.name, card.hero, HAND_OF[self.by])
        if card.effects or not card.summons:
            after = take_effect(after, self, card.hero, card.effects, card.range)
        return after.settle()


@dataclass(frozen=True)
class Draw(Action[Havoc]):
    """Draw a card from your Armory."""

    title = "Draw a card"
    cost = f"{COST['draw']} AP"
    icon = "hand"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        cards = lane.cards[self.by]
        require(cards.armory or cards.stored, "draw", "Your Armory and your Storage are both empty.")
        need_ap(lane, COST["draw"], "Drawing")

    def apply(self, lane: Havoc) -> Havoc:
        return lane.spend(COST["draw"]).draw(self.by, 1)
