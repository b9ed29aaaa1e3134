"""Abilities and Divine Powers."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.state import EFFECTS, TURNS, Heavens, turn
from companion.kernel.action import Action
from companion.kernel.state import possessive


@dataclass(frozen=True)
class UseAbility(Action[Heavens]):
    """Pay for a god's ability, then do what its card says."""

    god: nouns.AnyGod
    title = "Ability"
    cost = "as on the card"
    icon = "lightning"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        gods, side = heavens.box.gods, SIDE_OF[self.by]
        require(
            any(
                heavens.able(god) and gods[god].cost <= (heavens.actions if gods[god].side == side else 0)
                for god in heavens.at
            ),
            "ability",
            "No god on the board has an ability you can pay for now.",
        )
        god = self.god
        checks.can_act(heavens, god)
        card = gods[god]
        require(
            card.side == side or not card.cost,
            "ability",
            f"{possessive(god)} ability costs {card.cost}; only {heavens.who(card.side)} can use it.",
        )
        checks.need_actions(heavens, card.cost, card.ability or possessive(god) + " ability")

    def apply(self, heavens: Heavens) -> Heavens:
        card = heavens.box.gods[self.god]
        return turn.open_effect(
            heavens, f"{self.god}, {card.ability or 'ability'}", card.cost, card.text, "ability"
        )


@dataclass(frozen=True)
class UsePower(Action[Heavens]):
    """Play a Divine Power card, then do what it says."""

    power: nouns.WhichPower
    title = "Divine Power"
    cost = "as on the card"
    icon = "scroll"
    during = TURNS

    def check(self, heavens: Heavens) -> None:
        powers = heavens.box.powers
        left = [powers[power].cost for power in heavens.box.decks[SIDE_OF[self.by]] if heavens.left(power)]
        require(left, "divine-power", "All your Divine Powers are used up.")
        checks.need_actions(heavens, min(left))
        power = self.power
        require(heavens.left(power), "divine-power", f"{power} is used up.")
        checks.need_actions(heavens, powers[power].cost, power)

    def apply(self, heavens: Heavens) -> Heavens:
        used = {**heavens.used, self.power: heavens.used.get(self.power, 0) + 1}
        card = heavens.box.powers[self.power]
        after = turn.open_effect(heavens, self.power, card.cost, card.text, "divine-power")
        return after.but(used=used).tell(f"Put {self.power} on the discard pile.", self.power)


@dataclass(frozen=True)
class Done(Action[Heavens]):
    """The card is done; back to the turn."""

    cost = "free"
    icon = "scroll"
    during = EFFECTS

    def apply(self, heavens: Heavens) -> Heavens:
        return turn.close_effect(heavens)
