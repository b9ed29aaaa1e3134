"""A moment of Havoc in Heaven, and what one can see in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.havoc_in_heaven.box import (
    COST,
    ENEMY,
    HOUSE,
    LANE,
    LEVELS,
    ROWS,
    RULES,
    SIDES,
    START,
    Box,
    Building,
    Hero,
    Skill,
)
from companion.games.havoc_in_heaven.cards import Cards, Pile
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State

DRAFT, LOTS, ACTION, SHARE, EFFECT = "draft", "lots", "action", "share", "effect"
PHASES = {
    DRAFT: "the draft",
    LOTS: "the draw for the starting player",
    ACTION: "the Action Phase",
    SHARE: "the sharing out of Exp",
    EFFECT: "the effect step",
}
HERO, COMPANION, BUILDING = "hero", "companion", "building"


@dataclass(frozen=True)
class Pending:
    """A card whose effect the table resolves by hand, and for whom."""

    card: str
    hero: str
    side: str
    dying: bool = False
    """True where the hero dies unless the effect keeps him."""
    by: str = ""
    """Who would be rewarded for his death."""


@dataclass(frozen=True, kw_only=True)
class Lane(State):
    """Where every unit stands, what it carries, and where the cards are as far as one can know."""

    rules: ClassVar[Rulebook] = RULES

    box: Box = HOUSE
    picker: str = SIDES[0]
    """Who picks the first hero."""
    at_hp: bool = False
    """Option: damage equal to the HP destroys."""
    gained_only: bool = False
    """Option: level 1 has no level token."""
    towers: bool = True
    """Option: the outermost building attacks."""

    first: str = ""
    """The starting player, once drawn."""
    side: str = ""
    """Whose turn it is."""
    turn: int = 0
    """Turns begun, of both sides together."""
    ap: int = 0
    bought: int = 0
    """Purchases this turn."""
    fired: bool = False
    """Whether the outermost building has attacked this turn."""
    last: bool = False
    """Whether the second player's base is destroyed and his last turn comes or runs."""
    ending: bool = False
    """Whether all units have attacked, so that the turn ends once everything is settled."""
    gold: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, START["gold"]))

    heroes: Mapping[str, str] = field(default_factory=dict)
    """Hero picked to its side, in the order of the draft."""
    companions: Mapping[str, str] = field(default_factory=dict)
    """Companion in the lane to its side."""
    row: Mapping[str, int] = field(default_factory=dict)
    """Hero or companion in the lane to its row."""
    damage: Mapping[str, int] = field(default_factory=dict)
    level: Mapping[str, int] = field(default_factory=dict)
    exp: Mapping[str, int] = field(default_factory=dict)
    away: Mapping[str, int] = field(default_factory=dict)
    """Dead hero to the own turns it still misses."""
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Hero to what is equipped on it."""
    equips: Mapping[str, int] = field(default_factory=dict)
    """Hero to the items equipped this turn."""
    walked: frozenset[str] = frozenset()
    """Units that have used their free row this turn."""
    inactive: frozenset[str] = frozenset()
    stunned: frozenset[str] = frozenset()
    """Units with a stun token."""
    dazed: frozenset[str] = frozenset()
    """Units whose stun token counts in this turn, and goes after it."""
    fallen: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Side to how many of its buildings are destroyed, from the outermost."""

    shop: Pile = field(default_factory=dict)
    cards: Mapping[str, Cards] = field(default_factory=lambda: {side: Cards({}, 0) for side in SIDES})
    locked: frozenset[str] = frozenset()
    """Skill cards not unlocked yet."""
    pot: Mapping[str, int] = field(default_factory=dict)
    """Side to the Exp it has to share out."""
    pending: tuple[Pending, ...] = ()
    """Effects the table resolves, the last one first."""

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        if self.phase == LOTS:
            return SIDES
        if self.phase == SHARE:
            return (next(iter(self.pot)),)
        if self.phase == EFFECT:
            return (self.pending[-1].side,)
        return (self.side,)

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    # -- units --------------------------------------------------------------------------------------------

    def kind(self, unit: str) -> str:
        """``hero``, ``companion`` or ``building``."""
        return HERO if unit in self.heroes else BUILDING if unit in self.box.buildings else COMPANION

    def owner(self, unit: str) -> str:
        """The side a unit belongs to."""
        side = self.heroes.get(unit) or self.companions.get(unit)
        return side or self.box.buildings[unit].side

    def units(self, side: str) -> list[str]:
        """A side's heroes and companions in the lane."""
        return [u for u in self.row if (self.heroes.get(u) or self.companions[u]) == side]

    def own_heroes(self, side: str) -> list[str]:
        """A side's heroes, in the lane or away."""
        return [hero for hero, owner in self.heroes.items() if owner == side]

    def hero_of(self, companion: str) -> str:
        """The hero who summons a companion."""
        return self.box.skills[companion].hero

    def standing(self, building: str) -> bool:
        """Whether a building stands."""
        card = self.box.buildings[building]
        return card.number > self.fallen[card.side]

    def outermost(self, side: str) -> str:
        """A side's outermost standing building, or an empty string."""
        down = self.fallen[side]
        return self.box.order[side][down] if down < LANE["buildings"] else ""

    def targets(self) -> Iterator[str]:
        """Everything in the lane that can be pointed at."""
        yield from self.row
        for side in SIDES:
            yield from self.box.order[side][self.fallen[side] :]

    def at(self, unit: str) -> int:
        """The row of a unit in the lane."""
        return self.row.get(unit) or self.box.buildings[unit].row

    def distance(self, unit: str, other: str) -> int:
        """How many rows apart two units are; 0 in the same row."""
        return abs(self.at(unit) - self.at(other))

    def in_lane(self, unit: str) -> bool:
        """Whether a unit is in the lane now."""
        return unit in self.row or (unit in self.box.buildings and self.standing(unit))

    # -- figures ------------------------------------------------------------------------------------------

    def tokens(self, hero: str) -> int:
        """A hero's level tokens."""
        return self.level[hero] - 1 if self.gained_only else self.level[hero]

    def card(self, unit: str) -> Hero | Building | Skill:
        """The card with a unit's figures; of a companion, the skill's."""
        box = self.box
        return box.heroes.get(unit) or box.buildings.get(unit) or box.skills[unit]

    def plus(self, unit: str, figure: str) -> int:
        """What the items on a unit add to one of its figures."""
        items = self.items.get(unit)
        return sum(getattr(self.box.items[item], figure) for item in items) if items else 0

    def hp(self, unit: str) -> int:
        """A unit's maximum HP, with level and items."""
        card = self.card(unit)
        grown = card.growth * self.tokens(unit) if isinstance(card, Hero) else 0
        return card.hp + grown + self.plus(unit, "hp")

    def attack(self, unit: str) -> int:
        """A unit's attack, items included."""
        return self.card(unit).attack + self.plus(unit, "attack")

    def armor(self, unit: str) -> int:
        """A unit's armor, items included."""
        return self.card(unit).armor + self.plus(unit, "armor")

    def reach(self, unit: str) -> int:
        """A unit's attack range in rows, items included."""
        card = self.card(unit)
        rows = card.reach if isinstance(card, Skill) else card.range
        return rows + self.plus(unit, "reach")

    def left(self, unit: str) -> int:
        """How much more damage destroys a unit; 0 or less: it is destroyed."""
        return self.hp(unit) - self.damage.get(unit, 0) + (0 if self.at_hp else 1)

    def room(self, hero: str) -> int:
        """How much Exp a hero can still take."""
        return int((LEVELS["most"] - self.level[hero]) * LEVELS["exp"] - self.exp[hero])

    def learners(self, side: str) -> list[str]:
        """A side's living heroes below the highest level."""
        return [
            hero
            for hero, owner in self.heroes.items()
            if owner == side
            and hero in self.row
            and self.left(hero) > 0
            and self.level[hero] < LEVELS["most"]
        ]

    # -- ways ---------------------------------------------------------------------------------------------

    def barred(self, side: str) -> dict[int, str]:
        """The rows a side's units may not enter, and who bars them."""
        enemy, found = ENEMY[side], {}
        for building in self.box.order[enemy][self.fallen[enemy] :]:
            found[self.box.buildings[building].row] = building
        for unit, row in self.row.items():
            if (self.heroes.get(unit) or self.companions[unit]) == enemy:
                found[row] = unit
        return found

    def barring(self, unit: str, row: int) -> str:
        """Who stands in a unit's way to a row, or an empty string."""
        here, bars = self.row[unit], self.barred(self.owner(unit))
        step = 1 if row > here else -1
        return next((bars[on] for on in range(here + step, row + step, step) if on in bars), "")

    def way_out(self, unit: str) -> bool:
        """Whether a unit can go to a row beside its own."""
        bars, here = self.barred(self.owner(unit)), self.row[unit]
        return any(row in ROWS and row not in bars for row in (here - 1, here + 1))

    def fare(self, unit: str, rows: int) -> int:
        """The AP it costs to move a unit so many rows now."""
        free = 0 if unit in self.walked else 1
        return max(0, rows - free) * COST["row"]

    # -- cards --------------------------------------------------------------------------------------------

    def owned(self, side: str) -> dict[str, int]:
        """Every item and skill card of a side, wherever it is, the locked ones left out."""
        if side not in SIDES:
            return {}
        cards = self.cards[side]
        found = dict(cards.unseen)
        for pile in (cards.storage, dict.fromkeys(cards.played, 1)):
            for card, n in pile.items():
                found[card] = found.get(card, 0) + n
        for hero in self.own_heroes(side):
            for item in self.items.get(hero, ()):
                found[item] = found.get(item, 0) + 1
        for companion, owner in self.companions.items():
            if owner == side:
                found[companion] = 1
        return found
