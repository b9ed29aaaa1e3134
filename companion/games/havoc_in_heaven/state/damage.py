"""Damage, deaths and rewards, and the end of the game."""

from collections.abc import Iterator

from companion.games.havoc_in_heaven import box
from companion.games.havoc_in_heaven.box import ENEMY, LANE, LEVELS, POT_OF, REWARD, STORAGE_OF, of
from companion.games.havoc_in_heaven.state import deck, tokens
from companion.games.havoc_in_heaven.state.havoc import BUILDING, COMPANION, HERO, Havoc
from companion.games.havoc_in_heaven.state.pending import Pending
from companion.games.havoc_in_heaven.state.piles import without
from companion.kernel.state import Told
from companion.toolkit.cards.language import WHEN_DYING, EffectPart
from companion.words import Message, message

MOST = 99
"""More than there can be of gold, Action Points and cards."""


def hurt(lane: Havoc, unit: str, n: int, by: str, magical: bool = False) -> Havoc:
    """Put damage on a unit, less its armor unless it is magical; ``by`` is the side that deals it."""
    armor = 0 if magical else lane.armor(unit)
    dealt = max(0, n - armor)
    damage = {**lane.damage, unit: lane.damage.get(unit, 0) + dealt}
    hurt = lane.but(damage=damage) if dealt else lane
    hurt = hurt.tell_lines(_dealt(hurt, unit, n, armor, "magical" if magical else "damage"))
    return hurt if hurt.left(unit) > 0 else fell(hurt, unit, by)


def _dealt(lane: Havoc, unit: str, n: int, armor: int, rule: str) -> Iterator[Told]:
    words = message(
        "{dealt} damage on {unit}{less}: {damage} of {hp}; {fate}.",
        dealt=max(0, n - armor),
        unit=unit,
        less=message(" ({n} less {armor} armor)", n=n, armor=armor) if armor else "",
        damage=lane.damage.get(unit, 0),
        hp=lane.hp(unit),
        fate=_fate(lane, unit),
    )
    yield Told(words, (unit, of(unit, box.DAMAGE)), rule)


def _fate(lane: Havoc, unit: str) -> Message | str:
    """Return how much more damage is too much; a building is a thing, who dies is not."""
    left, thing = lane.left(unit), lane.kind(unit) == BUILDING
    if left <= 0:
        return "destroyed" if thing else "too much"
    words = "{n:# more destroys it|# more destroy it}" if thing else "{n:# more is|# more are} too much"
    return message(words, n=left)


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
        parts = card.does.on.get(WHEN_DYING, ())
        if not parts and not (card.when == "dying" and card.does.by_hand):
            continue
        side = lane.heroes[hero]
        used = lane.take_off(hero, item).store(side, item)
        used = used.tell(
            message("{hero} is dying: {item} takes effect, then goes to Storage.", hero=hero, item=item),
            item,
            of(hero, box.ITEMS),
            STORAGE_OF[side],
            rule="dying",
        )
        if not parts:
            return await_hands(used, Pending(item, hero, side, True, by))
        for part in parts:
            n = much(lane, hero, part, hero)
            if part.kind == "heal":
                used = tokens.mend(used, hero, n, "dying")
            elif part.kind == "gold":
                used = used.gain(side, n)
            else:
                used = deck.draw(used, side, n)
        return used if used.left(hero) > 0 else dying(used, hero, by)
    return bury(lane, hero, by)


def much(lane: Havoc, user: str, part: EffectPart, unit: str) -> int:
    """Return the amount of a part of a card for its target; below 0 for a loss."""
    amount = part.amount
    if amount is None:
        return 1
    match amount.of:
        case "level":
            return amount.n + lane.tokens_of(user)
        case "attack":
            return amount.n + lane.attack(user)
        case "all":
            return amount.n * _all(lane, part.kind, unit)
    return amount.n


def _all(lane: Havoc, kind: str, unit: str) -> int:
    """All there is of something, on a unit or before its side."""
    if kind == "heal":
        return lane.damage.get(unit, 0)
    return lane.exp.get(unit, 0) if kind == "exp" else MOST


def await_hands(lane: Havoc, waits: Pending) -> Havoc:
    """A card that the language cannot say waits for the table to carry it out."""
    words = message(
        "{hero}: do by hand what {card} says, one thing at a time.", hero=waits.hero, card=waits.card
    )
    return lane.but(pending=(*lane.pending, waits)).tell(words, waits.card, waits.name, rule="effects")


def carried_out(lane: Havoc, waits: Pending) -> Havoc:
    """The table has carried out a card; a dying hero that it did not keep goes."""
    left = tuple(other for other in lane.pending if other is not waits)
    after = lane.but(pending=left).tell(
        message("{card} is done.", card=waits.card), waits.card, waits.name, rule="effects"
    )
    if waits.dying and waits.hero in after.row and after.left(waits.hero) <= 0:
        return fell(after, waits.hero, waits.by)
    return after


def bury(lane: Havoc, hero: str, by: str) -> Havoc:
    """A dead hero's items go to Storage; he is away for some of his own turns."""
    side, level = lane.heroes[hero], lane.level[hero]
    gone = leave(
        lane.tell(message("{hero} dies.", hero=hero), hero, rule="destroyed"), hero, LEVELS.revive[level - 1]
    )
    return reward(gone, by, side, level)


def leave(lane: Havoc, hero: str, turns: int) -> Havoc:
    """A hero goes off the lane for some of his own turns, and his items to Storage."""
    side, items = lane.heroes[hero], lane.items.get(hero, ())
    gone = off(lane, hero).but(away={**lane.away, hero: turns}, items=without(lane.items, hero))
    sentence = message(
        "Take {hero} off the lane: {turns:# turn|# turns} of the {side} to miss.",
        hero=hero,
        turns=turns,
        side=side,
    )
    gone = gone.tell(sentence, hero, *marks(hero), rule="revive")
    if items:
        words, storage = message("{cards} to Storage.", cards=deck.cards_listed(items)), STORAGE_OF[side]
        gone = gone.store(side, *items).tell(words, *items, of(hero, box.ITEMS), storage, rule="revive")
    return gone


def dismiss(lane: Havoc, companion: str, by: str) -> Havoc:
    """A dead companion leaves; its card goes to Storage, once no other of that card is in the lane."""
    side, card = lane.companions[companion], lane.box.companions[companion]
    gone = vanish(lane, companion)
    its = "its card" if companion == card.name else card.name
    words = "{companion} dies: {its} goes face up to Storage."
    if staying := gone.of_card(card.name):
        words = "{companion} dies: {its} stays for {staying}."
    sentence = message(words, companion=companion, its=its, staying=staying)
    gone = gone.tell(sentence, companion, *marks(companion), STORAGE_OF[side], rule="companion")
    return reward(gone, by, side, card.number)


def vanish(lane: Havoc, companion: str) -> Havoc:
    """A companion off the lane, and its card in Storage if it was the last of it. Tells nothing."""
    side, card = lane.companions[companion], lane.box.companions[companion].name
    gone = off(lane, companion).but(companions=without(lane.companions, companion))
    return gone if gone.of_card(card) else gone.store(side, card)


def off(lane: Havoc, unit: str) -> Havoc:
    """A unit leaves the lane, and its tokens with it."""
    return lane.but(
        row=without(lane.row, unit),
        damage=without(lane.damage, unit),
        stunned=lane.stunned - {unit},
        inactive=lane.inactive - {unit},
        dazed=lane.dazed - {unit},
        walked=lane.walked - {unit},
        boosts={key: n for key, n in lane.boosts.items() if key[0] != unit} if lane.boosts else lane.boosts,
    )


def marks(unit: str) -> tuple[str, ...]:
    """Return the log's names for all that lies on a unit and goes with it."""
    return tuple(of(unit, what) for what in (box.DAMAGE, box.STATUS, box.STUN_TOKEN, box.FREE_ROW))


def raze(lane: Havoc, building: str, by: str) -> Havoc:
    """A destroyed building leaves the game."""
    card = lane.box.buildings[building]
    gone = lane.but(damage=without(lane.damage, building), fallen={**lane.fallen, card.side: card.number})
    about = (building, of(building, box.DAMAGE), box.BUILDINGS_OF[card.side])
    gone = gone.tell(
        message("{building} is destroyed: out of the game.", building=building), *about, rule="destroyed"
    )
    if behind := gone.outermost(card.side):
        gone = gone.tell(message("{behind} is the outermost now.", behind=behind), behind, rule="outermost")
    gone = reward(gone, by, card.side, REWARD.building * card.number)
    return base_lost(gone, building, by) if card.number == LANE.buildings else gone


def reward(lane: Havoc, by: str, side: str, n: int) -> Havoc:
    """Exp and gold for killing an enemy's unit."""
    if not by or by == side:
        return lane.tell("Nobody is rewarded.", rule="own-units") if by else lane
    return lane.gain(by, n, "rewards", POT_OF[by]).but(pot={**lane.pot, by: lane.pot.get(by, 0) + n})


def base_lost(lane: Havoc, base: str, by: str) -> Havoc:
    """A base is destroyed: the end, or the second player's last turn."""
    side = lane.box.buildings[base].side
    other = ENEMY[side]
    if side == lane.first:
        why = "The base of the {side} is destroyed: {other} win."
        if lane.last:
            why = "The base of the {side} is destroyed in the last turn: {other} win after all."
    elif by == side:
        why = "{side} have destroyed their own base: {other} win."
    else:
        words = "The base of the {side} is destroyed: {side} have one last turn."
        if lane.side == side:
            words = "The base of the {side} is destroyed: this turn is their last."
        return lane.but(last=True).tell(message(words, side=side), "Last turn", rule="last-turn")
    return lane.finish((other,), "last-turn", message(why, side=side, other=other), fallen=(base,))
