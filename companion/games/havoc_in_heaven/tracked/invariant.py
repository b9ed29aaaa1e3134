"""The invariant of Havoc in Heaven: cards and units in one place each, no barred row taken, counters in
bounds."""

from companion.games.havoc_in_heaven.box import (
    ENEMY,
    LANE,
    LEVELS,
    ROW_NAMES,
    SIDES,
    START,
    STARTING_ITEMS,
    TURN,
)
from companion.games.havoc_in_heaven.state import DRAFT, EFFECT, SHARE, Havoc, deck, levels, ways
from companion.kernel.state import ensure
from companion.words import counted


def invariant(lane: Havoc) -> None:
    """Raises Impossible, in words, where the table cannot be so."""
    ensure(lane.ap >= 0, f"Action Points end at 0, not at {lane.ap}.")
    for side in SIDES:
        ensure(lane.gold[side] >= 0, f"The gold of the {side} ends at 0, not at {lane.gold[side]}.")
        n = len(lane.own_heroes(side))
        ensure(n <= START.heroes, f"A side has {START.heroes} heroes, not {n}.")
        _buildings(lane, side)
    if not lane.level or lane.over:
        return
    ensure(lane.phase != DRAFT, "The draft is over.")
    for side in SIDES:
        _piles(lane, side)
        _units(lane, side)
    _items(lane)
    _damage(lane)
    waiting = lane.phase == SHARE and any(levels.learners(lane, side) for side in lane.pot)
    ensure(lane.phase != SHARE or waiting, "No hero is there to share out Exp.")
    ensure(lane.phase != EFFECT or lane.pending, "No card waits to be carried out.")


def _buildings(lane: Havoc, side: str) -> None:
    down = lane.fallen[side]
    ensure(0 <= down <= LANE.buildings, f"A side has {LANE.buildings} buildings.")
    second = ENEMY.get(lane.first)
    lost = down == LANE.buildings and not lane.over
    ensure(not lost or side == second, f"Without a base the {side} have lost, and the game would be over.")
    if side == second and not lane.over:
        ensure(
            lane.last == lost, f"A last turn comes when the base of the {side} is destroyed, and only then."
        )


def _piles(lane: Havoc, side: str) -> None:
    cards = lane.cards[side]
    for n, pile in ((cards.hand, "hand"), (cards.armory, "Armory"), (cards.buried, "Storage")):
        ensure(n >= 0, f"The {pile} of the {side} cannot hold {n} cards.")
    held = cards.hand + cards.armory + cards.buried
    unseen = sum(cards.unseen.values())
    ensure(unseen == held, f"The {side} have {unseen} unseen cards, not {held}.")
    ensure(0 <= cards.newest <= cards.hand, "More cards are new in the hand than are in it.")
    ensure(
        all(n <= cards.unseen.get(card, 0) for card, n in cards.fresh.items()),
        "A shuffled card was seen since.",
    )


def _units(lane: Havoc, side: str) -> None:
    bars, owned = ways.barred(lane, side), deck.owned(lane, side)
    for unit in lane.units(side):
        row = lane.row[unit]
        ensure(row not in bars, f"{bars.get(row)} is on {ROW_NAMES[row - 1]}, and bars it to {unit}.")
    for hero in lane.own_heroes(side):
        level, exp = lane.level[hero], lane.exp[hero]
        ensure((hero in lane.row) != (hero in lane.away), f"{hero} is either in the lane or dead.")
        ensure(1 <= level <= LEVELS.most, f"Levels go from 1 to {LEVELS.most}, not to {level}.")
        ensure(0 <= exp < LEVELS.exp, f"{LEVELS.exp} Exp are a level; {hero} cannot keep {exp}.")
        ensure(level < LEVELS.most or not exp, f"{hero} is at level {level} and takes no Exp.")
        n = len(lane.items.get(hero, ()))
        ensure(n <= TURN.items, f"A hero carries {TURN.items} items at most; {hero} would carry {n}.")
        ensure(hero in lane.row or not n, f"{hero} is dead and carries no items.")
        for skill in lane.box.heroes[hero].skills:
            needs = lane.box.skills[skill].unlock
            locked = skill in lane.locked
            ensure(owned.get(skill, 0) + locked == 1, f"There is one {skill}, and it lies in one place.")
            ensure(not locked or needs > level, f"{skill} opens at level {needs}; {hero} is level {level}.")
    ensure(set(lane.walked) <= set(lane.row), "A free row is used by a unit in the lane.")
    ensure(lane.dazed <= lane.stunned, "Only a stun token makes a unit Inactive in its own turn.")
    for unit in lane.dazed - lane.inactive:
        ensure(False, f"{unit} is stunned in this turn; take its stun token off first.")


def _items(lane: Havoc) -> None:
    owned = [deck.owned(lane, side) for side in SIDES]
    for item in lane.box.items.values():
        n = sum(cards.get(item.name, 0) for cards in owned) + lane.shop.get(item.name, 0)
        there = item.stock + STARTING_ITEMS.get(item.name, 0) * len(SIDES)
        ensure(n == there, f"The box holds {counted(there, item.name, item.name)}, not {n}.")


def _damage(lane: Havoc) -> None:
    dying = {waits.hero for waits in lane.pending if waits.dying}
    units = list(lane.targets())
    for unit in units:
        ensure(
            unit in dying or lane.left(unit) > 0,
            f"{lane.damage.get(unit, 0)} damage destroys {unit}, who has {lane.hp(unit)} HP; "
            "set it away, or the buildings, instead.",
        )
    ensure(lane.damage.keys() <= set(units), "Damage lies on what is not in the lane.")
    ensure(lane.stunned | lane.inactive <= set(lane.row), "A token lies on a unit that is not in the lane.")
