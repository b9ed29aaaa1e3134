"""Abilities and Divine Powers: paid for, and done as far as the card language says it."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, limits, nouns
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.actions.playing import Playing, least
from companion.games.high_heavens.actions.resolve import carry_out, enough, goes_on
from companion.games.high_heavens.actions.using import Using, card_at
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.effects import ABILITY
from companion.games.high_heavens.state import EFFECTS, HANDS, TURNS, Heavens, Use, turn
from companion.kernel.action import Action
from companion.kernel.rulebook import Refusal
from companion.kernel.state import possessive
from companion.toolkit.cards.language import Step
from companion.toolkit.cards.wording import brief


class Card(Playing):
    """A card that is paid for."""

    def paid(self, heavens: Heavens, cost: int, rule: str) -> Heavens:
        """Pay, and do what the card says until an answer is wanted; or hand it to the table."""
        using = self.using(heavens)
        use = Use(using.name, self.chosen(using) if using.card.choices else 0)
        answers = self.answers(heavens)
        if not using.card.choices:
            return turn.by_hand(heavens.spend(cost), using.title, using.text, use, rule)
        after = heavens.spend(cost).tell(f"{using.title}: {using.text}".rstrip(": "), rule=rule)
        return carry_out(after, self.by, use, answers)


@dataclass(frozen=True)
class UseAbility(Card):
    """Pay for a god's ability: it does what its card says."""

    god: nouns.AnyGod
    choice: nouns.Choice
    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Ability"
    cost = "as on the card"
    icon = "lightning"
    during = TURNS

    def using(self, heavens: Heavens) -> Using:
        return card_at(heavens, self.by, self.god)

    def check(self, heavens: Heavens) -> None:
        if "god" not in self.__dict__:
            self._any(heavens)
        self._check_god(heavens, self.god)
        self.check_answers(heavens, self.using(heavens))

    def _any(self, heavens: Heavens) -> None:
        """One of the gods on the board must have something to do."""
        whys: list[Refusal] = []
        for god in heavens.at:
            try:
                return self._check_god(heavens, god)
            except Refusal as why:
                whys.append(why)
        if len(whys) == 1:
            raise whys[0]
        able = any(heavens.able(god) for god in heavens.box.own[SIDE_OF[self.by]])
        told = "can do anything now" if able and heavens.actions else "on the board has one you can pay for"
        checks.refuse("ability", f"No ability {told}." if able else "None of your gods can act.")

    def _check_god(self, heavens: Heavens, god: str) -> None:
        side, card = SIDE_OF[self.by], heavens.box.gods[god]
        checks.can_act(heavens, god)
        require(
            card.side == side or not card.cost,
            "ability",
            f"{possessive(god)} ability costs {card.cost}; only {heavens.who(card.side)} can use it.",
        )
        checks.need_actions(heavens, card.cost, card.ability or possessive(god) + " ability")
        using = card_at(heavens, self.by, god)
        require(
            using.card.choices or using.card.limits or not using.card.effect,
            "ability",
            f"{using.title} holds as long as {god} is in play; nothing is to be paid.",
        )
        self.check_card(using)

    def apply(self, heavens: Heavens) -> Heavens:
        return self.paid(heavens, heavens.box.gods[self.god].cost, "ability")


@dataclass(frozen=True)
class UsePower(Card):
    """Play a Divine Power card: it does what it says."""

    power: nouns.WhichPower
    choice: nouns.Choice
    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Divine Power"
    cost = "as on the card"
    icon = "scroll"
    during = TURNS

    def using(self, heavens: Heavens) -> Using:
        return card_at(heavens, self.by, self.power)

    def check(self, heavens: Heavens) -> None:
        if "power" not in self.__dict__:
            self._any(heavens)
        self._check_power(heavens, self.power)
        self.check_answers(heavens, self.using(heavens))

    def _any(self, heavens: Heavens) -> None:
        """One of the cards that are left must do something."""
        left = [power for power in heavens.box.decks[SIDE_OF[self.by]] if heavens.left(power)]
        require(left, "divine-power", "All your Divine Powers are used up.")
        checks.need_actions(heavens, min(heavens.box.powers[power].cost for power in left))
        for power in left:
            try:
                return self._check_power(heavens, power)
            except Refusal:
                continue
        checks.refuse("divine-power", "None of your Divine Powers would do anything now.")

    def _check_power(self, heavens: Heavens, power: str) -> None:
        require(heavens.left(power), "divine-power", f"{power} is used up.")
        checks.need_actions(heavens, heavens.box.powers[power].cost, power)
        self.check_card(card_at(heavens, self.by, power))

    def apply(self, heavens: Heavens) -> Heavens:
        power = self.power
        used = {**heavens.used, power: heavens.used.get(power, 0) + 1}
        after = self.paid(heavens, heavens.box.powers[power].cost, "divine-power")
        return after.but(used=used).tell(f"Put {power} on the discard pile.", power)


@dataclass(frozen=True)
class GoOn(Playing):
    """Answer what the card that was paid for asks next."""

    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Go on"
    cost = "paid"
    icon = "lightning"
    during = EFFECTS
    choice = ()

    @classmethod
    def face(cls, heavens: Heavens, by: str) -> tuple[str, str]:
        if heavens.phase not in EFFECTS:
            return cls.title, cls.cost
        use = limits.open_use(heavens)
        step = card_at(heavens, by, use.name).steps(use.choice)[use.step]
        text = brief(step.parts, ABILITY)
        return f"{text[:1].upper()}{text[1:]}", cls.cost

    def using(self, heavens: Heavens) -> Using:
        return card_at(heavens, self.by, limits.open_use(heavens).name)

    def question(self, heavens: Heavens) -> tuple[Using, Step] | None:
        return super().question(heavens) if heavens.phase in EFFECTS else None

    def chosen(self, using: Using) -> int:
        return limits.open_use(using.heavens).choice

    def asked(self, using: Using) -> int:
        return limits.open_use(using.heavens).step

    def hit(self, heavens: Heavens) -> tuple[str, ...]:
        return limits.open_use(heavens).hit

    def check(self, heavens: Heavens) -> None:
        using = self.using(heavens)
        step = self.step(using)
        require(
            step and anybody(using, step, self.hit(heavens)), "ability", f"{using.called} finds nobody more."
        )
        self.check_answers(heavens, using)

    def apply(self, heavens: Heavens) -> Heavens:
        return carry_out(heavens, self.by, limits.open_use(heavens), self.answers(heavens))


def anybody(using: Using, step: Step, hit: tuple[str, ...]) -> bool:
    """Whether the step that is asked for finds anybody now."""
    if hit:
        return goes_on(using, step, hit)
    return enough(using, step) and using.short(least(using, step)) is None


@dataclass(frozen=True)
class Done(Action[Heavens]):
    """Enough of this; back to the turn, or to what the card does next."""

    cost = "free"
    icon = "check"
    during = (*EFFECTS, *HANDS)

    def check(self, heavens: Heavens) -> None:
        if heavens.phase in HANDS:
            return
        use = limits.open_use(heavens)
        using = card_at(heavens, self.by, use.name)
        step = using.steps(use.choice)[use.step]
        free = step.whom.up_to or using.vouched(step)
        still = not free and anybody(using, step, use.hit)
        text = brief(step.parts, ABILITY)
        require(
            not still, "ability", f"{using.title} is not done: {text} is still to be done.", checks.WHOLE_STEP
        )

    def apply(self, heavens: Heavens) -> Heavens:
        if heavens.phase in HANDS:
            return turn.close(heavens)
        use = limits.open_use(heavens)
        return carry_out(heavens, self.by, Use(use.name, use.choice, use.step + 1), None)
