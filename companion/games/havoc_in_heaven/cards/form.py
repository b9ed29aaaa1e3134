"""The form of a set of Havoc in Heaven, for owners who type in what their box says."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.havoc_in_heaven import effects
from companion.games.havoc_in_heaven.box import LEVELS, PITY, SIDES
from companion.games.havoc_in_heaven.cards.never import marks, never
from companion.games.havoc_in_heaven.cards.row import PARTS, effect_of, given, recipe_of
from companion.kernel.cardset import CardFault, CardSet, Deck, Field, SetForm, house_set
from companion.svg.looks import LOOKS
from companion.toolkit.cards import language
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import AT_ONCE, BY_HAND, IT, OPPONENT, WHEN_DYING
from companion.toolkit.cards.picking import picker
from companion.toolkit.cards.printed import mismatch
from companion.toolkit.cards.wording import words
from companion.words import ForAuthor, joined, message

RANGES = ("1", "2", "3", "4", "5", "6", "7", "8", "global")
SELF, SUMMONED = "self", "summoned"
WORDS = {*SIDES, "AP", "Turn", "Purchases", "Phase", "shop", "hand", "Armory", "Storage", "in play", "locked"}
"""What the table calls its own things, besides ``Row 5``."""


def _name(help: str = "") -> Field:
    return Field("name", "Name", help, at_most=36)


def _number(key: str, title: str, most: int, least: int = 0, optional: bool = False, help: str = "") -> Field:
    return Field(key, title, help, least=least, most=most, optional=optional)


FIGURES = (
    _number("hp", "HP", 60, 1),
    _number("attack", "Attack", 20),
    _number("armor", "Armor", 20),
    Field("range", "Range", choices=RANGES),
)
HOUSE = house_set("companion.games.havoc_in_heaven")


def own_names(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the targets that the names on a card mean."""
    return {str(row.get("hero") or "its hero"): language.SELF}


def _effect(deck: str) -> Field:
    """Return the field for an effect in the card language, with the house's own effects to pick from."""
    own = (str(row.get("effect") or "") for row in HOUSE[deck])
    ready = picker(effects.DIALECT, (*own, *effects.READY[deck]), "its hero", own_names)
    return Field("effect", "Effect", effects.HELP, at_most=200, optional=True, picker=ready)


TEXT = Field("text", "Text", "What the card says, where no effect is written.", at_most=300, optional=True)
LORE = Field("lore", "Lore", "The story behind it.", at_most=300, optional=True)
WORDS_ON_IT = Field("text", "Text", "What it says; the players see to it.", at_most=300, optional=True)
HEROES = Deck(
    "heroes",
    "Hero",
    (
        _name(),
        Field("letter", "Letters", "One or two, for the lane.", at_most=2),
        Field("faction", "Faction", at_most=24, optional=True),
        *FIGURES[:1],
        _number("growth", "HP per level token", 9, help="3 where the card says “+3L”."),
        *FIGURES[1:],
        WORDS_ON_IT,
        LORE,
        *LOOKS,
    ),
    least=6,
)
SKILLS = Deck(
    "skills",
    "Skill",
    (
        _name("Of a summon skill: the companion's name."),
        Field("hero", "Hero", at_most=36),
        _number("number", "Skill number", 3, 1),
        _number("ap", "AP", 20),
        Field("range", "Range", choices=(SELF, "0", *RANGES, SUMMONED)),
        _effect("skills"),
        TEXT,
        _number("hp", "HP of the companion", 60, 1, optional=True),
        _number("attack", "Attack of the companion", 20, optional=True),
        _number("armor", "Armor of the companion", 20, optional=True),
        Field("reach", "Range of the companion", choices=RANGES, optional=True),
        Field("twin", "Second companion", "Its name, if the card brings two.", at_most=36, optional=True),
        _number("level", "Opens at level", LEVELS.most, 1, True, "Where it is not 1, 3 or 5 by its number."),
        LORE,
        *LOOKS,
    ),
    least=18,
    most=180,
)
ITEMS = Deck(
    "items",
    "Item",
    (
        _name(),
        Field("rank", "Rank", choices=("basic", "high")),
        _number("price", "Price", 30),
        Field("part", "Recipe: item", at_most=36, optional=True),
        Field("second", "Recipe: another item", at_most=36, optional=True),
        Field("third", "Recipe: a third item", at_most=36, optional=True),
        _number("stock", "Copies in the shop", 20),
        _number("attack", "Attack +", 20, -20, optional=True, help="Below 0 where it takes away."),
        _number("armor", "Armor +", 20, -20, optional=True),
        _number("hp", "HP +", 30, -30, optional=True),
        _number("reach", "Range +", 8, -8, optional=True),
        Field(
            "when",
            "One-time effect",
            "When it happens; empty where the item only adds.",
            choices=("at once", "dying"),
            optional=True,
        ),
        _effect("items"),
        TEXT,
        LORE,
        *LOOKS,
    ),
    least=5,
    most=80,
)
BUILDINGS = Deck(
    "buildings",
    "Building",
    (
        _name(),
        Field("side", "Side", choices=SIDES),
        *FIGURES,
        Field("faction", "Faction", at_most=24, optional=True),
        WORDS_ON_IT,
        LORE,
        *LOOKS,
    ),
    8,
    8,
    "side",
    4,
)


def more(cards: CardSet) -> list[CardFault]:
    """Faults only this game knows: names, recipes, skills by hero, effects, companions, buildings by HP."""
    result = [*_names(cards), *_skills(cards), *_items(cards), *_effects(cards), *_buildings(cards)]
    return result or [*marks(cards), *never(cards)]


def _names(cards: CardSet) -> list[CardFault]:
    rows = [row for deck in (HEROES, SKILLS, ITEMS, BUILDINGS) for row in cards[deck.key]]
    rows += [{"name": twin} for row in cards["skills"] if (twin := given(row, "twin"))]
    names = [row["name"].strip() for row in rows]
    counts = Counter(names)
    result = [
        (name, "name", f"stands on {n} cards; every name is another") for name, n in counts.items() if n > 1
    ]
    for row in rows:
        name = row["name"]
        if "," in name or '"' in name or " + " in name or name != name.strip():
            result.append((name, "name", "may hold no comma, no quotes, no “ + ” and no space at its ends"))
        elif (
            name in WORDS or name.startswith("Row ") or any(name.startswith(f"{other}'s ") for other in names)
        ):
            result.append((name, "name", "is what the table calls something else; take another name"))
    return result


def _skills(cards: CardSet) -> list[CardFault]:
    heroes = {row["name"] for row in cards["heroes"]}
    result = [
        (row["name"], "hero", f"is “{row['hero']}”, who is not in the set")
        for row in cards["skills"]
        if row["hero"] not in heroes
    ]
    for hero in heroes:
        numbers = sorted(row["number"] for row in cards["skills"] if row["hero"] == hero)
        if numbers != [1, 2, 3]:
            result.append((hero, "skills", f"are {numbers or 'missing'}; skills 1, 2 and 3 would be right"))
    for row in cards["skills"]:
        figures = [key for key in ("hp", "attack", "armor", "reach") if row.get(key) in (None, "")]
        if row["range"] == SUMMONED and figures:
            result.append(
                (row["name"], figures[0], "is missing: a companion has HP, attack, armor and range")
            )
        elif row["range"] != SUMMONED and given(row, "twin"):
            result.append((row["name"], "twin", "is for a card that summons: its range would be “summoned”"))
        elif row["range"] != SUMMONED and given(row, "effect") is None and given(row, "text") is None:
            why = "is missing: a skill says what it does, in words or as its effect"
            result.append((row["name"], "text", why))
    return result


def _items(cards: CardSet) -> list[CardFault]:
    names = {row["name"] for row in cards["items"]}
    result = [] if PITY in names else [(PITY, "name", "is missing; every Armory starts with it")]
    result += [
        (row["name"], key, f"is “{row[key]}”, which is not an item of the set")
        for row in cards["items"]
        for key in PARTS
        if row.get(key) and row[key] not in names
    ]
    for row in cards["items"]:
        recipe = recipe_of(row)
        if row["name"] in recipe:
            result.append((row["name"], "part", "is the item itself"))
        elif recipe and [row.get(key) for key in PARTS[: len(recipe)]] != recipe:
            result.append((row["name"], "part", "is missing, though a second one is named"))
        if row.get("when") and given(row, "effect") is None and given(row, "text") is None:
            result.append((row["name"], "text", "is missing: it happens once, but nothing says what"))
    return result


def _effects(cards: CardSet) -> list[CardFault]:
    rows = [*cards["skills"], *cards["items"]]
    result = [
        (row["name"], "effect", wrong)
        for row in rows
        if (wrong := fault(effect_of(row), effects.DIALECT) or _mismatch(row))
    ]
    if result:
        return result
    for row in rows:
        result += [(row["name"], *wrong) for wrong in _timing(row)]
    return result


def _mismatch(row: Mapping[str, Any]) -> str:
    """Return where the effect is not what the text says."""
    effect = given(row, "effect") or ""
    return effect and str(mismatch(effect, row.get("text") or "", effects.DIALECT, own_names(row)))


def _timing(row: Mapping[str, Any]) -> Iterator[tuple[str, ForAuthor]]:
    """An effect that cannot happen on this kind of card."""
    card, reach = read(effect_of(row)), row.get("range")
    whens = {one.when for one in card}
    for one in card:
        whom = [part.whom for choice in one.choices for part in choice]
        foes = [who for who in whom if who.words and not who.reach.how and not {*who.words} & {*effects.OWN}]
        foes = [who for who in foes if who.words not in ((IT,), (OPPONENT,))]
        if reach in (SELF, "0", SUMMONED) and one.when == AT_ONCE and foes:
            yield "range", f"is {reach}, where no enemy ever stands; 1 or more would be right"
            continue
        named = next((who.words[0] for who in whom if who.pointed and not who.reach.how), "")
        if reach in (SELF, SUMMONED) and one.when == AT_ONCE and named:
            yield "range", f"is {reach}, but the effect names {named}"
    if reach is not None and reach != SUMMONED and whens - {AT_ONCE, BY_HAND}:
        yield "effect", "of a skill happens at once, or by hand; items and companions stay in play"
    if row.get("when") == "dying" and any(one.when == AT_ONCE and (one.pay or one.per) for one in card):
        yield "effect", "has a price, or how often it is, when dying; leave it out"
    if reach == SUMMONED and WHEN_DYING in whens:
        yield "effect", "of a companion does not happen when dying; that is for items"
    if row.get("when") == "dying" and AT_ONCE in whens:
        yield "effect", "says “when dying:” before what happens then, as it says other times too"
    if reach is None and AT_ONCE in whens and not row.get("when"):
        yield "when", "is missing: a one-time effect happens at once or dying"


def _buildings(cards: CardSet) -> list[CardFault]:
    result = []
    for side in SIDES:
        hps = [row["hp"] for row in cards["buildings"] if row["side"] == side]
        if len(set(hps)) < len(hps):
            result.append((side, "buildings", "have equal HP; the order of the lane is by HP, all different"))
    return result


def says(deck: str, row: Mapping[str, Any]) -> str:
    """Return the text of a card, or its figures and effect in words if it has none."""
    if given(row, "text"):
        hands = not given(row, "effect") and (given(row, "when") or row.get("range", SUMMONED) != SUMMONED)
        text = str(row["text"])
        return str(message("{text} (By hand.)", text=text)) if hands and deck != "heroes" else text
    does = words(read(effect_of(row)), effects.DIALECT)
    if deck != "items":
        return does
    named = (("attack", "attack"), ("armor", "armor"), ("hp", "HP"), ("reach", "range"))
    adds = [message("{n:+} {figure}", n=row[key], figure=name) for key, name in named if given(row, key)]
    return str(joined((message("{adds:, }.", adds=adds) if adds else "", does), " "))


def _at_once(cards: CardSet, card: str) -> CardSet:
    """Return the set with a skill open from level 1 that opens later."""
    for row in cards["skills"]:
        if row["name"] == card and opens(row) > 1:
            skills = [{**one, "level": 1} if one is row else one for one in cards["skills"]]
            return {**cards, "skills": skills}
    return cards


def opens(row: Mapping[str, Any]) -> int:
    """Return the level at which a skill opens."""
    level: int = given(row, "level") or LEVELS.unlock[row["number"] - 1]
    return level


FORM = SetForm(
    (HEROES, SKILLS, ITEMS, BUILDINGS),
    house=HOUSE,
    more=more,
    says=says,
    left_to_hands=("effect",),
    at_once=_at_once,
)
