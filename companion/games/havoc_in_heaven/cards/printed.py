"""The cards of a set as printed: heroes, skills, items and buildings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.games.havoc_in_heaven import effects
from companion.games.havoc_in_heaven.box import BASE, GLOBAL, LANE, OUTWARD, SIDES
from companion.games.havoc_in_heaven.cards import form
from companion.games.havoc_in_heaven.cards.row import effect_of, given, recipe_of
from companion.kernel.cardset import CardSet
from companion.kernel.view import hashed_once
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.language import Choice, EffectPart
from companion.toolkit.cards.legacy_sets import left_to_hands
from companion.toolkit.cards.printed import limits
from companion.words import Text


@hashed_once
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
    text: str = ""


@hashed_once
@dataclass(frozen=True)
class Skill:
    """A skill card; of a summon skill also its companion's figures."""

    name: str
    hero: str
    number: int
    ap: int
    range: int
    """In rows; 0 for the hero himself and his row."""
    does: effects.Does = field(hash=False)
    text: str
    unlock: int
    """The level of its hero that opens it."""
    summons: bool = False
    companions: tuple[str, ...] = ()
    """The companions it brings: one with the name of the card, and perhaps another with the same figures."""
    hp: int = 0
    attack: int = 0
    armor: int = 0
    reach: int = 0


@hashed_once
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
    does: effects.Does = field(hash=False)
    text: str

    @cached_property
    def lasts(self) -> bool:
        """True if it does something besides a one-time effect, so that it can always be laid."""
        figures = self.attack, self.armor, self.hp, self.reach
        return any(figures) or bool(self.does.standing or self.does.on)


@hashed_once
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
    text: str = ""


@dataclass(frozen=True)
class Box:
    """The cards a table plays with."""

    name: str
    heroes: Mapping[str, Hero]
    skills: Mapping[str, Skill]
    companions: Mapping[str, Skill]
    """Companion to the card that brings it."""
    items: Mapping[str, Item]
    buildings: Mapping[str, Building]
    by_hand: tuple[Text, ...] = ()
    """What the hands are told of cards whose effect is not carried out."""

    @cached_property
    def _does(self) -> list[effects.Does]:
        cards: list[Skill | Item] = [*self.skills.values(), *self.items.values()]
        return [card.does for card in cards]

    @cached_property
    def _parts(self) -> list[EffectPart]:
        return [part for does in self._does for some in (*does.choices, *does.on.values()) for part in some]

    @cached_property
    def order(self) -> Mapping[str, tuple[str, ...]]:
        """Return each side's buildings from the outermost to the base."""
        return {side: tuple(n for n, card in self.buildings.items() if card.side == side) for side in SIDES}

    @cached_property
    def standing(self) -> bool:
        """True if any of them changes figures while it is in play."""
        return any(does.standing for does in self._does)

    @cached_property
    def boosts(self) -> bool:
        """True if any of them changes figures for a turn."""
        return any(part.lasts for part in self._parts)

    @cached_property
    def owes(self) -> bool:
        """True if one takes Action Points from the opponent."""
        return any(part.kind == "ap" and part.loss for part in self._parts)


def _rows(text: str) -> int:
    return GLOBAL if text == "global" else int(text) if text.isdecimal() else 0


def _hero(row: Mapping[str, Any], skills: Iterable[Skill]) -> Hero:
    plain = {key: row[key] for key in ("name", "letter", "hp", "growth", "attack", "armor")}
    faction, text = given(row, "faction") or "", given(row, "text") or ""
    own = sorted((skill for skill in skills if skill.hero == row["name"]), key=lambda skill: skill.number)
    names = tuple(skill.name for skill in own)
    return Hero(**plain, faction=faction, text=text, range=_rows(row["range"]), skills=names)


def _skill(row: Mapping[str, Any]) -> Skill:
    summons, effect = row["range"] == form.SUMMONED, given(row, "effect") or ""
    figures = {key: row[key] for key in ("hp", "attack", "armor")} if summons else {}
    return Skill(
        **{key: row[key] for key in ("name", "hero", "number", "ap")},
        range=_rows(row["range"]),
        does=effects.does(effect, by_hand=not effect and not summons, hands=_hands(row)),
        text=form.says("skills", row),
        unlock=form.opens(row),
        summons=summons,
        companions=tuple(filter(None, (row["name"], given(row, "twin")))) if summons else (),
        reach=_rows(row["reach"]) if summons else 0,
        **figures,
    )


def _item(row: Mapping[str, Any]) -> Item:
    effect, when = given(row, "effect") or "", given(row, "when") or ""
    plus: dict[str, Any] = {key: given(row, key) or 0 for key in ("attack", "armor", "hp", "reach")}
    return Item(
        **{key: row[key] for key in ("name", "rank", "price", "stock")},
        **plus,
        recipe=tuple(recipe_of(row)),
        when=when,
        does=effects.does(effect, when == "dying", not effect and bool(when), _hands(row)),
        text=form.says("items", row),
    )


def _buildings(cards: CardSet, side: str) -> Iterator[Building]:
    """Yield the buildings of a side from the outermost to the base."""
    rows = sorted((row for row in cards["buildings"] if row["side"] == side), key=lambda row: row["hp"])
    for number, row in enumerate(rows, 1):
        yield Building(
            **{key: row[key] for key in ("name", "side", "hp", "attack", "armor")},
            number=number,
            text=given(row, "text") or "",
            row=BASE[side] + (LANE.buildings - number) * OUTWARD[side],
            range=_rows(row["range"]),
        )


def _hands(row: Mapping[str, Any]) -> Choice:
    """Return the most that hands may do for a card."""
    effect, text = given(row, "effect") or "", given(row, "text") or ""
    return limits(effect, text, effects.DIALECT, form.own_names(row)) or ()


def built(cards: CardSet) -> Box:
    """A set of cards as what lies on the table; a card whose effect is not carried out is left to hands."""
    unplayable = dict.fromkeys(("skills", "items"), lambda row: fault(effect_of(row), effects.DIALECT))
    cards, by_hand = left_to_hands(cards, unplayable)
    skills = {row["name"]: _skill(row) for row in cards["skills"]}
    return Box(
        name=cards["name"],
        by_hand=by_hand,
        heroes={row["name"]: _hero(row, skills.values()) for row in cards["heroes"]},
        skills=skills,
        companions={companion: skill for skill in skills.values() for companion in skill.companions},
        items={row["name"]: _item(row) for row in cards["items"]},
        buildings={card.name: card for side in SIDES for card in _buildings(cards, side)},
    )


HOUSE = built(form.FORM.house)
