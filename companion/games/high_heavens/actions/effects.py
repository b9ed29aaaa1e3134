"""The effect step: what an ability or Divine Power does, one effect at a time, until it is done.

The phone does not know the card's text. It sees to the bank, the limits and the board; whom a card may
touch, and from how far, the players see to.
"""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns, targets
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, CAPS, COLOUR, SIDES
from companion.games.high_heavens.state import EFFECTS, Heavens, chips
from companion.kernel.action import Action

RULE_OF = {
    "armor": "armor",
    "attack": "attack-bonus",
    "poison": "poison",
    "disable": "disable",
    "trap": "trap",
}


@dataclass(frozen=True)
class Effect(Action[Heavens]):
    """One effect of the ability or Divine Power that is being used."""

    cost = "an effect"
    during = EFFECTS


@dataclass(frozen=True)
class Damage(Effect):
    """Damage a god, a base, architecture or a trap."""

    target: nouns.Hit
    amount: nouns.Amount
    past: nouns.Past
    icon = "sword"

    def check(self, heavens: Heavens) -> None:
        at = targets.named(heavens, self.target)
        if at.kind == "god":
            checks.need_standing(heavens, at.holder)

    def apply(self, heavens: Heavens) -> Heavens:
        at, n = targets.named(heavens, self.target), int(self.amount)
        armor = heavens.stack(at.holder).armor if nouns.ARMOR_COUNTS in self.past else 0
        dealt = max(0, n - armor)
        sum_ = f"{heavens.using}: {n} damage"
        words = f"{sum_} − {armor} armor = {dealt}" if armor else sum_
        return targets.land(heavens, at, dealt, words, "armor" if armor else "ability")


@dataclass(frozen=True)
class Heal(Effect):
    """Heal a god or a home base."""

    target: nouns.Healed
    amount: nouns.Amount
    icon = "heart"

    def check(self, heavens: Heavens) -> None:
        gods = [god for god in heavens.at if heavens.standing(god) and heavens.whole("health", god, 1)]
        bases = [side for side in SIDES if heavens.health[side] < BASE_HEALTH]
        require(gods or bases, "heal", "Nobody on the board is hurt.")
        require(bases or heavens.bank["health"], "supply", "The bank has no Health chips.", checks.WHOLE_STEP)
        who = self.target
        if who in BASE_OF:
            require(heavens.health[BASE_OF[who]] < BASE_HEALTH, "heal", f"{who} has its full {BASE_HEALTH}.")
            return
        checks.need_standing(heavens, who)
        room = heavens.whole("health", who, nouns.MOST)
        require(room, "heal", f"{who} has its full {heavens.box.gods[who].health} Health.")
        checks.need_chips(heavens, "health", 1)
        checks.need_chips(heavens, "health", min(int(self.amount), room))

    def apply(self, heavens: Heavens) -> Heavens:
        who, n = self.target, int(self.amount)
        if who in BASE_OF:
            side = BASE_OF[who]
            left = min(BASE_HEALTH, heavens.health[side] + n)
            after = heavens.but(health={**heavens.health, side: left})
            return after.tell(f"Turn {who} from {heavens.health[side]} to {left}.", who, rule="heal")
        return chips.give(heavens, who, "health", heavens.whole("health", who, n), "heal")


@dataclass(frozen=True)
class GiveChips(Effect):
    """Put Armor, Attack, Poison or Disable on a god."""

    god: nouns.OnBoard
    chip: nouns.Given
    amount: nouns.Amount
    title = "Give chips"
    icon = "shield"

    def check(self, heavens: Heavens) -> None:
        standing = [god for god in heavens.at if heavens.standing(god)]
        require(standing, "ability", "No god stands on the board.")
        require(
            any(heavens.bank[COLOUR[kind]] for kind in nouns.GIVEN.values()),
            "supply",
            "The bank has none left.",
        )
        require(
            any(self._room(heavens, god) for god in standing), "supply", "No god can be given any chip more."
        )
        god = self.god
        checks.need_standing(heavens, god)
        require(self._room(heavens, god), "supply", f"The bank has no chip that {god} could still be given.")
        kind = nouns.GIVEN[self.chip]
        has, most = getattr(heavens.stack(god), kind), CAPS.get(kind)
        require(heavens.whole(kind, god, 1), RULE_OF[kind], f"{god} has {has} {self.chip}; at most {most}.")
        checks.need_chips(heavens, kind, 1)
        checks.need_chips(heavens, kind, heavens.whole(kind, god, int(self.amount)))

    @staticmethod
    def _room(heavens: Heavens, god: str) -> bool:
        return any(
            heavens.bank[COLOUR[kind]] and heavens.whole(kind, god, 1) for kind in nouns.GIVEN.values()
        )

    def apply(self, heavens: Heavens) -> Heavens:
        kind, god = nouns.GIVEN[self.chip], self.god
        after = chips.give(heavens, god, kind, heavens.whole(kind, god, int(self.amount)), RULE_OF[kind])
        if kind == "disable":
            return after.but(disabled_by={**after.disabled_by, god: self.by})
        return after


@dataclass(frozen=True)
class TakeChips(Effect):
    """Take Armor, Attack, Poison, Disable or a Trap off a god."""

    god: nouns.OnBoard
    chip: nouns.Taken
    amount: nouns.Amount
    title = "Take chips off"
    icon = "hand"

    def check(self, heavens: Heavens) -> None:
        require(
            any(self._any(heavens, god) for god in heavens.at), "ability", "No god has chips to take off."
        )
        god = self.god
        checks.need_standing(heavens, god)
        require(self._any(heavens, god), "ability", f"{god} has Health only.")
        has = getattr(heavens.stack(god), nouns.TAKEN[self.chip])
        require(has, "ability", f"{god} has no {self.chip}.")
        require(int(self.amount) <= has, "ability", f"{god} has {has} {self.chip}, not {self.amount}.")

    @staticmethod
    def _any(heavens: Heavens, god: str) -> bool:
        stack = heavens.stack(god)
        return any(getattr(stack, kind) for kind in nouns.TAKEN.values())

    def apply(self, heavens: Heavens) -> Heavens:
        kind = nouns.TAKEN[self.chip]
        return chips.take_off(heavens, self.god, kind, int(self.amount), RULE_OF[kind])
