"""The view of Havoc in Heaven: the lane, both sides' places, the shop."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    ENEMY,
    GOLD_OF,
    HAND_OF,
    ROW,
    SIDES,
    START,
    STORAGE_OF,
    TURN,
)
from companion.games.havoc_in_heaven.picture import picture, place, places
from companion.games.havoc_in_heaven.state import AIM, DRAFT, EFFECT, LOTS, SHARE, Havoc, deck
from companion.games.havoc_in_heaven.view import cards as faces
from companion.kernel.view import Counter, Panel, Shelf, View
from companion.words import Text, message

PHASE_WORDS = {
    DRAFT: "{side} pick a hero",
    LOTS: "Draw lots",
    SHARE: "{side} share out Exp",
    EFFECT: "{card} takes effect, by hand",
    AIM: "{card} takes effect",
}


def phase(lane: Havoc) -> Text:
    """Return the phase in a few words."""
    if lane.over:
        return "Game over"
    last = lane.last and lane.side != lane.first
    return message(
        PHASE_WORDS.get(lane.phase, "{side's} last turn" if last else "{side's} turn"),
        side=lane.to_act[0] if lane.phase == SHARE else lane.side,
        card=lane.pending[-1].card if lane.pending else "",
    )


def view(lane: Havoc) -> View:
    """Return the view that every phone shows."""
    side = lane.side or lane.picker
    most = TURN.ap
    if not lane.turn:
        picked = Counter("Heroes", "heroes", len(lane.heroes), START.heroes * len(SIDES), side, pips=True)
        return View(phase(lane), (picked,), panels(lane), picture(lane), shelves=shelves(lane))
    counters = (
        Counter("AP", "AP", lane.ap, most if lane.ap <= most else None, side, pips=lane.ap <= most),
        Counter(GOLD_OF[side], "gold", lane.gold[side], None, side),
    )
    return View(phase(lane), counters, panels(lane), picture(lane), shelves=shelves(lane))


def panels(lane: Havoc) -> tuple[Panel, ...]:
    """Return the panel in front of each side."""
    return tuple(_panel(lane, side) for side in SIDES)


def shelves(lane: Havoc) -> tuple[Shelf, ...]:
    """The heroes to pick from; later the shop, with what the side on turn can pay, and the skills."""
    if not lane.level:
        return (Shelf("The heroes", tuple(faces.on_offer(lane, hero) for hero in lane.box.heroes), "free"),)
    owned = deck.owned(lane, lane.side)
    shop = tuple(faces.item_card(lane, item, owned) for item in lane.box.items)
    skills = tuple(
        faces.skill_card(lane, skill) for hero in lane.heroes for skill in lane.box.heroes[hero].skills
    )
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
        return Panel(side, counters[:1], tuple(faces.on_offer(lane, hero) for hero in lane.own_heroes(side)))
    heroes = [faces.hero_card(lane, hero) for hero in lane.own_heroes(side)]
    companions = [
        faces.companion_card(lane, unit) for unit, owner in lane.companions.items() if owner == side
    ]
    buildings = [faces.building_card(lane, building) for building in lane.box.order[side]]
    return Panel(side, counters, (*heroes, *companions, *buildings, *faces.side_cards(lane, side)))


def label(lane: Havoc, name: str) -> Text:
    """An answer in words."""
    if name in lane.row or name in lane.box.buildings:
        return message("{name} ({hurt})", name=name, hurt=faces.hurt(lane, name))
    if lane.phase == SHARE and name.isdecimal():
        return message("{exp} Exp", exp=name)
    return name


def spaces(lane: Havoc, name: str) -> tuple[str, ...]:
    """Return the spaces to point at for this answer."""
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
