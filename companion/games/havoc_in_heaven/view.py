"""How a moment of Havoc in Heaven looks: the lane, the cards of both sides, the shop."""

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.games.havoc_in_heaven import shopping
from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    BASE,
    ENEMY,
    GLOBAL,
    GOLD_OF,
    HAND_OF,
    LANE,
    LEVELS,
    ROW,
    ROW_NAMES,
    ROWS,
    SIDES,
    START,
    STARTING_ITEMS,
    STORAGE_OF,
    TURN,
    Skill,
)
from companion.games.havoc_in_heaven.lane import DRAFT, EFFECT, LOTS, SHARE
from companion.games.havoc_in_heaven.state import Havoc
from companion.kernel.state import listed, possessive
from companion.kernel.view import Card, Cell, Counter, Panel, Picture, Piece, Point, Shelf, View

WIDTH, TALL, SLOTS = 13.4, 1.6, 6
FIRST_SLOT, NEXT_SLOT, TOWER_AT, ROW_AT = 3.75, 1.72, 1.55, 0.4
"""Where the units, the building and the number of a row stand, from the left."""
SIZE, THUMB = 0.62, 1.7


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


def whereabouts(lane: Havoc, unit: str) -> str:
    """Where a hero or companion is."""
    if unit in lane.row:
        return ROW_NAMES[lane.row[unit] - 1]
    turns = lane.away.get(unit, 0)
    return f"dead, {turns} more to miss" if turns else "dead, back next turn"


def status(lane: Havoc, unit: str) -> str:
    """Whether a unit can act."""
    if unit in lane.stunned:
        return "stunned"
    return "Inactive" if unit in lane.inactive else "active"


def height(row: int) -> float:
    """Where the middle of a row lies; row 9 is at the top."""
    return (LANE["rows"] - row + 0.5) * TALL


def place(row: int, n: int) -> str:
    """The name of a place for a unit in a row."""
    return f"{ROW_NAMES[row - 1]}, place {n + 1}"


def _row(row: int) -> Cell:
    y = height(row)
    top, low = y - TALL / 2, y + TALL / 2
    outline = ((0.0, top), (WIDTH, top), (WIDTH, low), (0.0, low))
    kind = "" if row == LANE["neutral"] else SIDES[row > LANE["neutral"]].lower()
    return Cell("", outline, (ROW_AT, y), kind, str(row))


def _tap(space: str, at: Point, left: float, right: float) -> Cell:
    """A row, or a place within it, large enough for a thumb."""
    top = min(max(at[1] - THUMB / 2, 0), LANE["rows"] * TALL - THUMB)
    low = top + THUMB
    return Cell(space, ((left, top), (right, top), (right, low), (left, low)), at, quiet=True)


@lru_cache(128)
def cells(names: tuple[str, ...]) -> tuple[Cell, ...]:
    """The lane: nine rows, and in each a place for its building and for the units."""
    found, wide = [_row(row) for row in reversed(ROWS)], NEXT_SLOT / 2
    found += [_tap(ROW_NAMES[row - 1], (WIDTH / 2, height(row)), 0.0, WIDTH) for row in ROWS]
    for row, name in zip((row for row in ROWS if row != LANE["neutral"]), names, strict=True):
        y = height(row)
        found.append(_tap(name, (TOWER_AT, y), TOWER_AT - wide, TOWER_AT + wide))
        found.append(Cell("", ((0, 0),), (WIDTH - 2.9, y + TALL / 2 - 0.3), "", name, quiet=True))
    for row in ROWS:
        for n in range(SLOTS):
            x = FIRST_SLOT + n * NEXT_SLOT
            found.append(_tap(place(row, n), (x, height(row)), x - wide, x + wide))
    return tuple(found)


def places(lane: Havoc) -> dict[str, tuple[int, int]]:
    """Each unit's row, and its number among those that stand there."""
    taken: Tally[int] = Tally()
    found = {}
    for unit, row in lane.row.items():
        found[unit] = (row, taken[row])
        taken[row] += 1
    return found


def picture(lane: Havoc) -> Picture:
    """The lane with both sides' buildings on the left of the rows, and the units."""
    order = lane.box.order
    names = (*reversed(order[SIDES[0]]), *order[SIDES[1]])
    pieces = []
    for side in SIDES:
        for building in order[side][lane.fallen[side] :]:
            card = lane.box.buildings[building]
            icon = "crown" if card.row == BASE[side] else ""
            pieces.append(
                _piece(lane, building, (TOWER_AT, height(card.row)), _initials(building), icon, "tower")
            )
    for unit, (row, n) in places(lane).items():
        icon = "lightning" if unit in lane.stunned else "hourglass" if unit in lane.inactive else ""
        at = (FIRST_SLOT + n * NEXT_SLOT, height(row))
        pieces.append(_piece(lane, unit, at, letter(lane, unit), icon))
    name = "The lane, the Monsters' base at the top"
    return Picture(name, WIDTH, LANE["rows"] * TALL, cells(names), pieces=tuple(pieces))


def _piece(lane: Havoc, unit: str, at: Point, letters: str, icon: str, shape: str = "") -> Piece:
    left = life(lane, unit)
    dial = (left, lane.hp(unit))
    return Piece(unit, at, lane.owner(unit), letters, icon, str(left), shape=shape, size=SIZE, dial=dial)


def life(lane: Havoc, unit: str) -> int:
    """The HP a unit has left."""
    return max(0, lane.hp(unit) - lane.damage.get(unit, 0))


def letter(lane: Havoc, unit: str) -> str:
    """One or two letters for a unit."""
    if unit in lane.heroes:
        return lane.box.heroes[unit].letter
    return _initials(unit).lower() or unit[:2]


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper())[:2]


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
        return (Shelf("The heroes", tuple(_on_offer(lane, hero) for hero in lane.box.heroes), "free"),)
    shop = tuple(_item(lane, item) for item in lane.box.items)
    skills = tuple(_skill(lane, skill) for hero in lane.heroes for skill in lane.box.heroes[hero].skills)
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
        return Panel(side, counters[:1], tuple(_on_offer(lane, hero) for hero in lane.own_heroes(side)))
    heroes = [_hero(lane, hero) for hero in lane.own_heroes(side)]
    companions = [_companion(lane, unit) for unit, owner in lane.companions.items() if owner == side]
    buildings = [_building(lane, building) for building in lane.box.order[side]]
    return Panel(side, counters, (*heroes, *companions, *buildings, *_cards(lane, side)))


def _cards(lane: Havoc, side: str) -> tuple[Card, Card]:
    """Where a side's cards lie, as far as the table tells."""
    cards = lane.cards[side]
    unshown = [f"{cards.buried} unshown"] if cards.buried else []
    shown = [f"{n} {card}" if n > 1 else card for card, n in cards.storage.items()]
    played = f"played this turn: {listed(cards.played)}" if cards.played else "face up"
    unseen = [f"{n} {card}" if n > 1 else card for card, n in cards.unseen.items()]
    where = f"{cards.hand} in hand, {cards.armory} in the Armory"
    where += f", {cards.buried} unshown in Storage" if cards.buried else ""
    hand = (("hand", cards.hand),)
    store = (("save", cards.stored),)
    return (
        Card(HAND_OF[side], "Unseen cards", "pile", where, True, hand, _text(unseen), wide=True),
        Card(STORAGE_OF[side], "Storage", "pile", played, True, store, _text(shown + unshown), wide=True),
    )


def _text(cards: list[str]) -> str:
    return f"{listed(cards)}." if cards else "Empty."


def _figures(lane: Havoc, unit: str) -> tuple[tuple[str, int], ...]:
    return (
        ("heart", life(lane, unit)),
        ("sword", lane.attack(unit)),
        ("shield", lane.armor(unit)),
        ("eye", lane.reach(unit)),
    )


def _on_offer(lane: Havoc, name: str) -> Card:
    card = lane.box.heroes[name]
    figures = (("heart", card.hp), ("sword", card.attack), ("shield", card.armor), ("eye", card.range))
    taken = lane.heroes.get(name)
    where = f"with the {taken}" if taken else f"+{card.growth} HP a level, {card.faction}".removesuffix(", ")
    skills = [lane.box.skills[skill] for skill in card.skills]
    text = " ".join(f"{skill.name}: {skill_text(skill)}" for skill in skills)
    return Card(name, name, "hero", where, not taken, figures, text, card.letter, wide=True)


def _hero(lane: Havoc, hero: str) -> Card:
    state = status(lane, hero)
    parts = [whereabouts(lane, hero)]
    if hero in lane.row:
        parts.append(_hurt(lane, hero))
        parts += [state] if state != "active" else []
    parts.append(f"level {lane.level[hero]}, {lane.exp[hero]} Exp")
    items = Tally(lane.items.get(hero, ()))
    parts += [f"{n} {item}" if n > 1 else item for item, n in items.items()]
    up = hero in lane.row and state == "active"
    return Card(
        hero, hero, "hero", " · ".join(parts), up, _figures(lane, hero), "", letter(lane, hero), wide=True
    )


def _hurt(lane: Havoc, unit: str) -> str:
    return f"{lane.damage.get(unit, 0)}/{lane.hp(unit)} damage"


def _companion(lane: Havoc, unit: str) -> Card:
    state = status(lane, unit)
    parts = [whereabouts(lane, unit), _hurt(lane, unit), f"companion of {lane.hero_of(unit)}"]
    parts += [state] if state != "active" else []
    figures = _figures(lane, unit)
    return Card(
        unit, unit, "companion", " · ".join(parts), state == "active", figures, "", letter(lane, unit)
    )


def _building(lane: Havoc, building: str) -> Card:
    card, stands = lane.box.buildings[building], lane.standing(building)
    out = building == lane.outermost(card.side)
    told = f"Row {card.row} · {_hurt(lane, building)}{' · outermost' if out else ''}"
    if card.row == BASE[card.side] and card.side == lane.first:
        told += " · starting player"
    initials = _initials(building)
    figures = _figures(lane, building)
    return Card(
        building, building, "building", told if stands else "destroyed", stands, figures, "", initials
    )


def _item(lane: Havoc, name: str) -> Card:
    item, left = lane.box.items[name], lane.shop.get(name, 0)
    side = lane.side
    parts = [f"takes {listed(list(item.recipe))}"] if item.recipe else []
    parts.append(f"{left} in the shop" if left else "none in the shop")
    if mine := lane.owned(side).get(name):
        stored = lane.cards[side].storage.get(name, 0)
        parts.append(f"{mine} yours" + (f", {stored} in Storage" if stored else ""))
    pays = bool(left) and item.price <= lane.gold.get(side, 0)
    pays = pays and (not item.recipe or bool(shopping.ways(lane, side, item)))
    return Card(name, name, "item", " · ".join(parts), pays, (("coin", item.price),), item.text, "")


def skill_text(skill: Skill) -> str:
    """What a skill card does, a companion's figures among it."""
    if not skill.summons:
        return skill.text
    figures = f"HP {skill.hp}, attack {skill.attack}, armor {skill.armor}, range {skill.reach}"
    return f"A companion: {figures}. {skill.text}".strip()


def _skill(lane: Havoc, name: str) -> Card:
    skill = lane.box.skills[name]
    locked = name in lane.locked
    rows = "global" if skill.range == GLOBAL else skill.range
    reach = "" if skill.summons else f", range {rows}" if rows else ", self"
    needs = f" · locked till level {LEVELS['unlock'][skill.number - 1]}" if locked else ""
    where = f"{skill.hero}, skill {skill.number}{reach}{needs}"
    return Card(name, name, "skill", where, not locked, (("lightning", skill.ap),), skill_text(skill), "")


def label(lane: Havoc, name: str) -> str:
    """An answer in words."""
    if name in lane.row and lane.level:
        return f"{name} ({_hurt(lane, name)})"
    if name in lane.box.buildings:
        return f"{name} ({_hurt(lane, name)})"
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
