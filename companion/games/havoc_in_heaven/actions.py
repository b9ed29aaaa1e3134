"""The verbs of the draft, the shop and the end of a turn, and all verbs in the order of the dock."""

from dataclasses import dataclass

from companion.games.havoc_in_heaven import shopping
from companion.games.havoc_in_heaven.box import COST, RULES, TURN
from companion.games.havoc_in_heaven.checks import need_any, need_ap
from companion.games.havoc_in_heaven.lane import ACTION, DRAFT, LOTS, SHARE
from companion.games.havoc_in_heaven.nouns import ExpShare, Goods, OwnHero, Parts, PickHero, Starter, ap
from companion.games.havoc_in_heaven.playing import Draw, Equip, Skill
from companion.games.havoc_in_heaven.state import Havoc
from companion.games.havoc_in_heaven.units import Attack, Move, TowerAttack
from companion.kernel.action import Action

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Pick(Action[Havoc]):
    """Take a hero to your side."""

    hero: PickHero
    icon = "crown"
    during = (DRAFT,)

    def check(self, lane: Havoc) -> None:
        if side := lane.heroes.get(self.hero):
            refuse("draft", f"{self.hero} is with the {side} already.")

    def apply(self, lane: Havoc) -> Havoc:
        return lane.pick(self.hero, self.by)


@dataclass(frozen=True)
class Lots(Action[Havoc]):
    """Draw lots for the starting player."""

    starter: Starter
    title = "Draw the starting player"
    icon = "scroll"
    during = (LOTS,)

    def apply(self, lane: Havoc) -> Havoc:
        return lane.begin(self.starter)


@dataclass(frozen=True)
class Buy(Action[Havoc]):
    """Take a card from the shop; it goes to your Storage."""

    card: Goods
    parts: Parts
    title = "Shop"
    cost = f"gold; after the first {COST['purchase']} AP"
    icon = "coin"
    during = (ACTION,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[str, str]:
        return cls.title, f"gold, and {ap(_toll(lane))}" if _toll(lane) else "gold, no AP"

    def check(self, lane: Havoc) -> None:
        need_ap(lane, _toll(lane), "A further purchase")
        have = lane.gold[self.by]
        need_any(
            lane,
            self,
            "card",
            lane.shop,
            "purchase",
            f"With {have} gold and your cards nothing is yours to take.",
        )
        item = lane.box.items[self.card]
        require(item.name in lane.shop, "stock", f"The shop has no {item.name} left.")
        require(item.price <= have, "purchase", f"{item.name} costs {item.price} gold; you have {have}.")
        shopping.check_recipe(lane, self.by, item)
        shopping.check_parts(lane, self.by, item, self.parts)

    def apply(self, lane: Havoc) -> Havoc:
        item = lane.box.items[self.card]
        after = lane.spend(_toll(lane))
        after = after.pay(self.by, item.price)
        places = shopping.places(lane, self.by, self.card)
        after = shopping.hand_in(after, self.by, [places[part] for part in self.parts])
        return after.buy(self.by, item.name).settle()


def _toll(lane: Havoc) -> int:
    return COST["purchase"] if lane.bought >= TURN["free_purchases"] else 0


@dataclass(frozen=True)
class Share(Action[Havoc]):
    """Give Exp from a kill to one of your heroes."""

    hero: OwnHero
    exp: ExpShare
    title = "Share out Exp"
    icon = "flame"
    during = (SHARE,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[str, str]:
        return cls.title, f"{lane.pot.get(by, 0)} Exp"

    def check(self, lane: Havoc) -> None:
        hero = self.hero
        require(hero in lane.row, "share", f"{hero} is dead; only the living learn.")
        require(hero in lane.learners(self.by), "level-up", f"{hero} takes no more Exp.")
        room = lane.room(hero)
        require(int(self.exp) <= room, "level-up", f"{hero} takes {room} Exp at most.")

    def apply(self, lane: Havoc) -> Havoc:
        left = lane.pot[self.by] - int(self.exp)
        pot = {side: exp for side, exp in lane.pot.items() if side != self.by} | (
            {self.by: left} if left else {}
        )
        return lane.but(pot=pot).learn(self.hero, int(self.exp), "share").settle()


@dataclass(frozen=True)
class EndTurn(Action[Havoc]):
    """End your Action Phase: clean up, draw a new hand."""

    title = "End turn"
    icon = "scroll"
    during = (ACTION,)

    def apply(self, lane: Havoc) -> Havoc:
        return lane.clean_up()


KINDS = (Attack, Skill, Equip, Move, Buy, Draw, TowerAttack, EndTurn, Pick, Lots, Share)
