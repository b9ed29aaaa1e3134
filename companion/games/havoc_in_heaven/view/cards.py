"""The cards of a moment: heroes with their companions, buildings, skills, and the items on offer."""

from collections import Counter as Tally
from collections.abc import Mapping

from companion.games.havoc_in_heaven.box import BASE, GLOBAL, HAND_OF, ROW_NAMES, STORAGE_OF
from companion.games.havoc_in_heaven.cards import Skill
from companion.games.havoc_in_heaven.picture import initials, letter, life
from companion.games.havoc_in_heaven.state import Havoc, recipes
from companion.kernel.view import Card
from companion.words import Message, Text, joined, message


def whereabouts(lane: Havoc, unit: str) -> Text:
    """Return in words where a hero or companion is."""
    if unit in lane.row:
        return ROW_NAMES[lane.row[unit] - 1]
    turns = lane.away.get(unit, 0)
    return message("dead, {turns} more to miss", turns=turns) if turns else "dead, back next turn"


def status(lane: Havoc, unit: str) -> str:
    """Return if a unit can act: ``stunned``, ``Inactive`` or ``active``."""
    if unit in lane.stunned:
        return "stunned"
    return "Inactive" if unit in lane.inactive else "active"


def side_cards(lane: Havoc, side: str) -> tuple[Card, Card]:
    """Return two cards that show where a side's cards lie, as far as the table tells."""
    cards = lane.cards[side]
    unshown = [message("{n} unshown", n=cards.buried)] if cards.buried else []
    on_top = message("The top card is {card}.", card=cards.top) if cards.top else ""
    played = message("played this turn: {cards}", cards=cards.played) if cards.played else "face up"
    words = "{hand} in hand, {armory} in the Armory"
    if cards.buried:
        words = "{hand} in hand, {armory} in the Armory, {buried} unshown in Storage"
    where = message(words, hand=cards.hand, armory=cards.armory, buried=cards.buried)
    hand = (("hand", cards.hand),)
    store = (("save", cards.stored),)
    unseen = _text(_several(cards.unseen))
    stored = joined((_text([*_several(cards.storage), *unshown]), on_top), " ")
    return (
        Card(HAND_OF[side], "Unseen cards", "pile", where, True, hand, unseen, wide=True),
        Card(STORAGE_OF[side], "Storage", "pile", played, True, store, stored, wide=True),
    )


def _text(cards: list[Text]) -> Text:
    return message("{cards}.", cards=cards) if cards else "Empty."


def _several(cards: Mapping[str, int]) -> list[Text]:
    """Return cards by name, with their number if there are several of one."""
    return [message("{n} {card}", n=n, card=card) if n > 1 else card for card, n in cards.items()]


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
    where: list[Text] = [message("+{growth} HP a level", growth=card.growth), card.faction]
    if taken:
        where = [message("with the {side}", side=taken)]
    where += [] if seen else ["range global"]
    skills = [lane.box.skills[skill] for skill in card.skills]
    lines = (message("{skill}: {text}", skill=skill.name, text=skill_text(skill)) for skill in skills)
    text = joined((card.text, *lines), " ")
    return Card(name, name, "hero", joined(where, ", "), not taken, figures, text, card.letter, wide=True)


def hero_card(lane: Havoc, hero: str) -> Card:
    """A hero: where it is, its level and Exp, its items, and whether it can act."""
    state = status(lane, hero)
    parts: list[Text] = [whereabouts(lane, hero)]
    if hero in lane.row:
        parts.append(hurt(lane, hero))
        parts += [state] if state != "active" else []
    parts.append(message("level {level}, {exp} Exp", level=lane.level[hero], exp=lane.exp[hero]))
    items = Tally(lane.items.get(hero, ()))
    parts += [*_several(items), *_global(lane, hero)]
    lines = (message("{item}: {text}", item=item, text=lane.box.items[item].text) for item in items)
    text = joined((lane.box.heroes[hero].text, *lines), " ")
    up = hero in lane.row and state == "active"
    return Card(
        hero,
        hero,
        "hero",
        joined(parts, " · "),
        up,
        _figures(lane, hero),
        text,
        letter(lane, hero),
        wide=True,
    )


def hurt(lane: Havoc, unit: str) -> Message:
    """Damage of all it can take."""
    return message("{damage}/{hp} damage", damage=lane.damage.get(unit, 0), hp=lane.hp(unit))


def companion_card(lane: Havoc, unit: str) -> Card:
    """A companion: where it is, whose, and whether it can act."""
    state = status(lane, unit)
    whose = message("companion of {hero}", hero=lane.hero_of(unit))
    parts: list[Text] = [whereabouts(lane, unit), hurt(lane, unit), whose]
    parts += [state] if state != "active" else []
    parts += _global(lane, unit)
    figures, text = _figures(lane, unit), lane.box.companions[unit].text
    return Card(
        unit, unit, "companion", joined(parts, " · "), state == "active", figures, text, letter(lane, unit)
    )


def building_card(lane: Havoc, building: str) -> Card:
    """A base or tower: its row, its damage, and whether it is the outermost."""
    card, stands = lane.box.buildings[building], lane.standing(building)
    out = building == lane.outermost(card.side)
    parts: list[Text] = [message("Row {row}", row=card.row), hurt(lane, building)]
    parts += ["outermost"] if out else []
    parts += ["range global"] if stands and lane.reach(building) >= GLOBAL else []
    if card.row == BASE[card.side] and card.side == lane.first:
        parts += ["starting player"]
    short = initials(building)
    figures = _figures(lane, building)
    where = joined(parts, " · ") if stands else "destroyed"
    return Card(building, building, "building", where, stands, figures, card.text, short, wide=True)


def item_card(lane: Havoc, name: str, owned: Mapping[str, int]) -> Card:
    """An item of the shop: its recipe, how many are left, and how many the side on turn has of it."""
    item, left = lane.box.items[name], lane.shop.get(name, 0)
    side = lane.side
    parts: list[Text] = [message("takes {parts}", parts=item.recipe)] if item.recipe else []
    parts.append(message("{n} in the shop", n=left) if left else "none in the shop")
    if mine := owned.get(name):
        stored = lane.cards[side].storage.get(name, 0)
        parts.append(
            message("{n} yours, {stored} in Storage" if stored else "{n} yours", n=mine, stored=stored)
        )
    parts += ["by hand"] if item.does.by_hand else []
    pays = bool(left) and item.price <= lane.gold.get(side, 0)
    pays = pays and (not item.recipe or bool(recipes.ways(lane, side, item)))
    return Card(name, name, "item", joined(parts, " · "), pays, (("coin", item.price),), item.text, "")


def skill_text(skill: Skill) -> Text:
    """Return the text of a skill card, including a companion's figures."""
    if not skill.summons:
        return skill.text
    words = "A companion: HP {hp}, attack {attack}, armor {armor}, range {range}."
    if len(skill.companions) > 1:
        words = "Two companions, {companions}, each HP {hp}, attack {attack}, armor {armor}, range {range}."
    brings = message(
        words,
        companions=skill.companions,
        hp=skill.hp,
        attack=skill.attack,
        armor=skill.armor,
        range=_rows(skill.reach),
    )
    return joined((brings, skill.text), " ")


def skill_card(lane: Havoc, name: str) -> Card:
    """A skill: whose it is, how far it reaches, and what opens it."""
    skill = lane.box.skills[name]
    locked = name in lane.locked
    words = "{hero}, skill {number}, range {range}" if skill.range else "{hero}, skill {number}, self"
    if skill.summons:
        words = "{hero}, skill {number}"
    parts: list[Text] = [message(words, hero=skill.hero, number=skill.number, range=_rows(skill.range))]
    parts += [message("locked till level {level}", level=skill.unlock)] if locked else []
    parts += ["by hand"] if skill.does.by_hand else []
    return Card(
        name,
        name,
        "skill",
        joined(parts, " · "),
        not locked,
        (("lightning", skill.ap),),
        skill_text(skill),
        "",
    )
