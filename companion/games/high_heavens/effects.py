"""The effect step: what an ability or Divine Power does, one effect at a time, until it is done.

The phone does not know the card's text. It sees to the bank, the limits and the board; whom a card may
touch, and from how far, the players see to.
"""

from dataclasses import dataclass
from typing import Annotated

from companion.games.high_heavens.attack import land, target, target_names
from companion.games.high_heavens.box import (
    BASE_HEALTH,
    BASE_OF,
    BASES,
    CAPS,
    COLOUR,
    RULES,
    SIDE_OF,
    SIDES,
    WORDS,
)
from companion.games.high_heavens.chips import chip_words
from companion.games.high_heavens.nouns import on_board
from companion.games.high_heavens.state import EFFECTS, Heavens
from companion.kernel.action import Action, Noun

require, refuse = RULES.require, RULES.refuse
MOST = 10
"""The largest amount of one effect, and the farthest a god is moved."""
AMOUNTS = tuple(str(n) for n in range(1, MOST + 1))
ARMOR_COUNTS, PAST_ARMOR = "armor counts", "past the armor"
GIVEN = {WORDS[kind]: kind for kind in ("armor", "attack", "poison", "disable")}
TAKEN = {WORDS[kind]: kind for kind in ("armor", "attack", "poison", "disable", "trap")}
RULE_OF = {
    "armor": "armor",
    "attack": "attack-bonus",
    "poison": "poison",
    "disable": "disable",
    "trap": "trap",
}
BY_HAND = "Set it by hand if the card says so."
WHOLE_STEP = "If the card cannot be done, take the whole step back."

Amount = Annotated[str, Noun[Heavens]("How many?", lambda heavens, draft: AMOUNTS)]
Hit = Annotated[
    str, Noun[Heavens]("What is hit?", lambda heavens, draft: target_names(heavens, SIDE_OF[draft.by]))
]


def _armored(heavens: Heavens, draft: Action[Heavens]) -> int:
    at = target(heavens, draft.target)  # type: ignore[attr-defined]
    return int(at.kind == "god" and heavens.stack(at.holder).armor > 0)


Past = Annotated[
    tuple[str, ...],
    Noun[Heavens]("Does its armor count?", lambda heavens, draft: (ARMOR_COUNTS, PAST_ARMOR), count=_armored),
]
Healed = Annotated[
    str, Noun[Heavens]("Who heals?", lambda heavens, draft: (*on_board(heavens, draft), *BASES.values()))
]
OnBoard = Annotated[str, Noun[Heavens]("Which god?", on_board)]
Given = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(GIVEN))]
Taken = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(TAKEN))]


def need_chips(heavens: Heavens, kind: str, n: int) -> None:
    """The bank must have so many chips."""
    have = heavens.bank[COLOUR[kind]]
    require(
        n <= have,
        "supply",
        f"That needs {chip_words(n, kind)}; the bank has {have or 'none'}.",
        WHOLE_STEP,
    )


def need_standing(heavens: Heavens, god: str) -> None:
    """A god must stand on the board."""
    require(heavens.standing(god), "fallen", f"{god} has fallen.")


@dataclass(frozen=True)
class Effect(Action[Heavens]):
    """One effect of the ability or Divine Power that is being used."""

    cost = "an effect"
    during = EFFECTS


@dataclass(frozen=True)
class Damage(Effect):
    """Damage a god, a base, architecture or a trap."""

    target: Hit
    amount: Amount
    past: Past
    icon = "sword"

    def check(self, heavens: Heavens) -> None:
        at = target(heavens, self.target)
        if at.kind == "god":
            need_standing(heavens, at.holder)

    def apply(self, heavens: Heavens) -> Heavens:
        at, n = target(heavens, self.target), int(self.amount)
        armor = heavens.stack(at.holder).armor if ARMOR_COUNTS in self.past else 0
        dealt = max(0, n - armor)
        sum_ = f"{heavens.using}: {n} damage"
        words = f"{sum_} − {armor} armor = {dealt}" if armor else sum_
        return land(heavens, at, dealt, words, "armor" if armor else "ability")


@dataclass(frozen=True)
class Heal(Effect):
    """Heal a god or a home base."""

    target: Healed
    amount: Amount
    icon = "heart"

    def check(self, heavens: Heavens) -> None:
        gods = [god for god in heavens.at if heavens.standing(god) and heavens.whole("health", god, 1)]
        bases = [side for side in SIDES if heavens.health[side] < BASE_HEALTH]
        require(gods or bases, "heal", "Nobody on the board is hurt.")
        require(bases or heavens.bank["health"], "supply", "The bank has no Health chips.", WHOLE_STEP)
        who = self.target
        if who in BASE_OF:
            require(heavens.health[BASE_OF[who]] < BASE_HEALTH, "heal", f"{who} has its full {BASE_HEALTH}.")
            return
        need_standing(heavens, who)
        room = heavens.whole("health", who, MOST)
        require(room, "heal", f"{who} has its full {heavens.box.gods[who].health} Health.")
        need_chips(heavens, "health", 1)
        need_chips(heavens, "health", min(int(self.amount), room))

    def apply(self, heavens: Heavens) -> Heavens:
        who, n = self.target, int(self.amount)
        if who in BASE_OF:
            side = BASE_OF[who]
            left = min(BASE_HEALTH, heavens.health[side] + n)
            after = heavens.but(health={**heavens.health, side: left})
            return after.tell(f"Turn {who} from {heavens.health[side]} to {left}.", who, rule="heal")
        return heavens.give(who, "health", heavens.whole("health", who, n), "heal")


@dataclass(frozen=True)
class GiveChips(Effect):
    """Put Armor, Attack, Poison or Disable on a god."""

    god: OnBoard
    chip: Given
    amount: Amount
    title = "Give chips"
    icon = "shield"

    def check(self, heavens: Heavens) -> None:
        standing = [god for god in heavens.at if heavens.standing(god)]
        require(standing, "ability", "No god stands on the board.")
        require(
            any(heavens.bank[COLOUR[kind]] for kind in GIVEN.values()), "supply", "The bank has none left."
        )
        require(
            any(self._room(heavens, god) for god in standing), "supply", "No god can be given any chip more."
        )
        god = self.god
        need_standing(heavens, god)
        require(self._room(heavens, god), "supply", f"The bank has no chip that {god} could still be given.")
        kind = GIVEN[self.chip]
        has, most = getattr(heavens.stack(god), kind), CAPS.get(kind)
        require(heavens.whole(kind, god, 1), RULE_OF[kind], f"{god} has {has} {self.chip}; at most {most}.")
        need_chips(heavens, kind, 1)
        need_chips(heavens, kind, heavens.whole(kind, god, int(self.amount)))

    @staticmethod
    def _room(heavens: Heavens, god: str) -> bool:
        return any(heavens.bank[COLOUR[kind]] and heavens.whole(kind, god, 1) for kind in GIVEN.values())

    def apply(self, heavens: Heavens) -> Heavens:
        kind, god = GIVEN[self.chip], self.god
        after = heavens.give(god, kind, heavens.whole(kind, god, int(self.amount)), RULE_OF[kind])
        if kind == "disable":
            return after.but(disabled_by={**after.disabled_by, god: self.by})
        return after


@dataclass(frozen=True)
class TakeChips(Effect):
    """Take Armor, Attack, Poison, Disable or a Trap off a god."""

    god: OnBoard
    chip: Taken
    amount: Amount
    title = "Take chips off"
    icon = "hand"

    def check(self, heavens: Heavens) -> None:
        require(
            any(self._any(heavens, god) for god in heavens.at), "ability", "No god has chips to take off."
        )
        god = self.god
        need_standing(heavens, god)
        require(self._any(heavens, god), "ability", f"{god} has Health only.")
        has = getattr(heavens.stack(god), TAKEN[self.chip])
        require(has, "ability", f"{god} has no {self.chip}.")
        require(int(self.amount) <= has, "ability", f"{god} has {has} {self.chip}, not {self.amount}.")

    @staticmethod
    def _any(heavens: Heavens, god: str) -> bool:
        stack = heavens.stack(god)
        return any(getattr(stack, kind) for kind in TAKEN.values())

    def apply(self, heavens: Heavens) -> Heavens:
        kind = TAKEN[self.chip]
        return heavens.take_off(self.god, kind, int(self.amount), RULE_OF[kind])


@dataclass(frozen=True)
class Done(Action[Heavens]):
    """The card is done; back to the turn."""

    cost = "free"
    icon = "scroll"
    during = EFFECTS

    def apply(self, heavens: Heavens) -> Heavens:
        return heavens.close_effect()
