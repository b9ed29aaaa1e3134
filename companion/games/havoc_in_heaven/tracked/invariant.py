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


def invariant(lane: Havoc) -> None:
    """Raises Impossible, in words, where the table cannot be so."""
    ensure(lane.ap >= 0, "Action Points end at 0, not at {ap}.", ap=lane.ap)
    for side in SIDES:
        ensure(
            lane.gold[side] >= 0,
            "The gold of the {side} ends at 0, not at {gold}.",
            side=side,
            gold=lane.gold[side],
        )
        n = len(lane.own_heroes(side))
        ensure(n <= START.heroes, "A side has {heroes} heroes, not {n}.", heroes=START.heroes, n=n)
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
    ensure(0 <= down <= LANE.buildings, "A side has {buildings} buildings.", buildings=LANE.buildings)
    second = ENEMY.get(lane.first)
    lost = down == LANE.buildings and not lane.over
    ensure(
        not lost or side == second,
        "Without a base the {side} have lost, and the game would be over.",
        side=side,
    )
    if side == second and not lane.over:
        ensure(
            lane.last == lost,
            "A last turn comes when the base of the {side} is destroyed, and only then.",
            side=side,
        )


def _piles(lane: Havoc, side: str) -> None:
    cards = lane.cards[side]
    for n, pile in ((cards.hand, "hand"), (cards.armory, "Armory"), (cards.buried, "Storage")):
        ensure(n >= 0, "The {pile} of the {side} cannot hold {n} cards.", pile=pile, side=side, n=n)
    held = cards.hand + cards.armory + cards.buried
    unseen = sum(cards.unseen.values())
    ensure(
        unseen == held,
        "The {side} have {unseen} unseen cards, not {held}.",
        side=side,
        unseen=unseen,
        held=held,
    )
    ensure(0 <= cards.newest <= cards.hand, "More cards are new in the hand than are in it.")
    ensure(
        all(n <= cards.unseen.get(card, 0) for card, n in cards.fresh.items()),
        "A shuffled card was seen since.",
    )


def _units(lane: Havoc, side: str) -> None:
    bars, owned = ways.barred(lane, side), deck.owned(lane, side)
    for unit in lane.units(side):
        row = lane.row[unit]
        ensure(
            row not in bars,
            "{who} is on {row}, and bars it to {unit}.",
            who=bars.get(row),
            row=ROW_NAMES[row - 1],
            unit=unit,
        )
    for hero in lane.own_heroes(side):
        level, exp = lane.level[hero], lane.exp[hero]
        ensure((hero in lane.row) != (hero in lane.away), "{hero} is either in the lane or dead.", hero=hero)
        ensure(
            1 <= level <= LEVELS.most,
            "Levels go from 1 to {most}, not to {level}.",
            most=LEVELS.most,
            level=level,
        )
        ensure(
            0 <= exp < LEVELS.exp,
            "{of} Exp are a level; {hero} cannot keep {exp}.",
            of=LEVELS.exp,
            hero=hero,
            exp=exp,
        )
        ensure(
            level < LEVELS.most or not exp,
            "{hero} is at level {level} and takes no Exp.",
            hero=hero,
            level=level,
        )
        n = len(lane.items.get(hero, ()))
        ensure(
            n <= TURN.items,
            "A hero carries {items} items at most; {hero} would carry {n}.",
            items=TURN.items,
            hero=hero,
            n=n,
        )
        ensure(hero in lane.row or not n, "{hero} is dead and carries no items.", hero=hero)
        for skill in lane.box.heroes[hero].skills:
            needs = lane.box.skills[skill].unlock
            locked = skill in lane.locked
            ensure(
                owned.get(skill, 0) + locked == 1,
                "There is one {skill}, and it lies in one place.",
                skill=skill,
            )
            ensure(
                not locked or needs > level,
                "{skill} opens at level {needs}; {hero} is level {level}.",
                skill=skill,
                needs=needs,
                hero=hero,
                level=level,
            )
    ensure(set(lane.walked) <= set(lane.row), "A free row is used by a unit in the lane.")
    ensure(lane.dazed <= lane.stunned, "Only a stun token makes a unit Inactive in its own turn.")
    for unit in lane.dazed - lane.inactive:
        ensure(False, "{unit} is stunned in this turn; take its stun token off first.", unit=unit)


def _items(lane: Havoc) -> None:
    owned = [deck.owned(lane, side) for side in SIDES]
    for item in lane.box.items.values():
        n = sum(cards.get(item.name, 0) for cards in owned) + lane.shop.get(item.name, 0)
        there = item.stock + STARTING_ITEMS.get(item.name, 0) * len(SIDES)
        ensure(n == there, "The box holds {there} {item}, not {n}.", there=there, item=item.name, n=n)


def _damage(lane: Havoc) -> None:
    dying = {waits.hero for waits in lane.pending if waits.dying}
    units = list(lane.targets())
    for unit in units:
        ensure(
            unit in dying or lane.left(unit) > 0,
            "{damage} damage destroys {unit}, who has {hp} HP; set it away, or the buildings, instead.",
            damage=lane.damage.get(unit, 0),
            unit=unit,
            hp=lane.hp(unit),
        )
    ensure(lane.damage.keys() <= set(units), "Damage lies on what is not in the lane.")
    ensure(lane.stunned | lane.inactive <= set(lane.row), "A token lies on a unit that is not in the lane.")
