"""A moment of Havoc in Heaven: what one can see in it, and the movements of hands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from companion.games.havoc_in_heaven.box import GLOBAL, GOLD_OF, ROW_NAMES, RULES, SIDES, START, rows
from companion.games.havoc_in_heaven.cards import HOUSE, Box, Building, Hero, Skill
from companion.games.havoc_in_heaven.effects import FIGURES
from companion.games.havoc_in_heaven.state.pending import Pending
from companion.games.havoc_in_heaven.state.piles import Cards, Pile
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State
from companion.toolkit.cards.language import SELF, EffectPart, Whom
from companion.words import message

DRAFT, LOTS, ACTION, SHARE, EFFECT, AIM = "draft", "lots", "action", "share", "effect", "aim"
PHASES = {
    DRAFT: "the draft",
    LOTS: "the draw for the starting player",
    ACTION: "the Action Phase",
    SHARE: "the sharing out of Exp",
    EFFECT: "the effect step",
    AIM: "the naming of a card's targets",
}
HERO, COMPANION, BUILDING = "hero", "companion", "building"
THIS_TURN = "this turn"
"""Till when a figure is changed; else till the next turn of the side named there."""


@dataclass(frozen=True, kw_only=True)
class Havoc(State):
    """A moment of Havoc in Heaven: the units, what they carry, and the cards as far as one can know."""

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
    gold: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, START.gold))

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
    """Cards in the middle of their effects, the last one first."""
    boosts: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    """Unit, figure and till when, to how much the figure is changed."""
    done: frozenset[tuple[str, str, str]] = frozenset()
    """Unit, card and when, of what happens once a turn or a game and has happened."""
    owed: Mapping[str, int] = field(default_factory=dict)
    """Side to the Action Points it will lack in its next turn."""

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
        if self.phase in (EFFECT, AIM):
            return (self.pending[-1].side,)
        return (self.side,)

    @property
    def at_stake(self) -> tuple[str, ...]:
        waiting = self.pending[-1] if self.phase in (EFFECT, AIM) and self.over is None else None
        return (waiting.hero, *waiting.hit) if waiting and waiting.side != self.side else ()

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

    def all_attacked(self, side: str) -> bool:
        """True if all of a side's units in the lane have attacked; a stunned one has not."""
        return all(unit in self.inactive and unit not in self.dazed for unit in self.units(side))

    def own_heroes(self, side: str) -> list[str]:
        """A side's heroes, in the lane or away."""
        return [hero for hero, owner in self.heroes.items() if owner == side]

    def hero_of(self, companion: str) -> str:
        """The hero who summons a companion."""
        return self.box.companions[companion].hero

    def of_card(self, card: str) -> str:
        """A companion in the lane that a card has brought, or an empty string."""
        result = self.box.skills[card].companions if card in self.box.skills else ()
        return next((unit for unit in result if unit in self.companions), "")

    def standing(self, building: str) -> bool:
        """True if a building stands."""
        card = self.box.buildings[building]
        return card.number > self.fallen[card.side]

    def outermost(self, side: str) -> str:
        """A side's outermost standing building, or an empty string."""
        down, order = self.fallen[side], self.box.order[side]
        return order[down] if down < len(order) else ""

    def targets(self) -> Iterator[str]:
        """Everything in the lane that can be pointed at."""
        yield from self.row
        for side in SIDES:
            yield from self.box.order[side][self.fallen[side] :]

    def at(self, unit: str) -> int:
        """The row of a unit in the lane."""
        return self.row.get(unit) or self.box.buildings[unit].row

    def distance(self, unit: str, other: str) -> int:
        """Return how many rows apart two units are; 0 in the same row."""
        return abs(self.at(unit) - self.at(other))

    def in_lane(self, unit: str) -> bool:
        """True if a unit is in the lane now."""
        return unit in self.row or (unit in self.box.buildings and self.standing(unit))

    def active(self, unit: str) -> bool:
        """True if a hero or companion is in the lane and not Inactive."""
        return unit in self.row and unit not in self.inactive

    # -- figures ------------------------------------------------------------------------------------------

    def tokens(self, hero: str) -> int:
        """A hero's level tokens."""
        return self.level[hero] - 1 if self.gained_only else self.level[hero]

    def tokens_of(self, unit: str) -> int:
        """The level tokens that a card of a unit counts; of a companion, its summoner's."""
        return self.tokens(unit if unit in self.heroes else self.hero_of(unit))

    def card(self, unit: str) -> Hero | Building | Skill:
        """The card with a unit's figures; of a companion, the skill's."""
        box = self.box
        return box.heroes.get(unit) or box.buildings.get(unit) or box.companions[unit]

    def plus(self, unit: str, figure: str) -> int:
        """Return the number that items and other cards add to a figure of a unit."""
        more = 0
        for item in self.items.get(unit, ()):
            more += getattr(self.box.items[item], figure)
        if self.boosts or self.box.standing:
            more += self._changed(unit, figure)
        return more

    def _changed(self, unit: str, figure: str) -> int:
        """Return how much cards in play, and cards played for a turn, change a figure of a unit."""
        n = sum(more for (whose, what, _), more in self.boosts.items() if whose == unit and what == figure)
        for user, part in self._standing_parts() if self.box.standing else ():
            if FIGURES[part.kind] == figure and self._touches(user, part.whom, unit):
                assert part.amount is not None
                n += part.amount.n + (self.tokens_of(user) if part.amount.of == "level" else 0)
        return n

    def _standing_parts(self) -> Iterator[tuple[str, EffectPart]]:
        """Yield what holds now, and who bears the card."""
        for hero, items in self.items.items():
            for item in items:
                for part in self.box.items[item].does.standing:
                    yield hero, part
        for companion in self.companions:
            for part in self.box.companions[companion].does.standing:
                yield companion, part

    def _touches(self, user: str, whom: Whom, unit: str) -> bool:
        if unit == user:
            return SELF in whom.words or "friend" in whom.words
        if unit in self.box.buildings or unit not in self.row or user not in self.row:
            return False
        mine = self.owner(unit) == self.owner(user)
        word = ("friend", "other") if mine else ("enemy",)
        return any(one in whom.words for one in word) and self.distance(user, unit) <= rows(whom, GLOBAL)

    def hp(self, unit: str) -> int:
        """A unit's maximum HP, with level and items."""
        card = self.card(unit)
        grown = card.growth * self.tokens(unit) if isinstance(card, Hero) else 0
        hp = card.hp + grown + self.plus(unit, "hp")
        return hp if hp > 0 else 0

    def attack(self, unit: str) -> int:
        """A unit's attack, items included."""
        attack = self.card(unit).attack + self.plus(unit, "attack")
        return attack if attack > 0 else 0

    def armor(self, unit: str) -> int:
        """A unit's armor, items included."""
        armor = self.card(unit).armor + self.plus(unit, "armor")
        return armor if armor > 0 else 0

    def reach(self, unit: str) -> int:
        """A unit's attack range in rows, items included."""
        card = self.card(unit)
        rows = card.reach if isinstance(card, Skill) else card.range
        reach = rows + self.plus(unit, "reach")
        return reach if reach > 0 else 0

    def left(self, unit: str) -> int:
        """Return how much more damage destroys a unit; 0 or less if it is destroyed."""
        return self.hp(unit) - self.damage.get(unit, 0) + (0 if self.at_hp else 1)

    # -- movements of hands -----------------------------------------------------------------------------

    def spend(self, ap: int) -> Self:
        """Put Action Tokens back."""
        if not ap:
            return self
        return self.but(ap=self.ap - ap).tell(
            message("{ap} AP: {left} left.", ap=ap, left=self.ap - ap), "AP"
        )

    def gain_ap(self, ap: int, rule: str) -> Self:
        """Take Action Tokens for this turn."""
        return self.but(ap=self.ap + ap).tell(
            message("{ap} AP more: {now} now.", ap=ap, now=self.ap + ap), "AP", rule=rule
        )

    def gain(self, side: str, gold: int, rule: str = "gold", *about: str) -> Self:
        """Take gold."""
        now = self.gold[side] + gold
        after = self.but(gold={**self.gold, side: now})
        return after.tell(
            message("{side} take {gold} gold: {now}.", side=side, gold=gold, now=now),
            GOLD_OF[side],
            *about,
            rule=rule,
        )

    def lose(self, side: str, gold: int, rule: str = "gold") -> Self:
        """Put gold back, as far as there is any."""
        now = max(0, self.gold[side] - gold)
        after = self.but(gold={**self.gold, side: now})
        words = message("{side} put {n} gold back: {now}.", side=side, n=self.gold[side] - now, now=now)
        return after.tell(words, GOLD_OF[side], rule=rule)

    def pay(self, side: str, gold: int) -> Self:
        """Pay gold."""
        now = self.gold[side] - gold
        after = self.but(gold={**self.gold, side: now})
        return after.tell(message("Pay {gold} gold: {now} left.", gold=gold, now=now), GOLD_OF[side])

    def with_cards(self, side: str, cards: Cards) -> Self:
        """The same with a side's cards changed."""
        return self.but(cards={**self.cards, side: cards})

    def store(self, side: str, *cards: str) -> Self:
        """Cards are laid face up on a side's Storage."""
        return self.with_cards(side, self.cards[side].to_storage(*cards))

    def take_off(self, hero: str, item: str) -> Self:
        """An item leaves a hero."""
        on = list(self.items[hero])
        on.remove(item)
        items = {**self.items, hero: tuple(on)}
        if not on:
            del items[hero]
        return self.but(items=items)

    def walk(self, unit: str, row: int, rule: str = "", *about: str) -> Self:
        """Move a unit along the lane."""
        if row == self.row[unit]:
            return self
        words = message("Move {unit} to {row}.", unit=unit, row=ROW_NAMES[row - 1])
        return self.tell(words, unit, *about, rule=rule, row={**self.row, unit: row})
