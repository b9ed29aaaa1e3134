"""What is in the box: the lane and its figures from ``components.toml``, the cards from a set."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.havoc_in_heaven import effects, form
from companion.games.havoc_in_heaven.effects import Effect
from companion.games.havoc_in_heaven.form import FORM, SUMMONED, given
from companion.kernel.cardset import CardSet
from companion.kernel.rulebook import Rulebook, facts
from companion.kernel.state import possessive

FACTS: Mapping[str, Any] = facts(__package__, "components.toml")
RULES = Rulebook.load(__package__)
SIDES, PITY = form.SIDES, form.PITY
CELESTIALS, MONSTERS = SIDES
ENEMY = {CELESTIALS: MONSTERS, MONSTERS: CELESTIALS}
LANE: Mapping[str, int] = FACTS["lane"]
START: Mapping[str, int] = FACTS["start"]
TURN: Mapping[str, int] = FACTS["turn"]
COST: Mapping[str, int] = FACTS["ap"]
LEVELS: Mapping[str, Any] = FACTS["levels"]
REWARD: Mapping[str, int] = FACTS["rewards"]
ROWS = tuple(range(1, LANE["rows"] + 1))
ROW_NAMES = tuple(f"Row {row}" for row in ROWS)
ROW = dict(zip(ROW_NAMES, ROWS, strict=True))
BASE: Mapping[str, int] = {side: FACTS["sides"][side]["base"] for side in SIDES}
OUTWARD: Mapping[str, int] = {side: FACTS["sides"][side]["outward"] for side in SIDES}
ARMORY_OF, HAND_OF, STORAGE_OF, GOLD_OF = (
    {side: f"{possessive(side)} {what}" for side in SIDES} for what in ("Armory", "hand", "Storage", "gold")
)
"""What the log calls what lies before a side."""
GLOBAL = LANE["rows"]
"""A range that reaches every row."""
STARTING_ITEMS = {PITY: START["pity"]}


@dataclass(frozen=True)
class Hero:
    """A hero card."""

    name: str
    letter: str
    faction: str
    hp: int
    growth: int
    attack: int
    armor: int
    range: int
    skills: tuple[str, ...] = ()
    """Its three skills by number."""


@dataclass(frozen=True)
class Skill:
    """A skill card; of a summon skill also its companion's figures."""

    name: str
    hero: str
    number: int
    ap: int
    range: int
    """In rows; 0 for the hero himself and his row."""
    effects: tuple[Effect, ...]
    text: str
    summons: bool = False
    hp: int = 0
    attack: int = 0
    armor: int = 0
    reach: int = 0


@dataclass(frozen=True)
class Item:
    """An item card."""

    name: str
    rank: str
    price: int
    recipe: tuple[str, ...]
    stock: int
    attack: int
    armor: int
    hp: int
    reach: int
    when: str
    effects: tuple[Effect, ...]
    text: str


@dataclass(frozen=True)
class Building:
    """A building card. Number 1 is the outermost, 4 the base."""

    name: str
    side: str
    number: int
    row: int
    hp: int
    attack: int
    armor: int
    range: int


@dataclass(frozen=True)
class Box:
    """The cards a table plays with."""

    name: str
    heroes: Mapping[str, Hero]
    skills: Mapping[str, Skill]
    items: Mapping[str, Item]
    buildings: Mapping[str, Building]
    order: Mapping[str, tuple[str, ...]]
    """A side's buildings from the outermost to the base."""


def _rows(text: str) -> int:
    return GLOBAL if text == "global" else int(text) if text.isdecimal() else 0


def _hero(row: Mapping[str, Any], skills: tuple[str, ...]) -> Hero:
    plain = {key: row[key] for key in ("name", "letter", "hp", "growth", "attack", "armor")}
    return Hero(**plain, faction=given(row, "faction") or "", range=_rows(row["range"]), skills=skills)


def _skill(row: Mapping[str, Any]) -> Skill:
    summons, made = row["range"] == SUMMONED, effects.read(given(row, "effect") or "")
    figures = {key: row[key] for key in ("hp", "attack", "armor")} if summons else {}
    return Skill(
        **{key: row[key] for key in ("name", "hero", "number", "ap")},
        range=_rows(row["range"]),
        effects=made,
        text=form.says("skills", row),
        summons=summons,
        reach=_rows(row["reach"]) if summons else 0,
        **figures,
    )


def _item(row: Mapping[str, Any]) -> Item:
    made = effects.read(given(row, "effect") or "")
    plus: dict[str, Any] = {key: given(row, key) or 0 for key in ("attack", "armor", "hp", "reach")}
    return Item(
        **{key: row[key] for key in ("name", "rank", "price", "stock")},
        **plus,
        recipe=tuple(part for key in ("part", "second") if (part := given(row, key))),
        when=given(row, "when") or "",
        effects=made,
        text=form.says("items", row),
    )


def built(cards: CardSet) -> Box:
    """A set of cards as what lies on the table; the set has no faults."""
    skills = {row["name"]: _skill(row) for row in cards["skills"]}
    of: dict[str, list[Skill]] = {row["name"]: [] for row in cards["heroes"]}
    for skill in sorted(skills.values(), key=lambda skill: skill.number):
        of[skill.hero].append(skill)
    order, buildings = {}, {}
    for side in SIDES:
        rows = sorted((row for row in cards["buildings"] if row["side"] == side), key=lambda row: row["hp"])
        order[side] = tuple(row["name"] for row in rows)
        for number, row in enumerate(rows, 1):
            buildings[row["name"]] = Building(
                **{key: row[key] for key in ("name", "side", "hp", "attack", "armor")},
                number=number,
                row=BASE[side] + (LANE["buildings"] - number) * OUTWARD[side],
                range=_rows(row["range"]),
            )
    return Box(
        name=cards["name"],
        heroes={
            row["name"]: _hero(row, tuple(skill.name for skill in of[row["name"]])) for row in cards["heroes"]
        },
        skills=skills,
        items={row["name"]: _item(row) for row in cards["items"]},
        buildings=buildings,
        order=order,
    )


HOUSE = built(FORM.house)
