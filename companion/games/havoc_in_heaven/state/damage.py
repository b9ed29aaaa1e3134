"""Damage, deaths and rewards, and the end of the game."""

from companion.games.havoc_in_heaven.box import ENEMY, LANE, LEVELS, REWARD, STORAGE_OF
from companion.games.havoc_in_heaven.state import deck
from companion.games.havoc_in_heaven.state.havoc import COMPANION, HERO, Havoc, Pending
from companion.kernel.state import counted


def hurt(lane: Havoc, unit: str, n: int, by: str, magical: bool = False) -> Havoc:
    """Put damage on a unit, less its armor unless it is magical; ``by`` is the side that deals it."""
    armor = 0 if magical else lane.armor(unit)
    dealt = max(0, n - armor)
    damage = lane.damage.get(unit, 0) + dealt
    hurt = lane.but(damage={**lane.damage, unit: damage}) if dealt else lane
    sum_ = f" ({n} less {armor} armor)" if armor else ""
    left = hurt.left(unit)
    fate = f"{left} more {'destroys' if left == 1 else 'destroy'} it" if left > 0 else "destroyed"
    hurt = hurt.tell(
        f"{dealt} damage on {unit}{sum_}: {damage} of {lane.hp(unit)}; {fate}.",
        unit,
        rule="magical" if magical else "damage",
    )
    return hurt if left > 0 else fell(hurt, unit, by)


def fell(lane: Havoc, unit: str, by: str) -> Havoc:
    """A unit has more damage than it bears."""
    if any(waits.dying and waits.hero == unit for waits in lane.pending):
        return lane
    kind = lane.kind(unit)
    if kind == HERO:
        return dying(lane, unit, by)
    return dismiss(lane, unit, by) if kind == COMPANION else raze(lane, unit, by)


def dying(lane: Havoc, hero: str, by: str) -> Havoc:
    """Items that take effect when their hero dies do so now; then, if he is still dead, he goes."""
    for item in lane.items.get(hero, ()):
        card = lane.box.items[item]
        if card.when != "dying":
            continue
        side = lane.heroes[hero]
        used = lane.take_off(hero, item).store(side, item)
        used = used.tell(
            f"{hero} is dying: {item} takes effect, then goes to Storage.",
            item,
            STORAGE_OF[side],
            rule="dying",
        )
        if not card.effects:
            waits = Pending(item, hero, side, True, by)
            return used.but(pending=(*used.pending, waits))
        for effect in card.effects:
            if effect.kind == "heal":
                used = used.mend(hero, effect.amount, "dying")
            elif effect.kind == "gold":
                used = used.gain(side, effect.amount)
            else:
                used = deck.draw(used, side, effect.amount)
        return used if used.left(hero) > 0 else dying(used, hero, by)
    return bury(lane, hero, by)


def bury(lane: Havoc, hero: str, by: str) -> Havoc:
    """A dead hero's items go to Storage; he is away for some of his own turns."""
    side, level = lane.heroes[hero], lane.level[hero]
    turns, items = LEVELS.revive[level - 1], lane.items.get(hero, ())
    gone = off(lane, hero).but(
        away={**lane.away, hero: turns}, items={h: on for h, on in lane.items.items() if h != hero}
    )
    gone = gone.tell(f"{hero} dies.", hero, rule="destroyed")
    told = f"Take {hero} off the lane: {counted(turns, 'turn')} of the {side} to miss."
    gone = gone.tell(told, hero, rule="revive")
    if items:
        words, storage = f"{deck.cards_listed(items)} to Storage.", STORAGE_OF[side]
        gone = gone.store(side, *items).tell(words, *items, storage, rule="revive")
    return reward(gone, by, side, level)


def dismiss(lane: Havoc, companion: str, by: str) -> Havoc:
    """A dead companion's card goes to Storage."""
    side = lane.companions[companion]
    left = {unit: owner for unit, owner in lane.companions.items() if unit != companion}
    gone = off(lane, companion).but(companions=left).store(side, companion)
    words = f"{companion} dies: its card goes face up to Storage."
    gone = gone.tell(words, companion, STORAGE_OF[side], rule="companion")
    return reward(gone, by, side, lane.box.skills[companion].number)


def off(lane: Havoc, unit: str) -> Havoc:
    """A unit leaves the lane, and its tokens with it."""
    return lane.but(
        row={other: row for other, row in lane.row.items() if other != unit},
        damage={other: n for other, n in lane.damage.items() if other != unit},
        stunned=lane.stunned - {unit},
        inactive=lane.inactive - {unit},
        walked=lane.walked - {unit},
    )


def raze(lane: Havoc, building: str, by: str) -> Havoc:
    """A destroyed building leaves the game."""
    card = lane.box.buildings[building]
    damage = {unit: n for unit, n in lane.damage.items() if unit != building}
    gone = lane.but(damage=damage, fallen={**lane.fallen, card.side: card.number})
    gone = gone.tell(f"{building} is destroyed: out of the game.", building, rule="destroyed")
    if behind := gone.outermost(card.side):
        gone = gone.tell(f"{behind} is the outermost now.", behind, rule="outermost")
    gone = reward(gone, by, card.side, REWARD.building * card.number)
    return base_lost(gone, card.side, by) if card.number == LANE.buildings else gone


def reward(lane: Havoc, by: str, side: str, n: int) -> Havoc:
    """Exp and gold for killing an enemy's unit."""
    if not by or by == side:
        return lane.tell("Nobody is rewarded.", rule="own-units") if by else lane
    return lane.gain(by, n, "rewards").but(pot={**lane.pot, by: lane.pot.get(by, 0) + n})


def base_lost(lane: Havoc, side: str, by: str) -> Havoc:
    """A base is destroyed: the end, or the second player's last turn."""
    other = ENEMY[side]
    if side == lane.first:
        why = f"The base of the {side} is destroyed: {other} win."
        if lane.last:
            why = f"The base of the {side} is destroyed in the last turn: {other} win after all."
        return _won(lane, other, why)
    if by == side:
        return _won(lane, other, f"{side} have destroyed their own base: {other} win.")
    running = "this turn is their last" if lane.side == side else f"{side} have one last turn"
    told = f"The base of the {side} is destroyed: {running}."
    return lane.but(last=True).tell(told, "Turn", rule="last-turn")


def _won(lane: Havoc, side: str, why: str) -> Havoc:
    return lane.but(pot={}, pending=()).finish((side,), "last-turn", why)
