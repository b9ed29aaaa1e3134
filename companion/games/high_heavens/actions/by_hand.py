"""Actions by hand: the text of an ability or Divine Power that has no effect written.

One effect at a time, until it is done. The phone sees to the bank, the limits, the board, and to what the
card names where it names anything; the rest the players see to.
"""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, limits, nouns, resolve, targets
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.actions.using import RULE_OF
from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, CAPS, COLOUR, SIDES
from companion.games.high_heavens.state import HANDS, Heavens, chips
from companion.kernel.action import Action
from companion.words import message


@dataclass(frozen=True)
class Effect(Action[Heavens]):
    """One effect of the ability or Divine Power that is carried out by hand."""

    cost = "by hand"
    during = HANDS


@dataclass(frozen=True)
class Damage(Effect):
    """Damage a god, a base, architecture or a trap."""

    target: nouns.Hit
    amount: nouns.Amount
    past: nouns.Past
    icon = "sword"

    def check(self, heavens: Heavens) -> None:
        limits.need(heavens, self.by, "damage")
        at = targets.named(heavens, self.target)
        if at.kind == "god":
            checks.need_standing(heavens, at.holder)
        limits.need_name(heavens, self.by, self.target, "damage")
        limits.need_amount(heavens, self.by, self.target, int(self.amount), "damage")
        part = limits.part_for(heavens, self.by, self.target, "damage")
        past = part is None or part.past == nouns.PAST_ARMOR
        require(
            past or nouns.PAST_ARMOR not in self.past,
            "armor",
            "{card} does not go past armor.",
            card=heavens.using,
        )

    def apply(self, heavens: Heavens) -> Heavens:
        after = limits.noted(heavens, self.by, self.target, "damage")
        past = nouns.PAST_ARMOR in self.past
        god = limits.open_use(heavens).name
        by = god if god in heavens.box.gods else ""
        return resolve.damage(after, heavens.using, self.target, int(self.amount), past, by)


@dataclass(frozen=True)
class Heal(Effect):
    """Heal a god or a home base."""

    target: nouns.Healed
    amount: nouns.Amount
    icon = "heart"
    at_once = True

    def check(self, heavens: Heavens) -> None:
        gods = [god for god in heavens.at if heavens.standing(god) and heavens.whole("health", god, 1)]
        bases = [side for side in SIDES if heavens.health[side] < BASE_HEALTH]
        require(gods or bases, "heal", "Nobody on the board is hurt.")
        require(bases or heavens.bank["health"], "supply", "The bank has no Health chips.", checks.WHOLE_STEP)
        limits.need(heavens, self.by, "heal")
        who = self.target
        if who in BASE_OF:
            require(
                heavens.health[BASE_OF[who]] < BASE_HEALTH,
                "heal",
                "{base} has its full {n}.",
                base=who,
                n=BASE_HEALTH,
            )
        else:
            checks.need_standing(heavens, who)
            full = message(
                "{who} has its full {health} Health.", who=who, health=heavens.box.gods[who].health
            )
            require(heavens.whole("health", who, 1), "heal", full, checks.BY_HAND)
            checks.need_chips(heavens, "health", 1)
        limits.need_name(heavens, self.by, who, "heal")
        limits.need_amount(heavens, self.by, who, int(self.amount), "heal")
        if who not in BASE_OF:
            checks.need_chips(heavens, "health", heavens.whole("health", who, int(self.amount)))

    def apply(self, heavens: Heavens) -> Heavens:
        who, n = self.target, int(self.amount)
        after = limits.noted(heavens, self.by, who, "heal")
        return resolve.heal(after, who, n if who in BASE_OF else heavens.whole("health", who, n))


@dataclass(frozen=True)
class GiveChips(Effect):
    """Put Armor, Attack, Poison or Disable on a god."""

    god: nouns.OnBoard
    chip: nouns.Given
    amount: nouns.Amount
    title = "Give chips"
    icon = "shield"
    at_once = True

    def check(self, heavens: Heavens) -> None:
        kinds = nouns.GIVEN.values()
        standing = [god for god in heavens.at if heavens.standing(god)]
        require(standing, "ability", "No god stands on the board.")
        require(any(heavens.bank[COLOUR[kind]] for kind in kinds), "supply", "The bank has none left.")
        limits.need(heavens, self.by, *kinds)
        require(
            any(self._room(heavens, god) for god in standing), "supply", "No god can be given any chip more."
        )
        god = self.god
        checks.need_standing(heavens, god)
        limits.need_name(heavens, self.by, god, *kinds)
        require(
            self._room(heavens, god),
            "supply",
            "The bank has no chip that {god} could still be given.",
            god=god,
        )
        kind = nouns.GIVEN[self.chip]
        limits.need_name(heavens, self.by, god, kind)
        has, most = getattr(heavens.stack(god), kind), CAPS.get(kind)
        words = message(
            "{god} has {has} {chip}; at most {most}.", god=god, has=has, chip=self.chip, most=most
        )
        require(heavens.whole(kind, god, 1), RULE_OF[kind], words, checks.BY_HAND)
        checks.need_chips(heavens, kind, 1)
        limits.need_amount(heavens, self.by, god, int(self.amount), kind)
        checks.need_chips(heavens, kind, heavens.whole(kind, god, int(self.amount)))

    def _room(self, heavens: Heavens, god: str) -> bool:
        return any(
            heavens.bank[COLOUR[kind]]
            and heavens.whole(kind, god, 1)
            and limits.most_of(heavens, self.by, god, kind)
            for kind in nouns.GIVEN.values()
        )

    def apply(self, heavens: Heavens) -> Heavens:
        kind, god = nouns.GIVEN[self.chip], self.god
        after = limits.noted(heavens, self.by, god, kind)
        after = chips.give(after, god, kind, heavens.whole(kind, god, int(self.amount)), RULE_OF[kind])
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
    at_once = True

    def check(self, heavens: Heavens) -> None:
        kinds = tuple(nouns.TAKEN.values())
        require(
            any(self._any(heavens, god) for god in heavens.at), "ability", "No god has chips to take off."
        )
        limits.need(heavens, self.by, *kinds, loss=True)
        god = self.god
        checks.need_standing(heavens, god)
        require(self._any(heavens, god), "ability", "{god} has Health only.", god=god)
        limits.need_name(heavens, self.by, god, *kinds, loss=True)
        kind = nouns.TAKEN[self.chip]
        has = getattr(heavens.stack(god), kind)
        require(has, "ability", "{god} has no {chip}.", god=god, chip=self.chip)
        limits.need_name(heavens, self.by, god, kind, loss=True)
        require(
            int(self.amount) <= has,
            "ability",
            "{god} has {has} {chip}, not {amount}.",
            god=god,
            has=has,
            chip=self.chip,
            amount=self.amount,
        )
        limits.need_amount(heavens, self.by, god, int(self.amount), kind, loss=True)

    @staticmethod
    def _any(heavens: Heavens, god: str) -> bool:
        stack = heavens.stack(god)
        return any(getattr(stack, kind) for kind in nouns.TAKEN.values())

    def apply(self, heavens: Heavens) -> Heavens:
        kind = nouns.TAKEN[self.chip]
        after = limits.noted(heavens, self.by, self.god, kind, loss=True)
        return chips.take_off(after, self.god, kind, int(self.amount), RULE_OF[kind])
