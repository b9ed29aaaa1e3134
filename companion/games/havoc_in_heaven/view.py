"""How a moment of Havoc in Heaven looks: the lane, the cards of both sides, the shop."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    ENEMY,
    GOLD_OF,
    HAND_OF,
    LEVELS,
    ROW,
    SIDES,
    START,
    STARTING_ITEMS,
    STORAGE_OF,
    TURN,
)
from companion.games.havoc_in_heaven.faces import (
    building_card,
    companion_card,
    hero_card,
    hurt,
    item_card,
    on_offer,
    side_cards,
    skill_card,
    status,
    whereabouts,
)
from companion.games.havoc_in_heaven.lane import DRAFT, EFFECT, LOTS, SHARE
from companion.games.havoc_in_heaven.picture import picture, place, places
from companion.games.havoc_in_heaven.state import Havoc
from companion.kernel.state import possessive
from companion.kernel.view import Counter, Panel, Shelf, View


def things(lane: Havoc) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found: dict[str, str] = {}
    for hero, side in lane.heroes.items():
        found[hero] = f"{side}, {whereabouts(lane, hero)}" if lane.level else side
        if lane.level:
            found[f"{possessive(hero)} level"] = str(lane.level[hero])
            found[f"{possessive(hero)} Exp"] = str(lane.exp[hero])
            found[f"{possessive(hero)} damage"] = str(lane.damage.get(hero, 0))
            found[f"{possessive(hero)} status"] = status(lane, hero)
            found[f"{possessive(hero)} items"] = ", ".join(lane.items.get(hero, ())) or "none"
    for companion, side in lane.companions.items():
        found[companion] = f"{side}, {whereabouts(lane, companion)}"
        found[f"{possessive(companion)} damage"] = str(lane.damage.get(companion, 0))
        found[f"{possessive(companion)} status"] = status(lane, companion)
    for building in lane.box.buildings:
        found[building] = f"{lane.damage.get(building, 0)} damage" if lane.standing(building) else "destroyed"
    for side in SIDES:
        found |= _piles(lane, side)
    found |= {f"{item} in the shop": str(lane.shop.get(item, 0)) for item in lane.box.items}
    found |= {"Turn": f"{lane.turn}, {lane.side}", "Phase": lane.phase_words, "AP": str(lane.ap)}
    found |= {"Purchases": str(lane.bought), "Locked": ", ".join(sorted(lane.locked))}
    found["Moved"] = ", ".join(sorted(lane.walked))
    found["Equipped"] = ", ".join(f"{hero} {n}" for hero, n in lane.equips.items())
    if lane.first:
        found["Starting player"] = lane.first
    if lane.fired:
        found["Building attack"] = "done"
    if lane.last:
        found["Last turn"] = "yes"
    if lane.pot or lane.pending:
        found["Waiting"] = f"{dict(lane.pot)} {[waits.card for waits in lane.pending]}"
    if lane.draw_words:
        found["Draw"] = lane.draw_words
    if lane.over:
        found["Result"] = lane.over.why
    return found


def _piles(lane: Havoc, side: str) -> dict[str, str]:
    cards, whose = lane.cards[side], possessive(side)
    shown = ", ".join(f"{card} {n}" for card, n in sorted(cards.storage.items()))
    return {
        GOLD_OF[side]: str(lane.gold[side]),
        HAND_OF[side]: str(cards.hand),
        ARMORY_OF[side]: str(cards.armory),
        STORAGE_OF[side]: f"{cards.stored}: {shown}",
        f"{whose} skills in play": ", ".join(cards.played),
        f"{whose} unseen cards": ", ".join(f"{card} {n}" for card, n in sorted(cards.unseen.items())),
    }


def phase(lane: Havoc) -> str:
    """What is going on, in a few words."""
    if lane.over:
        return "Game over"
    match lane.phase:
        case p if p == DRAFT:
            return f"{lane.side} pick a hero"
        case p if p == LOTS:
            return "Draw lots"
        case p if p == SHARE:
            return f"{lane.to_act[0]} share out Exp"
        case p if p == EFFECT:
            return f"{lane.pending[-1].card} takes effect"
    return (
        f"{possessive(lane.side)} last turn"
        if lane.last and lane.side != lane.first
        else f"{possessive(lane.side)} turn"
    )


def view(lane: Havoc) -> View:
    """What every phone shows."""
    side = lane.side or lane.picker
    most = TURN["ap"]
    if not lane.turn:
        picked = Counter("Heroes", "heroes", len(lane.heroes), START["heroes"] * len(SIDES), side, pips=True)
        return View(phase(lane), (picked,), panels(lane), picture(lane), shelves=shelves(lane))
    counters = (
        Counter("AP", "AP", lane.ap, most if lane.ap <= most else None, side, pips=lane.ap <= most),
        Counter(GOLD_OF[side], "gold", lane.gold[side], None, side),
    )
    return View(phase(lane), counters, panels(lane), picture(lane), shelves=shelves(lane))


def panels(lane: Havoc) -> tuple[Panel, ...]:
    """What lies in front of each side."""
    return tuple(_panel(lane, side) for side in SIDES)


def shelves(lane: Havoc) -> tuple[Shelf, ...]:
    """The heroes to pick from; later the shop, with what the side on turn can pay, and the skills."""
    if not lane.level:
        return (Shelf("The heroes", tuple(on_offer(lane, hero) for hero in lane.box.heroes), "free"),)
    shop = tuple(item_card(lane, item) for item in lane.box.items)
    skills = tuple(skill_card(lane, skill) for hero in lane.heroes for skill in lane.box.heroes[hero].skills)
    return (Shelf("The shop", shop, "affordable now"), Shelf("The skills", skills, "unlocked"))


def _panel(lane: Havoc, side: str) -> Panel:
    cards = lane.cards[side]
    counters = (
        Counter(GOLD_OF[side], "gold", lane.gold[side], None, side),
        Counter(HAND_OF[side], "in hand", cards.hand, None, side),
        Counter(ARMORY_OF[side], "Armory", cards.armory, None, side),
        Counter(STORAGE_OF[side], "Storage", cards.stored, None, side),
    )
    if not lane.level:
        return Panel(side, counters[:1], tuple(on_offer(lane, hero) for hero in lane.own_heroes(side)))
    heroes = [hero_card(lane, hero) for hero in lane.own_heroes(side)]
    companions = [companion_card(lane, unit) for unit, owner in lane.companions.items() if owner == side]
    buildings = [building_card(lane, building) for building in lane.box.order[side]]
    return Panel(side, counters, (*heroes, *companions, *buildings, *side_cards(lane, side)))


def label(lane: Havoc, name: str) -> str:
    """An answer in words."""
    if name in lane.row and lane.level:
        return f"{name} ({hurt(lane, name)})"
    if name in lane.box.buildings:
        return f"{name} ({hurt(lane, name)})"
    if lane.phase == SHARE and name.isdecimal():
        return f"{name} Exp"
    return name


def spaces(lane: Havoc, name: str) -> tuple[str, ...]:
    """Where a finger may point to give this answer."""
    if name in ROW:
        return (name,)
    if name in lane.row:
        return (place(*places(lane)[name]),)
    return (name,) if name in lane.box.buildings and lane.standing(name) else ()


def numbers(moments: Sequence[Havoc]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Turns, kills, buildings and gold, for the finished table."""
    dead, earned = (dict.fromkeys(SIDES, 0) for _ in range(2))
    for before, after in pairwise(moments):
        for hero, side in after.heroes.items():
            dead[side] += hero in before.row and hero not in after.row
        for side in SIDES:
            earned[side] += max(0, after.gold[side] - before.gold[side])
    end = moments[-1]
    return [
        ("Turns", end.turn),
        ("Buildings destroyed", {side: end.fallen[ENEMY[side]] for side in SIDES}),
        ("Heroes killed", {side: dead[ENEMY[side]] for side in SIDES}),
        ("Gold earned", earned),
        ("Levels", {side: sum(end.level.get(hero, 1) for hero in end.own_heroes(side)) for side in SIDES}),
    ]


def invariant(lane: Havoc) -> None:
    """Every card and unit in one place, nobody on a barred row, counters within the box."""
    assert lane.ap >= 0 and all(lane.gold[side] >= 0 for side in SIDES), "a counter is below zero"
    if not lane.level:
        return
    for side in SIDES:
        cards = lane.cards[side]
        assert sum(cards.unseen.values()) == cards.hand + cards.armory + cards.buried, (
            "the unseen are miscounted"
        )
        assert min(cards.hand, cards.armory, cards.buried, cards.newest) >= 0, "a pile is below zero"
        assert all(n <= cards.unseen.get(card, 0) for card, n in cards.fresh.items()), "a fresh card is seen"
        bars = lane.barred(side)
        assert all(lane.row[unit] not in bars for unit in lane.units(side)), "a unit on a barred row"
        owned = lane.owned(side)
        for hero in lane.own_heroes(side):
            assert (hero in lane.row) != (hero in lane.away), "a hero neither alive nor dead"
            assert 1 <= lane.level[hero] <= LEVELS["most"] and 0 <= lane.exp[hero] < LEVELS["exp"], (
                "Exp is off"
            )
            for skill in lane.box.heroes[hero].skills:
                assert owned.get(skill, 0) + (skill in lane.locked) == 1, f"{skill} is not in one place"
    for item in lane.box.items.values():
        mine = sum(lane.owned(side).get(item.name, 0) for side in SIDES)
        start = STARTING_ITEMS.get(item.name, 0) * len(SIDES)
        assert mine + lane.shop.get(item.name, 0) == item.stock + start, f"{item.name} is miscounted"
    dying = {waits.hero for waits in lane.pending if waits.dying}
    for unit in lane.targets():
        assert lane.over or unit in dying or lane.left(unit) > 0, f"{unit} should be dead"
