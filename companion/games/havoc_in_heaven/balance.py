"""Two players at a real table, to learn whether the cards are fair: hands are dealt, and only what is in the
hand is played. One plays at random; the other looks one action ahead.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.havoc_in_heaven import shopping
from companion.games.havoc_in_heaven.actions import Buy, EndTurn, Share
from companion.games.havoc_in_heaven.box import BASE, COST, ENEMY, ROW_NAMES, SIDES, TURN, Item
from companion.games.havoc_in_heaven.lane import ACTION, SHARE
from companion.games.havoc_in_heaven.nouns import needs_row, needs_target
from companion.games.havoc_in_heaven.playing import Draw, Equip, Skill
from companion.games.havoc_in_heaven.state import Havoc
from companion.games.havoc_in_heaven.units import Attack, Move, TowerAttack
from companion.kernel.action import Action, Kind, draft, nouns, play, refusal
from companion.kernel.action import _complete as completed
from companion.kernel.simulate import wander

ENDED = 3.0
"""What an attack that ends the turn leaves of what was carried."""
SAVED = 6
"""Gold beyond this is only good for spending."""
AP_WORTH = 0.35
"""What an Action Point is worth to the one who looks ahead, while there is something to attack."""


class Dealt:
    """Hands and Armories as they lie on a real table, kept in step with what the game tells."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.hand: dict[str, list[str]] = {side: [] for side in SIDES}
        self.armory: dict[str, list[str]] = {side: [] for side in SIDES}
        self.buried: dict[str, list[str]] = {side: [] for side in SIDES}
        self.turn, self.last = 0, None

    def has(self, action: Action[Havoc], lane: Havoc) -> bool:
        """Whether the cards an action takes from the hand, or unshown from Storage, are there."""
        by = action.by
        if Counter(played(action)) - Counter(self.hand[by]):
            return False
        return not Counter(unshown(action, lane)) - Counter(self.buried[by])

    def follow(self, action: Action[Havoc], before: Havoc, after: Havoc) -> None:
        """Deal what the action drew, and put away what it played."""
        for card in played(action):
            self.hand[action.by].remove(card)
        for card in unshown(action, before):
            self.buried[action.by].remove(card)
        for side in SIDES:
            if after.cards[side].hand or before.cards[side].hand:
                self._deal(side, before, after)

    def _deal(self, side: str, before: Havoc, after: Havoc) -> None:
        hand, cards = self.hand[side], after.cards[side]
        if before.turn and before.turn != after.turn and before.side == side:
            self.buried[side] += hand
            hand.clear()
        if not before.turn:
            self.armory[side] = self._shuffled(dict(before.cards[side].unseen))
        while len(hand) < cards.hand:
            if not self.armory[side]:
                self.armory[side] = self._shuffled(Counter(self.buried[side]) + Counter(cards.fresh))
                self.buried[side] = []
            hand.append(self.armory[side].pop())

    def _shuffled(self, pile: Mapping[str, int]) -> list[str]:
        cards = [card for card, n in pile.items() for _ in range(n)]
        self.rng.shuffle(cards)
        return cards


def played(action: Action[Havoc]) -> list[str]:
    """The cards an action plays from the hand."""
    if isinstance(action, (Equip, Skill)):
        return [action.card]
    if isinstance(action, Buy):
        return [
            part.removeprefix("second ").removesuffix(" from hand")
            for part in action.parts
            if " from hand" in part
        ]
    return []


def unshown(action: Action[Havoc], lane: Havoc) -> list[str]:
    """The cards an action takes from Storage that were not seen going there."""
    if not isinstance(action, Buy):
        return []
    places = [shopping.places(lane, action.by, action.card)[part] for part in action.parts]
    shown = lane.cards[action.by].storage
    return [card for card, place in places if place == shopping.STORAGE and card not in shown]


class Player:
    """Chooses an action; one for each game, as it knows the hands."""

    def __init__(self, rng: random.Random, greedy: bool = False) -> None:
        self.dealt, self.greedy = Dealt(rng), greedy
        self.was: tuple[Action[Havoc], Havoc] | None = None

    def __call__(self, kinds: tuple[Kind[Havoc], ...], lane: Havoc, rng: random.Random) -> Action[Havoc]:
        if self.was:
            self.dealt.follow(*self.was, lane)
        action = self._choose(kinds, lane, rng)
        self.was = (action, lane)
        return action

    def _choose(self, kinds: tuple[Kind[Havoc], ...], lane: Havoc, rng: random.Random) -> Action[Havoc]:
        if self.greedy and lane.phase in (ACTION, SHARE):
            return ahead(lane, self.dealt)
        while True:
            action = wander(kinds, lane, rng)
            if self.dealt.has(action, lane):
                return action


def clever(rng: random.Random) -> Player:
    """Somebody who looks one action ahead."""
    return Player(rng, greedy=True)


# -- looking one action ahead -----------------------------------------------------------------------------


def ahead(lane: Havoc, dealt: Dealt) -> Action[Havoc]:
    """The best action of the first stage that has a good one: equip, buy, skills, moves, attacks, draw."""
    by = lane.to_act[0]
    if lane.phase == SHARE:
        return max(options(lane, Share, by), key=lambda action: standing(play(lane, action), by))
    eye, spare = Eye.on(lane, by), lane.ap
    now = eye.worth(lane)
    stages: tuple[tuple[Iterator[Action[Havoc]], float], ...] = (
        (_equips(lane, by, dealt), 0.0),
        (options(lane, TowerAttack, by), 0.0),
        (_purchases(lane, by, dealt) if not lane.bought else iter(()), 0.0),
        (_skills(lane, by, dealt), AP_WORTH),
        (_steps(lane, by), 0.0),
        (_purchases(lane, by, dealt), AP_WORTH),
        (_attacks(lane, by), 0.1),
        (options(lane, Draw, by), 0.0),
    )
    for found, ap_worth in stages:
        best, gain = None, 0.05
        for action in found:
            after = play(lane, action)
            ap = max(0, spare - after.ap) if after.turn == lane.turn else 0
            more = eye.worth(after) - now - ap * ap_worth
            if more > gain:
                best, gain = action, more
        if best is not None:
            return best
    return EndTurn(by)


def options(lane: Havoc, kind: Kind[Havoc], by: str, **given: str) -> Iterator[Action[Havoc]]:
    """Every legal action of a verb, with some answers given."""
    made = draft(kind, by, given)
    if refusal(lane, made) is None:
        yield from completed(lane, made, [(f, noun) for f, noun in nouns(kind).items() if f not in given])


def _equips(lane: Havoc, by: str, dealt: Dealt) -> Iterator[Action[Havoc]]:
    """The first item of the hand that can be equipped, on each hero who can take it."""
    heroes = [h for h in lane.own_heroes(by) if h in lane.row and h not in lane.inactive]
    heroes = [h for h in heroes if lane.equips.get(h, 0) < TURN["items"]]
    for card in dict.fromkeys(dealt.hand[by]) if heroes else ():
        item = lane.box.items.get(card)
        if item is None:
            continue
        if item.when != "at once" or not (needs_target(item.effects) or needs_row(item.effects)):
            yield from (Equip(by, card, hero, (), ()) for hero in heroes)
            return
        found = list(options(lane, Equip, by, card=card))
        if found:
            yield from found
            return


def _skills(lane: Havoc, by: str, dealt: Dealt) -> Iterator[Action[Havoc]]:
    for card in dict.fromkeys(dealt.hand[by]):
        skill = lane.box.skills.get(card)
        if skill and skill.ap <= lane.ap and skill.hero in lane.row and skill.hero not in lane.inactive:
            yield from options(lane, Skill, by, card=card)


def _attacks(lane: Havoc, by: str) -> Iterator[Action[Havoc]]:
    """Attacks on the enemy's units and outermost building in range."""
    foes = lane.units(ENEMY[by])
    front = lane.outermost(ENEMY[by])
    for unit in lane.units(by):
        if unit in lane.inactive:
            continue
        reach, free = lane.reach(unit), unit in lane.companions
        for foe in (*foes, front) if front else foes:
            price = 0 if free else COST["attack_building" if foe == front else "attack_unit"]
            if price <= lane.ap and lane.distance(unit, foe) <= reach:
                yield Attack(by, unit, foe)


def _purchases(lane: Havoc, by: str, dealt: Dealt) -> Iterator[Action[Havoc]]:
    """The purchase that adds most, of those that can be paid."""
    items, gold = lane.box.items, lane.gold[by]
    gains = {
        card: value(items[card]) - sum(value(items[part]) for part in items[card].recipe)
        for card in lane.shop
        if items[card].price <= gold
    }
    for card in sorted(gains, key=lambda card: saved(gold - items[card].price) + gains[card], reverse=True):
        if items[card].recipe and not shopping.ways(lane, by, items[card]):
            continue
        for action in options(lane, Buy, by, card=card):
            if dealt.has(action, lane):
                yield action
                return


def _steps(lane: Havoc, by: str) -> Iterator[Action[Havoc]]:
    """The move that brings a unit where it is most of use."""
    best, found = 0.0, None
    front, enemy = lane.outermost(ENEMY[by]), lane.units(ENEMY[by])
    foes = [lane.box.buildings[front].row if front else 0, *(lane.row[foe] for foe in enemy)]
    for unit in lane.units(by) if front else ():
        if unit in lane.inactive:
            continue
        hp, here = lane.hp(unit), lane.row[unit]
        left = max(0.0, hp - lane.damage.get(unit, 0)) / hp
        now = _place(lane, unit, by, left, foes)
        for row in range(max(1, here - 2), min(len(ROW_NAMES), here + 2) + 1):
            fare = lane.fare(unit, abs(row - here))
            gain = _place(lane, unit, by, left, foes, row) - now - AP_WORTH * fare
            if gain > best and fare <= lane.ap and not lane.barring(unit, row):
                best, found = gain, Move(by, unit, ROW_NAMES[row - 1])
    if found is not None:
        yield found


@dataclass(frozen=True)
class Eye:
    """How one side sees a moment, and what can come of it: what did not change is not weighed again."""

    by: str
    lane: Havoc
    foes: float
    held: Mapping[str, float]

    @classmethod
    def on(cls, lane: Havoc, by: str) -> "Eye":
        """A side looks at a moment."""
        held = {side: holdings(lane, side) for side in SIDES}
        return cls(by, lane, standing(lane, ENEMY[by]) + held[ENEMY[by]], held)

    def worth(self, after: Havoc) -> float:
        """How good a moment is; what lasts only this turn counts while it lasts."""
        if after.over is not None:
            return 1000.0 if self.by in after.over.winners else -1000.0
        by, now, enemy = self.by, self.lane, ENEMY[self.by]
        same = after.damage is now.damage and after.row is now.row and after.fallen is now.fallen
        foes = self.foes
        if not (same and after.cards[enemy] is now.cards[enemy] and after.gold[enemy] == now.gold[enemy]):
            foes = standing(after, enemy) + self._held(after, enemy)
        carried = _carried(after, by) if after.turn == now.turn else ENDED
        return standing(after, by) + self._held(after, by) - foes + carried

    def _held(self, after: Havoc, side: str) -> float:
        now = self.lane
        if after.items is now.items and after.cards[side] is now.cards[side]:
            return self.held[side]
        return holdings(after, side)


def holdings(lane: Havoc, side: str) -> float:
    """What a side's cards are worth, wherever they lie."""
    items = lane.box.items
    return sum(n * value(items[name]) for name, n in lane.owned(side).items() if name in items)


def value(item: Item) -> float:
    """What an item is worth."""
    use = item.attack + item.armor + 0.4 * item.hp + 0.4 * item.reach
    return 0.8 * item.price + 0.3 * use + 2.6 * len(item.recipe)


def saved(gold: int) -> float:
    """What gold is worth."""
    return 0.7 * min(gold, SAVED) + 0.1 * max(0, gold - SAVED)


def standing(lane: Havoc, side: str) -> float:
    """What else a side has that stays: buildings, heroes, levels and gold."""
    box, total, enemy = lane.box, 0.0, ENEMY[side]
    for building in box.order[side][lane.fallen[side] :]:
        card = box.buildings[building]
        total += 5.0 + card.number + 2.0 * (card.hp - lane.damage.get(building, 0))
    front = lane.outermost(enemy)
    goal = box.buildings[front].row if front else 0
    foes = [goal, *(lane.row[foe] for foe in lane.units(enemy))]
    for hero in lane.own_heroes(side):
        total += 4.0 * lane.level[hero] + 0.4 * lane.exp[hero]
        if hero in lane.row:
            hp = lane.hp(hero)
            left = max(0.0, hp - lane.damage.get(hero, 0)) / hp
            total += 5.0 + 6.0 * left
            if front:
                total += _place(lane, hero, side, left, foes)
        else:
            total -= 2.0 * lane.away[hero]
    for unit, owner in lane.companions.items():
        if owner == side:
            total += 2.0 + 0.4 * lane.left(unit)
            if front:
                total += _place(lane, unit, side, 1.0, foes)
    return total + saved(lane.gold[side])


def _place(lane: Havoc, unit: str, side: str, left: float, foes: list[int], row: int = 0) -> float:
    row = row or lane.row[unit]
    if left < 0.25:
        return -0.3 * abs(row - BASE[side])
    reach = lane.reach(unit)
    near = any(-reach <= row - foe <= reach for foe in foes)
    return -0.5 * abs(row - foes[0]) + (1.5 if near else 0.0)


def _carried(lane: Havoc, side: str) -> float:
    total = 0.3 * lane.cards[side].hand
    for hero in lane.own_heroes(side):
        for name in lane.items.get(hero, ()):
            item = lane.box.items[name]
            eager = 0.3 if hero in lane.inactive else 1.0
            total += eager * (1.2 * item.attack + 0.5 * item.reach) + 1.0 * item.armor + 0.35 * item.hp
            total += 1.0 if item.when == "dying" else 0.4
    return total
