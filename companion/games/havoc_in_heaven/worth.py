"""The worth of a moment for a side."""

from collections.abc import Mapping
from typing import Any

from companion.games.havoc_in_heaven.box import BASE, ENEMY
from companion.games.havoc_in_heaven.cards import Item
from companion.games.havoc_in_heaven.state import Havoc, deck

SAVED = 6
"""Gold beyond this is only good for spending. House, as all figures here."""
AP = 0.2
"""What an Action Point is worth while it lasts."""
STUNNED = 4.0
"""What it costs that a unit is stunned."""


def worth(lane: Havoc, side: str) -> float:
    """Return the worth of a moment for a side, including what lasts only this turn."""
    enemy = ENEMY[side]
    mine = standing(lane, side) + holdings(lane, side) + carried(lane, side)
    return mine - standing(lane, enemy) - holdings(lane, enemy) - carried(lane, enemy)


_held: dict[str, tuple[Any, Any, float]] = {}
"""Side to the cards that were valued last: most of what is looked at leaves them as they are."""
_values: tuple[Any, dict[str, float]] = (None, {})
"""The items of the box that was looked at last, and what each is worth."""


def holdings(lane: Havoc, side: str) -> float:
    """Return the worth of a side's cards, wherever they lie."""
    cards, equipped, total = _held.get(side, (None, None, 0.0))
    on = [items for hero, items in lane.items.items() if lane.heroes[hero] == side]
    if cards is not lane.cards[side] or equipped != on:
        values, total = valued(lane.box.items), 0.0
        for name, n in deck.owned(lane, side).items():
            if name in values:
                total += n * values[name]
        _held[side] = lane.cards[side], on, total
    return total


def valued(items: Mapping[str, Item]) -> dict[str, float]:
    """Return the worth of each item of a box."""
    global _values
    known, values = _values
    if known is not items:
        values = {name: value(item) for name, item in items.items()}
        _values = items, values
    return values


def value(item: Item) -> float:
    """Return the worth of an item."""
    use = item.attack + item.armor + 0.4 * item.hp + 0.4 * item.reach
    return 0.8 * item.price + 0.3 * use + 2.6 * len(item.recipe)


def saved(gold: int) -> float:
    """Return the worth of gold."""
    return 0.7 * min(gold, SAVED) + 0.1 * max(0, gold - SAVED)


def standing(lane: Havoc, side: str) -> float:
    """Return the worth of everything else that lasts: buildings, heroes, levels and gold."""
    box, total, enemy, damage, rows = lane.box, 0.0, ENEMY[side], lane.damage, lane.row
    for building in box.order[side][lane.fallen[side] :]:
        card = box.buildings[building]
        total += 5.0 + card.number + 2.0 * (card.hp - damage.get(building, 0))
    if not lane.level:
        return total
    front = lane.outermost(enemy)
    foes = [box.buildings[front].row, *[rows[foe] for foe in lane.units(enemy)]] if front else []
    for hero, owner in lane.heroes.items():
        if owner != side:
            continue
        total += 4.0 * lane.level[hero] + 0.4 * lane.exp[hero]
        if hero in rows:
            hp = lane.hp(hero)
            left = max(0.0, hp - damage.get(hero, 0)) / hp
            total += 5.0 + 6.0 * left - STUNNED * (hero in lane.stunned)
            total += placed(lane, hero, side, left, foes)
        else:
            total -= 2.0 * lane.away[hero]
    for unit, owner in lane.companions.items():
        if owner == side:
            total += 2.0 + 0.4 * lane.left(unit)
            total += placed(lane, unit, side, 1.0, foes)
    return total + saved(lane.gold[side])


def placed(lane: Havoc, unit: str, side: str, left: float, foes: list[int]) -> float:
    """Return the worth of a unit's place in the lane; ``foes`` are the enemy's rows, the building's first."""
    row = lane.row[unit]
    if not foes:
        return 0.0
    if left < 0.25:
        return -0.3 * abs(row - BASE[side])
    near = min([abs(row - foe) for foe in foes]) <= lane.reach(unit)
    return -0.5 * abs(row - foes[0]) + (1.5 if near else 0.0)


def carried(lane: Havoc, side: str) -> float:
    """Return the worth of the rest of a side's turn: cards in hand, Action Points, and what its heroes
    carry."""
    mine = lane.side == side
    total = 0.3 * lane.cards[side].hand + (AP * lane.ap if mine else 0.0)
    for hero, owner in lane.heroes.items():
        if owner != side or hero not in lane.items:
            continue
        eager = 1.0 if mine and hero not in lane.inactive else 0.3
        for name in lane.items[hero]:
            item = lane.box.items[name]
            total += eager * (1.2 * item.attack + 0.5 * item.reach) + 1.0 * item.armor + 0.35 * item.hp
            total += 1.0 if item.when == "dying" else 0.4
    return total
