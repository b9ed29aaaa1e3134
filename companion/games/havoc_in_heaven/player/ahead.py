"""Looking one action ahead."""

from collections.abc import Iterator

from companion.games.havoc_in_heaven.actions import (
    Attack,
    Buy,
    Draw,
    EndTurn,
    Equip,
    Move,
    Share,
    Skill,
    TowerAttack,
)
from companion.games.havoc_in_heaven.box import COST, ENEMY, ROW_NAMES, TURN
from companion.games.havoc_in_heaven.player import worth
from companion.games.havoc_in_heaven.player.dealt import Dealt
from companion.games.havoc_in_heaven.state import SHARE, Havoc, recipes, ways
from companion.kernel import action as verbs
from companion.kernel.action import Action, Kind, draft, play, refusal

AP_WORTH = 0.35
"""What an Action Point is worth to the one who looks ahead, while there is something to attack."""


def ahead(lane: Havoc, dealt: Dealt) -> Action[Havoc]:
    """The best action of the first stage that has a good one: equip, buy, skills, moves, attacks, draw."""
    by = lane.to_act[0]
    if lane.phase == SHARE:
        return max(options(lane, Share, by), key=lambda action: worth.standing(play(lane, action), by))
    eye, spare = worth.Eye.on(lane, by), lane.ap
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
        yield from verbs._complete(
            lane, made, [(f, noun) for f, noun in verbs.nouns(kind).items() if f not in given]
        )


def _equips(lane: Havoc, by: str, dealt: Dealt) -> Iterator[Action[Havoc]]:
    """The first item of the hand that can be equipped, on each hero who can take it."""
    heroes = [h for h in lane.own_heroes(by) if h in lane.row and h not in lane.inactive]
    heroes = [h for h in heroes if lane.equips.get(h, 0) < TURN.items]
    for card in dict.fromkeys(dealt.hand[by]) if heroes else ():
        item = lane.box.items.get(card)
        if item is None:
            continue
        if not (item.does.whom or item.does.move or item.does.asked):
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
            price = 0 if free else COST.attack_building if foe == front else COST.attack_unit
            if price <= lane.ap and lane.distance(unit, foe) <= reach:
                yield Attack(by, unit, foe)


def _purchases(lane: Havoc, by: str, dealt: Dealt) -> Iterator[Action[Havoc]]:
    """The purchase that adds most, of those that can be paid."""
    items, gold = lane.box.items, lane.gold[by]
    gains = {
        card: worth.value(items[card]) - sum(worth.value(items[part]) for part in items[card].recipe)
        for card in lane.shop
        if items[card].price <= gold
    }
    for card in sorted(
        gains, key=lambda card: worth.saved(gold - items[card].price) + gains[card], reverse=True
    ):
        if items[card].recipe and not recipes.ways(lane, by, items[card]):
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
        now = worth.placed(lane, unit, by, left, foes)
        for row in range(max(1, here - 2), min(len(ROW_NAMES), here + 2) + 1):
            fare = ways.fare(lane, unit, abs(row - here))
            gain = worth.placed(lane, unit, by, left, foes, row) - now - AP_WORTH * fare
            if gain > best and fare <= lane.ap and not ways.barring(lane, unit, row):
                best, found = gain, Move(by, unit, ROW_NAMES[row - 1])
    if found is not None:
        yield found
