"""The verbs of a turn in Havoc in Heaven. Each ``check`` lists the rules in the order of its questions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.havoc_in_heaven import shopping
from companion.games.havoc_in_heaven.box import COST, ENEMY, ROW, ROW_NAMES, RULES, SIDES, TURN
from companion.games.havoc_in_heaven.effects import Effect, mover
from companion.games.havoc_in_heaven.lane import ACTION, BUILDING, COMPANION, DRAFT, LOTS, SHARE, Pending
from companion.games.havoc_in_heaven.resolve import (
    check_outermost,
    check_reachable,
    check_row,
    check_target,
    check_way,
    needs_row,
    needs_target,
    resolve,
)
from companion.games.havoc_in_heaven.state import Havoc, counted
from companion.kernel.action import Action, Noun, Unanswered, draft
from companion.kernel.rulebook import Refusal

require, refuse = RULES.require, RULES.refuse
Draft = Any


def own_units(lane: Havoc, draft: Draft) -> list[str]:
    """A side's heroes, and its companions in the lane."""
    return lane.own_heroes(draft.by) + [c for c, side in lane.companions.items() if side == draft.by]


def own_skills(lane: Havoc, draft: Draft) -> list[str]:
    """The skill cards of a side's heroes."""
    return [skill for hero in lane.own_heroes(draft.by) for skill in lane.box.heroes[hero].skills]


def own_items(lane: Havoc, draft: Draft) -> list[str]:
    """The kinds of item a side owns."""
    owned = lane.owned(draft.by)
    return [item for item in lane.box.items if item in owned]


def effects_of(lane: Havoc, draft: Draft) -> tuple[Effect, ...]:
    """What the card of a half-made action does at once."""
    card = draft.card
    if card in lane.box.skills:
        return lane.box.skills[card].effects
    item = lane.box.items[card]
    return item.effects if item.when == "at once" else ()


def caster(lane: Havoc, draft: Draft) -> str:
    """The hero who does what the card says."""
    return lane.box.skills[draft.card].hero if draft.card in lane.box.skills else draft.hero


def ap(n: int) -> str:
    """A price in Action Points."""
    return f"{n} AP" if n else "free"


def fare_of(lane: Havoc, draft: Draft) -> int:
    """The AP of a move."""
    return lane.fare(draft.unit, abs(ROW[draft.row] - lane.row[draft.unit]))


def attack_ap(lane: Havoc, draft: Draft) -> int:
    """The AP of an attack."""
    if lane.kind(draft.unit) == COMPANION:
        return 0
    return COST["attack_building" if lane.kind(draft.target) == BUILDING else "attack_unit"]


PickHero = Annotated[str, Noun[Havoc]("Which hero?", lambda lane, draft: lane.box.heroes)]
Starter = Annotated[str, Noun[Havoc]("Whom does the lot name?", lambda lane, draft: SIDES, chance=True)]
OwnUnit = Annotated[str, Noun[Havoc]("Which of your units?", own_units)]
OwnHero = Annotated[str, Noun[Havoc]("Which hero?", lambda lane, draft: lane.own_heroes(draft.by))]
OwnSkill = Annotated[
    str,
    Noun[Havoc]("Which skill?", own_skills, price=lambda lane, draft: ap(lane.box.skills[draft.card].ap)),
]
OwnItem = Annotated[str, Noun[Havoc]("Which item from your hand?", own_items)]
Goods = Annotated[str, Noun[Havoc]("Which card?", lambda lane, draft: lane.box.items)]
Row = Annotated[
    str,
    Noun[Havoc](
        "To which row?", lambda lane, draft: ROW_NAMES, price=lambda lane, draft: ap(fare_of(lane, draft))
    ),
]
Target = Annotated[str, Noun[Havoc]("Whom?", lambda lane, draft: tuple(lane.targets()))]
CardTarget = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "Whom?",
        lambda lane, draft: tuple(lane.targets()),
        count=lambda lane, draft: needs_target(effects_of(lane, draft)),
    ),
]
CardRow = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "To which row?",
        lambda lane, draft: ROW_NAMES,
        count=lambda lane, draft: needs_row(effects_of(lane, draft)),
    ),
]
Parts = Annotated[
    tuple[str, ...],
    Noun[Havoc](
        "Which cards go back to the shop?",
        lambda lane, draft: tuple(shopping.places(lane, draft.by, draft.card)),
        count=lambda lane, draft: len(lane.box.items[draft.card].recipe),
    ),
]
ExpShare = Annotated[
    str,
    Noun[Havoc](
        "How much of the Exp?",
        lambda lane, draft: tuple(str(n) for n in range(1, lane.pot.get(draft.by, 0) + 1)),
    ),
]


def need_any(
    lane: Havoc, action: Action[Havoc], field: str, names: Iterable[str], key: str, why: str
) -> None:
    """Before a question is asked: one of its answers must be allowed."""
    if field in action.__dict__:
        return
    whys: dict[str, str] = {}
    for name in names:
        try:
            draft(type(action), action.by, {**action.__dict__, field: name}).check(lane)
        except Refusal as refused:
            whys[refused.why] = refused.rule.key
        except Unanswered:
            return
        else:
            return
    if len(whys) == 1:
        why, key = next(iter(whys.items()))
    refuse(key, why)


def need_ap(lane: Havoc, ap: int, what: str, key: str = "ap") -> None:
    """The Action Points must be there."""
    if ap > lane.ap:
        refuse(key, f"{what} takes {ap} AP; {lane.ap} left.")


def need_active(lane: Havoc, unit: str) -> None:
    """A unit must stand in the lane and be active."""
    if unit not in lane.row:
        refuse("revive", f"{unit} is dead, and not back yet.")
    if unit in lane.inactive:
        key = "stun" if unit in lane.stunned else "inactive"
        refuse(key, f"{unit} is {'stunned' if key == 'stun' else 'Inactive'} till your next turn.")


def need_in_hand(lane: Havoc, by: str, card: str) -> None:
    """A card that is played must be one that can be in the hand."""
    cards = lane.cards[by]
    if cards.in_hand(card):
        return
    if not cards.hand:
        refuse("hands", "Your hand is empty.")
    if card in cards.unseen:
        refuse("hands", f"{card} lay in Storage at the last shuffle, and you have drawn too few cards since.")
    refuse("hands", f"{card} cannot be in your hand: it lies {whereabouts(lane, by, card)}.")


def whereabouts(lane: Havoc, by: str, card: str) -> str:
    """Where an open card of a side lies."""
    if card in lane.cards[by].storage:
        return "in Storage"
    if card in lane.cards[by].played or card in lane.companions:
        return "in play"
    on = [hero for hero in lane.own_heroes(by) if card in lane.items.get(hero, ())]
    return f"on {on[0]}" if on else "outside your cards"


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
        require(
            card.name not in lane.locked, "unlock", f"{card.name} is locked till {card.hero} has the level."
        )
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
            after = after.tell(f"{card.hero}: lay {card.name} in front of you.", card.name, card.hero)
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


@dataclass(frozen=True)
class Move(Action[Havoc]):
    """Move one of your units along the lane."""

    unit: OwnUnit
    row: Row
    cost = "a row free"
    icon = "boot"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        need_any(lane, self, "unit", own_units(lane, self), "placement", "None of your units can move now.")
        unit = self.unit
        need_active(lane, unit)
        require(lane.way_out(unit), "passing", f"{unit} is hemmed in on Row {lane.row[unit]}.")
        fare = lane.fare(unit, 1)
        require(
            fare <= lane.ap,
            "placement",
            f"{unit} has used the free row; another takes {fare} AP, {lane.ap} left.",
        )
        row = ROW[self.row]
        rows = abs(row - lane.row[unit])
        require(rows, "placement", f"{unit} is on {self.row} already.")
        check_way(lane, unit, row)
        fare = fare_of(lane, self)
        require(fare <= lane.ap, "placement", f"{self.row} takes {fare} AP; {lane.ap} left.")

    def apply(self, lane: Havoc) -> Havoc:
        after = lane.spend(fare_of(lane, self))
        return after.but(walked=after.walked | {self.unit}).walk(self.unit, ROW[self.row])


@dataclass(frozen=True)
class Attack(Action[Havoc]):
    """One of your units attacks; then it is Inactive."""

    unit: OwnUnit
    target: Target
    cost = f"{COST['attack_unit']} or {COST['attack_building']} AP"
    icon = "sword"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        need_any(lane, self, "unit", own_units(lane, self), "inactive", "None of your units can attack now.")
        unit = self.unit
        need_active(lane, unit)
        reach = lane.reach(unit)
        free = lane.kind(unit) == COMPANION
        if "target" not in self.__dict__:
            self._check_any(lane, unit, reach, free)
        target = self.target
        require(target != unit, "target", f"{unit} does not attack itself.")
        if lane.kind(target) == BUILDING:
            check_outermost(lane, target)
        rows = lane.distance(unit, target)
        require(
            rows <= reach, "range", f"{target} is {counted(rows, 'row')} from {unit}, whose range is {reach}."
        )
        need_ap(lane, attack_ap(lane, self), f"Attacking {target}")

    def _check_any(self, lane: Havoc, unit: str, reach: int, free: bool) -> None:
        enough = free or lane.ap >= COST["attack_building"]
        cheapest = None
        for other in lane.targets():
            if other != unit and _hits(lane, unit, other, reach):
                if enough:
                    return
                cheapest = min(_price(lane, other), cheapest or COST["attack_building"])
        if cheapest is None:
            refuse("range", f"Nothing is within {counted(reach, 'row')} of {unit}.")
        need_ap(lane, cheapest, f"An attack of {unit}")

    def apply(self, lane: Havoc) -> Havoc:
        unit, target = self.unit, self.target
        after = lane.spend(attack_ap(lane, self))
        after = after.tell(f"{unit} attacks {target}, and is Inactive now.", unit, target, rule="inactive")
        return after.hurt(target, after.attack(unit), self.by).tire(unit).settle()


def _price(lane: Havoc, target: str) -> int:
    return COST["attack_building" if lane.kind(target) == BUILDING else "attack_unit"]


def _hits(lane: Havoc, unit: str, other: str, reach: int) -> bool:
    if lane.distance(unit, other) > reach:
        return False
    return other in lane.row or other == lane.outermost(lane.owner(other))


@dataclass(frozen=True)
class TowerAttack(Action[Havoc]):
    """Your outermost building attacks an enemy unit."""

    target: Target
    title = "Tower"
    cost = "free, once a turn"
    icon = "tower"
    during = (ACTION,)

    def check(self, lane: Havoc) -> None:
        require(lane.towers, "building-attack", "At this table buildings do not attack.")
        tower = lane.outermost(self.by)
        require(tower, "building-attack", "None of your buildings stands.")
        require(not lane.fired, "building-attack", f"{tower} has attacked this turn.")
        reach = lane.reach(tower)
        near = [unit for unit in lane.units(ENEMY[self.by]) if lane.distance(tower, unit) <= reach]
        require(near, "building-attack", f"No enemy is within {counted(reach, 'row')} of {tower}.")
        target = self.target
        if lane.owner(target) == self.by or lane.kind(target) == BUILDING:
            refuse("building-attack", f"{target} is not an enemy hero or companion.")
        rows = lane.distance(tower, target)
        require(
            rows <= reach,
            "range",
            f"{target} is {counted(rows, 'row')} from {tower}, whose range is {reach}.",
        )

    def apply(self, lane: Havoc) -> Havoc:
        tower = lane.outermost(self.by)
        told = lane.but(fired=True).tell(f"{tower} attacks {self.target}.", tower, self.target)
        return told.hurt(self.target, lane.attack(tower), self.by).settle()


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
