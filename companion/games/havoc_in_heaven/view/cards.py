"""The cards of a moment: heroes with their companions, buildings, skills, and the items on offer."""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.havoc_in_heaven.box import BASE, GLOBAL, HAND_OF, ROW_NAMES, STORAGE_OF
from companion.games.havoc_in_heaven.cards import Building, Hero, Item, Skill
from companion.games.havoc_in_heaven.picture import initials, letter, life
from companion.games.havoc_in_heaven.state import Havoc, deck, recipes
from companion.kernel.view import Card
from companion.words import Message, Text, joined, message

Figures = tuple[tuple[str, int], ...]
"""Icon name and number, as on a card."""
Several = tuple[tuple[str, int], ...]
"""Cards by name, each with how many there are."""

# Most cards look after a tap as they did before it: each is made once for the same values.


def whereabouts(lane: Havoc, unit: str) -> Text:
    """Return in words where a hero or companion is."""
    return _whereabouts(lane.row.get(unit, 0), lane.away.get(unit, 0))


def _whereabouts(row: int, turns: int) -> Text:
    if row:
        return ROW_NAMES[row - 1]
    return message("dead, {turns} more to miss", turns=turns) if turns else "dead, back next turn"


def status(lane: Havoc, unit: str) -> str:
    """Return if a unit can act: ``stunned``, ``Inactive`` or ``active``."""
    if unit in lane.stunned:
        return "stunned"
    return "Inactive" if unit in lane.inactive else "active"


def side_cards(lane: Havoc, side: str) -> tuple[Card, Card]:
    """Return two cards that show where a side's cards lie, as far as the table tells."""
    cards = lane.cards[side]
    unseen, storage = tuple(cards.unseen.items()), tuple(cards.storage.items())
    return _side_cards(side, cards.hand, cards.armory, cards.buried, unseen, storage, cards.top, cards.played)


@lru_cache(256)
def _side_cards(
    side: str,
    hand: int,
    armory: int,
    buried: int,
    unseen: Several,
    storage: Several,
    top: str,
    in_play: tuple[str, ...],
) -> tuple[Card, Card]:
    unshown = [message("{n} unshown", n=buried)] if buried else []
    on_top = message("The top card is {card}.", card=top) if top else ""
    played = message("played this turn: {cards}", cards=in_play) if in_play else "face up"
    words = "{hand} in hand, {armory} in the Armory"
    if buried:
        words = "{hand} in hand, {armory} in the Armory, {buried} unshown in Storage"
    where = message(words, hand=hand, armory=armory, buried=buried)
    stored = joined((_text([*deck.cards_listed(dict(storage)), *unshown]), on_top), " ")
    n = sum(n for _, n in storage) + buried
    return (
        Card(
            HAND_OF[side],
            "Unseen cards",
            "pile",
            where,
            True,
            (("hand", hand),),
            _text(deck.cards_listed(dict(unseen))),
            wide=True,
        ),
        Card(STORAGE_OF[side], "Storage", "pile", played, True, (("save", n),), stored, wide=True),
    )


def _text(cards: list[Text]) -> Text:
    return message("{cards}.", cards=cards) if cards else "Empty."


def _figures(lane: Havoc, unit: str) -> Figures:
    reach = lane.reach(unit)
    seen = (("eye", reach),) if reach < GLOBAL else ()
    return (("heart", life(lane, unit)), ("sword", lane.attack(unit)), ("shield", lane.armor(unit)), *seen)


def _global(figures: Figures) -> list[str]:
    """Return the mark of a range that reaches every row, which is no figure."""
    return [] if any(sign == "eye" for sign, _ in figures) else ["range global"]


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
    return _hero_card(
        lane.box.heroes[hero],
        lane.row.get(hero, 0),
        lane.away.get(hero, 0),
        _damage(lane, hero),
        status(lane, hero),
        (lane.level[hero], lane.exp[hero]),
        tuple(lane.box.items[item] for item in lane.items.get(hero, ())),
        _figures(lane, hero),
    )


@lru_cache(512)
def _hero_card(
    hero: Hero,
    row: int,
    turns: int,
    damage: tuple[int, int],
    state: str,
    experience: tuple[int, int],
    items: tuple[Item, ...],
    figures: Figures,
) -> Card:
    """``turns`` are those that it still misses; ``experience`` is its level and Exp."""
    parts: list[Text] = [_whereabouts(row, turns)]
    if row:
        parts.append(_hurt(damage))
        parts += [state] if state != "active" else []
    level, exp = experience
    parts.append(message("level {level}, {exp} Exp", level=level, exp=exp))
    parts += [*deck.cards_listed(item.name for item in items), *_global(figures)]
    lines = (message("{item}: {text}", item=item.name, text=item.text) for item in dict.fromkeys(items))
    where, text = joined(parts, " · "), joined((hero.text, *lines), " ")
    up = bool(row) and state == "active"
    return Card(hero.name, hero.name, "hero", where, up, figures, text, hero.letter, wide=True)


def hurt(lane: Havoc, unit: str) -> Message:
    """Damage of all it can take."""
    return _hurt(_damage(lane, unit))


def _hurt(damage: tuple[int, int]) -> Message:
    return message("{damage}/{hp} damage", damage=damage[0], hp=damage[1])


def _damage(lane: Havoc, unit: str) -> tuple[int, int]:
    return lane.damage.get(unit, 0), lane.hp(unit)


def companion_card(lane: Havoc, unit: str) -> Card:
    """A companion: where it is, whose, and whether it can act."""
    state, figures = status(lane, unit), _figures(lane, unit)
    whose = message("companion of {hero}", hero=lane.hero_of(unit))
    parts: list[Text] = [whereabouts(lane, unit), hurt(lane, unit), whose]
    parts += [state] if state != "active" else []
    parts += _global(figures)
    text = lane.box.companions[unit].text
    return Card(
        unit, unit, "companion", joined(parts, " · "), state == "active", figures, text, letter(lane, unit)
    )


def building_card(lane: Havoc, building: str) -> Card:
    """A base or tower: its row, its damage, and whether it is the outermost."""
    card = lane.box.buildings[building]
    out, stands = building == lane.outermost(card.side), lane.standing(building)
    starts = card.row == BASE[card.side] and card.side == lane.first
    return _building_card(card, _damage(lane, building), out, stands, starts, _figures(lane, building))


@lru_cache(512)
def _building_card(
    card: Building, damage: tuple[int, int], out: bool, stands: bool, starts: bool, figures: Figures
) -> Card:
    parts: list[Text] = [message("Row {row}", row=card.row), _hurt(damage)]
    parts += ["outermost"] if out else []
    parts += _global(figures) if stands else []
    parts += ["starting player"] if starts else []
    where, short = joined(parts, " · ") if stands else "destroyed", initials(card.name)
    return Card(card.name, card.name, "building", where, stands, figures, card.text, short, wide=True)


def item_card(lane: Havoc, name: str, owned: Mapping[str, int]) -> Card:
    """An item of the shop: its recipe, how many are left, and how many the side on turn has of it."""
    item, left, side = lane.box.items[name], lane.shop.get(name, 0), lane.side
    mine = owned.get(name, 0)
    stored = lane.cards[side].storage.get(name, 0) if mine else 0
    pays = bool(left) and item.price <= lane.gold.get(side, 0) and recipes.payable(lane, side, item)
    return _item_card(item, left, mine, stored, pays)


@lru_cache(1024)
def _item_card(item: Item, left: int, mine: int, stored: int, pays: bool) -> Card:
    parts: list[Text] = [message("takes {parts}", parts=item.recipe)] if item.recipe else []
    parts.append(message("{n} in the shop", n=left) if left else "none in the shop")
    if mine:
        words = "{n} yours, {stored} in Storage" if stored else "{n} yours"
        parts.append(message(words, n=mine, stored=stored))
    parts += ["by hand"] if item.does.by_hand else []
    figures = (("coin", item.price),)
    return Card(item.name, item.name, "item", joined(parts, " · "), pays, figures, item.text, "")


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
    return _skill_card(lane.box.skills[name], name in lane.locked)


@lru_cache(256)
def _skill_card(skill: Skill, locked: bool) -> Card:
    words = "{hero}, skill {number}, range {range}" if skill.range else "{hero}, skill {number}, self"
    if skill.summons:
        words = "{hero}, skill {number}"
    parts: list[Text] = [message(words, hero=skill.hero, number=skill.number, range=_rows(skill.range))]
    parts += [message("locked till level {level}", level=skill.unlock)] if locked else []
    parts += ["by hand"] if skill.does.by_hand else []
    where, figures = joined(parts, " · "), (("lightning", skill.ap),)
    return Card(skill.name, skill.name, "skill", where, not locked, figures, skill_text(skill), "")
