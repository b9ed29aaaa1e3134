"""The form of a set of Havoc in Heaven, for owners who type in what their box says."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
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
from companion.toolkit.cards.language import AT_ONCE, BY_HAND, IT, OPPONENT, WHEN_DYING, Clause, clause, parts
from companion.toolkit.cards.picking import picker
from companion.toolkit.cards.printed import mismatch
from companion.toolkit.cards.wording import words
from companion.words import ForAuthor, joined, message

RANGES = ("1", "2", "3", "4", "5", "6", "7", "8", "global")
SELF, SUMMONED = "self", "summoned"
SEPARATORS = (",", '"', " + ")
"""They stand between answers, so none can be in a name."""
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
    faults = (_names, _skill_owners, _skills, _parts, _items, _effects, _buildings)
    return [one for some in faults for one in some(cards)] or [*marks(cards), *never(cards)]


def _printed_names(cards: CardSet) -> list[str]:
    twins = [row["twin"] for row in cards["skills"] if row.get("twin")]
    return [row["name"] for deck in (HEROES, SKILLS, ITEMS, BUILDINGS) for row in cards[deck.key]] + twins


def _names(cards: CardSet) -> Iterator[CardFault]:
    printed = _printed_names(cards)
    names = [name.strip() for name in printed]
    for name, n in Counter(names).items():
        if n > 1:
            yield name, "name", f"stands on {n} cards; every name is another"
    for name in printed:
        if name != name.strip() or any(one in name for one in SEPARATORS):
            yield name, "name", "may hold no comma, no quotes, no “ + ” and no space at its ends"
        elif name in WORDS or name.startswith(("Row ", *(f"{other}'s " for other in names))):
            yield name, "name", "is what the table calls something else; take another name"


def _skill_owners(cards: CardSet) -> Iterator[CardFault]:
    heroes = [row["name"] for row in cards["heroes"]]
    for row in cards["skills"]:
        if row["hero"] not in heroes:
            yield row["name"], "hero", f"is “{row['hero']}”, who is not in the set"
    for hero in heroes:
        numbers = sorted(row["number"] for row in cards["skills"] if row["hero"] == hero)
        if numbers != [1, 2, 3]:
            yield hero, "skills", f"are {numbers or 'missing'}; skills 1, 2 and 3 would be right"


def _skills(cards: CardSet) -> Iterator[CardFault]:
    for row in cards["skills"]:
        missing = [key for key in ("hp", "attack", "armor", "reach") if given(row, key) is None]
        if row["range"] == SUMMONED:
            for key in missing[:1]:
                yield row["name"], key, "is missing: a companion has HP, attack, armor and range"
        elif given(row, "twin"):
            yield row["name"], "twin", "is for a card that summons: its range would be “summoned”"
        elif _silent(row):
            yield row["name"], "text", "is missing: a skill says what it does, in words or as its effect"


def _silent(row: Mapping[str, Any]) -> bool:
    """True if a card says nothing, neither in words nor as an effect."""
    return not (row.get("effect") or row.get("text"))


def _parts(cards: CardSet) -> Iterator[CardFault]:
    names = [row["name"] for row in cards["items"]]
    if PITY not in names:
        yield PITY, "name", "is missing; every Armory starts with it"
    for row, key in product(cards["items"], PARTS):
        if (part := given(row, key)) and part not in names:
            yield row["name"], key, f"is “{part}”, which is not an item of the set"


def _items(cards: CardSet) -> Iterator[CardFault]:
    for row in cards["items"]:
        recipe = recipe_of(row)
        if row["name"] in recipe:
            yield row["name"], "part", "is the item itself"
        elif [row.get(key) for key in PARTS[: len(recipe)]] != recipe:
            yield row["name"], "part", "is missing, though a second one is named"
        if row.get("when") and _silent(row):
            yield row["name"], "text", "is missing: it happens once, but nothing says what"


def _effects(cards: CardSet) -> Iterator[CardFault]:
    rows = [*cards["skills"], *cards["items"]]
    wrong = [
        (row["name"], "effect", why)
        for row in rows
        if (why := fault(effect_of(row), effects.DIALECT) or _mismatch(row))
    ]
    yield from wrong
    for row in () if wrong else rows:
        timing = _skill_timing(row) if row in cards["skills"] else _item_timing(row)
        yield from ((row["name"], *why) for why in timing)


def _mismatch(row: Mapping[str, Any]) -> str:
    """Return where the effect is not what the text says."""
    effect = given(row, "effect") or ""
    return effect and str(mismatch(effect, row.get("text") or "", effects.DIALECT, own_names(row)))


def _skill_timing(row: Mapping[str, Any]) -> Iterator[tuple[str, ForAuthor]]:
    """Yield the times at which a skill, or a companion, does nothing, and the targets out of its range."""
    card, reach = read(effect_of(row)), row["range"]
    whens = {one.when for one in card}
    if (once := clause(card)) and reach in (SELF, "0", SUMMONED):
        yield from _out_of_range(once, reach)
    if reach == SUMMONED:
        if WHEN_DYING in whens:
            yield "effect", "of a companion does not happen when dying; that is for items"
    elif whens - {AT_ONCE, BY_HAND}:
        yield "effect", "of a skill happens at once, or by hand; items and companions stay in play"


def _out_of_range(once: Clause, reach: str) -> Iterator[tuple[str, ForAuthor]]:
    """Yield the targets that a skill of its hero, or of his row, never finds."""
    whoms = [part.whom for part in parts((once,)) if not part.whom.reach.how]
    others = ((), (IT,), (OPPONENT,))
    named = [who.words[0] for who in whoms if who.pointed]
    if any(who.words not in others and {*effects.OWN}.isdisjoint(who.words) for who in whoms):
        yield "range", f"is {reach}, where no enemy ever stands; 1 or more would be right"
    elif named and reach != "0":
        yield "range", f"is {reach}, but the effect names {named[0]}"


def _item_timing(row: Mapping[str, Any]) -> Iterator[tuple[str, ForAuthor]]:
    """Yield what is wrong with the time at which an item does something."""
    once = clause(read(effect_of(row)))
    if once and row.get("when") == "dying":
        if once.pay or once.per:
            yield "effect", "has a price, or how often it is, when dying; leave it out"
        yield "effect", "says “when dying:” before what happens then, as it says other times too"
    elif once and not row.get("when"):
        yield "when", "is missing: a one-time effect happens at once or dying"


def _buildings(cards: CardSet) -> Iterator[CardFault]:
    for side in SIDES:
        hps = [row["hp"] for row in cards["buildings"] if row["side"] == side]
        if len(set(hps)) < len(hps):
            yield side, "buildings", "have equal HP; the order of the lane is by HP, all different"


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
