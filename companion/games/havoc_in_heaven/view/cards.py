"""The cards of a moment: heroes with their companions, buildings, skills, and the items on offer."""

from collections import Counter as Tally

from companion.games.havoc_in_heaven.box import BASE, GLOBAL, HAND_OF, ROW_NAMES, STORAGE_OF
from companion.games.havoc_in_heaven.cards import Skill
from companion.games.havoc_in_heaven.picture import initials, letter, life
from companion.games.havoc_in_heaven.state import Havoc, deck, recipes
from companion.kernel.view import Card
from companion.words import listed


def whereabouts(lane: Havoc, unit: str) -> str:
    """Return in words where a hero or companion is."""
    if unit in lane.row:
        return ROW_NAMES[lane.row[unit] - 1]
    turns = lane.away.get(unit, 0)
    return f"dead, {turns} more to miss" if turns else "dead, back next turn"


def status(lane: Havoc, unit: str) -> str:
    """Return if a unit can act: ``stunned``, ``Inactive`` or ``active``."""
    if unit in lane.stunned:
        return "stunned"
    return "Inactive" if unit in lane.inactive else "active"


def side_cards(lane: Havoc, side: str) -> tuple[Card, Card]:
    """Return two cards that show where a side's cards lie, as far as the table tells."""
    cards = lane.cards[side]
    unshown = [f"{cards.buried} unshown"] if cards.buried else []
    on_top = f" The top card is {cards.top}." if cards.top else ""
    shown = [f"{n} {card}" if n > 1 else card for card, n in cards.storage.items()]
    played = f"played this turn: {listed(cards.played)}" if cards.played else "face up"
    unseen = [f"{n} {card}" if n > 1 else card for card, n in cards.unseen.items()]
    where = f"{cards.hand} in hand, {cards.armory} in the Armory"
    where += f", {cards.buried} unshown in Storage" if cards.buried else ""
    hand = (("hand", cards.hand),)
    store = (("save", cards.stored),)
    stored = _text(shown + unshown) + on_top
    return (
        Card(HAND_OF[side], "Unseen cards", "pile", where, True, hand, _text(unseen), wide=True),
        Card(STORAGE_OF[side], "Storage", "pile", played, True, store, stored, wide=True),
    )


def _text(cards: list[str]) -> str:
    return f"{listed(cards)}." if cards else "Empty."


def _figures(lane: Havoc, unit: str) -> tuple[tuple[str, int], ...]:
    reach = lane.reach(unit)
    seen = (("eye", reach),) if reach < GLOBAL else ()
    return (
        ("heart", life(lane, unit)),
        ("sword", lane.attack(unit)),
        ("shield", lane.armor(unit)),
        *seen,
    )


def _global(lane: Havoc, unit: str) -> list[str]:
    """Return the mark of a range that reaches every row, which is no figure."""
    return ["range global"] if lane.reach(unit) >= GLOBAL else []


def _rows(reach: int) -> str:
    return "global" if reach >= GLOBAL else str(reach)


def on_offer(lane: Havoc, name: str) -> Card:
    """A hero of the draft, with its skills in words."""
    card = lane.box.heroes[name]
    seen = (("eye", card.range),) if card.range < GLOBAL else ()
    figures = (("heart", card.hp), ("sword", card.attack), ("shield", card.armor), *seen)
    taken = lane.heroes.get(name)
    growth = ", ".join(filter(None, (f"+{card.growth} HP a level", card.faction)))
    where = f"with the {taken}" if taken else growth
    where += "" if seen else ", range global"
    skills = [lane.box.skills[skill] for skill in card.skills]
    said = [card.text, *(f"{skill.name}: {skill_text(skill)}" for skill in skills)]
    text = " ".join(filter(None, said))
    return Card(name, name, "hero", where, not taken, figures, text, card.letter, wide=True)


def hero_card(lane: Havoc, hero: str) -> Card:
    """A hero: where it is, its level and Exp, its items, and whether it can act."""
    state = status(lane, hero)
    parts = [whereabouts(lane, hero)]
    if hero in lane.row:
        parts.append(hurt(lane, hero))
        parts += [state] if state != "active" else []
    parts.append(f"level {lane.level[hero]}, {lane.exp[hero]} Exp")
    items = Tally(lane.items.get(hero, ()))
    parts += [f"{n} {item}" if n > 1 else item for item, n in items.items()]
    parts += _global(lane, hero)
    told = [lane.box.heroes[hero].text, *(f"{item}: {lane.box.items[item].text}" for item in items)]
    text = " ".join(filter(None, told))
    up = hero in lane.row and state == "active"
    return Card(
        hero, hero, "hero", " · ".join(parts), up, _figures(lane, hero), text, letter(lane, hero), wide=True
    )


def hurt(lane: Havoc, unit: str) -> str:
    """Damage of all it can take."""
    return f"{lane.damage.get(unit, 0)}/{lane.hp(unit)} damage"


def companion_card(lane: Havoc, unit: str) -> Card:
    """A companion: where it is, whose, and whether it can act."""
    state = status(lane, unit)
    parts = [whereabouts(lane, unit), hurt(lane, unit), f"companion of {lane.hero_of(unit)}"]
    parts += [state] if state != "active" else []
    parts += _global(lane, unit)
    figures, text = _figures(lane, unit), lane.box.companions[unit].text
    return Card(
        unit, unit, "companion", " · ".join(parts), state == "active", figures, text, letter(lane, unit)
    )


def building_card(lane: Havoc, building: str) -> Card:
    """A base or tower: its row, its damage, and whether it is the outermost."""
    card, stands = lane.box.buildings[building], lane.standing(building)
    out = building == lane.outermost(card.side)
    told = f"Row {card.row} · {hurt(lane, building)}{' · outermost' if out else ''}"
    told += " · range global" if stands and lane.reach(building) >= GLOBAL else ""
    if card.row == BASE[card.side] and card.side == lane.first:
        told += " · starting player"
    short = initials(building)
    figures = _figures(lane, building)
    where = told if stands else "destroyed"
    return Card(building, building, "building", where, stands, figures, card.text, short, wide=True)


def item_card(lane: Havoc, name: str) -> Card:
    """An item of the shop: its recipe, how many are left, how many are yours."""
    item, left = lane.box.items[name], lane.shop.get(name, 0)
    side = lane.side
    parts = [f"takes {listed(list(item.recipe))}"] if item.recipe else []
    parts.append(f"{left} in the shop" if left else "none in the shop")
    if mine := deck.owned(lane, side).get(name):
        stored = lane.cards[side].storage.get(name, 0)
        parts.append(f"{mine} yours" + (f", {stored} in Storage" if stored else ""))
    parts += ["by hand"] if item.does.by_hand else []
    pays = bool(left) and item.price <= lane.gold.get(side, 0)
    pays = pays and (not item.recipe or bool(recipes.ways(lane, side, item)))
    return Card(name, name, "item", " · ".join(parts), pays, (("coin", item.price),), item.text, "")


def skill_text(skill: Skill) -> str:
    """Return the text of a skill card, including a companion's figures."""
    if not skill.summons:
        return skill.text
    figures = f"HP {skill.hp}, attack {skill.attack}, armor {skill.armor}, range {_rows(skill.reach)}"
    brings = (
        f"Two companions, {listed(skill.companions)}, each" if len(skill.companions) > 1 else "A companion:"
    )
    return f"{brings} {figures}. {skill.text}".strip()


def skill_card(lane: Havoc, name: str) -> Card:
    """A skill: whose it is, how far it reaches, and what opens it."""
    skill = lane.box.skills[name]
    locked = name in lane.locked
    reach = "" if skill.summons else f", range {_rows(skill.range)}" if skill.range else ", self"
    needs = f" · locked till level {skill.unlock}" if locked else ""
    where = f"{skill.hero}, skill {skill.number}{reach}{needs}{' · by hand' if skill.does.by_hand else ''}"
    return Card(name, name, "skill", where, not locked, (("lightning", skill.ap),), skill_text(skill), "")
